"""Most tests of mails are not about the turn page that goes with them, which takes most of the time that a mail takes:
those that are have it."""

import pytest

ABOUT_PAGES = (
    "test_controls",
    "test_due",
    "test_golden_mails",
    "test_letter",
    "test_pending",
    "test_replaced",
    "test_short",
)
PAGE = "<!DOCTYPE html><title>a turn page</title>"


@pytest.fixture(autouse=True, scope="module")
def mails_with_a_page_of_a_line(request):
    with pytest.MonkeyPatch.context() as patch:
        if request.node.path.stem not in ABOUT_PAGES:
            patch.setattr("pbem.page.turn.turn_page", lambda *_, **__: PAGE)
        yield
