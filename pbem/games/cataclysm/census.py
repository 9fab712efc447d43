"""What random play should meet, and what it need not meet in scenario C.2, each with its reason."""

from .politics import ACTS

CENSUS = [f"act:{act}" for act in ACTS] + [f"draw:{type}" for type in ("flag", "offensive", "crisis", "home-front", "unit")]
EXCUSED = {
    "kind:free-action": "only the United States may get a free political action, and it is not in C.2",
    "choice:free-action": "as above",
    "kind:set-reserve": "asked in production in order only, an option",
    "choice:set-reserve": "as above",
    "act:special": "the special actions of C.2's powers are over before it begins",
    "fact:posture-changed": "the Soviet Union is not in C.2",
    "fact:corrected": "the referee's",
}


def census_of_answer(ask, answer):
    """The names that an answer counts under."""
    if isinstance(answer, dict) and "act" in answer:
        return [f"act:{answer['act']}"]
    return []


def census_of_fact(fact):
    """The names that a fact counts under."""
    if fact["type"] == "counter-drawn":
        type = fact["counter"].rstrip("0123456789-").split("-", 1)[-1] if fact["power"] else fact["counter"].split("-")[0]
        named = {"flag": "flag", "il-duce": "flag", "offensive": "offensive", "home-front": "home-front"}
        return [f"draw:{named.get(type, type if not fact['power'] else 'unit')}"]
    return []
