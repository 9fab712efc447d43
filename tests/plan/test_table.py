"""What a person has written is what is done: the table of mails, by every way on which an order comes."""

import pytest

from tests.plan.table import WAYS, differences, rows


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("title", "row"), [pytest.param(*pair, id=f"{pair[0]}-{pair[1]['name']}") for pair in rows()])
def test_a_row_comes_out_as_the_paper_says(title, row, way, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    assert differences(title, row, way, tmp_path) == []
