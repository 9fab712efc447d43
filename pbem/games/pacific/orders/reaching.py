"""The strongest attack on each place by one line of combat moves: what a form tells the odds of.

A line brings units from one area: all of them that can get there by land, by sea and by air, or as many troops as find
room in empty transports.  More may come from elsewhere; whoever plans that asks for the odds of it.
"""

from collections.abc import Container, Iterator
from typing import Any, NamedTuple

from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.language.order_context import OrderContext
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.pieces import split
from ..rules import movement
from ..rules.casualties import AIR
from . import domains
from .kinds import KINDS

KIND = KINDS["combat-moves"]
AT_HOME = ("carrier", "transport", "aa-gun")  # they add little to an attack, and more is lost with them
ROUNDS = 5  # for which what a place brings is counted
TRIES = 3  # lines that are tried for a place, the strongest first; the rest is weak


class Attack(NamedTuple):
    """One line against one place.

    place   where the enemy is
    line    the order as it is written
    items   the combat moves that it means
    """

    place: str
    line: str
    items: list[Json]


def attacks(board: Board, ask: Ask, most: int) -> tuple[list[Attack], int]:
    """``(attacks on as many places at the most, how many places were left untried)``: against each place where the
    enemy would fight the legal line with most attack factors; first those where these exceed the factors of the
    defence, and of them those where most is at stake."""
    lines = lines_to(board, ask)
    best = {goal: max(rows, key=lambda row: row[0]) for goal, rows in lines.items()}
    weaker = {goal: defence(board, goal) - row[0] for goal, row in best.items()}
    gain = {goal: _at_stake(board, goal, row[2]) for goal, row in best.items()}
    order = sorted(lines, key=lambda goal: (max(weaker[goal], 0), -gain[goal], weaker[goal], goal))
    found: list[Attack] = []
    for place, goal in enumerate(order):
        if len(found) == most:
            return found, len(order) - place
        found += _first_legal(board, ask, goal, sorted(lines[goal], key=lambda row: -row[0])[:TRIES])
    return found, 0


def lines_to(board: Board, ask: Ask) -> dict[str, list[tuple[int, str, Json]]]:
    """``{place where the enemy would fight: [(attack factors, form, fields of the line)]}``."""
    seen = domains.view(_scope(board, ask, "move"))
    goals = set(_goals(seen))
    return grouped(
        (goal, (_factors(board, values["units"]), form, {**values, "to": goal}))
        for form, goal, values in [*_moves(seen, goals), *landings(board, ask, seen)]
        if goal in goals
    )


def _first_legal(board: Board, ask: Ask, goal: str, lines: list[tuple[int, str, Json]]) -> list[Attack]:
    for _, form, values in lines:
        items = items_of(board, ask, form, values)
        if items:
            return [Attack(goal, KIND.form(form).text(values, ask), items)]
    return []


def _scope(board: Board, ask: Ask, form: str, state: object = None, **values: Any) -> OrderContext:
    kind = KINDS[ask.kind]
    return OrderContext(kind, board, ask, kind.form(form), values=values, state=state)


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


def _moves(seen: domains.View, goals: Container[str]) -> Iterator[tuple[str, str, Json]]:
    """``("move", goal, units and start)``: all units of an area that fight and can get to a goal, and those on the
    ground alone, for aircraft may have nowhere to come down."""
    for start in seen.board.manned():
        reach: dict[str, dict[str, int]] = {}
        for token, count in domains.movable(seen, start).items():
            if split(token)[1].type not in AT_HOME:
                for goal in domains.goals_of(seen, start, token):
                    if goal in goals and goal != start:
                        reach.setdefault(goal, {})[token] = count
        for goal, units in reach.items():
            ground = {token: n for token, n in units.items() if split(token)[1].type not in AIR}
            for some in [units, ground] if 0 < len(ground) < len(units) else [units]:
                yield "move", goal, {"units": some, "from": start}


def landings(board: Board, ask: Ask, seen: domains.View) -> Iterator[tuple[str, str, Json]]:
    """``("ship", shore, units, start and sea)``: troops in the empty transports that can bring them to a shore."""
    for start in domains.boarding(_scope(board, ask, "ship")):
        scope = _scope(board, ask, "ship", **{"from": start})
        units = scope.values["units"] = _boarders(scope)
        for zone in domains.quays(scope) if units else ():
            scope.values["sea"] = zone
            for goal in domains.shipping_goals(scope):
                yield "ship", goal, {"units": units, "from": start, "sea": zone}


def free_shores(board: Board, ask: Ask) -> list[tuple[str, list[Json]]]:
    """``(shore, moves)`` of troops to land of the enemy that pays and that nobody defends, from aboard first; what is
    worth most first."""
    seen = domains.view(_scope(board, ask, "move"))
    rows = [
        (goal, form, {**values, "units": _few(values["units"]), "to": goal})
        for form, goal, values in [*_from_aboard(board, ask), *landings(board, ask, seen)]
        if seen.areas[goal].ipc and not board.is_friendly(goal, seen.side) and not board.defenders(goal, seen.enemy)
    ]
    rows.sort(key=lambda row: (-stake(board, row[0]), row[0]))
    return [(goal, moves) for goal, form, values in rows if (moves := items_of(board, ask, form, values))]


def _few(units: dict[str, int]) -> dict[str, int]:
    """One or two of a kind, as a transport holds."""
    token = max(units, key=lambda token: (units[token], token))
    return {token: min(2, units[token])}


def _from_aboard(board: Board, ask: Ask) -> Iterator[tuple[str, str, Json]]:
    """``("unload", shore, units and sea)``: troops that lie off a shore."""
    for zone in domains.unloading(_scope(board, ask, "unload")):
        scope = _scope(board, ask, "unload", **{"from": zone})
        for goal in domains.shores(scope):
            yield "unload", goal, {"units": domains.landing_units(scope), "from": zone}


def _boarders(scope: OrderContext) -> dict[str, int]:
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


def items_of(board: Board, ask: Ask, form: str, values: Json) -> list[Json]:
    """The combat moves that a line means; [] if it is illegal, or aircraft in it could not come down again."""
    state = KINDS[ask.kind].start(board, ask)
    scope = _scope(board, ask, form, state, **values)
    items: list[Json] = state.line(scope)
    if not items or scope.problems or state.faults():
        return []
    if state.plan.phase == "combat":
        movement.finish_combat(state.plan)
    return [] if state.plan.problems else items


def _factors(board: Board, units: dict[str, int]) -> int:
    """The sum of the attack factors."""
    types = board.parts.types
    return sum(types[split(token)[1].type].attack * count for token, count in units.items())


def stake(board: Board, area: str) -> float:
    """What a sensible player thinks that it is worth to take a place: an IPC 1, an industrial complex 3, a fleet 2."""
    place = board.parts.areas[area]
    return 2.0 if place.is_sea else 1.0 + place.ipc + 3 * bool(place.complex)


def _at_stake(board: Board, area: str, values: Json) -> float:
    """IPCs that the enemy may lose by a line: what stands there, and what the place brings him in some rounds if it is
    taken.  Aircraft alone take no land, and hit no submarine."""
    types, place, there = board.parts.types, board.parts.areas[area], board.of_side(area, board.enemy)
    in_the_air = all(split(token)[1].type in AIR for token in values["units"])
    units = sum(types[one.type].cost * n for _, one, n in there if not (in_the_air and one.type == "submarine"))
    return units + ROUNDS * stake(board, area) * (not place.is_sea and not in_the_air)


def defence(board: Board, area: str) -> int:
    """The sum of the defence factors of the enemy in an area."""
    types = board.parts.types
    there = board.of_side(area, board.enemy)
    return sum(types[one.type].defence * count for _, one, count in there)
