"""What a map of this title shows: control, counters by power and type, resources, bases, flags of war."""

from collections.abc import Sequence

from pbem.core.data.json_types import Json
from pbem.core.rules.facts import Fact

from ..board.board import Board
from ..board.names import POWERS
from ..board.parts import CODES
from ..board.printed import ADJECTIVES, TYPES, Say, plural
from .telling import moment

ORDER = ("germany", "uk", "japan", "usa", "italy", "france", "ussr", "neutral")


def mapped(board: Board, facts: Sequence[Json] = ()) -> Json:
    """The board for pbem.maps: powers, areas with controller, pieces and marks, and the moves that `facts` tell."""
    say = Say(board)
    return {
        "heading": "Cataclysm",
        "moment": moment(board, say),
        "sides": {power: _side(board, power) for power in ORDER},
        "areas": {id: _area(board, say, id) for id in board.parts.areas},
        "types": {**TYPES, "minor": "army of a minor country"},
        "moves": [_arrow(board, say, fact) for fact in facts if fact["type"] == "unit-moved"],
        "battles": list(dict.fromkeys(fact["target"] for fact in facts if fact["type"] == "operation-ended")),
    }


def _area(board: Board, say: Say, id: str) -> Json:
    pieces = {}
    for unit in board.units_in(id):
        power = board.power_of(unit) or "neutral"
        type = board.side_of(unit)
        faction = board.counter(unit).kind if power == "neutral" else ""  # gmd or chicom, of a Chinese army
        adjective = ADJECTIVES.get(power) or (say.faction(faction) if faction else "minor")
        name = f"{adjective} {TYPES.get(type, 'army')}"
        code = (CODES.get(power) or faction or "").upper()
        piece = pieces.setdefault(
            (power, type, faction),
            {
                "side": power,
                "code": code,
                "type": type,
                "class": board.class_of(unit).replace("logistics", "land"),
                "count": 0,
                "name": name,
                "many": plural(name),
            },
        )
        piece["count"] += 1
        piece.setdefault("ids", []).append(unit)
    printed = board.area(id)
    owner = None if printed.is_sea else board.controller(id)
    return {
        "owner": owner,
        "pieces": list(pieces.values()),
        "marks": _marks(board, id),
        "near": board.near(id),
        "base": _base(board, id),
    }


def _base(board: Board, id: str) -> Json | None:
    """The base that is still there, with its owner, or None."""
    if board.base_owner(id) is None:
        return None
    owner = board.base_owner(id) if board.base_owner(id) in POWERS else None
    of = f", {ADJECTIVES[owner]}" if owner else ""
    return {"owner": owner, "code": CODES[owner].upper() if owner else "", "name": f"{board.base_type(id)} base{of}"}


def _side(board: Board, power: str) -> Json:
    if power not in POWERS:
        return {"name": "minor countries", "enemies": []}
    enemies = list(board.enemies(power)) if power in board.parts.powers else []
    return {"name": POWERS[power][0], "enemies": enemies}


def _marks(board: Board, id: str) -> list[dict[str, str]]:
    """Resources, cubes of influence, fighting within the country."""
    printed, marks = board.area(id), []
    if printed.capital:
        marks.append({"text": "★", "name": "capital", "meaning": "capital"})
    if printed.resources or id in board.limited:
        count = len(printed.resources) - board.damage.get(id, 0) + (id in board.limited)
        name = f"resources: {count}" if count else "no resource left"
        marks.append({"text": str(count), "name": name, "meaning": "number of resources"})
    if base := _base(board, id):
        marks.append({"text": "B", "name": base["name"], "meaning": "naval or air base"})
    if id in board.civil_wars:
        marks.append({"text": "!", "name": "civil war", "meaning": "civil war"})
    for power, count in board.cubes.get(id, {}).items():
        if power != "neutral" and board.controller(id) != power:
            name = f"{count} {ADJECTIVES[power]} cubes"
            marks.append({"text": CODES[power].upper()[0], "name": name, "meaning": f"{ADJECTIVES[power]} influence"})
    return marks


def _arrow(board: Board, say: Say, fact: Fact) -> dict[str, str]:
    name = f"{say.counter(fact['unit'])} to {say.area(fact['to'])}"
    return {"from": fact["from"], "to": fact["to"], "side": fact["power"] or "neutral", "name": name}
