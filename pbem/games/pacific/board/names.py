"""The names under which people write areas, types of unit, nations, powers and forces."""

from pbem.core.data import components
from pbem.core.data.json_types import Json
from pbem.core.data.tables import beside
from pbem.core.language.names import Names

from .parts import PACKAGE, Parts


def make_names(pack: Json | None = None) -> Names:
    """All names, made from the component data, with a component pack if there is one."""
    return names_from(*(components.load(PACKAGE, name, pack) for name in ("map", "units", "turn")))


def names_from(area_map: Json, units: Json, turn: Json) -> Names:
    """The names in three component files, plain."""
    names = {}
    for id, record in area_map["areas"].items():
        aliases = [f"SZ {id[2:]}", f"Z{id[2:]}"] if record["kind"] == "sea" else record.get("aliases", [])
        names[id] = [record["name"], *aliases]
    return Names(
        {
            "area": names,
            "unit-type": {id: [record["name"], *record["aliases"]] for id, record in units["types"].items()},
            "nation": {id: [name] for id, name in turn["nations"].items()},
            "power": {id: [record["name"]] for id, record in turn["powers"].items()},
            "force": {
                "japan": ["Japanese", "jp", "jap"],
                "uk": ["British", "brit", "commonwealth"],
                "us": ["American", "US"],
                "china": ["Chinese", "chin"],
            },
        },
        {name: id for name, id in MEANT.items() if id in names},
    )


MEANT = {name: id for id, names in beside(__file__, "meant").items() for name in names}
"""What people write for an area that the map calls otherwise: suggested where the name is refused."""

PLURALS = ("infantry", "artillery", "armor")


def type_name(parts: Parts, id: str, count: int = 1) -> str:
    """``infantry``, ``2 fighters``: a unit type without its force."""
    known = parts.types.get(id)
    name = known.name.lower().partition(" (")[0].removeprefix("us ") if known else id
    return name if count == 1 else f"{count} {name}{'' if id in PLURALS else 's'}"


def kind_name(parts: Parts, id: str) -> str:
    """``infantry``, ``fighters``: units of a type, however many."""
    return type_name(parts, id, 2).partition(" ")[2]


def nation_name(parts: Parts, id: str) -> str:
    """A nation that has a purse, or a power."""
    return str(parts.turn["nations"].get(id, {"uk": "Britain"}.get(id, id)))


def of_nation(parts: Parts, id: str) -> str:
    """Behind "of": ``India``, ``the USA``."""
    return f"{'the ' if id == 'usa' else ''}{nation_name(parts, id)}"
