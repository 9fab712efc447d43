"""Chains of envelopes (docs/fairness.md, "Envelopes")."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_games import vectors

from pbem.core.draws.chain import Chain, hashed, related, verify_link

CHAIN = Chain(bytes(range(32)), 300)


@pytest.mark.parametrize("name", ["referee", "germany", "japan"])
def test_vector_chains(name):
    given_ = vectors()["chains"][name]
    chain = Chain(bytes.fromhex(given_["secret"]), given_["n"])
    assert chain.anchor.hex() == given_["anchor"]
    for index in (1, 2, 5, 1024):
        assert chain.link(index).hex() == given_[f"link_{index}"]


def test_vector_fast_forward():
    given_ = vectors()["fast_forward"]
    known = given_["last_known"]["index"], bytes.fromhex(given_["last_known"]["link"])
    skipped = verify_link(*known, 5, bytes.fromhex(given_["shown"]["link"]), 1024)
    assert (skipped.kind, skipped.index, skipped.hashes) == ("ok", 5, given_["hashes_needed"])
    early = verify_link(*known, 5, bytes.fromhex(given_["too_early"]["shown"]), 1024)
    assert (early.kind, str(early)) == ("early", given_["too_early"]["verdict"])
    assert early.hashes == given_["too_early"]["hashes_needed"]
    foreign = verify_link(*known, 5, bytes.fromhex(given_["foreign"]["shown"]), 1024)
    assert (foreign.kind, str(foreign)) == ("foreign", given_["foreign"]["verdict"])


@given(st.integers(1, 300))
def test_each_link_is_the_hash_of_the_next(index):
    assert sha256(CHAIN.link(index)).digest() == CHAIN.link(index - 1)


@given(st.integers(1, 300), st.lists(st.integers(0, 300), min_size=1, max_size=9))
def test_a_link_is_the_same_in_whatever_order_and_from_whatever_is_known(length, asked):
    secret, one = bytes(range(32)), Chain(bytes(range(32)), length)
    for index in (number % (length + 1) for number in asked):
        link = hashed(one.link(length), length - index)
        assert one.link(index) == Chain(secret, length, one.known).link(index) == link
        number, known = one.known
        assert index <= number <= length and hashed(known, number - index) == link


def test_the_links_of_a_game_are_hashed_from_one_that_is_near(monkeypatch):
    """In the order of entries, from a secret that is read anew for each: once in a stride of 128 from the end."""
    spent, known = [], Chain(bytes(range(32)), 16384).known
    monkeypatch.setattr("pbem.core.draws.chain.hashed", lambda link, times: spent.append(times) or hashed(link, times))
    for index in range(1, 513):
        chain = Chain(bytes(range(32)), 16384, known)
        assert sha256(chain.link(index)).digest() == chain.link(index - 1)
        known = chain.known
    assert sum(times > 2 * 128 for times in spent) <= 2 * 5


def test_length_need_not_be_a_multiple_of_the_stride():
    for length in (1, 127, 128, 129, 256):
        chain = Chain(bytes(range(32)), length)
        assert chain.anchor == hashed(chain.link(length), length)


@given(st.integers(0, 300), st.integers(1, 300), st.integers(0, 300))
def test_every_link_is_recognised_whatever_is_known_and_due(known, due, shown):
    verdict = verify_link(known, CHAIN.link(known), due, CHAIN.link(shown), 300)
    assert verdict.index == shown
    expected = "late" if shown <= known or shown < due else "ok" if shown == due else "early"
    assert verdict.kind == expected


def test_a_link_that_was_public_is_no_envelope():
    verdict = verify_link(7, CHAIN.link(7), 7, CHAIN.link(7), 300)
    assert (verdict.kind, str(verdict)) == ("late", "link 7, which was public before")


def test_work_on_a_foreign_link_is_bounded_by_the_length():
    """Attack 27: a false number must not make the verifier hash for ever."""
    verdict = verify_link(100, CHAIN.link(100), 10**15, bytes(32), 300)
    assert verdict.kind == "foreign"
    assert verdict.hashes <= 301


def test_equal_and_chained_anchors_are_found():
    """Attack 8: one secret in two seats."""
    other = Chain(bytes(range(1, 33)), 300).anchor
    honest = {"germany": CHAIN.anchor, "japan": other}
    assert related(honest) == []
    assert related({**honest, "italy": CHAIN.anchor}) == [("germany", "italy")]
    assert related({**honest, "italy": CHAIN.link(64)}) == [("germany", "italy")]
    assert related({**honest, "italy": CHAIN.link(65)}) == []


def test_bounds():
    with pytest.raises(IndexError):
        CHAIN.link(301)
    with pytest.raises(IndexError):
        CHAIN.link(-1)
    with pytest.raises(ValueError, match="32 bytes"):
        Chain(b"short")
    with pytest.raises(ValueError, match="1 to"):
        Chain(bytes(range(32)), 0)
