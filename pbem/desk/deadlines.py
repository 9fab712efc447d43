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
from pbem.core.data.text import translate
from pbem.core.play.play import asked_seats
from pbem.core.record.entries import note_of
from pbem.core.rules.outcome import persons

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DUE = "Your orders are due on {due}."
_GRACE = "Your orders are due on {reminder}. After {due} your published default may be taken."
_SENT = "Your orders have come. Until {due} you can still change them."
_INBOX = "Adjudicate with what pbem mail inbox prints."

messages(
    {
        "bad-time": "{text} is no time; write 2026-11-21 or 2026-11-21T18:30 (UTC).",
        "no-calendar": "The charter of this game names no days for answers.",
        "deadline-needs-now": "The charter gives {days} days for an answer; say what time it is with --now.",
        "no-stop-time": "The file does not say when {seat} was asked; adjudicate with --now records it.",
        "orders-came": "Orders of {seat} for this entry have come by mail, in time.",
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


def late_seats(file, now, sent=()):
    """The seats with an open question whose deadline and grace have passed, in charter order.

    sent   seats whose orders have come by mail and are not adjudicated yet: they are not late
    """
    return [seat for seat in asked_seats(file) if seat not in sent and (until := due(file, seat)) and now >= until]


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
    """When the questions were asked that are open now: a note asks nobody anew, so clocks go on through it."""
    entry, stops = file.next, file.calendar["stops"]
    while str(entry) not in stops and entry > 1 and file.entry(entry - 1)["kind"] == "note":
        entry -= 1
    text = stops.get(str(entry))
    return time_of(text) if text else None


def _absences(file, seat):
    """The absences that the person announced who holds a seat now: a successor inherits none."""
    since = max((number for number in range(1, file.n + 1) if _takes(file.entry(number), seat)), default=0)
    return [row for row in file.calendar["absences"] if row["seat"] == seat and row["entry"] > since]


def _takes(entry, seat):
    note = note_of(entry)
    return note.get("what") == "substitute" and note["seat"] == seat


def day_told(time):
    """A time as people read it, with its zone: ``Tuesday, 9 March 2027, 18:30 UTC``."""
    month, weekday = _MONTHS[time.month - 1], _DAYS[time.weekday()]
    return f"{weekday}, {time.day} {month} {time.year}, {time:%H:%M} UTC"


def due_told(file, seat, sent=()):
    """Until when a seat has to answer, as a sentence in the second person; "" if it is asked nothing, or nobody can
    say."""
    first, until = reminder(file, seat), due(file, seat)
    if not until or seat not in asked_seats(file):
        return ""
    said = _SENT if seat in sent else _GRACE if until > first else _DUE
    return translate(said).format(reminder=day_told(first), due=day_told(until))


def _moved(file, seat, start, days):
    """`days` days after `start`, not counting those of the absences that a seat announced."""
    end = start + timedelta(days=days)
    windows = [(time_of(row["from"]), time_of(row["to"])) for row in _absences(file, seat)]
    for begins, ends in sorted(windows):
        begins = max(begins, start)
        if ends > begins and begins < end:
            end += ends - begins
            start = ends
    return end


def check_late(file, seats, now, sent=()):
    """Raise Refused unless each of the seats may be passed over at `now` (None: the caller gave no time)."""
    agreed = file.charter.get("calendar")
    came = [Problem("orders-came", seat=seat, hint=_INBOX) for seat in seats if seat in sent]
    if came:
        raise Refused(came)
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
    own = _absences(file, seat)
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


def state(file, now, sent=()):
    """Who is waited for and since when: ``[{"seat", "name", "asked", "reminder", "due", "sent", "late",
    "absent"}]``; `sent` as in `late_seats`."""
    rows, names = [], persons(file)
    for seat in asked_seats(file):
        until, first, stop = due(file, seat), reminder(file, seat), _stop(file)
        rows.append({
            "seat": seat, "name": "" if names[seat] == seat else names[seat],
            "asked": shown(stop) if stop else None, "reminder": shown(first) if first else None,
            "due": shown(until) if until else None, "sent": seat in sent,
            "late": bool(until and now >= until) and seat not in sent, "absent": is_absent(file, seat, now),
        })  # fmt: skip
    return rows


def is_absent(file, seat, now):
    """True while an announced absence of a seat lasts."""
    return any(time_of(row["from"]) <= now < time_of(row["to"]) for row in _absences(file, seat))
