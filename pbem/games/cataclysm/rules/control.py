"""2.2.4 Control of areas: how it changes, and the flags, points and stability tests that follow."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import FACTIONS
from .cubes import take_back_cubes
from .due import due
from .interests import interested
from .provocation import gain_flag
from .retreat import expel, regroup, retreat_units


@rule("2.2.4", "Gaining control")
def gain_control(t: Turn, power: str, area: str, why: str) -> Asking[None]:
    """2.2.4 The power gains control other than by combat; units leave, others are provoked, losers test."""
    board = t.board
    change = change_control(t, power, area, why)
    yield from leave_special_base(t, change)
    yield from expel(t)  # the area, and the seas beside it (7.1.2)
    if why == "civil-war":
        yield from regroup(t, board.friends(power), ("land", "air"), area)  # 11.3: as after a conquest
    yield from consequences(t, change)
    yield from due(t, "falls")


@rule("2.2.4", "Losing control")
def lose_control(t: Turn, area: str, why: str) -> Asking[None]:
    """2.2.4 The cubes leave; neutral cubes are placed in an area of a surrendered power (2.4.5; ruling
    R-5.5.4-earlier-fallen)."""
    neutral = neutral_cubes_of(t.board, area) if is_fallen_area(t.board, area) else 0
    change = change_control(t, None, area, why, neutral)
    yield from expel(t)
    yield from consequences(t, change)
    yield from due(t, "falls")


@rule("2.2.4", "Change of control", also=("1.7.1", "2.4.1", "2.3.3"))
def change_control(t: Turn, power: str | None, area: str, why: str, neutral: int = 0) -> Json:
    """2.2.4 Cubes, aid and civil war markers leave; the new cube comes; the points follow (1.7.1).

    Returns what the consequences need: who lost it, who had an interest before, and which cubes were removed.
    """
    board = t.board
    before: Json = {
        "points": _points(board),
        "cubes": dict(board.cubes.get(area, {})),
        "loser": board.controller(area),
    }
    before["enemies"] = board.enemies(power) if power else []
    gainer = _restored_to(board, power, area, why) or power
    before["provoker"] = provoker_of(board, power, gainer)
    before["interested"] = interested(board, area, before["provoker"]) if gainer else []
    _clear_markers(t, area, why)
    cubes = _new_cubes(t, gainer, area) if gainer else ({"neutral": neutral} if neutral else {})
    if cubes is None:  # no cube is left (2.4): the area is lost to its controller and gained by nobody
        power = gainer = None
        cubes = {"neutral": neutral_cubes_of(board, area)} if is_fallen_area(board, area) else {}
    if not cubes:
        gainer = printed_controller(board, area)
    board_points = before["points"]
    points = _difference(board_points, _points_with(board, area, cubes))
    told: Json = {"area": area, "power": gainer, "cubes": cubes, "why": why, "points": points}
    if gainer != before["loser"] or (gainer is None and cubes != before["cubes"]):
        t.emit("control-changed", **told, **{"from": before["loser"], "by": power})
    elif cubes != before["cubes"]:
        t.emit("cubes-changed", **told)
    before["base_of"] = _special_base(t, area, gainer)
    return {"area": area, "by": power, "power": gainer, "why": why, **before}


def hand_over(t: Turn, area: str, power: str | None, cubes: Json, loser: str | None, **fields: Any) -> None:
    """An area that nobody takes goes to a power, or to none."""
    t.emit("control-changed", area=area, power=power, by=None, cubes=cubes, **{"from": loser, **fields})


@rule("5.2.3", "Who provokes by a change of control")
def provoker_of(board: Board, actor: str | None, gainer: str | None) -> str | None:
    """5.2.3 The power that gains control, though another acted (2.2.4; ruling R-5.2.3-who, a switch)."""
    return actor if board.option("provoker") == "acts" else gainer


def _restored_to(board: Board, power: str | None, area: str, why: str) -> str | None:
    """2.2.4 The active power of the same ideology to which its home or colony area returns (2018)."""
    owner = board.area(area).owner
    if not power or not owner or owner == power or not board.is_active(owner) or why == "taken-over":
        return None
    if board.ideology(owner) != board.ideology(power):
        return None
    return owner if board.is_2022 or why in ("diplomacy", "conquest", "civil-war") else None


def printed_controller(board: Board, area: str) -> str | None:
    """2.2.4 Who controls the area if no cube is there: the active power whose home or colony area it is."""
    owner = board.area(area).owner
    return owner if board.area(area).status in ("home", "colony") and board.is_active(owner) else None


@rule("2.4.5", "Areas of a surrendered power")
def is_fallen_area(board: Board, area: str) -> bool:
    """2.4.5 Whether it is a home or colony area of a power that has surrendered."""
    printed = board.area(area)
    return printed.status in ("home", "colony") and printed.owner in board.powers and not board.is_active(printed.owner)


def neutral_cubes_of(board: Board, area: str) -> int:
    """5.5.4 How many neutral cubes mark an area of a fallen power: one, since 2022 two in a capital."""
    return 2 if board.is_2022 and board.area(area).capital else 1


def _new_cubes(t: Turn, power: str, area: str) -> dict[str, int] | None:
    """One cube of the power, two in a capital, none in an area of its own colour; None if it has no cube left (2.4)."""
    printed = t.board.area(area)
    if printed.owner == power:
        return {}
    count = take_back_cubes(t, power, 2 if printed.capital else 1)
    return {power: count} if count else None


def _clear_markers(t: Turn, area: str, why: str) -> None:
    """Aid, civil war and influence leave (11.2.3, 11.0; influence)."""
    board = t.board
    for faction in ("left", "right", *FACTIONS):
        return_markers(t, area, f"aid:{area}:{faction}", why="control", rule="11.2.3")
    if area in board.civil_wars:
        t.emit("civil-war-ended", area=area, winner=None, rule="11.0")
    if area in board.influence:
        return_markers(t, area, f"influence:{area}", why="influence", rule="2.2.4")
        if board.is_2022 or why == "diplomacy":
            t.emit("influence-removed", area=area)


def return_markers(t: Turn, area: str, place: str, why: str, rule: str) -> None:
    """The markers that patrons have in a place of an area return to them."""
    for power in t.board.parts.powers:
        counters = t.board.counters_at(place, power)
        if counters:
            t.emit("aid-removed", power=power, area=area, counters=counters, why=why, rule=rule)


def _special_base(t: Turn, area: str, gainer: str | None) -> str | None:
    """2.3.3 A special British base, the only kind on land, goes: since 2022 with any control, in 2018 with that of an
    opposing power.  Returns whose it was, or None."""
    board, owner = t.board, t.board.base_owner(area)
    if owner is None or gainer is None:
        return None
    if not board.is_2022 and not board.is_opposing(gainer, owner):
        return None
    t.emit("base-changed", area=area, owner=None, **{"from": owner}, rule="2.3.3")
    return owner


@rule("2.3.3", "Units at a special British base that is gone")
def leave_special_base(t: Turn, change: Json, combat: bool = False) -> Asking[None]:
    """2.3.3 Since 2022 friendly units leave with the base even where a power of their own gains the country, if the
    group reads it so (ruling R-2.3.3-leaving); else only those leave that the ordinary limits do not allow (7.1)."""
    board, owner = t.board, change["base_of"]
    if owner and board.is_2022 and t.board.option("special-base-units") == "leave":
        units = [unit for unit in board.units_in(change["area"]) if board.is_friendly(owner, board.power_of(unit))]
        yield from retreat_units(t, units, "control", cup=not combat)


def difference_without_cubes(board: Board, area: str) -> dict[str, int]:
    """The change of everybody's points if the cubes of an area are taken away."""
    return _difference(_points(board), _points_with(board, area, {}))


def _points(board: Board) -> dict[str, int]:
    return {power: board.points(power) for power in board.parts.powers}


def _points_with(board: Board, area: str, cubes: dict[str, int]) -> dict[str, int]:
    """Everybody's points if the area held these cubes."""
    printed, total = board.area(area), {}
    old = board.cubes.get(area, {})
    for power in board.parts.powers:
        change = cubes.get(power, 0) - old.get(power, 0)
        if printed.owner == power:
            change -= sum(n for other, n in cubes.items() if other != power)
            change += sum(n for other, n in old.items() if other != power)
        total[power] = board.points(power) + change
    return total


def _difference(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {power: after[power] - before[power] for power in before if after[power] != before[power]}


# -- consequences ----------------------------------------------------------------------------------------------


@rule("10.9.1", "Flags and tests after a change of control", also=("5.2.3", "5.2.4", "5.5.1"))
def consequences(t: Turn, change: Json) -> Asking[None]:
    """5.2.3 provocation, 5.2.4 flags for home areas and cubes, 5.5.1 tests of the loser; in this order (10.9.1
    step 6)."""
    yield from flags_for_change(t, change)
    yield from due(t, "tests", tests_for_loss(t.board, change))


def flags_for_change(t: Turn, change: Json) -> Asking[None]:
    """5.2.3, 5.2.4 The flags of a change of control, and what else it ends (12)."""
    if change["by"]:
        for power in change["interested"]:
            yield from gain_flag(t, power, "control", by=change["provoker"], area=change["area"])
    for why in _flags_for_conquest(t.board, change) + _flags_for_cubes(t.board, change):
        yield from gain_flag(t, change["by"], why, area=change["area"])
    yield from due(t, "markers")


@rule("5.2.4", "Flags for conquering an enemy area")
def _flags_for_conquest(board: Board, change: Json) -> list[str]:
    """5.2.4 By conquest: an active enemy's home area one flag, its capital two, its colony with a resource one."""
    printed = board.area(change["area"])
    if change["why"] != "conquest" or printed.owner not in change["enemies"] or not board.is_active(printed.owner):
        return []
    if "neutral" in change["cubes"]:
        return []  # a country since it was given up (2.4.5)
    if printed.status == "home":
        return ["enemy-home-area"] + ["enemy-capital"] * printed.capital
    return ["enemy-colony"] if change["loser"] == printed.owner and board.has_resource(change["area"]) else []


@rule("5.2.4", "Flags for freeing an own area")
def _flags_for_cubes(board: Board, change: Json) -> list[Any]:
    """5.2.4 Removing an enemy cube (2022: any cube that is not friendly, as a friend's never lies there, 2.2.4) from an
    own home area or resource colony.

    Ruling R-5.2.4-cubes.
    """
    printed = board.area(change["area"])
    if change["by"] is None or printed.owner != change["by"]:
        return []
    foreign = [other for other in change["cubes"] if board.is_2022 or other in change["enemies"]]
    if not foreign:
        return []
    if printed.status == "home":
        return ["own-home-area"] + ["own-capital"] * printed.capital
    return ["own-colony"] if board.has_resource(change["area"]) else []


@rule("5.5.1", "Tests for the loss of an area")
def tests_for_loss(board: Board, change: Json) -> list[tuple[str, str]]:
    """5.5.1 The owner tests when it loses a home area or a colony with a resource, twice for its capital."""
    printed, loser = board.area(change["area"]), change["loser"]
    if not loser or printed.owner != loser or change["power"] == loser:
        return []
    if printed.status != "home" and not board.has_resource(change["area"]):
        return []
    return [(loser, "loss-of-control")] + [(loser, "loss-of-capital")] * printed.capital
