"""What must hold between the component files, whoever changed them: ids exist, the map joins up, set-ups are possible.

The schemas say what each value may be; this says that the values fit together.  `check` runs over the components of a
pack before a game is made with it.
"""

from collections.abc import Iterator
from typing import Any

from pbem.core.data import components
from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem

from ..board.parts import NORMAL, PACKAGE

FIXED = (("map", "areas", "area"), ("powers", "powers", "power"))
PROVOCATIONS = (
    ("provokes", "provokedBy"),
    ("provokesByAlliance", "provokedByAlliance"),
    ("provokesByCommitment", "provokedByCommitment"),
)


def check(documents: Json) -> list[Problem]:
    """Problems of the components {"map": ..., "powers": ..., "crisis": ..., "scenarios/c1": ...}, all plain."""
    problems = [*_check_ids(documents), *_check_named(documents)]
    if problems:
        return problems
    problems = [
        *_check_edges(documents["map"]),
        *_check_coasts(documents["map"]),
        *_check_capitals(documents),
        *_check_cards(documents["powers"]),
        *_check_crisis(documents["crisis"]),
    ]
    for file in _scenarios(documents):
        problems += _check_scenario(file, documents)
    return problems


def _scenarios(documents: Json) -> list[str]:
    return sorted(name for name in documents if name.startswith("scenarios/"))


# -- names -----------------------------------------------------------------------------------------------------


def _check_ids(documents: Json) -> Iterator[Problem]:
    """The areas and powers that are installed are still there: rules name them."""
    for file, group, kind in FIXED:
        for id in components.load(PACKAGE, file)[group]:
            if id not in documents[file][group]:
                yield Problem("ca-data-gone", where=file, place=file, kind=kind, id=id)


def _check_named(documents: Json) -> Iterator[Problem]:
    """Every id that a file names is that of something."""
    known = {
        "area": documents["map"]["areas"],
        "turn": documents["turn-track"]["turns"],
        "special marker": [id for card in documents["powers"]["powers"].values() for id in card["specialMarkers"]],
    }
    named = [*_named_by_map(documents["map"]), *_named_by_powers(documents["powers"]), *_named_by_crisis(documents)]
    for file in _scenarios(documents):
        record, out = documents[file], documents[file]["areasOutOfPlay"]
        known[f"area in play in {file}"] = [
            id for id, area in documents["map"]["areas"].items() if area["map"] in record["maps"] and id not in out
        ]
        named += _named_by_scenario(file, record)
    yield from components.unknown("ca-data-unknown", named, known)


def _named_by_map(world: Json) -> Iterator[tuple[str, str, str]]:
    """(kind, place, id) of everything that the maps name."""
    for edge, record in world["edges"].items():
        yield from (("area", f"map: edge {edge}", end) for end in edge.split("--"))
        yield from (("area", f"map: coast of {edge}", area) for area in record.get("coast", ()))
    for edge in world["impassable"]:
        yield from (("area", f"map: impassable {edge}", end) for end in edge.split("--"))


def _named_by_powers(powers: Json) -> Iterator[tuple[str, str, str]]:
    for id, marker in powers["neutral"]["markers"].items():
        yield from (("area", f"powers: marker {id}", area) for area in marker.get("areas", ()))
    for power, card in powers["powers"].items():
        for id, marker in card["specialMarkers"].items():
            if "backOf" in marker:
                yield "special marker", f"powers: marker {id} of {power}", marker["backOf"]


def _named_by_crisis(documents: Json) -> Iterator[tuple[str, str, str]]:
    for table in ("peacetime", "wartime"):
        for entry, event in documents["crisis"][table].items():
            for effect in event["effects"]:
                for area in (*effect.get("areas", ()), *effect.get("table", {}).values()):
                    yield "area", f"crisis: {table} {entry}", area


def _named_by_scenario(file: str, record: Json) -> Iterator[tuple[str, str, str]]:
    """What a scenario names: its turns, the areas out of play, and where things stand, which must be in play."""
    yield from (("turn", file, record[name]) for name in ("startTurn", "endTurn"))
    yield from (("turn", f"{file}: turnTrack", turn) for turn in record["turnTrack"])
    yield from (("area", f"{file}: areasOutOfPlay", area) for area in record["areasOutOfPlay"])
    neutral, here = record["neutral"], f"area in play in {file}"
    for name in ("minorArmies", "specialBritishBases"):
        yield from ((here, f"{file}: {name}", area) for area in neutral[name])
    yield from ((here, f"{file}: civilWars", war["area"]) for war in neutral["civilWars"])
    yield from ((here, f"{file}: neutralCubes", area) for area in neutral["neutralCubes"])
    for power, state in record["powers"].items():
        yield from ((here, f"{file}: units of {power}", area) for area in state["units"]["map"])
        yield from ((here, f"{file}: cubes of {power}", area) for area in state["cubes"])


# -- the map ---------------------------------------------------------------------------------------------------


def _check_edges(world: Json) -> Iterator[Problem]:
    """Each edge joins two areas once, in ways that the areas allow (2.2), and no area lies alone."""
    areas, touched = world["areas"], set()
    for edge, record in world["edges"].items():
        one, other = edge.split("--")
        touched.update((one, other))
        if one == other:
            yield Problem("ca-data-edge", rule="2.2", where=f"map: edge {edge}", edge=edge, area=one)
        back = f"{other}--{one}"
        if one < other and back in world["edges"]:
            yield Problem("ca-data-edge-twice", rule="2.2", where=f"map: edge {edge}", edge=edge, other=back)
        if edge in world["impassable"] or back in world["impassable"]:
            yield Problem("ca-data-impassable", rule="2.3.4", where=f"map: edge {edge}", edge=edge)
        kinds = [areas[end]["kind"] for end in (one, other)]
        if "sea" in kinds and "land" in record["modes"]:
            yield Problem(
                "ca-data-edge-kind",
                rule="2.2",
                where=f"map: edge {edge}",
                edge=edge,
                mode="land",
                one=kinds[0],
                other=kinds[1],
            )
    for id in areas:
        if id not in touched:
            yield Problem("ca-data-cut-off", rule="2.2", where=f"map: {id}", area=id)


def _check_coasts(world: Json) -> Iterator[Problem]:
    """Coasts that edges and bases name are coasts of their area (2.2.1)."""
    named = [
        (f"map: edge {edge}", area, coast)
        for edge, record in world["edges"].items()
        for area, coast in record.get("coast", {}).items()
    ]
    for id, record in world["areas"].items():
        named += [(f"map: base in {id}", id, base["coast"]) for base in record["bases"] if "coast" in base]
    for place, area, coast in named:
        coasts = world["areas"][area]["coasts"]
        if coast not in coasts:
            yield Problem(
                "ca-data-coast",
                rule="2.2.1",
                where=place,
                place=place,
                coast=coast,
                area=area,
                coasts=", ".join(coasts) or "none",
            )


def _check_capitals(documents: Json) -> Iterator[Problem]:
    """Each power has one capital among its home areas (2.2.3)."""
    for power in documents["powers"]["powers"]:
        found = [
            id
            for id, area in documents["map"]["areas"].items()
            if area.get("capital") and area["owner"] == {"type": "home", "power": power}
        ]
        if len(found) != 1:
            yield Problem("ca-data-capital", rule="2.2.3", where="map", power=power, areas=", ".join(found) or "none")


# -- cards and tables --------------------------------------------------------------------------------------------


def _check_cards(powers: Json) -> Iterator[Problem]:
    """Cards and ideologies agree, and whoever provokes another is named on the other's card (5.2)."""
    for power, card in powers["powers"].items():
        listed = [name for name, ideology in powers["ideologies"].items() if power in ideology["powers"]]
        if listed != [card["ideology"]]:
            yield Problem(
                "ca-data-ideology",
                rule="1.1",
                where=f"powers: {power}",
                power=power,
                ideology=card["ideology"],
                listed=", ".join(listed) or "none",
            )
        for does, done in PROVOCATIONS:
            yield from _one_sided(powers["powers"], power, does, done)
            yield from _one_sided(powers["powers"], power, done, does)


def _one_sided(cards: Json, power: str, mine: str, theirs: str) -> Iterator[Problem]:
    for other in cards[power][mine]:
        if power not in cards[other][theirs]:
            yield Problem(
                "ca-data-provokes",
                rule="5.2",
                where=f"powers: {power}",
                one=power,
                other=other,
                mine=mine,
                theirs=theirs,
            )


def _check_crisis(crisis: Json) -> Iterator[Problem]:
    """Each roll of the dice brings one event of either table (3.7.4)."""
    for table in ("peacetime", "wartime"):
        for entry, event in crisis[table].items():
            if event["roll"] != entry:
                yield Problem(
                    "ca-data-roll",
                    rule="3.7.4",
                    where=f"crisis: {table} {entry}",
                    dice=event["roll"],
                    entry=entry,
                    table=table,
                )
        for high in range(1, 7):
            for low in range(1, high + 1):
                if f"{high}-{low}" not in crisis[table]:
                    yield Problem(
                        "ca-data-no-event", rule="3.7.4", where=f"crisis: {table}", table=table, dice=f"{high}-{low}"
                    )


# -- scenarios ---------------------------------------------------------------------------------------------------


def _check_scenario(file: str, documents: Json) -> Iterator[Problem]:
    """Turns are in order, the powers in play are set up, and there are counters enough (1.3)."""
    record, turns = documents[file], documents["turn-track"]["turns"]
    if turns.index(record["endTurn"]) < turns.index(record["startTurn"]):
        yield Problem(
            "ca-data-turns", rule="1.3", where=file, place=file, start=record["startTurn"], end=record["endTurn"]
        )
    lacking = [power for power in record["powersInPlay"] if power not in record["powers"]]
    if lacking:
        yield Problem("ca-data-powers", rule="1.3", where=file, place=file, powers=", ".join(lacking))
    for power, state in record["powers"].items():
        card = documents["powers"]["powers"][power]
        there = {
            **card["units"],
            **{f"upgrade-{kind}": count for kind, count in card["upgradeMarkers"].items()},
            "flag": card["flags"],
            "offensive": card["offensives"],
        }
        for type, count in sorted(_placed(record, power, state).items()):
            if count > there.get(type, 0):
                yield Problem(
                    "ca-data-too-many",
                    rule="1.3",
                    where=f"{file}: {power}",
                    place=file,
                    count=count,
                    type=type,
                    power=power,
                    limit=there.get(type, 0),
                )


def _placed(record: Json, power: str, state: Json) -> Any:
    """{counter type: how many} a scenario places of a power; an upgraded unit is a unit of its normal type."""
    units = state["units"]
    groups = [*units["map"].values(), units["available"], units.get("offMap", {})]
    names = [name for group in groups for name, count in group.items() for _ in range(count)]
    names += [*state["actionCup"], *([state["reserve"]] if state["reserve"] else [])]
    names += [name for waiting in record["turnTrack"].values() for name in waiting.get("power", {}).get(power, ())]
    types = {**NORMAL, "il-duce": "flag", "resource": "offensive"}
    return summed((types.get(name, name), 1) for name in names)
