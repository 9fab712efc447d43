"""A sample of the honest random games (tests/honest.py): both verifiers take them."""

import pytest

from tests import honest

SAMPLE = [*honest.cells()][3::23]


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
