"""What is told of an Op before its die is thrown is what its faces bring."""

import pytest

from pbem.core.rules import cases
from pbem.core.rules.game import load
from pbem.core.rules.requests import Ask
from pbem.games.red_dragon.words.asked import chance, prospects

GAME = load("red-dragon")
WAR = {"korea.war": "on", "country.sk": "allied", "country.nk": "prc"}
HELD = {"south-korea": "allied", "north-korea": "prc"}
TROOPS = ("prc recon-1", "prc armor-1, prc armor-2, prc armor-3, prc mechanized-1, prc mechanized-2")


def position(north):
    units = f"indian-ocean: us cvn-6; china-north: prc artillery-1; south-korea: us armor-1, sk f-16-1; north-korea: {north}"
    return {"base": "empty", "set": WAR, "control": HELD, "units": units}


def board_at(given):
    board, problems = cases.board_at(GAME, given)
    assert problems == []
    return board


@pytest.mark.parametrize("north", TROOPS)
def test_the_shares_of_the_korea_roll_are_those_of_its_faces(north):
    [told] = chance(GAME, board_at(position(north)), Ask("op", "prc", rule="8.2"), {"op": 11})
    ends = {4: 0, -4: 0, 0: 0}
    for die in range(1, 7):
        for points in ends:
            case = {
                "id": "face",
                "rules": ["11.4"],
                "given": position(north),
                "play": [{"prc": "op 11"}],
                "dice": {"11.5/korea": [die]},
                "expect": {"board": {"vp": points}},
            }
            ends[points] += cases.run(case, GAME).ok
    assert sum(ends.values()) == 6
    for points, faces in ends.items():
        share = f"({points:+d}) {round(faces * 100 / 6)} %"
        assert (share in told) == bool(points and faces), (told, ends)


def test_reinforcements_tell_how_many_may_come():
    given = {"base": "ready", "at": {"step": "allied-action", "action": 5}}
    [told] = chance(GAME, board_at(given), Ask("op", "allied", rule="8.2"), {"op": 8})
    assert told == "Of 26 units in the pool 1 to 6 come; a carrier is among them: 35 %"


def test_the_form_tells_them_too():
    given = {"base": "ready", "at": {"step": "allied-action", "action": 5}}
    lines = prospects(GAME, board_at(given), Ask("op", "allied", rule="8.2")).told
    assert any(line.startswith("op 8: Of 26 units") for line in lines)
