"""The game of the whole world by mail is what the program makes of its mails today, byte for byte."""

import json
import re

import pytest

from tests.rebuilt import EXAMPLES, different, made, rebuild

EXAMPLE = EXAMPLES / "cataclysm-world"


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    """A folder in which the example was built again from its mails alone."""
    return rebuild("cataclysm-world", tmp_path_factory.mktemp("cataclysm-world"))


def entries():
    return json.loads((EXAMPLE / "games" / "40.json").read_text(encoding="utf-8"))["entries"]


def test_each_file_is_the_same_to_the_byte(rebuilt):
    assert different(rebuilt, EXAMPLE) == []
    assert len(made(EXAMPLE)) > 40


@pytest.mark.parametrize("sentence", [
    "It is a surprise attack on the Soviet Union.",
    "Japan conquers the Maritime Territory from the Soviet Union.",
    "The Soviet Union conquers Manchuria from Japan.",
    "Germany and Italy are allies.",
    "The army of Hubei goes over to the Chinese Communists.",
    "The Chinese Communists try to expand into Sichuan",
    "The Trans-Siberian Railroad is in the Urals now.",
    "The Volga holds an industrial resource for good.",
    "The Status Quo is over.",
    "The US-Japan Trade is over.",
    "The Rhineland is demilitarized no longer.",
    "The Soviet Union changes its posture to Political Purges.",
    "[12.1.3] The Washington Naval Treaty lets Japan add no fleet to its force pool",
    "A civil war breaks out in Indochina.",
    "The turn 1937-38 begins.",
])  # fmt: skip
def test_the_game_shows_what_the_example_is_for(sentence):
    told = "".join(path.read_text(encoding="utf-8") for path in sorted((EXAMPLE / "reports").iterdir()))
    assert sentence in " ".join(re.sub(r" *\[[0-9.]+\]\n", "\n", told).split())


def test_lines_of_all_kinds_answered():
    answers = [row for entry in entries() for row in entry["answers"]]
    assert sum(row["by"] == "standing" for row in answers) > 100
    assert sum(row["by"] == "queue" for row in answers) > 30
    claimed = [row for row in answers if row["question"].split("/")[1] == "interrupt" and row["value"] != "no"]
    assert {row["by"] for row in claimed} == {"seat", "standing"} and len(claimed) > 7
    assert "Did you mean Shaanxi" in (EXAMPLE / "refusals" / "04-nina-mistakes.txt").read_text(encoding="utf-8")


def test_a_seat_that_was_not_asked_may_meet_its_question_in_the_entry_of_its_mail():
    """Nobody is asked before the first entry; Dora's interrupt answers in it all the same, and the record holds."""
    first = entries()[0]
    assert first["asked"] == []
    assert ("interrupt", "seat") in [(row["question"].split("/")[1], row["by"]) for row in first["answers"]]


def test_a_line_that_was_passed_over_where_the_game_stopped_is_over():
    """At the end of entry 18 Dora's line of entry 14 did not hold; a German army of entry 19 is placed by another."""
    [row] = [row for row in entries()[17]["fates"] if row["fate"] == "passed over"]
    assert row["lodged"] == 14
    [placed] = [row for row in entries()[18]["answers"] if "play-unit" in row["question"]]
    assert placed["by"] == "standing"


def test_everything_in_it_can_be_verified():
    assert (EXAMPLE / "verification.txt").read_text(encoding="utf-8").startswith("Everything holds.\n")


def test_three_seats_with_seven_powers_cost_less_than_two_stops_for_five_counters():
    drawn = [draw for entry in entries() for draw in entry["draws"] if draw["label"].startswith("draw/")]
    assert 5 * len(entries()) < 2 * len(drawn)


def test_the_story_names_files_that_exist():
    told = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"\]\(([^)#:]+)\)", told)
    assert len(named) > 60
    assert [name for name in named if not (EXAMPLE / name).exists()] == []


def test_the_story_counts_right():
    """The figures in the README are those of the game."""
    told = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    answers = [row["by"] for entry in entries() for row in entry["answers"]]
    drawn = sum(draw["label"].startswith("draw/") for entry in entries() for draw in entry["draws"])
    assert f"{drawn} counters came out of the cup in {len(entries())} entries" in told
    assert f"{len(answers)} answers were given" in told
    assert f"by standing orders ({answers.count('standing')})" in " ".join(told.split())
