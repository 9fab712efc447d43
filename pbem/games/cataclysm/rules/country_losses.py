"""10.8 Losses of a country that several ideologies defend: the country chooses nothing, and nobody chooses for another
ideology (ruling R-10.8-country)."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Together
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .losses import steps
from .outcome import Outcome
from .sides import DEFENCE, in_combat, one_hand, primary


@rule("10.8", "Who chooses for a country", also=("9.1.1",))
def hands_of(board: Board, side: str, kind: str) -> list[Any]:
    """10.8 The powers that choose for a country or an unowned base, each with those in one hand with it, in decreasing
    effectiveness order; [] where a primary power chooses, or one hand has every unit of the combat's kind."""
    if side != DEFENCE or primary(board, side) is not None:
        return []
    waiting = board.in_order({power for _, power, _ in in_combat(board, side, kind) if power})
    hands = []
    while waiting:
        hands.append(one_hand(board, waiting[0], waiting))
        waiting = [power for power in waiting if power not in hands[-1]]
    return hands if len(hands) > 1 else []


@rule("10.8", "Losses dealt among those who defend a country")
def shares(board: Board, kind: str, hands: list[list[str]], count: int) -> list[int]:
    """10.8 How many losses each hand takes: one by one in decreasing effectiveness order until they are used up, the
    first to a hand that can flip an upgraded unit, if there is one (restriction 2)."""
    units = [_units_of(board, kind, hand) for hand in hands]
    room, dealt = [steps(each) for each in units], [0] * len(hands)
    flipping = [place for place, each in enumerate(units) if any(upgraded for _, _, upgraded in each)]
    turn = flipping[0] if flipping else 0
    for _ in range(min(count, sum(room))):
        while dealt[turn] >= room[turn]:
            turn = (turn + 1) % len(hands)
        dealt[turn] += 1
        turn = (turn + 1) % len(hands)
    return dealt


def _units_of(board: Board, kind: str, hand: list[str]) -> list[tuple[str, str | None, bool]]:
    return [unit for unit in in_combat(board, DEFENCE, kind) if unit[1] in hand]


@rule("10.8", "Losses of those who defend a country", also=("10.10",))
def losses_by_hand(
    t: Turn, outcome: Outcome, hands: list[list[str]], may_retreat: bool, about_of: Callable[..., Any]
) -> Asking[tuple[bool, list[str], dict[str, str]]]:
    """10.8, 10.10 Each hand answers for its own units, all at once.  The retreat is declared, and spares a loss, only
    if all of them declare it; who declares it alone stands.

    `about_of(hand, units, share, share if they retreat)` states the question.  Returns (retreat, losses, destinations).
    """
    board, kind = t.board, outcome.kind
    standing = shares(board, kind, hands, outcome.losses[DEFENCE])
    leaving = shares(board, kind, hands, outcome.losses[DEFENCE] - 1) if may_retreat else standing
    asks = []
    for hand, stand, leave in zip(hands, standing, leaving):
        about = about_of(hand[0], _units_of(board, kind, hand), stand, leave)
        asks.append(Ask("combat-reply", hand[0], about=about, rule="10.8"))
    open_asks = [ask for ask in asks if may_retreat or len(ask.about["allocations"]) > 1]
    answers = (yield Together(open_asks)) if open_asks else []
    given = dict(zip((ask.power for ask in open_asks), answers))
    replies = [given.get(ask.power) or _only_reply(ask) for ask in asks]
    retreat = all(reply["retreat"] for reply in replies)
    losses, to = [], {}
    for ask, reply in zip(asks, replies):
        losses += reply["losses"] if retreat or not reply["retreat"] else _standing_after_all(ask, reply)
        to |= reply["to"]
    return retreat, losses, to


def _only_reply(ask: Ask) -> Json:
    return {"retreat": False, "losses": ask.about["allocations"][0], "to": {}}


def _standing_after_all(ask: Ask, reply: Json) -> list[Any]:
    """The losses of a hand that wanted to retreat and has to stand: those it chose, and as published what they lack."""
    ways = ask.about["allocations"]
    chosen = reply["losses"]
    return next((way for way in ways if all(way.count(unit) >= chosen.count(unit) for unit in chosen)), ways[0])
