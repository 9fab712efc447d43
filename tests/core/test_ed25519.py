"""The rule of signatures, against a table of vectors on which libraries disagree."""

import hashlib
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.record import ed25519

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "ed25519-vectors.json").read_text())

# RFC 8032, 7.1: seed, public key, message, signature
RFC = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe246"
        "55141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb"
        "00d291612bb0c00",
    ),
]


def parts(row):
    return tuple(bytes.fromhex(row[name]) for name in ("key", "message", "signature"))


@pytest.mark.parametrize("library", [True, False], ids=["library", "own"])
def test_every_vector_is_answered_as_the_table_says(library, monkeypatch):
    if not library:
        monkeypatch.setattr(ed25519, "_library_agrees", ed25519._equation_holds)
    assert len(VECTORS) > 600 and 2 < sum(row["counts"] for row in VECTORS) < 200
    for row in VECTORS:
        assert ed25519.accepts(*parts(row)) is row["counts"], row["what"]


def test_the_library_is_asked_where_it_is_there(monkeypatch):
    monkeypatch.setattr(ed25519, "_equation_holds", None)
    seed, key, message, signature = map(bytes.fromhex, RFC[1])
    assert ed25519.accepts(key, message, signature) and not ed25519.accepts(key, b"another", signature)


@pytest.mark.longer
def test_the_table_has_rows_on_which_the_equation_alone_would_differ():
    """Without the checks before it, one would take the key for which one signature fits every message."""
    refused = [row for row in VECTORS if not row["counts"] and len(row["key"]) == 64 and len(row["signature"]) == 128]
    odd = [row for row in refused if ed25519._equation_holds(*parts(row))]
    assert {row["what"] for row in odd} >= {"both of small order", "key written above p (the neutral point)"}


def test_the_examples_of_the_rfc():
    for seed, key, message, signature in RFC:
        assert ed25519.public(bytes.fromhex(seed)).hex() == key
        assert ed25519.sign(bytes.fromhex(seed), bytes.fromhex(message)).hex() == signature
        assert ed25519.accepts(bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature))


@pytest.mark.longer
def test_without_the_library_the_same_bytes_are_signed_and_the_same_count(monkeypatch):
    """The program in one file has no compiled parts."""
    seeds = [hashlib.sha256(b"%d" % n).digest() for n in range(40)]
    expected = [(ed25519.public(seed), ed25519.sign(seed, seed[:n])) for n, seed in enumerate(seeds)]
    monkeypatch.setitem(sys.modules, "nacl._sodium", None)
    assert [(ed25519.public(seed), ed25519.sign(seed, seed[:n])) for n, seed in enumerate(seeds)] == expected
    assert [row["what"] for row in VECTORS if ed25519.accepts(*parts(row)) is not row["counts"]] == []


SEEDS = st.binary(min_size=32, max_size=32)


@given(SEEDS, st.binary(max_size=200), st.integers(0, 511), st.binary(min_size=1, max_size=9))
def test_what_is_signed_counts_and_nothing_else(seed, message, bit, more):
    key, signature = ed25519.public(seed), ed25519.sign(seed, message)
    assert ed25519.accepts(key, message, signature)
    altered = bytearray(signature)
    altered[bit // 8] ^= 1 << bit % 8
    assert not ed25519.accepts(key, message, bytes(altered))
    assert not ed25519.accepts(key, message + more, signature)


@given(st.binary(max_size=70), st.binary(max_size=5), st.binary(max_size=70))
def test_bytes_that_are_no_signature_are_refused_without_an_error(key, message, signature):
    assert ed25519.accepts(key, message, signature) is False
