"""No date that is known to be past is told as one that lies ahead, and what nobody knows to be ahead is told as a date:
receipts, status, forms, pages, dates, reports."""

import json
import os
import re
from email import message_from_bytes
from email.policy import default

import pytest

from tests.cli.tools import done, new_game

from .test_taken_back import NOW, PEOPLE, Desk, set_up_desk

GRACE, LATE = "2027-03-09T12:00", "2027-03-12T12:00"
DAYS_END, ALL_ENDS = "Monday, 8 March 2027, 10:00 UTC", "Wednesday, 10 March 2027, 10:00 UTC"


@pytest.fixture
def desk(tmp_path):
    made = Desk.__new__(Desk)
    options = ("--days", "7", "--grace", "2", "--now", NOW)
    made.path, made.out, made.count = new_game(tmp_path, options=options), tmp_path / "out", 0
    calendar = tmp_path / "g.json.calendar"
    told = json.loads(calendar.read_text())
    calendar.write_text(json.dumps({**told, "stops": {str(done("status", made.path, "--json").json["entry"]): NOW}}))
    set_up_desk(made.path, "--referee", "cora@example.com", **PEOPLE)
    return made


def told(desk, now, *lines):
    """The receipt of a mail that comes at a time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Desk.says.__globals__, "NOW", now)
        return desk.says(*lines)[1]


@pytest.mark.parametrize("lines", [("op 1",), ("op nonsense",), ("op 1", "wait"), ("status",), ("form",), ("wait",)])
def test_a_receipt_calls_no_date_ahead_that_is_past(desk, lines):
    assert "(over)" not in told(desk, NOW, *lines)
    assert f"{DAYS_END} (over)" not in told(desk, NOW, *lines)
    for now, past in ((GRACE, DAYS_END), (LATE, ALL_ENDS)):
        text = told(desk, now, *lines)
        ahead = re.findall(rf"(?:[Uu]ntil|are due on|[Dd]eadline:|prc:) {past}(?! \(over\))", text)
        assert not ahead, text


def test_who_has_answered_is_told_until_when_that_can_be_changed(desk):
    for now, mark in ((NOW, ""), (GRACE, ""), (LATE, " (over)")):
        assert f"change them until they are played (deadline: {ALL_ENDS}{mark})." in told(desk, now, "op 1")


def test_without_a_clock_a_date_is_told_and_nothing_said_of_it(desk):
    for text in (done("status", desk.path).out, done("status", desk.path, "--seat", "prc").out):
        assert "8 March" in text or "10 March" in text
        assert "Played at" not in text and "has time until" not in text


def test_a_sheet_is_told_its_dates_as_they_stand(desk):
    assert f"due on {DAYS_END}" in told(desk, NOW, "form").replace("\n##  ", " ").replace("## ", "")
    late = told(desk, LATE, "form").replace("## ", "")
    assert f"Your time ended on {ALL_ENDS}" in late and "are due on" not in late


def test_a_report_that_is_mailed_again_says_that_its_date_is_over(desk):
    def lead(now):
        out, last = desk.path.parent / now, done("status", desk.path, "--json").json["entry"] - 1
        done("mail", "out", desk.path, "-o", out, "--step", last, "--now", now)
        mails = [
            message_from_bytes((out / "new" / name).read_bytes(), policy=default) for name in os.listdir(out / "new")
        ]
        own = next(one for one in mails if one["To"] == PEOPLE["prc"])
        return " ".join(own.get_body(("plain",)).get_content().split())

    assert "(over)" not in lead(NOW)
    assert "8 Mar 10:00 UTC (over)" in lead(LATE) and "Your time ended on" in lead(LATE)


def test_dates_of_others_are_told_alike(desk):
    assert "has time until Monday" in done("due", desk.path, "--now", NOW).out
    grace = done("due", desk.path, "--now", GRACE).out
    assert f"{DAYS_END} (over), with grace until {ALL_ENDS}" in grace
    assert f"has been late since {ALL_ENDS}" in done("due", desk.path, "--now", LATE).out
