"""Positions: test boards, scenarios and what-if, as far as they are the same for all titles.

The format is schemas/scenario.schema.json.

    {"pbem": "position/1", "title": "cataclysm", "base": "c2", "clear": ["units"], "at": {"turn": "1939-40"},
     "set": {"uk.reserve": "offensive"}, "control": {"poland": ["france"]},
     "units": "Silesia: ge tank, ge army*2; London: uk air!; Red Sea: uk amph(uk army, uk tank)"}

A title gives ``game.position`` two functions: ``apply(board, position) -> problems`` changes the board as the
position says, units already read (`read_units`), and empties it first where the base is "empty";
``write(board) -> dict`` gives "at", "set", "control" and "units" (a list of placements, or the notation) that
make the same board from "empty". It may give a third, ``startable(board) -> problems``: what keeps a game from
starting there, although the board is sound. `game.position.sides` may name the categories of core.names that stand
before a unit; power, country and side otherwise.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from ..data.boards import Board, StateBoard
from ..data.collecting import grouped
from ..data.json_types import Json
from ..data.meant import did_you_mean
from ..data.problems import NOT_UNDERSTOOD, BrokenFile, Problem, Refused
from ..language.errors import ParseError
from .table import PARTS, Table

if TYPE_CHECKING:
    from .game import Game

SIDES = ("power", "country", "side")
PLACES = ("area", "box", "place")
UNITS = ("unit", "unit-type")
DEEPEST = 3  # brackets within brackets


class Item(TypedDict):
    """What stands in a place: units of a side, as the notation has them (`read_units`)."""

    side: str | None
    unit: str | None
    type: str | None
    count: int
    state: str
    cargo: "list[Item]"


class Placement(Item):
    """The same with its place."""

    place: str


_ITEM = re.compile(
    r"(?P<name>[^*!(]+?)\s*(?:\*\s*(?P<count>\d{1,3}))?\s*(?P<bang>!\s*(?P<state>[a-z][a-z0-9-]*)?)?\s*"
    r"(?:\((?P<cargo>.*)\))?",
    re.IGNORECASE,
)


def read_position(path: str, game: "Game") -> tuple[Json, str]:
    """``(position, text)`` of a position file, checked by schema and names; raises Refused with every problem."""
    from ..data import schemas

    return schemas.read("scenario", path, 2**20, lambda position: _meaning_problems(position, game))


def effective(position: Json, game: "Game", charter: Json) -> Json:
    """The whole position, with base "empty", that a position makes of its base in a game of this charter.

    Raises Refused with every problem, the title's invariants included.
    """
    base = position.get("base", "empty")
    start = {name: part for name, part in charter.items() if name != "position"}
    board = game.new_board({**start, "scenario": base if base in game.scenarios else charter["scenario"]})
    Refused.if_any(apply(board, position, game) or _unstartable(board, game))
    return written_whole(board, game, start, position["id"])


def _unstartable(board: Board, game: "Game") -> list[Problem]:
    """What the title has against a game that starts from a board, sound as it is."""
    judge = getattr(game.position, "startable", None)
    return list(judge(board)) if judge else []


def written_whole(board: Board, game: "Game", charter: Json, id: str) -> Json:
    """`write`, once it has been seen that reading it gives the same board; else Refused."""
    whole = write(board, game, id)
    again = game.new_board({**charter, "position": whole})
    if again.to_json() != board.to_json():
        raise Refused([Problem("position-lossy", id=id)])
    return whole


def check(position: Json, game: "Game", where: str = "position") -> list[Problem]:
    """What is wrong with a position before it meets a board: shape, title, base, names, notation."""
    from ..data.schemas import problems as shape_problems

    found = shape_problems("scenario", position, where)
    if not found:
        found = [problem.at(where) for problem in _meaning_problems(position, game)]
    return found


def apply(board: Board, position: Json, game: "Game") -> list[Problem]:
    """Change a board to a position of its base; returns all problems, the title's invariants included."""
    placements, problems = read_units(position.get("units", ""), game)
    problems += game.position.apply(board, {**position, "base": position.get("base", "empty"), "units": placements})
    return problems or list(game.invariants(board))


def write(board: Board, game: "Game", id: str = "position") -> Json:
    """The position of a board at a rest point, with base "empty"; reading it gives the same board."""
    written = game.position.write(board)
    if isinstance(written.get("units"), list):
        written["units"] = write_units(written["units"], game)
    head = {"pbem": "position/1", "title": game.id, "edition": board.edition, "id": id, "base": "empty"}
    return {**head, **{name: part for name, part in written.items() if part}}


def _meaning_problems(position: Json, game: "Game") -> Iterator[Problem]:
    if position.get("title", game.id) != game.id:
        yield Problem("position-title", title=position["title"], wanted=game.id)
        return
    if position.get("edition", game.editions[0]) not in game.editions:
        yield Problem("position-edition", title=game.name, edition=position["edition"])
    if position.get("base", "empty") not in ("empty", *game.scenarios):
        yield Problem("position-base", title=game.name, base=position["base"], scenarios=[*game.scenarios])
    yield from read_units(position.get("units", ""), game)[1]


# -- the notation of units ---------------------------------------------------------------------------------


def read_units(text: str | list[str], game: "Game") -> tuple[list[Placement], list[Problem]]:
    """``Place: side unit*2!(cargo), …; Place: …`` as ``(placements, problems)``, all problems at once.

    A placement is {"place", "side", "unit" (an id, or None), "type" (or None), "count", "state" ("" or
    "damaged", or what follows the !), "cargo" (placements without place)}.
    """
    placements: list[Placement] = []
    problems: list[Problem] = []
    for group in _groups(text):
        place, colon, units = group.partition(":")
        if not colon:
            problems.append(Problem("units-place", level=NOT_UNDERSTOOD, quote=group, text=group[:60]))
            continue
        problems += _read_group(place.strip(), units.strip(), game, placements)
    problems += _twice(placements)
    return placements, problems


def write_units(placements: Iterable[Json], game: "Game") -> str:
    """Placements in the notation, grouped by place in the order of their first unit."""
    groups = grouped((placement["place"], _written(placement)) for placement in placements)
    return "; ".join(f"{place}: {', '.join(units)}" for place, units in groups.items())


def _groups(text: str | list[str]) -> list[str]:
    lines = text if isinstance(text, list) else [text]
    return [group.strip() for line in lines for group in line.split(";") if group.strip()]


def _read_group(place: str, units: str, game: "Game", placements: list[Placement]) -> list[Problem]:
    """Add the placements of one place; returns what is wrong with them."""
    problems = []
    try:
        found = game.names.find(place, *_known(PLACES, game))
    except ParseError as error:
        problems.append(error.problem)
        found = place
    if not units:
        problems.append(Problem("units-empty", level=NOT_UNDERSTOOD, quote=place, place=place))
    for item in _split(units):
        try:
            placements.append({"place": found, **_read_item(item, game, None)})
        except ParseError as error:
            problems.append(error.problem)
    return problems


def _split(text: str) -> list[str]:
    """The items between commas that stand in no bracket."""
    items: list[str] = []
    depth, start = 0, 0
    for place, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth <= 0:
            items.append(text[start:place].strip())
            start = place + 1
    return [item for item in [*items, text[start:].strip()] if item]


def _read_item(text: str, game: "Game", side: str | None, depth: int = 0) -> Item:
    """One ``side unit*2!(cargo)``; inside a bracket the side of the carrier goes without saying."""
    match = _ITEM.fullmatch(text) if depth <= DEEPEST else None
    if not match:
        raise ParseError("units-unclosed", quote=text, text=text[:60])
    side, unit, type = _who(match["name"].strip(), game, side)
    count = int(match["count"] or 1)
    if unit and count != 1:
        raise ParseError("units-count", quote=text, text=match["name"].strip(), count=count)
    state = (match["state"] or "damaged").lower() if match["bang"] else ""
    cargo = [_read_item(item, game, side, depth + 1) for item in _split(match["cargo"] or "")]
    return {"side": side, "unit": unit, "type": type, "count": count, "state": state, "cargo": cargo}


def _who(name: str, game: "Game", side: str | None) -> tuple[str | None, str | None, str | None]:
    """``(side, unit id or None, unit type or None)`` of the words before count and state.

    ``us cvn-1`` and ``us-cvn-1`` are both the unit us-cvn-1; ``ge tank`` is one of a type.
    """
    unit = _known_name(game, name, "unit")
    first, _, rest = name.partition(" ")
    leading = _known_name(game, first, *_known(getattr(game.position, "sides", SIDES), game)) if rest else None
    if unit:
        return leading or side, unit, None
    if leading:
        side, name = leading, rest.strip()
    return side, None, game.names.find(name, *_known(("unit-type",), game) or _known(UNITS, game))


def _known_name(game: "Game", text: str, *categories: str) -> str | None:
    return game.names.known(text, *categories) if _known(categories, game) else None


def _known(categories: Sequence[str], game: "Game") -> list[str]:
    """Those of some categories that the title's names have."""
    return [category for category in categories if category in game.names.categories]


def _twice(placements: Iterable[Placement]) -> Iterator[Problem]:
    seen: set[str | None] = set()
    for placement in placements:
        for each in [placement, *placement["cargo"]]:
            if each["unit"] and each["unit"] in seen:
                yield Problem("units-twice", unit=each["unit"])
            seen.add(each["unit"])


def _written(placement: Json) -> str:
    """One placement as text; a unit of its own by id, others by side and type."""
    name = placement.get("unit") or " ".join(filter(None, [placement.get("side"), placement["type"]]))
    count = f"*{placement['count']}" if placement.get("count", 1) != 1 else ""
    state = placement.get("state", "")
    bang = "" if not state else "!" if state == "damaged" else f"!{state}"
    cargo = f"({', '.join(map(_written, placement['cargo']))})" if placement.get("cargo") else ""
    return f"{name}{count}{bang}{cargo}"


# -- of a title whose table and board say all that there is to read and write ------------------------------------


class TablePositions:
    """Positions of a title whose table and board say all that there is to read and write.

    sides   the categories of names that may stand before a unit
    """

    def __init__(self, board: type[StateBoard], table: Table, sides: tuple[str, ...]) -> None:
        self.board, self.table, self.sides = board, table, sides

    def apply(self, board: Any, position: Json) -> list[Problem]:
        """Change a board as a position says; what of it cannot be."""
        if position["base"] == "empty" or "units" in position.get("clear", ()):
            board.sweep()
        wrong = [one for part in PARTS for one in self.table.read(board, part, position.get(part, {}))]
        wrong += [(one["place"], one["type"] or one["unit"]) for one in position["units"] if not board.place(one)]
        known = [one.key(of) for one in self.table.fields.values() if one.put for of in one.arguments(board)]
        hints = {name: did_you_mean(name, known) for name, _ in wrong if name not in known}
        return [Problem("position-value", hint=hints.get(name, ""), name=name, value=value) for name, value in wrong]

    def write(self, board: Any) -> Json:
        """What a position says of a board, from an empty one."""
        empty = self.board(board.options, board.edition)
        empty.sweep()
        return {**self.table.written(board, empty), "units": list(board.placements())}


def board_parts(board: type[StateBoard], table: Table, sides: tuple[str, ...] = ("power",)) -> dict[str, Any]:
    """``{part of a Game: what it is}``: `table`, `new_board`, `board_from` and `position`."""

    def new_board(charter: Json) -> StateBoard:
        from .game import load

        made = board(charter["options"], charter["edition"])
        BrokenFile.if_any(apply(made, found, load(charter["title"])) if (found := charter.get("position")) else [])
        return made

    def board_from(value: Json, charter: Json | None = None) -> StateBoard:
        return board.from_json(value)

    return {
        "table": table,
        "new_board": new_board,
        "board_from": board_from,
        "position": TablePositions(board, table, sides),
    }
