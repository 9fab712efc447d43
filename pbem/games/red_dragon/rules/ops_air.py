"""8.7, 8.12, 8.18 to 8.20 Ops of air units: 5 strike on Taiwan, 10 interception, 16 rebase, 17 attack at sea,
18 long-range strike.
"""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.text import listed
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .areas import (
    crowding,
    entry_problems,
    has_usable_base,
    leaving_problems,
    operating_problems,
    start_problems,
    together_problems,
)
from .checks import attack_problems, category_problems, command_of_units, enemies, own_problems
from .combat import combat, effective_factor, fire_problems
from .movement import beside, path_problems

AIR = ("air",)


# -- 5 ----------------------------------------------------------------------------------------------------------


@rule("8.7", "Op 5: air strike on Taiwan", also=("10.1",))
def check_5(board: Board, side: str, move: Json) -> list[Problem]:
    """8.7 Any number of air units in China Central that are not long-range attack the enemies in Taiwan."""
    ways, ids = board.parts.special["op5"], move["units"]
    problems = own_problems(board, side, ids, ways["from"], "8.7")
    problems += category_problems(board, ids, AIR, "8.7", 5)
    for id in ids:
        if board.parts.units[id].is_long_range:
            problems.append(Problem("rd-long-range", rule="8.7", unit=id, op=5))
    problems += entry_problems(board, side, ids, ways["to"])
    return problems + attack_problems(board, side, ways["to"], ids, ids, move.get("fire"), "8.7", ways["from"])


@rule("8.7", "Op 5: air strike on Taiwan", also=("10.1", "9.5"))
def op_5(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.7 They attack, with return fire as usual; the survivors are back in China Central."""
    at = t.board.parts.special["op5"]["to"]
    yield from combat(t, at, side, move["units"], enemies(t.board, side, at), move.get("fire"))
    return move["units"]


# -- 16, 17 -------------------------------------------------------------------------------------------------------


@rule("8.18", "Op 16: rebase", also=("7.10", "9.1", "9.5"))
def check_16(board: Board, side: str, move: Json) -> list[Problem]:
    """8.18 Air units of one land area go to one friendly base that is not contested, at any distance; the PRC names
    the areas on the way.
    """
    here, there, ids = move["from"], move["to"], move["units"]
    problems = own_problems(board, side, ids, here, "8.18")
    problems += category_problems(board, ids, AIR, "8.18", 16)
    problems += start_problems(board, side, ids, here)
    problems += together_problems(board, ids)
    if here == there or board.is_contested(there) or not has_usable_base(board, side, ids[0], there):
        problems.append(Problem("rd-not-a-free-base", rule="8.18", area=there))
    problems += leaving_problems(board, ids, here)
    problems += entry_problems(board, side, ids, there)
    problems += traced_problems(board, side, move, there, "8.18")
    return problems + ([] if problems else crowding(board, side, ids, there))


@rule("8.18", "Op 16: rebase", also=("9.5",))
def op_16(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.18 They fly, and do not fight, not even when they are intercepted (8.12)."""
    here, there, ids = move["from"], move["to"], move["units"]
    if side == "prc":
        yield from interception(t, 16, path_of(move, there), ids, answering=[])
    left = [id for id in ids if t.board.place[id] == here]
    if left:
        via = {"via": move["via"]} if move.get("via") else {}
        t.emit("units-moved", side=side, units=left, **{"from": here}, to=there, **via)
    return ids


@rule("8.18", "Tracing a path", also=("8.20", "9.1"))
def traced_problems(board: Board, side: str, move: Json, goal: str, number: str) -> list[Problem]:
    """8.18 The PRC names every area that its aircraft pass."""
    if side != "prc":
        return []
    here = move["from"]
    if not move.get("via") and goal not in beside(board, here):
        return [Problem("rd-no-path", rule=number, here=here, there=goal)]
    return path_problems(board, side, path_of(move, goal)[:-1]) + broken_end(board, move, goal)


def broken_end(board: Board, move: Json, goal: str) -> list[Problem]:
    """The problem of a path whose last area does not border the goal."""
    last = path_of(move, goal)[-2]
    if goal in beside(board, last):
        return []
    return [Problem("rd-path-broken", rule="9.1", here=last, there=goal, near=beside(board, last))]


def path_of(move: Json, goal: str) -> list[str]:
    """The areas of a move from its start to its goal."""
    return [move["from"], *move.get("via", []), goal]


@rule("8.19", "Op 17: air attack at sea", also=("7.10", "10.1"))
def check_17(board: Board, side: str, move: Json) -> list[Problem]:
    """8.19 Air units of one area with a base attack enemy naval units in one adjacent sea.

    Ruling: R-8.19-long-range.
    """
    here, at, ids = move["from"], move["at"], move["units"]
    area, units = board.parts.areas[here], board.parts.units
    problems = own_problems(board, side, ids, here, "8.19")
    problems += category_problems(board, ids, AIR, "8.19", 17)
    far = [id for id in ids if units[id].is_long_range]
    near = [id for id in ids if not units[id].is_long_range]
    if board.option("long-range-op-17") != "yes":
        problems += [Problem("rd-long-range", rule="8.19", unit=id, op=17) for id in far]
    if far and near:
        problems.append(Problem("rd-mixed-ranges", rule="8.20", unit=far[0], other=near[0]))
    problems += start_problems(board, side, ids, here)
    if at not in area.seas:
        problems.append(Problem("rd-not-adjacent-sea", rule="8.19", at=at, here=here, near=area.seas))
    problems += operating_problems(board, side, ids, at)
    if problems:
        return problems
    return attack_problems(board, side, at, ids, ids, move.get("fire"), "8.19", here)


@rule("8.19", "Op 17: air attack at sea")
def op_17(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.19 One exchange of fire; friendly ships there do not join."""
    at = move["at"]
    yield from combat(t, at, side, move["units"], enemies(t.board, side, at), move.get("fire"))
    return move["units"]


# -- 18 ---------------------------------------------------------------------------------------------------------


@rule("8.20", "Op 18: long-range strike", also=("9.1", "10.1"))
def check_18(board: Board, side: str, move: Json) -> list[Problem]:
    """8.20 Long-range units of one area strike one area: PRC ones from the mainland, Russian ones from Russia, Allied
    ones from the off-map base.  The PRC names the path, and never strikes that base.

    Ruling: R-8.20-own-area.
    """
    here, at, ids = move["from"], move["at"], move["units"]
    units = board.parts.units
    problems = own_problems(board, side, ids, here, "8.20")
    problems += [Problem("rd-not-long-range", rule="8.20", unit=id) for id in ids if not units[id].is_long_range]
    problems += _together_by_8_20(board, ids)
    starts = board.parts.special["op18"].get(command_of_units(board, ids), [here])
    if here not in starts:
        problems.append(Problem("rd-strike-start", rule="8.20", areas=listed(starts, "or")))
    if board.parts.areas[at].off_map:
        problems.append(Problem("rd-strike-box", rule="8.20", area=at))
    if here == at:
        problems.append(Problem("rd-strike-home", rule="8.20", area=at))
    if problems:
        return problems
    problems += traced_problems(board, side, move, at, "8.20")
    return problems + attack_problems(board, side, at, ids, ids, move.get("fire"), "8.20", here)


def _together_by_8_20(board: Board, ids: list[str]) -> list[Problem]:
    """8.20 forbids by itself that long-range units strike with others."""
    problems = together_problems(board, ids)
    for problem in problems:
        problem.rule = "8.20"
    return problems


@rule("8.20", "Op 18: long-range strike", also=("9.5",))
def op_18(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.20 An interception comes first (8.12); those left strike, alone, and are back where they started.

    Ruling: R-8.20-lr-return, R-10.2-lr-target-fires, R-8.12-intercepted-lr-fire-back.
    """
    here, at, ids = move["from"], move["at"], move["units"]
    if side == "prc":
        yield from interception(t, 18, path_of(move, at), ids, answering=fire_back(t.board, ids))
    left = [id for id in ids if t.board.place[id] == here]
    foes = enemies(t.board, side, at)
    if left and foes:
        yield from combat(t, at, side, left, foes, move.get("fire"))
    return ids


# -- 10 ---------------------------------------------------------------------------------------------------------


@rule("8.12", "Op 10: interception")
def interception(t: Turn, op: int, path: list[str], units: list[str], answering: list[Any] | None) -> Asking[None]:
    """8.12 The Allied player may intercept aircraft of the PRC side once, in one area that they enter; it costs the
    next Allied activity.  Ruling: R-8.12-interception-area, R-8.12-interception-cost.
    """
    areas = interception_areas(t.board, path, units)
    if not areas:
        return
    about = {"op": op, "path": path, "units": units, "areas": areas}
    answer = yield Ask("intercept", "allied", about=about)
    if answer == "no":
        return
    area = answer["area"]
    force = interceptors(t.board, area, units)
    t.emit(
        "interception-declared",
        side="allied",
        area=area,
        units=force,
        against=units,
        spends=t.board.option("op10-cost") == "activity",
    )
    yield from combat(t, area, "allied", force, units, answer.get("fire"), answering=answering)


@rule("8.12", "Fire at interceptors", also=("8.20",))
def fire_back(board: Board, units: list[str]) -> list[Any]:
    """8.12 Intercepted long-range units fire back only if they have an air factor, and as agreed.

    Ruling: R-8.12-intercepted-lr-fire-back.
    """
    if board.option("lr-fires-back-when-intercepted") != "yes":
        return []
    return [id for id in units if board.factors(id)["air"] > 0]


@rule("8.12", "Who can intercept where", also=("6.16",))
def interception_areas(board: Board, path: list[str], units: list[str]) -> list[str]:
    """8.12 The areas entered in which US units can intercept, in order; none when the Allies have no activity to
    spend, or may not attack (6.16).  Ruling: R-8.12-interception-area.
    """
    if "allied" in board.ceasefire or board.spent:
        return []
    entered = path[-1:] if board.option("interception-area") == "goal" else path[1:]
    return [area for area in dict.fromkeys(entered) if interceptors(board, area, units)]


@rule("8.12", "Interceptors", also=("11.2",))
def interceptors(board: Board, area: str, units: list[str]) -> list[str]:
    """8.12 US air units and carriers in the area or beside it that have a factor against any of the aircraft; from
    Korea only once there is war (11.2).
    """
    who, parts = board.parts.special["op10"], board.parts
    found = []
    for place in (area, *beside(board, area)):
        if board.war == "none" and place in parts.special["korea"]["areas"]:
            continue
        for id in board.units_at(place, "allied"):
            unit = parts.units[id]
            if unit.country != who["country"]:
                continue
            if unit.category in who["categories"] or unit.type in who["types"]:
                if any(effective_factor(board, id, target)[0] for target in units):
                    found.append(id)
    return sorted(found)


@rule("8.12", "Op 10: interception")
def interception_problems(board: Board, about: Json, answer: Json) -> list[Problem]:
    """8.12 What is wrong with an interception: the area must be on the path, the shooters able to intercept there."""
    area, units, legal = answer["area"], about["units"], about["areas"]
    if area not in about["path"][1:]:
        return [Problem("rd-not-on-path", rule="8.12", area=area, legal=legal)]
    if area not in legal:
        return [Problem("rd-no-interceptors", rule="8.12", area=area, legal=legal)]
    force, fire = interceptors(board, area, units), answer.get("fire", [])
    strangers = [shooter for shooter, _ in fire if shooter not in force]
    problems = [Problem("rd-not-an-interceptor", rule="8.12", unit=id, area=area) for id in strangers]
    return problems or fire_problems(board, force, units, fire)
