"""The published shapes of a title, as programs elsewhere have them: validators of a library that knows nothing of ours,
and the smallest alterations of a value that no shape may let pass."""

import copy
import json
from pathlib import Path

import jsonschema

from pbem.core.title.published import Published

DOCS = Path(__file__).parents[1] / "docs" / "generated"
NO_VALUE = 0.5  # of a type that no title has


def published_by(title):
    """``{name: schema}`` of the page that a title of this house publishes."""
    whole = json.loads((DOCS / f"facts-{title}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(whole)
    facts = {f"#/$defs/{name}" for name in whole["$defs"] if name.startswith("fact-")}
    assert {one["$ref"] for one in whole["oneOf"]} == facts
    return whole["$defs"]


def declared_by(game):
    """The same of any title, by its declarations."""
    published = Published(game)
    return {name: published.schema(name) for name in published.names}


class Judges:
    """What holds values against shapes, and keeps one of each form that it has seen."""

    def __init__(self, schemas):
        self.schemas, self._made, self.seen = schemas, {}, {}

    def of(self, name):
        if name not in self._made:
            whole = {"$ref": f"#/$defs/{name}", "$defs": self.schemas}
            self._made[name] = jsonschema.Draft202012Validator(whole)
        return self._made[name]

    def hold(self, name, value):
        """A value has the shape; raises jsonschema.ValidationError."""
        self.of(name).validate(value)
        self.seen.setdefault((name, outline(value)), copy.deepcopy(value))

    def let_pass(self):
        """Alterations of what was seen that no judge refuses, as ``(name, value)``."""
        for (name, _), value in self.seen.items():
            for altered in alterations(value):
                if self.of(name).is_valid(altered):
                    yield name, altered


def outline(value):
    """The form of a value: two of one form have the same fields and lists of the same kind."""
    if isinstance(value, dict):
        return "{%s}" % ",".join(f"{name}:{outline(one)}" for name, one in sorted(value.items()))
    if isinstance(value, list):
        return "[%s]" % ",".join(sorted({outline(one) for one in value}))
    return type(value).__name__


def alterations(value):
    """Copies of a value in which one leaf has another type, a text for a number and the other way round, or none that
    any title has."""
    for path in leaves(value):
        leaf = at(value, path)
        yield changed(value, path, NO_VALUE)
        if type(leaf) in OTHER:
            yield changed(value, path, OTHER[type(leaf)])


OTHER = {str: 7, int: "seven", bool: "yes"}


def leaves(value, path=()):
    """The ways to all that holds nothing further; empty lists and objects are leaves too."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [leaf for name, one in inner for leaf in leaves(one, (*path, name))]
    return found or [path]


def at(value, path):
    for name in path:
        value = value[name]
    return value


def changed(value, path, new):
    if not path:
        return new
    value = copy.deepcopy(value)
    at(value, path[:-1])[path[-1]] = new
    return value


def anything_goes(schema, where=""):
    """The places of a schema where anything may stand: where it says nothing about what is there."""
    if schema is True or not schema.keys() & {"type", "anyOf", "enum", "const", "$ref"}:
        return [where]
    found = []
    for name, inner in schema.get("properties", {}).items():
        found += anything_goes(inner, f"{where}/{name}")
    for inner in (*schema.get("anyOf", ()), *schema.get("prefixItems", ())):
        found += anything_goes(inner, where)
    other = {"object": "additionalProperties", "array": "items"}.get(schema.get("type"))
    if other == "items" and "prefixItems" in schema and schema.get("maxItems") == len(schema["prefixItems"]):
        return found
    if other and schema.get(other, True) is not False:
        found += anything_goes(schema.get(other, True), f"{where}/*")
    return found
