"""What a sensible player of Pacific does: attacks that are likely won, marches to the front, ships for those behind.

An attack is worth what it takes times the chance that it does: an IPC 1, an industrial complex 3, a fleet 2.  Nothing
is attacked at less than 70 %, territories that pay are not left empty to march on, and transports go nowhere alone.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pbem.core.data.collecting import FAR, spread
from pbem.core.data.json_types import Json
from pbem.core.data.problems import refusals
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game

from ..board.board import Board
from ..orders import reaching
from ..orders.kinds import KINDS
from ..rules import absent, battle, economy
from ..words import forecast
from ..words.shares import reckoned

Goal = Callable[[str], bool]
"""Whether a place may be attacked."""
LEAST = 0.7  # chance of an attack that is made
LARGE = 26  # units of a battle that is not reckoned but judged by numbers
SHOPPING = {
    "japan": "transport infantry infantry artillery infantry infantry destroyer infantry infantry armor",
    "usa": "transport infantry marine destroyer fighter carrier fighter submarine transport infantry battleship",
    "india": "infantry infantry artillery",
    "australia": "infantry infantry transport",
}
FLEET = {"japan": 8}  # transports that are enough; of others 6


def valued(game: Game, board: Board, ask: Ask, wished: Any) -> list[tuple[float, Any]]:
    """The one answer that he thinks of, and what it is worth; [] where the published default does."""
    plan = PLANS.get(ask.kind)
    if plan is None:
        return []
    if wished is None:
        return [plan(game, board, ask)]
    return [(_worth_of_moves(game, board, ask, wished) if ask.kind == "combat-moves" else 1.0, wished)]


# -- buying --------------------------------------------------------------------------------------------------------


def _purchase(game: Game, board: Board, ask: Ask) -> tuple[float, Any]:
    bought = {nation: _bought(board, nation, money) for nation, money in ask.about["money"].items()}
    return 1.0, {nation: units for nation, units in bought.items() if units}


def _bought(board: Board, nation: str, money: int) -> dict[str, int]:
    """Down the list, and from its head again, until nothing on it can be paid."""
    prices = {type: board.parts.types[type].cost for type in economy.for_sale(board, nation)}
    room = FLEET.get(nation, 6) - sum(board.total(zone, "transport", board.forces()) for zone in board.parts.zones)
    wishes, found, missed = SHOPPING[nation].split(), {}, 0
    while missed < len(wishes):
        type = wishes[0]
        wishes = [*wishes[1:], type]
        is_full = type == "transport" and found.get(type, 0) >= room
        if prices.get(type, FAR) > money or is_full:
            missed += 1
            continue
        missed, money = 0, money - prices[type]
        found[type] = found.get(type, 0) + 1
    return found


# -- attacks -------------------------------------------------------------------------------------------------------


def _combat(game: Game, board: Board, ask: Ask) -> tuple[float, Any]:
    return combat_plan(game, board, ask, LEAST)


def combat_plan(game: Game, board: Board, ask: Ask, least: float, is_goal: Goal = bool) -> tuple[float, Any]:
    """One line after another to the place that is worth most, until it is likely won, at `least`; then into what is
    empty.  What it is worth, and the moves."""
    items: list[Json] = []
    worth = 0.0
    for goal, lines in _lines(board, ask) if least < 1 else ():
        more, share = _attack(game, board, ask, items, goal, lines) if is_goal(goal) else ([], 0.0)
        if share >= least:
            items, worth = items + more, worth + share * reaching.stake(board, goal)
    for item in _entries(board):
        if is_legal(board, ask, [*items, item]):
            items, worth = [*items, item], worth + reaching.stake(board, item["path"][-1])
    return worth, items


def _lines(board: Board, ask: Ask) -> Iterator[tuple[str, list[list[Json]]]]:
    """Where the enemy would fight, what is worth most against its defence first, with the moves of each line there."""
    found = reaching.lines_to(board, ask)
    order = sorted(found, key=lambda goal: (-reaching.stake(board, goal) / (1 + reaching.defence(board, goal)), goal))
    for goal in order:
        rows = sorted(found[goal], key=lambda row: (row[1] == "ship", -row[0], str(row[2])))[:6]
        starts: dict[str, list[Json]] = {}
        for _, form, values in rows:
            if values["from"] not in starts and (moves := reaching.items_of(board, ask, form, values)):
                starts[values["from"]] = moves
        yield goal, list(starts.values())


def _attack(
    game: Game, board: Board, ask: Ask, before: list[Json], goal: str, lines: list[list[Json]]
) -> tuple[list[Json], float]:
    """Moves against a place behind those that are made already, and the chance that they win it."""
    found: list[Json] = []
    share = 0.0
    for moves in lines:
        if not is_legal(board, ask, [*before, *found, *moves]):
            continue
        found = [*found, *moves]
        share = chance(game, forecast.after_combat_moves(board.sketch(), ask, found), goal)
        if share >= 0.85:
            break
    return found, share


def chance(game: Game, board: Board | None, area: str) -> float:
    """The chance that the attackers win a battle; of a large one whether there are many more of them."""
    met = forecast.met(game, board, area) if board else None
    if met is None:
        return 0.0
    ours, theirs = sum(met["attackers"].values()), sum(met["defenders"].values())
    if ours + theirs > LARGE:
        return 0.9 if 5 * ours > 7 * theirs else 0.3
    found = reckoned(board.parts, met) if board else None
    return float(found.win) / float(found.whole) if found else 0.0


def _worth_of_moves(game: Game, board: Board, ask: Ask, items: list[Json]) -> float:
    """What combat moves are likely to take, in all battles that they lead to."""
    after = forecast.after_combat_moves(board.sketch(), ask, items)
    areas = battle.due(after) if after else []
    return sum((reaching.stake(board, area) * chance(game, after, area) for area in areas), 0.0)


def _entries(board: Board) -> Iterator[Json]:
    """Single units into land of the enemy that pays and is empty, once each; somebody stays where they come from."""
    taken = set()
    for start, token, count in _troops(board):
        for goal in sorted(board.parts.areas[start].land):
            is_open = goal in board.control and not board.is_friendly(goal, board.side)
            if is_open and board.parts.areas[goal].ipc and goal not in taken and count > 1:
                if not board.defenders(goal, board.enemy):
                    taken.add(goal)
                    yield {"go": "move", "units": {token: 1}, "path": [start, goal]}


# -- marches -------------------------------------------------------------------------------------------------------


def _noncombat(game: Game, board: Board, ask: Ask) -> tuple[float, Any]:
    """Aircraft come down as published; who is behind goes on to the front, and something stays where there is pay."""
    items = absent.landings(board)
    steps = _steps_to_enemy(board)
    for start, token, count in _troops(board):
        here = steps.get(start, FAR)
        able = count - (board.parts.areas[start].ipc > 2)
        goals = [goal for goal in board.parts.areas[start].land if goal in board.control]
        goals = [goal for goal in goals if board.is_friendly(goal, board.side) and steps.get(goal, FAR) < here]
        if here > 1 and able > 0 and goals:
            goal = min(goals, key=lambda goal: (steps[goal], goal))
            item = {"go": "move", "units": {token: able}, "path": [start, goal]}
            items = [*items, item] if is_legal(board, ask, [*items, item]) else items
    return 1.0, items


def _troops(board: Board) -> Iterator[tuple[str, str, int]]:
    """``(area, token, number)`` of troops that may march, those of China left out, which stay where they are."""
    for area in sorted(board.manned()):
        for force, one, count in () if board.parts.areas[area].is_sea else list(board.stacks(area, board.forces())):
            if (
                board.parts.types[one.type].category == "land"
                and not one.spent
                and one.moves is None
                and force != "china"
            ):
                yield area, f"{force}/{one.key}", count


def _steps_to_enemy(board: Board) -> dict[str, int]:
    """How many steps by land it is from each territory to one of the enemy."""
    areas = board.parts.areas
    return spread(
        (area for area in board.control if not board.is_friendly(area, board.side)),
        lambda area: (near for near in areas[area].land if near in board.control and areas[near].passable),
    )


def is_legal(board: Board, ask: Ask, items: list[Json]) -> bool:
    """Whether moves can be made together."""
    return not refusals(list(KINDS[ask.kind].check(board, ask, items)))


PLANS: dict[str, Callable[[Game, Board, Ask], tuple[float, Any]]] = {
    "purchase": _purchase,
    "combat-moves": _combat,
    "noncombat-moves": _noncombat,
}
