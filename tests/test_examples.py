"""The examples are what the program makes of their mails today, byte for byte; after a change: rebuild.py --write."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "red-dragon"
MADE = ("games", "refusals", "reports")


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    """A folder in which the example was built again from its mails alone."""
    spec = importlib.util.spec_from_file_location("rebuild", EXAMPLE / "rebuild.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path_factory.mktemp("example")
    assert module.main([str(folder)]) == 0
    return folder


def files(folder):
    found = [path for name in MADE for path in (folder / name).iterdir()] + [folder / "verification.txt"]
    return sorted(str(path.relative_to(folder)) for path in found)


def test_the_example_has_the_files_that_are_rebuilt(rebuilt):
    assert files(rebuilt) == files(EXAMPLE)
    assert len(files(EXAMPLE)) > 25


@pytest.mark.parametrize("name", files(EXAMPLE))
def test_each_file_is_the_same_to_the_byte(rebuilt, name):
    assert (rebuilt / name).read_bytes() == (EXAMPLE / name).read_bytes()


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
