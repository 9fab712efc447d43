"""The page of a scenario says how the engine decides, and who would win now is who would."""

import pytest

import pbem
from pbem.core.data import schemas
from pbem.core.bench import cases
from pbem.core.title.game import load
from pbem.games.red_dragon.rules.victory import game_end, would_win

GAME = load("red-dragon")
HELD = "indian-ocean: us cvn-6; china-north: prc artillery-1"


def board_at(**given):
    board, problems = cases.board_at(GAME, {"base": "empty", **given})
    assert problems == []
    return board


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_way_to_win_is_told(scenario):
    found = pbem.scenario("red-dragon", scenario)
    assert [str(problem) for problem in schemas.problems("scenario-page", found)] == []
    assert [line["rule"] for line in found["victory"]] == "4.2 4.2 4.2 4.6 4.4 4.1 4.3 4.7 4.5 4.6".split()
    assert (found["added"][0]["origin"] == "reconstructed") == (scenario == "ready")


def test_the_numbers_told_are_those_that_decide():
    parts, step = board_at(units=HELD).parts, {"moment": "prc_step_end"}
    text = " ".join(line["text"] for line in pbem.scenario("red-dragon", "standard")["victory"])
    assert "has 12 points" in text and "its 30 actions" in text
    assert game_end(parts, {**step, "prc_vp": 12})[0] == "prc" and game_end(parts, {**step, "prc_vp": 11}) is None
    assert game_end(parts, {**step, "prc_actions": 30})[0] == "allied"
    assert game_end(parts, {**step, "prc_actions": 29}) is None


@pytest.mark.parametrize(
    "units, vp, expected",
    [
        (HELD, 11, ("allied", "thirty-actions")),
        (HELD, 12, ("prc", "prc-vp")),
        (f"{HELD}; taiwan: prc armor-1; spratly: prc marine-1", 10, ("prc", "taiwan-and-spratly")),
        ("us-base: us cvn-6; china-north: prc artillery-1", 0, ("prc", "no-cvn")),
    ],
)
def test_who_would_win_is_who_would_if_it_ended_now(units, vp, expected):
    found = would_win(board_at(units=units, set={"vp": vp}))
    assert (found["winner"], found["by"]) == expected


def test_nobody_has_lost_while_the_sides_set_up():
    assert would_win(cases.board_at(GAME, "standard")[0])["by"] == "thirty-actions"
