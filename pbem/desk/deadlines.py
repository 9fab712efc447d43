"""Deadlines and absences: who is late, at a time that the caller gives.

No clock is read.  `charter["calendar"]` holds what was agreed:

    {"days": 7, "grace": 2, "windows": 3, "window_days": 14}

a seat has `days` from the stop at which it was asked, and `grace` more before its published default may be taken;
`windows` absences of at most `window_days` days each move its deadline.  A file beside the game, its
calendar, remembers when each stop came and who announced an absence.  It is told, not proven: times are no part of the
record (fairness.md in docs/), because nobody can prove them.

A time is UTC, written ``2026-11-21`` (its midnight) or ``2026-11-21T18:30``.
"""

from datetime import date, datetime, timedelta, timezone

from pbem.core.data.problems import Problem, Refused, messages
from pbem.core.play.play import asked_seats

messages(
    {
        "bad-time": "{text} is no time; write 2026-11-21 or 2026-11-21T18:30 (UTC).",
        "no-calendar": "The charter of this game names no days for answers.",
        "deadline-needs-now": "The charter gives {days} days for an answer; say what time it is with --now.",
        "no-stop-time": "The file does not say when {seat} was asked; adjudicate with --now records it.",
        "not-late": "{seat} has until {until} to answer; it is {now}.",
        "time-goes-back": "It is {now}, but the last stop came at {last}.",
        "absence-order": "An absence ends after it begins; this one is from {start} to {end}.",
        "absence-long": "An absence may last {most} days; this one lasts {days}.",
        "absence-many": "{seat} has announced {count} absences; the charter allows {most}.",
        "absence-past": "An absence is announced before it begins, and this one began at {start}; it is {now}.",
        "no-seat": "There is no seat {seat} in this game.",
    }
)


def time_of(text):
    """A time as people write it, as an aware datetime in UTC.  Raises Refused."""
    try:
        if len(text) == len("2026-11-21"):
            return datetime.combine(date.fromisoformat(text), datetime.min.time(), timezone.utc)
        found = datetime.fromisoformat(text.removesuffix("Z"))
        return found.astimezone(timezone.utc) if found.tzinfo else found.replace(tzinfo=timezone.utc)
    except ValueError:
        raise Refused([Problem("bad-time", text=text[:40])]) from None


def shown(time):
    """A time as the file and the messages hold it."""
    return time.strftime("%Y-%m-%dT%H:%M")


def note_stop(file, now):
    """Remember that the entry which the game is at now began to wait at `now`.  Raises Refused if time goes back."""
    stops = file.calendar["stops"]
    last = max((time_of(text) for text in stops.values()), default=None)
    if last and now < last:
        raise Refused([Problem("time-goes-back", now=shown(now), last=shown(last))])
    entry = str(file.next)
    stops.setdefault(entry, shown(now))


def late_seats(file, now):
    """The seats with an open question whose deadline and grace have passed, in charter order."""
    return [seat for seat in asked_seats(file) if (until := due(file, seat)) and now >= until]


def due(file, seat):
    """When the published default of a seat may be taken, or None if nobody can say."""
    agreed, stop = file.charter.get("calendar"), _stop(file)
    if not agreed or stop is None:
        return None
    return _moved(file, seat, stop, agreed["days"] + agreed["grace"])


def reminder(file, seat):
    """When the days of a seat are over and its grace begins, or None."""
    agreed, stop = file.charter.get("calendar"), _stop(file)
    return _moved(file, seat, stop, agreed["days"]) if agreed and stop else None


def _stop(file):
    text = file.calendar["stops"].get(str(file.next))
    return time_of(text) if text else None


def _moved(file, seat, start, days):
    """`days` days after `start`, not counting those of the absences that a seat announced."""
    end = start + timedelta(days=days)
    windows = [
        (time_of(row["from"]), time_of(row["to"]))
        for row in file.calendar["absences"]
        if row["seat"] == seat
    ]
    for begins, ends in sorted(windows):
        begins = max(begins, start)
        if ends > begins and begins < end:
            end += ends - begins
            start = ends
    return end


def check_late(file, seats, now):
    """Raise Refused unless each of the seats may be passed over at `now` (None: the caller gave no time)."""
    agreed = file.charter.get("calendar")
    if not agreed:
        return
    if now is None:
        raise Refused([Problem("deadline-needs-now", days=agreed["days"])])
    problems = []
    for seat in [seat for seat in asked_seats(file) if seat in seats]:
        until = due(file, seat)
        if until is None:
            problems.append(Problem("no-stop-time", seat=seat))
        elif now < until:
            problems.append(Problem("not-late", seat=seat, until=shown(until), now=shown(now)))
    if problems:
        raise Refused(problems)


def announce(file, seat, start, end, now):
    """Put an absence into the calendar.  Raises Refused with everything that the charter forbids."""
    agreed = file.charter.get("calendar")
    if not agreed:
        raise Refused([Problem("no-calendar")])
    calendar = file.calendar
    own = [row for row in calendar["absences"] if row["seat"] == seat]
    problems = []
    if seat not in file.charter["seats"]:
        problems.append(Problem("no-seat", seat=seat, hint=f"There are {', '.join(file.charter['seats'])}."))
    if end <= start:
        problems.append(Problem("absence-order", start=shown(start), end=shown(end)))
    elif (end - start) > timedelta(days=agreed["window_days"]):
        problems.append(Problem("absence-long", most=agreed["window_days"], days=(end - start).days))
    if len(own) >= agreed["windows"]:
        problems.append(Problem("absence-many", seat=seat, count=len(own), most=agreed["windows"]))
    if start < now:
        problems.append(Problem("absence-past", start=shown(start), now=shown(now)))
    if problems:
        raise Refused(problems)
    calendar["absences"].append({"seat": seat, "from": shown(start), "to": shown(end), "entry": file.next})


def state(file, now):
    """Who is waited for and since when: ``[{"seat", "asked", "reminder", "due", "late", "absent"}]``."""
    rows = []
    for seat in asked_seats(file):
        until, first, stop = due(file, seat), reminder(file, seat), _stop(file)
        rows.append({
            "seat": seat, "name": file.charter["names"].get(seat, ""),
            "asked": shown(stop) if stop else None, "reminder": shown(first) if first else None,
            "due": shown(until) if until else None, "late": bool(until and now >= until),
            "absent": is_absent(file, seat, now),
        })  # fmt: skip
    return rows


def is_absent(file, seat, now):
    """True while an announced absence of a seat lasts."""
    return any(
        row["seat"] == seat and time_of(row["from"]) <= now < time_of(row["to"])
        for row in file.calendar["absences"]
    )
