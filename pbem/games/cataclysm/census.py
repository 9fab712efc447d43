"""What random play should meet, and what it need not meet in scenario C.2, each with its reason."""

from .politics import ACTS

CENSUS = [f"act:{act}" for act in ACTS] + [
    f"draw:{type}" for type in ("flag", "offensive", "crisis", "home-front", "unit")
]
ENDINGS = ("last-turn", "peace", "ideology-surrendered", "two-surrenders", "threshold", "scenario")
CENSUS += [f"ending:{ending}" for ending in ENDINGS]
# What belongs to China, Japan, the Soviet Union and the United States: C.2 is played in Europe alone.
WORLD = (
    "choice:china-attack", "choice:china-expand", "choice:china-retreat", "choice:posture",
    "choice:transfer", "fact:atomic-losses", "fact:atomic-over", "fact:chinese-army-moved",
    "fact:chinese-army-placed", "fact:chinese-army-removed", "fact:chinese-army-turned",
    "fact:chinese-battle-rolled", "fact:chinese-expansion-rolled", "fact:chinese-war-ended",
    "fact:chinese-war-turned", "fact:resource-transferred", "fact:scenario-counter-resolved",
    "fact:transfers-over", "kind:china-attack", "kind:china-expand", "kind:china-retreat",
    "kind:posture", "kind:transfer", "petition:end-treaty", "rule:1.2", "rule:11.4.7", "rule:2.2.6",
)
EUROPE = {"c2": "China, Japan, the Soviet Union and the United States are not in C.2, but in the other scenarios"}

EXCUSED = {
    **dict.fromkeys(WORLD, EUROPE),
    "ending:scenario": "only C.4 has counters that end the game; tests/golden/cataclysm",
    "ending:threshold": "only C.3 and C.4 have a threshold; tests/golden/cataclysm",
    "ending:two-surrenders": "in C.2 no ideology has more than two powers; tests/golden/cataclysm",
    "ending:ideology-surrendered": "seldom in random play; tests/golden/cataclysm",
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
    "rule:2.2": "a query",
    "rule:2.2.1": "a query, or a unit in an area with two coasts",
    "rule:2.3.1": "a query",
    "rule:2.3.2": "a query",
    "fact:limited-resource-placed": "the Rhineland and Abyssinia are over before C.2 begins",
    "fact:abyssinia-tried": "as above",
    "fact:operation-left": "an ally can stay out of a surprise only while it fights a third ideology; test_seldom.py",
    "fact:aid-spent": "seldom does anybody attack Spain while aid lies there; test_seldom.py",
    "fact:civil-war-suppressed": "seldom does the event meet a garrison; cases of 11.1",
    "kind:civil-war-order": "seldom are two civil wars resolved in one turn; cases of 11.3",
    "choice:civil-war-order": "as above",
    "choice:join-war": "seldom has an ally the choice and takes the other one than the default; case 9.8",
    "fact:influence-removed": "seldom does anybody gain a country under Influence; case 6.3 and test_seldom.py",
    "fact:declaration-cancelled": "since 2022 only an ally's answer can bring it about; test_seldom.py",
    "kind:take-over": "seldom does an ally garrison a power that surrenders; test_seldom.py",
    "choice:take-over": "as above",
    "kind:aid-side": "seldom does a civil war come back to a country under Influence; test_seldom.py",
    "choice:aid-side": "as above",
    "kind:permit": "seldom has an ally asked to be asked; test_seldom.py",
    "choice:permit": "as above",
    "fact:permission-refused": "as above",
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
        type = (
            fact["counter"].rstrip("0123456789-").split("-", 1)[-1]
            if fact["power"]
            else fact["counter"].split("-")[0]
        )
        named = {"flag": "flag", "il-duce": "flag", "offensive": "offensive", "home-front": "home-front"}
        return [f"draw:{named.get(type, type if not fact['power'] else 'unit')}"]
    return []
