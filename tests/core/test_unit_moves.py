"""Where units went between two boards: what is known is told with its way, what is not with each place, no more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.title.unit_moves import unit_moves

PLACES, THINGS = st.sampled_from(["a", "b", "c", "d"]), st.sampled_from(["foot", "horse"])
BOARDS = st.dictionaries(PLACES, st.dictionaries(THINGS, st.integers(0, 4)))


@pytest.mark.parametrize(
    "before, after, known, unclear",
    [
        ({"a": {"foot": 1}}, {"b": {"foot": 1}}, {("a", "b"): {"foot": 1}}, {}),
        ({"a": {"foot": 3}}, {"a": {"foot": 1}, "b": {"foot": 2}}, {("a", "b"): {"foot": 2}}, {}),
        ({"a": {"foot": 3}}, {"b": {"foot": 1}}, {("a", "b"): {"foot": 1}}, {}),  # two are lost
        ({"a": {"foot": 1}}, {"b": {"foot": 2}}, {}, {"foot": {"a": -1, "b": 2}}),  # two went and a new one came to a
        (
            {"a": {"foot": 1}, "b": {"foot": 2}},
            {"c": {"foot": 3}},
            {("a", "c"): {"foot": 1}, ("b", "c"): {"foot": 2}},
            {},
        ),
        (
            {"a": {"foot": 3}},
            {"b": {"foot": 1}, "c": {"foot": 2}},
            {("a", "b"): {"foot": 1}, ("a", "c"): {"foot": 2}},
            {},
        ),
        ({"a": {"foot": 1, "horse": 1}}, {"b": {"foot": 1, "horse": 1}}, {("a", "b"): {"foot": 1, "horse": 1}}, {}),
        (
            {"a": {"foot": 1}, "b": {"foot": 1}},
            {"c": {"foot": 1}, "d": {"foot": 1}},
            {},
            {"foot": {"a": -1, "b": -1, "c": 1, "d": 1}},
        ),
        ({"a": {"foot": 2}, "b": {"foot": 2}}, {"c": {"foot": 3}}, {}, {"foot": {"a": -2, "b": -2, "c": 3}}),
        ({"a": {"foot": 2}}, {}, {}, {}),
        ({}, {"a": {"foot": 2}}, {}, {}),
    ],
)
def test_what_went_where(before, after, known, unclear):
    assert unit_moves(before, after) == (known, unclear)


@given(BOARDS, BOARDS)
def test_nothing_is_told_that_is_not_so_and_nothing_is_left_out(before, after):
    found = unit_moves(before, after)
    for thing in ("foot", "horse"):
        change = {place: count(after, place, thing) - count(before, place, thing) for place in "abcd"}
        change = {place: by for place, by in change.items() if by}
        told = dict.fromkeys(change, 0)
        for (start, end), things in found.known.items():
            told[start] = told.get(start, 0) - things.get(thing, 0)
            told[end] = told.get(end, 0) + things.get(thing, 0)
        told = {place: by for place, by in told.items() if by}
        if min(change.values(), default=0) >= 0 or max(change.values()) <= 0:
            assert not told and thing not in found.unclear  # it has only come, or only gone
        elif thing in found.unclear:
            assert found.unclear[thing] == change and not told
        else:
            assert told == change or len(change) == 2  # what is too much has come or gone for good
            assert all(0 < by / change[place] <= 1 for place, by in told.items())
        assert unit_moves(before, before) == ({}, {})


def count(board, place, thing):
    return board.get(place, {}).get(thing, 0)
