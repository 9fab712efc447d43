"""3.1 to 3.4 Set-up: the Allies and the neutrals first, then the coast of the North Korean submarine, then the PRC."""

from collections.abc import Collection

from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Roll, pick
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .areas import of_category
from .steps import end_step

COASTS = "/"


@rule("3.2", "Allied set-up", also=("3.1", "3.3"))
def allied_set_up(t: Turn) -> Asking[None]:
    """3.1 The Allies set up first and completely: 3.2 their own units, 3.3 every neutral unit."""
    yield from set_up(t, "allied")


@rule("3.4", "PRC set-up", also=("3.1",))
def prc_set_up(t: Turn) -> Asking[None]:
    """3.4 Then the PRC sets up; its nuclear submarines may be in any sea."""
    yield from set_up(t, "prc")


@rule("3.1", "Order of set-up")
def set_up(t: Turn, side: str) -> Asking[None]:
    """3.1 One player places all units that are his to place; units with one place only need no decision."""
    placed = yield Ask("set-up", side)
    spots = yield from draw_counters(t, side, placed)
    for unit in fixed_units(t.board, side):
        [spots[unit]] = places_of(t.board, unit)
    units = sorted(spots, key=lambda id: t.board.parts.units[id].order)
    by_area = grouped((spots[unit], unit) for unit in units)
    for area in sorted(by_area):
        t.emit("units-placed", side=side, units=by_area[area], to=area, why="set-up")
    end_step(t)


@rule("2.11", "Counters at random")
def draw_counters(t: Turn, side: str, placed: list[Json]) -> Asking[dict[str, str]]:
    """2.11 Where a set-up names only a type whose counters differ, chance says which of them goes where.

    Returns ``{unit: area}`` of everything that is placed.  Ruling: R-2.11-named-counters.
    """
    spots = {unit: group["area"] for group in placed for unit in group["units"]}
    left = undrawn(t.board, side, placed)
    for group in placed:
        for name, count in sorted(group.get("draw", {}).items()):
            drawn = left[name]
            if count < len(drawn):
                drawn = yield Roll(f"2.11/{name}", pick(drawn, count))
            t.emit("counters-drawn", side=side, kind=name, units=drawn, area=group["area"])
            left[name] = [unit for unit in left[name] if unit not in drawn]
            spots.update(dict.fromkeys(drawn, group["area"]))
    return spots


@rule("3.3", "The North Korean coast", also=("3.6",))
def nk_coast(t: Turn) -> Asking[None]:
    """3.3 The PRC player chooses on which coast the North Korean submarine lies."""
    for unit in coastal_units(t.board):
        options = coasts_of(t.board, unit)
        coast = yield Ask("nk-coast", "prc", options=list(options), about={"unit": unit})
        t.emit("units-placed", side="prc", units=[unit], to=options[coast], coast=coast, why="set-up")
    end_step(t)


def coastal_units(board: Board) -> list[str]:
    """The units whose set-up list names coasts."""
    return [id for id, unit in board.parts.units.items() if any(COASTS in area for area in unit.setup.get("areas", ()))]


def coasts_of(board: Board, unit: str) -> dict[str, str]:
    """``{coast: area}`` of the set-up list of such a unit."""
    return {area.split(COASTS)[1]: area.split(COASTS)[0] for area in board.parts.units[unit].setup["areas"]}


def fixed_units(board: Board, side: str) -> list[str]:
    """Units that have one place only; the neutrals are the Allies' to place, but for the coast of some (3.3)."""
    fixed = [id for id in _units_of(board, side) if board.parts.units[id].setup["mode"] == "fixed"]
    return fixed + (coastal_units(board) if side == "allied" else [])


def units_to_place(board: Board, side: str) -> list[str]:
    """The units that the side places as it likes, in the order of the counters."""
    return [id for id in _units_of(board, side) if board.parts.units[id].setup["mode"] == "choice"]


def _units_of(board: Board, side: str) -> list[str]:
    wanted = ("prc",) if side == "prc" else ("allied", "neutral")
    sides = board.parts.starting_sides
    return [
        id
        for id, unit in board.parts.units.items()
        if sides[id] in wanted and unit.setup.get("chosen_by", side) == side
    ]


@rule("3.4", "Set-up places", also=("3.2", "3.3"))
def places_of(board: Board, unit: str) -> list[str]:
    """3.2, 3.4 The areas where the set-up list allows a unit, sorted."""
    found = set()
    for place in board.parts.units[unit].setup.get("areas", ()):
        found.update(_areas_of(board, place) if place.startswith("@") else [place.split(COASTS)[0]])
    return sorted(found)


def _areas_of(board: Board, token: str) -> Collection[str]:
    """The areas that a token of the set-up lists stands for."""
    parts = board.parts
    where = parts.setup_places[token[1:]]["where"]
    if "group" in where:
        return parts.groups[where["group"]]
    if "kind" in where:
        return [id for id, area in parts.areas.items() if area.is_land == (where["kind"] == "land")]
    if "start_control" in where:
        return [
            id
            for id, area in parts.areas.items()
            if area.is_land
            and area.start == where["start_control"]
            and id not in where.get("except", ())
            and (area.base or not where.get("base"))
        ]
    seas = {sea for area in parts.groups[where["seas_next_to"]] for sea in parts.areas[area].seas}
    if "without" in where:
        side, category = where["without"].split()
        seas = {sea for sea in seas if not of_category(board, board.units_at(sea, side), category)}
    return seas


# -- 2.11 types in an order ------------------------------------------------------------------------------------


def drawn_class(board: Board, ids: list[str], item: Json) -> str | None:
    """The ``country-type`` that an item of a set-up line asks for without naming a counter, if its counters differ."""
    if not isinstance(item, dict) or "number" in item:
        return None
    units = board.parts.units
    fits = [
        id
        for id in ids
        if units[id].type == item.get("type") and units[id].country == item.get("owner", units[id].country)
    ]
    if len({tuple(units[id].factors.items()) for id in fits}) < 2 or len({units[id].country for id in fits}) != 1:
        return None
    return f"{units[fits[0]].country}-{units[fits[0]].type}"


def drawn_classes(board: Board, side: str) -> dict[str, list[str]]:
    """``{country-type: [units]}`` among those that a side places freely whose counters differ."""
    ids, units = units_to_place(board, side), board.parts.units
    names = ((drawn_class(board, ids, {"owner": units[id].country, "type": units[id].type}), id) for id in ids)
    return grouped((name, id) for name, id in names if name)


def undrawn(board: Board, side: str, groups: list[Json]) -> dict[str, list[str]]:
    """``{country-type: [units]}`` that a set-up leaves to chance: those of a drawn type that it does not name."""
    named = {id for group in groups for id in group["units"]}
    drawn = {name for group in groups for name in group.get("draw", {})}
    left = {name: [] for name in sorted(drawn)}
    for id in units_to_place(board, side):
        unit = board.parts.units[id]
        if f"{unit.country}-{unit.type}" in left and id not in named:
            left[f"{unit.country}-{unit.type}"].append(id)
    return left
