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
    "fact:special-changed": "the Soviet special resources are not in C.2",
    "kind:ally": "asked only when powers of one ideology have different seats",
    "choice:ally": "as above",
    "fact:alliance-declined": "as above",
    "fact:readied": "production in order only, an option",
    "kind:permit": "asked only when an ally wishes to be asked, an option or a petition",
    "choice:permit": "as above",
    "fact:permission-refused": "as above",
    "fact:support-granted": "a petition, and random play makes none",
    "rule:11.2.3": "withdrawing aid is a petition, and random play makes none",
    "rule:2.2": "a query",
    "rule:2.2.1": "a query, or a unit in an area with two coasts",
    "rule:2.3.1": "a query",
    "rule:2.3.2": "a query",
    "fact:limited-resource-placed": "the Rhineland and Abyssinia are over before C.2 begins",
    "fact:abyssinia-tried": "as above",
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
