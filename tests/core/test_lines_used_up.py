"""A line is used up by the question that it answers, forced or not, and does not outlive what it was written for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.orders.orderfile import text_of_item
from pbem.core.orders.orders import read
from pbem.core.rules.requests import Ask
from tests.core.test_answers import HEAD, POWERS, act, board, fates, finder, intervene, lodged, value
from tests.toy.game import GAME


def forced(answer="wait", power="south"):
    return Ask("act", power, [answer], rule="3.1")


def parsed(lines):
    file, problems = read(f"game g\nseat red\nentry 3\nhead {HEAD}\n{lines}\n", GAME, POWERS, "red.txt")
    return file.answers, [problem.code for problem in problems]


# -- forced ------------------------------------------------------------------------------------------------------------


def test_a_line_that_gives_the_only_legal_answer_is_used_up():
    found = finder("act wait\nact attack")
    assert value(found.find(board(), forced())) == ("wait", "line")
    assert fates(found) == [("act wait", "used"), ("act attack", "kept")]
    assert found.parts[0].told == ["South waits."]


def test_a_line_that_says_something_else_waits_for_its_question():
    found = finder("act attack")
    assert value(found.find(board(), forced())) == ("wait", "forced")
    assert fates(found) == [("act attack", "kept")]
    assert value(found.find(board(), act())) == ("attack", "line")


def test_looking_ahead_uses_nothing_up():
    found = finder("act wait")
    assert value(found.peek(board(), forced())) == ("wait", "line")
    assert fates(found) == [("act wait", "kept")]


def test_a_condition_holds_for_a_forced_answer_too():
    found = finder("if hill is south: act wait")
    assert value(found.find(board(), forced())) == ("wait", "forced")
    assert value(found.find(board(south_foot_1="hill"), forced())) == ("wait", "line")


# -- the step ----------------------------------------------------------------------------------------------------------

TWO = "intervene with south-foot-1\n{}intervene with south-foot-2"


def after_a_step(second="", met=None, earlier=()):
    """What became of a second line after a step in which the first one answered."""
    found = finder(TWO.format(second) if not earlier else "", lodged=earlier)
    place = board(south_foot_1="hill", south_foot_2="hill")
    if met is None:
        found.find(place, intervene())
    found.end_step(met or {})
    return [fate for _, fate in fates(found)], found


def test_what_is_left_of_lines_for_a_battle_ends_with_it():
    assert after_a_step()[0] == ["used", "expired"]


@pytest.mark.parametrize(
    ("scope", "fate"),
    [
        ("in dale: ", "kept"),
        ("in hill: ", "expired"),
    ],
)
def test_a_line_that_says_so_outlives_the_step(scope, fate):
    assert after_a_step(scope)[0] == ["used", fate]


def test_a_step_in_which_nobody_asked_ends_no_line():
    found = finder("intervene with south-foot-1")
    found.end_step({})
    assert fates(found) == [("intervene with south-foot-1", "kept")]


def test_lines_for_questions_that_come_turn_after_turn_wait_for_the_next_one():
    found = finder("act wait\nact attack")
    found.find(board(), act())
    found.end_step({})
    assert [fate for _, fate in fates(found)] == ["used", "kept"]


@pytest.mark.parametrize(("met", "fate"), [({"intervene/south": 2}, "expired"), ({"intervene/south": 1}, "kept")])
def test_a_question_of_an_entry_before_counts_for_the_lines_that_were_there(met, fate):
    assert after_a_step(met=met, earlier=lodged("intervene with south-foot-1", 2))[0] == [fate]


# -- for which question ------------------------------------------------------------------------------------------------


def test_a_line_for_a_place_answers_no_other():
    found = finder("in dale: intervene with south-foot-1", windows="ask")
    place = board(south_foot_1="hill")
    assert found.find(place, intervene(area="hill")) is None
    assert found.find(place, intervene(area="dale")).by == "line"


def test_a_line_for_a_round_answers_no_other():
    found = finder("round 2: act attack")
    assert found.find(board(), act(round=1)) is None
    assert value(found.find(board(), act(round=2))) == ("attack", "line")


def test_a_line_that_falls_takes_none_along_that_is_for_another_place():
    found = finder("intervene with north-foot-1\nin dale: intervene with south-foot-1")
    found.find(board(), intervene(area="hill"))
    assert [fate for _, fate in fates(found)] == ["refused", "kept"]


# -- as it is written --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "item"),
    [
        ("in hill: act wait", {"where": "hill"}),
        ("in the hill: act wait", {"where": "hill"}),
        ("In Côte Fleurie: act wait", {"where": "cote-fleurie"}),
        ("round 2: act wait", {"round": 2}),
        ("in hill round 2: act wait", {"where": "hill", "round": 2}),
        ("next: act wait", {"next": True}),
        ("next act wait", {"next": True}),
        ("next, whatever happens: act wait", {"next": True, "anyway": True}),
        ("then: act wait", {"then": True}),
        ("next: in hill: if turn 2: act wait", {"where": "hill", "next": True, "if": [["turn", 2]]}),
    ],
)
def test_what_a_line_is_for_stands_before_a_colon(typed, item):
    (answer,), codes = parsed(typed)
    assert codes == []
    assert {name: answer[name] for name in ("where", "round", "next", "anyway", "then", "if") if name in answer} == item
    assert parsed(text_of_item(answer, GAME))[0][0]["value"] == answer["value"]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("in hll: act wait", "unknown-name"),
        ("in north: act wait", "other-name"),
        ("in hill:", "missing-answer"),
        ("round two: act wait", "no-power-word"),
        ("in hill: concede", "petition-condition"),
        ("whenever act wait", "unknown-verb"),
    ],
)
def test_a_slip_in_it_is_refused(typed, code):
    answers, codes = parsed(typed)
    assert answers == [] and len(codes) == 1
    assert codes == [code]


@given(
    st.sampled_from(["hill", "dale", None]),
    st.none() | st.integers(0, 99),
    st.sampled_from([True, None]),
    st.sampled_from(["act wait", "intervene no"]),
)
def test_every_scope_that_is_written_is_read_as_it_was(where, number, is_next, order):
    scope = {"where": where, "round": number, "next": is_next}
    scope = {name: known for name, known in scope.items() if known is not None}
    (plain,), _ = parsed(order)
    bare = {**{name: plain[name] for name in ("power", "kind", "value")}, **scope}
    (again,), codes = parsed(text_of_item(bare, GAME))
    assert codes == [] and {name: again.get(name) for name in bare} == bare
