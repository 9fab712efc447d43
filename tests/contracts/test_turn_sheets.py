"""The sheet of a text mail: a seat's whole turn in at most 40 rows at every stop of a game, what is left out named, and
what may be sent as it is printed.  `make test` looks at a sample of stops, `make thorough` at all."""

import re

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import parse_line, read
from pbem.core.record.charter import powers_of
from pbem.core.record.now import asked_seats, asks_of
from pbem.core.seat.order_form import later_kinds
from pbem.core.seat.short_forms import MOST_OF, MOST_SHEET, brief_form
from tests.thorough import THOROUGH

from .titles import stops_read

WIDTH = 72
STANDS = [f"  coming turn {number:>4}  op 12 china-central -> taiwan-strait" for number in range(40)]


def sheets(contract, seed):
    """``(file, seat, sheet)`` of every seat that is asked at the stops of a game."""
    files = stops_read(contract, seed)
    for file in files if THOROUGH else files[:: max(1, len(files) // 8)]:
        for seat in asked_seats(file):
            for stands in ([], STANDS):
                yield file, seat, brief_form(file, seat, stands)


def plain(sheet):
    """A sheet as running text."""
    return re.sub(r"\s*\n##\s*|\s+", " ", sheet)


@pytest.fixture(scope="module", params=["sheet"])
def seed(request):
    return request.param


@pytest.mark.sampled(3)
def test_a_sheet_is_short_and_says_what_it_leaves_out(contract, seed):
    count = 0
    for _, _, sheet in sheets(contract, seed):
        rows = sheet.rstrip("\n").split("\n")
        count += 1
        assert len(rows) <= MOST_SHEET, f"{len(rows)} rows:\n{sheet}"
        assert all(len(row) <= WIDTH or row.startswith("# ") for row in rows), sheet
        more = plain(sheet).rpartition("Write form on a line for more: ")[2] if "for more" in sheet else ""
        shown = sheet.count("coming turn ")
        assert shown in (0, len(STANDS)) or shown >= 3 and "what stands" in more, sheet
    assert count


@pytest.mark.sampled(3)
def test_a_sheet_has_the_question_its_default_and_the_rest_of_the_turn(contract, seed):
    for file, seat, sheet in sheets(contract, seed):
        asks, powers = asks_of(file, seat), powers_of(file.charter, seat)
        assert f"## 1. {file.game.names.show(asks[0].power)}: " in sheet
        default = file.game.kinds[asks[0].kind].text(
            file.game.kinds[asks[0].kind].default(file.current_board(), asks[0])
        )
        assert f"{default[0]}\n" in sheet or "write form on a line" in plain(sheet).lower()
        for kind in later_kinds(file.game, file.current_board(), powers, [ask.kind for ask in asks]):
            assert f"##   {kind} = " in sheet or "later questions" in plain(sheet), (kind, sheet)


@pytest.mark.sampled(3)
def test_what_a_sheet_offers_can_be_sent_as_it_stands(contract, seed):
    for file, seat, sheet in sheets(contract, seed):
        powers = {seat: powers_of(file.charter, seat)}
        for row in re.findall(r"^# (?!ready)(.*)$", sheet, re.M):
            bare = row.partition(": ")[2] if row.partition(":")[0] in powers[seat] else row
            item, problems = parse_line(bare, file.game, powers[seat][0])
            assert not refusals(problems), (row, problems)
        whole = sheet.replace("\n# ", "\n", 1)
        found, problems = read(whole.encode(), file.game, powers, "mail", asked=file.asked_kinds)
        assert found.seat == seat and not refusals(problems), (sheet, problems)


def test_the_sections_leave_each_other_room():
    assert MOST_OF["asked"] + MOST_OF["later"] + MOST_OF["others"] < MOST_SHEET
