"""Positions written and read again, in the middle of a turn too; what is wrong in one is refused."""

import json

import pytest

from pbem.core.record import charter as charters
from pbem.core.trial import robots
from pbem.core.bench.cases import board_at
from pbem.core.title.positions import check, write
from pbem.core.trial.selfplay import Chance
from pbem.games.pacific import GAME
from pbem.games.pacific.board.facts import FACTS
from tests.thorough import THOROUGH

ANCHORS = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 4096}}
PHASES = {
    "purchase",
    "land-patrol",
    "combat-movement",
    "kamikaze",
    "combat",
    "noncombat-movement",
    "placement",
    "refit",
    "income",
}


def boards(seed, entries):
    """The board at every rest point of a game of robots."""
    charter = charters.make(GAME, "robots", "standard", anchors=ANCHORS)
    club = robots.Club(charter, seed)
    file = robots.play_on(club.new_game(), club, Chance(seed), entries)
    board = file.first_board()
    for number, step in file.story():
        file.apply(board, number, step)
        if not board.result and not step.get("open") and number:
            yield file, board


@pytest.mark.longer
def test_every_rest_point_is_written_and_read_without_loss():
    phases, seen = set(), set()
    for number, (file, board) in enumerate(boards("positions", 150)):
        if number % 3 and not THOROUGH:
            continue
        whole = json.loads(json.dumps(write(board, GAME, "here")))
        assert not check(whole, GAME)
        again = GAME.new_board({**file.charter, "position": whole})
        assert again.to_json() == board.to_json()
        phases.add(board.phase)
        seen |= {name.rpartition(".")[2] for name in whole["set"]}
    assert phases == PHASES
    assert seen >= {"fought", "taken", "bought", "origins", "landings"}


def test_a_turn_in_full_swing():
    """Everything that a turn can have seen, in one position."""
    given = {
        "base": "empty",
        "at": {"round": 3, "power": "us", "phase": "combat"},
        "set": {
            "fought": ["sz36"],
            "raids": ["japan"],
            "battles": ["sz25", "guam"],
            "taken": ["wake-island"],
            "bombed": ["szechwan"],
            "plunder": 4,
            "usa.bought": "infantry*2,fighter*1",
            "sz25.origins": ["sz18", "sz26"],
            "guam.program": "stance SA losses infantry, armor retreat after 2",
            "sz25.landings": ["guam 1 us/transport=+(us/infantry,us/marine) us/infantry*1 us/marine*1"],
            "sz25.bombard": ["guam us/battleship*2"],
            "sz25.kamikazes": ["2 us/battleship"],
        },
        "units": "SZ25: us transport!unloaded-spent(us infantry, us marine), us battleship*2!spent, us fighter!moves2, "
        "us submarine!submerged-spent, uk transport(us infantry!spent); Japan: us bomber!moves3-raid; "
        "SZ24: us fighter!moves1-left, japan battleship!damaged, japan fighter!patrol",
    }
    board, problems = board_at(GAME, given)
    assert not problems
    assert board.landings == [
        {
            "zone": "sz25",
            "area": "guam",
            "force": "us",
            "count": 1,
            "ship": "transport=+(us/infantry,us/marine)",
            "cargo": {"us/infantry": 1, "us/marine": 1},
        }
    ]
    assert board.programs == {"guam": {"stance": "SA", "losses": ["infantry", "armor"], "retreat": {"after": 2}}}
    assert board.count("sz25", "us", "submarine~+") == board.count("japan", "us", "bomber@3#") == 1
    again, problems = board_at(GAME, json.loads(json.dumps(write(board, GAME))))
    assert not problems
    assert again.to_json() == board.to_json()


@pytest.mark.parametrize(
    "name, value",
    [
        ("fought", ["atlantis"]),
        ("taken", "guam"),
        ("raids", ["sz36"]),
        ("sz25.origins", ["nowhere"]),
        ("guam.program", "stance brave"),
        ("guam.program", ""),
        ("guam.program", 3),
        ("sz25.landings", ["guam one us/transport us/infantry*1"]),
        ("sz25.landings", ["guam"]),
        ("sz25.landings", ["sz24 1 us/transport us/infantry*1"]),
        ("sz25.bombard", ["guam us/battleship"]),
        ("sz25.kamikazes", ["2 us/???"]),
        ("sz9.kamikazes", ["1 us/carrier"]),
        ("guam.weather", "fine"),
    ],
)
def test_what_no_turn_can_have_seen_is_refused(name, value):
    _, problems = board_at(GAME, {"base": "empty", "set": {name: value}})
    assert [problem.code for problem in problems] == ["pac-position-name"]


@pytest.mark.parametrize("state", ["moves9", "moves", "spent-spent", "sleeping", "moves2-sleeping"])
def test_a_state_that_no_unit_has_is_refused(state):
    _, problems = board_at(GAME, {"base": "empty", "units": f"SZ25: us destroyer!{state}"})
    assert [problem.code for problem in problems] == ["pac-position-unit"]


def test_landings_declared_by_turns_in_two_zones_come_back_in_the_same_order():
    """A position names them zone by zone; so does the board."""
    given = {
        "base": "empty",
        "at": {"round": 2, "power": "japan", "phase": "combat-movement"},
        "units": "SZ25: japan transport(japan infantry), japan transport(japan armor); "
        "SZ29: japan transport(japan infantry)",
    }
    made, problems = board_at(GAME, given, None, None)
    assert not problems
    orders = [("sz25", "guam", "infantry"), ("sz29", "queensland", "infantry"), ("sz25", "guam", "armor")]
    for zone, area, type in orders:
        ship, cargo = f"transport(japan/{type})", {f"japan/{type}": 1}
        fact = {"zone": zone, "area": area, "force": "japan", "ship": ship, "becomes": f"transport=+(japan/{type})"}
        FACTS.reducers["landing-declared"](made, {**fact, "count": 1, "cargo": cargo})
    whole = json.loads(json.dumps(write(made, GAME, "here")))
    again = GAME.new_board({**charters.make(GAME, "x", "standard", anchors=ANCHORS), "position": whole})
    assert again.landings == made.landings
    assert [one["zone"] for one in made.landings] == ["sz25", "sz25", "sz29"]
