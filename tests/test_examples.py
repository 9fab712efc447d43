"""The examples are what the program makes of their mails today, byte for byte; after a change: rebuild.py --write."""

import json
import re

import pytest

from tests.rebuilt import EXAMPLES, different, made, rebuild

EXAMPLE = EXAMPLES / "red-dragon"


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    """A folder in which the example was built again from its mails alone."""
    return rebuild("red-dragon", tmp_path_factory.mktemp("red-dragon"))


def test_each_file_is_the_same_to_the_byte(rebuilt):
    assert different(rebuilt, EXAMPLE) == []
    assert len(made(EXAMPLE)) > 25


def test_the_last_game_shows_what_the_example_is_for():
    """A standing order, a secret one and a queued one answered; a mail was refused; a correction is on record."""
    entries = json.loads((EXAMPLE / "games" / "14.json").read_text())["entries"]
    answered = [row["by"] for entry in entries for row in entry.get("answers", ())]
    assert answered.count("standing") >= 2 and answered.count("queue") >= 2
    assert [entry["what"] for entry in entries if entry["kind"] == "note"] == ["correction"]
    assert "Taiwan Straight" in (EXAMPLE / "refusals" / "02-ann-mistakes.txt").read_text()
    assert (EXAMPLE / "verification.txt").read_text().startswith("Everything holds.\n")


def test_the_story_names_files_that_exist():
    told = (EXAMPLE / "README.md").read_text()
    named = re.findall(r"\]\(([^)#:]+)\)", told)
    assert len(named) > 15
    assert [name for name in named if not (EXAMPLE / name).exists()] == []
