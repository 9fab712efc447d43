"""The attacks of all that can reach a place, as combat moves: what a form tells the odds of.

For each place with enemies: everything that can get there by land, by air and by sea, and as many as fit into empty
transports beside them of those who can be landed, each by itself and together judged by the rules of movement.
"""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.orders.scopes import Scope
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.pieces import split
from ..rules import movement
from . import domains
from .kinds import KINDS
from .settling import Settler

KIND = KINDS["combat-moves"]
AIR = ("fighter", "bomber")
AT_HOME = ("carrier", "transport", "aa-gun")  # they add little to an attack, and more is lost with them


def attacks(board: Board, ask: Ask) -> list[tuple[str, list[Json]]]:
    """``[(place, combat moves)]`` for each place where one's own units can meet the enemy; those where the sum of the
    attack factors exceeds that of the defence factors by most first."""
    rows = []
    seen = domains.view(_scope(board, ask, "move"))
    for goal in _goals(seen):
        items = _attack(board, ask, seen, goal)
        if items:
            rows.append((_defence(board, goal) - _attack_of(board, items), goal, items))
    return [(goal, items) for _, goal, items in sorted(rows, key=lambda row: row[:2])]


def _scope(board: Board, ask: Ask, form: str, state: Settler | None = None, **values: Any) -> Scope:
    return Scope(KIND, board, ask, KIND.form(form), values=values, state=state)


def _goals(seen: domains.View) -> list[str]:
    """Where the enemy would fight, by id."""
    board, enemy = seen.board, seen.enemy
    return [
        area
        for area in sorted(board.units)
        if seen.areas[area].passable
        and (
            board.blocks(area, enemy)
            if seen.areas[area].is_sea
            else not board.is_friendly(area, seen.side) and board.defenders(area, enemy)
        )
    ]


def _attack(board: Board, ask: Ask, seen: domains.View, goal: str) -> list[Json]:
    """The moves of all that can meet there and come down again; [] if nobody can."""
    state: Settler = KIND.start(board, ask)
    ground: list[Json] = []
    for start, units in _movers(seen, goal, AIR, False):
        ground += _line(board, ask, state, "move", units=units, to=goal, **{"from": start})
    if not seen.areas[goal].is_sea:
        ground += _landings(board, ask, state, goal)
    air = []
    for start, units in _movers(seen, goal, AIR, True):
        air += _line(board, ask, state, "move", units=units, to=goal, **{"from": start})
    if _is_legal(board, [*ground, *air]):
        return [*ground, *air]
    found = ground if _is_legal(board, ground) else []
    for item in air:
        if _is_legal(board, [*found, item]):
            found = [*found, item]
    return found


def _movers(seen: domains.View, goal: str, types: tuple[str, ...], among: bool) -> Iterator[tuple[str, dict[str, int]]]:
    """``(area, units)`` of all that may go from an area to the goal: of these types, or of others that fight."""
    for start in seen.board.manned():
        units = {
            token: count
            for token, count in domains.movable(seen, start).items()
            if (type := split(token)[1].type) not in AT_HOME
            and (type in types) == among
            and goal in domains.goals_of(seen, start, token)
        }
        if units and start != goal:
            yield start, units


def _landings(board: Board, ask: Ask, state: Settler, goal: str) -> list[Json]:
    """Troops in the empty transports that can bring them to a shore."""
    items: list[Json] = []
    for start in domains.boarding(_scope(board, ask, "ship", state)):
        scope = _scope(board, ask, "ship", state, **{"from": start})
        units = _boarders(scope)
        scope.values["units"] = units
        for zone in domains.quays(scope) if units else ():
            scope.values["sea"] = zone
            if goal in domains.shipping_goals(scope):
                items += _line(board, ask, state, "ship", units=units, sea=zone, to=goal, **{"from": start})
                break
    return items


def _boarders(scope: Scope) -> dict[str, int]:
    """As many troops as there is room for, the strongest attackers first."""
    types, sizes = scope.board.parts.types, domains.boarding_sizes(scope)
    able, room = domains.boarders(scope), domains.boarding_room(scope)
    found = {}
    for token in sorted(able, key=lambda token: (-types[split(token)[1].type].attack, token)):
        size = sizes.get(token, 1)
        count = min(able[token], room // size)
        if count and split(token)[1].type != "aa-gun":
            found[token] = count
            room -= count * size
    return found


def _line(board: Board, ask: Ask, state: Settler, form: str, **values: Any) -> list[Json]:
    """The items of a line, which are on the sketch then; [] if it is refused, and the sketch as before."""
    scope = _scope(board, ask, form, state, **values)
    items = state.line(scope)
    if not scope.problems and not state.faults():
        return items
    return []


def _is_legal(board: Board, items: list[Json]) -> bool:
    tried = movement.Plan(board, "combat").run(items)
    if items and not tried.problems:
        movement.finish_combat(tried)
    return bool(items) and not tried.problems


def _attack_of(board: Board, items: list[Json]) -> int:
    """The sum of the attack factors of all that meet the enemy."""
    types = board.parts.types
    moved = [item["units"] if item["go"] == "move" else item["cargo"] for item in items if item["go"] != "load"]
    return sum(types[split(token)[1].type].attack * count for units in moved for token, count in units.items())


def _defence(board: Board, area: str) -> int:
    types = board.parts.types
    there = board.of_side(area, board.enemy)
    return sum(types[one.type].defence * count for _, one, count in there)
