"""The game of Cataclysm by mail is what the program makes of its mails today, byte for byte; see test_examples.py."""

import json
import re

import pytest

from tests.rebuilt import EXAMPLES, different, made, rebuild

EXAMPLE = EXAMPLES / "cataclysm"


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    """A folder in which the example was built again from its mails alone."""
    return rebuild("cataclysm", tmp_path_factory.mktemp("cataclysm"))


def entries():
    return json.loads((EXAMPLE / "games" / "53.json").read_text(encoding="utf-8"))["entries"]


def test_each_file_is_the_same_to_the_byte(rebuilt):
    assert different(rebuilt, EXAMPLE) == []
    assert len(made(EXAMPLE)) > 50


def test_the_game_shows_what_the_example_is_for():
    """An alliance, a war, a capital that changes hands, standing and queued lines that answered, a refused mail."""
    told = "".join(path.read_text(encoding="utf-8") for path in sorted((EXAMPLE / "reports").iterdir()))
    told = " ".join(told.split())
    for sentence in ("Germany and Italy are allies.", "Germany declares war on France and the United Kingdom.",
                     "Germany conquers Paris from France.", "France surrenders and is out of the game."):  # fmt: skip
        assert sentence in told
    answered = [row["by"] for entry in entries() for row in entry["answers"]]
    assert answered.count("standing") > 100 and answered.count("queue") > 20
    assert "Did you mean PARIS" in (EXAMPLE / "refusals" / "02-emil-mistakes.txt").read_text(encoding="utf-8")


def test_everything_in_it_can_be_verified():
    assert (EXAMPLE / "verification.txt").read_text(encoding="utf-8").startswith("Everything holds.\n")


def test_a_counter_costs_less_than_one_stop():
    drawn = [draw for entry in entries() for draw in entry["draws"] if draw["label"].startswith("draw/")]
    assert 2 * len(entries()) < len(drawn)


def test_lines_that_are_over_within_their_own_entry_are_on_record():
    """A standing line that answered and expired in the entry that brought it, and older lines that fell at a stop."""
    rows = [row for entry in entries() for row in entry["lodged"] if "over" in row]
    assert [row["over"]["text"] for row in rows] == ["uk: when play-offensive until uk is belligerent: pass"]
    fallen = [row for entry in entries() for row in entry["fates"] if row["fate"] == "not reached" and "lodged" in row]
    assert len(fallen) > 5


def test_an_answer_that_came_with_a_petition_is_kept_until_the_petition_is_over():
    """Dora offered an armistice while a flag was in question: her line about the flag answered it an entry later."""
    [answer] = [row for row in entries()[52]["answers"] if row["by"] == "queue"]
    assert answer["entry"] == 52 and answer["value"] == {"act": "diplomacy", "area": "bulgaria"}


def test_the_story_names_files_that_exist():
    told = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"\]\(([^)#:]+)\)", told)
    assert len(named) > 40
    assert [name for name in named if not (EXAMPLE / name).exists()] == []
