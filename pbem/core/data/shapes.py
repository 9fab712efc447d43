"""The shape of facts, questions and answers: a check by the same JSON Schema that is published, for the few words that
fields use."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Elsewhere = Callable[[str], dict[str, Any]]
"""The schema that a reference names: ``answer-op`` of ``#/$defs/answer-op``."""
PREFIX = "#/$defs/"
STUMBLES = (TypeError, LookupError, AttributeError, ValueError, ArithmeticError, StopIteration, RuntimeError)
"""What code meets in a value that has not the shape for which it was written; too deep ones (RecursionError) too."""


def NOTHING_ELSEWHERE(name: str) -> dict[str, Any]:
    """Where no reference has a meaning."""
    raise KeyError(f"no shape is called {name}")


TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": int,
    "boolean": bool,
    "null": type(None),
}


def record(fields: Mapping[str, Any], needed: Iterable[str]) -> dict[str, Any]:
    """The schema of an object of such fields, and of no other."""
    return {"type": "object", "properties": fields, "required": [*needed], "additionalProperties": False}


def misfit(schema: dict[str, Any], value: Any, where: str = "", elsewhere: Elsewhere = NOTHING_ELSEWHERE) -> str:
    """What is wrong with the shape of a value, in a few words with its place; "" if nothing is."""
    if "$ref" in schema:
        return misfit(elsewhere(schema["$ref"].removeprefix(PREFIX)), value, where, elsewhere)
    if "anyOf" in schema:
        faults = [misfit(part, value, where, elsewhere) for part in schema["anyOf"]]
        if "" in faults:
            return ""
        return min(faults, key=_likeness(schema["anyOf"], value, faults))
    if "const" in schema:
        return "" if same(value, schema["const"]) else f"{where or 'it'} is not {schema['const']!r}"
    if "enum" in schema:
        among = any(same(value, one) for one in schema["enum"])
        return "" if among else f"{where or 'it'} is none of {schema['enum']}"
    kind = schema.get("type")
    if kind and not _is(value, kind):
        return f"{where or 'it'} is no {kind}"
    if kind == "array":
        return _array(schema, value, where, elsewhere)
    if kind == "object":
        return _object(schema, value, where, elsewhere)
    if kind == "integer" and value < schema.get("minimum", value):
        return f"{where or 'it'} is below {schema['minimum']}"
    return ""


def _array(schema: dict[str, Any], value: list[Any], where: str, elsewhere: Elsewhere) -> str:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        return f"{where or 'it'} has {len(value)} parts"
    first, other = schema.get("prefixItems", ()), schema.get("items", {})
    parts = [first[place] if place < len(first) else other for place in range(len(value))]
    faults = (misfit(part, one, f"{where}/{place}", elsewhere) for place, (part, one) in enumerate(zip(parts, value)))
    return next((fault for fault in faults if fault), "")


def _object(schema: dict[str, Any], value: dict[str, Any], where: str, elsewhere: Elsewhere) -> str:
    missing = [name for name in schema.get("required", ()) if name not in value]
    if missing:
        return f"{where}/{missing[0]} is missing"
    known, other = schema.get("properties", {}), schema.get("additionalProperties", {})
    for name, one in value.items():
        if name not in known and other is False:
            return f"{where}/{name} has no meaning here"
        fault = misfit(known.get(name, other), one, f"{where}/{name}", elsewhere)
        if fault:
            return fault
    return ""


def _likeness(parts: list[dict[str, Any]], value: Any, faults: list[str]) -> Callable[[str], bool]:
    """Order of faults: that of the branch whose constants the value has comes first."""
    like: dict[str, bool] = {}
    for part, fault in zip(parts, faults):
        fixed = {name: one["const"] for name, one in part.get("properties", {}).items() if "const" in one}
        has = isinstance(value, dict) and all(value.get(name) == const for name, const in fixed.items())
        like.setdefault(fault, not (has and fixed))
    return lambda fault: like.get(fault, True)


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, TYPES[kind]) and not (kind == "integer" and isinstance(value, bool))


def same(value: Any, other: Any) -> bool:
    """Equality of JSON values: true is not 1."""
    return type(value) is type(other) and value == other
