"""A line while forms read it: its tokens, what was found in them already, and how far any form came.

What a reader asks of fields, forms and kinds stands here as protocols, for these are built on it (field.py, form.py,
decision.py).
"""

from collections.abc import Mapping, Sequence, Sized
from typing import Any, Protocol, TypeVar

from .errors import ParseError, TooManyReadings
from .names import Entry, Names
from .tokens import Token
from .types import Found, Partial, Reading

MAX_PARTIALS = 1000

Bounded = TypeVar("Bounded", bound=Sized)
Span = tuple[str, int, Sequence[Entry], bool]
"""(key, end, entries, whole) of some words that may be a name: what it names, and whether as a whole (Names.named)."""


class ReadableField(Protocol):
    """What a reader asks of a field (field.Field)."""

    wanted: str
    categories: tuple[str, ...]

    def scan(self, reader: "Reader", at: int, /) -> Found: ...

    def more(self, before: Any, raw: Any, /) -> Any: ...

    def misnamed(self, names: Names, text: str, /) -> ParseError | None: ...


class ReadableNode(Protocol):
    """What it asks of a template (templates.py)."""

    def read(self, reader: "Reader", partials: Sequence[Partial], /) -> list[Partial]: ...


class ReadableForm(Protocol):
    """What it asks of a form (form.Form)."""

    name: str

    @property
    def fields(self) -> Mapping[str, ReadableField]: ...

    @property
    def node(self) -> ReadableNode: ...

    def shown(self) -> str: ...

    def inner_words(self) -> set[str]: ...


class ReadableKind(Protocol):
    """What it asks of a kind (decision.Decision)."""

    name: str
    rule: str
    waiting: str
    plain: Mapping[str, str]

    @property
    def forms(self) -> Sequence[ReadableForm]: ...

    def wording(self, reading: Reading, /) -> str: ...


class Reader:
    """The tokens of a line, and the furthest place up to which any form could read them.

    fields    {name: Field} of the form that reads now
    expected  what could have stood at the furthest place: words, and Fields
    faults    LineErrors of names at that place that are ambiguous
    form      the form that reads now; `reached` are those that got to the furthest place
    """

    def __init__(
        self, tokens: Sequence[Token], names: Names, fields: Mapping[str, ReadableField] | None = None
    ) -> None:
        self.tokens, self.names = tokens, names
        self.fields: Mapping[str, ReadableField] = fields or {}
        self.furthest = 0
        self.expected: list[str | ReadableField] = []
        self.faults: list[ParseError] = []
        self.form: ReadableForm | None = None
        self.reached: list[ReadableForm] = []
        self._read: dict[tuple[int, int], list[tuple[Any, int]]] = {}
        self.spans: dict[int, list[Span]] = {}
        self._root = self

    def within(self, fields: Mapping[str, ReadableField]) -> "Reader":
        """The same line for a template with fields of its own."""
        inner = Reader(self.tokens, self.names, fields)
        inner._root, inner._read, inner.spans = self._root, self._read, self.spans
        return inner

    def once(self, field: ReadableField, at: int) -> list[tuple[Any, int]]:
        """The readings of a field at a place, ``[(raw, end)]``, looked for once only."""
        place = (id(field), at)
        if place not in self._read:
            self._read[place] = self.bounded(list(field.scan(self, at)))
        return self._read[place]

    def expect(self, at: int, what: str | ReadableField) -> None:
        """Note that `what` (words or a Field) could have stood at a place where something else stands."""
        if self._reaches(at) and what not in self._root.expected:
            self._root.expected.append(what)

    def fault(self, at: int, error: ParseError) -> None:
        """Note why the name at a place is none (a ParseError)."""
        if self._reaches(at):
            self._root.faults.append(error)

    def _reaches(self, at: int) -> bool:
        root = self._root
        if at > root.furthest:
            root.furthest, root.expected, root.faults, root.reached = at, [], [], []
        if at == root.furthest and root.form is not None and root.form not in root.reached:
            root.reached.append(root.form)
        return at == root.furthest

    def bounded(self, partials: Bounded) -> Bounded:
        """The partials, or TooManyReadings."""
        if len(partials) > MAX_PARTIALS:
            raise TooManyReadings
        return partials

    def word(self, at: int) -> str:
        """The key of the token at a place, "" behind the last one."""
        return self.tokens[at].key if at < len(self.tokens) else ""

    def is_over(self, at: int) -> bool:
        """Whether nothing follows but full stops and exclamation marks."""
        return all(not token.key.strip(".!") for token in self.tokens[at:])
