"""What must always hold on a board, each with its rule number."""

from collections.abc import Iterator

from pbem.core.data.problems import Problem

from ..board.board import ABOARD, ELIMINATED, Board
from ..board.parts import OTHER, SIDES, Unit
from ..rules.areas import CATEGORIES, in_neutral_country, of_category, over_stack
from ..rules.movement import at_sea_count


def invariants(board: Board) -> list[Problem]:
    """Everything that does not hold, as problems; empty when all is well.

    While an Op or an event is carried out, control, stacking and bases are settled step by step; then only that is
    tested which holds after every fact.  So it is when the game has ended at once (4.2), in the middle of an Op.
    """
    is_settled = board.settled and not board.result
    return [problem for test in (ALWAYS + SETTLED if is_settled else ALWAYS) for problem in test(board)]


def _places(board: Board) -> Iterator[Problem]:
    places = {*board.parts.areas, *board.parts.boxes}
    for unit, place in board.place.items():
        if place not in places and not place.startswith(ABOARD):
            yield Problem("rd-held-place", rule="2.2", unit=unit, place=place)
    held = sorted(unit for ids in board.at.values() for unit in ids)
    if held != sorted(board.place) or any(board.place[id] != place for place, ids in board.at.items() for id in ids):
        yield Problem("rd-held-derived", rule="2.2", what="where units are")
    for side in SIDES:
        for area, count in board.lands[side].items():
            if count != len(of_category(board, board.units_at(area, side), "land")):
                yield Problem("rd-held-derived", rule="3.5", what=f"land units in {area}")


def _kinds(board: Board) -> Iterator[Problem]:
    areas, units = board.parts.areas, board.parts.units
    for id, place in board.place.items():
        area, unit = areas.get(place), units[id]
        if area is None:
            continue
        if unit.category == "air" and not area.is_land:
            yield Problem("rd-held-air-at-sea", rule="9.5", unit=id, area=place)
        if unit.category == "land" and unit.is_heavy and not area.is_land:
            yield Problem("rd-held-heavy-at-sea", rule="9.9", unit=id)
        side = board.side[id]
        if side == "prc" and area.prc_forbidden:
            yield Problem("rd-held-prc", rule="3.5", unit=id, area=place)
        if side == "allied" and area.mainland and unit.category != "air":
            yield Problem("rd-held-mainland", rule="7.11", unit=id)


def _who_may_stay(board: Board) -> Iterator[Problem]:
    areas, units = board.parts.areas, board.parts.units
    for id, place in board.place.items():
        area, unit, side = areas.get(place), units[id], board.side[id]
        if area is None:
            continue
        if place in board.closed and side in OTHER:
            yield Problem("rd-held-closed", rule="6.18", unit=id, area=place)
        if unit.category != "land" and area.is_land and side in OTHER and not _may_stay(board, side, unit, place):
            yield Problem("rd-held-ship-on-land", rule="9.5", unit=id, area=place)


def _may_stay(board: Board, side: str, unit: Unit, area: str) -> bool:
    if board.holder[area] == side or board.is_contested(area):
        return True
    korea = board.parts.special["korea"]
    return area in korea["areas"] and (board.war == side or korea["hosts"][area] == unit.country)


def _cargo(board: Board) -> Iterator[Problem]:
    units = board.parts.units
    for place, ids in board.at.items():
        if not place.startswith(ABOARD) or not ids:
            continue
        ship = place[len(ABOARD) :]
        for id in ids:
            if ship not in units or not units[id].is_heavy or board.place[ship] == ELIMINATED:
                yield Problem("rd-held-cargo", rule="9.9", unit=id, ship=ship)
        if ship in units and len(ids) > units[ship].capacity:
            yield Problem("rd-held-capacity", rule="9.9", ship=ship, count=len(ids), limit=units[ship].capacity)


def _unloaded(board: Board) -> Iterator[Problem]:
    for place, ids in board.at.items():
        if place.startswith(ABOARD) and ids:
            area = board.area_of(ids[0])
            if area and board.parts.areas[area].is_land:
                ship = place[len(ABOARD) :]
                yield Problem("rd-held-ashore", rule="9.9", unit=ids[0], ship=ship, area=area)


def _at_sea(board: Board) -> Iterator[Problem]:
    limit = board.parts.tables["limits"]["at_sea_units_per_side"]
    for side in SIDES:
        count = at_sea_count(board, side)
        if count > limit:
            yield Problem("rd-held-at-sea", rule="9.8", side=side, count=count, limit=limit)


def _stacking(board: Board) -> Iterator[Problem]:
    for side in SIDES:
        for area in board.holder:
            for category in CATEGORIES if board.parts.areas[area].limits else ():
                units = of_category(board, board.units_at(area, side), category)
                if over := over_stack(board.parts, area, category, len(units)):
                    yield Problem("rd-held-stacking", rule="7.1", area=area, over=over, category=category, side=side)


def _control(board: Board) -> Iterator[Problem]:
    areas = board.parts.areas
    for area, holder in board.holder.items():
        alone = [side for side in SIDES if board.has_land(side, area)]
        if len(alone) == 1 and holder != alone[0] and not in_neutral_country(board, area):
            yield Problem("rd-held-control", rule="3.5", side=alone[0], area=area, holder=holder)
        if area not in board.closed:
            due = areas[area].vp if board.is_friendly("prc", area) else 0
            if due != board.scored.get(area, 0):
                yield Problem("rd-held-score", rule="4.5", area=area, points=board.scored.get(area, 0))


def _numbers(board: Board) -> Iterator[Problem]:
    for unit in board.reduced:
        if board.parts.units[unit].steps < 2 or board.place[unit] == ELIMINATED:
            yield Problem("rd-held-reduced", rule="2.13", unit=unit)
    if not 0 <= board.actions <= board.parts.tables["game_end"]["thirty-actions"]["prc_actions"]:
        yield Problem("rd-held-actions", rule="4.1", actions=board.actions)


ALWAYS = (_places, _kinds, _cargo, _at_sea, _numbers)
SETTLED = (_who_may_stay, _unloaded, _stacking, _control)
