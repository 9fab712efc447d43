"""Who is reminded of what, in words: before a deadline ends, in its grace, and when it has passed."""

from pbem.core.data.text import translate

from .deadlines import is_absent, reminder, state, time_of

_SENTENCES = {
    "waits": "The game waits for you. You have until {reminder} (UTC), and grace until {due}.",
    "grace": "Your days ended at {reminder} (UTC). Until {due} your orders still count; then your published default "
    "may be taken.",
    "late": "Your time ended at {due} (UTC): your published default may be taken now. Orders that come first still "
    "count.",
    "undated": "The game waits for you.",
    "muster": "The next entry is a muster: everybody takes part. If you have nothing else to say, answer: ready",
    "away": "{seat} has announced an absence and is away now.",
}


def reminders(file, now):
    """``[{"seat", "stage", "text"}]`` of the seats that are waited for; nobody is reminded while away.

    stage is waits, grace, late, or undated if the charter counts no days; muster for a seat that is asked nothing, but
    has to take part in the next entry.
    """
    rows = []
    for row in state(file, now):
        if row["seat"] in file.answered or is_absent(file, row["seat"], now):
            continue
        stage = _stage(file, row, now)
        rows.append({"seat": row["seat"], "stage": stage, "text": translate(_SENTENCES[stage]).format(**row)})
    return rows + _mustered(file, now, {row["seat"] for row in state(file, now)})


def _mustered(file, now, asked):
    """The seats that a muster waits for, though it asks them nothing."""
    answered = file.answered
    waits = file.people if file.state["muster"] and not file.is_over else ()
    return [
        {"seat": seat, "stage": "muster", "text": translate(_SENTENCES["muster"])} for seat in waits
        if seat not in asked and seat not in answered and not is_absent(file, seat, now)
    ]  # fmt: skip


def _stage(file, row, now):
    if row["due"] is None:
        return "undated"
    if row["late"]:
        return "late"
    return "grace" if now >= reminder(file, row["seat"]) else "waits"


def lateness(file, now):
    """One sentence on everybody who is waited for, that all may read: lateness is public."""
    rows = state(file, now)
    if not rows:
        return "Nobody is waited for."
    told = []
    for row in rows:
        who = row["name"] or row["seat"]
        if row["absent"]:
            told.append(f"{who} is away.")
        elif row["late"]:
            told.append(f"{who} is late since {row['due']}.")
        elif row["due"]:
            left = time_of(row["due"]) - now
            told.append(f"{who} has {left.days} days left.")
        else:
            told.append(f"{who} is waited for.")
    return " ".join(told)
