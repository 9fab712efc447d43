"""2.8 Dice, and 5.3 effectiveness checks: every roll of a power, with its modifiers one by one."""

from collections.abc import Sequence

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn

NEEDED = 5


@rule("2.8", "Reading dice")
def highest(rolled: Sequence[int]) -> int:
    """2.8 The highest die, plus one for every six after the first."""
    return max(rolled) + max(0, rolled.count(6) - 1)


@rule("2.8", "Reading dice")
def score(rolled: Sequence[int], modifiers: Sequence[Json] = (), floor: int | None = 1) -> int:
    """2.8 The result with its modifiers, never below `floor` (None: no floor, 5.5.1 in 2018)."""
    total = highest(rolled) + sum(modifier["by"] for modifier in modifiers)
    return total if floor is None else max(floor, total)


def modifier(why: str, by: int, rule: str) -> Json:
    """One line of a sum: why, by how much, by which rule."""
    return {"why": why, "by": by, "rule": rule}


@rule("5.3", "Effectiveness check")
def check(
    t: Turn,
    power: str,
    what: str,
    modifiers: Sequence[Json] = (),
    extra: int = 0,
    least: str | None = None,
    *,
    about: Json,
) -> Asking[bool]:
    """5.3 As many dice as the effectiveness; a result of 5 or more succeeds.

    `extra` dice come on top (Il Duce, 12.1.2); `least` is the power whose effectiveness counts when several act (6.1).
    """
    passed, _ = yield from roll_check(t, power, what, modifiers, extra, least, about)
    return passed


def terms_of_check(
    board: Board, power: str, modifiers: Sequence[Json] = (), extra: int = 0, least: str | None = None
) -> tuple[int, list[Json]]:
    """5.3 How many dice are rolled, and the modifiers: ``(dice, modifiers)``."""
    number, found = board.effectiveness(least or power) + extra, list(modifiers)
    if board.is_flipped_at_one(least or power):
        found.append(modifier("reduced-effectiveness", -1, "5.3"))
    return number, found


def roll_check(
    t: Turn,
    power: str,
    what: str,
    modifiers: Sequence[Json],
    extra: int,
    least: str | None,
    about: Json,
    floor: int | None = 1,
    fact: str = "effectiveness-checked",
) -> Asking[tuple[bool, int]]:
    """The roll of a check and its fact; returns (passed, score)."""
    about = {**about, "of": least} if least and least != power else about
    number, found = terms_of_check(t.board, power, modifiers, extra, least)
    rolled = yield Roll(f"check/{what}/{power}", dice(number))
    result = score(rolled, found, floor)
    passed = result >= NEEDED
    t.emit(fact, power=power, what=what, dice=rolled, modifiers=found, score=result, passed=passed, **about)
    return passed, result


@rule("11.3", "Outcome of a round")
def civil_war_outcome(left: int, right: int) -> tuple[str, str | None]:
    """11.3 (outcome, winning side): a tie is a stalemate, at least the double is decisive."""
    if left == right:
        return "stalemate", None
    winner = "left" if left > right else "right"
    return ("decisive" if max(left, right) >= 2 * min(left, right) else "marginal"), winner
