"""Positions out of games and games out of positions."""

import json
import os

import pytest

from pbem.core.play import repair
from pbem.core.play.gamefile import read, render
from pbem.core.record import charter as charters
from pbem.core.title.game import load
from pbem.core.title.positions import written_whole
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from tests.cli.tools import new_game, pbem


def played(folder, seed="position", entries=10_000):
    """A Red Dragon game of robots, as a file."""
    game = load("red-dragon")
    charter = charters.make(game, "robots", "ready", anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 64}})
    club = robots.Club(charter, seed)
    file = robots.play_on(club.new_game(), club, Chance(seed), entries)
    path = folder / "robots.json"
    path.write_bytes(render(file))
    return read(str(path))


@pytest.mark.parametrize("seed", ["a"])
def test_every_rest_point_of_a_game_is_written_and_read_without_loss(tmp_path, seed):
    file = played(tmp_path, seed)
    board = file.first_board()
    count = 0
    for number, step in file.story():
        file.apply(board, number, step)
        if step.get("open"):
            continue
        count += 1
        whole = json.loads(json.dumps(written_whole(board, file.game, file.charter, "here")))
        again = file.game.new_board({**file.charter, "position": whole})
        assert again.to_json() == board.to_json()
    assert count > 50


def test_a_position_of_an_entry_is_the_last_rest_point_of_it(tmp_path):
    file = played(tmp_path, "d", 12)
    for entry in range(13):
        board = file.rest_board_after(entry)
        again = file.game.new_board({**file.charter, "position": file.rest_position(entry)})
        assert again.to_json() == board.to_json()
    assert file.rest_position()["id"] == "robots-12" and file.rest_position(3)["id"] == "robots-3"


def test_a_game_from_a_position_begins_there_and_plays_on(tmp_path):
    file = played(tmp_path, "e", 9)
    position = tmp_path / "p.json"
    assert pbem("position", file.path, "--step", 7, "--id", "seventh", "-o", position).code == 0
    assert json.loads(position.read_text())["id"] == "seventh"
    game = tmp_path / "g.json"
    assert pbem("new", "red-dragon", "--position", position, "-o", game).code == 0
    new = read(str(game))
    assert new.charter["position"]["base"] == "empty"
    assert new.first_board().to_json() == file.rest_board_after(7).to_json()
    assert pbem("verify", game).code == 0
    pbem("adjudicate", game, "-o", game, "--deadlines-passed")
    assert pbem("verify", game).code == 0
    again = pbem("position", game, "--step", 0).out
    assert {**json.loads(again), "id": ""} == {**json.loads(position.read_text()), "id": ""}


def test_a_position_that_changes_a_scenario_is_copied_whole_into_the_charter(tmp_path):
    position = tmp_path / "p.json"
    late = {"pbem": "position/1", "title": "red-dragon", "id": "late", "base": "ready", "set": {"vp": 9}}
    position.write_text(json.dumps(late))
    game = tmp_path / "g.json"
    assert pbem("new", "red-dragon", "--position", position, "-o", game).code == 0
    charter = read(str(game)).charter
    assert charter["position"]["set"]["vp"] == 9 and "China" not in charter["position"]["units"]
    assert "prc-armor-1" in charter["position"]["units"], "the units of the base are there, by name"
    assert pbem("show", game, "vp").out == "9\n"


BAD = """{"pbem": "position/1", "title": "red-dragon", "id": "bad", "base": "ready",
 "set": {"vp": 3,
  "taiwan.colour": "red"},
 "control": {"atlantis": "prc"},
 "units": ["Taiwan: prc dreadnought",
           "Nowhere: us cvn-1"]}
"""


def test_a_bad_position_gets_every_problem_with_its_line_and_leaves_no_file(tmp_path):
    (tmp_path / "bad.json").write_text(BAD)
    run = pbem("new", "red-dragon", "--position", tmp_path / "bad.json", "-o", tmp_path / "g.json", "--json")
    assert run.code == 3
    found = {int(problem["where"].rpartition(":")[2]): problem["code"] for problem in run.json["problems"]}
    assert found == {5: "unknown-name", 6: "unknown-name"}
    (tmp_path / "bad.json").write_text(BAD.replace("dreadnought", "armor").replace("Nowhere", "Luzon"))
    run = pbem("new", "red-dragon", "--position", tmp_path / "bad.json", "-o", tmp_path / "g.json", "--json")
    found = {int(problem["where"].rpartition(":")[2]): problem["code"] for problem in run.json["problems"]}
    assert run.code == 3 and found == {3: "rd-position-set", 4: "rd-position-control"}
    assert os.listdir(tmp_path) == ["bad.json"], "no secret is made for a game that is refused"


@pytest.mark.parametrize("text, code", [("", 3), ("{", 3), ('{"pbem": "position/1"}', 3), ('{"a": 1, "a": 2}', 3)])
def test_what_is_no_position_is_refused(tmp_path, text, code):
    (tmp_path / "p.json").write_text(text)
    run = pbem("new", "red-dragon", "--position", tmp_path / "p.json", "-o", tmp_path / "g.json")
    assert run.code == code and "p.json:1" in run.err


def test_an_entry_that_was_taken_back_has_no_position(tmp_path):
    file = played(tmp_path, "f", 6)
    note = repair.going_back(file, 3, "why")
    after = robots.Club(file.charter, "f").noted(file, note)
    path = tmp_path / "after.json"
    path.write_bytes(render(after))
    assert pbem("position", path, "--step", 5).code == 3
    assert pbem("position", path, "--step", 3).code == 0
    assert pbem("position", path, "--step", 99).code == 2


def test_a_secret_of_another_game_is_not_taken_for_a_new_one(tmp_path):
    game = new_game(tmp_path)
    run = pbem("new", "red-dragon/ready", "-o", tmp_path / "h.json", "--secret", f"{game}.secret")
    assert run.code == 3 and "one secret serves one seat of one game" in " ".join(run.err.split())
    assert not (tmp_path / "h.json").exists()
