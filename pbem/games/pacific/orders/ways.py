"""The ways between the waypoints that a line names."""

from typing import Any

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
    came: dict[str, str | None] = {start: None}
    todo = [start]
    for area in todo:
        if area == goal:
            return _back(came, goal)
        if area != start and not is_open(plan, area, category, subs):
            continue
        for other in areas[area].sea if category == "sea" else areas[area].land:
            if other not in came:
                came[other] = area
                todo.append(other)
    return None


def _back(came: dict[str, str | None], goal: str) -> list[str]:
    path = [goal]
    while before := came[path[-1]]:
        path.append(before)
    return path[::-1]


def is_open(seen: Any, area: str, category: str, subs: bool) -> bool:
    """Whether units move on from an area, as far as the enemy goes; `seen` knows board, side, enemy and phase."""
    board = seen.board
    if category == "sea":
        return not movement.stopped(board, area, seen.enemy, subs)
    if board.is_friendly(area, seen.side):
        return True
    held = board.defenders(area, seen.enemy) or board.has_gun(area, seen.enemy)
    return seen.phase == "combat" and not held
