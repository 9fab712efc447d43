"""9 Movement: from sea to sea, traced paths, forced rebasing, land units at sea."""

from pbem.core.data.collecting import grouped
from pbem.core.data.problems import Problem
from pbem.core.data.text import listed
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import OTHER
from .areas import closing_rule, in_neutral_country, is_open_to, stacking

# -- 9.1 to 9.3 ------------------------------------------------------------------------------------------------


@rule("9.2", "From sea to sea", also=("8.16", "9.1"))
def sea_move_problems(board: Board, side: str, here: str, there: str, via: str | None = None) -> list[Problem]:
    """9.2 Ships go to an adjacent sea; seas that meet at a corner are adjacent.  Otherwise through an island (9.3)."""
    seas = board.parts.areas[here].seas
    if via is None and there in seas:
        return strait_problems(board, side, here, there)
    islands = [via] if via else islands_between(board, here, there)
    if not islands:
        return [Problem("rd-not-adjacent", rule="9.1", here=here, there=there, near=seas)]
    return (
        []
        if any(may_pass(board, side, here, there, id) for id in islands)
        else [Problem("rd-island-not-held", rule="9.3", side=side, island=listed(islands, "or"))]
    )


@rule("9.3", "Through an island", also=("8.16",))
def may_pass(board: Board, side: str, here: str, there: str, island: str) -> bool:
    """9.3 Between two seas that touch the island, if the side controls it, or contests it with land units there."""
    passage = board.parts.passages.get(island)
    if passage is None or here not in passage["seas"] or there not in passage["seas"] or island in board.closed:
        return False
    return board.is_contested(island) or board.holder[island] == side


def islands_between(board: Board, here: str, there: str) -> list[str]:
    """The islands that touch both of two seas, in map order."""
    passages = board.parts.passages.items()
    return [island for island, passage in passages if here != there and {here, there} <= {*passage["seas"]}]


@rule("7.12", "The strait")
def strait_problems(board: Board, side: str, here: str, there: str) -> list[Problem]:
    """7.12 One strait is closed to PRC-side ships until an event, and from then on to Allied ships."""
    name = board.parts.areas[here].straits.get(there)
    if name is None:
        return []
    strait = board.parts.straits[name]
    closed = strait["closed_after"] if board.happened(strait["until_event"]) else strait["closed_before"]
    if side not in closed:
        return []
    return [Problem("rd-strait", rule="7.12", strait=strait["name"], here=here, there=there)]


def sea_goals(board: Board, side: str, here: str) -> list[str]:
    """Every sea that ships of the side may sail to from a sea, sorted."""
    goals = [sea for sea in board.parts.areas[here].seas if not strait_problems(board, side, here, sea)]
    for island, passage in board.parts.passages.items():
        if here in passage["seas"] and may_pass(board, side, here, here, island):
            goals += [sea for sea in passage["seas"] if sea != here and sea not in goals]
    return sorted(goals)


@rule("9.1", "Adjacent areas", also=("9.2", "2.2", "3.5", "3.6", "7.13"))
def beside(board: Board, area: str) -> list[str]:
    """9.1 The areas that a border joins to an area; where only corners meet, seas are adjacent all the same (9.2).
    Guam and Saipan, and Borneo, are one area each (3.6, 7.13)."""
    return board.parts.areas[area].neighbours


@rule("9.1", "Traced paths", also=("8.18", "8.20"))
def path_problems(board: Board, side: str, path: list[str]) -> list[Problem]:
    """9.1 Every step of a path leads to an adjacent area; it enters no area that is closed or forbidden to the side,
    and no neutral country but one that is open to it.  Ruling: R-9.1-overflight.
    """
    problems = []
    for here, there in zip(path, path[1:]):
        if there not in beside(board, here):
            problems.append(Problem("rd-path-broken", rule="9.1", here=here, there=there, near=beside(board, here)))
    for area in path[1:]:
        if not may_fly(board, side, area):
            number = closing_rule(board, area) if area in board.closed else "9.1"
            problems.append(Problem("rd-path-forbidden", rule=number, area=area))
    return problems


def may_fly(board: Board, side: str, area: str) -> bool:
    """Whether aircraft of the side may be in the area on their way."""
    where = board.parts.areas[area]
    if not where.is_land:
        return True
    if area in board.closed or (side == "prc" and where.prc_forbidden):
        return False
    if not in_neutral_country(board, area):
        return True
    return is_open_to(board, side, where_host(board, area, side), "air", area)


def where_host(board: Board, area: str, side: str) -> str:
    """The country of the side that a Korean area is open to before the war, or ""."""
    host = board.parts.special["korea"]["hosts"].get(area, "")
    return host if host and board.parts.countries[host]["leans"] == side else ""


# -- 9.7 forced rebasing ---------------------------------------------------------------------------------------


@rule("9.7", "Forced rebasing", also=("9.6",))
def forced_rebase(t: Turn, side: str, area: str, units: list[str]) -> Asking[None]:
    """9.7 The units go together to the nearest area with a base that their side controls or contests; among several
    the opponent chooses.  No Op is used, and PRC units are not intercepted.  Commands that never act together go
    apart (7.8, 7.9).  Ruling: R-9.7-no-rebase-target, R-9.7-distance.
    """
    parts = t.board.parts
    groups = grouped((parts.command_of(parts.units[unit].country), unit) for unit in units)
    for command in sorted(groups):
        group = groups[command]
        goals = rebase_goals(t.board, side, area, group)
        if not goals:
            yield from rebase_without_goal(t, side, area, group)
            continue
        goal = yield Ask("rebase-tie", OTHER[side], options=goals, about={"from": area, "units": group})
        yield from rebase_to(t, area, group, goal)


def rebase_goals(board: Board, side: str, area: str, units: list[str]) -> list[str]:
    """The nearest bases that units of one command may be driven to, sorted."""
    areas, steps = board.parts.areas, board.parts.steps_from(area)
    named = board.parts.operates.get(board.parts.units[units[0]].country, (None, ()))
    found = {}
    for id in board.holder:
        there = areas[id]
        if not there.base or there.off_map or id == area or id in board.closed or id not in steps:
            continue
        if board.holder[id] != side and not board.is_contested(id):
            continue
        if side == "prc" and there.prc_forbidden:
            continue
        if named[1] is None and id not in named[0]:
            continue  # 7.9: Russian units return to Russia only
        found.setdefault(steps[id], []).append(id)
    return sorted(found[min(found)]) if found else []


@rule("9.7", "Nowhere to rebase")
def rebase_without_goal(t: Turn, side: str, area: str, units: list[str]) -> Asking[None]:
    """Units without a base to go to: Allied to the off-map base, PRC to the nearest mainland area, Koreans as their
    side.  Ruling: R-9.7-no-rebase-target.
    """
    parts = t.board.parts
    if side == "allied":
        goal = parts.off_map
    else:
        steps = parts.steps_from(area)
        goal = min((steps[id], id) for id, there in parts.areas.items() if there.mainland and id != area)[1]
    yield from rebase_to(t, area, units, goal)


def rebase_to(t: Turn, area: str, units: list[str], goal: str) -> Asking[None]:
    t.emit("units-rebased", units=units, **{"from": area}, to=goal)
    yield from stacking(t, goal)


# -- 9.8, 9.9 land units at sea --------------------------------------------------------------------------------


@rule("9.8", "Light land units at sea")
def at_sea_problems(board: Board, side: str, ids: list[str]) -> list[Problem]:
    """9.8 Light land units with an At Sea side go to sea by themselves, at most three a side at a time.

    Ruling: R-9.8-airmobile-at-sea.
    """
    units = board.parts.units
    problems = [Problem("rd-not-for-sea", rule="9.8", unit=id) for id in ids if not units[id].goes_to_sea]
    limit = board.parts.tables["limits"]["at_sea_units_per_side"]
    count = at_sea_count(board, side) + len(ids)
    if count > limit:
        problems.append(Problem("rd-at-sea-limit", rule="9.8", limit=limit, count=count))
    return problems


def at_sea_count(board: Board, side: str) -> int:
    """How many land units of the side are on their At Sea side."""
    areas = board.parts.areas
    return sum(
        board.side[id] == side and board.parts.units[id].category == "land"
        for place, ids in board.at.items()
        if ids and place in areas and not areas[place].is_land
        for id in ids
    )


@rule("9.9", "Heavy land units at sea")
def loading_problems(board: Board, heavy: list[str], ships: list[str], load: dict[str, list[str]]) -> list[Problem]:
    """9.9 Heavy land units go to sea only on amphibious ships that sail with them, up to three on each."""
    problems, seen = [], []
    units = board.parts.units
    for ship, cargo in load.items():
        if ship not in ships or not units[ship].capacity:
            problems.append(Problem("rd-not-an-amph", rule="9.9", ship=ship))
            continue
        if len(cargo) > units[ship].capacity:
            limit = units[ship].capacity
            problems.append(Problem("rd-amph-full", rule="9.9", ship=ship, limit=limit, count=len(cargo)))
        for id in cargo:
            if id in seen:
                problems.append(Problem("rd-loaded-twice", rule="9.9", unit=id))
            if not units[id].is_heavy:
                problems.append(Problem("rd-not-loadable", rule="9.9", unit=id))
            seen.append(id)
    problems += [Problem("rd-needs-amph", rule="9.9", unit=id) for id in heavy if id not in seen]
    return problems


@rule("9.9", "Unloading")
def unload(t: Turn, ships: list[str], area: str) -> list[str]:
    """9.9 Ships that enter a land area put ashore what they carry, at once.  Returns what came ashore."""
    landed = []
    for ship in ships:
        if cargo := list(t.board.cargo(ship)):
            t.emit("units-landed", units=cargo, to=area, ship=ship)
            landed += cargo
    return landed
