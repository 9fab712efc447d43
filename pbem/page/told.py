"""The sentences with which answers are told back, for a page that tells them without rules: those of the title's table
(core/data/sentences.py), with what the question knows filled in.

    {"forms": [{"sentence": …, "parts": {name: sentence}, "untold": ["fire"], "filled": ["via"]}, null, …],
     "said": {way: {value: piece}}, "numbers": ["no", "one", …]}

A sentence is a template, a list of them, or by the fields of the line ``{"by": field, "one": {value: sentence}}`` and
``{"if": field, "then": …, "else": …}``; in templates a field names the method of Say that prints it.  0 is what hangs
on more than what is chosen there: nothing is told that might not be so.  `untold` are fields that no page tells: a line
that has one is not told.  `filled` names what the rules may add (Form.filled), `said` how each thing that may be chosen
is printed (Say.piece).
"""

import re
from string import Formatter
from typing import Any

from pbem.core.data.boards import Board
from pbem.core.data.json_types import Json
from pbem.core.data.sentences import PLAIN, Told, Words
from pbem.core.data.text import capital
from pbem.core.language.decision import Decision
from pbem.core.language.form import Form
from pbem.core.language.order_context import NOTHING
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game

from .menudata import Menu, MenuField, MenuForm

UNTOLD = ("parts", "order", "counts")  # fields of a shape that pages do not tell
OF_ANSWER = re.compile(r"answer\[(\w+)]")


class Unknown(LookupError):
    """A sentence hangs on what is not chosen yet."""


class PartlyKnown(dict[str, Any]):
    """Fields that a question knows; whoever looks at one that is `open` learns nothing."""

    def __init__(self, fields: Json, open: set[str]) -> None:
        super().__init__({name: value for name, value in fields.items() if name not in open})
        self.open = open

    def _look(self, name: str) -> str:
        if name in self.open:
            raise Unknown(name)
        return name

    def __getitem__(self, name: str) -> Any:
        return super().__getitem__(self._look(name))

    def __contains__(self, name: object) -> bool:
        return super().__contains__(self._look(str(name)))

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(self._look(name), default)


class Asked(Told):
    """What a question knows, with what a table makes of it."""

    def within(self, fields: Json) -> Told:
        known: Any = self.fields
        return Asked(self.words, PartlyKnown({**known, **fields}, known.open - fields.keys()), self.say)


class FormTold:
    """The sentence of a form.

    pieces   what is printed, ``{(how, field)}``
    """

    def __init__(self, words: Words, say: Any, ask: Ask, form: Form, open: set[str], is_item: bool) -> None:
        answer = PartlyKnown(form.gives, open) if form.value is NOTHING else form.value
        known = {**ask.about, **form.gives, "power": ask.power, "answer": answer}
        self.words, self.say, self.form, self.is_item = words, say, form, is_item
        self.open = open | ({"answer"} if form.answer_field or is_item else set())
        self.told = Asked(words, PartlyKnown(known, self.open), say)
        self.pieces: set[tuple[str, str]] = set()
        self.parts: dict[str, Any] = {}

    def sentence(self, row: Any) -> Any:
        """A sentence of the table as the page has it."""
        try:
            if isinstance(row, list):
                found = [self.sentence(one) for one in row]
                return 0 if 0 in found else found
            return self._chosen(row) if isinstance(row, dict) else row and self._template(row)
        except (LookupError, TypeError):
            return 0

    def _chosen(self, row: Json) -> Any:
        how, _, name = next(iter(row)).partition(" ")
        if how == "as":
            return self.sentence(self.words.parts[row["as"]])
        if self.is_item and (how, name) == ("each", "answer"):
            return self.sentence(row["each answer"])
        field = self._field(name)
        (first, *_) = row.values()
        if field not in self.open:
            if how == "by":
                return self.sentence(self.told.chosen(name, first))
            if how == "if":
                return self.sentence(first if self.told.holds(name) else row.get("else"))
            return list(map(str, self.told.lines(row)))
        if how == "by":
            found = {value: self.sentence(one) for value, one in first.items()}
            return {"by": field, "one": found} if any(one != 0 for one in found.values()) else 0
        if how == "if":
            yes, no = self.sentence(first), self.sentence(row.get("else"))
            return {"if": field, "then": yes, "else": no} if yes != 0 or no != 0 else 0
        return None if how == "in" else 0  # an order inside the order: a line that has one is not told

    def _field(self, name: str) -> str:
        """The field of the line that a name means."""
        if name == "answer" and self.form.answer_field:
            return self.form.answer_field
        inner = OF_ANSWER.fullmatch(name)
        return inner[1] if inner and inner[1] in self.open else name

    def _template(self, template: str) -> str:
        return "".join(
            text + ("" if name is None else self._place(name, how or ""))
            for text, name, how, _ in Formatter().parse(template)
        )

    def _place(self, name: str, how: str) -> str:
        field = self._field(name)
        if field in self.open:
            return f"{{{field}:{how if '|' in how else self._printed(field, how or name)}}}"
        if name in self.words.parts and name not in self.told.fields:
            part = self.sentence(self.words.parts[name])
            if isinstance(part, str) or part is None:
                return part or ""
            self.parts[name] = part
            return f"{{{name}}}"
        return f"{{{name}:{how}}}".format_map(self.told)

    def _printed(self, field: str, how: str) -> str:
        """The method of Say that prints a field, and note it; "" of what stands as it is."""
        bare = how[:1].lower() + how[1:]
        method = "" if bare in PLAIN else self.say.ways.get(bare, "")
        self.pieces.add((method, field))
        return capital(method or "text") if how[:1].isupper() else method


def sentences(game: Game, board: Board, ask: Ask, menu: Menu) -> Json | None:
    """How the answers of a menu are told; None where no form can be, or the title says no names apart (`piece` of what
    its `say` gives)."""
    say, kind = game.telling.say(board), game.kinds[ask.kind]
    plain = type(kind).assemble is Decision.assemble and type(kind).join is Decision.join
    if not plain or not hasattr(say, "piece"):
        return None
    forms = {form.name: form for form in kind.forms}
    made = [_made(game.telling.words, say, ask, kind, forms[shown["form"]], shown) for shown in menu["forms"]]
    told = [(one.sentence(game.telling.words.of_kind(ask.kind)["answer"]) if one else 0) for one in made]
    if not any(told):
        return None
    return {
        "forms": [
            {"sentence": sentence, "parts": one.parts, "untold": _untold(shown), "filled": list(one.form.filled)}
            if one and sentence
            else None
            for one, sentence, shown in zip(made, told, menu["forms"])
        ],
        "said": _said(say, menu, {piece for one in made if one for piece in one.pieces}),
        "numbers": list(getattr(say, "numbers", ())),
    }


def _made(words: Words, say: Any, ask: Ask, kind: Decision, form: Form, shown: MenuForm) -> FormTold | None:
    if any(field["needed"] and field["is"] in UNTOLD for field in shown["fields"]):
        return None
    open = {name for name, field in form.fields.items() if not field.not_in_answer}
    return FormTold(words, say, ask, form, open, kind.is_multiline and not isinstance(form.value, list))


def _untold(shown: MenuForm) -> list[str]:
    return [field["name"] for field in shown["fields"] if field["is"] in UNTOLD]


def _said(say: Any, menu: Menu, pieces: set[tuple[str, str]]) -> dict[str, dict[str, Any]]:
    """``{how: {value: a piece of it}}`` of everything that may stand in a place: one, several, where; or one alone."""
    said: dict[str, dict[str, Any]] = {}
    for how, name in sorted(pieces):
        fields = [field for form in menu["forms"] for field in form["fields"] if field["name"] == name and how]
        values = [value for field in fields for value in _values(menu, field) if isinstance(value, str)]
        found = {value: list(say.piece(how, value)) for value in values}
        short = {value: one if one[1:] != [None, None] else one[0] for value, one in found.items()}
        said.setdefault(how, {}).update({value: one for value, one in short.items() if one != by_its_id(value)})
    return said


def by_its_id(id: str) -> str:
    """The name that is an id in other letters, which the page makes by itself."""
    return " ".join(map(capital, id.split("-")))


def _values(menu: Menu, field: MenuField) -> list[Any]:
    """Everything that a field may hold."""
    numbers = [field["values"]] if "values" in field else sorted(set(field.get("table", {}).values()))
    return [value for number in numbers for value in menu["lists"][number]]
