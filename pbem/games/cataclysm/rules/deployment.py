"""8.4 Deployment: judged as a whole, move by move, on stacks laid over the board."""

from collections.abc import Iterable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.names import within
from .coasts import unnamed_coast
from .due import due
from .movement import Spot, Way, delays, deployment_reach, next_spots
from .occupation import Stacks, occupation_problems
from .retreat import CUP, parted, spot
from .special_rules import isolationism_bars, treaty_bars
from .supply import has_loc


@rule("8.4", "Deployment")
def deployment(t: Turn, power: str, plan: Json) -> Asking[None]:
    """8.4 Some or all units of a power move, as often and as far as they like (after 3.7.2 only the one just placed):
    `plan` is the settled answer."""
    board = t.board
    for move in plan["moves"]:
        _move(t, power, move)
    if board.offensive_if_any:
        moved = {move["unit"] for move in plan["moves"] if move["to"] != CUP} - {*board.offensive["deployed"]}
        if moved:
            t.emit("units-deployed", power=power, units=sorted(moved), rule="8.4.2")
    yield from due(t, "markers")


def deployment_asks(board: Board, power: str, source: str) -> list[Ask]:
    """8.4 The question which units move, in a list; nobody is asked when nothing can."""
    can_move = any(is_movable(board, unit) for unit in board.units_of(power))
    return [Ask("deploy", power, about={"source": source}, rule="8.4")] if can_move else []


def _move(t: Turn, power: str, move: Json) -> None:
    unit, here = move["unit"], t.board.at(move["unit"])
    fields = {"power": power, "unit": unit, "side": t.board.side_of(unit)}
    if move["to"] == CUP:
        t.emit("unit-withdrawn", rule="8.4.1", area=here, to=CUP, why="withdrawn", **fields)
        return
    area, coast = parted(move["to"])
    t.emit("unit-moved", to=area, coast=coast, why="deployment", **{"from": here}, **fields)


def movable(board: Board, power: str) -> list[str]:
    """Units of the power that have somewhere to go in a deployment, limits apart."""
    return [unit for unit in board.units_of(power) if is_movable(board, unit)]


def is_movable(board: Board, unit: str) -> bool:
    """Whether `destinations` has any: mostly a step away is one."""
    here = board.at(unit), board.coast.get(unit)
    near = [] if is_immobile(board, unit) else next_spots(board, unit, here)
    return bool(_stops(board, unit, here, near) or destinations(board, unit))


@rule("8.4.1", "Fortress and logistics units")
def destinations(board: Board, unit: str, placed: bool = False, start: Spot | None = None) -> list[str]:
    """Spots a unit can move to in a deployment, sorted, its own left out.  8.4.1 Fortress and logistics units
    move only when they have just been placed; otherwise they are withdrawn into the cup, along a line of
    communications."""
    if is_immobile(board, unit) and not placed:
        return [CUP] if has_loc(board, board.owner_of(unit), board.at(unit)) else []
    here = start or (board.at(unit), board.coast.get(unit))
    return _stops(board, unit, here, deployment_reach(board, unit, here))


def _stops(board: Board, unit: str, here: Spot, reach: Iterable[Spot]) -> list[str]:
    """Where a unit may stop of what it reaches, sorted."""
    return sorted(spot(*each) for each in reach if each != here and deployment_bar(board, unit, each[0]) is None)


def is_immobile(board: Board, unit: str) -> bool:
    return board.type_of(unit) in ("fortress", "logistics")


def deployment_bar(board: Board, unit: str, area: str) -> str | None:
    """Why a unit may not stop in an area by a special rule, or None."""
    if treaty_bars(board, area):
        return "the Washington Naval Treaty holds"
    if isolationism_bars(board, unit, area):
        return "the United States are isolationist"
    return None


@rule("8.4", "Deployment: what is legal", also=("8.4.1", "7.1"))
def deployment_problems(
    board: Board,
    power: str,
    moves: list[dict[str, str]],
    units: list[str] | None = None,
    placed_at: dict[str, Spot] | None = None,
) -> list[Problem]:
    """8.4 Moves in their order; a unit may move again later.  Limits apply to an area whenever a unit stops
    there, that is, when another one moves next or the deployment ends.

    `placed_at`: {unit: spot} of a unit that is about to be placed (3.7.2).
    """
    problems = []
    spots, halted = dict(placed_at or {}), set()
    stacks = Stacks(board, {unit: area for unit, (area, _) in spots.items()})
    placed = set(units or ())
    for place, move in enumerate(moves):
        unit, to = move["unit"], move["to"]
        why = _mover_bar(board, power, unit, units, halted, spots)
        if why:
            rule_number = "8.4" if units is None else "3.7.2"
            problems.append(Problem("ca-not-yours-to-deploy", rule=rule_number, unit=unit, why=why))
            continue
        start = spots.get(unit) or (board.at(unit), board.coast.get(unit))
        found = _step_problems(board, unit, to, start, unit in placed)
        problems += found
        if found:
            continue
        area, coast = parted(to)
        stacks.move(unit, area)
        spots[unit] = (area, coast)
        if to == CUP or delays(board, area):
            halted.add(unit)
        if to != CUP and (place + 1 == len(moves) or moves[place + 1]["unit"] != unit):
            problems += occupation_problems(board, stacks, area, board.ideology(power))
    return problems + _left_behind(board, power, moves, stacks, problems)


def _mover_bar(
    board: Board,
    power: str,
    unit: str,
    units: list[str] | None,
    halted: set[str],
    spots: dict[str, Spot],
) -> str | None:
    if unit not in board.place or board.power_of(unit) != power or not board.counter(unit).is_unit:
        return "it is not a unit of yours"
    if unit not in spots and board.at(unit) not in board.parts.areas:
        return "it is not on the map"
    if units is not None and unit not in units:
        return "only the unit just placed moves"
    return "it was halted or withdrawn before" if unit in halted else None


def _in_reach(board: Board, reach: dict[Spot, Way], start: Spot) -> list[str]:
    """Where the unit could go instead, but for where it stands (8.4); it stops where a delay box is (2.3.5)."""
    areas = dict.fromkeys(spot[0] for spot in reach if spot != start and not board.area(spot[0]).is_sea)
    return sorted(within(board.area(id).name) for id in areas)


def _step_problems(board: Board, unit: str, to: str, start: Spot, placed: bool) -> list[Problem]:
    """One move of a plan, limits apart."""
    here = board.area(start[0]).name
    if is_immobile(board, unit) and not placed:
        if to != CUP:
            only = "it can only be withdrawn to the cup"
            return [Problem("ca-not-yours-to-deploy", rule="8.4.1", unit=unit, why=only)]
        if not has_loc(board, board.owner_of(unit), start[0]):
            return [Problem("ca-no-line", rule="8.4.1", unit=unit, area=here)]
        return []
    target = parted(to)
    if target == start:
        return [Problem("ca-not-yours-to-deploy", rule="8.4", unit=unit, why="it stands there already")]
    reach = deployment_reach(board, unit, start)
    unnamed = unnamed_coast(board, unit, to, [spot(*each) for each in reach])
    if unnamed:
        return unnamed
    if target not in reach:
        return [Problem("ca-no-way", rule="7.2", unit=unit, area=here, spot=to, there=_in_reach(board, reach, start))]
    why = deployment_bar(board, unit, target[0])
    if why:
        number = "12.1.3" if "Treaty" in why else "12.2.2"
        return [Problem("ca-barred", rule=number, unit=unit, area=board.area(target[0]).name, why=why)]
    return []


def _left_behind(
    board: Board, power: str, moves: list[dict[str, str]], stacks: Stacks, problems: list[Problem]
) -> list[Any]:
    """Areas that lost a logistics unit must still hold what stays there."""
    if problems:
        return []
    found = []
    for area in sorted(
        {board.at(move["unit"]) for move in moves if board.class_of(move["unit"]) == "logistics"}
        & board.parts.areas.keys()
    ):
        found += occupation_problems(board, stacks, area, board.ideology(power))
    return found
