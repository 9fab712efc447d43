"""The quick yes of core.accept says the same as jsonschema."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.data import schemas
from pbem.core.data.canon import loads
from pbem.core.data.fast_schema import checker

jsonschema = pytest.importorskip("jsonschema")
ROOT = os.path.join(os.path.dirname(os.path.dirname(__file__)), "schemas")
FILES = [
    (kind, os.path.join(ROOT, sort, kind, name))
    for sort in ("good", "bad")
    for kind in sorted(os.listdir(os.path.join(ROOT, sort)))
    if os.path.isdir(os.path.join(ROOT, sort, kind))
    for name in sorted(os.listdir(os.path.join(ROOT, sort, kind)))
    if name.endswith(".json")
]


def slow(schema, document):
    return jsonschema.Draft202012Validator(schema).is_valid(document)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind, path", FILES, ids=[os.path.relpath(path, ROOT) for _, path in FILES])
def test_good_and_bad_files(kind, path):
    with open(path, "rb") as file:
        try:
            document = loads(file.read())
        except ValueError:
            pytest.skip("not JSON as pbem reads it")
    assert schemas._checker(kind)(document) == slow(schemas.load_schema(kind), document)


@pytest.mark.parametrize("schema", [{"not": {}}, {"items": {"format": "date"}}, {"anyOf": [{"dependentSchemas": {}}]}])
def test_of_a_schema_with_an_unknown_keyword_nothing_is_said(schema):
    assert not checker(schema)([{}])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["", "a", "b", "ab"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3),
    max_leaves=6,
)
SCHEMAS = st.recursive(
    st.just(True)
    | st.sampled_from(
        [
            {"type": "object"},
            {"type": ["string", "null"]},
            {"const": 1},
            {"enum": [True, "a", 0]},
            {"minimum": 1},
            {"maxLength": 1},
            {"pattern": "^a"},
            {"minItems": 1, "uniqueItems": True},
            {"required": ["a"]},
            {"type": "integer"},
        ]
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2),
            "patternProperties": st.dictionaries(st.sampled_from(["^a", "b$", "."]), inner, max_size=2),
            "additionalProperties": inner | st.just(False),
            "items": inner,
            "propertyNames": st.just({"maxLength": 1}),
            "dependentRequired": st.just({"a": ["b"]}),
            "oneOf": st.lists(inner, min_size=1, max_size=3),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "allOf": st.lists(inner, min_size=1, max_size=2),
        },
    ),
    max_leaves=5,
)


@settings(max_examples=400, deadline=None)
@given(schema=SCHEMAS, value=VALUES)
def test_made_up_schemas_and_values(schema, value):
    assert checker(schema)(value) == slow(schema, value)
