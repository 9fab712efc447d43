"""What a map shows: who owns which centre, where units stand, what moved and what failed."""

from collections.abc import Sequence
from typing import Any

from .board import Board
from .parts import AREAS, BESIDE, CENTRES, MAP, POWERS, SIDES, TYPES, Unit, place_name, province, unit_id
from .telling import Say, moment

Json = dict[str, Any]
CENTRE = {"text": "*", "name": "supply centre", "meaning": "supply centre"}


def mapped(board: Board, facts: Sequence[Json] = ()) -> Json:
    moves = [fact for fact in facts if fact["type"] == "order-resolved" and fact["do"] == "move"]
    return {
        "heading": MAP["name"],
        "moment": moment(board, Say(board)),
        "sides": {id: {"name": name, "enemies": []} for id, name in POWERS.items()},
        "areas": {id: _area(board, id) for id in AREAS},
        "types": dict(TYPES),
        "moves": [
            {"from": one["unit"][2:], "to": province(one["to"]), "side": one["power"], "name": place_name(one["to"])}
            for one in moves
            if one["outcome"] == "ok"
        ],
        "battles": list(dict.fromkeys(province(one["to"]) for one in moves if one["outcome"] != "ok")),
    }


def _area(board: Board, id: str) -> Json:
    unit = board.units.get(id)
    marks = [CENTRE] * (id in CENTRES)
    if unit and unit["at"] != id:  # on one of two coasts
        side = SIDES[unit["at"][-2:]]
        marks += [{"text": side[0].upper(), "name": side, "meaning": f"a fleet at the {side}"}]
    return {"owner": board.owner.get(id), "pieces": [_piece(unit)] if unit else [], "marks": marks, "near": BESIDE[id]}


def _piece(unit: Unit) -> Json:
    power, type = unit["power"], unit["type"]
    kind = {"type": type, "class": "land" if type == "a" else "naval", "count": 1, "worn": 0, "ids": [unit_id(unit)]}
    name = f"{POWERS[power]} {TYPES[type]} {place_name(unit['at'])}"
    return {"side": power, "code": POWERS[power][:3], "name": name, **kind}
