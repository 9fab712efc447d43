"""8 Military actions: the loop of an offensive (8.1), and what other chapters call from here."""

from collections.abc import Sequence
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule
from pbem.core.title.game import load

from ..board.board import Board, Turn
from .actions import action_problems, build_actions, cost_of_action, intervene
from .any_time import BEFORE_AN_OPERATION, BETWEEN_ACTIONS, hearing
from .deployment import deployment, deployment_asks
from .operations import operation
from .special_rules import abyssinian_adventure, leave_treaty, remilitarize

__all__ = ["deployment", "deployment_asks", "military_actions"]


@rule("8.1", "Offensives", also=("8.0",))
def military_actions(
    t: Turn, power: str, count: int, source: str, first: Json | None = None, targets: Sequence[str] = ()
) -> Asking[None]:
    """8.1 `count` military actions one after the other, each decided when it is begun; what is left may be
    forfeited.

    `source` is offensive, maneuvers or declaration; `first` the answer for the first one if it is known: an
    action that has become impossible is asked for again.  `targets`: the powers that war was declared on
    (6.2).
    """
    board = t.board
    t.emit("actions-begun", power=power, source=source, left=count)
    left, play = count, first
    while left > 0 and board.is_active(power):
        about = action_about(left, source, targets)
        if play is not None:
            play = _still_legal(board, power, play, about)
        if play is None:
            play = yield from hearing(t, lambda about=about: action_question(power, about))
        if play["act"] == "forfeit":
            break
        cost = cost_of_action(board, power, play)
        if cost:
            left -= cost
            t.emit("actions-spent", power=power, count=board.offensive["left"] - left, left=left)
        yield from perform(t, power, play)
        left, play = board.offensive["left"], None
    t.emit("actions-ended", power=power, forfeited=max(0, left))


def action_question(power: str, about: Json) -> Ask:
    """The question of a military action; no peace is made between a declaration of war and its operation (6.2)."""
    hears = BEFORE_AN_OPERATION if about.get("targets") else BETWEEN_ACTIONS
    return Ask("military-action", power, about=about, rule="8.1", interruptible_by=hears)


def action_about(left: int, source: str, targets: Sequence[str] = ()) -> Json:
    """What the question of a military action states."""
    about = {"left": left, "source": source}
    if targets:
        about["targets"] = list(targets)
    return about


def as_ordered() -> Any:
    """The decision of a military action, as it is ordered."""
    return load("cataclysm").kinds["military-action"]


def _still_legal(board: Board, power: str, play: Json, about: Json) -> Json | None:
    """The action named in advance, made concrete, or None when it cannot be done now."""
    ask = Ask("military-action", power, about=about, rule="8.1")
    play, problems = as_ordered().settle(board, ask, play)
    problems = problems or action_problems(board, power, play, about["left"], about.get("targets", ()))
    return None if problems else play


def perform(t: Turn, power: str, play: Json) -> Asking[None]:
    """Do a legal military action whose cost has been paid."""
    act = play["act"]
    if act == "operation":
        yield from operation(t, power, play)
    elif act == "deploy":
        yield from deployment(t, power, play)
    elif act == "build":
        build_actions(t, power, play)
    elif act == "intervene":
        yield from intervene(t, power, play)
    elif act == "rhineland":
        yield from remilitarize(t, "military-action")
    elif act == "abyssinia":
        yield from abyssinian_adventure(t, play.get("actions") or 1)
    elif act == "end-treaty":
        yield from leave_treaty(t)
