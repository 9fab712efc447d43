"""5 The sequence of play, 6.1 the event check, and the activities of both sides (8.2)."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Procedure, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import SIDES, Parts
from . import events, setup, victory
from .due import DUE, work_off
from .ops import play_op
from .steps import end_step

ACTING = {"prc-set-up": ["prc"], "prc-action": ["prc"], "allied-set-up": ["allied"], "allied-action": ["allied"]}


def next_procedure(board: Board) -> tuple[str, Json] | None:
    """The step that follows (5.2), or None when the game is over."""
    return None if board.result else (board.stage, {})


def acting(board: Board) -> list[str]:
    """The sides that answer when asked while the others have standing orders: one, or both at events."""
    return ACTING.get(board.stage, ["prc", "allied"])


@rule("6.1", "Event check")
def event_check(t: Turn, side: str) -> Asking[None]:
    """6.1 A die: on 1 or 2 an event is rolled for, else the activity follows."""
    if side == "prc":
        t.emit("turn-begun", rule="5.2", turn=t.board.actions + 1)
    [die] = yield Roll(f"6.1/{side}", dice(1))
    happens = is_event(t.board.parts, die)
    t.emit("event-checked", side=side, die=die, event=happens)
    end_step(t, f"{side}-event" if happens else None)


@rule("6.1", "Event check")
def is_event(parts: Parts, die: int) -> bool:
    """6.1 Whether the die brings an event."""
    return die in parts.tables["sequence"]["event_on"]


@rule("6.2", "Event roll")
def event(t: Turn, side: str) -> Asking[None]:
    """6.2 Two dice in a fixed order name the event, which takes effect at once."""
    before = victory.census(t.board)
    roll = yield Roll(f"6.2/{side}", dice(2))
    yield from events.happen(t, side, roll)
    yield from work_off(t)
    victory.sudden_endings(t, before)
    end_step(t)


@rule("8.2", "Activities", also=("5.2",))
def action(t: Turn, side: str) -> Asking[None]:
    """8.2 The side declares one Op and carries it out, or passes.  Ruling: R-8.2-passing."""
    board = t.board
    about = {"actions": board.actions}
    if side in board.ceasefire:
        about["ceasefire"] = True
    if side == "prc" and board.must:
        about["must"] = board.must
    move = yield Ask("op", side, about=about)
    before = victory.census(board)
    used = yield from play_op(t, side, move)
    yield from work_off(t)
    victory.sudden_endings(t, before)
    if side in board.ceasefire and not board.result:
        t.emit("ceasefire-over", rule="6.16", side=side)
    if side == "prc":
        yield from victory.russia_roll(t, used)
        victory.enough_points(t)
    if not board.result:
        end_activity(t, side)


@rule("6.15", "Double activity", also=("4.1",))
def end_activity(t: Turn, side: str) -> None:
    """6.15 Whoever rolled a double activity has another one, without an event check."""
    if t.board.double == side:
        t.emit("double-taken", side=side)
        end_step(t, f"{side}-action")
        return
    if side == "prc":
        victory.count_action(t)
    end_step(t)


def _step(function: Callable[..., Any], *arguments: str) -> Callable[..., Any]:
    """A procedure without arguments of its own."""

    def procedure(t):
        yield from function(t, *arguments)

    return DUE.step(procedure)


OF_A_TURN = {"event-check": event_check, "event": event, "action": action}
PROCEDURES: dict[str, Procedure] = {
    "allied-set-up": _step(setup.allied_set_up),
    "nk-coast": _step(setup.nk_coast),
    "prc-set-up": _step(setup.prc_set_up),
    **{f"{side}-{name}": _step(step, side) for side in SIDES for name, step in OF_A_TURN.items()},
}
