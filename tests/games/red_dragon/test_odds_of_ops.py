"""What is told of an Op before its die is thrown is what its faces bring."""

import pytest

from pbem.core.bench import cases
from pbem.core.title.game import load
from pbem.core.rules.requests import Ask
from pbem.games.red_dragon.words.asked import chance, prospects

GAME = load("red-dragon")
WAR = {"korea.war": "on", "country.sk": "allied", "country.nk": "prc"}
HELD = {"south-korea": "allied", "north-korea": "prc"}
AIRCRAFT = ("prc j-6-1", "prc j-6-1, prc j-10-1, prc j-10-2, prc su-30-1, prc su-30-2, prc tu-16-1")


def position(aircraft):
    """One unit of a side in Korea, so that nobody is asked which is lost; the aircraft in China North count too."""
    units = f"indian-ocean: us cvn-6; china-north: {aircraft}; south-korea: us armor-1; north-korea: prc recon-1"
    return {"base": "empty", "set": WAR, "control": HELD, "units": units}


def board_at(given):
    board, problems = cases.board_at(GAME, given)
    assert problems == []
    return board


@pytest.mark.parametrize("aircraft", AIRCRAFT)
def test_the_shares_of_the_korea_roll_are_those_of_its_faces(aircraft):
    [told] = chance(GAME, board_at(position(aircraft)), Ask("op", "prc", rule="8.2"), {"op": 11})
    ends = {4: 0, -4: 0, 0: 0}
    for die in range(1, 7):
        for points in ends:
            case = {
                "id": "face",
                "rules": ["11.4"],
                "given": position(aircraft),
                "play": [{"prc": "op 11"}],
                "dice": {"11.5/korea": [die]},
                "expect": {"facts": [{"type": "korea-rolled", "vp": points}]},
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
    lines = prospects(GAME, board_at(given), Ask("op", "allied", rule="8.2")).rows
    lines = [str(line) for line in lines]
    assert any(line.startswith("op 8 # Of 26 units") for line in lines)
