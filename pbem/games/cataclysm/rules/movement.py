"""7.2 and 7.3 Movement and range: which areas a unit can reach, by land, by sea and by air.

A *spot* is a pair ``(area, coast)``; the coast is None except for naval units in an area with two coasts
(2.2.1). Reach is computed over spots and kept per version of the board.
"""

from collections.abc import Callable
from typing import Any

from pbem.core.data.collecting import grouped, paths, spread
from pbem.core.data.problems import Problem
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from .coasts import coasts_attacked
from .occupation import (
    Stacks,
    is_airfield,
    is_base_shore,
    is_port,
    occupation_problems,
    sea_distances,
    special_base_for,
)

Spot = tuple[str, str | None]
Way = tuple[Spot, ...]
Leg = tuple[Spot, str | None]  # and how an air unit came over the open sea there: "air", "ship" or None elsewhere

NAVAL_RANGE = 2
AIR_RANGE = {"air": 1, "strategic": 2}


def may_occupy(board: Board, unit: str, area: str) -> bool:
    """7.1 Whether a unit could stand in an area beside what is there now."""
    return joins(board, Stacks(board), unit, area)


def joins(board: Board, stacks: Stacks, unit: str, area: str) -> bool:
    """7.1 Whether a unit could stand in an area beside what is there once the moves of `stacks` are made."""
    return fits(board, Stacks(board, {**stacks.moved, unit: area}), unit, area)


def fits(board: Board, stacks: Stacks, unit: str, area: str) -> bool:
    """7.1 Whether the stack of the unit's ideology in an area is within its limits."""
    power = board.owner_of(unit)
    return not occupation_problems(board, stacks, area, board.ideology(power))


def overstacked(board: Board) -> list[tuple[str, str, list[Problem]]]:
    """``[(area, ideology, problems)]``: every area whose units may not all stay (7.1), in the order of the
    map."""
    stacks = Stacks(board)
    found = []
    for area in board.parts.areas:
        present = {board.ideology(owner) for owner in board.owners_of(board.units_in(area))}
        for ideology in board.parts.ideologies:
            if ideology in present:
                problems = occupation_problems(board, stacks, area, ideology)
                if problems:
                    found.append((area, ideology, problems))
    return found


# -- one step ------------------------------------------------------------------------------------------------


@rule("7.2.1", "Land movement", also=("2.3.4", "2.3.6"))
def land_steps(board: Board, power: str, area: str) -> list[str]:
    """7.2.1 Adjacent land and mixed areas that the power's land units may enter (7.2: friendly ones); from a sea area
    the map has no way by land."""
    return [other for other in board.near(area, "land") if may_enter(board, power, other)]


@rule("7.2", "Movement: what may be entered", also=("2.2.8",))
def may_enter(board: Board, power: str, area: str) -> bool:
    """7.2 A land or mixed area is entered only if it is friendly; 2.2.8 a remote one only by its controller."""
    if board.is_remote(area):
        return board.controller(area) == power
    return board.is_friendly_area(power, area)


@rule("7.2.2", "Naval movement", also=("2.3.6", "2.2.1"))
def naval_steps(board: Board, unit: str, spot: Spot, target: str | None = None) -> list[Spot]:
    """7.2.2 Spots one naval step away: sea to sea or coast, coast to sea, over a black arrow between a mixed
    area and a coast; never into an area with enemy naval units or strategic air forces (submarine packs
    pass) nor into land that is not friendly, except into the target of an operation.

    Ruling R-2.2.1-cargo: coasts bind naval units only; what is carried (8.4) lies on none and may leave from either.

    Ruling R-7.2.2-passing.
    """
    area, coast = spot
    key = ("naval steps", board.owner_of(unit), _mover(board, unit), area, coast)
    found = board.known(key, lambda: _naval_steps(board, unit, spot))
    if target in board.parts.naval_near(area, coast):
        return [*found, (target, _side(board, unit, target, area))]
    return found


def _naval_steps(board: Board, unit: str, spot: Spot) -> list[Spot]:
    """Steps whatever the target is."""
    area, coast = spot
    power = board.owner_of(unit)
    found = []
    for other in board.parts.naval_near(area, coast):
        if board.area(other).is_sea:
            is_open = board.type_of(unit) == "submarine" or not enemy_patrol(board, power, other)
        else:
            is_open = may_enter(board, power, other) or _base_spot(board, unit, other, area)
        if is_open:
            found.append((other, _side(board, unit, other, area)))
    return found


def _side(board: Board, unit: str, area: str, sea: str) -> str | None:
    """The coast on which a unit comes from a sea area; only naval units lie on one."""
    return board.parts.coast_of(area, sea) if board.class_of(unit) == "naval" else None


def _base_spot(board: Board, unit: str, area: str, sea: str) -> bool:
    """A special British base is entered from the seas of its coast (2.3.3), but not by land units."""
    return board.class_of(unit) != "land" and is_base_shore(board, board.owner_of(unit), area, sea)


def enemy_patrol(board: Board, power: str, area: str) -> bool:
    """Whether an enemy naval unit or strategic air force is in an area (4.3, 7.2.2)."""
    return area in board.known(("patrols", power), lambda: _enemy_areas(board, power, _patrols))


def _patrols(board: Board, unit: str) -> bool:
    return board.class_of(unit) == "naval" or board.side_of(unit) == "strategic"


def _enemy_areas(board: Board, power: str, wanted: Callable[..., Any]) -> dict[str, bool]:
    """{area: True} where enemies of the power have a unit that is `wanted(board, unit)`."""
    units = [unit for enemy in board.enemies(power) for unit in board.units_of(enemy) if wanted(board, unit)]
    return {board.at(unit): True for unit in units}


def enemy_air(board: Board, power: str, area: str) -> bool:
    """Whether an enemy air unit is in an area (7.2.3)."""
    return area in board.known(("enemy air", power), lambda: _enemy_areas(board, power, _flies))


def _flies(board: Board, unit: str) -> bool:
    return board.class_of(unit) == "air"


@rule("7.2.3", "Air movement")
def air_steps(board: Board, unit: str, area: str, target: str | None = None, operation: bool = False) -> list[str]:
    """7.2.3 Areas one air step away, over blue and black arrows too: seas, friendly land, and enemy land
    (edition 2022: only during operations); never into an area with an enemy air unit unless it is the
    target.

    Ruling R-7.2.3-overflight: land that is neither friendly nor enemy is closed in both editions.
    """
    key = ("air steps", board.owner_of(unit), area, operation)
    found = board.known(key, lambda: _air_steps(board, board.owner_of(unit), area, operation))
    if target in board.near(area, "air"):
        return [*found, target]
    return found


def _air_steps(board: Board, power: str, area: str, operation: bool) -> list[str]:
    """Steps whatever the target is."""
    over_enemy = operation or not board.is_2022
    found = []
    for other in board.near(area, "air"):
        if enemy_air(board, power, other):
            continue
        if board.area(other).is_sea or may_enter(board, power, other) or special_base_for(board, power, other):
            found.append(other)
        elif over_enemy and board.is_enemy_area(power, other) and not board.is_remote(other):
            found.append(other)
    return found


# -- deployment ----------------------------------------------------------------------------------------------


@rule("8.4", "Deployment: reach of a unit", also=("2.3.5", "7.3"))
def deployment_reach(board: Board, unit: str, start: Spot) -> dict[Spot, Way]:
    """8.4 Spots that a unit can reach from a spot in one deployment, with the way there: ``{(area, coast): (spots…)}``.

    Land, naval and air steps mix freely and go on without end, except that a Delay box stops the unit
    (2.3.5), naval steps keep within two sea or mixed areas of a friendly port (7.3.1), and an air unit
    flies over one sea area at a time: more on end it crosses by naval movement all the way (7.2).
    Occupation limits bind only where it stops and are not looked at here.

    Ruling R-8.4-no-air-range.
    """
    key = ("deployment", board.owner_of(unit), _mover(board, unit), *start)
    return board.known(key, lambda: _deployment_reach(board, unit, start))


def _mover(board: Board, unit: str) -> str:
    kind = board.class_of(unit)
    return board.type_of(unit) if kind == "naval" else kind


def _deployment_reach(board: Board, unit: str, start: Spot) -> dict[Spot, Way]:
    """Breadth first over ``(spot, how an air unit came over the open sea: "air", "ship" or None elsewhere)``."""
    kind = board.class_of(unit)

    def beside(leg: Leg) -> list[Leg]:
        is_end = leg[0] != start and delays(board, leg[0][0])
        return [] if is_end else _deployment_steps(board, unit, kind, leg)

    first: Leg = (start, None)
    found: dict[Spot, Way] = {}
    for (spot, _), path in paths(first, beside).items():
        found.setdefault(spot, tuple(leg[0] for leg in path))
    return found


@rule("8.4", "Deployment: what is a step away", also=("7.3",))
def next_spots(board: Board, unit: str, start: Spot) -> list[Spot]:
    """8.4 Spots that a unit reaches from a spot in the first step of a deployment."""
    return [spot for spot, _ in _deployment_steps(board, unit, board.class_of(unit), (start, None))]


def _deployment_steps(board: Board, unit: str, kind: str, state: Leg) -> list[Leg]:
    """What is one step from a state, the same for all units of a power that move alike, wherever they began."""
    key = ("deployment steps", board.owner_of(unit), _mover(board, unit), state)
    return board.known(key, lambda: _one_step(board, unit, kind, state))


def _one_step(board: Board, unit: str, kind: str, state: Leg) -> list[Leg]:
    spot, leg = state
    power = board.owner_of(unit)
    reached: list[Leg] = []
    if kind in ("land", "logistics"):
        reached += [((other, None), None) for other in land_steps(board, power, spot[0])]
    if kind == "air" and leg != "ship":
        for other in air_steps(board, unit, spot[0]):
            open_sea = board.area(other).is_sea and not is_airfield(board, power, other)
            if not (open_sea and leg == "air"):
                reached.append(((other, None), "air" if open_sea else None))
    if leg == "air":
        return reached
    distances = sea_distances(board, power)
    for port in naval_steps(board, unit, spot):
        place = board.area(port[0])
        if is_port(board, power, port[0]) or distances.get(port[0], 99) <= NAVAL_RANGE or not place.is_sea:
            afloat = kind == "air" and place.is_sea and not is_airfield(board, power, port[0])
            reached.append((port, "ship" if afloat else None))
    return reached


def delays(board: Board, area: str) -> bool:
    """2.3.5 Whether units that enter an area go no further in the action."""
    return board.area(area).delay and not _railroad(board, area)


@rule("12.3.1", "Trans-Siberian Railroad: delay")
def _railroad(board: Board, area: str) -> bool:
    """12.3.1 The Urals Delay box is ignored once the railroad marker lies in it."""
    return area == "urals" and board.at("su-trans-siberian-railroad") == "urals"


# -- operations ----------------------------------------------------------------------------------------------


@rule("7.3.3", "Extended range", also=("7.3.1", "7.3.2"))
def operation_range(board: Board, unit: str, target: str, form: str = "") -> str | None:
    """7.3 How a naval or air unit reaches the target of an operation from where it stands: "normal",
    "extended" (one area more) or None.  Every area entered counts, the target too, the area of origin does
    not.

    Ruling R-2.2.1-coast: ships attack on a coast that they can reach.
    """
    steps = unit_range(board, unit)
    if not board.parts.is_near(board.at(unit), target, "air" if board.class_of(unit) == "air" else "naval", steps + 1):
        return None
    for name, more in (("normal", 0), ("extended", 1)):
        if coasts_in_range(board, unit, target, form, steps + more):
            return name
    return None


def coasts_in_range(board: Board, unit: str, target: str, form: str, steps: int) -> list[str | None]:
    """The coasts of the target on which a unit can attack within so many steps; [None] where coasts do not matter."""
    wanted = coasts_attacked(board, board.owner_of(unit), form, target) if board.class_of(unit) == "naval" else None
    reached = within(board, unit, steps, target).get(target, ())
    return [coast for coast in reached if wanted is None or coast in wanted]


def unit_range(board: Board, unit: str) -> int:
    """7.3.1, 7.3.2 Two areas for naval units and strategic air forces, one for tactical air forces."""
    return AIR_RANGE[board.side_of(unit)] if board.class_of(unit) == "air" else NAVAL_RANGE


def within(board: Board, unit: str, steps: int, target: str | None = None) -> dict[str, list[str | None]]:
    """{area: spot} that a naval or air unit can move to in so many steps during an operation (7.2, 7.3)."""
    area, coast = board.at(unit), board.coast.get(unit)
    key = ("within", board.owner_of(unit), _mover(board, unit), area, coast, steps, target)
    return board.known(key, lambda: _within(board, unit, (area, coast), steps, target))


def _within(board: Board, unit: str, start: Spot, steps: int, target: str | None) -> dict[str, list[str | None]]:
    """Breadth first; of several coasts the nearest comes first."""

    def beside(spot: Spot) -> list[Spot]:
        is_end = spot != start and (spot[0] == target or delays(board, spot[0]))
        return [] if is_end else _operation_steps(board, unit, spot, target)

    return grouped(spread([start], beside, steps))


def _operation_steps(board: Board, unit: str, spot: Spot, target: str | None) -> list[Spot]:
    if board.class_of(unit) == "air":
        return [(other, None) for other in air_steps(board, unit, spot[0], target, operation=True)]
    return naval_steps(board, unit, spot, target)


@rule("10.2", "Support: who is adjacent")
def is_adjacent_for(board: Board, unit: str, area: str) -> bool:
    """10.2 Support comes from an adjacent area only: by an air step, or a naval step for fleets.

    Ruling R-10.2-step: the step itself is not barred by enemy units in the target.
    """
    here = board.at(unit)
    if board.class_of(unit) == "air":
        return area in board.near(here, "air")
    return area in board.parts.naval_near(here, board.coast.get(unit))


# -- where units may go back to ------------------------------------------------------------------------------


def is_haven(board: Board, unit: str, area: str) -> bool:
    """7.3 A friendly port for a naval unit, a friendly airfield for an air unit; a remote area of a friend is neither
    entered (`may_enter`) nor occupied, so that nobody asks about it."""
    power = board.owner_of(unit)
    return is_port(board, power, area) if board.class_of(unit) == "naval" else is_airfield(board, power, area)


@rule("10.10.1", "Land unit retreats", also=("2.4.4",))
def land_retreats(board: Board, unit: str, stacks: Stacks, origin: str | None = None) -> list[str]:
    """10.10.1 Adjacent friendly land and mixed areas that the unit can legally occupy beside those that have moved; an
    invasion force goes back to its area of origin (9.3.2).  Fortresses, logistics units and minor armies have nowhere
    to go."""
    if board.type_of(unit) != "army":
        return []
    near = [origin] if origin else land_steps(board, board.owner_of(unit), board.at(unit))
    return [area for area in near if joins(board, stacks, unit, area)]


@rule("10.10.2", "Naval and air unit retreats")
def sea_air_retreats(board: Board, unit: str, stacks: Stacks, extended: bool = False) -> list[Spot]:
    """10.10.2 Spots of friendly ports or airfields within range of where the unit is, that have room beside those that
    have moved.

    2018: normal range (extended if declared for the unit), else the nearest such area.
    2022: extended range always, three areas (tactical air forces two), else nothing.

    Ruling R-10.10.2-range: in the 2022 edition the new paragraph replaces the nearest-port rule.
    """
    return havens_in_reach(board, unit, stacks, unit_range(board, unit) + (1 if board.is_2022 or extended else 0))


@rule("7.3", "Range of retreats and regroups")
def havens_in_reach(board: Board, unit: str, stacks: Stacks, steps: int) -> list[Spot]:
    """7.3 Friendly ports or airfields within so many areas that the unit fits into beside those that have moved; in
    2018 the nearest if none is."""
    reached = within(board, unit, steps)
    found = _havens(board, unit, stacks, reached)
    while not found and not board.is_2022 and steps < len(board.parts.areas):
        steps += 1
        before, reached = reached, within(board, unit, steps)
        if len(reached) == len(before):
            break
        found = _havens(board, unit, stacks, reached)
    return found


def _havens(board: Board, unit: str, stacks: Stacks, reached: dict[str, list[str | None]]) -> list[Spot]:
    here = board.at(unit)
    return [
        (area, coast)
        for area, coasts in reached.items()
        if area != here and is_haven(board, unit, area) and joins(board, stacks, unit, area)
        for coast in coasts
    ]


@rule("10.11", "Regroup: where to")
def regroup_spots(
    board: Board, unit: str, target: str, stacks: Stacks, extended: bool = False, origin: str | None = None
) -> list[Spot]:
    """10.11 Spots a unit may regroup to, limits apart: from the target to friendly land, ports or airfields,
    or from such an area into the target, within its range (extended if declared for it).  A ship or
    aircraft that cannot stay in the target goes where it has room beside those that have moved, in 2018 to the nearest
    haven if none in range has (7.3; 10.10.2 says the same of a retreat).

    `origin`: where an invasion force came from; its land units move between there and the target too (9.3.2).

    Ruling: R-7.3-full-haven.
    """
    here = board.at(unit)
    if board.class_of(unit) == "land":
        if board.type_of(unit) != "army":
            return []
        near = land_steps(board, board.owner_of(unit), here)
        if here == target:
            back = [origin] if origin and origin not in near and may_enter(board, board.owner_of(unit), origin) else []
            return [(area, None) for area in [*near, *back]]
        return [(target, None)] if target in near or here == origin else []
    if board.class_of(unit) == "logistics":
        return []
    steps = unit_range(board, unit) + (1 if extended else 0)
    reached = within(board, unit, steps)
    if here == target and not is_haven(board, unit, here):
        return havens_in_reach(board, unit, stacks, steps)
    if here == target:
        areas = [area for area in reached if area != here and is_haven(board, unit, area)]
    else:
        areas = [target] if target in reached and is_haven(board, unit, target) and is_haven(board, unit, here) else []
    return [(area, coast) for area in areas for coast in reached[area]]
