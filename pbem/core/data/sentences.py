"""Sentences as data: a title's tables hold whole templates, whose fields say how what they name is printed.

    SENTENCES = sentences(
        {
            "units-bought": "{nation:nation} buys {units:types} for {cost:# IPC|# IPCs}.",
            "units-moved": "{units:units} {units:flies|fly} from {path[0]:area} to {path[-1]:area}.",
            "turn-begun": None,  # needs no words
        }
    )

Behind the colon stands a method of the title's `Say`, or both forms of what agrees with a number, with # for it; a list
or counts of things agree with how many these are.  Without a colon a field stands as it is.

A *teller* is a function of ``(fields, say)``: of a fact, or of an answer with what was asked (`answers`).
"""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from .json_types import Json
from .text import agreeing, capital

Fields = Json
Words = str | Json | list[Any] | None
"""A sentence; ``{"text", "level"}`` of a detail; several of them; or None for what needs no words."""
Teller = Callable[[Fields, Any], Words]
Sentence = str | Teller | None


class _Printed:
    """A value that is printed as its field in a template says."""

    def __init__(self, value: Any, say: Any) -> None:
        self.value, self.say = value, say

    def __getitem__(self, key: str) -> "_Printed":
        return _Printed(self.value[int(key) if isinstance(self.value, list) else key], self.say)

    def __format__(self, how: str) -> str:
        if "|" in how:
            return agreeing(_number(self.value), how)
        printed: str = getattr(self.say, how)(self.value) if how else str(self.value)
        return printed


class _Fields:
    """The fields of a template, each printed as it says there."""

    def __init__(self, fields: Fields, say: Any) -> None:
        self.fields, self.say = fields, say

    def __getitem__(self, name: str) -> _Printed:
        return _Printed(self.fields[name], self.say)


def _number(value: Any) -> Any:
    if isinstance(value, Mapping):
        return sum(value.values())
    return len(value) if isinstance(value, (list, tuple)) else value


def told(template: str, say: Any, fields: Fields) -> str:
    """A template with its fields, as a sentence: with a capital."""
    return capital(template.format_map(_Fields(fields, say)))


def teller(sentence: Sentence) -> Teller:
    """What tells a template; a teller stays as it is, and None needs no words."""
    if sentence is None:
        return lambda fields, say: None
    return (lambda fields, say: told(sentence, say, fields)) if isinstance(sentence, str) else sentence


def detail(sentence: str) -> Teller:
    """What reports leave out unless somebody asks for details."""
    return lambda fields, say: {"text": told(sentence, say, fields), "level": 1}


def choice(by: str | Callable[[Fields], Any], sentences: Mapping[Any, Sentence]) -> Teller:
    """One of several sentences: by the value of a field, or by what a function makes of all fields."""
    of = itemgetter(by) if isinstance(by, str) else by
    tellers = {value: teller(sentence) for value, sentence in sentences.items()}
    return lambda fields, say: tellers[of(fields)](fields, say)


def either(test: str | Callable[[Fields], Any], yes: Sentence, no: Sentence) -> Teller:
    """One of two sentences: by whether a field holds something, or by what a function finds."""
    of = itemgetter(test) if isinstance(test, str) else test
    return choice(lambda fields: bool(of(fields)), {True: yes, False: no})


def sentences(table: Mapping[str, Sentence]) -> dict[str, Teller]:
    """The tellers of a table, by type of fact."""
    return {name: teller(sentence) for name, sentence in table.items()}


def each(sentence: Sentence, otherwise: Sentence) -> Teller:
    """A sentence for each item of the answer, with the fields of the item; another one if there is none."""
    one, none = teller(sentence), teller(otherwise)
    return lambda fields, say: [one({**fields, **item}, say) for item in fields["answer"]] or none(fields, say)


def answers(table: Mapping[str, Sentence]) -> dict[str, Callable[..., Any]]:
    """``{kind: function(answer, ask, say)}``: the fields are what the question tells, its ``power``, the ``answer``,
    and what an answer of named parts says."""

    def answered(sentence: Sentence) -> Callable[..., Any]:
        tells = teller(sentence)

        def function(answer: Any, ask: Any, say: Any) -> Words:
            named = answer if isinstance(answer, Mapping) else {}
            return tells({**ask.about, "power": ask.power, **named, "answer": answer}, say)

        return function

    return {kind: answered(sentence) for kind, sentence in table.items()}
