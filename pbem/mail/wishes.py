"""What people wish in their own words and what would change the game: to resign, a draw, their orders back, somebody
else in their seat (commands.py); and what can be meant in two ways: more time, without a number of days; days that are
named by their place in a week; words that answer another's.  The desk shows what exactly it would do, and does it for
the word yes.

A wish lies as a mail with doubtful lines does (doubts.py): its orders, or its words to others, wait there.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.data.problems import NOT_UNDERSTOOD, ODD, Problem, Refused
from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted
from pbem.core.orders.orders import read
from pbem.core.record.deadlines import day_told
from pbem.core.record.now import deadline, waited_seats
from pbem.core.seat.block import sheet_at_desk
from pbem.desk.days import names_weekday, span
from pbem.desk.deadlines import check_extension, days_left

from .commands import WISHES
from .pending import lying
from .press import problems as press_problems

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile

    from .letterbox import Letterbox
    from .reading import Reading


_meant = Sentences(__name__)
LINES = {"resign": "concede", "draw": "offer draw", "cancel": "withdraw orders"}


def waits(name: str, argument: Any, now: "datetime") -> bool:
    """Whether what a command wishes is done for the word yes alone."""
    return name in WISHES or (name == "away" and names_weekday(argument) and span(argument, now) is not None)


def prepared(
    file: "GameFile", box: "Letterbox", reading: "Reading", seat: str, name: str, argument: Any, now: "datetime"
) -> "Json":
    """What a wish would do, as fields of its arrival (``wish``, ``reading``, ``words``, ``does``: the command that it
    is, ``fields`` of the sentence that tells it), and ``problems`` that stand against it."""
    if name in LINES:
        header = (f"game {file.name}", f"seat {seat}", f"entry {file.next}", f"head {file.head[:32]}", LINES[name])
        asked = [question["kind"] for question in file.waiting]
        orders, problems = read("\n".join(header).encode(), file.game, reading.powers, "mail", asked=asked)
        against = _nothing_to_cancel(file, box, seat) if name == "cancel" else []
        return {"wish": name, "reading": orders.to_text(), "problems": [*problems, *against]}
    if name == "time":
        own = next((one for one in reading.seats if one in waited_seats(file)), seat)
        return {"wish": name, **_more_time(file, own, argument, now)}
    if name == "away":
        start, end = (one.strftime("%Y-%m-%d") for one in _days_of(argument, now))
        fields = {"start": start, "end": end}
        days = f"from {start} to {end}" if start > now.strftime("%Y-%m-%d") else f"until {end}"
        return {"wish": name, "does": [name, days], "fields": fields, "problems": []}
    words = [(argument if name == "answer" else "referee", "\n".join(said_by(reading)))]
    return {"wish": name, "words": [list(one) for one in words], "problems": press_problems(file, box, seat, words)}


def _days_of(text: str, now: "datetime") -> "tuple[datetime, datetime]":
    """The first and the last day that a text names (`span` has the end of the last)."""
    start, end = span(text, now) or (now, now)
    return start, end - timedelta(days=1)


def _more_time(file: "GameFile", seat: str, until: str | None, now: "datetime") -> "Json":
    """So many days more as bring the deadline of a seat to a day, or as it may still ask for at once; a day of a week
    is the next one after the deadline."""
    found = deadline(file, seat)
    after = max(now, found.first) if found and until and names_weekday(until) else now
    if until is not None and span(until, after) is None:
        return {"problems": [Problem("wish-no-days", level=NOT_UNDERSTOOD, quote=until[:60])]}
    last = _days_of(until, after)[1].date() if until else None
    days = (last - found.first.date()).days if last and found else max(1, days_left(file, seat))
    if found and days < 1:
        return {"problems": [Problem("wish-had", seat=seat, due=day_told(found.first))]}
    try:
        check_extension(file, seat, days, now)
    except Refused as refused:
        return {"problems": refused.problems}
    due = day_told(found.first + timedelta(days=days)) if found else ""
    return {"does": ["extend", days], "fields": {"days": counted(days, "day"), "due": due}, "problems": []}


def beside(names: Iterable[str]) -> list[Problem]:
    """That wishes stand beside orders, which go first; whoever cancels orders and sends others has what was wished."""
    return [Problem("wish-beside", level=ODD, wish=told) for name in names if (told := _meant.all.get(name))]


def said_by(reading: "Reading") -> list[str]:
    """The lines of a mail that say something in its sender's own words: no greeting, no closing, no quotation."""
    kept = ("", "sentence", "rest", "name")
    rows = reading.reply.of("talk", "question", "command", "doubtful")
    return [row.text.strip() for row in rows if row.text.strip() and row.why in kept and not row.own and not row.depth]


def _nothing_to_cancel(file: "GameFile", box: "Letterbox", seat: str) -> list[Problem]:
    if seat in file.state["anchors"]:
        return [Problem("wish-signed", seat=seat)]
    sheet = sheet_at_desk(file, seat, came=lying(file, box, seat))
    if sheet.rows != sheet.recorded:
        return []
    return [Problem("wish-none", seat=seat, entry=file.next)]
