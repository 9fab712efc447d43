"""The examples are what the program makes of their mails today, byte for byte; after a change: make golden."""

import json
import re

import pytest

from pbem.core.play.gamefile import from_bytes
from tests.rebuilt import EXAMPLES, different, made, rebuild
from tests.verifier import small

NAMES = sorted(path.name for path in EXAMPLES.iterdir() if (path / "rebuild.py").is_file())


def last_game(name):
    return max((EXAMPLES / name / "games").iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_each_file_is_the_same_to_the_byte(name, tmp_path):
    assert different(rebuild(name, tmp_path), EXAMPLES / name) == []
    assert len(made(EXAMPLES / name)) > 13


@pytest.mark.parametrize("name", NAMES)
def test_everything_in_it_can_be_verified(name):
    assert (EXAMPLES / name / "verification.txt").read_text("utf-8").startswith("Everything holds.\n")
    assert small.here(last_game(name)).returncode == 0


def test_a_closed_line_answered_and_was_opened_and_lines_sent_ahead_answered():
    file = from_bytes(last_game("red-dragon").read_bytes())
    answered = [row["by"] for entry in file.entries for row in entry["used"]]
    assert answered.count("line") >= 1 and file.is_over
    assert [one for entry in file.entries for one in entry.get("opened", ()) if "value" in one["whole"]]
    assert "not understood" in (EXAMPLES / "red-dragon" / "refusals" / "02-ann-mistakes.txt").read_text("utf-8")


@pytest.mark.parametrize("name", ["cataclysm"])
def test_standing_lines_answered(name):
    file = from_bytes(last_game(name).read_bytes())
    assert sum(row["by"] == "standing" for entry in file.entries for row in entry["used"]) >= 1


def test_a_turn_is_one_line_of_the_file():
    games = sorted((EXAMPLES / "red-dragon" / "games").glob("*.json"))
    for before, after in zip(games, games[1:]):
        old, new = before.read_bytes(), after.read_bytes()
        assert new.startswith(old) and new[len(old) :].count(b"\n") == 1
        assert json.loads(new[len(old) :])[0]["n"] == old.count(b"\n")


@pytest.mark.parametrize("name", NAMES)
def test_the_story_names_files_that_exist(name):
    named = re.findall(r"\]\(([^)#:]+)\)", (EXAMPLES / name / "README.md").read_text("utf-8"))
    assert len(named) > 15
    assert [one for one in named if not (EXAMPLES / name / one).exists()] == []
