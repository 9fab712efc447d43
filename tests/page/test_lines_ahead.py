"""Whatever lines were sent ahead, also those that can be done no more: each seat has its page, form, sheet and block at
every stop of random games of each title."""

import pytest

from pbem.core.play.block import block, stands_json
from pbem.core.play.order_form import form
from pbem.core.play.short_forms import MOST_SHEET, brief_form
from pbem.core.record.now import asked_seats
from pbem.page.turn import turn_page
from tests import honest
from tests.thorough import some

KINDS = [kind for kind in sorted(honest.kinds(), key=honest._mixed) if kind[5] == "ahead" and kind[2] == "sealed"]
FIRST = [*{kind[0]: kind for kind in reversed(KINDS)}.values()]  # of each title
STOPS = 8


@pytest.mark.parametrize("kind", some(KINDS, len(KINDS)) + FIRST, ids=lambda kind: "-".join(map(str, kind)))
def test_every_seat_has_its_page_whatever_it_sent_ahead(kind):
    game, lines = honest.Honest(kind, 5), 0
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
    assert lines
