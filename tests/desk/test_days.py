"""Days as people name them: two days, or one with "until"; anything else names none."""

from datetime import datetime, timezone

import pytest

from pbem.desk.days import span

NOW = datetime(2026, 11, 20, 10, 30, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("from Dec 1 to Dec 10", "2026-12-01T00:00", "2026-12-11T00:00"),
        ("from 1 to 10 December", "2026-12-01T00:00", "2026-12-11T00:00"),
        ("December 1st through the 10th", "2026-12-01T00:00", "2026-12-11T00:00"),
        ("1.12.-10.12.", "2026-12-01T00:00", "2026-12-11T00:00"),
        ("1.12. – 10.12.2026", "2026-12-01T00:00", "2026-12-11T00:00"),
        ("Dec 20 - Jan 3", "2026-12-20T00:00", "2027-01-04T00:00"),
        ("2026-12-20 to 2027-01-03", "2026-12-20T00:00", "2027-01-04T00:00"),
        ("from 3 to 5 March 2028", "2028-03-03T00:00", "2028-03-06T00:00"),
        ("until 10 December", "2026-11-20T10:30", "2026-12-11T00:00"),
        ("until Friday", "2026-11-20T10:30", "2026-11-28T00:00"),
        ("until tomorrow", "2026-11-20T10:30", "2026-11-22T00:00"),
        ("20 Nov to 25 Nov", "2026-11-20T10:30", "2026-11-26T00:00"),
    ],
)
def test_two_days_or_one_with_until_are_a_span(text, start, end):
    assert [one.strftime("%Y-%m-%dT%H:%M") for one in span(text, NOW)] == [start, end]


@pytest.mark.parametrize(
    "text",
    [
        *("", "until next week", "next week", "Dec 24", "from 5 to 8", "from 31 to 32 Dec", "12/1 to 12/10"),
        *("from 1 Dec to 10 Dec and from 20 Dec to 30 Dec", "from 29 Feb to 1 Mar", "1 Dec to 10 Dec if I can"),
        *("9999-12-30 to 9999-12-31", "0000-01-01 to 0000-01-02"),
    ],
)
def test_nothing_else_is_guessed(text):
    assert span(text, NOW) is None


def test_the_28th_of_february_is_no_leap_of_years():
    assert span("from 1 March to 29 Feb", NOW.replace(year=2028, month=1)) is None
