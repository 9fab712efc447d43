"""The names people write: areas, powers, units, what is built, special actions."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import spelled
from pbem.core.data.tables import beside
from pbem.core.data.text import listed, the
from pbem.core.language.names import Names

from .parts import COMMITMENTS, STABILITIES, parts_of

NAMES: dict[str, Any] = beside(__file__, "names")
"""What things are called, by kind; the words of a name that take an article in a sentence; what fields of sentences
hold."""
POWERS, IDEOLOGIES, UNIT_TYPES, BUILDS, COUNTERS, SPECIAL, WARS, MARKERS, ARTICLES, FIELDS = NAMES.values()


LEVELS = {
    "commitment": {word: [word.replace("-", " ").capitalize()] for word in COMMITMENTS},
    "stability": {word: [word.capitalize()] for word in STABILITIES},
    "posture": {word: SPECIAL[word] for word in ("military-reforms", "political-purges", "collective-security")},
}


MEANT = {name: id for id, names in beside(__file__, "meant").items() for name in names}
"""What people write for an area or a power that the map calls otherwise: suggested where the name is refused."""


def names(pack: Json | None = None) -> Names:
    """The Names of the title, with a component pack if there is one; areas of both maps, whatever is in play."""
    parts = parts_of("empty", pack)
    areas = {area.id: [area.name, *area.aliases] for area in parts.all_areas.values()}
    units = {id: [] for id, counter in parts.counters.items() if counter.is_unit}
    upgrades = {id: [] for id, counter in parts.counters.items() if counter.type == "upgrade"}
    return Names(
        {
            "area": areas,
            "power": POWERS,
            "ideology": IDEOLOGIES,
            "unit-type": UNIT_TYPES,
            "unit": units,
            "upgrade": upgrades,
            "build": BUILDS,
            "counter": COUNTERS,
            "special": SPECIAL,
            "war": WARS,
            "marker": MARKERS,
            **LEVELS,
        },
        MEANT,
    )


def within(name: str) -> str:
    """A name within a sentence: with its article (the Soviet Union, the Yellow Sea, the Ruhr), and a capital that is
    printed in capitals as other names are."""
    first, space, rest = name.partition(" ")
    name = f"{first.capitalize() if first.isupper() else first}{space}{rest}"
    return the(name, ARTICLES)


_KINDS = {field: kind for kind, fields in FIELDS.items() for field in fields}


def spell(field: str, value: Any) -> Any:
    """What a sentence about an order says for a field that holds an id: a power, an area, a unit, a counter."""
    kind = _KINDS.get(field)
    if not isinstance(value, str) or not kind:
        return value
    if kind == "powers":
        ids = value.split(", ")
        return listed([within(POWERS[id][0]) for id in ids]) if all(id in POWERS for id in ids) else value
    if kind == "counters":
        known = {**BUILDS, **UNIT_TYPES, **COUNTERS, **SPECIAL}
        return known[value][0] if value in known else value
    parts = parts_of("empty")
    if kind == "units":
        counter = parts.counters.get(value)
        if counter is None or not counter.power:
            return value
        return f"the {POWERS[counter.power][2]} {UNIT_TYPES[counter.type][0]} {value}"
    area, slash, coast = value.partition("/")
    name = within(parts.all_areas[area].name if area in parts.all_areas else area)
    return f"{name} ({coast} coast)" if slash else name


spelled("ca-", spell, but=("ca-data-", "ca-inv-", "ca-position-"))  # those speak of files, which hold ids
