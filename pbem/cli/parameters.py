"""The parameters of commands, a row each in parameters.json: what commands share, and what each takes.

A row has the words of click: `name` (as it is typed, and behind a space as the function calls it), `help`, `default`…;
and besides

type       a word of PATHS;  the least and the most of a number;  or the words one of which is wanted
like       the shared row that it goes by where it says nothing itself
callback   the function that looks at the value, "module.function" in this room
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import click

from pbem.core.data.tables import beside

ROWS = beside(__file__, "parameters")
SHARED, COMMANDS = ROWS["shared"], ROWS["commands"]
PATHS = {"path": click.Path(), "file": click.Path(allow_dash=True), "folder": click.Path(file_okay=False)}


def declared(words: str, of: Any = click) -> Callable[[Callable[..., Any]], click.Command]:
    """A function as the command of these words, with the parameters and the example of its row.

    of   the group to which it belongs
    """

    def decorate(function: Callable[..., Any]) -> click.Command:
        for row in reversed(list(_rows(COMMANDS[words]["takes"]))):
            function = _parameter(**row)(function)
        example = f"Example: {COMMANDS[words]['example']}"
        made: click.Command = of.command(words.split()[-1], epilog=example)(function)
        return made

    return decorate


def _rows(takes: Any) -> Iterator[dict[str, Any]]:
    """The rows of what a command takes: of rows, and of names of what is shared, which may be several."""
    for one in takes if isinstance(takes, list) else [takes]:
        if isinstance(one, str):
            yield from _rows(SHARED[one])
        else:
            yield {**SHARED[one["like"]], **one} if "like" in one else one


def _parameter(name: str, type: Any = None, like: str = "", callback: str = "", **said: Any) -> Callable[..., Any]:
    """What adds a parameter to a function."""
    if callback:
        module, _, function = callback.partition(".")
        said["callback"] = getattr(import_module(f"pbem.cli.{module}"), function)
    add = click.option if name.startswith("-") else click.argument
    return add(*name.split(), type=_kind(type), **said)


def _kind(type: Any) -> Any:
    """The type of a value for click, as a row names it."""
    if not isinstance(type, list):
        return PATHS.get(type)
    if isinstance(type[0], str):
        return click.Choice(type)
    return (click.FloatRange if isinstance(type[0], float) else click.IntRange)(*type)
