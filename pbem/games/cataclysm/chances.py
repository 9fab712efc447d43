"""How likely what was rolled was, in exact fractions, for pbem explain."""

from math import comb

from .checks import NEEDED, highest


def check(fact, say):
    """5.3 The highest die counts, with one more for each six after the first (2.8), and the modifiers."""
    dice, modifiers = len(fact["dice"]), sum(row["by"] for row in fact["modifiers"])
    passing = sum(ways for best, ways in results(dice) if max(1, best + modifiers) >= NEEDED)
    return f"With {dice} dice and {modifiers:+d} it passes in {passing} of {6**dice} cases."


def results(dice):
    """2.8 ``(result, number of ways)`` of so many dice: the highest one, or six and one for each further six."""
    yield from ((best, best**dice - (best - 1) ** dice) for best in range(1, 6))
    yield from ((highest([6] * sixes), comb(dice, sixes) * 5 ** (dice - sixes)) for sixes in range(1, dice + 1))


CHANCES = {"effectiveness-checked": check}
