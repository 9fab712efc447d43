"""How likely what was rolled was, in exact fractions, for pbem explain."""

from collections.abc import Iterator
from math import comb

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.rules.facts import Fact

from ..board.printed import Say
from ..rules.checks import NEEDED, highest

_say = Sentences(__name__)

ACTIONS = 9  # as many military actions as any operation takes


def results(dice: int) -> Iterator[tuple[int, int]]:
    """2.8 ``(result, number of ways)`` of so many dice: the highest one, or six and one for each further six."""
    yield from ((best, best**dice - (best - 1) ** dice) for best in range(1, 6))
    yield from ((highest([6] * sixes), comb(dice, sixes) * 5 ** (dice - sixes)) for sixes in range(1, dice + 1))


def versus(one: tuple[int, int], other: tuple[int, int]) -> list[int]:
    """``[ways in which one is higher, equal, lower]`` of two rolls, each as (dice, sum of modifiers); no result is
    below 1 (2.8)."""
    ways = [0, 0, 0]
    for first, many in results(one[0]):
        for second, more in results(other[0]):
            a, b = max(1, first + one[1]), max(1, second + other[1])
            ways[(a <= b) + (a < b)] += many * more
    return ways


def check(fact: Fact, say: Say) -> str:
    """5.3 The highest die counts, with one more for each six after the first (2.8), and the modifiers."""
    (dice, modifiers), (cases, whole) = terms_of(fact), passes(fact)
    return _say("passes", dice=dice, modifiers=modifiers, cases=cases, whole=whole)


def fall(fact: Fact, say: Say) -> str:
    """5.5.2 One die; a power surrenders at or below the threshold."""
    faces = max(0, min(6, fact["threshold"]))
    return _say("surrenders", faces=faces)


def combat(fact: Fact, say: Say) -> str:
    """10.7 Both results are compared; equal ones cost both sides a loss."""
    attack, defence = (terms_of(fact[side]) for side in ("attack", "defence"))
    ways = versus(attack, defence)
    return _compared("the attacker is higher", "the defender", ways, attack, defence)


def civil_war(fact: Fact, say: Say) -> str:
    """11.3 Both factions roll."""
    left, right = ((len(fact[side]), 0) for side in ("left", "right"))
    return _compared("the left is higher", "the right", versus(left, right), left, right)


def chinese_battle(fact: Fact, say: Say) -> str:
    """11.4.5 C) Both factions roll; the attacker stands first."""
    defender = next(side for side in fact["dice"] if side != fact["attacker"])
    attack, defence = ((len(fact["dice"][side]), 0) for side in (fact["attacker"], defender))
    return _compared("the attacker is higher", "the defender", versus(attack, defence), attack, defence)


def bare_check(fact: Fact, say: Say) -> str:
    """A check without modifiers (11.4.7, 12.1.2)."""
    return check({**fact, "modifiers": []}, say)


def terms_of(told: Json) -> tuple[int, int]:
    """``(dice, sum of modifiers)`` of a roll as the fact of a combat tells it."""
    return len(told["dice"]), sum(row["by"] for row in told["modifiers"])


def passes(check: Fact) -> tuple[int, int]:
    """In how many cases such a check succeeds, of how many (5.3)."""
    dice, modifiers = terms_of(check)
    return passing(dice, modifiers), 6**dice


def passing(dice: int, modifiers: int) -> int:
    """In how many of 6**dice cases a check succeeds (5.3)."""
    return sum(ways for best, ways in results(dice) if max(1, best + modifiers) >= NEEDED)


def _compared(one: str, other: str, ways: list[int], first: tuple[int, int], second: tuple[int, int]) -> str:
    higher, equal, lower = ways
    rolls = " against ".join(f"{dice} {_dice(dice)} and {by:+d}" for dice, by in (first, second))
    fields = {"higher": higher, "equal": equal, "lower": lower, "total": sum(ways)}
    return _say("compared", rolls=rolls, one=one, other=other, **fields)


def _dice(number: int) -> str:
    return "die" if number == 1 else "dice"


CHANCES = {
    "effectiveness-checked": check,
    "stability-tested": check,
    "threshold-rolled": fall,
    "combat-rolled": combat,
    "civil-war-rolled": civil_war,
    "chinese-battle-rolled": chinese_battle,
    "chinese-expansion-rolled": bare_check,
    "abyssinia-tried": bare_check,
}
