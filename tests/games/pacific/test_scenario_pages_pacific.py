"""The page of a scenario says how the engine decides, and who would win now is who would."""

import pytest

import pbem
from pbem.core.data import schemas
from pbem.core.bench import cases
from pbem.core.title.game import load
from pbem.core.title.scenario_pages import page, ruled
from pbem.games.pacific.rules.control import on_points, would_win

GAME = load("pacific")


def board_at(**given):
    options = given.pop("options", None)
    board, problems = cases.board_at(GAME, {"base": "empty", **given}, options=options)
    assert problems == []
    return board


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_way_to_win_is_told(scenario):
    found = pbem.scenario("pacific", scenario)
    assert [str(problem) for problem in schemas.problems("scenario-page", found)] == []
    assert {line["rule"] for line in found["victory"]} == {f"VIC-{number}" for number in range(1, 8)}
    assert ("questions and answers" in found["added"][0]["text"]) == (scenario == "balanced")


@pytest.mark.parametrize("agreed", ["yes", "no"])
def test_the_numbers_told_are_those_that_decide(agreed):
    board = board_at(options={"allied-income-victory": agreed})
    text = "\n".join(ruled(line) for line in page(GAME, {"scenario": "standard", "edition": "2002"}, board)["victory"])
    assert "has 22 victory points" in text
    assert on_points(board, 22, 50) == "points" and on_points(board, 21, 50) is None
    assert ("collects 9 IPCs or less" in text) == bool(on_points(board, 0, 9)) == (agreed == "yes")
    assert on_points(board, 0, 10) is None


@pytest.mark.parametrize(
    "given, expected",
    [
        ({}, None),
        ({"set": {"vp": 21}}, {"winner": "axis", "by": "points", "rule": "VIC-1"}),  # and one for its income of 19
        ({"set": {"vp": 20}}, None),
        ({"control": {"manchuria": "china", "korea": "china", "japan": "usa"}}, {"winner": "allies", "by": "income"}),
    ],
)
def test_who_would_win_is_who_would_if_nothing_changed(given, expected):
    found = would_win(board_at(**given))
    assert (found is None) == (expected is None)
    assert found is None or expected.items() <= found.items()


def test_a_capital_that_is_held_would_win():
    board = board_at(at={"round": 3, "power": "japan", "phase": "combat"}, control={"india": "japan"})
    board.captures.append({"capital": "india", "by": "japan", "round": 3})
    assert would_win(board) == {"winner": "axis", "by": "capital", "rule": "VIC-5"}
