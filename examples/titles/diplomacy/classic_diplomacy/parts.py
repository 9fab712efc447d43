"""The map: provinces, their coasts, who borders whom; and how all of it is called.

A *place* is a province, or a coast of one where a fleet must stand on one of two: ``spa-sc``.
"""

from collections.abc import Iterable
from typing import Any

from pbem.kit import Names, Problem, joined, read_checked

Json = dict[str, Any]
Unit = dict[str, Any]
"""{"power", "type": a or f, "at": its place}"""
SIDES = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
STANDS = {"a": "province on land", "f": "place of a fleet"}


def joins(map_: Json) -> list[Problem]:
    """What no schema sees: names of what is there, borders that have two sides, and what can be said but once."""
    areas, powers = map_["areas"], map_["start"]
    coasts = {at: id for id, area in areas.items() for at in area["coasts"]}
    land = [(f"areas/{id}/army", id, to) for id, area in areas.items() for to in area.get("army", ())]
    water = [(f"areas/{id}/coasts/{at}", at, to) for at, id in coasts.items() for to in areas[id]["coasts"][at]]
    units = [(f"start/{power}", *unit.lower().split()) for power in powers for unit in powers[power]]
    named = [(f"coast of {id}", f"areas/{id}/coasts", at) for at, id in coasts.items()]
    named += [("power", "nations", power) for power in map_.get("nations", {}).values()]
    named += [("power", f"areas/{id}/centre", area["centre"]) for id, area in areas.items() if "centre" in area]
    named += [(STANDS[type], place, at) for place, type, at in units]
    known = {f"coast of {id}": [id, *(f"{id}-{side}" for side in SIDES)] for id in areas}
    known |= {STANDS["a"]: [id for id in areas if areas[id]["kind"] == "land"], STANDS["f"]: list(coasts)}
    once = [(f"areas/{id}/name", f"the name {area['name']}") for id, area in areas.items()]
    once += [(place, f"a unit in {coasts.get(at, at)}") for place, _, at in units]
    borders = {STANDS["a"]: land, STANDS["f"]: water}
    return joined(named, known | {"power": [*powers, "neutral"]}, borders, once)


PACKAGE = __name__.rpartition(".")[0]  # this one, or a variant that stands on it and brings a map of its own
MAP = read_checked(PACKAGE, "map", joins)
AREAS: dict[str, Any] = MAP["areas"]
START: dict[str, list[str]] = MAP["start"]
POWERS = {power: power.capitalize() for power in START}
NATIONS: dict[str, str] = {**{power: power for power in POWERS}, **MAP.get("nations", {})}
TYPES = {"a": "army", "f": "fleet"}
CENTRES = [id for id, area in AREAS.items() if "centre" in area]
HOME = {power: [id for id in CENTRES if AREAS[id]["centre"] == power] for power in POWERS}
COASTS: dict[str, str] = {coast: id for id, area in AREAS.items() for coast in area["coasts"]}
"""{place of a fleet: its province}"""
FLEET: dict[str, list[str]] = {place: near for area in AREAS.values() for place, near in area["coasts"].items()}
ARMY: dict[str, list[str]] = {id: area.get("army", []) for id, area in AREAS.items() if area["kind"] == "land"}
NEAR = {"a": ARMY, "f": FLEET}
"""Of each type of unit, {where it can stand: where it can go from there}"""


def province(place: str) -> str:
    return COASTS.get(place, place)


BESIDE = {
    id: list(dict.fromkeys(map(province, (*ARMY.get(id, ()), *(to for at in area["coasts"] for to in FLEET[at])))))
    for id, area in AREAS.items()
}
"""{province: those next to it, by land or by water}"""


def is_coastal(id: str) -> bool:
    return id in ARMY and bool(AREAS[id]["coasts"])


def near(unit: Unit) -> list[str]:
    """The places to which a unit can move by itself."""
    return NEAR[unit["type"]][unit["at"]]


def near_provinces(unit: Unit) -> list[str]:
    return list(dict.fromkeys(map(province, near(unit))))


def seas_between(start: str, end: str, fleets: Iterable[str]) -> list[str]:
    """Those of some fleets at sea, by province, that are on a way from one coast to another."""
    found: list[str] = []
    left = list(fleets)
    while left:
        chain = [left.pop(0)]
        for sea in chain:
            joined = [other for other in left if other in FLEET[sea]]
            chain += joined
            left = [other for other in left if other not in joined]
        if all(any(province(to) == id for sea in chain for to in FLEET[sea]) for id in (start, end)):
            found += chain
    return found


def unit_id(unit: Unit) -> str:
    """A unit by its type and province, which tell it from all others: ``f-stp``."""
    return f"{unit['type']}-{province(unit['at'])}"


def place_of(unit: str) -> str:
    """The province in the id of a unit."""
    return unit.partition("-")[2]


def place_name(place: str) -> str:
    """``Paris``, ``Spain (south coast)``."""
    name: str = AREAS[province(place)]["name"]
    return name if place in AREAS else f"{name} ({SIDES[place.partition('-')[2]]})"


def _of_area(id: str) -> list[str]:
    return [AREAS[id]["name"], *AREAS[id]["aliases"]]


def _of_coast(coast: str) -> list[str]:
    id, side = COASTS[coast], coast[-2:]
    ends = (f" ({SIDES[side]})", f"/{side}", f" {side}", f" {SIDES[side]}")
    return [f"{name}{end}" for name in (*_of_area(id), id) for end in ends]


def _of_unit(type: str, id: str) -> list[str]:
    spots = [id, *_of_area(id)]
    if type == "f":
        spots += [name for coast in AREAS[id]["coasts"] if coast != id for name in (coast, *_of_coast(coast))]
    printed = f"{TYPES[type].capitalize()} {AREAS[id]['name']}"
    return [printed, *(f"{how} {spot}" for how in (type, TYPES[type], f"{TYPES[type]} in") for spot in spots)]


NAMES = Names(
    {
        "area": {id: _of_area(id) for id in AREAS},
        "place": {coast: _of_coast(coast) for coast, id in COASTS.items() if coast != id},
        "unit": {f"{type}-{id}": _of_unit(type, id) for type in TYPES for id in map(province, NEAR[type])},
        "unit-type": {"a": ["A", "army"], "f": ["F", "fleet"]},
        "power": {id: [name] for id, name in POWERS.items()},
    },
    glue="-()",
)
