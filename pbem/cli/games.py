"""Commands that take many games: what they are given, and a line for each."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from .output import progress, warn
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json


def there(context: click.Context, parameter: click.Parameter, address: str | None) -> str | None:
    """The address, if the library is installed."""
    if address:
        from importlib.util import find_spec

        if not find_spec("distributed"):
            raise WrongUsage("library", what="A cluster", extra="cluster")
    return address


def single(games: Sequence[str]) -> str | None:
    """The one game that is named, or None where there are several, or a folder of them."""
    return games[0] if len(games) == 1 and not os.path.isdir(games[0]) else None


def many(
    games: Sequence[str],
    jobs: int,
    as_json: bool,
    function: str,
    sentence: Callable[..., Any],
    cluster: str | None = None,
    **named: Any,
) -> int:
    """Print a line for every game, also for one that does not hold; the worst exit code.

    function   of the interface;  sentence   its result in one line of text, without the name of the file
    """
    from pbem.interface.many import worst

    codes = []
    for row in rows(games, jobs, function, cluster=cluster, **named):
        codes.append(row["exit"])
        if as_json:
            print_row(row, row["result"])
        else:
            told = sentence(row["result"]) if row["result"] else ""
            print(f"{row['file']}: {' '.join(f'{told} {faults(row)}'.split())}")
    return worst(codes)


def rows(
    games: Sequence[str],
    jobs: int,
    function: str,
    *arguments: object,
    cluster: str | None = None,
    silent: bool = False,
    **named: Any,
) -> Iterator["Json"]:
    """The row of every game (interface.many.each); how far it is stands on a terminal that shows nothing else.

    silent   nothing is printed of a game, wherever standard output goes
    """
    from pbem.interface.many import each, games_in

    paths = games_in(games)
    for done, row in enumerate(each(paths, function, *arguments, jobs=jobs, cluster=cluster, **named), 1):
        yield row
        progress(done, len(paths), "games", hidden=not silent and sys.stdout.isatty())


def print_row(row: "Json", value: Any) -> None:
    """A line of JSON Lines: the JSON of the command, or problems/1, each with the file.  What is odd of a file that was
    read all the same, an older copy for example, is talk."""
    from pbem.core.data.text import readable_json

    if value is None:
        value = {"pbem": "problems/1", "exit": row["exit"], "problems": row["problems"]}
    elif row["problems"]:
        warn(f"{row['file']}: {faults(row)}")
    print(readable_json({**value, "file": row["file"]}, None))


def faults(row: "Json") -> str:
    """The problems of a row in one line, each with its place where that is another file."""
    told = []
    for one in row["problems"]:
        place = one.get("where") or row["file"]
        told += [] if place == row["file"] else [f"{place}:"]
        told += [one["text"], one.get("hint", "")]
    return " ".join(" ".join(told).split())
