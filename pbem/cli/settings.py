"""The settings of a desk, pbem.toml: defaults for the options of commands; the command line goes before them.

The file lies in the folder in which a command is called, or is named by PBEM_CONFIG (docs/config.md).  Keys at its top
(KEYS) hold for every command that has such an option; a table named like a command, [status] or [mail.in], holds for
that command alone and before them, and its keys are the long names of its options.
"""

import os
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from pbem.core.data.problems import BrokenFile
from pbem.core.data.tables import Sentences, beside

from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json

_say = Sentences(__name__)


NAME = "pbem.toml"
VARIABLE = "PBEM_CONFIG"
LARGEST = 65536  # bytes; settings are a page
_ROWS = beside(__file__, "settings")
KEYS = _ROWS["keys"]
NEVER = _ROWS["never"]
"""Options said for one run, by whoever types it: a file that came with a game folder never confirms, agrees or lowers a
guard."""
Rows = dict[tuple[Any, ...], tuple[Any, str]]
"""What a file says for a command: ``{(words below the command…, option): (value, place)}``."""


class Settings:
    """What a file of settings says.

    path    of the file, or "" where there is none;  values  its keys and tables, as TOML has them;  text  of the file
    """

    def __init__(self, path: str = "", values: "Json | None" = None, text: str = "") -> None:
        self.path, self.values, self._lines = path, values or {}, text.splitlines()

    def place(self, key: str, table: Sequence[str] = ()) -> str:
        """``pbem.toml:3``: where a key of a table stands, or a table; without a line where that cannot be told."""
        open_table: tuple[str, ...] = ()
        found = None
        for number, line in enumerate(self._lines, 1):
            header = re.match(r"\s*\[([^\[\]]+)\]", line)
            if header:
                open_table = tuple(part.strip().strip("\"'") for part in header[1].split("."))
                if open_table == (*table, key):
                    found = number
            named = re.match(r"\s*([^=#\[]+?)\s*=", line)
            if named and (*open_table, *(part.strip().strip("\"'") for part in named[1].split("."))) == (*table, key):
                found = number
        return f"{self.path}:{found}" if found else self.path

    def wrong(
        self, name: str, key: str, table: Sequence[str] = (), known: Iterable[str] = (), **fields: object
    ) -> WrongUsage:
        """A usage error that names the place, and of the `known` keys the one that was perhaps meant."""
        from pbem.core.data.meant import did_you_mean

        said = _say(name, key=key, near=did_you_mean(key, known), **fields)
        return WrongUsage("setting", place=self.place(key, table), said=said)

    def defaults(self, command: click.Command, words: Sequence[str]) -> "Json":
        """``{option as the program names it: value}`` for a command, and for a group such a dict by name; a usage error
        for what is no option of it.

        words   of the command, ("mail", "in")"""
        return self._map({found: value for found, (value, _) in self.rows(command, words).items()})

    @staticmethod
    def _map(rows: dict[Any, Any]) -> "Json":
        found: Json = {}
        for (*words, option), value in rows.items():
            place = found
            for word in words:
                place = place.setdefault(word, {})
            place[option.name] = value
        return found

    def rows(self, command: click.Command, words: Sequence[str]) -> Rows:
        """``{(words below the command…, option): (value, place)}`` of all that the file says for a command."""
        table = self.values
        for word in words:
            table = table.get(word, {})
        return self._rows(command, words, (), table)

    def _rows(self, command: click.Command, words: Sequence[str], below: Sequence[str], table: "Json") -> Rows:
        if not isinstance(table, dict):
            raise self.wrong("is-command", words[-1], words[:-1], heading=".".join(words))
        inner = getattr(command, "commands", None)
        if inner is not None:
            for key in table:
                if key not in inner:
                    raise self.wrong("no-command", key, words, inner, command=" ".join(words))
            below_it: Rows = {}
            for name, one in inner.items():
                below_it |= self._rows(one, (*words, name), (*below, name), table.get(name, {}))
            return below_it
        options = {long_name(one): one for one in command.params if isinstance(one, click.Option) or _is_games(one)}
        found: Rows = {
            (*below, one): (self._fitting(one, [value] if _is_games(one) else value, key, ()), self.place(key))
            for key, row in KEYS.items()
            if (value := self.values.get(key)) is not None
            for name, one in options.items()
            if not {f"{' '.join(words)} --{name}", "* GAME..." if _is_games(one) else f"* --{name}"}.isdisjoint(
                row["of"]
            )
        }
        for key, value in table.items():
            if key not in options:
                raise self.wrong("no-option", key, words, options, command=" ".join(words))
            if key in NEVER:
                raise self.wrong("one-run", key, words)
            place = (*below, options[key])
            found[place] = (self._fitting(options[key], value, key, words), self.place(key, words))
        return found

    def _fitting(self, option: click.Parameter, value: Any, key: str, table: Sequence[str]) -> Any:
        """A value as the option takes it; a usage error for another kind of value."""
        wanted, said = _kind(option)
        is_list = _is_games(option) or getattr(option, "multiple", False)
        several = value if is_list and isinstance(value, list) else [value]
        if is_list != isinstance(value, list) or not all(_is(one, wanted) for one in several):
            raise self.wrong("kind-of-each" if is_list else "kind", key, table, kind=said, value=_shown(value))
        try:
            fitting = [option.type.convert(self._found_from_here(option, one), option, None) for one in several]
        except click.ClickException as error:
            raise self.wrong("misfit", key, table, why=error.message) from None
        return fitting if is_list else fitting[0]

    def _found_from_here(self, option: click.Parameter, value: Any) -> int | str:
        """A path as it is found from the folder of the file."""
        folder = os.path.dirname(self.path)
        is_path = isinstance(option.type, click.Path) and value != "-"
        return os.path.join(folder, value) if is_path and folder else value


def read(commands: "Json") -> Settings:
    """The Settings of the desk in whose folder the program was called; a usage error with file and line for a file that
    is none, and for keys and types that there are none of.

    commands   the names of all commands"""
    path = os.environ.get(VARIABLE)
    if path is None:
        if not os.path.exists(NAME):
            return Settings()
        path = NAME
    if not path:
        return Settings()  # PBEM_CONFIG= : none is wanted
    found = Settings(path, *_parsed(path))
    for key, value in found.values.items():
        if key in commands and isinstance(value, dict):
            continue
        if key in commands and key not in KEYS:
            raise found.wrong("is-command", key, heading=key)
        if key not in KEYS:
            raise found.wrong("no-setting", key, (), [*KEYS, *commands])
        kind = _TYPES[KEYS[key]["type"]]
        if not _is(value, kind):
            raise found.wrong("kind-for", key, kind=_SAID[kind], meaning=KEYS[key]["said"], value=_shown(value))
    return found


def _parsed(path: str) -> "tuple[Json, str]":
    """``(values, text)`` of a TOML file."""
    from pbem.core.data.store import read_bytes

    try:
        data = read_bytes(path, LARGEST)
    except BrokenFile as error:
        found = error.problems[0]
        if found.code != "file-unreadable":
            raise WrongUsage("settings-large", path=path, most=LARGEST) from None
        raise WrongUsage("settings-unread", path=path, reason=found.fields["reason"]) from None
    try:
        import tomllib
    except ImportError:  # Python 3.10
        import tomli as tomllib
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        number = data[: error.start].count(b"\n") + 1
        raise WrongUsage("settings-text", path=path, line=number) from None
    try:
        return tomllib.loads(text), text
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        where = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = f":{where[1]}:{where[2]}" if where else f":{text.count(chr(10)) + 1}"
        reason = re.sub(r" \(at .*\)$", "", str(error))
        raise WrongUsage("settings-toml", path=path, line=line, reason=reason) from None


_KINDS = (click.types.BoolParamType, bool), (click.types.FloatParamType, float), (click.types.IntParamType, int)
_TYPES = {"text": str, "number": int}
_SAID = {str: "a text in quotes", int: "a whole number", bool: "true or false", float: "a number"}


def _is_games(option: click.Parameter) -> bool:
    """Whether this is where a command takes games, as many as are named."""
    return isinstance(option, click.Argument) and option.name == "games"


def _kind(option: click.Parameter) -> tuple[type, str]:
    """``(type, how it is said)`` of the value of an option."""
    kind = next((kind for type, kind in _KINDS if isinstance(option.type, type)), str)
    return kind, _SAID[kind]


def _is(value: Any, kind: type) -> bool:
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _shown(value: Any) -> str:
    import json

    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:39] + "…"


def long_name(option: click.Parameter) -> str:
    """The long name of an option, without dashes: the key under which it stands."""
    return max(option.opts, key=len).lstrip("-")
