"""What a map of this title shows: who holds what, counters by force and type, what moved and where it was fought."""

from collections.abc import Iterator, Sequence

from pbem.core.data.json_types import Json
from pbem.core.data.text import the
from pbem.core.rules.facts import Fact

from ..board.board import Board
from ..board.names import kind_name, type_name
from ..board.parts import SIDES
from ..board.pieces import Piece, piece, split
from ..board.printed import FORCE_NAMES, Say
from .telling import moment

FORCES = {"japan": "Japan", "us": "United States", "uk": "United Kingdom", "china": "China"}
CODES = {"japan": "Jap", "us": "US", "uk": "UK", "china": "Chi"}
HOLDS = {"japan": "japan", "uk": "uk", "us": "us", "india": "uk", "australia": "uk", "usa": "us", "china": "china"}
CLASSES = {"land": "land", "sea": "naval", "air": "air", "special": "land"}


def mapped(board: Board, facts: Sequence[Json] = ()) -> Json:
    """The board for pbem.maps: forces, areas with owner, pieces and marks, and the moves that `facts` tell."""
    say = Say(board)
    return {
        "heading": "Axis & Allies: Pacific",
        "moment": moment(board, say),
        "sides": {force: {"name": name, "enemies": _enemies(force)} for force, name in FORCES.items()},
        "areas": {id: _area(board, id) for id in board.parts.areas},
        "values": "attack and defence",
        "types": {id: type.name for id, type in board.parts.types.items()},
        "moves": [arrow for fact in facts if fact["type"] == "units-moved" for arrow in _arrows(say, fact)],
        "battles": list(dict.fromkeys(fact["area"] for fact in facts if fact["type"] == "battle-begun")),
    }


def _area(board: Board, id: str) -> Json:
    pieces = {}
    for force, one, count in board.stacks(id):
        _count(board, pieces, force, one, count)
        for cargo in one.cargo:
            cargo_force, _, key = cargo.rstrip("+").partition("/")
            _count(board, pieces, cargo_force, piece(key), count)
    owner = HOLDS.get(board.control.get(id, ""))
    return {
        "owner": owner,
        "pieces": list(pieces.values()),
        "marks": _marks(board, id),
        "near": [*board.parts.areas[id].land, *board.parts.areas[id].sea],
    }


def _enemies(force: str) -> list[str]:
    return [other for other in FORCES if SIDES[other] != SIDES[force]]


def _count(board: Board, pieces: dict[tuple[str, str], Json], force: str, one: Piece, count: int) -> None:
    """Add units to the counter of their force and type."""
    type, parts = board.parts.types[one.type], board.parts
    name, many = (f"{FORCE_NAMES[force]} {named}" for named in (type_name(parts, one.type), kind_name(parts, one.type)))
    row = pieces.setdefault(
        (force, one.type),
        {
            "side": force,
            "code": CODES[force],
            "type": one.type,
            "class": CLASSES[type.category],
            "count": 0,
            "worn": 0,
            "name": name,
            "many": many,
            "values": {one.type: f"{type.attack}/{type.defence}"},
        },
    )
    row["count"] += count
    row["worn"] += count * one.damaged


def _marks(board: Board, id: str) -> list[dict[str, str]]:
    """Industrial complexes, bases and convoys, by a letter each."""
    area, marks = board.parts.areas[id], []
    if id in board.complexes:
        marks.append({"text": "F", "name": "industrial complex", "meaning": "industrial complex"})
    if id in board.markers:
        holder = HOLDS[board.markers[id]]
        name = f"convoy held by {the(FORCES[holder])}"
        text, by = ("c", "Japan") if holder == "japan" else ("C", "the Allies")
        marks.append({"text": text, "name": name, "meaning": f"convoy held by {by}"})
    if not area.is_sea and getattr(area, "air_base", False):
        marks.append({"text": "A", "name": "air base", "meaning": "air base"})
    if not area.is_sea and getattr(area, "naval_zones", None):
        marks.append({"text": "N", "name": "naval base", "meaning": "naval base"})
    return marks


def _arrows(say: Say, fact: Fact) -> Iterator[dict[str, str]]:
    """One arrow from the beginning of a path to its end."""
    path = fact["path"]
    force = split(fact["units"][0][0])[0]
    name = f"{say.units({row[0]: row[1] for row in fact['units']})} to {say.area(path[-1])}"
    yield {"from": path[0], "to": path[-1], "side": force, "name": name}
