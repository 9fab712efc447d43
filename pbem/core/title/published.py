"""Every shape that a title declares of what stands in its files, by name: what is published as JSON Schema
(docs/generated/facts-TITLE.json), what the pages tell, and what the tests hold games against.

    fact-TYPE            what happened, by its declaration (facts.py)
    about-KIND           what a question tells, by `Decision.about`
    answer-KIND          what answers it, by the forms of the kind (language/decision.py)
    petition-VERB        what somebody says unasked, likewise
    step-PROCEDURE       the arguments of a step: the parameters of its procedure
    board, board-parts   what a board keeps (data/state_fields.py), and some of it

Each has the one declaration that is named here; nothing is written twice.
"""

import inspect
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from ..data.fast_schema import Shape
from ..data.fields import Fields, Schema
from ..data.json_types import Json
from ..rules.facts import Fact
from ..rules.requests import Ask, Procedure
from .game import Game

PETITION = "petition-"


class Published:
    """The shapes of a title.  A shape that is not declared is told like one that does not fit."""

    def __init__(self, game: Game) -> None:
        self.game, self._made, self._shapes = game, dict[str, Schema](), dict[str, Shape]()

    @cached_property
    def names(self) -> list[str]:
        """The names of all shapes, sorted."""
        return sorted(self._names())

    def _names(self) -> Iterator[str]:
        game = self.game
        yield from (f"fact-{type}" for type in game.facts.fields)
        yield from (f"about-{name}" for name in game.kinds)
        yield from (f"answer-{name}" for name in game.kinds)
        yield from (f"{PETITION}{verb}" for verb in game.petitions)
        yield from (f"step-{name}" for name in game.procedures)
        yield from ("board", "board-parts")

    def schema(self, name: str) -> Schema:
        """The JSON Schema of a shape; other shapes in it are references.  Raises KeyError for one that is not
        declared."""
        if name not in self._made:
            self._made[name] = self._schema(*(name.partition("-")[::2]))
        return self._made[name]

    def _schema(self, what: str, name: str) -> Schema:
        game = self.game
        if what == "fact":
            return fact_schema(name, game.facts.fields[name].schema)
        if what == "about":
            return self.about(name).schema
        if what in ("answer", "petition"):
            return (game.kinds if what == "answer" else game.petitions)[name].schema()
        if what == "step":
            return self.arguments(name).schema
        whole = game.table.state.schema
        return {**whole, "required": []} if name == "parts" else whole

    def about(self, kind: str) -> Fields:
        """What the questions of a kind tell."""
        return self.game.facts.words.fields(self.game.kinds[kind].about)

    def arguments(self, procedure: str) -> Fields:
        """The arguments of a step: the parameters of its procedure are words of the vocabulary; what a petition says
        is its `value`."""
        words = []
        for name, parameter in parameters(self.game.procedures[procedure]).items():
            word = f"{name}:@{procedure}" if procedure.startswith(PETITION) and name == "value" else name
            words.append(word if parameter.default is parameter.empty else f"{name}?")
        return self.game.facts.words.fields(" ".join(words))

    # -- checks: what is wrong, in a few words; "" if nothing is ---------------------------------------------------

    def misfit(self, name: str, value: Any) -> str:
        """Of a value that should have a shape."""
        try:
            if name not in self._shapes:
                self._shapes[name] = Shape(self.schema(name), self.schema)
            fault = self._shapes[name].misfit(value)
        except KeyError:
            fault = "it is not declared"
        return f"{name}: {fault}" if fault else ""

    def of_fact(self, fact: Fact) -> str:
        return self.misfit(f"fact-{fact['type']}", fact)

    def of_question(self, ask: Ask) -> str:
        """Of what a question tells."""
        return self.misfit(f"about-{ask.kind}", ask.about)


def parameters(procedure: Procedure) -> dict[str, inspect.Parameter]:
    """The parameters of a procedure behind the table, by name."""
    _, *own = inspect.signature(procedure).parameters.items()
    return dict(own)


def fact_schema(type: str, fields: Schema, rule: Json | None = None) -> Schema:
    """A fact: what its line of words declares, with its type and the number of the rule that tells it."""
    properties = {"type": {"const": type}, "rule": rule or {"type": "string"}, **fields["properties"]}
    return {**fields, "properties": properties, "required": ["type", "rule", *fields["required"]]}
