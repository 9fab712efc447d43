"""What random play is expected to meet, and what it never meets, with the reason."""

from .ops import FIELDS
from .parts import installed


def census_of_answer(ask, answer):
    """Names under which an answer is counted, beside its kind: the Op and its form, the kind of interception."""
    if ask.kind != "op":
        return []
    number = answer["op"]
    extras = [name for name in ("load", "attack", "fire", "via") if answer.get(name)]
    return [f"op:{number}", *(f"form:op-{number}-{extra}" for extra in extras)]


def census_of_fact(fact):
    """Names under which a fact is counted, beside its type."""
    if fact["type"] == "event-happened":
        return [f"event:{fact['event']}", f"result:{fact['dice'][0]}-{fact['dice'][1]}"]
    if fact["type"] == "interception-declared":
        return ["op:10"]
    if fact["type"] == "country-joined":
        return [f"joined:{fact['how']}"]
    if fact["type"] == "unit-eliminated":
        return [f"eliminated:{fact['why'].replace(' ', '-')}"]
    if fact["type"] == "shot-fired":
        return [f"modifier:{number}" for number, _ in fact["modifiers"]]
    return []


def census_names():
    """Everything under these names that should occur."""
    tables = installed().tables
    forms = [
        f"form:op-{number}-{name}"
        for number, fields in FIELDS.items()
        for name in ("load", "attack", "fire", "via")
        if name in fields
    ]
    return [
        *(f"op:{number}" for number in tables["ops"]),
        "op:0",
        *forms,
        *(f"event:{id}" for id in tables["events"]),
        *(f"result:{roll}" for roll in tables["event_lookup"]["results"]),
        *(f"ending:{id}" for id in tables["game_end"]),
        *(f"joined:{how}" for how in ("event", "diplomacy", "invasion", "raid", "war", "op")),
        *(f"eliminated:{why}" for why in ("combat", "cargo", "stacking", "korea", "raid", "revolt", "left-the-war")),
        *(f"modifier:{number}" for number in ("10.3", "10.5", "10.6")),
    ]


def excused():
    """``{name: reason}`` of what random play never meets."""
    return {
        "fact:corrected": "a referee makes it, not a rule",
        "ending:prc-resigns": "nobody concedes in random play",
        "rule:4.6": "is entered by every ending; counted where rules run",
    }
