"""What a JSON object holds, declared in one line of words: facts and questions (rules/facts.py, language/decision.py).

    "power unit from to coast? sides:{id}"

Each word is a field.  `?` says that it may be missing, `:` of what type it is here; else it has the type that the
vocabulary of the title gives it, where one word has one meaning.  Types:

    id, text     a string; an id is a name among the components
    number, bool  an integer, a boolean
    any          whatever JSON has
    [number]     a list of them
    <id number>  a list of exactly these
    {number}     an object whose names are ids, or tokens that a title makes of them
    (by rule)    an object with fields of its own; (by *:bool): and of any other name, with this type
    id/[id]      the one or the other
    id~          the same, or null
    @answer-op   what the title declares elsewhere: an answer, a petition (core/title/published.py)
    roll         a type that the vocabulary names

From the declaration come the check of a value, its JSON Schema and the pages of the title.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from .shapes import NOTHING_ELSEWHERE, Elsewhere, misfit
from .tables import read_table

Schema = dict[str, Any]
PLAIN: dict[str, Schema] = {
    "id": {"type": "string"},
    "text": {"type": "string"},
    "number": {"type": "integer"},
    "bool": {"type": "boolean"},
    "any": {},
}
EVERYWHERE = {
    "accepted": ("bool", "the answer is yes"),
    "by": ("id", "whose doing it is"),
    "power": ("id", "a power"),
    "to": ("id", "to whom"),
    "value": ("bool", "what a petition says"),
    "what": ("text", "of what kind"),
}
"""Words that mean this in every title which says nothing else: those of agreed ends (language/draw_and_resign.py)."""
TOKEN = re.compile(r"[A-Za-z_][\w-]*|[][{}()<>:?~/*@]")
CLOSING = {"[": "]", "{": "}", "(": ")", "<": ">"}


class Fields:
    """The fields of an object as they were declared.

    text   the declaration
    words  the vocabulary of its words
    """

    def __init__(self, text: str, words: "Vocabulary") -> None:
        self.text, self.words = text, words

    @cached_property
    def schema(self) -> Schema:
        """The JSON Schema of the object.  Raises ValueError for a line that is no declaration, or has a word of no
        meaning."""
        return self.words.schema(self.text)

    def misfit(self, value: Any, elsewhere: Elsewhere = NOTHING_ELSEWHERE) -> str:
        """What is wrong with a value, in a few words; "" if nothing is."""
        return misfit(self.schema, value, elsewhere=elsewhere)

    @property
    def names(self) -> list[str]:
        return list(self.schema["properties"])


class Vocabulary:
    """The words of a title that name fields: ``{word: (type, meaning)}``, and ``{name: type}`` of types with names."""

    def __init__(self, words: Mapping[str, Sequence[str]], types: Mapping[str, str] | None = None) -> None:
        self.words: dict[str, Sequence[str]] = {**EVERYWHERE, **words}
        self.types = dict(types or {})
        self._known: dict[str, Fields] = {}

    def fields(self, text: str) -> Fields:
        """What a line of words declares; it is looked at when its schema is wanted."""
        return self._known.setdefault(text, Fields(text, self))

    def schema(self, text: str) -> Schema:
        """The JSON Schema of what a line of words declares."""
        return self._object(_tokens(text), "")

    def type(self, text: str) -> Schema:
        """The schema of a type as it is written.  Raises ValueError for what is none."""
        tokens = _tokens(text)
        schema = self._type(tokens)
        if tokens.first:
            raise ValueError(f"{text!r} is no type: {tokens.first} follows it")
        return schema

    def _object(self, tokens: "_Tokens", end: str) -> Schema:
        """The schema of the fields up to a closing bracket, or to the end of the line."""
        properties: dict[str, Schema] = {}
        required: list[str] = []
        other: Schema | bool = False
        while tokens.first != end:
            name = tokens.take()
            if name == "*":
                tokens.take(":")
                other = self._type(tokens)
                continue
            if name not in self.words:
                raise ValueError(f"{tokens.text!r}: {name} is no word of the vocabulary")
            if not tokens.skip("?"):
                required.append(name)
            properties[name] = self._type(tokens) if tokens.skip(":") else self._type(_tokens(self.words[name][0]))
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": other}

    def _type(self, tokens: "_Tokens") -> Schema:
        found = [self._one_type(tokens)]
        while tokens.skip("/"):
            found.append(self._one_type(tokens))
        return found[0] if len(found) == 1 else {"anyOf": found}

    def _one_type(self, tokens: "_Tokens") -> Schema:
        token = tokens.take()
        if token in CLOSING:
            schema = self._inner(token, tokens)
            tokens.take(CLOSING[token])
        elif token == "@":
            schema = {"$ref": f"#/$defs/{tokens.take()}"}
        elif token in PLAIN:
            schema = PLAIN[token]
        elif token in self.types:
            schema = self._type(_tokens(self.types[token]))
        else:
            raise ValueError(f"{tokens.text!r}: {token or 'nothing'} is no type")
        return {"anyOf": [schema, {"type": "null"}]} if tokens.skip("~") else schema

    def _inner(self, bracket: str, tokens: "_Tokens") -> Schema:
        if bracket == "(":
            return self._object(tokens, ")")
        if bracket == "<":
            return self._exactly(tokens)
        inner = self._type(tokens)
        return (
            {"type": "array", "items": inner} if bracket == "[" else {"type": "object", "additionalProperties": inner}
        )

    def _exactly(self, tokens: "_Tokens") -> Schema:
        """The schema of a list whose items have each a type of their own."""
        parts = []
        while tokens.first != ">":
            parts.append(self._type(tokens))
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}


def read_vocabulary(folder: str) -> Vocabulary:
    """The vocabulary.json in the folder of a title.

    Raises OSError or ValueError for a file that is none.
    """
    found = read_table(folder, "vocabulary.json")
    return Vocabulary(found["words"], found.get("types"))


class _Tokens:
    """The tokens of a line, taken one after the other; "" at its end."""

    def __init__(self, text: str, found: Iterator[str]) -> None:
        self.text, self.rest = text, found
        self.first = next(self.rest, "")

    def take(self, wanted: str = "") -> str:
        token, self.first = self.first, next(self.rest, "")
        if wanted and token != wanted:
            raise ValueError(f"{self.text!r}: {wanted} is missing")
        return token

    def skip(self, wanted: str) -> bool:
        """Take a token if it is the next one."""
        return self.first == wanted and bool(self.take())


def _tokens(text: str) -> _Tokens:
    if TOKEN.sub("", text).strip():
        raise ValueError(f"{text!r} is no line of fields")
    return _Tokens(text, (found[0] for found in TOKEN.finditer(text)))
