"""7 Stacking, bases and who may go where."""

from collections.abc import Collection, Sequence
from typing import Any

from pbem.core.data.problems import Problem
from pbem.core.data.text import listed
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import SIDES, Area, Parts, Unit
from .combat import eliminate
from .due import does

CATEGORIES = ("land", "air", "naval")


# -- 11.2 neutral -----------------------------------------------------------------------------------------


def in_neutral_country(board: Board, area: str) -> bool:
    """The area belongs to a country that is still neutral."""
    return board.country.get(board.parts.areas[area].nation) == "neutral"


# -- 7.1 to 7.3 stacking -------------------------------------------------------------------------------------


@does("stacking", of=1)
@rule("7.2", "Penalty for over-stacking", also=("7.1",))
def stacking(t: Turn, area: str) -> Asking[None]:
    """7.2 Units over the limit are eliminated at once; their owner chooses which."""
    board = t.board
    if board.result or not board.parts.areas[area].limits:
        return
    for side in SIDES:
        for category in CATEGORIES:
            units = of_category(board, board.units_at(area, side), category)
            over = over_stack(board.parts, area, category, len(units))
            if over:
                chosen = yield from choose_units(t, side, units, over, "stacking", "7.2", area=area)
                for unit in chosen:
                    eliminate(t, unit, "stacking", area=area)


@rule("7.1", "Stacking limits")
def over_stack(parts: Parts, area: str, category: str, count: int) -> int:
    """7.1 How many of `count` units of a category are too many for one side in the area."""
    limits = parts.areas[area].limits
    return max(0, count - limits[category]) if limits else 0


@rule("7.3", "Size of an assault")
def assault_limit(parts: Parts, area: str) -> int | None:
    """7.3 How many land units may take part in one assault on the area, or None."""
    return parts.tables["limits"]["assault_land_units"].get(area)


def crowding(board: Board, side: str, units: list[str], area: str) -> list[Problem]:
    """Problems (odd, but accepted) when the units would be too many for the area (7.2)."""
    limits = board.parts.areas[area].limits
    if not limits:
        return []
    problems = []
    here = set(board.units_at(area, side)) | set(units)
    for category in CATEGORIES:
        count = len(of_category(board, here, category))
        if over := over_stack(board.parts, area, category, count):
            problems.append(
                Problem(
                    "rd-over-stack",
                    rule="7.2",
                    level="note",
                    area=area,
                    limit=limits[category],
                    category=category,
                    over=over,
                )
            )
    return problems


def of_category(board: Board, ids: Collection[str], category: str) -> list[str]:
    units = board.parts.units
    return [id for id in ids if units[id].category == category]


def choose_units(
    t: Turn, side: str, units: list[str], count: int, why: str, number: str, first: Sequence[str] = (), **about: Any
) -> Asking[list[str]]:
    """Let a side choose `count` of its units under the rule `number`, those of `first` before any other.

    There is no question where all must go.
    """
    units = sorted(units)
    if count >= len(units):
        return units
    first = sorted(first)
    if first and count == len(first):
        return first
    about = {"why": why, "count": count, "from": units, "first": first, **about}
    return (yield Ask("remove-units", side, about=about, rule=number))


# -- 7.4 to 7.14 who may go where -----------------------------------------------------------------------------


@rule("7.4", "Access", also=("3.5", "7.10", "7.13", "7.14"))
def entry_problems(board: Board, side: str, ids: list[str], area: str) -> list[Problem]:
    """7.4 Every kind of unit may be in every area, but for the limits by nationality that follow."""
    where = board.parts.areas[area]
    if area in board.closed:
        return [Problem("rd-closed", rule=closing_rule(board, area), area=area)]
    if side == "prc" and where.prc_forbidden:
        return [Problem("rd-forbidden-to-prc", rule="3.5" if where.off_map else "7.14", area=area)]
    problems = neutral_problems(board, where) if side == "allied" else []
    for id in ids:
        unit = board.parts.units[id]
        for test in (mainland_problem, entering_problem, korea_problem, land_limit_problem):
            problem = test(board, side, unit, where)
            if problem:
                problems.append(problem)
    return problems


@rule("7.14", "Indonesia")
def neutral_problems(board: Board, area: Area) -> list[Problem]:
    """7.14 Indonesia is closed to the Allies until the PRC has entered it; then, or by Op 9, it joins them."""
    number = board.parts.special["closed_while_neutral"].get(area.nation)
    if number is None or board.country.get(area.nation) != "neutral":
        return []
    return [Problem("rd-closed-while-neutral", rule=number, area=area.id)]


@rule("7.11", "Mainland China")
def mainland_problem(board: Board, side: str, unit: Unit, area: Area) -> Problem | None:
    """7.11 Allied land and naval units never enter mainland China; Allied aircraft may."""
    if side == "allied" and area.mainland and "enter" not in board.parts.mainland_access[unit.category]:
        return Problem("rd-mainland", rule="7.11", unit=unit.id, area=area.id)
    return None


@rule("7.5", "Operating limits", also=("7.6", "7.7", "7.8", "7.9"))
def operating_problem(board: Board, side: str, unit: Unit, area: Area) -> Problem | None:
    """7.5 to 7.9 Some countries operate in some areas only.  Ruling: R-7.5-operating-limits."""
    limits = board.parts.operates.get(unit.country)
    if not limits:
        return None
    lands, seas = limits
    if area.id in lands if area.is_land else seas is None or area.id in seas:
        return None

    shown = listed([*lands, *(seas if seas is not None else ["every sea"])])
    number = board.parts.special["operates"][unit.country]["rule"]
    return Problem("rd-operating-limit", rule=number, unit=unit.id, areas=shown)


def operating_problems(board: Board, side: str, ids: list[str], area: str) -> list[Problem]:
    """Those of several units that act from, or in, an area."""
    units, place = board.parts.units, board.parts.areas[area]
    return [found for id in ids if (found := operating_problem(board, side, units[id], place))]


@rule("7.9", "Where Russian aircraft start", also=("7.10", "8.18", "8.19", "9.5"))
def start_problems(board: Board, side: str, ids: list[str], area: str) -> list[Problem]:
    """7.10, 9.5 Aircraft act from an area with a base alone; 7.9 a unit bound to some areas starts no move elsewhere:
    an aircraft that has left Russia only defends."""
    place = board.parts.areas[area]
    problems = [] if place.base else [Problem("rd-no-airbase", rule="7.10", area=area)]
    return problems + operating_problems(board, side, ids, area)


@rule("7.9", "Where Russian aircraft go", also=("7.5", "7.6", "7.7", "7.8", "8.18"))
def entering_problem(board: Board, side: str, unit: Unit, area: Area) -> Problem | None:
    """7.5 to 7.8 bind what a unit may enter; 7.9 binds only the start of Russian aircraft.

    Ruling: R-7.9-russian-rebase.
    """
    _, seas = board.parts.operates.get(unit.country, ((), ()))
    if seas is None and unit.category == "air" and board.option("russian-aircraft-leave") == "yes":
        return None
    return operating_problem(board, side, unit, area)


@rule("11.2", "Korea before the war", also=("11.6",))
def korea_problem(board: Board, side: str, unit: Unit, area: Area) -> Problem | None:
    """11.2 Before the war only US units enter South Korea and only PRC units North Korea.

    Ruling: R-11.2-prc-into-north-korea; R-11.6-korea-after-war for land units after the war.
    """
    korea = board.parts.special["korea"]
    if area.id not in korea["areas"]:
        return None
    if board.war == "none" and korea["hosts"][area.id] != unit.country:
        return Problem("rd-korea-before-war", rule="11.2", unit=unit.id, area=area.id)
    if unit.category == "land" and board.war in SIDES and board.option("korea-closed-after-war") == "yes":
        return Problem("rd-korea-closed", rule="11.6", unit=unit.id, area=area.id)
    return None


@rule("6.6", "Bases without land units")
def land_limit_problem(board: Board, side: str, unit: Unit, area: Area) -> Problem | None:
    """6.6 A country that only opened its bases admits no Allied land units."""
    if unit.category == "land" and side == "allied" and area.nation in board.limited:
        return Problem("rd-air-and-naval-only", rule="6.6", unit=unit.id, area=area.id)
    return None


@rule("2.15", "Fixed land units", also=("8.5", "11.2", "11.6"))
def leaving_problems(board: Board, ids: list[str], area: str) -> list[Problem]:
    """2.15 Fixed land units never move; 11.2 Korean units do not before the war; 8.5 PRC land units never leave North
    Korea; 11.6 nor do land units bound there by the end of the war.
    """
    problems = []
    for id in ids:
        unit = board.parts.units[id]
        if unit.is_fixed:
            problems.append(Problem("rd-fixed", rule="2.15", unit=id))
        elif board.war == "none" and unit.country in board.parts.special["korea"]["countries"]:
            problems.append(Problem("rd-korean-unit-before-war", rule="11.2", unit=id))
        elif id in board.bound:
            problems.append(Problem("rd-bound", rule="11.6", unit=id, area=area))
        elif _stays(board, unit, area):
            problems.append(Problem("rd-bound", rule="8.5", unit=id, area=area))
    return problems


def _stays(board: Board, unit: Unit, area: str) -> bool:
    return unit.category == "land" and board.side[unit.id] == "prc" and area in board.parts.special["op3"]["no_return"]


@rule("7.8", "Acting together", also=("7.9",))
def together_problems(board: Board, ids: list[str]) -> list[Problem]:
    """7.8, 7.9 PRC, North Korean and Russian units do not move or fight together."""
    parts = board.parts
    commands = {}
    for id in ids:
        commands.setdefault(parts.command_of(parts.units[id].country), id)
    if len(commands) < 2:
        return []
    alone = parts.special["acts_alone"]
    apart = next((command for command in sorted(commands) if command in alone), None)
    if apart is None:
        return []  # units of both sides, of which `own_problems` speaks
    other = next(id for command, id in sorted(commands.items()) if command != apart)
    return [Problem("rd-apart", rule=alone[apart], unit=commands[apart], other=other)]


@rule("6.16", "Cease-fire")
def ceasefire_problems(board: Board, side: str) -> list[Problem]:
    """6.16 A side under cease-fire does not attack in its next activity."""
    return [Problem("rd-ceasefire", rule="6.16")] if side in board.ceasefire else []


@rule("7.8", "Attacks in Korea", also=("11.2",))
def korean_attack_problems(board: Board, *areas: str | None) -> list[Problem]:
    """11.2 Before the war nobody attacks from or into Korea; 7.8 after Op 2 attacks there are as anywhere.  An attack
    where the units stand comes from no other area: None.
    """
    if board.war != "none":
        return []
    korean = [area for area in areas if area in board.parts.special["korea"]["areas"]]
    return [Problem("rd-no-attack-from-korea", rule="11.2", area=area) for area in korean]


@rule("7.10", "Bases")
def has_usable_base(board: Board, side: str, unit: str, area: str) -> bool:
    """7.10 Whoever controls an area has its base, also while it is contested.  Before the Korean War the US uses South
    Korea and the PRC North Korea (11.2); after it the winner's air and naval units use both (11.6).
    """
    one = board.parts.units[unit]
    return board.parts.areas[area].base and is_open_to(board, side, one.country, one.category, area)


def is_open_to(board: Board, side: str, country: str, category: str, area: str) -> bool:
    """Controlled by the side, contested or not, or open in Korea to units of that country and category."""
    if area in board.closed:
        return False
    if board.holder[area] == side:
        return True
    korea = board.parts.special["korea"]
    if area not in korea["areas"]:
        return False
    if board.war == "none":
        return korea["hosts"][area] == country
    return board.war == side and category != "land"


def closing_rule(board: Board, area: str) -> str:
    """The number of the event that closed an area (6.17, 6.18)."""
    parts = board.parts
    for event in parts.tables["events"].values():
        if area in parts.groups.get(event.get("data", {}).get("closes"), ()):
            return event["rule"]
    return "7.4"
