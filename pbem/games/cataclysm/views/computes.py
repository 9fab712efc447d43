"""Pure functions that cases call by name."""

from collections.abc import Sequence
from typing import Any

from ..rules import checks, losses, victory


def dice_score(dice: list[int], modifiers: Sequence[int] = ()) -> int:
    """2.8 The result of a roll with a list of numbers added."""
    return checks.score(list(dice), [checks.modifier("given", by, "") for by in modifiers])


def winner(points: dict[str, int], edition: str = "2022") -> str:
    """1.7.2 The winning ideology."""
    return victory.winner_of(points, edition)


def losses_of(scores: list[int]) -> int:
    """10.7 The losses that the higher of two scores inflicts on the lower."""
    return losses.losses_inflicted(max(scores), min(scores))


def civil_war_outcome(left: int, right: int) -> list[Any]:
    """11.3 The outcome of two scores."""
    return list(checks.civil_war_outcome(left, right))


COMPUTES = {
    "dice-score": dice_score,
    "winner": winner,
    "losses": losses_of,
    "civil-war-outcome": civil_war_outcome,
}
