"""A quick yes for documents that fit their schema; anything else is left to jsonschema, which explains.

Importing jsonschema costs more than a whole turn, so it is only imported to say what is wrong.  `accepts` knows the
keywords that our schemas use; at any other it says no, which only means: ask jsonschema.  tests/core/test_accept.py
holds it against jsonschema on good, bad and altered documents.
"""

import re

from .canon import encode

TYPES = {
    "object": lambda value: type(value) is dict,
    "array": lambda value: type(value) is list,
    "string": lambda value: type(value) is str,
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) is int,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
}


def is_known(schema):
    """True if the schema (with its references written out) holds no keyword but those that `accepts` knows."""
    if type(schema) is not dict:
        return schema is True
    for keyword, inner in schema.items():
        if keyword not in _CHECKS:
            return False
        parts = _INNER.get(keyword, _no_parts)(inner)
        if not all(map(is_known, parts)):
            return False
    return True


def accepts(schema, value):
    """True if the value fits a schema that `is_known`."""
    if schema is True:
        return True
    return all(_CHECKS[keyword](wanted, value, schema) for keyword, wanted in schema.items())


def _type(wanted, value, schema):
    names = wanted if type(wanted) is list else [wanted]
    return any(name in TYPES and TYPES[name](value) for name in names)


def _same(one, other):
    """Equality of JSON values: true is not 1."""
    return type(one) is type(other) and one == other


def _properties(wanted, value, schema):
    if type(value) is not dict:
        return True
    return all(accepts(wanted[name], part) for name, part in value.items() if name in wanted)


def _additional(wanted, value, schema):
    if type(value) is not dict or wanted is True:
        return True
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    others = [part for name, part in value.items()
              if name not in known and not any(_found(pattern, name) for pattern in patterns)]  # fmt: skip
    return not others if wanted is False else all(accepts(wanted, part) for part in others)


def _pattern_properties(wanted, value, schema):
    if type(value) is not dict:
        return True
    return all(accepts(part, value[name]) for pattern, part in wanted.items() for name in value
               if _found(pattern, name))  # fmt: skip


def _pattern(wanted, value, schema):
    return type(value) is not str or _found(wanted, value)


def _found(pattern, text):
    if pattern not in _PATTERNS:
        _PATTERNS[pattern] = re.compile(pattern)
    return bool(_PATTERNS[pattern].search(text))


def _names(wanted, value, schema):
    return type(value) is not dict or all(accepts(wanted, name) for name in value)


def _items(wanted, value, schema):
    return type(value) is not list or all(accepts(wanted, part) for part in value)


def _unique(wanted, value, schema):
    return type(value) is not list or not wanted or len({encode(part) for part in value}) == len(value)


def _size(kind, compare):
    return lambda wanted, value, schema: type(value) is not kind or compare(len(value), wanted)


def _bound(compare):
    return lambda wanted, value, schema: type(value) is not int or compare(value, wanted)


def _at_least(one, other):
    return one >= other


def _at_most(one, other):
    return one <= other


def _pass(wanted, value, schema):
    return True


def _no_parts(inner):
    return ()


_PATTERNS = {}
_INNER = {
    "properties": lambda inner: inner.values(),
    "patternProperties": lambda inner: inner.values(),
    "additionalProperties": lambda inner: () if inner is False else (inner,),
    "propertyNames": lambda inner: (inner,),
    "items": lambda inner: (inner,),
    **{name: (lambda inner: inner) for name in ("anyOf", "allOf", "oneOf")},
}
_CHECKS = {
    "type": _type,
    "const": lambda wanted, value, schema: _same(value, wanted),
    "enum": lambda wanted, value, schema: any(_same(value, one) for one in wanted),
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "required": lambda wanted, value, schema: type(value) is not dict or all(name in value for name in wanted),
    "additionalProperties": _additional,
    "propertyNames": _names,
    "pattern": _pattern,
    "items": _items,
    "uniqueItems": _unique,
    "minItems": _size(list, _at_least),
    "maxItems": _size(list, _at_most),
    "minLength": _size(str, _at_least),
    "maxLength": _size(str, _at_most),
    "minProperties": _size(dict, _at_least),
    "maxProperties": _size(dict, _at_most),
    "minimum": _bound(_at_least),
    "maximum": _bound(_at_most),
    "anyOf": lambda wanted, value, schema: any(accepts(one, value) for one in wanted),
    "allOf": lambda wanted, value, schema: all(accepts(one, value) for one in wanted),
    "oneOf": lambda wanted, value, schema: sum(accepts(one, value) for one in wanted) == 1,
    **dict.fromkeys(("description", "title", "$id", "$schema", "$defs", "$comment", "examples", "default"), _pass),
}
