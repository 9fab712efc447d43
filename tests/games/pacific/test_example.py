"""The example is what the program makes of its mails today, byte for byte; after a change: rebuild.py --write."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "pacific"


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    """A folder in which the example was built again from its mails alone."""
    spec = importlib.util.spec_from_file_location("rebuild_pacific", EXAMPLE / "rebuild.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path_factory.mktemp("example")
    assert module.main([str(folder)]) == 0
    return folder


def made(folder):
    found = [*(folder / "reports").iterdir(), folder / "game.json", folder / "verification.txt"]
    return sorted(str(path.relative_to(folder)) for path in found)


def test_every_file_is_the_same_to_the_byte(rebuilt):
    assert made(rebuilt) == made(EXAMPLE) and len(made(EXAMPLE)) > 25
    assert [name for name in made(EXAMPLE) if (rebuilt / name).read_bytes() != (EXAMPLE / name).read_bytes()] == []


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
