"""What random play should meet; what it need not meet stands in excused.json."""

from pbem.core.data.json_types import Json
from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Ask

from ..rules.attempts import ACTS

CENSUS = [f"act:{act}" for act in ACTS] + [
    f"draw:{type}" for type in ("flag", "offensive", "crisis", "home-front", "unit")
]
ENDINGS = ("last-turn", "peace", "ideology-surrendered", "two-surrenders", "threshold", "scenario")
CENSUS += [f"ending:{ending}" for ending in ENDINGS]


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
