"""A line while forms read it: its tokens, what was found in them already, and how far any form came.

What a reader asks of fields, forms and kinds stands here as protocols, for these are built on it (field.py, form.py,
decision.py).
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Sized
from typing import Any, Protocol, TypeVar

from .errors import ParseError, TooManyReadings
from .names import Entry, Names, key
from .types import Found, Partial, Reading

MAX_TOKENS = 1000  # of one line; a longer one is refused before it is read
NUMBERS = dict(zip("zero one two three four five six seven eight nine ten eleven twelve".split(), range(13)))
MARKS = (";", ",", ":", "->", "(", ")", "*", "#")
ARROWS = ("->", "to", "into")
FILLERS = ("the", "my", "our")  # words that mean nothing, and only before a name

_TOKEN = re.compile(r"->|[;,:()*\u00d7#]|[!~^%=+@]\d?[!~^%=+@#]*|-(?=\s|$)|(?<!\S)-|[^\s\"_;,:()*\u00d7#!~^%=+@-]+")
_TOKEN_OR_HYPHEN = re.compile(_TOKEN.pattern.replace(r"-(?=\s|$)|(?<!\S)-|", "-|"))
_GLUED = re.compile(r"(\d{1,4})([xX](?=[^\W\d_]))?([^\W\d].*)|([^\W\d_]+)(\d{1,4})")


class Token:
    """One word or mark.

    text        as it was typed
    start, end  where it stands in the line
    key         what is compared: small letters without accents, hyphens and dots; a mark is its own key
    number      the number that it is, in digits or as a word; or None
    glued       whether a hyphen ties it to the token before: a name does not end there, unless a number follows
    """

    __slots__ = ("text", "start", "end", "key", "number", "glued")

    def __init__(self, text: str, start: int, glued: bool = False) -> None:
        self.text, self.start, self.end, self.glued = text, start, start + len(text), glued
        self.key = text if text in MARKS else text.lower() if text.isascii() and text.isalnum() else key(text)
        self.number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else NUMBERS.get(self.key)

    def __repr__(self) -> str:
        return f"Token({self.text!r}, {self.start})"


def tokens_of(text: str, glue: str = "") -> list[Token]:
    """The tokens of a line; quotation marks are passed over.  Numbers and what hyphens join are tokens of their own,
    and so is a hyphen where it may divide names (Names.glue).  Of a line that is too long, a few more than MAX_TOKENS.

    >>> [token.text for token in tokens_of("op14 a -> b with 3armor, 2xsu-30-1")]
    ['op', '14', 'a', '->', 'b', 'with', '3', 'armor', ',', '2', 'x', 'su', '30', '1']
    """
    found: list[Token] = []
    pattern, ties = (_TOKEN_OR_HYPHEN, "_") if "-" in glue else (_TOKEN, "-_")
    for match in pattern.finditer(text):
        if len(found) > MAX_TOKENS:
            break
        glued = _GLUED.fullmatch(match[0])
        if glued:
            parts = [n for n in range(1, 6) if glued[n]]
            found += [Token(glued[n], match.start() + glued.start(n)) for n in parts]
        else:
            tied = match.start() > 1 and text[match.start() - 1] in ties and not text[match.start() - 2].isspace()
            word = match[0].replace("\u00d7", "*").strip("'")
            if word:
                found.append(Token(word, match.start() + (match[0][0] == "'"), tied))
    return found


def joined(tokens: Sequence[Token], at: int, most: int, glue: str = "") -> Iterator[tuple[str, int]]:
    """``(key, end)`` of the first, the first two, … of up to `most` words from `at`, written as one.

    ``China Central`` and ``china-central`` are the same word here.  A mark ends a word, but for one of `glue`.
    """
    text = ""
    for end in range(at, min(at + most, len(tokens))):
        token = tokens[end]
        if text and token.text in glue:
            if token.text == ")":
                yield text, end + 1
            continue
        if token.key in MARKS or not token.key:
            return
        text += token.key
        after = tokens[end + 1] if end + 1 < len(tokens) else None
        if after is None or not after.glued or after.key.isdigit():
            yield text, end + 1


MAX_PARTIALS = 1000

Bounded = TypeVar("Bounded", bound=Sized)
Span = tuple[str, int, Sequence[Entry], bool]
"""(key, end, entries, whole) of some words that may be a name: what it names, and whether as a whole (Names.named)."""


class ReadableField:
    """What a reader asks of a field (field.Field is built on it)."""

    wanted = "something"
    categories: tuple[str, ...] = ()

    def scan(self, reader: "Reader", at: int) -> Found:
        """``[(raw value, end)]`` of what the words from a place on may mean in this field."""
        raise NotImplementedError

    def more(self, before: Any, raw: Any) -> Any:
        """What a field means that is said a second time; None if it may not be."""
        return None

    def misnamed(self, names: Names, text: str) -> ParseError | None:
        """What is wrong with words that should name such a thing, of a field with `categories`; None if they do."""
        return None

    def leads(self, names: Names) -> Sequence[str]:
        """Words by which a line is known that begins with the field."""
        raise NotImplementedError


class ReadableNode(Protocol):
    """What it asks of a template (templates.py)."""

    def read(self, reader: "Reader", partials: Sequence[Partial], /) -> list[Partial]: ...


class ReadableForm(Protocol):
    """What it asks of a form (form.Form)."""

    name: str
    weight: Any

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

    def said(self, form: Any, /) -> tuple[str, str]: ...


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
        """Whether nothing follows but full stops, exclamation marks and dashes that are no arrows (Names.glue)."""
        return all(not token.key.strip(".!") and token.text not in self.names.glue for token in self.tokens[at:])
