"""What a map of this title shows: owners, counters by country and type, what moved and where it was fought."""

from collections.abc import Sequence

from pbem.core.data.json_types import Json

from ..board.board import ABOARD, Board
from ..board.names import type_name
from ..board.printed import SIDE_NAMES, Say
from .telling import moment

SIDES = ("prc", "allied", "neutral")
ENEMIES = {"prc": ["allied"], "allied": ["prc"], "neutral": []}


def mapped(board: Board, facts: Sequence[Json] = ()) -> Json:
    """The board for pbem.maps: sides, areas with owner and pieces, and the moves that `facts` tell."""
    parts, say = board.parts, Say(board)
    return {
        "heading": "Red Dragon Rising",
        "moment": moment(board, say),
        "sides": {side: {"name": SIDE_NAMES[side], "enemies": ENEMIES[side]} for side in SIDES},
        "areas": {id: _area(board, id) for id in parts.areas},
        "values": "factors against land units, aircraft, submarines and surface ships",
        "types": {type: type_name(parts, type) for type in parts.types},
        "moves": _moves(board, say, facts),
        "battles": list(dict.fromkeys(fact["area"] for fact in facts if fact["type"] == "combat-begun")),
    }


def _area(board: Board, id: str) -> Json:
    area = board.parts.areas[id]
    owner = board.holder.get(id) if area.is_land else None
    pieces = {}
    for unit_id in board.at.get(id, ()):
        _count(board, pieces, unit_id)
        for cargo in board.at.get(ABOARD + unit_id, ()):
            _count(board, pieces, cargo)
    order = {side: place for place, side in enumerate(SIDES)}
    ranked = sorted(pieces.values(), key=lambda piece: (order[piece["side"]], piece["class"], piece["code"]))
    return {"owner": None if owner == "neutral" else owner, "pieces": ranked, "near": area.neighbours}


def _count(board: Board, pieces: dict[tuple[str, str], Json], id: str) -> None:
    """Add a unit to the counter of its country and type."""
    unit = board.parts.units[id]
    country = board.parts.countries[unit.country]
    code = country.get("abbreviation", country["name"])
    side = board.side[id] if board.side[id] in SIDES[:2] else "neutral"
    piece = pieces.setdefault(
        (unit.country, unit.type),
        {
            "side": side,
            "code": code,
            "type": unit.type,
            "class": unit.category,
            "count": 0,
            "worn": 0,
            "label": type_name(board.parts, unit.type) if unit.category == "air" else code,
            "name": f"{code} {type_name(board.parts, unit.type)}",
        },
    )
    piece["count"] += 1
    piece.setdefault("ids", []).append(id)
    piece["worn"] += id in board.reduced
    piece.setdefault("values", {})[id] = "-".join(map(str, board.factors(id).values()))


def _moves(board: Board, say: Say, facts: Sequence[Json]) -> list[dict[str, str]]:
    """An arrow for units that went together."""
    moves = []
    for fact in facts:
        if fact["type"] == "units-moved":
            side = board.side[fact["units"][0]]
            name = f"{say.units(fact['units'])} to {say.area(fact['to'])}"
            side = side if side in SIDES else "neutral"
            moves.append({"from": fact["from"], "to": fact["to"], "side": side, "name": name})
    return moves
