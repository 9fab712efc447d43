"""Canonical JSON and tagged hashes (docs/fairness.md, "One way to write")."""

import hashlib
import hmac
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_games import vectors

from pbem.core.data import canon
from pbem.core.data.canon import CanonError, dumps, encode, loads, lp, th

keys = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=5)
scalars = st.none() | st.booleans() | st.integers(-canon.MAX_INT, canon.MAX_INT)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
values = st.recursive(
    scalars | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


def test_vector_canonical():
    given_ = vectors()["primitives"]["canonical"]
    data = dumps(given_["value"])
    assert data.hex() == given_["bytes_hex"]
    assert hashlib.sha256(data).hexdigest() == given_["sha256"]


def test_vector_tagged_hashes():
    given_ = vectors()["primitives"]
    assert th("demo").hex() == given_["th('demo')"]
    assert th("demo", "").hex() == given_["th('demo', '')"]
    assert th("demo", "ab", "c").hex() == given_["th('demo', 'ab', 'c')"]
    assert th("demo", "a", b"bc").hex() == given_["th('demo', 'a', 'bc')"]


def test_length_prefix_counts_bytes_not_characters():
    assert lp("K\u00f6") == b"\0\0\0\0\0\0\0\x03K\xc3\xb6"


@given(values)
def test_what_is_written_is_read_back_and_written_the_same(value):
    data = dumps(value)
    assert loads(data) == value
    assert dumps(loads(data)) == data == encode(value)


@given(values)
def test_form_and_order_of_keys_in_the_source_do_not_matter(value):
    loose = json.dumps(value, indent=3, ensure_ascii=True)
    assert dumps(loads(loose)) == dumps(value)


REFUSED = {
    '{"a": 1,\n "a": 2}': (2, 2, "duplicate key"),
    '[{"b": 1}, {"b": [], "c": 3, "b": 1}]': (1, 30, "duplicate key"),
    '{"a": {"x": 1}, "\\u0061": 2}': (1, 17, "duplicate key"),
    '{"k\u00f6ln": 1}': (1, 2, "not printable ASCII"),
    '{"a\\u0001": 1}': (1, 2, "not printable ASCII"),
    "[1.0]": (1, 2, "not an integer"),
    "[1, 1e3]": (1, 5, "not an integer"),
    "NaN": (1, 1, "not an integer"),
    "[-Infinity]": (1, 2, "not an integer"),
    "[9007199254740992]": (1, 2, "beyond"),
    "[-9007199254740992]": (1, 2, "beyond"),
    '{"x":12345678901234567890123}': (1, 6, "beyond"),
    "7" * 5000: (1, 1, "beyond"),
    '["\\ud800"]': (1, 2, "lone surrogate"),
    '{"a": "\\udc00\\ud800"}': (1, 7, "lone surrogate"),
    '["\ud800"]': (1, 3, "lone surrogate"),
    "[" * 201 + "]" * 201: (1, 201, "deeper than 200"),
    "[" * 100_000: (1, 201, "deeper than 200"),
    '{"a":' * 5000: (1, 1001, "deeper than 200"),
    "": (1, 1, "not JSON"),
    "[1,\n2,]": (2, 3, "not JSON"),
    '["\t"]': (1, 3, "not JSON"),
    "[01]": (1, 3, "not JSON"),
    "{'a': 1}": (1, 2, "not JSON"),
    "\ufeff{}": (1, 1, "byte order mark"),
    b"[\n\xff]": (2, 1, "not UTF-8"),
    b"\xff\xfe{\0}\0": (1, 1, "not UTF-8"),
    b'["\xed\xa0\x80"]': (1, 3, "not UTF-8"),
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: repr(text[:24]))
def test_what_can_be_read_in_two_ways_is_refused_with_its_place(text):
    """Attack 24: floats, duplicate keys, lone surrogates, odd keys, big integers."""
    line, column, message = REFUSED[text]
    with pytest.raises(CanonError, match=message) as caught:
        loads(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200 + "]" * 200,
        '["[[[["]',
        '["' + "[" * 300 + '"]',
        '["12345678901234567890: 1.5 NaN"]',
        '[": 12345678901234567890"]',
        '["\\\\ud800", "\\ud83d\\ude00"]',
        "[9007199254740991, -9007199254740991, -0]",
        ' {"\\u0061" : [ ] } ',
    ],
)
def test_what_only_looks_odd_is_read(text):
    assert loads(text) == json.loads(text)


@given(st.binary(max_size=40) | st.text(alphabet='{}[]",:\\0123456789eu.dD-nNtfa \ud800', max_size=40))
@settings(max_examples=400)
def test_hostile_input_raises_canon_error_or_nothing(data):
    try:
        value = loads(data)
    except CanonError:
        return
    assert loads(dumps(value)) == value


def test_too_large_is_refused_before_it_is_read():
    with pytest.raises(CanonError, match="at most 10 are read"):
        loads(b"[1, 2, 3, 4]", limit=10)
    with pytest.raises(CanonError, match="104857600 bytes"):
        loads(bytes(100 * 2**20))


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"a": [1, 2.0]}, "a/1: float"),
        ({"a": {1: 2}}, "a: key 1"),
        ({"a": {"\u00e9": 2}}, "a: key"),
        ([2**53], "0: 9007199254740992"),
        ({"seats": {"germany"}}, "seats: set"),
        (b"bytes", "value: bytes"),
        (["\ud800"], "lone surrogate"),
    ],
)
def test_what_has_no_canonical_form_is_not_written(value, place):
    with pytest.raises(CanonError, match=place):
        dumps(value)


def test_nesting_is_bounded_in_writing_as_in_reading():
    value = 1
    for _ in range(200):
        value = [value]
    assert loads(dumps(value)) == value
    with pytest.raises(CanonError, match="nested deeper"):
        dumps([value])


def test_a_text_is_read_as_it_was_written():
    assert loads('"Ko\u0308ln"') == "Ko\u0308ln"


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200))
def test_mac_is_hmac(key, message):
    assert canon.mac(key, message) == hmac.digest(key, message, "sha256")
