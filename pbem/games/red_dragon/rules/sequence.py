"""5 The sequence of play, 6.1 the event check, and the activities of both sides (8.2)."""

from pbem.core.rules.requests import Ask, Roll, dice
from pbem.core.rules.rulebook import rule

from . import events, setup, victory
from .ops import play_op

ACTING = {"prc-set-up": ["prc"], "prc-action": ["prc"], "allied-set-up": ["allied"], "allied-action": ["allied"]}
AFTER = {
    "allied-set-up": "nk-coast",
    "nk-coast": "prc-set-up",
    "prc-set-up": "prc-event-check",
    "prc-event-check": "prc-action",
    "prc-event": "prc-action",
    "prc-action": "allied-event-check",
    "allied-event-check": "allied-action",
    "allied-event": "allied-action",
    "allied-action": "prc-event-check",
}


def next_procedure(board):
    """The step that follows (5.2), or None when the game is over."""
    return None if board.result else (board.stage, {})


def acting(board):
    """The sides that answer when asked while the others have standing orders: one, or both at events."""
    return ACTING.get(board.stage, ["prc", "allied"])


@rule("5.2", "Sequence of play")
def end_step(t, following=None):
    """5.2 The steps follow each other in a circle; a step that is finished is not taken back (5.3)."""
    step = t.board.stage
    if t.board.result:
        return
    following = following or AFTER[step]
    if following == "allied-action" and t.board.spent:
        following = spend_action(t)
    t.emit("step-ended", step=step, next=following)


@rule("8.12", "What an interception costs")
def spend_action(t):
    """8.12 The Allied activity of this turn was used by the interception; of a double activity one is left.

    Ruling: R-8.12-interception-cost.
    """
    left = t.board.double == "allied"
    t.emit("action-spent", side="allied", left=int(left))
    if left:
        t.emit("double-taken", side="allied")
        return "allied-action"
    return AFTER["allied-action"]


@rule("6.1", "Event check")
def event_check(t, side):
    """6.1 A die: on 1 or 2 an event is rolled for, else the activity follows."""
    if side == "prc":
        t.emit("turn-begun", rule="5.2", turn=t.board.actions + 1)
    [die] = yield Roll(f"6.1/{side}", dice(1))
    happens = is_event(t.board.parts, die)
    t.emit("event-checked", side=side, die=die, event=happens)
    end_step(t, f"{side}-event" if happens else None)


@rule("6.1", "Event check")
def is_event(parts, die):
    """6.1 Whether the die brings an event."""
    return die in parts.tables["sequence"]["event_on"]


@rule("6.2", "Event roll")
def event(t, side):
    """6.2 Two dice in a fixed order name the event, which takes effect at once."""
    before = victory.census(t.board)
    roll = yield Roll(f"6.2/{side}", dice(2))
    yield from events.happen(t, side, roll)
    victory.sudden_endings(t, before)
    end_step(t)


@rule("8.2", "Activities", also=("5.2",))
def action(t, side):
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
    victory.sudden_endings(t, before)
    if side in board.ceasefire and not board.result:
        t.emit("ceasefire-over", rule="6.16", side=side)
    if side == "prc":
        yield from victory.russia_roll(t, used)
        victory.enough_points(t)
    if not board.result:
        end_activity(t, side)


@rule("6.15", "Double activity", also=("4.1",))
def end_activity(t, side):
    """6.15 Whoever rolled a double activity has another one, without an event check."""
    if t.board.double == side:
        t.emit("double-taken", side=side)
        end_step(t, f"{side}-action")
        return
    if side == "prc":
        victory.count_action(t)
    end_step(t)


def _step(function, *arguments):
    """A procedure without arguments of its own."""

    def procedure(t):
        yield from function(t, *arguments)

    return procedure


PROCEDURES = {
    "allied-set-up": _step(setup.allied_set_up),
    "nk-coast": _step(setup.nk_coast),
    "prc-set-up": _step(setup.prc_set_up),
    "prc-event-check": _step(event_check, "prc"),
    "prc-event": _step(event, "prc"),
    "prc-action": _step(action, "prc"),
    "allied-event-check": _step(event_check, "allied"),
    "allied-event": _step(event, "allied"),
    "allied-action": _step(action, "allied"),
    "petition-concede": victory.concede,
}
