"""Named board queries: how `show`, positions, cases and conditions look at a board.

A title has ``game.queries``: {name: function(board, *arguments)}.  A query is written with dots or spaces, its name
first or behind a name: ``vp``, ``control taiwan``, ``taiwan.control``, ``taiwan units prc``, ``korea.war``.  Arguments
are names as people write them, of several words too; one that does not exist is refused with what may have been meant.

What an argument may be is said by the name of the function's parameter: a category of the title's names (``area``), or
what ``game.arguments`` has under that name:

    "area|box"          one of several categories
    ["land", "sea"]     one of these words
    function(board)     one of the words that it gives for this board
    int                 a whole number
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..data.boards import Board
from ..data.problems import NOT_UNDERSTOOD, Problem, Refused
from ..language.errors import ParseError
from ..language.names import hint, key, near_hint

if TYPE_CHECKING:
    from .game import Game
    from .table import Get

Words = list[str]
Slot = tuple[str, bool]
"""The name of a parameter of a query, and whether it must be said."""
Wanted = type[int] | list[str] | tuple[str, ...]
"""What an argument may be: a whole number, one of some words, or one of some categories of names."""
LONGEST = 12  # words of a query; a longer one is none


def ask(game: "Game", board: Board, text: str) -> Any:
    """The value of a query, as JSON; raises Refused for an unknown query or arguments that do not fit."""
    name, values = read(game, board, text)
    try:
        return plain(game.queries[name](board, *values))
    except (LookupError, TypeError, ValueError) as error:
        shown = " ".join(map(str, values)) or "nothing"
        shape = form(name, game.queries[name])
        problem = Problem("query-arguments", level=NOT_UNDERSTOOD, query=name, arguments=shown, form=shape)
        raise Refused([problem]) from error


def read(game: "Game", board: Board, text: str) -> tuple[str, list[Any]]:
    """``(name, [arguments])`` of a query as typed.  Raises Refused with what is wrong with the reading by the first
    word that names a query."""
    words = [word for word in re.split(r"[.\s]+", text) if word.strip("\"'")]
    words = [word.strip("\"'") for word in words]
    faults: list[Refused] = []
    for name, others in _namings(game, words) if len(words) <= LONGEST else ():
        try:
            return name, _arguments(game, board, name, others)
        except Refused as refused:
            faults.append(refused)
    if faults:
        raise faults[0]
    raise Refused([_unknown(game, text[:100])])


def described(game: "Game") -> list[dict[str, str]]:
    """The queries of a title as ``[{"query": form, "text": meaning}]``, by name."""
    rows = []
    for name, function in sorted(game.queries.items()):
        meaning = (function.__doc__ or "").strip().split("\n")[0]
        rows.append({"query": form(name, function), "text": meaning})
    return rows


def form(name: str, function: "Get") -> str:
    """How a query is written: its name and the names of its arguments in capitals."""
    return " ".join([name, *[parameter.upper() for parameter, _ in _parameters(function)]])


def plain(value: Any) -> Any:
    """A query's value as JSON: tuples as lists, sets sorted."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value))
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    return value


def told(value: Any) -> str:
    """A query's value in words: lists one a line, objects as name and value."""
    if isinstance(value, dict):
        return "\n".join(f"{key}: {_short(part)}" for key, part in value.items()) or "nothing"
    if isinstance(value, list):
        return "\n".join(_short(part) for part in value) or "nothing"
    return _short(value)


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_short(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(_short(part) for part in value) or "nothing"
    words = ((None, "nothing"), (True, "yes"), (False, "no"))
    return next((word for one, word in words if value is one), str(value))


# -- reading -------------------------------------------------------------------------------------------------------


def _namings(game: "Game", words: Words) -> Iterator[tuple[str, Words]]:
    """``(query, other words)`` for every place where words name a query, the first place and the longest name first."""
    named = {key(name): name for name in game.queries}
    for start in range(len(words)):
        for end in range(min(start + 3, len(words)), start, -1):
            name = named.get(key("".join(words[start:end])))
            if name:
                yield name, words[:start] + words[end:]


def _arguments(game: "Game", board: Board, name: str, words: Words) -> list[Any]:
    """The words as arguments of a query; every way to divide them among its parameters is tried."""
    parameters = _parameters(game.queries[name])
    least = sum(needed for _, needed in parameters)
    for count in range(min(len(parameters), len(words)), least - 1, -1):
        for parts in _divided(words, count):
            values = [_value(game, board, parameter, part) for (parameter, _), part in zip(parameters, parts)]
            if None not in values:
                return values
    raise Refused([_fault(game, board, name, parameters, words, least)])


def _divided(words: Words, count: int) -> Iterator[Words]:
    """Every way to divide words into so many parts of one word or more, one after the other."""
    if count < 2:
        if bool(words) == bool(count):
            yield [" ".join(words)] * count
        return
    for end in range(1, len(words) - count + 2):
        for rest in _divided(words[end:], count - 1):
            yield [" ".join(words[:end]), *rest]


def _value(game: "Game", board: Board, parameter: str, text: str) -> Any:
    """What an argument means, or None."""
    wanted = _wanted(game, board, parameter)
    if isinstance(wanted, tuple):
        return game.names.known(text, *wanted)
    if isinstance(wanted, list):
        return next((word for word in wanted if word.casefold() == text.casefold()), None)
    return int(text) if text.isdecimal() else None


def _wanted(game: "Game", board: Board, parameter: str) -> Wanted:
    """A list of words, a tuple of categories of names, or int."""
    found = getattr(game, "arguments", {}).get(parameter, parameter)
    if isinstance(found, str):
        return tuple(found.split("|"))
    return found if found is int or isinstance(found, list) else list(found(board))


def _fault(game: "Game", board: Board, name: str, parameters: list[Slot], words: Words, least: int) -> Problem:
    """Why the words are no arguments of a query: the first one that does not fit, where they are as many as needed."""
    shape = form(name, game.queries[name])
    if len(words) < least:
        missing = parameters[len(words)][0]
        return Problem("query-missing", level=NOT_UNDERSTOOD, query=name, wanted=missing, form=shape)
    if not parameters:
        return Problem("query-arguments", level=NOT_UNDERSTOOD, query=name, arguments=" ".join(words), form=shape)
    count = min(len(parameters), len(words))
    parts = next(_divided(words, count))
    parts = [" ".join(words)] if count == 1 else parts
    for (parameter, _), text in zip(parameters, parts):
        if _value(game, board, parameter, text) is None:
            return _misnamed(game, board, parameter, text)
    return Problem("query-arguments", level=NOT_UNDERSTOOD, query=name, arguments=" ".join(words), form=shape)


def _misnamed(game: "Game", board: Board, parameter: str, text: str) -> Problem:
    """The problem of an argument that is not what its parameter wants, with what may have been meant."""
    wanted = _wanted(game, board, parameter)
    if isinstance(wanted, tuple):
        try:
            game.names.find(text, *wanted)
        except ParseError as error:
            return error.problem
    words = wanted if isinstance(wanted, list) else []
    spelled = {word.casefold(): word for word in words}
    suggested = near_hint(text, spelled) or hint("there", words[:12])
    return Problem("query-word", level=NOT_UNDERSTOOD, word=text[:60], wanted=parameter, hint=suggested)


def _unknown(game: "Game", text: str) -> Problem:
    first = text.split()[0] if text.split() else ""
    names = {name: name for name in game.queries}
    suggested = near_hint(text, names) or near_hint(first, names)
    suggested = suggested or hint("there", sorted(game.queries))
    return Problem("unknown-query", level=NOT_UNDERSTOOD, title=game.name, query=text, hint=suggested)


def _parameters(function: "Get") -> list[Slot]:
    """``[(name, whether it must be said)]`` of a query function's parameters after the board."""
    from inspect import Parameter, signature

    found = list(signature(function).parameters.values())[1:]
    return [(parameter.name, parameter.default is Parameter.empty) for parameter in found]
