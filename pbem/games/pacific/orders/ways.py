"""The ways between the waypoints that a line names."""

from collections.abc import Iterable
from typing import Any

from pbem.core.data.collecting import paths

from ..rules import flight, movement
from ..rules.movement import Plan


def way(
    plan: Plan, points: list[str], category: str, subs: bool = False
) -> tuple[list[str] | None, tuple[str, str] | None]:
    """The waypoints with what lies between them filled in; ``(path, None)``, or ``(None, (start, goal))`` if no way
    leads on.

    category   "land", "sea" or "air"
    subs       only submarines go there, which pass patrols
    """
    path, areas = points[:1], plan.board.parts.areas
    for goal in points[1:]:
        start = path[-1]
        passable = areas[goal].passable and areas[start].passable  # what is not is refused when it is tried (MOV-2)
        if not passable or goal == start or goal in areas[start].near:
            path.append(goal)
            continue
        if category == "air":
            found = flight.route(plan.board, start, goal, plan.side, flight.guns(plan.board, plan.enemy))
        else:
            found = shortest(plan, start, goal, category, subs)
        if not found:
            return None, (start, goal)
        path += found[1:]
    if category == "air" and len(path) == 2 and path[0] == path[1]:
        path = path[:1]
    return path, None


def shortest(plan: Plan, start: str, goal: str, category: str, subs: bool) -> list[str] | None:
    """The shortest way on land or at sea that goes through no enemy; the first by id among equals; or None."""
    areas = plan.board.parts.areas

    def beside(area: str) -> Iterable[str]:
        if area != start and not is_open(plan, area, category, subs):
            return ()
        return areas[area].sea if category == "sea" else areas[area].land

    return paths(start, beside).get(goal)


def is_open(seen: Any, area: str, category: str, subs: bool) -> bool:
    """Whether units move on from an area, as far as the enemy goes; `seen` knows board, side, enemy and phase."""
    board = seen.board
    if category == "sea":
        return not movement.stopped(board, area, seen.enemy, subs)
    if board.is_friendly(area, seen.side):
        return True
    held = board.defenders(area, seen.enemy) or board.has_gun(area, seen.enemy)
    return seen.phase == "combat" and not held
