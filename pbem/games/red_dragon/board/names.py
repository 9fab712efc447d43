"""The names of the title as people write them: areas, boxes, countries, sides, units, types, events, Ops."""

from collections.abc import Iterable

from pbem.core.data.json_types import Json
from pbem.core.data.tables import beside
from pbem.core.data.text import listed
from pbem.core.language.names import Names

from .parts import Parts, installed, with_pack


def names(pack: Json | None = None) -> Names:
    """All names, made from the component data, with a component pack if there is one."""
    parts = with_pack(pack) if pack else installed()
    return Names(
        {
            "area": {id: [area.name] for id, area in parts.areas.items()},
            "box": {id: [box["name"]] for id, box in parts.boxes.items()},
            "power": {"prc": ["PRC", "China", "Chinese"], "allied": ["Allies", "Allied"]},
            "country": {id: _country_names(record) for id, record in parts.countries.items()},
            "unit": {id: [unit_name(parts, id)] for id in parts.units},
            "unit-class": _classes(parts),
            "unit-short": _shorts(parts),
            "unit-type": {id: _spelt([record["name"], *record["aliases"]]) for id, record in parts.types.items()},
            "event": {id: [event["name"]] for id, event in parts.tables["events"].items()},
        },
        {name: id for name, id in MEANT.items() if id in parts.areas},
    )


MEANT = {name: id for id, names in beside(__file__, "meant").items() for name in names}
"""What people write for an area that the map calls otherwise: suggested where the name is refused."""


def _country_names(record: Json) -> list[str]:
    return list(dict.fromkeys([record["name"], record.get("abbreviation", record["name"])]))


def unit_name(parts: Parts, id: str) -> str:
    """A counter as reports print it: ``US CVN 1``, ``PRC J-10 2``, ``Twn combined arms 3``."""
    unit = parts.units[id]
    country = parts.countries[unit.country]
    return f"{country.get('abbreviation', country['name'])} {type_name(parts, unit.type)} {id.rpartition('-')[2]}"


def unit_names(parts: Parts, ids: Iterable[str]) -> str:
    """Counters in a question: ``US CVN 1 and US SAG 2``."""
    return listed([unit_name(parts, id) for id in ids])


def area_names(parts: Parts, ids: Iterable[str], word: str = "and") -> str:
    """Areas and boxes in a question."""
    return listed([area_name(parts, id) for id in ids], word)


def area_name(parts: Parts, id: str) -> str:
    """An area or a box in a question: ``Taiwan``, ``Taiwan Strait``."""
    return str(parts.areas[id].name if id in parts.areas else parts.boxes[id]["name"])


def type_name(parts: Parts, type: str) -> str:
    """The printed name of a type: the letters of ships, the name of aircraft and land units."""
    record = parts.types[type]
    return type.upper() if record["category"] == "naval" else record["name"]


def _classes(parts: Parts) -> dict[str, list[str]]:
    """``prc-armor``: a type of one country."""
    classes = {}
    for unit in parts.units.values():
        country = parts.countries[unit.country]
        short, name = country.get("abbreviation", country["name"]), type_name(parts, unit.type)
        aliases = parts.types[unit.type]["aliases"]
        words = [name, parts.types[unit.type]["name"], *aliases]
        classes[f"{unit.country}-{unit.type}"] = [f"{short} {word}" for word in _spelt(words)]
    return classes


def _spelt(words: list[str]) -> list[str]:
    """Words, and the British spelling of those that have one."""
    return list(dict.fromkeys([*words, *(word.replace("armor", "armour") for word in words)]))


def _shorts(parts: Parts) -> dict[str, list[str]]:
    """``armor-1``: a counter whose country goes without saying."""
    shorts = {}
    for id, unit in parts.units.items():
        number = id.rpartition("-")[2]
        words = _spelt([parts.types[unit.type]["name"], *parts.types[unit.type]["aliases"]])
        shorts[f"{unit.type}-{number}"] = [f"{word} {number}" for word in words]
    return shorts
