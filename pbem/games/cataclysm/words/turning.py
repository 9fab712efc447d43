"""What decided a stretch of play: rolls, with the chance of what came, for the lead of a report."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pbem.core.rules.facts import Fact
from pbem.core.title.game import Turning

from ..board.printed import Say
from .chances import passing, terms_of, versus

COMBAT, CHECK = 20, 8  # what a loss in combat and a check weigh, beside the leads
CHECKS = {"effectiveness-checked": CHECK, "stability-tested": 2 * CHECK}


def turning(facts: Iterable[Fact], say: Say) -> Iterator[Turning]:
    """Combats and checks, by the chance of their result."""
    for fact in facts:
        if fact["type"] in CHECKS:
            share = _passes(fact)
            told, share = ("a check passed", share) if fact["passed"] else ("a check failed", 1 - share)
            yield Turning(CHECKS[fact["type"]], share, told, fact)
        elif fact["type"] == "combat-rolled":
            losses = sum(fact["losses"].values())
            yield Turning(COMBAT * max(losses, 1), _won(fact), "combat", fact)


def _passes(fact: Fact) -> Fraction:
    dice, modifiers = len(fact["dice"]), sum(row["by"] for row in fact["modifiers"])
    return Fraction(passing(dice, modifiers), 6**dice)


def _won(fact: Fact) -> Fraction:
    """The chance that a combat ends for its winner, or in a tie, as it did (10.7)."""
    ways = versus(terms_of(fact["attack"]), terms_of(fact["defence"]))
    place = {"attack": 0, None: 1, "defence": 2}[fact["winner"]]
    return Fraction(ways[place], sum(ways))
