"""Reminders as messages: what the desk knows about deadlines, said to whom it waits for."""

from pbem.core.orders.forms import form
from pbem.desk.deadlines import shown
from pbem.desk.reminders import lateness, reminders

from .compose import host_of, message, report_id


def reminder_messages(file, box, now):
    """``[(seat, message)]`` for each seat that is waited for and has an address: what is due, and the form below.

    A reminder's Message-ID follows from entry, seat and day, so that it is sent once a day however often this runs.
    """
    made, host, last = [], host_of(box.address), file.n
    for row in reminders(file, now):
        seat, to = row["seat"], box.seats.get(row["seat"])
        if not to:
            continue
        text = f"{row['text']}\n\n{lateness(file, now)}\n\nAnswer this mail to send orders.\n\n{form(file, seat)}"
        own_id = f"<{file.name}/due/{last + 1}/{seat}/{shown(now)[:10]}@{host}>"
        subject = f"[pbem {file.name} e{last}] reminder: {_WORDS[row['stage']]}"
        one = message(box, file, to, subject, text, own_id, [report_id(file, last, seat, host)], now)
        box.keep_sent(seat, one)
        made.append((seat, one))
    return made


_WORDS = {"waits": "the game waits for you", "grace": "your days are over", "late": "you are late",
          "muster": "a muster, say ready",
          "undated": "the game waits for you"}  # fmt: skip
