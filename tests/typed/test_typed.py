"""Lines in players' own words are read as they were meant, and never as anything else."""

import pytest

from .reading import MISREAD, REFUSED, TITLES, results

MOST_REFUSED = 0.05


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("title", TITLES)
def test_no_line_is_read_as_anything_but_what_was_meant(title, held):
    assert [row for row in results(title, held) if row[0] == MISREAD] == []
