"""Deadlines: from when until when a seat has time.  Whatever tells a date (reports, forms, pages, mails, the desk) asks
here, and says it with the words of `day_told`.

No clock is read.  ``charter["calendar"]`` holds what was agreed:

    {"days": 7, "grace": 2, "windows": 3, "window_days": 14,
     "extensions": {"once": 3, "seat": 6, "game": 12, "late": false}}

a seat has `days` from the stop at which it was asked, and `grace` more before its published default may be taken;
`windows` absences of at most `window_days` days each move its deadline, and so do the days that it asks for
(pbem.desk).  A file beside the game, its calendar, remembers when each stop came, who announced an absence and who was
granted days.  It is told, not proven: times are no part of the record (fairness.md in docs/), because nobody can prove
them.

A time is UTC, written ``2026-11-21`` (its midnight) or ``2026-11-21T18:30``.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from typing import NamedTuple, TypedDict

from ..data.json_types import Json
from ..data.problems import Problem, Refused
from ..data.tables import Sentences
from .files import File
from .seat_history import names_of, persons

_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_say = Sentences(__name__)


_TIME = (
    r"(?:20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}"
    r"(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?"
)
"""A time as people write it; far from both ends of what a date can be, so that days can be added to it."""


def time_of(text: str) -> datetime:
    """A time as people write it, as an aware datetime in UTC.  Raises Refused."""
    try:
        if not re.fullmatch(_TIME, text):
            raise ValueError(text)
        if len(text) == len("2026-11-21"):
            return datetime.combine(date.fromisoformat(text), datetime.min.time(), timezone.utc)
        found = datetime.fromisoformat(text.removesuffix("Z"))
        return found.astimezone(timezone.utc) if found.tzinfo else found.replace(tzinfo=timezone.utc)
    except ValueError:
        raise Refused([Problem("bad-time", text=text[:40])]) from None


def shown(time: datetime) -> str:
    """A time as files hold it."""
    return time.strftime("%Y-%m-%dT%H:%M")


def day_told(time: datetime, how: str = "date") -> str:
    """A time as people read it, with its zone: ``Tuesday, 9 March 2027, 18:30 UTC``; as a ``short-date`` the same where
    there is little room: ``Tue 9 Mar 18:30 UTC``."""
    return _say(
        how,
        weekday=_DAYS[time.weekday()],
        day=time.day,
        month=_MONTHS[time.month - 1],
        year=time.year,
        time=f"{time:%H:%M}",
    )


def note_stop(file: File, now: datetime) -> None:
    """Remember that the entry which the game is at now began to wait at `now`.  Raises Refused if time goes back."""
    check_time(file, now)
    file.calendar["stops"].setdefault(str(file.next), shown(now))


def check_time(file: File, now: datetime) -> None:
    """Raise Refused if `now` is before a stop that is known."""
    last = max(map(time_of, file.calendar["stops"].values()), default=None)
    if last and now < last:
        raise Refused([Problem("time-goes-back", now=day_told(now), last=day_told(last))])


class _Dates(TypedDict):
    seat: str
    name: str
    first: str
    until: str


class Term(_Dates, total=False):
    """The time of a seat as reports and `pbem status` hold it; with what of it is known to be over (`stage_of`)."""

    stage: str


def stage_of(first: datetime, until: datetime, at: datetime | None) -> str:
    """What of the time of a seat is over: "late", all of it; "grace", its days; "" for nothing, and where nobody says
    what time it is.  Nothing else decides whether a date is told as one that lies ahead."""
    if at is None or at < first:
        return ""
    return "late" if at >= until else "grace"


class Deadline:
    """The time of one seat at the stop that the game is at.

    asked      when its time began
    first      when its days end and the grace begins
    until      from when on the game may go on without it
    stage      what of that is over, as far as it is known
    what       is due: "orders"; of a seat that has no question "muster", or "ahead", the orders of its coming turn
    is_needed  True, and "needed" is what is due, if nothing can be played without it, however late: a muster of chains
    """

    def __init__(self, file: File, seat: str, asked: datetime, first: datetime, until: datetime) -> None:
        self.seat, self.name = seat, names_of(file).get(seat, "")
        self.asked, self.first, self.until = asked, first, until
        self.stage = stage_of(first, until, file.clock)
        is_asked, is_muster = seat in file.call().asked, file.state["muster"]
        self.is_needed = is_muster and not file.call().is_sealed
        self.what = "needed" if self.is_needed else "orders" if is_asked else "muster" if is_muster else "ahead"

    @property
    def term(self) -> str:
        """The date, with that of the grace: ``Monday, 8 March 2027, 12:00 UTC, with grace until …``."""
        return term_told(self.first, self.until, self.stage)

    def told(self, has_sent: bool = False) -> str:
        """The same as a sentence in the second person."""
        word = "due" if self.what == "orders" and self.until <= self.first else self.what
        if has_sent:
            return _say("sent", until=over_told(self.until, self.stage == "late"))
        word = f"{self.stage}-{self.what}" if self.stage else word
        return _say(word, first=day_told(self.first), until=day_told(self.until))

    def to_json(self) -> Term:
        """The same for a report."""
        row: Term = {"seat": self.seat, "name": self.name, "first": shown(self.first), "until": shown(self.until)}
        return row | ({"stage": self.stage} if self.stage else {})


def over_told(time: datetime, is_over: object, how: str = "date") -> str:
    """A date, which is marked where it is known to be past."""
    return _say("over", time=day_told(time, how)) if is_over else day_told(time, how)


def term_told(first: datetime, until: datetime, stage: str = "") -> str:
    """A date, and that of the grace where there is one, with what of it is over."""
    if until <= first or stage == "late":
        return over_told(until, stage)
    return _say("term", first=over_told(first, stage), until=day_told(until))


def row_told(row: Term) -> str:
    """The same of a row that `Deadline.to_json` made."""
    return term_told(time_of(row["first"]), time_of(row["until"]), row.get("stage", ""))


def times(file: File, seat: str) -> tuple[datetime | None, datetime | None, datetime | None]:
    """``(when its time began, when its days end, when its grace ends)`` of a seat at this stop; None for what nobody
    can say."""
    agreed, start = file.charter.get("calendar"), _begun(file, seat)
    if not agreed or start is None:
        return start, None, None
    days = agreed["days"] + sum(
        row["days"] for row in extensions(file, seat) if row["entry"] >= _play_stop(file, file.next)
    )
    return start, _moved(file, seat, start, days), _moved(file, seat, start, days + agreed["grace"])


def _play_stop(file: File, entry: int) -> int:
    """The first entry for which the questions of an entry were open: notes ask nobody anew, but going back does."""
    while entry > 1 and file.entry(entry - 1)["kind"] == "note" and file.entry(entry - 1)["what"] != "redo":
        entry -= 1
    return entry


def _begun(file: File, seat: str) -> datetime | None:
    """When the time of a seat began: when it was asked, called to the muster, or taken by the person who holds it now.

    Of a note whose time nobody told nothing can begin; then it is as if it had not come in between.
    """
    last = file.next
    first = _play_stop(file, last)
    known = _stops(file, first, last)
    if not known:
        return _before(file, first)
    if seat not in file.call().asked:
        return known[-1]
    return (_stops(file, max(first, holder_since(file, seat) + 1), last) or known)[0]


def _stops(file: File, first: int, last: int) -> list[datetime]:
    """When these entries began to wait, as far as somebody told."""
    stops = file.calendar["stops"]
    return [time_of(stops[str(entry)]) for entry in range(first, last + 1) if str(entry) in stops]


def _before(file: File, entry: int) -> datetime | None:
    """The time of the latest stop before an entry, where only notes without a time lie between; or None."""
    stops = file.calendar["stops"]
    while str(entry) not in stops and entry > 1 and file.entry(entry - 1)["kind"] == "note":
        entry -= 1
    return time_of(stops[str(entry)]) if str(entry) in stops else None


def holder_since(file: File, seat: str) -> int:
    """The number of the line by which the person who holds a seat now has taken it; 0 for who held it first."""
    taken = [number for number, said in file.statements("substitute") if said["seat"] == seat]
    return int(taken[-1]) if taken else 0


def why_taken(file: File, number: int, seat: str) -> str:
    """The reason that was given when another person took a seat, in a line."""
    said = [one for at, one in file.statements("substitute") if at == number and one["seat"] == seat]
    return str(said[0]["why"])


def absences(file: File, seat: str) -> list[Json]:
    """The absences that the person announced who holds a seat now: a successor inherits none."""
    since = holder_since(file, seat)
    return [row for row in file.calendar["absences"] if row["seat"] == seat and row["entry"] > since]


def extensions(file: File, seat: str) -> list[Json]:
    """The days that were granted to the person who holds a seat now."""
    since = holder_since(file, seat)
    return [row for row in file.calendar.get("extensions", ()) if row["seat"] == seat and row["entry"] > since]


def is_absent(file: File, seat: str, now: datetime) -> bool:
    """True while an announced absence of a seat lasts."""
    return any(time_of(row["from"]) <= now < time_of(row["to"]) for row in absences(file, seat))


def _moved(file: File, seat: str, start: datetime, days: int) -> datetime:
    """`days` days after `start`, not counting those of the absences that a seat announced."""
    end = start + timedelta(days=days)
    windows = [(time_of(row["from"]), time_of(row["to"])) for row in absences(file, seat)]
    for begins, ends in sorted(windows):
        begins = max(begins, start)
        if ends > begins and begins < end:
            end += ends - begins
            start = ends
    return end


# -- how long the game waited for whom ---------------------------------------------------------------------------


class Wait(NamedTuple):
    """One seat at one stop.

    entry      the line that came of it
    person     who held the seat: for an absence whoever let the time pass, else whoever answered
    asked      when the seat was asked, or taken by that person since;  came  when its own orders came; None if nobody
               told the time, and if nothing came because a standing line answered or the default was taken
    is_absent  whether its default was taken because nothing came
    """

    entry: int
    seat: str
    person: str
    asked: datetime | None
    came: datetime | None
    is_absent: bool

    @property
    def days(self) -> float | None:
        """Days from being asked until the own orders came; None if either time is unknown."""
        if self.asked is None or self.came is None:
            return None
        return max((self.came - self.asked).total_seconds(), 0) / 86400


def waits(file: File) -> Iterator[Wait]:
    """The rows of a game in their order, told by the calendar beside it, and proven by nothing."""
    came = file.calendar.get("came", {})
    for number in range(1, file.next):
        entry = file.entry(number)
        absent, answered = persons(file, number - 1), persons(file, number)
        for seat in entry.get("asked", ()):
            is_absent = seat in entry.get("absent", ())
            time = came.get(str(number), {}).get(seat)
            person = (absent if is_absent else answered)[seat]
            asked = _asked(file, number, seat)
            yield Wait(number, seat, person, asked, time_of(time) if time else None, is_absent)


def _asked(file: File, number: int, seat: str) -> datetime | None:
    """When a seat was asked for a line, or taken by the person who held it then."""
    taken = [at + 1 for at, said in file.statements("substitute") if said["seat"] == seat and at < number]
    return next(iter(_stops(file, max(_play_stop(file, number), *taken, 1), number)), None)
