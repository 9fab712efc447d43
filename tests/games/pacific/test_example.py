"""The example is what the program makes of its mails today, byte for byte; after a change: rebuild.py --write."""

import json
import re

import pytest

from tests.rebuilt import EXAMPLES, different, made, rebuild

EXAMPLE = EXAMPLES / "pacific"


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    """A folder in which the example was built again from its mails alone."""
    return rebuild("pacific", tmp_path_factory.mktemp("pacific"))


def test_each_file_is_the_same_to_the_byte(rebuilt):
    assert different(rebuilt, EXAMPLE) == []
    assert len(made(EXAMPLE)) > 25


def test_the_example_shows_four_rounds_and_what_it_is_for():
    game = json.loads((EXAMPLE / "game.json").read_text("utf-8"))
    turns = [fact for step in game["steps"] for fact in step["facts"] if fact["type"] == "turn-begun"]
    assert [fact["power"] for fact in turns if fact["round"] <= 4] == ["japan", "uk", "us"] * 4
    answered = [row["by"] for entry in game["entries"] for row in entry.get("answers", ())]
    assert answered.count("standing") >= 1 and answered.count("default") >= 10
    assert (EXAMPLE / "verification.txt").read_text("utf-8").startswith("Everything holds.\n")
    refused = (EXAMPLE / "reports" / "08-emi-mistakes.txt").read_text("utf-8")
    assert "Did you mean Hong Kong?" in refused and "Did you mean Fighter?" in refused


def test_the_story_names_files_that_exist():
    named = re.findall(r"\]\(([^)#:]+)\)", (EXAMPLE / "README.md").read_text("utf-8"))
    assert len(named) > 40
    assert [name for name in named if not (EXAMPLE / name).exists()] == []
