"""A quick yes for documents that fit their schema; anything else is left to jsonschema, which explains.

Importing jsonschema costs more than a whole turn, so it is only imported to say what is wrong.  `checker` makes
functions of a schema, of each part when a document first has it, and that is all the work of every later look; where it
meets a keyword that is not known here it never says yes, which only means: ask jsonschema.
tests/core/test_fast_schema.py holds the two against each other on good, bad, altered and made-up documents.
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
Refer = Callable[[str], "tuple[Schema, Refer]"]
"""What a reference in a schema means, and what those in that mean."""


class _Unknown(Exception):
    """A keyword, or a reference, that is not known here."""


def no_reference(reference: str) -> "tuple[Schema, Refer]":
    """For a schema in which they are written out."""
    raise _Unknown(reference)


def checker(schema: Schema, refer: Refer = no_reference) -> Fits:
    """``fits(value)``: whether a JSON value fits a schema; never where a keyword not known here bears on it."""
    made = _later(schema, refer)

    def fits(value: Any) -> bool:
        try:
            return made()(value)
        except _Unknown:
            return False

    return fits


class Shape:
    """A schema by which many values are judged: what fits is known by its function, what does not is put into words."""

    def __init__(self, schema: Schema, elsewhere: Elsewhere = NOTHING_ELSEWHERE) -> None:
        self.schema, self.elsewhere, self._fits = schema, elsewhere, checker(schema)

    def misfit(self, value: Any) -> str:
        """What is wrong with the shape of a value, as shapes.misfit says it; "" if nothing is."""
        return "" if self._fits(value) else misfit(self.schema, value, elsewhere=self.elsewhere)


def _later(schema: Any, refer: Refer) -> Callable[[], Fits]:
    """The check of a part, made when it is asked for first: a document has few parts of its schema."""
    return cache(lambda: _made(schema, refer))


def _made(schema: Any, refer: Refer) -> Fits:
    if schema is True:
        return _anything
    if "$ref" in schema:
        meant, inside = refer(schema["$ref"])
        both = _made(meant, inside), _made({name: told for name, told in schema.items() if name != "$ref"}, refer)
        return lambda value: both[0](value) and both[1](value)
    by_type: dict[type | None, list[Fits]] = {}
    for keyword, wanted in schema.items():
        if keyword in _NESTED:
            kind, nest = _NESTED[keyword]
            by_type.setdefault(kind, []).append(nest(wanted, refer))
        elif keyword in _KEYWORDS:
            kind, make = _KEYWORDS[keyword]
            by_type.setdefault(kind, []).append(make(wanted))
        elif keyword not in _SAYS_NOTHING:
            raise _Unknown(keyword)
    if _FIELDS & schema.keys():
        by_type.setdefault(dict, []).append(_fields(schema, refer))
    always = by_type.get(None, ())
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


class _Parts(dict[str, Fits]):
    """``{name: check}`` of the fields of an object, each made when a value has it first; `other`: of those not told."""

    def __init__(self, told: dict[str, Any], other: Callable[[], Fits], refer: Refer) -> None:
        self.told, self.other, self.refer = told, other, refer

    def __missing__(self, name: str) -> Fits:
        if name not in self.told:
            return self.other()
        check = self[name] = _made(self.told[name], self.refer)
        return check


def _fields(schema: Schema, refer: Refer) -> Fits:
    """properties, patternProperties and additionalProperties, in one walk through an object."""
    told = schema.get("patternProperties", {})
    patterns = [(re.compile(at_end(one)).search, _made(part, refer)) for one, part in told.items()]
    others = schema.get("additionalProperties", True)
    other = (lambda: _nothing) if others is False else _later(others, refer)
    named = _Parts(schema.get("properties", {}), other, refer)

    def plain(value: Json) -> bool:
        for name, part in value.items():
            if not named[name](part):
                return False
        return True

    def fits(value: Json) -> bool:
        for name, part in value.items():
            checks = [check for search, check in patterns if search(name)]
            if (name in named.told or not checks) and not named[name](part):
                return False
            for check in checks:
                if not check(part):
                    return False
        return True

    return fits if patterns else plain


def _of(enough: Callable[[Iterator[bool]], bool]) -> Callable[[list[Any], Refer], Fits]:
    """The check of a keyword that lists schemas: whether enough of them hold."""

    def make(wanted: list[Any], refer: Refer) -> Fits:
        checks = [_made(one, refer) for one in wanted]
        return lambda value: enough(check(value) for check in checks)

    return make


def _each(wanted: Any, refer: Refer) -> Fits:
    made = _later(wanted, refer)
    return lambda value: not value or all(map(made(), value))


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
_SAYS_NOTHING = {*"type description title $id $schema $defs $comment examples default".split(), *_FIELDS}
"""Keywords of which no check is made here: those of fields are looked at together, and the type before all."""
_NESTED: dict[str, tuple[type | None, Callable[[Any, Refer], Fits]]] = {
    "anyOf": (None, _of(any)),
    "allOf": (None, _of(all)),
    "oneOf": (None, _of(lambda held: sum(held) == 1)),
    "propertyNames": (dict, _each),
    "items": (list, _each),
}  # the type that a keyword is about, None for every one; and the check that it makes of the schemas in it
_KEYWORDS: dict[str, tuple[type | None, Callable[[Any], Fits]]] = {
    "const": (None, lambda wanted: lambda value: same(value, wanted)),
    "enum": (None, lambda wanted: lambda value: any(same(value, one) for one in wanted)),
    "required": (dict, _required),
    "dependentRequired": (dict, _dependent),
    "minProperties": (dict, lambda wanted: lambda value: len(value) >= wanted),
    "maxProperties": (dict, lambda wanted: lambda value: len(value) <= wanted),
    "uniqueItems": (list, _unique),
    "minItems": (list, lambda wanted: lambda value: len(value) >= wanted),
    "maxItems": (list, lambda wanted: lambda value: len(value) <= wanted),
    "pattern": (str, _pattern),
    "minLength": (str, lambda wanted: lambda value: len(value) >= wanted),
    "maxLength": (str, lambda wanted: lambda value: len(value) <= wanted),
    "minimum": (int, lambda wanted: lambda value: value >= wanted),
    "maximum": (int, lambda wanted: lambda value: value <= wanted),
}
