"""What random play should meet; what it need not meet stands in excused.json."""

from pbem.core.data.json_types import Json
from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Ask

from ..rules.attempts import ACTS

DRAWN = ("flag", "offensive", "crisis", "home-front", "unit")
ENDINGS = ("last-turn", "peace", "ideology-surrendered", "two-surrenders", "threshold", "scenario")


def census_names() -> list[str]:
    """Everything that should occur, under the names below."""
    of_draws, of_endings = (f"draw:{type}" for type in DRAWN), (f"ending:{ending}" for ending in ENDINGS)
    return [*(f"act:{act}" for act in ACTS), *of_draws, *of_endings]


def census_of_answer(ask: Ask, answer: Json) -> list[str]:
    """The names that an answer counts under."""
    if isinstance(answer, dict) and "act" in answer:
        return [f"act:{answer['act']}"]
    return []


def census_of_fact(fact: Fact) -> list[str]:
    """The names that a fact counts under."""
    if fact["type"] == "counter-drawn":
        type = (
            fact["counter"].rstrip("0123456789-").split("-", 1)[-1] if fact["power"] else fact["counter"].split("-")[0]
        )
        named = {"flag": "flag", "il-duce": "flag", "offensive": "offensive", "home-front": "home-front"}
        return [f"draw:{named.get(type, type if not fact['power'] else 'unit')}"]
    return []
