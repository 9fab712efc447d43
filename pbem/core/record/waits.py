"""How long the game waited for whom: a row for each stop and seat that was asked, with the person who held it then.

It is told by the calendar beside the game, and proven by nothing.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from .deadlines import time_of
from .entries import Entry
from .files import File
from .seat_history import persons


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


def waits(file: File, entries: Sequence[Entry]) -> Iterator[Wait]:
    """The rows of a game in their order."""
    came = file.calendar.get("came", {})
    for entry in entries:
        number: int = entry["n"]
        absent, answered = persons(file, number - 1), persons(file, number)
        for seat in entry.get("asked", ()):
            is_absent = seat in entry.get("absent", ())
            time = came.get(str(number), {}).get(seat)
            person = (absent if is_absent else answered)[seat]
            asked = _asked(file, entries, number, seat)
            yield Wait(number, seat, person, asked, time_of(time) if time else None, is_absent)


def _asked(file: File, entries: Sequence[Entry], number: int, seat: str) -> datetime | None:
    """When a seat was asked for a line: notes ask nobody anew, but going back does, and a new person."""
    first = number
    while first > 1 and entries[first - 2]["kind"] == "note" and entries[first - 2]["what"] != "redo":
        first -= 1
    taken = [at + 1 for at, said in file.statements("substitute") if said["seat"] == seat and at < number]
    stops = file.calendar["stops"]
    known = [stops[str(at)] for at in range(max(first, *taken, 1), number + 1) if str(at) in stops]
    return time_of(known[0]) if known else None
