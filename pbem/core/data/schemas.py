"""Find and apply the schemas, and turn what they refuse into Problems that a person can act on.

The schemas under schemas/ are the public contract of every file format.  jsonschema is imported only when
something is checked, references are written out beforehand, and where a schema offers branches (``oneOf``)
the one that the document means is chosen first: its errors are reported, not those of all the others.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from .fast_schema import Fits, Refer, at_end, checker
from .fields import Schema
from .json_types import Json
from .problems import Problem, Refused
from .store import read_document
from .tables import Sentences, read_table

if TYPE_CHECKING:
    from jsonschema import ValidationError


_say = Sentences(__name__)
MOST_ERRORS = 100  # that are explained of one document

TYPES = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


# -- finding -----------------------------------------------------------------------------------------------


def folder() -> str:
    """Where the schemas lie: in an installed package or beside it in a checkout; else FileNotFoundError."""
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    for place in (os.path.join(package, "schemas"), os.path.join(os.path.dirname(package), "schemas")):
        if os.path.isdir(place):
            return place
    raise FileNotFoundError("the schemas are missing from this installation")


def kinds() -> list[str]:
    """The names of all schemas, sorted: ``case``, ``pack``, ``red-dragon-map`` ..."""
    ending = ".schema.json"
    return sorted(name[: -len(ending)] for name in os.listdir(folder()) if name.endswith(ending))


@cache
def load_schema(kind: str) -> Schema:
    """The schema called `kind`, with every reference written out.  Raises KeyError for an unknown kind."""
    schema: Schema = _ending_at_ends(published(kind))
    return schema


@cache
def published(kind: str) -> Schema:
    """The same as programs in any language read it."""
    whole: Schema = _inlined(_read(kind), kind, ())
    return whole


def kind_of(title: str, name: str) -> str | None:
    """The schema of a component file of a title, or None; the title's own goes before a general one."""
    name, known = "scenario" if name.startswith("scenarios/") else name, kinds()
    return next((kind for kind in (f"{title}-{name}", name) if kind in known), None)


@cache
def _read(kind: str) -> Any:
    is_of_a_title = os.path.isabs(kind)
    if not is_of_a_title and kind not in kinds():
        raise KeyError(f"there is no schema {kind}")
    return read_table(kind if is_of_a_title else os.path.join(folder(), f"{kind}.schema.json"))


def _ending_at_ends(schema: Any, key: str = "") -> Any:
    """A schema whose patterns end where a text ends: in Python's expressions, unlike JavaScript's, ``$`` lets a line
    break come after it."""
    if isinstance(schema, list):
        return [_ending_at_ends(part) for part in schema]
    if isinstance(schema, dict):
        patterns = key == "patternProperties"
        return {at_end(name) if patterns else name: _ending_at_ends(part, name) for name, part in schema.items()}
    return at_end(schema) if key == "pattern" and isinstance(schema, str) else schema


def _inlined(schema: Any, kind: str, inside: tuple[tuple[str, str], ...]) -> Any:
    """A schema with its references replaced by what they mean; a reference to itself stays one."""
    if isinstance(schema, list):
        return [_inlined(part, kind, inside) for part in schema]
    if not isinstance(schema, dict):
        return schema
    reference = schema.get("$ref")
    if reference and (kind, reference) not in inside:
        home, pointer = _target(kind, reference)
        target = _inlined(at(_read(home), pointer), home, (*inside, (kind, reference)))
        return target | {key: value for key, value in schema.items() if key != "$ref"}
    return {key: _inlined(value, kind, inside) for key, value in schema.items() if key != "$defs"}


def at(document: Any, pointer: str) -> Any:
    """What a JSON pointer points at (RFC 6901).

    Raises KeyError, IndexError, ValueError or TypeError if nothing stands there.
    """
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        document = document[int(key) if isinstance(document, list) else key]
    return document


# -- applying ----------------------------------------------------------------------------------------------


def problems(kind: str, document: Any, where: str = "", text: str | None = None) -> list[Problem]:
    """In what a document differs from its schema, as Problems in the order of the document; of nonsense the first ones.

    kind    a schema, by name (`kinds`); one that a title from outside brings, by its path
    where   the file, or whatever the reader knows it by; each problem's place is ``where#JSON-pointer``
    text    the text the document was read from: places are then ``where:line``

    Each problem's fields hold its ``pointer``; its hint says what would be legal.
    """
    if _checker(kind)(document):
        return []
    schema = load_schema(kind)
    errors = islice(_errors(_without_what_fits(kind, schema, document), document), MOST_ERRORS)
    found = [problem for error in errors for problem in _explained(error)]
    found = _without_repeats(found)
    lines = line_numbers(text) if text is not None else {}
    for problem in found:
        pointer = problem.fields["pointer"]
        problem.where = f"{where}:{lines[pointer]}" if pointer in lines else f"{where}#{pointer}"
    return sorted(found, key=lambda problem: _position(document, problem.fields["pointer"]))


def read(
    kind: str, path: str, limit: int, meant: Callable[[Any], Iterable[Problem]] = lambda document: ()
) -> tuple[Any, str]:
    """``(value, text)`` of a JSON file that a person wrote, which fits a schema; `meant` finds what else is wrong with
    it.  Raises Refused with every problem and its line."""
    document, text = read_document(path, limit)
    Refused.if_any(problems(kind, document, path, text) or located(meant(document), text, path))
    return document, text


def fits(kind: str, document: Json, fields: tuple[str, ...]) -> bool:
    """Whether these fields of a document fit their place in a schema; the others are not looked at."""
    part = {name: document[name] for name in fields if name in document}
    return _checker(kind, fields)(part) or not any(_errors(_of_fields(load_schema(kind), fields), part))


@cache
def _checker(kind: str, fields: tuple[str, ...] | None = None) -> Fits:
    """The quick check of a schema, or of some of the fields of its objects."""
    schema = _read(kind)
    return checker(_of_fields(schema, fields) if fields else schema, partial(_referred, kind))


def _referred(kind: str, reference: str) -> tuple[Schema, Refer]:
    """What a reference in a schema means, and what those in that mean."""
    home, pointer = _target(kind, reference)
    return at(_read(home), pointer), partial(_referred, home)


def _target(kind: str, reference: str) -> tuple[str, str]:
    """``(schema, JSON pointer)`` of a reference in the schema `kind`."""
    home, _, pointer = reference.partition("#")
    return home.removesuffix(".schema.json") or kind, pointer


def _of_fields(schema: Schema, fields: tuple[str, ...]) -> Schema:
    """What a schema says of some of the fields of its objects."""
    needed = [name for name in schema["required"] if name in fields]
    return {
        "properties": {name: part for name, part in schema["properties"].items() if name in fields},
        "required": needed,
    }


def _without_what_fits(kind: str, schema: Schema, document: Any) -> Schema:
    """The schema for a document that does not fit it, without the parts that a quick look finds in order: jsonschema
    takes ten times as long for them, and has nothing to say."""
    if type(document) is not dict or "properties" not in schema:
        return schema
    parts = dict(schema["properties"])
    for name in parts.keys() & document.keys():
        if _part_checker(kind, name)(document[name]):
            parts[name] = True
    return {**schema, "properties": parts}


@cache
def _part_checker(kind: str, name: str) -> Fits:
    """The quick check of one field of a schema."""
    return checker(_read(kind)["properties"][name], partial(_referred, kind))


def _errors(schema: Schema, document: Any) -> "Iterator[ValidationError]":
    from jsonschema import Draft202012Validator

    found: Iterator[ValidationError] = Draft202012Validator(chosen(schema, document)).iter_errors(document)
    return found


def chosen(schema: Schema, document: Any) -> Schema:
    """The schema with the branch written out that the document means, if it offers branches at the top."""
    branch = _branch(schema.get("oneOf", ()), document)
    if branch is None:
        return schema
    rest = {key: value for key, value in schema.items() if key != "oneOf"}
    return {"allOf": [rest, branch]}


def _branch(branches: Sequence[Schema], value: Any) -> Schema | None:
    """The one branch that a value means, or None: by its type, constants, required fields and names."""
    fitting = [branch for branch in branches if _is_type(value, branch.get("type"))]
    if len(fitting) < 2 or not isinstance(value, dict):
        return fitting[0] if len(fitting) == 1 else None
    scores = [_likeness(branch, value) for branch in fitting]
    best = max(scores)
    return fitting[scores.index(best)] if scores.count(best) == 1 and any(best) else None


def _likeness(branch: Schema, value: Json) -> tuple[int, int, int]:
    """How well an object fits a branch: by constants, then by fields it must have, then by those it may."""
    constants = [value_of == constant for value_of, constant in _constants(branch, value)]
    names, patterns = branch.get("properties", {}).keys(), branch.get("patternProperties", {})
    known = [name for name in value if name in names or _matches(patterns, name) or _near(name, names)]
    required = set(branch.get("required", ()))
    return 2 * sum(constants) - len(constants), len(required & value.keys()), len(known)


def _constants(branch: Schema, value: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of what an object has and what a branch wants, wherever the branch wants a constant."""
    for name, field in branch.get("properties", {}).items():
        if isinstance(value, dict) and name in value:
            if "const" in field:
                yield value[name], field["const"]
            else:
                yield from _constants(field, value[name])


def _is_type(value: Any, names: Any) -> bool:
    names = [names] if isinstance(names, str) else names or TYPES
    return _type_of(value) in names or (_type_of(value) == "integer" and "number" in names)


def _type_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    kinds_of_python = ((dict, "object"), (list, "array"), (str, "string"), (int, "integer"))
    return next((name for kind, name in kinds_of_python if isinstance(value, kind)), "number")


# -- explaining --------------------------------------------------------------------------------------------


def _explained(error: "ValidationError") -> list[Problem]:
    """The Problems that one error of jsonschema stands for."""
    if error.validator in ("oneOf", "anyOf"):
        return _explained_branches(error)
    if "propertyNames" in list(error.schema_path)[-2:]:
        return _bad_name(error)
    explain = _EXPLAIN.get(error.validator, _other)
    return explain(error)


def _explained_branches(error: "ValidationError") -> list[Problem]:
    if all(set(part) <= {"description", "required"} for part in error.validator_value):
        return _one_field(error)
    branch = _branch(error.validator_value, error.instance)
    if branch is None:
        choices = [part.get("description") or _expected_type(part.get("type")) for part in error.validator_value]
        return [_problem(error, "schema-no-branch", choices="; ".join(map(_clause, choices)))]
    index = error.validator_value.index(branch)
    return [problem for part in error.context if part.schema_path[0] == index for problem in _explained(part)]


def _one_field(error: "ValidationError") -> list[Problem]:
    """Branches that differ only in the field that must be there."""
    from .text import listed

    fields = [name for part in error.validator_value for name in part["required"]]
    held = error.instance if isinstance(error.instance, dict) else ()
    found = listed(name for name in fields if name in held)
    hint = "; ".join(_clause(_description(part)) for part in error.validator_value)
    return [_problem(error, "schema-one-field", hint=_sentence(hint), fields=listed(fields, "or"), found=found)]


def _unknown_fields(error: "ValidationError") -> list[Problem]:
    schema = error.schema
    known = list(schema.get("properties", {}))
    patterns = schema.get("patternProperties", {})
    names = [name for name in error.instance if name not in known and not _matches(patterns, name)]
    return [
        _problem(
            error,
            "schema-unknown-field",
            step=name,
            hint=_near(name, known) + _fields(known, patterns),
            field=name,
        )
        for name in names
    ]


def _matches(patterns: Iterable[str], name: str) -> bool:
    import re

    return any(re.search(pattern, name) for pattern in patterns)


def _fields(known: list[str], patterns: Json) -> str:
    forms = [part["description"] for part in patterns.values() if isinstance(part, dict) and "description" in part]
    return _say("fields", fields=", ".join(sorted(known) + [_clause(form) for form in forms]) or "none")


def _bad_name(error: "ValidationError") -> list[Problem]:
    """A key of an object whose keys are ids, refused by propertyNames; the error's instance is the key."""
    hint = _near(error.instance, error.schema.get("enum", ())) + _sentence(_description(error.schema))
    return [_problem(error, "schema-bad-name", hint=hint, step=error.instance, field=error.instance)]


def _missing(error: "ValidationError") -> list[Problem]:
    name = next(name for name in error.validator_value if error.message.startswith(repr(name)))
    meaning = error.schema.get("properties", {}).get(name, {})
    return [_problem(error, "schema-missing-field", hint=_sentence(_description(meaning)), field=name)]


def _dependent(error: "ValidationError") -> list[Problem]:
    present = next(
        name
        for name, needs in error.validator_value.items()
        if name in error.instance and not set(needs) <= error.instance.keys()
    )
    needed = [name for name in error.validator_value[present] if name not in error.instance]
    return [_problem(error, "schema-missing-beside", beside=present, field=name) for name in needed]


def _wrong_type(error: "ValidationError") -> list[Problem]:
    hint = _sentence(_description(error.schema))
    expected = _expected_type(error.validator_value)
    return [_problem(error, "schema-wrong-type", hint=hint, found=_shown(error.instance), expected=expected)]


def _wrong_value(error: "ValidationError") -> list[Problem]:
    values = [error.validator_value] if error.validator == "const" else error.validator_value
    expected = _one_of(values)
    hint = _near(error.instance, values) or _sentence(_description(error.schema))
    return [_problem(error, "schema-wrong-value", hint=hint, found=_shown(error.instance), expected=expected)]


def _wrong_form(error: "ValidationError") -> list[Problem]:
    fields = {"found": _shown(error.instance), "pattern": error.validator_value}
    return [_problem(error, "schema-wrong-form", hint=_sentence(_description(error.schema)), **fields)]


_RANGES = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minItems": "at least {} in it",
    "maxItems": "at most {} in it",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minProperties": "at least {} fields",
    "maxProperties": "at most {} fields",
    "uniqueItems": "nothing twice",
}


def _out_of_range(error: "ValidationError") -> list[Problem]:
    expected = _RANGES[error.validator].format(error.validator_value)
    hint = _sentence(_description(error.schema))
    return [_problem(error, "schema-out-of-range", hint=hint, found=_shown(error.instance), expected=expected)]


def _other(error: "ValidationError") -> list[Problem]:
    return [_problem(error, "schema-refused", hint=_sentence(_description(error.schema)), reason=error.message)]


_EXPLAIN = {
    "additionalProperties": _unknown_fields,
    "required": _missing,
    "type": _wrong_type,
    "dependentRequired": _dependent,
    "enum": _wrong_value,
    "const": _wrong_value,
    "pattern": _wrong_form,
} | dict.fromkeys(_RANGES, _out_of_range)


def _problem(error: "ValidationError", code: str, hint: str = "", step: str | None = None, **fields: Any) -> Problem:
    """A Problem at the place of an error, or with `step` at the field of that name inside it."""
    path = list(error.absolute_path)
    pointer = _pointer(path if step is None else [*path, step])
    return Problem(code, hint=hint.strip(), place=_place(path), pointer=pointer, **fields)


def _pointer(path: Iterable[str | int]) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _place(path: Iterable[str | int]) -> str:
    """A path as people say it: ``areas/taiwan/base``, ``rulings, item 3: values``."""
    said = ""
    for part in path:
        if isinstance(part, int):
            said += f", item {part + 1}" if said else f"item {part + 1}"
        elif said:
            said += f": {part}" if said.rsplit(" ", 1)[-1].isdigit() else f"/{part}"
        else:
            said = str(part)
    return said or "the document"


def _shown(value: Any) -> str:
    """A value as a message quotes it, short."""
    import json

    if isinstance(value, dict):
        return "an object" if value else "an empty object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _expected_type(names: Any) -> str:
    names = [names] if isinstance(names, str) else names or ["value"]
    return " or ".join(TYPES.get(name, "another value") for name in names)


def _one_of(values: Sequence[Any]) -> str:
    shown = [_shown(value) for value in values]
    return shown[0] if len(shown) == 1 else "one of " + ", ".join(shown)


def _near(word: Any, known: Iterable[Any]) -> str:
    """``Did you mean ...? `` for the known words that a word is close to, or nothing."""
    from .meant import did_you_mean

    if not isinstance(word, str):
        return ""
    meant = did_you_mean(word.lower(), [name for name in known if isinstance(name, str)], 3, 0.7)
    return f"{meant} " if meant else ""


def _description(schema: Any) -> str:
    return schema.get("description", "") if isinstance(schema, dict) else ""


def _sentence(text: str) -> str:
    return text if not text or text.endswith((".", "?", "!")) else f"{text}."


def _clause(text: str) -> str:
    return text.rstrip(".")


def _without_repeats(found: Iterable[Problem]) -> list[Problem]:
    seen: dict[Any, Problem] = {}
    for problem in found:
        seen.setdefault((problem.code, problem.fields["pointer"], problem.fields.get("field")), problem)
    return list(seen.values())


# -- places ------------------------------------------------------------------------------------------------


def _position(document: Any, pointer: str) -> tuple[int, ...]:
    """Where in the order of a document the thing stands that a JSON pointer names, what holds it before it; ``(-1,)``
    for what is not there."""
    found = []
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        try:
            place = list(document).index(part) if isinstance(document, dict) else int(part)
            document = document[part if isinstance(document, dict) else place]
        except (ValueError, IndexError, TypeError):
            return (-1,)
        found.append(place)
    return tuple(found)


def located(problems: Iterable[Problem], text: str, where: str) -> list[Problem]:
    """The same problems with their lines in the JSON text that they complain about, as far as it names them.

    A problem without a place gets that of the first line that holds its quote or one of its fields, the longest first.
    """
    import json

    lines, problems = text.split("\n"), list(problems)
    for problem in problems:
        if problem.where and problem.where != where:
            continue
        words = sorted(
            {word for word in (problem.quote, *problem.fields.values()) if isinstance(word, str) and word},
            key=lambda word: (-len(word), word),
        )
        forms = [json.dumps(word, ensure_ascii=False)[1:-1] for word in words]
        number = next((n for form in forms for n, line in enumerate(lines, 1) if form in line), None)
        problem.where = where if number is None else f"{where}:{number}"
    return problems


def line_numbers(text: str) -> dict[str, int]:
    """``{JSON pointer: line}`` for every value of a JSON text, from 1; a field's line is that of its name.

    >>> line_numbers('{\\n "a": [1,\\n 2]}')
    {'': 1, '/a': 2, '/a/0': 2, '/a/1': 3}
    """
    import json
    import re

    lines, keys = {"": 1}, False
    path: list[str | int] = []  # of the value that is read: names, and places in lists
    line, last = 1, 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[{}\[\],]|[^\s{}\[\],:"]+', text):
        token = match.group()
        line, last = line + text.count("\n", last, match.start()), match.start()
        if token in "}]":
            path.pop()
            keys = False
        elif token == ",":
            place = path[-1]
            keys = isinstance(place, str)
            if isinstance(place, int):
                path[-1] = place + 1
        elif keys and token.startswith('"'):
            path[-1] = json.loads(token)
            lines[_pointer(path)] = line
            keys = False
        elif path or token in "{[":
            lines.setdefault(_pointer(path), line)
            if token in "{[":
                path.append("" if token == "{" else 0)
                keys = token == "{"
    return lines
