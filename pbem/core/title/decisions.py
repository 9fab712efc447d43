"""Decisions of a title in a table: what is data of a kind of question stands there, a row each.

    class Decision(TabledDecision):
        rows = beside(__file__, "decisions")

    class AidSide(Decision):
        name = "aid-side"

        def default(self, board, ask): ...

A row has attributes of `Decision` by their names (rule, about, waiting, plain …), and may have its forms: ``{template:
{argument of Form: value}}``.  A form with one place is answered by one of the options that the question lists, and says
how such an option is written: {"words": […]}, {"names": categories} or {"number": true}.  A question of which nothing
must be computed has no class but its row.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..data.json_types import Json
from ..language.decision import Decision
from ..language.field import Field
from ..language.fields import Name, Number, Word
from ..language.form import Form
from ..language.order_context import OrderContext


class TabledDecision(Decision):
    """A decision that takes from its row what it does not say itself.

    rows   {name: row}; a title has a class of its own that says it, on which all its decisions are built
    what   what is decided, in a sentence, where there is no class to say it
    """

    rows: Mapping[str, Json] = {}
    what = ""

    def __init_subclass__(cls, **options: Any) -> None:
        for name, value in cls.rows.get(cls.name, {}).items():
            if name not in vars(cls):
                setattr(cls, name, _attribute(name, value))
        super().__init_subclass__(**options)

    @classmethod
    def all(cls, made: Iterable[Decision]) -> dict[str, Decision]:
        """``{name: decision}`` in the order of the rows: those that are made by a class, and of the others what their
        rows make.  Raises KeyError for a row without forms that no class has."""
        found = {one.name: one for one in made}
        plain = (name for name, row in cls.rows.items() if "forms" in row and name not in found)
        found |= {name: type(name, (cls,), {"name": name})() for name in plain}
        return {name: found[name] for name in cls.rows}


def _attribute(name: str, value: Any) -> Any:
    if name == "forms":
        return tuple(_form(template, dict(row)) for template, row in value.items())
    return tuple(value) if isinstance(value, list) else value


def options(scope: OrderContext) -> Any:
    """What the question lists."""
    return scope.ask.options


def _form(template: str, row: Json) -> Form:
    """A form out of its row."""
    field: Field | None = None
    if words := row.pop("words", None):
        field = Word(words, of=options)
    elif names := row.pop("names", None):
        field = Name(*names.split(), of=options)
    elif row.pop("number", False):
        field = Number(of=options)
    if field is None:
        return Form(template, **row)
    [place] = re.findall("[A-Z]+", template)
    return Form(template, answer_field=place.lower(), fields={place.lower(): field}, **row)
