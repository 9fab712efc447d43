"""Aircraft in motion: paths and their cost, air bases, guns on the way, landing and its guarantee, raids' approach."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import Parts
from ..board.pieces import split
from . import guns as antiaircraft
from . import losses
from .bases import deck_room, has_base, on_deck
from .trial import Trial

_say = Sentences(__name__)

RAIDERS, PATROLS = ("bomber", "fighter"), ("fighter",)


# -- distance ------------------------------------------------------------------------------------------------


@rule("AIR-1", "Air base", also=("MOV-1", "MOV-2"))
def cost(board: Board, path: list[str], side: str) -> int | None:
    """AIR-1. Moves that an aircraft spends on a path: one a step, none for the first out of a friendly air base and
    the last into one.  None if the path leaves the board.

    Ruling R-AIR-1-on-the-way.
    """
    areas = board.parts.areas
    spent = 0
    for index, (one, other) in enumerate(zip(path, path[1:])):
        if other not in areas[one].near:
            return None
        leaves_base = index == 0 and has_base(board, one, side)
        enters_base = index == len(path) - 2 and has_base(board, other, side)
        spent += not (leaves_base or enters_base)
    return spent


def reach(board: Board, start: str, moves: int, side: str) -> dict[str, int]:
    """``{area: moves spent}`` of all that an aircraft can get to, landing bonus included; the start costs nothing."""
    steps, ends = _printed_reach(board.parts, start, moves, bool(has_base(board, start, side)))
    return {**steps, **{area: spent for area, spent in ends.items() if has_base(board, area, side)}}


@cache
def _printed_reach(parts: Parts, start: str, moves: int, is_free: bool) -> tuple[dict[str, int], dict[str, int]]:
    """``({area: moves spent}, {area: moves spent if a base there is friendly})``: all that the map says of `reach`.

    is_free   whether the first step out of the start costs nothing
    """
    best, todo = {start: 0}, [start]
    for area in todo:  # breadth first: every step costs one, but for bases at either end
        step = 0 if area == start and is_free else 1
        for other in parts.areas[area].near:
            spent = best[area] + step
            if spent <= moves and spent < best.get(other, 99):
                best[other] = spent
                todo.append(other)
    ends = {}
    for area, spent in best.items():
        for other in parts.areas[area].land:
            if spent < ends.get(other, best.get(other, 99)):
                ends[other] = spent
    return best, ends


def route(board: Board, start: str, goal: str, side: str, avoid: Sequence[str] = ()) -> list[str] | None:
    """The cheapest path from start to goal; among those the one over the fewest areas of `avoid`, then by id."""
    from heapq import heappop, heappush

    areas = board.parts.areas
    heap, done = [((0, 0, 0), [start])], set()
    while heap:
        (spent, guns, length), path = heappop(heap)
        area = path[-1]
        if area == goal and length:
            return path
        if area in done or (area == goal and length):
            continue
        done.add(area)
        for other in areas[area].near:
            free = (not length and has_base(board, area, side)) or (other == goal and has_base(board, other, side))
            gun = other != goal and other in avoid
            heappush(heap, ((spent + (not free), guns + gun, length + 1), [*path, other]))
    return None


def guns(board: Board, enemy: str) -> list[str]:
    """Territories where enemy guns stand."""
    return [area for area in board.units if area in board.control and board.has_gun(area, enemy)]


# -- flying --------------------------------------------------------------------------------------------------


@rule("MOV-7", "Landing", also=("AIR-1", "MOV-2", "SEA-12", "AMP-3", "NCM-4"))
def fly(plan: Trial, units: dict[str, int], path: list[str], raid: bool = False) -> None:
    """MOV-7. Aircraft fly over anything passable, pay for each step, and end in an enemy's area in combat movement.

    SEA-12: they may fly past ships.  AMP-3: where they end, sea zone or territory, decides which battle they join.
    In non-combat movement they end where they can land.
    """
    board = plan.board
    closed = [area for area in path if not board.parts.areas[area].passable]
    if closed:
        plan.refuse("pac-wrong-way", rule="MOV-2", units=", ".join(units), area=closed[0])
        return
    spent = cost(board, path, plan.side)
    if spent is None:
        plan.refuse("pac-not-adjacent", rule="MOV-1", one=path[0], other=path[-1])
        return
    for token in units:
        one = split(token)[1]
        have = board.parts.types[one.type].move if one.moves is None else one.moves
        if one.spent or one.on_cap or (one.flying and plan.phase == "combat"):
            plan.refuse("pac-moved", rule=plan.who_moves, units=token, area=path[0])
            return
        if spent > have:
            plan.refuse("pac-too-far", rule="MOV-1", units=token, area=path[0], most=have, cost=spent)
            return
    if plan.phase == "noncombat":
        touch_down(plan, units, path)
        return
    goal = path[-1]
    if not enemy_at(board, goal, plan.side, plan.enemy):
        plan.refuse("pac-not-hostile", rule="MOV-4", area=goal)
        return
    changes = []
    for token, count in sorted(units.items()):
        one = split(token)[1]
        left = board.parts.types[one.type].move - spent
        changes.append([token, count, one.but(left, on_raid=raid or one.on_raid)])
    over_guns_of(plan, path, changes)
    plan.emit("units-moved", rule="SBR-1" if raid else "MOV-1", path=path, units=changes)


def enemy_at(board: Board, area: str, side: str, enemy: str) -> bool:
    """Whether there is anything for aircraft to fight: enemy land, or enemy units at sea."""
    if board.parts.areas[area].is_sea:
        return board.blocks(area, enemy)
    return not board.is_friendly(area, side)


@rule("LND-1", "Antiaircraft fire first")
def over_guns_of(plan: Trial, path: list[str], changes: list[list[Any]]) -> None:
    """LND-1. A flight over enemy guns is noted; they fire when all have moved."""
    flight = {}
    for token, count, key in changes:
        flight[f"{token.partition('/')[0]}/{key}"] = count
    group = plan.board.flights[-1]["group"] + 1 if plan.board.flights else 1
    for area in dict.fromkeys(path[1:-1]):
        if area in plan.board.control and plan.board.has_gun(area, plan.enemy):
            plan.emit("flight-over-guns", area=area, to=path[-1], units=flight, group=group)


@rule("MOV-8", "Friendly since start", also=("MOV-7", "CAR-1", "NCM-4", "LND-6"))
def touch_down(plan: Trial, units: dict[str, int], path: list[str]) -> None:
    """MOV-8. Aircraft land on land that was friendly when the turn began, fighters also on a deck in a zone."""
    board, goal = plan.board, path[-1]
    if board.parts.areas[goal].is_sea:
        count = sum(units.values())
        room = deck_room(board, goal, plan.side) - on_deck(board, goal, plan.side)
        if path[0] == goal:
            room += sum(n for token, n in units.items() if not split(token)[1].flying)
        if any(split(token)[1].type != "fighter" for token in units) or room < count:
            plan.refuse(
                "pac-cannot-land", rule="CAR-1", units=", ".join(units), area=goal, hint=_say("deck-room", room=room)
            )
            return
    elif not board.was_friendly(goal, plan.side):
        plan.refuse("pac-cannot-land", rule="MOV-8", units=", ".join(units), area=goal)
        return
    down: dict[str, Any] = {"spent": True, "has_left": False, "on_raid": False}
    changes: list[list[Any]] = [[token, n, split(token)[1].but(None, **down)] for token, n in sorted(units.items())]
    left = [change for change in changes if split(change[0])[1].has_left]
    if left and plan.board.option("antiaircraft-on-retreat") == "yes":
        over_guns_of(plan, path, left)
    plan.emit("units-moved", path=path, units=changes)


@rule("SBR-1", "Declare", also=("SBR-6",))
def raid(plan: Trial, item: Json) -> None:
    """SBR-1. Bombers, and fighters as escorts, fly to an enemy complex.  SBR-6: Japan does not raid China."""
    units, path = item["units"], item["path"]
    board, goal = plan.board, path[-1]
    if any(split(token)[1].type not in RAIDERS for token in units):
        plan.refuse("pac-raiders", rule="SBR-1")
        return
    if not plan.has(path[0], units):
        return
    nation = board.control.get(goal)
    if goal not in board.complexes or board.is_friendly(goal, plan.side) or nation == "china":
        plan.refuse("pac-no-raid", rule="SBR-6" if nation == "china" else "SBR-1", area=goal)
        return
    before = len(plan.problems)
    fly(plan, units, path, raid=True)
    if len(plan.problems) == before and goal not in board.raids:
        plan.emit("raid-declared", rule="SBR-1", area=goal)


@rule("SBR-1", "Declare")
def check_raids(plan: Trial) -> None:
    """SBR-1. Over the whole set: escorts fly with bombers, never alone."""
    for area in plan.board.raids:
        if not any(one.on_raid and one.type == "bomber" for _, one, _ in plan.board.of_side(area, plan.side)):
            plan.refuse("pac-raiders", rule="SBR-1")


@rule("CAP-1", "Putting up CAP", also=("AIR-2", "CAP-6"))
def patrol(plan: Trial, item: Json) -> None:
    """CAP-1. A fighter that has not moved this turn goes from land to an adjacent zone without enemies.

    From an island it goes to the zone around it; air bases do nothing (AIR-2).

    Ruling R-CAP-1-carrier.
    """
    units, path = item["units"], item["path"]
    others = [token for token in units if split(token)[1].type not in PATROLS]
    if others:
        plan.refuse("pac-patrol-type", rule="CAP-1", units=", ".join(others))
        return
    if not plan.has(path[0], units):
        return
    board, area, zone = plan.board, path[0], path[-1]
    fresh = all(split(token)[1].key == "fighter" for token in units)
    if not fresh:
        plan.refuse("pac-moved", rule="CAP-1", units=", ".join(units), area=area)
        return
    land = area in board.control and zone in board.parts.areas[area].sea
    if len(path) != 2 or not land or board.blocks(zone, plan.enemy):
        plan.refuse("pac-no-patrol", rule="CAP-1", units=", ".join(units), area=area, zone=zone)
        return
    plan.emit("units-moved", path=path, units=[[token, n, "fighter^"] for token, n in sorted(units.items())])


# -- guns on the way -----------------------------------------------------------------------------------------


@rule("LND-1", "Antiaircraft fire first")
def over_guns(t: Turn) -> Asking[None]:
    """LND-1. Guns fire once at each aircraft that flew over them, whatever their number.

    Aircraft that one gun of their way has shot down are no targets of the next.
    """
    flights, groups = list(t.board.flights), {}
    for number, flight in enumerate(flights):
        units = groups.setdefault(flight["group"], dict(sorted(flight["units"].items())))
        targets = {token: n for token, n in units.items() if n}
        if targets:
            label = f"lnd-1/{flight['area']}/{number + 1}"
            fallen = yield from antiaircraft.fire(t, label, flight["to"], targets, "raid", over=flight["area"])
            groups[flight["group"]] = losses.less(units, fallen)
    if flights:
        t.emit("flights-done")
