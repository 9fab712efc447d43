"""What a map of this title shows: control, counters by power and type, resources, bases, flags of war."""

from .names import POWERS
from .telling import ADJECTIVES, CODES, TYPES, Say, moment

ORDER = ("germany", "uk", "japan", "usa", "italy", "france", "ussr", "neutral")
CLASSES = {
    "fleet": "naval", "carrier": "naval", "submarine": "naval", "air": "air", "strategic": "air",
}  # fmt: skip


def mapped(board, facts=()):
    """The board for pbem.maps: powers, areas with controller, pieces and marks, and the moves that `facts` tell."""
    say = Say(board)
    sides = [power for power in ORDER if power in board.parts.powers or power == "neutral"]
    return {
        "heading": "Cataclysm",
        "moment": moment(board, say),
        "sides": {power: _side(board, power) for power in sides},
        "areas": {id: _area(board, id) for id in board.parts.areas},
        "types": {**TYPES, "minor": "army of a minor country"},
        "moves": [_arrow(board, say, fact) for fact in facts if fact["type"] == "unit-moved"],
        "battles": list(dict.fromkeys(fact["target"] for fact in facts if fact["type"] == "operation-ended")),
    }


def _area(board, id):
    pieces = {}
    for unit in board.units_in(id):
        power = board.power_of(unit) or "neutral"
        type = board.side_of(unit)
        name = f"{ADJECTIVES.get(power, 'minor')} {TYPES.get(type, 'army')}"
        piece = pieces.setdefault((power, type), {
            "side": power, "code": CODES.get(power, "").upper(), "type": type, "class": CLASSES.get(type, "land"),
            "count": 0, "name": name,
        })  # fmt: skip
        piece["count"] += 1
    printed = board.area(id)
    owner = None if printed.is_sea else board.controller(id)
    return {"owner": owner, "pieces": list(pieces.values()), "marks": _marks(board, id), "near": board.near(id)}


def _side(board, power):
    if power not in POWERS:
        return {"name": "minor countries", "enemies": []}
    return {"name": POWERS[power][0], "enemies": list(board.enemies(power))}


def _marks(board, id):
    """Resources, cubes of influence, fighting within the country."""
    printed, marks = board.area(id), []
    if printed.capital:
        marks.append({"text": "★", "name": "capital", "meaning": "capital"})
    if printed.resources or id in board.limited:
        count = len(printed.resources) - board.damage.get(id, 0) + (id in board.limited)
        marks.append({"text": str(count), "name": f"resources: {count}", "meaning": "number of resources"} if count else
                     {"text": "0", "name": "no resource left", "meaning": "number of resources"})
    if printed.base:
        marks.append({"text": "B", "name": "base", "meaning": "naval or air base"})
    if id in board.civil_wars:
        marks.append({"text": "!", "name": "civil war", "meaning": "civil war"})
    for power, count in board.cubes.get(id, {}).items():
        if power != "neutral" and board.controller(id) != power:
            name = f"{count} {ADJECTIVES[power]} cubes"
            marks.append({"text": CODES[power].upper()[0], "name": name, "meaning": f"{ADJECTIVES[power]} influence"})
    return marks


def _arrow(board, say, fact):
    name = f"{say.counter(fact['unit'])} to {say.area(fact['to'])}"
    return {"from": fact["from"], "to": fact["to"], "side": fact["power"] or "neutral", "name": name}
