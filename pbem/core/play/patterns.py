"""The sentences with which answers are told back (paraphrase.py), as data for programs without rules.

A title's own function of a kind is run on signs that stand for what may be chosen, and on what it makes of them:

    {"places": ["from", "to", "units", "via"], "ways": {"1|1|+|-": [4, 7], …}}

A way is how each field is chosen: not at all ``-``, one thing ``1``, more ``+``, or ``=`` and the value where the
sentence depends on that (the field is `apart` then); it leads to numbers of sentences.  In these, ``ⓐ0ⓩ`` stands for a
piece of the list of pieces, ``[how the Say of the title tells it, field]`` (``Ⓐ0ⓩ``: with a capital).  A function that
looks into a sign further than this has no pattern: nothing is told that might not be so.  `filled` names what the rules
may add (Form.filled).
"""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

from ..data.boards import Board
from ..data.json_types import Json
from ..orders.decision import Decision
from ..orders.form import Form
from ..orders.menudata import Menu, MenuField, MenuForm
from ..rules.game import Game
from ..rules.requests import Ask

OPEN, CAPITAL, CLOSE = "ⓐ", "Ⓐ", "ⓩ"  # a circled letter, for a sentence that begins with a sign gets its capital
SIGNS = re.compile(f"[{OPEN}{CAPITAL}](\\d+){CLOSE}")
MOST_WAYS = 48  # of a form; beyond, it has no patterns
UNTOLD = ("parts", "order", "counts")  # fields of a shape for which there are no patterns
FEW = 12  # values of a field that are tried one by one, where sentences depend on them


class Unsayable(Exception):
    """A sentence depends on more than the ways in which fields are chosen; `field` is the one that was looked into."""

    def __init__(self, field: str = "") -> None:
        super().__init__(field)
        self.field = field


class Sign(str):
    """A text that stands for what is chosen in a field; whoever looks into it learns nothing."""

    __slots__ = ("field",)

    field: str

    def __new__(cls, text: str, field: str) -> "Sign":
        made = super().__new__(cls, text)
        made.field = field
        return made

    def _look(self, *ignored: Any, **named: Any) -> Any:
        raise Unsayable(self.field)

    __eq__ = __ne__ = __lt__ = __hash__ = __getitem__ = __contains__ = __iter__ = __len__ = __add__ = _look
    partition = split = removeprefix = removesuffix = replace = startswith = endswith = upper = capitalize = _look

    def __bool__(self) -> bool:
        return True


class Told(Sign):
    """What a Say would make of signs: no value any more."""

    __slots__ = ()


class Recorder:
    """The Say of a title that gives, for a sign, the place of what it would say."""

    def __init__(self, say: Any, pieces: list[list[str]]) -> None:
        self._say, self._pieces = say, pieces

    def __getattr__(self, how: str) -> Any:
        real = getattr(self._say, how)
        return (lambda *given: self._told(how, real, given)) if callable(real) else real

    def _told(self, how: str, real: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        fields = {field for one in given for field in _fields(one)}
        if not fields:
            return real(*given)
        if len(given) != 1 or len(fields) != 1:
            raise Unsayable(fields.pop())
        (field,) = fields
        return Told(_place(self._pieces, [how, field]), field)


def _place(pieces: list[list[str]], row: list[str]) -> str:
    """The sign of a piece."""
    if row not in pieces:
        pieces.append(row)
    return f"{OPEN}{pieces.index(row)}{CLOSE}"


def _fields(value: Any) -> list[str]:
    """The fields whose signs are in a value."""
    if isinstance(value, Told):
        raise Unsayable
    if isinstance(value, Sign):
        return [value.field]
    if isinstance(value, str) and OPEN in value:
        raise Unsayable
    if isinstance(value, (list, tuple)):
        return [field for one in value for field in _fields(one)]
    return []


class Patterns:
    """Patterns of all forms of a menu, with what they share."""

    def __init__(self, game: Game, board: Board, ask: Ask, menu: Menu) -> None:
        self.kind = game.kinds[ask.kind]
        self.ask, self.menu = ask, menu
        self.sentences: list[str] = []
        self.pieces: list[list[str]] = []
        self.say = Recorder(game.telling.say(board), self.pieces)
        self.words = game.telling.words
        forms = {form.name: form for form in self.kind.declared}
        self.forms = [self._pattern(forms[shown["form"]], shown) for shown in menu["forms"]]

    def as_data(self) -> Json | None:
        """``{"forms", "sentences", "pieces", "said", "numbers"}``; None where nothing is told."""
        if not any(self.forms):
            return None
        return {
            "forms": self.forms,
            "sentences": self.sentences,
            "pieces": self.pieces,
            "said": self._said(),
            "numbers": list(getattr(self.say._say, "numbers", ())),
        }

    def _pattern(self, form: Form, shown: MenuForm) -> Json | None:
        """The pattern of a form; None if there is none."""
        plain = type(self.kind).assemble is Decision.assemble and type(self.kind).join is Decision.join
        if not plain or any(field["needed"] and field["is"] in UNTOLD for field in shown["fields"]):
            return None
        apart: dict[str, list[Any]] = {}
        while True:
            ways = self._ways(shown, apart)
            if len(ways) > MOST_WAYS:
                return None
            told, looked = self._told(form, shown, ways, apart)
            if looked is None:
                break
            apart[looked["name"]] = self._values(looked)
        return (
            {
                "places": [field["name"] for field in shown["fields"]],
                "ways": told,
                "apart": list(apart),
                "filled": list(form.filled),
            }
            if told
            else None
        )

    def _told(
        self, form: Form, shown: MenuForm, ways: list[tuple[str, ...]], apart: dict[str, list[Any]]
    ) -> tuple[dict[str, list[int]], MenuField | None]:
        """``(ways that can be told, a field whose values must be tried one by one)``."""
        told, fields = {}, {field["name"]: field for field in shown["fields"]}
        for way in ways:
            try:
                told["|".join(way)] = self._tell(form, shown, way, apart)
            except Unsayable as looked:
                field = fields.get(looked.field)
                if field and field["is"] != "list" and field["name"] not in apart and self._is_tried(field):
                    return told, field
            except (KeyError, TypeError):
                continue  # nobody answers so: the rules add what is missing
        return told, None

    def _is_tried(self, field: MenuField) -> bool:
        return 0 < len(self._values(field)) <= FEW

    def _ways(self, shown: MenuForm, apart: dict[str, list[Any]]) -> list[tuple[str, ...]]:
        states = []
        for field in shown["fields"]:
            absent = [] if field["needed"] else ["-"]
            if field["name"] in apart:
                states.append([*absent, *(f"={key_text(value)}" for value in apart[field["name"]])])
            elif field["is"] == "list":
                states.append([*absent, "1", *(["+"] if field.get("most", 2) > 1 else [])])
            else:
                states.append([*absent, *([] if field["is"] in UNTOLD else ["1"])])
        return list(product(*states))

    def _tell(self, form: Form, shown: MenuForm, way: tuple[str, ...], apart: dict[str, list[Any]]) -> list[int]:
        """The numbers of the sentences of a way."""
        values = {}
        for field, state in zip(shown["fields"], way):
            name, sign = field["name"], Sign(_place(self.pieces, ["", field["name"]]), field["name"])
            if state.startswith("="):
                values[name] = next(value for value in apart[name] if key_text(value) == state[1:])
            elif state != "-":
                values[name] = [sign] * (1 + (state == "+")) if field["is"] == "list" else sign
        answer = form.assemble(values)
        is_item = self.kind.is_multiline and not isinstance(answer, list)
        told = self.words.answer(self.ask.kind, [answer] if is_item else answer, self.ask, self.say)
        return [self._numbered(str(one)) for one in told]

    def _numbered(self, sentence: str) -> int:
        bare = SIGNS.sub("", sentence)
        if OPEN in bare or CAPITAL in bare or CLOSE in bare:
            raise Unsayable
        if sentence not in self.sentences:
            self.sentences.append(sentence)
        return self.sentences.index(sentence)

    def _values(self, field: MenuField) -> list[Any]:
        """Everything that a field may hold."""
        numbers = [field["values"]] if "values" in field else sorted(set(field.get("table", {}).values()))
        return [value for number in numbers for value in self.menu["lists"][number]]

    def _said(self) -> dict[str, dict[str, Any]]:
        """``{how: {value: a piece of it}}`` of everything that may stand in a place (Say.piece)."""
        said: dict[str, dict[str, Any]] = {}
        for how, name in self.pieces:
            if not how:
                continue
            rows = said.setdefault(how, {})
            for shown in self.menu["forms"]:
                for field in shown["fields"]:
                    if field["name"] == name:
                        rows.update(
                            {
                                value: self.say._say.piece(how, value)
                                for value in self._values(field)
                                if isinstance(value, str)
                            }
                        )
        return said


def key_text(value: Any) -> str:
    """A value in a way: as JSON says it."""
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def patterns(game: Game, board: Board, ask: Ask, menu: Menu) -> Json | None:
    """How the answers of a menu are told, as data; None where no form has a pattern, or the title says no names apart
    (`piece` of what its `say` gives)."""
    if not hasattr(game.telling.say(board), "piece"):
        return None
    return Patterns(game, board, ask, menu).as_data()
