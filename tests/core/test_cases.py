"""pbem.core.bench.cases: the runner of cases is strict, and says what was possible."""

import json

import pytest

from pbem.core.bench import cases
from tests.toy.game import GAME

HILL = {"base": "empty", "units": "hill: north foot*2, south-horse-1; dale: south foot"}
BIDS = [{"north": "bid 2"}, {"south": "bid 0"}, {"isles": "bid 0"}]


def play(lines, dice, rules=("2.1",), given=HILL, **expect):
    case = {
        "id": "x",
        "rules": list(rules),
        "given": given,
        "play": [*BIDS, *lines],
        "dice": dice,
        "expect": expect,
    }
    return cases.run(case, GAME, "first")


def test_a_play_that_comes_out_as_expected():
    result = play(
        [{"north": "act attack"}, {"south": "intervene with south-horse-1"}],
        {"3.3/guard": ["south-horse-1"], "3.1/north": [6]},
        rules=["2", "3"],
        board={"north.vp": "+1", "vp south": 0, "units dale": ["south-foot-1"]},
        facts=[{"type": "intervened", "came": True}, {"type": "attack-rolled", "dice": [6]}],
        asks=[{"kind": "bid", "power": "isles", "options": [0, 1, 2]}],
        **{"not": [{"type": "unit-lost"}]},
    )
    assert result.failures == [] and result.ok
    assert {"2", "2.1", "3.1", "3.3"} <= result.ran
    assert [fact["type"] for fact in result.facts][:2] == ["bids-opened", "guard-drawn"]


def test_a_covered_question_takes_its_default():
    assert play([{"north": "act attack"}], {"3.1/north": [2, 3]}, board={"north.vp": "+0"}).ok


@pytest.mark.parametrize(
    "lines, dice, expect, failure",
    [
        ([{"north": "act attack"}], {"3.1/north": [2]}, {}, "not scripted: 3.1/north: 2d6"),
        ([{"north": "act attack"}], {}, {}, "not scripted: the draw Roll('3.1/north'"),
        ([{"north": "act attack"}], {"3.1/north": [2, 3, 4]}, {}, "scripted but never asked for"),
        ([{"north": "act wait"}], {"3.1/north": [2]}, {}, "scripted but never asked for"),
        ([], {}, {}, "not scripted: open: north act [3.1], for example: act wait; act attack"),
        (
            [{"north": "act wait"}, {"north": "act wait"}],
            {},
            {},
            "scripted but never used: north: 'act wait'",
        ),
        ([{"north": "act flee"}], {}, {}, "refused: "),
        (
            [{"north": "act flee"}],
            {},
            {"refused": "9.9"},
            "rule 9.9 should refuse the orders; refused by others",
        ),
        ([{"north": "act wait"}], {}, {"refused": "3.1"}, "rule 3.1 should refuse an order; none is refused"),
        ([{"north": "plaze foot"}], {}, {}, "not understood: 'plaze foot'"),
        ([{"north": "act wait"}], {}, {"board": {"north.vp": "+1"}}, "change of north.vp is 0; expected 1"),
        (
            [{"north": "act wait"}],
            {},
            {"board": {"hill.control": "north"}},
            "hill.control is 'nobody'; expected 'north'",
        ),
        ([{"north": "act wait"}], {}, {"facts": [{"type": "unit-lost"}]}, "no fact {'type': 'unit-lost'}"),
        (
            [{"north": "act wait"}],
            {},
            {"facts": [{"type": "step-ended"}, {"type": "bids-opened"}]},
            "no fact {'type': 'bids-opened'} in this order",
        ),
        ([{"north": "act wait"}], {}, {"not": [{"type": "bids-opened"}]}, "there should be no fact"),
        (
            [{"north": "act wait"}],
            {},
            {"asks": [{"kind": "act"}]},
            "{'kind': 'act'} should be asked; open: north bid",
        ),
        ([{"north": "act wait"}], {}, {"unasked": [{"kind": "act"}]}, "{'kind': 'act'} should not be asked"),
        ([{"north": "act wait"}], {}, {"ends": {"winner": "north"}}, "the game should end with"),
        ([{"north": "if turn 2: act wait"}], {}, {}, "a case plays plain orders"),
    ],
)
def test_whatever_was_not_scripted_or_does_not_fit_fails(lines, dice, expect, failure):
    result = play(lines, dice, **expect)
    assert not result.ok
    assert any(failure in line for line in result.failures), result.failures


def test_a_rule_that_breaks_while_it_judges_has_refused_nothing(monkeypatch):
    monkeypatch.setattr(type(GAME.kinds["act"]), "check", lambda self, board, ask, answer: None)
    result = play([{"north": "act attack"}], {}, refused="3.1")
    assert result.failures[0].startswith("the rules cannot look at") and result.failures[0].endswith("an answer to act")


def test_a_refused_answer_ends_the_play():
    result = play([{"north": "act flee"}], {}, refused="3.1", board={"turn": 1})
    assert result.ok, result.failures


def test_a_question_in_the_middle_of_a_step_may_be_expected():
    assert play([], {}, asks=[{"kind": "act", "power": "north"}]).ok


def test_a_covered_question_stays_open_where_the_case_expects_it():
    asked = play([{"north": "act attack"}], {}, asks=[{"kind": "intervene", "power": "south"}, {"kind": "intervene"}])
    assert asked.ok, asked.failures
    answered = play(
        [{"north": "act attack"}, {"south": "intervene with south-horse-1"}],
        {"3.3/guard": ["south-horse-1"], "3.1/north": [6]},
        asks=[{"kind": "intervene", "power": "south"}],
    )
    assert not answered.ok and "should be asked" in answered.failures[0]


def test_a_question_that_nobody_was_asked_may_be_expected():
    unasked = [{"kind": "intervene"}]
    assert play([{"north": "act wait"}], {}, unasked=unasked).ok
    asked = play([{"north": "act attack"}], {"3.1/north": [2, 3]}, unasked=unasked)
    assert "{'kind': 'intervene'} should not be asked" in asked.failures[0]


def test_a_case_that_does_not_enter_its_rule_fails():
    result = play([{"north": "act wait"}], {}, rules=["3.1"])
    assert result.failures == ["rule 3.1 was not entered; entered were 2, 2.1"]


def test_a_petition_is_played_at_the_rest_point():
    case = {
        "id": "5",
        "rules": ["5"],
        "given": HILL,
        "play": [{"south": "concede"}],
        "expect": {"ends": {"winner": "north"}},
    }
    assert cases.run(case, GAME).failures == []


def test_compute_and_query():
    case = {"id": "c", "rules": [], "compute": "sixes", "with": {"dice": [6, 1, 6]}, "expect": {"value": 2}}
    assert cases.run(case, GAME).ok
    assert cases.run({**case, "expect": {"value": 3}}, GAME, "first").failures == ["sixes is 2; expected 3"]
    assert "computes sixes" in cases.run({**case, "compute": "tens"}, GAME).failures[0]
    case = {
        "id": "q",
        "rules": [],
        "given": HILL,
        "query": "units dale",
        "expect": {"value": ["south-foot-1"]},
    }
    assert cases.run(case, GAME).ok


def check(text, power="north", **expect):
    given = {"base": "empty", "at": {"step": "set-up"}}
    case = {"id": "k", "rules": ["1.1"], "given": given, "check": {power: text}, "expect": expect}
    return cases.run(case, GAME, "first").failures


def test_orders_are_checked_without_playing():
    assert check("place 2 foot in hill") == []
    assert check("place 2 foot in hill\nplace 2 horse, cannon in dale", refused="1.2") == []
    assert check(["place 2 foot in hill", "place 2 horse, cannon in dale"], refused="1.2") == []
    assert check("place 3 foot in hill", refused="1.1") == []
    assert check("place 2 foot in hill", refused="1.1") == ["rule 1.1 should refuse the orders; they are legal"]
    assert check("place 3 foot in hill")[0].startswith("refused: ")
    assert check("place foot in hill", power="south")[0].startswith(
        "south is not asked set-up; open: north set-up [1.1]"
    )


def test_expectations_may_differ_by_edition():
    case = {
        "id": "e",
        "rules": [],
        "compute": "sixes",
        "with": {"dice": [6]},
        "expect": {"first": {"value": 1}, "second": {"value": 2}},
    }
    assert cases.run(case, GAME).failures == ["[second] sixes is 1; expected 2"]
    assert cases.run({**case, "editions": ["first"]}, GAME).ok
    assert cases.run(case, GAME, "first").ok


def test_a_board_that_cannot_be_set_up_fails():
    case = {"id": "b", "rules": [], "given": {"units": "moon: foot"}, "query": "turn", "expect": {"value": 1}}
    assert "the board cannot be set up" in cases.run(case, GAME).failures[0]


def test_a_doubtful_case_says_why():
    case = {"id": "d", "rules": [], "compute": "sixes", "with": {"dice": []}, "expect": {"value": 0}}
    assert cases.run({**case, "status": {"doubtful": "two editions differ"}}, GAME).doubtful == "two editions differ"


def test_files_hold_one_case_or_several():
    one = {"id": "a", "rules": ["1"], "compute": "x", "expect": {"value": 1}}
    assert cases.read(json.dumps(one).encode()) == [one]
    several = {"shows": "What these show.", "cases": [one, one]}
    assert cases.read(json.dumps(several).encode()) == [one, one]
    for odd in ({**one, "sneak": 1}, {**several, "sneak": 1}, {**several, "cases": [{**one, "sneak": 1}]}):
        assert cases.check(json.dumps(odd).encode(), GAME)[1][0].code == "schema-unknown-field"
