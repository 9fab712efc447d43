"""A form: one way of writing an order, with its fields; kinds are declared by them (decision.py)."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from ..data.fast_schema import Shape
from ..data.json_types import Json
from ..rules.requests import Ask
from .field import Field
from .order_context import NOTHING, OrderContext
from .rng import Rng
from .templates import alternatives, inner_words, leading_words, needed_names, spare_words, template, together
from .types import Values

Weight = int | Callable[[Any, Ask], int]
"""How often random play takes a form, against the others: a number, or (board, ask) → number."""


class Form:
    """One way of writing an order; what it does and a line of it stand among the words of its title (`Decision.said`).

    text          the template (templates.py)
    name          its name in readings; the words that it begins with, if it is not given
    gives         {field of the answer: value} that the form itself says
    value         the answer, where the form has no fields and the answer is no object: ``"no"``, ``[]``, ``True``
    answer_field  the field whose value is the answer, where that is no object: a list of units, an area
    fields        {name: Field}, or keyword arguments
    when          (board, ask) → whether the form can answer now; always without
    weight        how often random play takes it, against the other forms; a number, or (board, ask) → number
    starts        (scope, draw) → {field: value} with which a walk begins, where fields must be chosen together; None if
                  there is nothing to choose
    is_rest       True of one that says that all which other lines leave open is done as the rules would have it
                  (`Decision.rest`)
    is_typed      True of one that people may type, and no menu offers: another one gives the same answers
    filled        fields that `fill` may say where nobody does: ``"via"``, or ``"attack>fire"``, where another one is
                  said
    """

    def __init__(
        self,
        text: str,
        name: str = "",
        gives: Values | None = None,
        fields: Mapping[str, Field] | None = None,
        value: Any = NOTHING,
        answer_field: str = "",
        when: Callable[[Any, Ask], object] | None = None,
        weight: Weight = 1,
        starts: Callable[[OrderContext, Rng], Values | None] | None = None,
        filled: Iterable[str] = (),
        is_rest: bool = False,
        is_typed: bool = False,
        **more: Field,
    ) -> None:
        self.node = template(text)
        self._schema: Json | None = None
        self._shape: Shape | None = None
        self.template, self.gives, self.value, self.answer_field = text, gives or {}, value, answer_field
        self.when, self.weight, self.starts, self.filled = when, 0 if is_typed else weight, starts, filled
        self.is_rest, self.is_typed = is_rest, is_typed
        self.fields: dict[str, Field] = {**(fields or {}), **more}
        for called, field in self.fields.items():
            field.name = called
        self.begun, named = leading_words(self.node), self.node.names()
        self.name = name or self.begun[0] or text
        missing = set(named) - set(self.fields)
        if missing:
            raise ValueError(f"the form {text!r} has no field {sorted(missing)}")
        self.opener = self.fields[named[0]] if "" in self.begun and named else None

    @cached_property
    def needed(self) -> list[str]:
        """The fields without which no line of it can be.  Raises ValueError where one is in no answer."""
        found = needed_names(self.node)
        if any(self.fields[name].not_in_answer for name in found):
            raise ValueError(f"in the form {self.template!r} a field must be said that no answer holds")
        return found

    @cached_property
    def alternatives(self) -> list[list[list[str]]]:
        """``[[fields of one alternative, …], …]`` of every choice in it."""
        return alternatives(self.node)

    @cached_property
    def together(self) -> dict[str, list[str]]:
        """``{field: [fields]}`` of those that are said all or none."""
        return together(self.node)

    @cached_property
    def order(self) -> list[str]:
        """The fields in the order of choosing.  Raises ValueError where some need each other."""
        return _order(self.node.names(), self.fields)

    def inner_words(self) -> set[str]:
        """The keys of the words that may begin a part of the line behind its first words."""
        inside = {word for field in self.fields.values() for word in field.inner_words()}
        return inner_words(self.node) | inside

    def spare_words(self) -> list[str]:
        """The words that mean nothing where the form has them: whoever leaves them out says the same."""
        inside = [words for field in self.fields.values() for words in field.spare_words()]
        return list(dict.fromkeys([*spare_words(self.node), *inside]))

    def is_open(self, board: Any, ask: Ask) -> bool:
        return self.when is None or bool(self.when(board, ask))

    def covers(self, answer: Any) -> bool:
        """Whether the form can say an answer: all that it needs is there, and nothing that it cannot say."""
        for name, value in self.gives.items():
            if not isinstance(answer, dict) or answer.get(name) != value:
                return False
        if self._shape is None:
            self._shape = Shape(self.schema())
        return not self._shape.misfit(answer)

    def assemble(self, values: Values) -> Any:
        """The answer that fields say."""
        if self.value is not NOTHING:
            return self.value
        if self.answer_field:
            return values[self.answer_field]
        said = {
            name: value for name, value in values.items() if not self.fields[name].not_in_answer and value is not None
        }
        return {**self.gives, **said}

    def dismantle(self, answer: Any) -> Values:
        """The fields of an answer that the form covers."""
        if self.value is not NOTHING:
            return {}
        if self.answer_field:
            return {self.answer_field: answer}
        return {name: value for name, value in answer.items() if name in self.fields}

    def text(self, values: Values, ask: Ask | None = None) -> str:
        """The canonical line of fields; with its question at hand a field may be brief."""

        def said(name: str) -> str:
            field = self.fields[name]
            return field.write(values[name]) if ask is None else field.brief(values[name], ask)

        return self.node.write(values, said).replace(" ;", ";").replace(" ,", ",").replace(" :", ":")

    def shown(self) -> str:
        """The form as it is printed: words for what is said by words, capitals for the rest."""
        text = re.sub(r"\[[a-z/ ]+\] |[{}]|(?<=[a-z])/[a-z/]+", "", self.template)
        text = re.sub(r"\(([^()|]*?) (?:\|[^()]*)?\| \)", r"\1", text)  # what may be left out and has no fields
        text = re.sub(r"\(([^()|]*)( \| [;:])?\)", r"\1", text)
        text = text.replace(" ;", ";").replace(" :", ":")
        return re.sub(r"\b[A-Z][A-Z0-9_]*\b", lambda match: self._placeholder(match[0].lower()), text)

    def _placeholder(self, name: str) -> str:
        return self.fields[name].shown(name) if name in self.fields else name.upper()

    def schema(self) -> Json:
        """The JSON Schema of an answer that the form gives."""
        if self._schema is None:
            self._schema = self._made_schema()
        return self._schema

    def _made_schema(self) -> Json:
        if self.value is not NOTHING:
            return {"const": self.value}
        if self.answer_field:
            return self.fields[self.answer_field].schema()
        said = {name: field.schema() for name, field in self.fields.items() if not field.not_in_answer}
        fixed = {name: {"const": value} for name, value in self.gives.items()}
        needed = [*fixed, *(name for name in self.needed if name in said)]
        return {"type": "object", "properties": {**fixed, **said}, "required": needed, "additionalProperties": False}


def _order(names: Iterable[str], fields: Mapping[str, Field]) -> list[str]:
    """The fields in the order of choosing: as they stand, each behind those that it needs."""
    order: list[str] = []
    left = list(dict.fromkeys(names))
    while left:
        ready = next((name for name in left if not set(fields[name].needs) & set(left)), None)
        if ready is None:
            raise ValueError(f"the fields {left} need each other")
        order.append(ready)
        left.remove(ready)
    return order


def rest(verb: str) -> Form:
    """The form of a line that says of all which other lines leave open that it is done as the rules would have it."""
    text = f"{verb} (all | the rest)"
    return Form(text, value=[], name=f"{verb} all", weight=0, is_rest=True)


def resolved(scope: OrderContext, form: Form) -> None:
    """Make the raw fields of a scope concrete, in the order of choosing."""
    for name in form.order:
        if name in scope.raw:
            scope.values[name] = form.fields[name].resolve(scope, scope.raw[name])
