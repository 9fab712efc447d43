"""Who is reminded of what, in words, and when it is of use: at half time, on the last day, in the grace, when it has
passed.

Each of them is said once; a seat that has sent its orders, or is away, is left in peace.
"""

from datetime import timedelta

from pbem.core.data.text import counted, translate

from .deadlines import day_told, due, is_absent, reminder, state, time_of

_SENTENCES = {
    "half": "The game waits for you. Half of your time is over: your orders are due on {reminder}.",
    "last": "The game waits for you, and this is your last day: your orders are due on {reminder}.",
    "grace": "Your orders were due on {reminder}. Until {due} they still count; then your published default may be "
    "taken.",
    "late": "Your time ended on {due}: your published default may be taken now. Orders that come first still count.",
    "undated": "The game waits for you.",
    "muster": "The next entry is a muster: everybody takes part. If you have nothing else to say, answer: ready",
}
_LATENESS = {
    "nobody": "Nobody is waited for.",
    "away": "{who} is away.",
    "sent": "{who} has sent orders.",
    "late": "{who} is late since {due}.",
    "left": "{who} has {left} left.",
    "waited": "{who} is waited for.",
}
_LAST_DAY = timedelta(days=1)


def reminders(file, now, sent=()):
    """``[{"seat", "stage", "text"}]`` of the seats to which something of use can be said now.

    sent    seats whose orders have come by mail
    stage   half, last, grace, late; undated if the charter counts no days; muster for a seat that is asked nothing, but
            has to take part in the next entry
    """
    rows, asked = [], {row["seat"] for row in state(file, now)}
    for row in state(file, now, sent):
        seat = row["seat"]
        stage = _stage(file, row, now)
        if stage and not row["sent"] and not row["absent"] and seat not in file.answered:
            rows.append({"seat": seat, "stage": stage, "text": _said(file, seat, stage)})
    return rows + _mustered(file, now, asked, sent)


def _said(file, seat, stage):
    times = {"reminder": reminder(file, seat), "due": due(file, seat)}
    times = {name: day_told(time) for name, time in times.items() if time}
    return translate(_SENTENCES[stage]).format(**times)


def _mustered(file, now, asked, sent):
    """The seats that a muster waits for, though it asks them nothing."""
    passed = {*asked, *sent, *file.answered}
    waits = file.people if file.state["muster"] and not file.is_over else ()
    return [{"seat": seat, "stage": "muster", "text": translate(_SENTENCES["muster"])} for seat in waits
            if seat not in passed and not is_absent(file, seat, now)]  # fmt: skip


def _stage(file, row, now):
    """The stage of a seat's time, or "" while it is too early to say anything."""
    if row["due"] is None:
        return "undated"
    if row["late"]:
        return "late"
    end, begin = reminder(file, row["seat"]), time_of(row["asked"])
    if now >= end:
        return "grace"
    if now >= end - _LAST_DAY:
        return "last"
    return "half" if now >= begin + (end - begin) / 2 else ""


def lateness(file, now, sent=()):
    """One sentence on everybody who is waited for, that all may read: lateness is public."""
    rows = state(file, now, sent)
    if not rows:
        return translate(_LATENESS["nobody"])
    return " ".join(_told(row, now) for row in rows)


def _told(row, now):
    signs = ("absent", "away"), ("sent", "sent"), ("late", "late"), ("due", "left")
    word = next((word for sign, word in signs if row[sign]), "waited")
    left = time_of(row["due"]) - now if row["due"] else timedelta()
    time = counted(left.days, "day") if left.days else counted(left.seconds // 3600, "hour")
    told = day_told(time_of(row["due"])) if row["due"] else ""
    return translate(_LATENESS[word]).format(who=row["name"] or row["seat"], due=told, left=time)
