"""Where ships go when nobody stands in their way: into the convoys that pay the enemy, and on to the front.

A fleet stays together, and goes nowhere where what the enemy has in reach is much stronger than it.
"""

from collections.abc import Iterator

from pbem.core.data.collecting import FAR, grouped, spread
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.parts import OTHER, SIDES
from ..board.pieces import split
from ..orders import domains, reaching
from ..rules import movement
from .sensible import is_legal

AHEAD = 0.1  # of its cost, for each zone that a unit is nearer to the front
NEAR, AWAY = 2, 9  # zones within and beyond which it does not matter how far the front is
BOLD = 1.2  # how many times its defence factors a fleet takes the attack factors in reach
REACH = {"air": 3, "sea": 2}  # zones from which units come to attack
RAIDERS = ("submarine", "destroyer", "battleship")


def convoys(board: Board, ask: Ask, items: list[Json]) -> list[Json]:
    """Combat moves, and one ship more into each convoy that pays the enemy and where he has none, the cheapest that
    gets there."""
    seen, types = domains.View(board, "combat"), board.parts.types
    rows = [(start, token) for start, token in _ships(seen) if split(token)[1].type in RAIDERS]
    rows.sort(key=lambda row: (types[split(row[1])[1].type].cost, row))
    pays = _convoys_of(board, board.enemy)
    for zone in sorted(pays, key=lambda zone: (-pays[zone], zone)):
        able = [row for row in rows if zone in domains.goals_of(seen, *row) and not board.blocks(zone, board.enemy)]
        ways = (_move(board, ask, {token: 1}, start, zone) for start, token in able)
        items = next((new for way in ways if way and is_legal(board, ask, new := [*items, *way])), items)
    return items


def forward(board: Board, ask: Ask, items: list[Json]) -> list[Json]:
    """Moves without a battle, and behind them troops over sea to the shore that is nearest to the front, and every
    fleet that may still move."""
    steps = _steps(board, board.enemy)
    for goal, form, values in sorted(
        _shipments(board, ask, steps), key=lambda row: (_off(board, row[0], steps), str(row))
    ):
        items = _with(board, ask, items, reaching.items_of(board, ask, form, {**values, "to": goal}))
    seen = domains.View(movement.Plan(board, "noncombat").run(items).board, "noncombat")
    for start, tokens in grouped(_ships(seen)).items():
        items = _with(board, ask, items, _sailing(seen, ask, start, tokens, steps))
    return items


def ahead(board: Board, side: str) -> float:
    """What it is worth that units at sea and beside it are near to what pays the enemy."""
    steps, types = _steps(board, OTHER[side]), board.parts.types
    cost = {area: sum(types[one.type].cost * n for _, one, n in board.of_side(area, side)) for area in board.units}
    return -AHEAD * sum(cost[area] * min(AWAY, max(NEAR, _off(board, area, steps))) for area in sorted(cost))


def _with(board: Board, ask: Ask, items: list[Json], new: list[Json]) -> list[Json]:
    return [*items, *new] if new and is_legal(board, ask, [*items, *new]) else items


def _move(board: Board, ask: Ask, units: dict[str, int], start: str, goal: str) -> list[Json]:
    return reaching.items_of(board, ask, "move", {"units": units, "from": start, "to": goal})


def _ships(seen: domains.View) -> Iterator[tuple[str, str]]:
    """``(zone, token)`` of ships that may move."""
    for zone in seen.board.manned():
        for token in domains.movable(seen, zone) if seen.areas[zone].is_sea else ():
            if seen.types[split(token)[1].type].category == "sea":
                yield zone, token


def _shipments(board: Board, ask: Ask, steps: dict[str, int]) -> Iterator[tuple[str, str, Json]]:
    """Loads of troops to friendly shores that are nearer to the front; where there is pay somebody stays behind."""
    for form, goal, values in reaching.landings(board, ask, domains.View(board, "noncombat")):
        start = values["from"]
        left = sum(count for *_, count in board.of_side(start, board.side)) - sum(values["units"].values())
        is_ahead = goal in board.control and _off(board, goal, steps) < _off(board, start, steps)
        if is_ahead and (left or not board.parts.areas[start].ipc):
            yield goal, form, values


def _sailing(seen: domains.View, ask: Ask, start: str, tokens: list[str], steps: dict[str, int]) -> list[Json]:
    """The move of a whole fleet to the zone nearest to the front that all of it can get to and is safe in."""
    units = {token: domains.movable(seen, start)[token] for token in tokens}
    goals = [{*domains.goals_of(seen, start, token)} for token in units]
    better = [zone for zone in set[str].intersection(*goals) if steps[zone] < steps[start]]
    safe = (zone for zone in sorted(better, key=lambda zone: (steps[zone], zone)) if _is_safe(seen.board, zone, units))
    goal = next(safe, None)
    return _move(seen.board, ask, units, start, goal) if goal else []


def _is_safe(board: Board, zone: str, coming: dict[str, int]) -> bool:
    types, threat = board.parts.types, 0
    own = [(one.type, count) for _, one, count in board.of_side(zone, board.side)]
    own += [(split(token)[1].type, count) for token, count in coming.items()]
    near = spread([zone], lambda area: board.parts.areas[area].near, max(REACH.values()))
    for area, distance in near.items():
        for _, one, count in board.of_side(area, board.enemy):
            threat += types[one.type].attack * count * (distance <= REACH.get(types[one.type].category, -1))
    return threat <= BOLD * sum(types[type].defence * count for type, count in own)


def _convoys_of(board: Board, side: str) -> dict[str, int]:
    """``{zone: IPCs}`` of the convoys that pay a side."""
    parts, rows = board.parts, [(zone, one["ipc"], SIDES[one["owner"]]) for zone, one in board.parts.centres.items()]
    rows += [(zone, parts.areas[area].ipc, board.side_of(area)) for area, zone in parts.route_of.items()]
    return {zone: ipc for zone, ipc, whose in rows if board.marker_side(zone) == whose == side}


def _steps(board: Board, side: str) -> dict[str, int]:
    """How far each zone is from convoys and land that pay a side well."""
    lands = [area for area in board.control if board.side_of(area) == side and board.parts.areas[area].ipc > 1]
    zones = {*_convoys_of(board, side)}.union(*(board.parts.areas[area].sea for area in lands))
    return spread(sorted(zones), lambda area: board.parts.areas[area].sea)


def _off(board: Board, area: str, steps: dict[str, int]) -> int:
    """The same of any area, by the zones beside it."""
    place = board.parts.areas[area]
    return min((steps.get(zone, FAR) for zone in ([area] if place.is_sea else place.sea)), default=FAR)
