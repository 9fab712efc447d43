"""pbem config: what the settings of the desk say, and what holds for a command."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from pbem.core.data.tables import Sentences

from .commands import COMMANDS
from .output import tell
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.cli.settings import Settings
    from pbem.core.data.json_types import Json

_say = Sentences(__name__)


@declared("config")
@click.pass_context
def command(context: click.Context, words: Sequence[str], as_json: bool) -> None:
    """What the settings say (pbem.toml in this folder, or the file that PBEM_CONFIG names), each with its line; and for
    a COMMAND, the value of every option and where it comes from.

    The whole file is checked: for an unknown key, table or value you get exit code 2 and its line.
    """
    from .settings import read

    settings = read(COMMANDS)
    rows = _of_command(context, settings, words) if words else _of_file(context, settings)
    tell(as_json, {"pbem": "config/1", "file": settings.path or None, "rows": rows}, _as_text, settings, rows, words)


def _group(context: click.Context) -> Any:
    """All commands, as click has them."""
    return context.find_root().command


def _of_file(context: click.Context, settings: "Settings") -> "list[Json]":
    """A row for everything that the file says, the whole of it checked."""
    group = _group(context)
    for name in COMMANDS:
        settings.rows(group.get_command(context, name), (name,))
    rows = []
    for key, value in settings.values.items():
        rows += _below(settings, value, (), key)
    return rows


def _below(settings: "Settings", value: Any, table: tuple[str, ...], key: str) -> "list[Json]":
    if isinstance(value, dict):
        return [row for name, one in value.items() for row in _below(settings, one, (*table, key), name)]
    return [{"command": " ".join(table), "option": key, "value": value, "from": settings.place(key, table)}]


def _of_command(context: click.Context, settings: "Settings", words: Sequence[str]) -> "list[Json]":
    """A row for every option of a command: what holds where the command line says nothing."""
    wanted: Any = context.find_root().command
    for number, word in enumerate(words):
        wanted = getattr(wanted, "get_command", lambda context, name: None)(context, word)
        if wanted is None:
            raise WrongUsage("command", words=" ".join(words[: number + 1]))
    if hasattr(wanted, "commands"):
        raise WrongUsage("commands", commands=[*wanted.commands])
    root = _group(context).get_command(context, words[0])
    said = {path: found for path, found in settings.rows(root, words[:1]).items() if path[:-1] == words[1:]}
    rows = {option: said.get((*words[1:], option)) for option in wanted.params}
    options = (option for option in rows if isinstance(option, click.Option) or rows[option])
    return [_row(wanted, words, option, rows[option]) for option in options]


def _row(command: click.Command, words: Sequence[str], option: click.Parameter, said: tuple[Any, str] | None) -> "Json":
    from .settings import long_name

    value, place = said or (option.get_default(click.Context(command)), "default")
    variable = option.envvar and option.resolve_envvar_value(click.Context(command))
    if variable:
        value, place = variable, str(option.envvar)
    value = value if isinstance(value, (str, int, float, bool, list)) else None
    return {"command": " ".join(words), "option": long_name(option), "value": value, "from": place}


def _as_text(settings: "Settings", rows: "list[Json]", words: Sequence[str]) -> str:
    if not settings.path and not words:
        return _say("none")
    said = [[row["option"] if words else _name(row), _shown(row["value"]), row["from"]] for row in rows]
    widths = [max(len(row[place]) for row in said) for place in range(2)] if said else []
    lines = [f"{name:<{widths[0]}}  {value:<{widths[1]}}  {place}".rstrip() for name, value, place in said]
    return "\n".join(lines) or _say("empty", path=settings.path)


def _name(row: "Json") -> str:
    return f"{row['command']} --{row['option']}" if row["command"] else row["option"]


def _shown(value: Any) -> str:
    import json

    return "-" if value is None else json.dumps(value, ensure_ascii=False)
