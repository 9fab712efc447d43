"""How likely what is rolled is, in exact fractions."""

from pbem.core.data.tables import Sentences
from pbem.core.rules.facts import Fact

from ..board.printed import Say

_say = Sentences(__name__)


def shot(fact: Fact, say: Say) -> str:
    """2.12 A die equal to or below the factor hits."""
    faces = max(0, min(6, fact["factor"]))
    return _say("shot", factor=fact["factor"], faces=faces)


def event_check(fact: Fact, say: Say) -> str:
    """6.1 An event happens on the numbers of the table."""
    faces = len(say.parts.tables["sequence"]["event_on"])
    return _say("event", faces=faces)


def with_one_more(ways: list[int], factor: int) -> list[int]:
    """In how many ways 0, 1, 2 … shots hit with one more shot; [1] without any (2.12)."""
    hit = max(0, min(6, factor))
    return [a * (6 - hit) + b * hit for a, b in zip([*ways, 0], [0, *ways])]


CHANCES = {"shot-fired": shot, "event-checked": event_check}
