"""What random play is expected to meet; what it need not meet stands in excused.json."""

from typing import Any

from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Ask

from ..board.parts import installed
from ..orders.op_order import FORMS


def census_of_answer(ask: Ask, answer: Any) -> list[str]:
    """Names under which an answer is counted, beside its kind: the Op and its form, the kind of interception."""
    if ask.kind != "op":
        return []
    number = answer["op"]
    extras = [name for name in ("load", "attack", "fire", "via") if answer.get(name)]
    return [f"op:{number}", *(f"form:op-{number}-{extra}" for extra in extras)]


def census_of_fact(fact: Fact) -> list[str]:
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


def census_names() -> list[str]:
    """Everything under these names that should occur."""

    tables = installed().tables
    forms = [
        f"form:op-{form.gives['op']}-{name}"
        for form in FORMS
        for name in ("load", "attack", "fire", "via")
        if name in form.fields
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
