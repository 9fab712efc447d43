"""What a sensible player of Cataclysm thinks of answers: the chance that they succeed, times what that is worth.

A flag on a country is worth from 1 to 6, a resource 2, a capital 2.  He starts no operation that fails more often than
it succeeds, and as a rule attacks nobody with whom he is at peace unless he is a fascist.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game

from ..board.board import Board
from ..orders.flags import open_plans
from ..orders.operations import may_act
from ..orders.playing import better_kept
from ..orders.strongest import stake, strongest_operations
from ..rules.declaration import after_declaration
from ..rules.deployment import destinations
from ..rules.military import action_about
from ..rules.playing import sites_for, upgradable
from ..rules.production import buildable, cost_of
from ..words.asked import success
from ..words.forecast import outlook

Rows = list[tuple[float, Any]]
OPERATIONS = 6  # that are looked at, those first in which the attackers are most above the defenders
HOPE = 0.5  # the least chance of an operation that is begun
STABLE = {"unrest": 4.0, "wavering": 2.5}
POLITICS = {"alliance": 3.0, "increase-commitment": 3.0, "pressure": 1.0, "special": 2.0}
KEPT = {"reserve", "reject", "forfeit", "pass"}


def valued(game: Game, board: Board, ask: Ask, wished: Any) -> Rows:
    """The answers to a question and what they are worth, or the one that is wished for; [] where the default does."""
    values = VALUES.get(ask.kind)
    if values is None or not board.is_active(ask.power):
        return []
    rows = [(round(value, 3), answer) for value, answer in values(game, board, ask)]
    if wished is None:
        return rows
    alike = [value for value, answer in rows if _core(answer) == _core(wished)]
    return [(max(alike), wished)] if alike else []


def _core(answer: Json) -> list[Any]:
    """What an answer does where, whichever units do it."""
    return [answer.get(name) for name in ("act", "form", "area", "target", "targets", "power", "name", "unit")]


# -- where what is worth -------------------------------------------------------------------------------------------


def _danger(board: Board, power: str, area: str) -> float:
    """How much of other ideologies stands around an area."""
    found = 0.0
    for near in board.near(area):
        holder = board.controller(near)
        found += 0.5 * bool(holder and board.ideology(holder) != board.ideology(power))
        for other in filter(None, map(board.power_of, board.units_in(near))):
            if board.ideology(other) != board.ideology(power):
                found += 0.5 if board.is_enemy(power, other) else 0.25
    return found


# -- what may be done ----------------------------------------------------------------------------------------------


def _operations(game: Game, board: Board, ask: Ask) -> Iterator[tuple[float, Json]]:
    if not may_act(board, ask):
        return
    for plays in strongest_operations(board, ask)[:OPERATIONS]:
        play = plays[-1]
        won = float(outlook(game, board, ask.power, play).won)
        if won >= HOPE:
            yield _gain(board, ask.power, play["target"], won), play


def _gain(board: Board, power: str, target: str, won: float) -> float:
    holder = board.controller(target)
    at_war = bool(holder and board.is_enemy(power, holder))
    prize = stake(board, power, target)
    return won * (prize + 1.5 * at_war) - (1 - won) - 0.4 * (not at_war)


def _moves(board: Board, power: str) -> Rows:
    """Units on land that do better elsewhere, and how much; the best first."""
    found: Rows = []
    for unit in board.units_of(power, "land"):
        here = board.at(unit)
        if not board.has_area(here) or board.type_of(unit) == "fortress" or _is_needed(board, power, here):
            continue
        spots = {spot.split("/")[0] for spot in destinations(board, unit)}
        goals = [
            (_danger(board, power, spot) - 0.4 * len(board.units_in(spot, power)), spot)
            for spot in sorted(spots)
            if board.has_area(spot)
        ]
        gain, goal = max(goals, default=(0.0, ""))
        if gain >= _danger(board, power, here) + 0.5:
            found.append((gain - _danger(board, power, here), {"unit": unit, "to": goal}))
    return sorted(found, key=lambda row: (-row[0], row[1]["unit"]))


def _is_needed(board: Board, power: str, area: str) -> bool:
    """Whether units stay where they are: at the front, or as the last in a capital."""
    alone = len(board.units_in(area, power)) == 1
    return _danger(board, power, area) >= 1.0 or bool(board.area(area).capital and alone)


def _deployments(board: Board, power: str) -> Iterator[tuple[float, Json]]:
    moves = _moves(board, power)
    for number in range(1, min(2, len(moves)) + 1):
        gain = sum(value for value, _ in moves[:number])
        yield min(0.9, 0.35 * gain), {"act": "deploy", "moves": [move for _, move in moves[:number]]}


def _builds(board: Board, ask: Ask) -> Iterator[tuple[float, Json]]:
    """The dearest that the actions left can build."""
    names = [name for name in buildable(board, ask.power) if cost_of(board, name) <= ask.about.get("left", 2)]
    if board.is_belligerent(ask.power) and names:
        yield 0.8, {"act": "build", "names": [min(names, key=lambda name: (-cost_of(board, name), name))]}


# -- questions -----------------------------------------------------------------------------------------------------


def _kept(board: Board, ask: Ask, otherwise: str, if_empty: float = 0.5) -> Rows:
    """A drawn counter may be kept, which is worth something where nothing is; of two the better one is."""
    if otherwise != "reject":
        return [(0.0, {"act": otherwise})]
    return [(0.05 if board.reserve(ask.power) else if_empty, better_kept(board, ask)), (0.0, {"act": "reject"})]


def _offensive(game: Game, board: Board, ask: Ask) -> Iterator[tuple[float, Json]]:
    yield from _operations(game, board, ask)
    if may_act(board, ask) and not ask.about.get("targets"):
        yield from _deployments(board, ask.power)
        yield from _builds(board, ask)
    yield from _kept(board, ask, "reject" if ask.kind == "play-offensive" else "forfeit", 0.55)


def _flag(game: Game, board: Board, ask: Ask) -> Iterator[tuple[float, Json]]:
    for plan in open_plans(board, ask):
        worth, whole = _of_plan(game, board, ask, plan)
        if worth:
            share = success(board, ask.power, plan, ask.about.get("counter"))
            yield worth * (1.0 if share is None else share), whole
    yield from _kept(board, ask, "reject" if ask.kind == "play-flag" else "pass")


def _of_plan(game: Game, board: Board, ask: Ask, plan: Json) -> tuple[float, Json]:
    """What the success of a political action is worth, and the action with all that belongs to it; 0: never."""
    act, power = plan["act"], ask.power
    if act == "diplomacy":
        holder = board.controller(plan["area"])
        if holder and board.ideology(holder) == board.ideology(power):
            return 0.0, plan
        return stake(board, power, plan["area"]) + 0.5 * bool(holder), plan
    if act == "propaganda":
        return STABLE.get(board.powers[power]["stability"], 2.0), plan
    if act == "declare-war":
        return _of_war(game, board, ask, plan)
    if act == "pressure" and board.ideology(plan["power"]) != board.ideology(power):
        return 0.0, plan
    if act == "increase-commitment":
        shown = game.kinds[ask.kind].examples(board, ask)
        plan = next((one for one in shown if one.get("act") == act), plan)
    return POLITICS.get(act, 0.0), plan


def _of_war(game: Game, board: Board, ask: Ask, plan: Json) -> tuple[float, Json]:
    """A war is worth what its first operation is; others than fascists make it on those who are at war already."""
    if board.ideology(ask.power) != "fascist" and not any(map(board.is_belligerent, plan["targets"])):
        return 0.0, plan
    at_war = after_declaration(board, ask.power, plan["targets"])
    inner = Ask("military-action", ask.power, about=action_about(1, "declaration", plan["targets"]), rule="6.2")
    value, play = max(_operations(game, at_war, inner), key=lambda row: row[0], default=(-1.0, None))
    return (1.0 + value, {**plan, "operation": play}) if value > 0 else (0.0, plan)


def _unit(game: Game, board: Board, ask: Ask) -> Iterator[tuple[float, Json]]:
    """A new unit goes where danger is and few are."""
    for area in sites_for(board, ask.power, ask.about["counter"]):
        stack = len(board.units_in(area, ask.power))
        yield 1.0 + 0.3 * _danger(board, ask.power, area) - 0.25 * stack, {"act": "place", "area": area}
    yield from _kept(board, ask, "reject", 0.3)


def _upgrade(game: Game, board: Board, ask: Ask) -> Iterator[tuple[float, Json]]:
    for unit in upgradable(board, ask.power, ask.about["counter"]):
        yield 1.0 + 0.2 * _danger(board, ask.power, board.at(unit)), {"act": "upgrade", "unit": unit}
    yield from _kept(board, ask, "reject", 0.3)


def _deploy(game: Game, board: Board, ask: Ask) -> Iterator[tuple[float, Json]]:
    yield 0.0, {"act": "deploy", "moves": []}
    yield from _deployments(board, ask.power)


VALUES: dict[str, Callable[[Game, Board, Ask], Iterator[tuple[float, Json]]]] = {
    "play-flag": _flag,
    "free-action": _flag,
    "play-offensive": _offensive,
    "military-action": _offensive,
    "play-unit": _unit,
    "play-upgrade": _upgrade,
    "deploy": _deploy,
}
