"""5.2 What follows when a step of the sequence of play is over."""

from pbem.core.rules.rulebook import rule

from ..board.board import Turn

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


@rule("5.2", "Sequence of play")
def end_step(t: Turn, following: str | None = None) -> None:
    """5.2 The steps follow each other in a circle; a step that is finished is not taken back (5.3)."""
    step = t.board.stage
    if t.board.result:
        return
    following = following or AFTER[step]
    if following == "allied-action" and t.board.spent:
        following = spend_action(t)
    t.emit("step-ended", step=step, next=following)


@rule("8.12", "What an interception costs")
def spend_action(t: Turn) -> str:
    """8.12 The Allied activity of this turn was used by the interception; of a double activity one is left.

    Ruling: R-8.12-interception-cost.
    """
    left = t.board.double == "allied"
    t.emit("action-spent", side="allied", left=int(left))
    if left:
        t.emit("double-taken", side="allied")
        return "allied-action"
    return AFTER["allied-action"]
