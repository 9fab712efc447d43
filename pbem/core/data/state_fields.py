"""What changes in play, declared once: the attributes of a board, and its JSON.

    STATE = State(
        WORDS,
        StateField("vp", "number", "The PRC's victory points."),
        StateField("country", "{id}", "{country: its side}.", start=starting_countries),
        beside={"shots": "factors worked out so far"},
    )

    class Board:
        __slots__ = ("parts", *STATE.slots)

Types are those of core/data/fields.py.  A title with many of them has them in a table (`State.declared`).  From the
declaration come a board's slots, what an empty board has, its JSON
and the way back, and what a correction may bring.  How people name these things and set them, is the table (table.py).
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from .fields import Schema, Vocabulary
from .shapes import misfit, record

Start = Callable[[Any], Any]
HOLDERS = (dict, list)
FLAT = {"{id}", "{number}", "{bool}", "[id]", "[number]"}
"""Types of what holds nothing that could be changed within: there a copy is one of its surface."""


class StateField:
    """One thing that changes in play.

    name     its name in the JSON
    type     what it holds (core/data/fields.py); or a State: attributes of the board that its JSON has together
    text     what it is, as a sentence
    start    what an empty board has: a value, or function(board); else nothing, 0, no or null, as the type has it
    sorted   a list that has no order of its own: its JSON is sorted
    show     function(board) → its JSON, where that is not the attribute itself
    read     function(board, JSON): the way back, where there is `show`
    fixed    why no correction changes it; "" for what may be corrected
    whole    what stands under its keys is never changed, only put there anew: board and JSON share it
    attribute  that of the board, where it is called by another name there
    """

    __slots__ = ("name", "type", "text", "start", "sorted", "show", "read", "fixed", "whole", "attribute")

    def __init__(
        self,
        name: str,
        type: "str | State",
        text: str,
        start: Any = None,
        sorted: bool = False,
        show: Start | None = None,
        read: Callable[[Any, Any], None] | None = None,
        fixed: str = "",
        whole: bool = False,
        attribute: str = "",
    ) -> None:
        self.attribute = attribute or name
        self.name, self.type, self.text, self.start, self.sorted = name, type, text, start, sorted
        self.show, self.read, self.fixed, self.whole = show, read, fixed, whole or type in FLAT
        if isinstance(type, State):
            self.show, self.read = type.shown, type.restore

    def first(self, board: Any) -> Any:
        """What an empty board has, of its own: what a title starts from is not changed by a game."""
        if self.start is not None or not isinstance(self.type, str) or self.type.endswith("~"):
            return copied(self.start(board) if callable(self.start) else self.start)
        return {"[": [], "{": {}, "n": 0, "b": False}.get(self.type[0])

    def schema(self, words: Vocabulary) -> Schema:
        """The JSON Schema of its JSON."""
        return words.type(self.type) if isinstance(self.type, str) else self.type.schema

    def shown(self, board: Any) -> Any:
        """Its JSON, of its own; an object has its names in their order, as it will have them when it is read."""
        value = self.show(board) if self.show else getattr(board, self.attribute)
        if type(value) is dict:
            return {name: value[name] if self.whole else copied(value[name]) for name in sorted(value)}
        return sorted(value) if self.sorted else self._own(value)

    def put(self, board: Any, shown: Any) -> None:
        """The way back from its JSON."""
        if self.read:
            self.read(board, shown)
        else:
            setattr(board, self.attribute, self._own(shown))

    def _own(self, value: Any) -> Any:
        return value.copy() if self.whole and type(value) in HOLDERS else copied(value)


class State:
    """Everything of a board that changes in play.

    words    the vocabulary of the title, for the fields of objects within
    kept     {name: StateField}
    beside   {name: meaning} of what a board has besides and never shows: derived, or remembered
    agreed   {name: type} of what a board is made with: shown, and never changed
    sparse   what is nothing, 0, no or null is left out of the JSON
    """

    def __init__(
        self,
        words: Vocabulary,
        *kept: StateField,
        beside: Mapping[str, str] | None = None,
        agreed: Mapping[str, str] | None = None,
        sparse: bool = False,
    ) -> None:
        self.kept = {one.name: one for one in kept}
        self.beside, self.agreed, self.sparse = dict(beside or {}), dict(agreed or {}), sparse
        self.words = words

    @classmethod
    def declared(cls, words: Vocabulary, table: Mapping[str, Any], **made: Mapping[str, Any]) -> "State":
        """What a table of JSON declares: ``kept`` has a row a field, ``{"type": "id~", "text": "The turn."}``, and
        ``agreed``, ``beside`` and ``sparse`` stand beside it.  What only code can say of a field is given by its name:
        ``country={"start": starting_countries}``."""
        kept = (StateField(name, **row, **made.get(name, {})) for name, row in table["kept"].items())
        return cls(words, *kept, **{name: value for name, value in table.items() if name != "kept"})

    @cached_property
    def schema(self) -> Schema:
        """The JSON Schema of what `shown` gives."""
        properties: dict[str, Schema] = {name: self.words.type(type) for name, type in self.agreed.items()}
        properties.update((name, one.schema(self.words)) for name, one in self.kept.items())
        return record(properties, () if self.sparse else properties)

    @property
    def slots(self) -> tuple[str, ...]:
        """The attributes of a board."""
        inner = [name for one in self.kept.values() if isinstance(one.type, State) for name in one.type.slots]
        own = [one.attribute for one in self.kept.values() if one.name not in self.beside and not one.show]
        return (*self.beside, *self.agreed, *own, *inner)

    def attributes(self) -> dict[str, StateField]:
        """All that is kept, those within included."""
        found: dict[str, StateField] = {}
        for one in self.kept.values():
            found |= one.type.attributes() if isinstance(one.type, State) else {one.attribute: one}
        return found

    def begin(self, board: Any) -> None:
        """Let a board be empty."""
        for one in self.kept.values():
            if isinstance(one.type, State):
                one.type.begin(board)
            elif not one.show:
                setattr(board, one.attribute, one.first(board))

    def shown(self, board: Any) -> dict[str, Any]:
        """The JSON of what a board keeps."""
        found = {name: copied(getattr(board, name)) for name in self.agreed}
        found.update((name, one.shown(board)) for name, one in self.kept.items())
        return {name: value for name, value in found.items() if value} if self.sparse else found

    def restore(self, board: Any, shown: Mapping[str, Any]) -> None:
        """Put on a board what `shown` gave of it."""
        for name, one in self.kept.items():
            if name in shown or not self.sparse:
                one.put(board, shown[name])
            else:
                setattr(board, one.attribute, one.first(board))

    def misfit(self, shown: Any) -> str:
        """What is wrong with the shape of such JSON, in a few words; "" if nothing is."""
        return misfit(self.schema, shown)


def copied(value: Any) -> Any:
    """A JSON value of its own: nothing in it is shared."""
    if type(value) is dict:
        return {key: copied(part) if type(part) in HOLDERS else part for key, part in value.items()}
    if type(value) is list:
        return [copied(part) if type(part) in HOLDERS else part for part in value]
    return value


def unchangeable(state: State, patch: Any) -> str:
    """What a correction (rules/corrections.py) must not change and does, in a few words; "" if nothing is."""
    for change in patch:
        name = change["at"][0] if change["at"] else ""
        if name in state.agreed:
            return f"{name} is agreed and never changes"
        if name in state.kept and state.kept[name].fixed:
            return f"{name} is not to be corrected: {state.kept[name].fixed}"
    return ""
