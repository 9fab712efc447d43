"""What random play should meet, and what it need not meet, everywhere or in some scenarios, each with its reason."""

from pbem.core.data.json_types import Json
from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Ask

from ..rules.attempts import ACTS

CENSUS = [f"act:{act}" for act in ACTS] + [
    f"draw:{type}" for type in ("flag", "offensive", "crisis", "home-front", "unit")
]
ENDINGS = ("last-turn", "peace", "ideology-surrendered", "two-surrenders", "threshold", "scenario")
CENSUS += [f"ending:{ending}" for ending in ENDINGS]
ALL = ("c1", "c2", "c3", "c4", "c5", "c6", "c7")
CHINA = (
    "choice:china-attack",
    "choice:china-expand",
    "choice:china-retreat",
    "fact:chinese-army-moved",
    "fact:chinese-army-placed",
    "fact:chinese-army-removed",
    "fact:chinese-army-turned",
    "fact:chinese-battle-rolled",
    "fact:chinese-expansion-rolled",
    "fact:chinese-war-ended",
    "fact:chinese-war-turned",
    "kind:china-attack",
    "kind:china-expand",
    "kind:china-retreat",
    "rule:11.4.7",
    "rule:2.2.6",
)
CHINESE_WAR = (
    "choice:china-attack",
    "choice:china-retreat",
    "fact:chinese-army-moved",
    "fact:chinese-army-removed",
    "fact:chinese-army-turned",
    "fact:chinese-battle-rolled",
    "fact:chinese-war-turned",
    "kind:china-attack",
    "kind:china-retreat",
)
ALLIANCES = (
    "act:alliance",
    "choice:join-war",
    "fact:alliance-broken",
    "fact:alliance-formed",
    "fact:support-granted",
    "kind:join-war",
    "petition:support",
    "rule:6.1.2",
    "rule:6.1.4",
)
BASES = ("fact:base-captured", "fact:base-changed", "fact:combat-unopposed", "rule:9.4.2")
TRANSFERS = ("choice:transfer", "fact:resource-transferred", "fact:transfers-over", "kind:transfer")
AID = (
    "choice:regime-aid",
    "fact:aid-placed",
    "fact:aid-removed",
    "fact:civil-war-begun",
    "fact:civil-war-ended",
    "fact:influence-held",
    "kind:regime-aid",
    "petition:withdraw-aid",
    "rule:11.0",
    "rule:11.2",
    "rule:11.2.1",
    "rule:11.2.2",
    "rule:11.2.3",
    "rule:8.5",
)
POSTURES = ("choice:posture", "fact:posture-changed", "kind:posture")

# (reason, scenarios, names): what a scenario has not, and what is seldom there.
LOCAL = [
    ("no part of China is in play", ("c2", "c3", "c5", "c7"), CHINA),
    (
        "the Chinese Civil War is inactive at the beginning and seldom breaks out; C.1 and cases of 11.4.5",
        ("c4", "c6"),
        CHINESE_WAR,
    ),
    ("the Washington Naval Treaty is in force in C.1 only", ALL[1:], ("petition:end-treaty",)),
    ("no Communist power is in play", ("c2", "c4"), POSTURES),
    ("neither Status Quo nor Military Reforms are in C.4", ("c4",), ("choice:status-quo-flag", "kind:status-quo-flag")),
    ("the United States are not in play", ("c2", "c3", "c7"), TRANSFERS),
    (
        "C.4 bars every transfer but the trade with Japan, which is no choice",
        ("c4",),
        ("choice:transfer", "kind:transfer"),
    ),
    ("no ideology has two powers in C.3", ("c3",), ALLIANCES),
    ("no base is on the map of C.3", ("c3",), BASES),
    ("Germany is at war with a power off the map to the end (R-5.6.5-off-map)", ("c3",), ("ending:peace",)),
    ("no Democracy is in play, and nobody else can be unwilling (9.7)", ("c3",), ("fact:operation-cancelled",)),
    ("no counter of C.3 leaves the game", ("c3",), ("fact:counter-removed",)),
    ("Italy has its refit behind it, and Il Duce must fall; C.1 and C.5", ("c6",), ("fact:counter-removed",)),
    ("no special action is left to the powers of C.2", ("c2",), ("act:special",)),
    (
        "only the counters of C.4 are resolved so",
        (*ALL[:3], *ALL[4:]),
        ("fact:scenario-counter-resolved", "fact:special-changed", "ending:scenario"),
    ),
    (
        "the Rhineland and Abyssinia are over before the scenario begins; C.1 and cases of 12.1",
        ALL[1:],
        ("fact:limited-resource-placed", "fact:abyssinia-tried"),
    ),
    (
        "since 2022 a special action, which gives no such fact; C.1 of 2018 and cases of 12.1.2",
        ("c1",),
        ("fact:abyssinia-tried",),
    ),
    (
        "only the United States may get a free political action, by an event of the years of peace; C.1",
        ALL[1:],
        ("kind:free-action", "choice:free-action"),
    ),
    (
        "only C.3 and C.4 have a threshold, and that of C.4 is seldom reached; tests/golden/cataclysm",
        ("c1", "c2", *ALL[3:]),
        ("ending:threshold",),
    ),
    ("civil wars and aid are seldom among so few countries; C.1, C.2 and cases of 11.1 to 11.3", ("c3", "c4"), AID),
    (
        "seldom does a side with aid win its civil war; C.1, C.2, C.7 and cases of 11.3",
        ("c5", "c6"),
        ("fact:influence-held",),
    ),
    ("seldom do so many powers make peace; C.1, C.2 and tests/golden/cataclysm", ("c6",), ("ending:peace",)),
    ("only aid leads there; C.1 and cases of 11.4", ("c3",), ("rule:11.4", "rule:11.4.1", "rule:11.4.4")),
    ("the two Democracies are seldom allied in so short a game; C.1, C.2 and cases of 6.1", ("c4",), ALLIANCES),
    ("neither Germany nor Italy is in play", ("c4",), ("fact:ability-lost",)),
    ("only the end of the trade with Japan; C.1 and cases of 12.2.2", ("c4",), ("act:special",)),
    (
        "seldom does one of so few powers surrender; C.1, C.2 and cases of 5.5.4",
        ("c4",),
        ("fact:counters-removed", "fact:limited-resource-removed", "fact:surrender-marked", "fact:surrendered"),
    ),
    (
        "seldom in so short a game; C.1, C.2 and cases of 9.6 and 9.7",
        ("c4",),
        ("fact:operation-cancelled", "fact:supply-limited"),
    ),
    (
        "bombers are few; C.1 and cases of 9.5.2",
        ("c2", "c3", "c4"),
        ("fact:bombing-missed", "fact:resource-damaged", "rule:9.5.2"),
    ),
]

EXCUSED = {
    "kind:set-reserve": "asked in production in order only, an option; cases of 3.2.3",
    "choice:set-reserve": "as above",
    "fact:readied": "as above",
    "kind:ally": "asked only when powers of one ideology have different seats (--seats 5); test_world.py",
    "choice:ally": "as above",
    "fact:alliance-declined": "as above",
    "rule:1.2": "asked when the seats are dealt, not in play; test_world.py",
    "fact:atomic-losses": "the bomb takes years of American total war; cases of 12.2.2, tests/golden/cataclysm",
    "fact:atomic-over": "as above",
    "fact:operation-left": "an ally can stay out of a surprise only while it fights a third ideology; test_seldom.py",
    "fact:declaration-cancelled": "since 2022 only an ally's answer can bring it about; test_seldom.py",
    "kind:take-over": "seldom does an ally garrison a power that surrenders; test_seldom.py",
    "choice:take-over": "as above",
    "kind:aid-side": "seldom does a civil war come back to a country under Influence; test_seldom.py",
    "choice:aid-side": "as above",
    "kind:permit": "seldom has an ally asked to be asked; test_seldom.py",
    "choice:permit": "as above",
    "fact:permission-refused": "as above",
    "fact:aid-spent": "seldom does anybody attack Spain while aid lies there; test_seldom.py",
    "fact:influence-removed": "seldom does anybody gain a country under Influence; case 6.3 and test_seldom.py",
    "fact:civil-war-suppressed": "seldom does the event meet a garrison; cases of 11.1",
    "kind:civil-war-order": "seldom are two civil wars resolved in one turn; cases of 11.3",
    "choice:civil-war-order": "as above",
    "kind:equals": "as fact:order-drawn; cases of 3.1",
    "choice:equals": "as above",
    "fact:order-agreed": "as above",
    "fact:order-drawn": "only where powers of one ideology have different seats; case of 3.1",
    "kind:spend-aid": "seldom do two equals aid a faction that is attacked; case of 9.7.1",
    "choice:spend-aid": "as above",
    "kind:opportunity-order": "seldom does a power fall with two home areas left to grab; case of 5.5.4",
    "choice:opportunity-order": "as above",
    "choice:join-war": "seldom has an ally the choice and takes the other one than the default; case 9.8",
    "ending:ideology-surrendered": "seldom in random play; tests/golden/cataclysm",
    "ending:two-surrenders": "seldom, and in C.2 no ideology has more than two powers; tests/golden/cataclysm",
}


def _locally(excused: Json) -> Json:
    """The table with what is excused in some scenarios only."""
    for reason, scenarios, names in LOCAL:
        for name in names:
            if not isinstance(excused.get(name), str):
                excused[name] = {**excused.get(name, {}), **dict.fromkeys(scenarios, reason)}
    return excused


EXCUSED = _locally(EXCUSED)


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
