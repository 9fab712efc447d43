"""What the sentences of all chapters are made with: the registers of facts, names with their numbers, templates.

The sentences themselves, told to people, stand in the modules sentences_*.py by chapters; no rule is computed there.
"""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import translate
from pbem.core.rules.facts import Fact

from .printed import TYPES, Say

TOGETHER = {}  # of all chapters


def teller(sentences: Json) -> Callable[..., Any]:
    """A decorator that registers the sentence of fact types in `sentences`, the dict of a module."""

    def told(*types):
        def mark(function):
            sentences.update(dict.fromkeys(types, function))
            return function

        return mark

    return told


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
    text = translate(template).format(**fields)
    return text[:1].upper() + text[1:] if template.startswith("{") else text


def plain(counter: str, say: Say) -> str:
    """A counter without its nationality, where the sentence names the power: flag, army, tank upgrade."""
    held = say.board.parts.counters[counter]
    return say.name(f"upgrade-{held.kind}" if held.type == "upgrade" else held.kind or held.type)


def unit_name(fact: Fact, say: Say) -> str:
    """The unit of a fact by the side that was up, if the fact holds it: German tank army."""
    if not fact["power"] or "side" not in fact:
        return say.unit(fact["unit"])
    return f"{say.adjective(fact['power'])} {translate(TYPES[fact['side']])}"
