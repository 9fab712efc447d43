"""Lines in players' own words are read as they were meant, and never as anything else."""

import pytest

from .reading import MISREAD, REFUSED, TITLES, results

MOST_REFUSED = 0.05


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("title", TITLES)
def test_lines_are_read_as_they_were_meant(title, held):
    rows = list(results(title, held))
    assert [row for row in rows if row[0] == MISREAD] == []
    refused = [row for row in rows if row[0] == REFUSED]
    assert len(refused) <= MOST_REFUSED * len(rows), refused
