"""A quick yes for documents that fit their schema; anything else is left to jsonschema, which explains.

Importing jsonschema costs more than a whole turn, so it is only imported to say what is wrong.  `checker` makes one
function of a schema, once, and that is all the work of every later look; of a schema with a keyword that is not known
here it makes none, which only means: ask jsonschema.  tests/core/test_fast_schema.py holds the two against each other
on good, bad, altered and made-up documents.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from .canon import encode
from .fields import Schema
from .json_types import Json
from .shapes import NOTHING_ELSEWHERE, TYPES, Elsewhere, misfit, same

Fits = Callable[[Any], bool]
"""Whether a value fits what it was made of."""


def checker(schema: Schema) -> Fits | None:
    """``fits(value)``: whether a JSON value fits a schema (with its references written out); None for a schema that
    holds a keyword not known here."""
    try:
        return _made(schema)
    except KeyError:
        return None


class Shape:
    """A schema by which many values are judged: what fits is known by its function, what does not is put into words."""

    def __init__(self, schema: Schema, elsewhere: Elsewhere = NOTHING_ELSEWHERE) -> None:
        self.schema, self.elsewhere, self._fits = schema, elsewhere, checker(schema)

    def misfit(self, value: Any) -> str:
        """What is wrong with the shape of a value, as shapes.misfit says it; "" if nothing is."""
        return "" if self._fits and self._fits(value) else misfit(self.schema, value, elsewhere=self.elsewhere)


def _made(schema: Any) -> Fits:
    if schema is True:
        return _anything
    by_type: dict[type | None, list[Fits]] = {}
    always: list[Fits] = []
    for keyword, wanted in schema.items():
        kind, make = _KEYWORDS[keyword]
        if make:
            (always if kind is None else by_type.setdefault(kind, [])).append(make(wanted))
    if _FIELDS & schema.keys():
        by_type.setdefault(dict, []).append(_fields(schema))
    checks_of = {kind: (*by_type.get(kind, ()), *always) for kind in _types(schema.get("type", list(TYPES)))}

    def fits(value: Any) -> bool:
        for check in checks_of.get(type(value), _REFUSED):
            if not check(value):
                return False
        return True

    return fits


def _types(names: str | list[str]) -> set[type]:
    return {TYPES[name] for name in ([names] if isinstance(names, str) else names)}


def _anything(value: Any) -> bool:
    return True


def _nothing(value: Any) -> bool:
    return False


_REFUSED = (_nothing,)


def _fields(schema: Schema) -> Fits:
    """properties, patternProperties and additionalProperties, in one walk through an object."""
    named = {name: _made(part) for name, part in schema.get("properties", {}).items()}
    told = schema.get("patternProperties", {})
    patterns = [(re.compile(at_end(one)).search, _made(part)) for one, part in told.items()]
    others = schema.get("additionalProperties", True)
    other = _nothing if others is False else _made(others)

    def plain(value: Json) -> bool:
        for name, part in value.items():
            if not named.get(name, other)(part):
                return False
        return True

    def fits(value: Json) -> bool:
        for name, part in value.items():
            checks = [check for search, check in patterns if search(name)]
            if name in named:
                if not named[name](part):
                    return False
            elif not checks and not other(part):
                return False
            for check in checks:
                if not check(part):
                    return False
        return True

    return fits if patterns else plain


def _of(enough: Callable[[Iterator[bool]], bool]) -> Callable[[list[Any]], Fits]:
    """The check of a keyword that lists schemas: whether enough of them hold."""

    def make(wanted: list[Any]) -> Fits:
        checks = list(map(_made, wanted))
        return lambda value: enough(check(value) for check in checks)

    return make


def _each(wanted: Any) -> Fits:
    check = _made(wanted)
    return lambda value: all(map(check, value))


def at_end(pattern: str) -> str:
    r"""A pattern of JSON Schema for Python, where ``$`` would let a line break come after the end.

    >>> at_end("^[a-z]+$")
    '^[a-z]+\\Z'
    """
    return pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern


def _pattern(wanted: str) -> Fits:
    pattern = cache(lambda: re.compile(at_end(wanted)))  # most are never asked for
    return lambda value: pattern().search(value) is not None


def _unique(wanted: bool) -> Fits:
    return lambda value: not wanted or len({encode(part) for part in value}) == len(value)


def _required(wanted: list[str]) -> Fits:
    names = set(wanted)
    return lambda value: names <= value.keys()


def _dependent(wanted: dict[str, list[str]]) -> Fits:
    return lambda value: all(name not in value or value.keys() >= {*others} for name, others in wanted.items())


_FIELDS = {"properties", "patternProperties", "additionalProperties"}
_KEYWORDS: dict[
    str, tuple[type | None, Callable[[Any], Fits] | None]
] = {  # the type that a keyword is about, None for every one; and the check that it makes
    "const": (None, lambda wanted: lambda value: same(value, wanted)),
    "enum": (None, lambda wanted: lambda value: any(same(value, one) for one in wanted)),
    "anyOf": (None, _of(any)),
    "allOf": (None, _of(all)),
    "oneOf": (None, _of(lambda held: sum(held) == 1)),
    "required": (dict, _required),
    "dependentRequired": (dict, _dependent),
    "propertyNames": (dict, _each),
    "minProperties": (dict, lambda wanted: lambda value: len(value) >= wanted),
    "maxProperties": (dict, lambda wanted: lambda value: len(value) <= wanted),
    "items": (list, _each),
    "uniqueItems": (list, _unique),
    "minItems": (list, lambda wanted: lambda value: len(value) >= wanted),
    "maxItems": (list, lambda wanted: lambda value: len(value) <= wanted),
    "pattern": (str, _pattern),
    "minLength": (str, lambda wanted: lambda value: len(value) >= wanted),
    "maxLength": (str, lambda wanted: lambda value: len(value) <= wanted),
    "minimum": (int, lambda wanted: lambda value: value >= wanted),
    "maximum": (int, lambda wanted: lambda value: value <= wanted),
    **dict.fromkeys(("type", *_FIELDS), (None, None)),
    **dict.fromkeys(
        ("description", "title", "$id", "$schema", "$defs", "$comment", "examples", "default"), (None, None)
    ),
}
