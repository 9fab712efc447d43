"""The map: provinces, their coasts, who borders whom; and how all of it is called.

A *place* is a province, or a coast of one where a fleet must stand on one of two: ``spa-sc``.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pbem.kit import Names

Unit = dict[str, Any]
"""{"power", "type": a or f, "at": its place}"""

PACKAGE = __name__.rpartition(".")[0]  # this one, or a variant that stands on it and brings a map of its own
HOUSE = Path(str(sys.modules[PACKAGE].__file__)).parent
MAP = json.loads(HOUSE.joinpath("data", "map.json").read_text("utf-8"))
AREAS: dict[str, Any] = MAP["areas"]
START: dict[str, list[str]] = MAP["start"]
POWERS = {power: power.capitalize() for power in START}
TYPES = {"a": "army", "f": "fleet"}
STANDS = {"a": "army", "f": "coasts"}  # what an area has where such a unit can be
CENTRES = [id for id, area in AREAS.items() if "centre" in area]
HOME = {power: [id for id in CENTRES if AREAS[id]["centre"] == power] for power in POWERS}
COASTS: dict[str, str] = {coast: id for id, area in AREAS.items() for coast in area["coasts"]}
"""{place of a fleet: its province}"""
FLEET: dict[str, list[str]] = {place: near for area in AREAS.values() for place, near in area["coasts"].items()}
BESIDE = {
    id: {*area["army"], *(COASTS[to] for ways in area["coasts"].values() for to in ways)} for id, area in AREAS.items()
}
"""{province: those next to it, by land or by water}"""
SIDES = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}


def province(place: str) -> str:
    return COASTS.get(place, place)


def is_sea(id: str) -> bool:
    return not AREAS[id]["army"]


def is_coastal(id: str) -> bool:
    return bool(AREAS[id]["army"]) and bool(AREAS[id]["coasts"])


def coasts(id: str) -> list[str]:
    """The places of a fleet in a province: none inland, several where the coast is divided."""
    return list(AREAS[id]["coasts"])


def near(unit: Unit) -> list[str]:
    """The places to which a unit can move by itself."""
    found: list[str] = AREAS[unit["at"]]["army"] if unit["type"] == "a" else FLEET[unit["at"]]
    return found


def near_provinces(unit: Unit) -> list[str]:
    return list(dict.fromkeys(map(province, near(unit))))


def fits(type: str, place: str) -> bool:
    """Whether a unit of a type can stand at a place."""
    return place in FLEET if type == "f" else bool(AREAS.get(place, {}).get("army"))


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


# -- names -----------------------------------------------------------------------------------------------------------


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
        spots += [name for coast in coasts(id) if coast != id for name in (coast, *_of_coast(coast))]
    printed = f"{TYPES[type].capitalize()} {AREAS[id]['name']}"
    return [printed, *(f"{how} {spot}" for how in (type, TYPES[type]) for spot in spots)]


NAMES = Names(
    {
        "area": {id: _of_area(id) for id in AREAS},
        "place": {coast: _of_coast(coast) for coast, id in COASTS.items() if coast != id},
        "unit": {f"{type}-{id}": _of_unit(type, id) for id in AREAS for type in TYPES if AREAS[id][STANDS[type]]},
        "unit-type": {"a": ["A", "army"], "f": ["F", "fleet"]},
        "power": {id: [name] for id, name in POWERS.items()},
    },
    glue="-()",
)
