"""What must hold between the component files, whoever changed them: names exist, the map joins up.

The schemas say what each value may be; this says that the values fit together.  `check` runs over the
components of a pack before a game is made with it.
"""

from collections.abc import Iterator

from pbem.core.data import components
from pbem.core.data.collecting import spread
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem

LINK_KINDS = {
    "sea": ("sea", "sea"),
    "corner": ("sea", "sea"),
    "coast": ("land", "sea"),
    "border": ("land", "land"),
}


def check(components: Json) -> list[Problem]:
    """Problems of the components {"map": ..., "units": ..., "tables": ...}, all plain; [] if all fits."""
    map_, units, tables = (components[name] for name in ("map", "units", "tables"))
    problems = [*_check_names(map_, units, tables), *_check_links(map_)]
    if problems:
        return problems
    return [*_check_map(map_), *_check_units(map_, units), *_check_tables(tables)]


def _check_names(map_: Json, units: Json, tables: Json) -> Iterator[Problem]:
    """Every id that a component file names must be that of something."""
    known = {
        "area": map_["areas"],
        "place": map_["areas"] | map_["boxes"],
        "group": map_["groups"],
        "strait": map_["straits"],
        "event": tables["events"],
        "country": units["countries"],
        "unit type": units["types"],
        "set-up place": units["setup_places"],
    }
    yield from components.unknown("rd-data-unknown", _named(map_, units, tables), known)


def _named(map_: Json, units: Json, tables: Json) -> Iterator[tuple[str, str, str]]:
    """(kind, place, id) of everything that the files name."""
    yield from _named_by_map(map_)
    yield from _named_by_units(units)
    for dice, event in tables["event_lookup"]["results"].items():
        yield "event", f"tables: dice {dice}", event
    for end, record in tables["game_end"].items():
        yield from (("area", f"tables: end {end}", area) for area in record.get("areas", ()))
        yield from (("event", f"tables: end {end}", event) for event in record.get("plus", ()))
    for country in tables["special"]["operates"]:
        yield "country", "tables: special operates", country


def _named_by_map(map_: Json) -> Iterator[tuple[str, str, str]]:
    for link, record in map_["links"].items():
        yield from (("area", f"map: link {link}", area) for area in link.split("/"))
        if "strait" in record:
            yield "strait", f"map: link {link}", record["strait"]
    for area, record in map_["areas"].items():
        yield from (("area", f"map: coast of {area}", sea) for sea in record.get("coasts", {}).values())
    for group, areas in map_["groups"].items():
        yield from (("area", f"map: group {group}", area) for area in areas)
    for island, record in map_["passages"].items():
        yield from (("area", f"map: passage {island}", area) for area in (island, *record["seas"]))
    for strait, record in map_["straits"].items():
        yield from (("area", f"map: strait {strait}", area) for area in record["between"])
        yield "event", f"map: strait {strait}", record["until_event"]
    yield from (("area", "map: mainland", area) for area in map_["mainland"]["areas"])


def _named_by_units(units: Json) -> Iterator[tuple[str, str, str]]:
    for place, record in units["setup_places"].items():
        where = record["where"]
        yield from (("group", f"units: @{place}", where[key]) for key in ("group", "seas_next_to") if key in where)
        yield from (("area", f"units: @{place}", area) for area in where.get("except", ()))
    for unit, record in units["units"].items():
        yield "country", f"units: {unit}", record["country"]
        yield "unit type", f"units: {unit}", record["type"]
        setup = record["setup"]
        for place in (*setup.get("areas", ()), setup["default"], setup.get("fallback", setup["default"])):
            kind = "set-up place" if place.startswith("@") else "place"
            yield kind, f"units: set-up of {unit}", place.lstrip("@").split("/")[0]


def _check_links(map_: Json) -> Iterator[Problem]:
    """A link is called by its areas in alphabetical order and joins the kinds of area that its type says."""
    for link, record in map_["links"].items():
        ends = link.split("/")
        if ends != sorted(set(ends)):
            yield Problem("rd-data-link-order", where=f"map: link {link}", link=link, right="/".join(sorted(ends)))
        kinds = [map_["areas"][end]["kind"] for end in ends if end in map_["areas"]]
        if len(kinds) == 2 and tuple(sorted(kinds)) != LINK_KINDS[record["type"]]:
            one, other = sorted(kinds)
            yield Problem(
                "rd-data-link-kind", where=f"map: link {link}", link=link, type=record["type"], one=one, other=other
            )


def neighbours(map_: Json) -> dict[str, list[str]]:
    """{area: [adjacent areas]} of a map component."""
    found = {area: [] for area in map_["areas"]}
    for link in map_["links"]:
        one, other = link.split("/")
        found[one].append(other)
        found[other].append(one)
    return found


def _check_map(map_: Json) -> Iterator[Problem]:
    """All areas hang together, land areas touch a sea, and passages join the seas that touch them (9.3)."""
    beside = neighbours(map_)
    start = next(iter(map_["areas"]))
    reached = spread([start], beside.__getitem__)
    for area, record in map_["areas"].items():
        seas = [near for near in beside[area] if map_["areas"][near]["kind"] == "sea"]
        if area not in reached:
            yield Problem("rd-data-cut-off", where=f"map: {area}", area=area, start=start)
        if record["kind"] == "land" and not seas:
            yield Problem("rd-data-no-sea", where=f"map: {area}", rule="7.4", area=area)
        passage = map_["passages"].get(area)
        if passage and sorted(passage["seas"]) != sorted(seas):
            yield Problem(
                "rd-data-passage",
                where=f"map: {area}",
                rule="9.3",
                area=area,
                seas=", ".join(passage["seas"]),
                touching=", ".join(sorted(seas)),
            )


def _check_units(map_: Json, units: Json) -> Iterator[Problem]:
    """Counters fit their types, and the places that they take by default are legal (7.1, 9.5)."""
    stacks = {}
    for unit, record in units["units"].items():
        category = units["types"][record["type"]]["category"]
        if category != record["category"]:
            yield Problem(
                "rd-data-category", where=f"units: {unit}", unit=unit, category=record["category"], other=category
            )
        if (record["steps"] == 2) != ("reduced" in record):
            yield Problem("rd-data-steps", where=f"units: {unit}", rule="2.13", unit=unit, steps=record["steps"])
        place = record["setup"]["default"].split("/")[0]
        area = map_["areas"].get(place, {})
        if area and category == "air" and not area.get("base"):
            yield Problem("rd-data-no-base", where=f"units: {unit}", rule="9.5", unit=unit, area=place)
        if "stacking" in area:
            side = units["countries"][record["country"]]["leans"]
            stacks.setdefault((place, side, category), []).append(unit)
    for (place, side, category), stack in stacks.items():
        limit = map_["areas"][place]["stacking"][category]
        if len(stack) > limit:
            yield Problem(
                "rd-data-over-stack",
                where=f"units: {place}",
                rule="7.1",
                count=len(stack),
                category=f"{side} {category}",
                area=place,
                limit=limit,
            )


def _check_tables(tables: Json) -> Iterator[Problem]:
    """Events are listed under the dice that bring them, and the Korean War table has no hole (6.2, 11.5)."""
    for event, record in tables["events"].items():
        for dice in record["results"]:
            brought = tables["event_lookup"]["results"][dice]
            if brought != event:
                place = f"tables: dice {dice}"
                yield Problem("rd-data-lookup", "6.2", where=place, dice=dice, event=brought, other=event)
    korea = tables["korean_war"]
    for total in range(korea["least"], korea["most"] + 1):
        if str(total) not in korea["results"]:
            yield Problem("rd-data-korea", where="tables: korean_war", rule="11.5", total=total)
