"""Positions of Cataclysm: out of games at every rest point, and as the start of new ones."""

import json

import pytest

from pbem.core.record import charter as charters
from pbem.core.trial import robots
from pbem.core.title.game import load
from pbem.core.play.gamefile import read, render
from pbem.core.title.positions import written_whole
from pbem.core.trial.selfplay import Chance
from tests.cli.tools import pbem


@pytest.mark.parametrize("scenario", ["c2", "c6"])
def test_rest_points_are_written_and_read_without_loss(tmp_path, scenario):
    game = load("cataclysm")
    charter = charters.make(
        game, "robots", scenario, anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 512}}
    )
    club = robots.Club(charter, "positions")
    path = tmp_path / "robots.json"
    path.write_bytes(render(robots.play_on(club.new_game(), club, Chance("positions"), 12)))
    file = read(str(path))
    board, seen = file.first_board(), 0
    for number, (entry, step) in enumerate(file.story()):
        file.apply(board, entry, step)
        if number % 4 == 0 and not step.get("open"):
            whole = json.loads(json.dumps(written_whole(board, file.game, file.charter, "here")))
            again = file.game.new_board({**file.charter, "position": whole})
            assert again.to_json() == board.to_json()
            assert "army" in whole["units"]
            seen += 1
    assert seen > 2


def position(tmp_path, **parts):
    path = tmp_path / "p.json"
    head = {"pbem": "position/1", "title": "cataclysm", "id": "bare", "base": "empty", "units": "Berlin: ge army"}
    path.write_text(json.dumps({**head, "at": {"turn": "1939-40", "now": "draw"}, **parts}))
    return path


def test_no_game_starts_from_a_cup_that_would_run_empty(tmp_path):
    path = position(tmp_path, set={"uk.cup": ["flag"]})
    game = tmp_path / "g.json"
    refused = pbem("new", "cataclysm/c1", "--position", path, "-o", game)
    assert refused.code == 3 and "3.7.5" in refused.err and not game.exists()


@pytest.mark.parametrize(
    ("now", "place"), [("draw", "cup"), ("distribute", "track/1939-40"), ("end-phase", "track/1941-42")]
)
def test_a_game_starts_where_a_crisis_marker_waits(tmp_path, now, place):
    path = position(tmp_path, at={"turn": "1939-40", "now": now}, set={f"counters.{place}": ["crisis-1"]})
    game = tmp_path / "g.json"
    assert pbem("new", "cataclysm/c1", "--position", path, "-o", game).code == 0
    assert pbem("verify", game).code == 0


def test_a_unit_without_a_name_is_none_of_those_that_are_named(tmp_path):
    units = "Belorussia: su army; Moscow: su-army-1"
    path = position(tmp_path, units=units, set={"counters.cup": ["crisis-1"]})
    game = tmp_path / "g.json"
    assert pbem("new", "cataclysm/c1", "--position", path, "-o", game).code == 0
    board = read(str(game)).first_board()
    assert board.units_in("belorussia") == ["su-army-2"] and board.units_in("moscow") == ["su-army-1"]
