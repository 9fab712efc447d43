"""Whatever lines were sent ahead, also those that can be done no more: each seat has its page, form, sheet and block at
every stop of random games of each title."""

import pytest

from pbem.core.record.now import asked_seats
from pbem.core.seat.block import block, stands_json
from pbem.core.seat.order_form import form
from pbem.core.seat.short_forms import MOST_SHEET, brief_form
from pbem.page.turn import turn_page
from tests import honest
from tests.thorough import some

STOPS = 8


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", honest.TITLES)
def test_every_seat_has_its_page_whatever_it_sent_ahead(title):
    kinds = sorted((kind for kind in honest.kinds() if kind[0] == title), key=honest._mixed)
    kinds = [kind for kind in kinds if kind[5] == "ahead" and kind[2] == "sealed"]
    assert sum(looked_at(honest.Honest(kind, 5)) for kind in some(kinds, len(kinds), thorough=2))


def looked_at(game):
    """How many lines stood at the stops that were looked at."""
    lines = 0
    for _ in range(STOPS):
        if game.file.is_over:
            break
        game.turn()
        for seat in asked_seats(game.file):
            stands = stands_json(game.file, seat)
            lines += len(stands["lines"]) + stands["closed"]
            rows = block(stands)
            assert f"## {rows[0]}" in form(game.file, seat, rows)
            assert len(brief_form(game.file, seat, rows).rstrip().split("\n")) <= MOST_SHEET
            assert turn_page(game.file, seat, "", stands=stands).rstrip().endswith("</html>")
    return lines
