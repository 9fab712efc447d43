"""What decided a stretch of play: rolls, with the chance of what came, for the lead of a report."""

from collections.abc import Iterable, Iterator

from pbem.core.rules.facts import Fact
from pbem.core.title.game import Turning

from ..board.printed import Say
from .chances import passes, terms_of, versus

COMBAT, CHECK = 20, 8  # what a loss in combat and a check weigh, beside the leads
CHECKS = {"effectiveness-checked": CHECK, "stability-tested": 2 * CHECK}


def turning(facts: Iterable[Fact], say: Say) -> Iterator[Turning]:
    """Combats and checks, by the chance of their result."""
    for fact in facts:
        if fact["type"] in CHECKS:
            ways, whole = passes(fact)
            told, ways = ("a check passed", ways) if fact["passed"] else ("a check failed", whole - ways)
            yield Turning(CHECKS[fact["type"]], (ways, whole), told, fact, fact)
        elif fact["type"] == "combat-rolled":
            losses = sum(fact["losses"].values())
            yield Turning(COMBAT * max(losses, 1), _won(fact), "combat", fact, fact)


def _won(fact: Fact) -> tuple[int, int]:
    """In how many cases a combat ends for its winner, or in a tie, as it did, of how many (10.7)."""
    ways = versus(terms_of(fact["attack"]), terms_of(fact["defence"]))
    place = {"attack": 0, None: 1, "defence": 2}[fact["winner"]]
    return ways[place], sum(ways)
