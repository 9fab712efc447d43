"""A sample of the honest random games (tests/honest.py): both verifiers take them."""

import signal
import subprocess
import sys

import pytest

from tests import honest

SAMPLE = [*honest.cells()][2::23]


@pytest.mark.parametrize("cell", SAMPLE, ids=lambda cell: "-".join(map(str, cell)))
def test_an_honest_game_holds(cell):
    _, counts, objections = honest.played((cell, 1, 8))
    assert objections == [] and counts["entries"] > 0


def test_an_answer_in_a_closed_line_that_was_not_needed():
    """At sealed the line of France would have answered; Germany's claim came first, and the line stays closed."""
    cell = ("cataclysm", "c5", "sealed", True, "ask", "closed")
    assert honest.played((cell, 1002, 15))[2] == []


def test_the_sample_has_every_title_level_window_rule_and_kind_of_line():
    columns = [set(column) for column in zip(*SAMPLE)]
    assert columns[0] == set(honest.TITLES)
    assert {(row[2], row[3]) for row in SAMPLE} == set(honest.TABLES)
    assert (columns[4], columns[5]) == (set(honest.WINDOWS), set(honest.LINES))


def test_all_that_there_is_comes_early():
    """A run that is cut short has met every value of every column."""
    kinds = honest.cells()
    first = [set(column) for column in zip(*kinds[:40])]
    assert [{str(value) for value in values} for values in first] == [
        {str(value) for value in column} for column in zip(*kinds)
    ] and len({*kinds}) == len(kinds)


def test_an_interruption_prints_what_was_played(tmp_path):
    command = [sys.executable, honest.__file__, "--games", "400", "--jobs", "1", "--entries", "1", "--most", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr.readline() == "20 games\n"
        run.send_signal(signal.SIGTERM)
        out, err = run.communicate(timeout=60)
    assert run.returncode == 1, (out, err)
    assert "Interrupted." in out and "| title | pacific |" in out and "not played" in out
