"""Robots do nothing silly: positions of each title whose right answer nobody doubts.

A few are looked at in `make test`, all of them in `make thorough`; at every level, which takes hours, in `make wide`.
"""

import pytest

from tests.robots import positions
from tests.thorough import THOROUGH, WHOLE

STEP = 1 if THOROUGH else 5
LEVELS = ("quick", "steady", "strong") if WHOLE else ("quick",)


@pytest.mark.parametrize("title", positions.TITLES)
def test_a_robot_answers_as_nobody_doubts(title):
    for row in positions.rows(title)[::STEP]:
        for level in LEVELS:
            lines, winner, _ = positions.answered(title, row, level)
            assert positions.is_right(row, lines, winner), (row["id"], level, lines)


@pytest.mark.parametrize("title", positions.TITLES)
def test_what_is_right_in_a_position_is_said_and_can_be_wrong(title):
    for row in positions.rows(title) + positions.rows(title, positions.KEPT):
        assert row["says"] and row["rules"] and len({"right", "never", "wins"} & {*row}) == 1
        wrong = [row["never"].replace(".*", " ")] if "never" in row else ["pass"]
        assert "never" in row or not positions.is_right(row, wrong, None)
