"""What a person has written is what is done: the table of mails, by every way on which an order comes."""

import pytest

from tests.plan.table import WAYS, differences, rows
from tests.thorough import THOROUGH

EACH = [(*pair, way) for pair in rows() for way in WAYS]
SAMPLE = EACH if THOROUGH else EACH[3::59]  # now of one way, now of the other


@pytest.mark.parametrize(
    ("title", "row", "way"), [pytest.param(*one, id=f"{one[0]}-{one[1]['name']}-{one[2]}") for one in SAMPLE]
)
def test_a_row_comes_out_as_the_paper_says(title, row, way, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    assert differences(title, row, way, tmp_path) == []
