"""Named board queries, for `show`, positions, conditions and cases."""

from ..rules import battle, economy, flight, kamikaze, placement, transport
from .parts import FORCES, SIDES
from .pieces import bare, split


def control(board, area):
    return board.control[area]


def convoy(board, zone):
    return board.markers[zone]


def units(board, area, force=None):
    """``{token: count}`` without what they did this turn."""
    counts = {}
    for owner, one, count in board.stacks(area, (force,) if force else FORCES):
        token = bare(f"{owner}/{one.key}")
        counts[token] = counts.get(token, 0) + count
    return [f"{count} {token}" if count > 1 else token for token, count in sorted(counts.items())]


def state(board, area):
    """The tokens with everything that they did this turn."""
    return [f"{count} {owner}/{one.key}" for owner, one, count in board.stacks(area)]


def distance(board, start, goal, how="air"):
    """Steps of the shortest way: by air without bases, by sea or by land; None if there is none."""
    areas = board.parts.areas
    seen, todo = {start: 0}, [start]
    for area in todo:
        near = areas[area].near if how == "air" else areas[area].sea if how == "sea" else areas[area].land
        for other in near:
            if other not in seen:
                seen[other] = seen[area] + 1
                todo.append(other)
    return seen.get(goal)


def flight_cost(board, start, goal):
    """Moves that an aircraft of the power in turn spends on the cheapest way, friendly bases counted."""
    path = flight.route(board, start, goal, board.side)
    return None if path is None else flight.cost(board, path, board.side)


def count(board, type, force=None):
    """All units of a type, those aboard ships included."""
    return sum(_count(board, area, type, force) for area in board.units)


def _count(board, area, type, force):
    total = 0
    for owner, one, number in board.stacks(area):
        if one.type == type and force in (None, owner):
            total += number
        for item in one.cargo:
            cargo_force, cargo = split(item.rstrip("+"))
            if cargo.type == type and force in (None, cargo_force):
                total += number
    return total


QUERIES = {
    "round": lambda board: board.round,
    "power": lambda board: board.power,
    "phase": lambda board: board.phase,
    "vp": lambda board: board.vp,
    "kamikazes": lambda board: board.kamikazes,
    "recruits": lambda board: board.recruits,
    "plunder": lambda board: board.plunder,
    "winner": lambda board: board.result["winner"] if board.result else None,
    "control": control,
    "convoy": convoy,
    "side": lambda board, area: board.side_of(area),
    "units": units,
    "state": state,
    "count": count,
    "money": lambda board, nation: board.money[nation],
    "production": lambda board, nation: economy.production(board, nation),
    "convoy-pool": lambda board: economy.convoy_pool(board),
    "recruits-due": lambda board: economy.recruits(board),
    "burma-road": lambda board: economy.burma_road(board),
    "complex": lambda board, area: area in board.complexes,
    "capacity": lambda board, area: placement.capacity(board, area),
    "sites": lambda board, nation: placement.building_sites(board, nation),
    "bought": lambda board, nation: [f"{n} {type}" for type, n in sorted(board.bought.get(nation, {}).items())],
    "neighbours": lambda board, area: sorted(board.parts.areas[area].near),
    "distance": distance,
    "flight-cost": flight_cost,
    "battles": lambda board: battle.due(board),
    "kamikaze-targets": lambda board, zone: sorted(kamikaze.targets(board).get(zone, {})),
    "bombarders": lambda board, zone: [f"{n} {ship}" for ship, n in sorted(transport.bombarders(board, zone).items())],
    "capital-held": lambda board, nation: board.capital_held(nation),
    "friendly": lambda board, area: SIDES[board.control[area]] == board.side,
}
ARGUMENTS = {
    "zone": "area",
    "start": "area",
    "goal": "area",
    "type": "unit-type",
    "how": ["air", "sea", "land"],
}
