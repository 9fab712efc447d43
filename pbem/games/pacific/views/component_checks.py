"""What must hold between the component files, whoever changed them: ids exist, the map joins up, set-ups are legal.

The schemas say what each value may be; this says that the values fit together.  `check` runs over the components of a
pack before a game is made with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core.data import components
from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.title.game import Game

from ..board.parts import PACKAGE

KINDS = {"land": "land", "island": "land", "impassable": "land", "sea": "sea"}
FIGHTERS = {"land-attack": ("land", "air"), "land-defence": ("land", "air"), "sea-attack": ("sea", "air")}
TERRITORY = "territory"
FIXED = (("map", "areas", "area"), ("map", "extra_routes", "convoy route"), ("units", "types", "unit type"))


def check(documents: Json) -> list[Problem]:
    """Problems of the components {"map": ..., "units": ..., "turn": ..., "scenarios/...": ...}, all plain."""
    problems = [*_check_ids(documents), *_check_named(documents)]
    if problems:
        return problems
    area_map = documents["map"]
    return [
        *_check_links(area_map),
        *_check_places(area_map),
        *_check_powers(documents),
        *_check_losses(documents),
        *_check_set_ups(documents),
    ]


def _check_ids(documents: Json) -> Iterator[Problem]:
    """Everything that the installed files have is still there, and no type of unit is new."""
    for file, group, kind in FIXED:
        for id in components.load(PACKAGE, file)[group]:
            if id not in documents[file][group]:
                yield Problem("pac-data-gone", where=file, place=file, kind=kind, id=id)
    for id in documents["units"]["types"]:
        if id not in components.load(PACKAGE, "units")["types"]:
            yield Problem("pac-data-new-type", where="units", id=id)


def _check_named(documents: Json) -> Iterator[Problem]:
    """Every id that a file names is that of something."""
    areas, types = documents["map"]["areas"], documents["units"]["types"]
    known = {
        "area": areas,
        "sea zone": [id for id, record in areas.items() if record["kind"] == "sea"],
        TERRITORY: [id for id, record in areas.items() if record["kind"] in ("land", "island")],
        "unit type": types,
    }
    named = [*_named_by_map(documents["map"]), *_named_by_tables(documents)]
    yield from components.unknown("pac-data-unknown", named, known)


def _named_by_map(area_map: Json) -> Iterator[tuple[str, str, str]]:
    """(kind, place, id) of everything that the map names."""
    for link in area_map["links"]:
        yield from (("area", f"map: link {link}", end) for end in link.split("/"))
    for id, record in area_map["areas"].items():
        yield from (("sea zone", f"map: base of {id}", zone) for zone in record.get("naval_base", ()))
        if "in_zone" in record:
            yield "sea zone", f"map: {id}", record["in_zone"]
        if "route" in record:
            yield TERRITORY, f"map: convoy route in {id}", record["route"]["of"]
    for zone, route in area_map["extra_routes"].items():
        yield "sea zone", "map: extra_routes", zone
        yield TERRITORY, f"map: convoy route in {zone}", route["of"]


def _named_by_tables(documents: Json) -> Iterator[tuple[str, str, str]]:
    """(kind, place, id) of everything that the units and the tables name."""
    for id, record in documents["units"]["types"].items():
        yield from (("unit type", f"units: {id} carries", type) for type in record.get("carries", {}).get("size", ()))
    victory = documents["turn"]["victory"]
    for id in (*victory["capitals_for_japan"], victory["capital_for_allies"]):
        yield TERRITORY, "turn: victory", id
    for order, types in documents["turn"]["loss_orders"].items():
        yield from (("unit type", f"turn: loss_orders {order}", type.rstrip("!")) for type in types)


def _check_links(area_map: Json) -> Iterator[Problem]:
    """A link is called by its two areas in alphabetical order, once, and joins what its type says."""
    linked = set()
    for link, type in area_map["links"].items():
        one, other = link.split("/")
        linked.update((one, other))
        if one >= other:
            right = "/".join(sorted((one, other)))
            yield Problem("pac-data-link-order", where=f"map: link {link}", link=link, right=right)
        kinds = sorted(KINDS[area_map["areas"][end]["kind"]] for end in (one, other))
        if type != "-".join(kinds):
            yield Problem(
                "pac-data-link-kind", where=f"map: link {link}", link=link, type=type, one=kinds[0], other=kinds[1]
            )
    for id in area_map["areas"]:
        if id not in linked:
            yield Problem("pac-data-cut-off", where=f"map: {id}", area=id)


def _check_places(area_map: Json) -> Iterator[Problem]:
    """Naval bases serve zones beside them, an island lies in its zone, and each nation has one capital."""
    for id, record in area_map["areas"].items():
        zones = [("base of ", zone) for zone in record.get("naval_base", ())]
        zones += [("", record["in_zone"])] if "in_zone" in record else []
        for what, zone in zones:
            if "/".join(sorted((id, zone))) not in area_map["links"]:
                place = f"map: {what}{id}"
                yield Problem("pac-data-not-beside", where=place, place=place, zone=zone, area=id)
    rows = ((record["capital_of"], id) for id, record in area_map["areas"].items() if "capital_of" in record)
    for nation, areas in sorted(grouped(rows).items()):
        if len(areas) != 1:
            yield Problem("pac-data-capital", where="map", nation=nation, areas=", ".join(areas))


def _check_powers(documents: Json) -> Iterator[Problem]:
    """Each nation belongs to one power and has a capital."""
    turn, areas = documents["turn"], documents["map"]["areas"]
    capitals = [record["capital_of"] for record in areas.values() if "capital_of" in record]
    for nation in turn["nations"]:
        powers = [id for id, record in turn["powers"].items() if nation in record["nations"]]
        if len(powers) != 1:
            shown = ", ".join(powers) or "none"
            yield Problem("pac-data-nation", where="turn: powers", nation=nation, powers=shown)
        if nation not in capitals:
            yield Problem("pac-data-capital", where="map", nation=nation, areas="none")


def _check_losses(documents: Json) -> Iterator[Problem]:
    """The published orders of loss leave out nobody who can be hit."""
    types = documents["units"]["types"]
    for order, categories in FIGHTERS.items():
        listed = documents["turn"]["loss_orders"][order]
        lacking = [id for id, record in types.items() if record["category"] in categories and id not in listed]
        if lacking:
            yield Problem("pac-data-loss-order", where="turn: loss_orders", order=order, types=", ".join(lacking))


def _check_set_ups(documents: Json) -> Iterator[Problem]:
    """The units of every scenario can be read, and stand where units of their kind can stand."""
    from pbem.core.title.positions import read_units

    from .. import game as title
    from ..board.names import names_from

    names = names_from(*(documents[name] for name in ("map", "units", "turn")))
    game = Game(**{**title.GAME.__dict__, "names": names})
    for file in sorted(name for name in documents if name.startswith("scenarios/")):
        placements, problems = read_units(documents[file]["units"], game)
        yield from (problem.at(file) for problem in problems)
        if not problems:
            yield from _misplaced(file, placements, documents)


def _misplaced(file: str, placements: Sequence[Mapping[str, Any]], documents: Json) -> Iterator[Problem]:
    from .positions import token_of

    for placed in placements:
        area = documents["map"]["areas"][placed["place"]]
        category = documents["units"]["types"].get(placed["type"], {}).get("category")
        at_sea = area["kind"] == "sea"
        fits = category in ("sea", "air") if at_sea else category != "sea" and area["kind"] != "impassable"
        if token_of(placed) is None or not fits:
            unit = f"{placed['side']} {placed['type']}"
            yield Problem("pac-data-place", where=file, unit=unit, area=placed["place"])
