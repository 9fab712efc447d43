"""What the sentences of all chapters are made with: the registers of facts, names with their numbers, templates.

The sentences themselves, told to people, stand in the modules sentences_*.py by chapters; no rule is computed there.
"""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import listed
from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Ask

from .printed import TYPES, Say

TOGETHER = {}  # of all chapters
# What dice and modifiers are for, where that is not called as it is written.
REASONS = {
    "chinese-army": "Chinese army",
    "collective-security": "Collective Security",
    "extended-invasion": "invasion over two sea areas",
    "military-reforms": "Military Reforms",
    "political-purges": "Political Purges",
}


def teller(sentences: Json) -> Callable[..., Any]:
    """A decorator that registers the sentence of fact types in `sentences`, the dict of a module."""

    def told(*types):
        def mark(function):
            sentences.update(dict.fromkeys(types, function))
            return function

        return mark

    return told


Sentence = Callable[[Fact, Say], Any]


class Said:
    """A field of a fact, as a place of a template has it: ``{to:area}`` says it as an area, ``{area}`` as its name has
    it; ``{left:# action|# actions}`` counts; what has no way of its own stands as it is, or as its format says."""

    __slots__ = ("name", "value", "say")

    def __init__(self, name: str, value: Any, say: Say) -> None:
        self.name, self.value, self.say = name, value, say

    def __format__(self, spec: str) -> str:
        if "#" in spec:
            number = self.value if isinstance(self.value, int) else len(self.value)
            return spec.split("|")[number != 1].replace("#", str(number))
        way = WAYS.get(spec or self.name)
        return way(self.say, self.value) if way else format(self.value, spec)


def tell(template: str, fact: Json, say: Say, **fields: Any) -> str:
    """The template filled with the fields of a fact, and with further ones; as `say_it` says it."""
    said = {name: Said(name, value, say) for name, value in fact.items()}
    return say_it(template, **{**said, **fields})


def tell_answer(template: str, ask: Ask, say: Say, answer: Json | None = None, **fields: Any) -> str:
    """The template filled with who answers, what the question is about, and what the answer says."""
    return tell(template, {**ask.about, **(answer or {}), "power": ask.power}, say, **fields)


def plainly(templates: dict[str, str], details: dict[str, str] | None = None) -> dict[str, Sentence]:
    """The sentences of facts that a template says whole, by type; `details` stand below others in a report."""
    return {
        **{type: _sentence(template) for type, template in templates.items()},
        **{type: _detail(template) for type, template in (details or {}).items()},
    }


def _sentence(template: str) -> Sentence:
    return lambda fact, say: tell(template, fact, say)


def _detail(template: str) -> Sentence:
    return lambda fact, say: detail(tell(template, fact, say))


def silent(fact: Fact, say: Say) -> None:
    """The sentence of facts that need no words: others tell what happens."""
    return None


def together(type: str, *names: str) -> Callable[..., Any]:
    """Register the sentence of several facts of a type that follow each other and agree in `names`."""

    def mark(function):
        TOGETHER[type] = (lambda fact: [fact.get(name) for name in names], function)
        return function

    return mark


def detail(text: str) -> Json:
    return {"text": text, "level": 1}


def say_it(template: str, **fields: Any) -> str:
    """The template with its names; one that begins with a name begins with a capital."""
    text = template.format(**fields)
    return text[:1].upper() + text[1:] if template.startswith("{") else text


def reason(part: Json) -> str:
    """What a part of the dice or a modifier is for, with its rule: ``air superiority [10.3]``."""
    return f"{REASONS.get(part['why'], part['why'].replace('-', ' '))} [{part['rule']}]"


def plain(counter: str, say: Say) -> str:
    """A counter without its nationality, where the sentence names the power: flag, army, tank upgrade."""
    held = say.board.parts.counters[counter]
    return say.name(f"upgrade-{held.kind}" if held.type == "upgrade" else held.kind or held.type)


def unit_name(fact: Fact, say: Say) -> str:
    """The unit of a fact by the side that was up, if the fact holds it: German tank army."""
    if not fact["power"] or "side" not in fact:
        return say.unit(fact["unit"])
    return f"{say.adjective(fact['power'])} {TYPES[fact['side']]}"


WAYS: dict[str, Callable[[Say, Any], str]] = {
    "area": Say.the_area,
    "areas": Say.the_areas,
    "by": Say.the_power,
    "counter": lambda say, id: plain(id, say),
    "faces": lambda say, dice: " ".join(map(str, dice)),
    "faction": Say.faction,
    "name": Say.name,
    "party": Say.party,
    "power": Say.the_power,
    "powers": Say.the_powers,
    "printed": Say.counter,
    "some_named": Say.some_named,
    "special": Say.special,
    "stationed": Say.stationed,
    "then": lambda say, powers: listed([say.the_power(power) for power in powers], "then"),
    "translated": lambda say, text: text,
    "units": Say.units,
    "words": lambda say, text: text.replace("-", " "),
}
