"""Most tests of mails are not about the boards that may come, which take half of the time that a turn page takes: those
that are have them."""

import pytest

ABOUT_PAGES = ("test_short", "test_golden_mails", "test_letter", "test_controls")


@pytest.fixture(autouse=True)
def pages_without_boards_to_come(request, monkeypatch):
    if request.node.path.stem not in ABOUT_PAGES:
        monkeypatch.setattr("pbem.page.boards.ANSWERS", 0)
