"""The schemas, and what is said of files that break them.

Every file under tests/schemas/good holds.  Every file under tests/schemas/bad breaks one thing and is named
``<code without "schema-">.<field>.json``: the one problem found must have that code and name that field.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.core.data import schemas

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = os.path.join(HERE, "..", "schemas")
COMPONENTS = [
    ("red-dragon", "red_dragon", ("map", "units", "tables")),
    ("pacific", "pacific", ("map", "units", "turn")),
    ("cataclysm", "cataclysm", ("map", "powers", "crisis", "turn-track")),
]
COMPONENT_FILES = [(title, package, name) for title, package, names in COMPONENTS for name in names]
SCENARIO_KINDS = {"red-dragon": "scenario", "pacific": "pacific-scenario", "cataclysm": "cataclysm-scenario"}


def files(what):
    """(kind, file name) of the good or the bad files, sorted."""
    root = os.path.join(FILES, what)
    return [(kind, name) for kind in sorted(os.listdir(root)) for name in sorted(os.listdir(os.path.join(root, kind)))]


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        text = file.read()
    return json.loads(text), text


@pytest.mark.parametrize(("kind", "name"), files("good"))
def test_good_files_hold(kind, name):
    document, text = read(FILES, "good", kind, name)
    assert [str(problem) for problem in schemas.problems(kind, document, name, text)] == []


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("kind", "name"), files("bad"))
def test_bad_files_are_explained_by_naming_the_field(kind, name):
    code, field = name.removesuffix(".json").split(".", 1)
    document, text = read(FILES, "bad", kind, name)
    found = schemas.problems(kind, document, name, text)
    assert [problem.code for problem in found] == [f"schema-{code}"], [str(problem) for problem in found]
    assert field in found[0].text
    file, _, line = found[0].where.partition(":")
    assert file == name and 1 <= int(line) <= text.count("\n")


@pytest.mark.parametrize("kind", sorted({kind for kind, _ in files("good")}))
def test_every_kind_has_bad_files_too(kind):
    assert [name for other, name in files("bad") if other == kind]


def local_path(package, *path):
    return os.path.join(HERE, "..", "..", "pbem", "games", package, *path)


@pytest.mark.parametrize(("title", "package", "name"), COMPONENT_FILES)
def test_the_components_hold(title, package, name):
    document, text = read(local_path(package, "data", f"{name}.json"))
    kind = schemas.kind_of(title, name)
    assert kind == f"{title}-{name}"
    assert [str(problem) for problem in schemas.problems(kind, document, name, text)] == []


@pytest.mark.parametrize(("title", "package"), [row[:2] for row in COMPONENTS])
def test_no_component_is_without_a_schema(title, package):
    found = {f"{title}-{name[:-5]}" for name in os.listdir(local_path(package, "data")) if name.endswith(".json")}
    assert found == {f"{title}-{name}" for other, _, name in COMPONENT_FILES if other == title}
    assert found <= set(schemas.kinds())


def scenarios():
    """(title, package, id) of the scenarios of every title."""
    return [
        (title, package, name.removesuffix(".json"))
        for title, package, _ in COMPONENTS
        for name in sorted(os.listdir(local_path(package, "data", "scenarios")))
    ]


@pytest.mark.parametrize(("title", "package", "name"), scenarios())
def test_the_scenarios_hold(title, package, name):
    document, text = read(local_path(package, "data", "scenarios", f"{name}.json"))
    kind = schemas.kind_of(title, f"scenarios/{name}")
    assert kind == SCENARIO_KINDS[title]
    assert [str(problem) for problem in schemas.problems(kind, document, name, text)] == []


@pytest.mark.parametrize("package", [row[1] for row in COMPONENTS])
def test_the_rulings_hold(package):
    document, text = read(local_path(package, "rulings.json"))
    assert [str(problem) for problem in schemas.problems("rulings", document, "rulings", text)] == []


def test_the_rulings_hold_and_their_defaults_are_among_their_values():
    document, text = read(local_path("red_dragon", "rulings.json"))
    assert [str(problem) for problem in schemas.problems("rulings", document, "rulings", text)] == []
    rulings = document["rulings"]
    assert len({ruling["id"] for ruling in rulings}) == len(rulings)
    options = [ruling for ruling in rulings if ruling["switchable"]]
    assert len({ruling["option"] for ruling in options}) == len(options)
    for ruling in options:
        assert ruling["default"] in ruling["values"] and set(ruling["meanings"]) == set(ruling["values"])


# -- the schemas themselves --------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", schemas.kinds())
def test_schemas_are_schemas_and_know_their_name(kind):
    from jsonschema import Draft202012Validator

    schema, _ = read(schemas.folder(), f"{kind}.schema.json")
    assert schema["$schema"].endswith("2020-12/schema")
    assert "$id" not in schema and schema["title"] and schema["description"]
    Draft202012Validator.check_schema(schema)
    Draft202012Validator.check_schema(schemas.load_schema(kind))


@pytest.mark.parametrize("kind", schemas.kinds())
def test_what_a_schema_refers_to_is_found_beside_it(kind):
    """By any tool that knows where the file lies, without the network."""
    from urllib.parse import urljoin

    place = Path(schemas.folder(), f"{kind}.schema.json").as_uri()
    for reference in re.findall(
        r'"\$ref": "([^"#]+)', Path(schemas.folder(), f"{kind}.schema.json").read_text("utf-8")
    ):
        assert Path(urljoin(place, reference).removeprefix("file://")).is_file(), reference


def subschemas(schema, path=""):
    """(path, subschema) of every property, item and key of a schema with its references written out."""
    if isinstance(schema, list):
        for index, part in enumerate(schema):
            yield from subschemas(part, f"{path}/{index}")
    elif isinstance(schema, dict):
        for key, part in schema.items():
            here = f"{path}/{key}"
            if key in ("properties", "patternProperties") and isinstance(part, dict):
                yield from ((f"{here}/{name}", value) for name, value in part.items())
                for name, value in part.items():
                    yield from subschemas(value, f"{here}/{name}")
            elif key not in ("const", "enum", "default", "examples", "required"):
                yield from subschemas(part, here)


@pytest.mark.parametrize("kind", schemas.kinds())
def test_every_property_is_described_and_every_reference_is_local(kind):
    schema = schemas.load_schema(kind)
    assert '"$ref"' not in json.dumps(schema)
    lacking = [path for path, part in subschemas(schema) if isinstance(part, dict) and not part.get("description")]
    assert lacking == []


def test_an_unknown_kind_is_a_key_error():
    with pytest.raises(KeyError, match="no schema mpa"):
        schemas.load_schema("mpa")


# -- what is said ------------------------------------------------------------------------------------------

CASE = {"id": "10.7-four", "rules": ["10.7"], "compute": "losses", "expect": {"value": 3}}


def said(kind, document):
    (problem,) = schemas.problems(kind, document, "mine.json")
    return problem


def test_a_misspelt_field_is_told_with_what_may_be_meant():
    problem = said("case", CASE | {"comptue": "losses"})
    assert problem.where == "mine.json#/comptue" and problem.fields["field"] == "comptue"
    assert problem.hint.startswith("Did you mean compute?") and "dice" in problem.hint


def test_a_wrong_value_is_told_with_what_would_be_legal():
    problem = said(
        "rulebook", {"title": "toy", "editions": ["first"], "rules": {"1": {"title": "One", "status": "dne"}}}
    )
    assert problem.text.startswith('rules/1/status is "dne"; expected one of "done", '), problem.text
    assert problem.hint == "Did you mean done?"


def test_places_inside_lists_count_from_one():
    problem = said("case", CASE | {"rules": ["10.7", 8]})
    assert problem.text == "rules, item 2 is 8; expected a text."
    assert problem.fields["pointer"] == "/rules/1"


def test_the_branch_that_is_meant_is_explained_and_no_other():
    problem = said("case", CASE | {"given": {"base": "empty", "unit": "Taiwan: prc marine"}})
    assert problem.code == "schema-unknown-field" and problem.hint.startswith("Did you mean units?")


def test_all_problems_are_told_at_once_in_the_order_of_the_file():
    broken = {"id": 7, "rules": "10.7", "compute": "losses", "expect": {"valeu": 3}, "satus": "runs"}
    found = schemas.problems("case", broken, "mine.json")
    assert [problem.fields["pointer"] for problem in found] == ["/id", "/rules", "/expect/valeu", "/satus"]


def test_line_numbers_know_every_value_of_a_text():
    for _, package, name in COMPONENT_FILES:
        document, text = read(local_path(package, "data", f"{name}.json"))
        lines = schemas.line_numbers(text)
        assert lines[""] == 1 and max(lines.values()) <= text.count("\n")
        written = text.split("\n")
        for field in document:
            assert json.dumps(field) in written[lines[f"/{field}"] - 1]


def test_line_numbers_look_into_strings_and_lists():
    text = '{"a": "{\\"b\\": [",\n "c/d": [1,\n  {"e~": []},\n  []\n ]}'
    assert schemas.line_numbers(text) == {
        "": 1,
        "/a": 1,
        "/c~1d": 2,
        "/c~1d/0": 2,
        "/c~1d/1": 3,
        "/c~1d/1/e~0": 3,
        "/c~1d/2": 4,
    }


def test_jsonschema_is_not_imported_before_something_is_checked():
    code = "import sys, pbem.core.data.schemas as s; s.load_schema('case'); print('jsonschema' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
