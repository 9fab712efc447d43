"""Most tests of mails are not about the turn page that goes with them, which takes most of the time that a mail takes:
those that are have it."""

import pytest

from pbem.page.turn import turn_page

ABOUT_PAGES = ("test_short", "test_golden_mails", "test_letter", "test_controls")
PLACE, PAGE = "pbem.page.turn.turn_page", "<!DOCTYPE html><title>a turn page</title>"


@pytest.fixture(autouse=True, scope="module")
def mails_with_a_page_of_a_line(request):
    with pytest.MonkeyPatch.context() as patch:
        if request.node.path.stem not in ABOUT_PAGES:
            patch.setattr(PLACE, lambda *_, **__: PAGE)
        yield


@pytest.fixture
def pages(monkeypatch):
    """For a test that looks at turn pages too, but not at the boards that may come."""
    monkeypatch.setattr("pbem.page.boards.ANSWERS", 0)
    monkeypatch.setattr(PLACE, turn_page)
