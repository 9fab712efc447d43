"""Messages that go out: reports, receipts, reminders; with ids that follow from the game alone.

A report's Message-ID is made of the game, the entry, the seat and the head, so that a report that is sent twice is one
message to a mail program, and an answer to it tells what it answers.  No clock is read: a message has a Date only if
the time was given; otherwise whoever sends it stamps it (RFC 6409).
"""

import re
from hashlib import sha256

from pbem.core.data.text import translate

from .guard import LOOP

REPORT_BEGINS = "(Answer this mail to send orders"
_REPORT_ID = re.compile(r"<([a-z0-9._-]{1,64})/([0-9]{1,9})/([a-z0-9._-]{1,64})/([0-9a-f]{32})@[^>]+>").fullmatch
_ILLEGAL = re.compile(r"[\x00-\x1f\x7f]+")


def report_id(file, entry, seat, host):
    """The Message-ID of the report on an entry to a seat."""
    return f"<{file.name}/{entry}/{seat}/{head_after(file, entry)[:32]}@{host}>"


def report_of_id(message_id):
    """``(game, entry, seat, head)`` of a Message-ID that `report_id` made, or None."""
    match = _REPORT_ID(message_id)
    return (match[1], int(match[2]), match[3], match[4]) if match else None


def head_after(file, entry):
    """The head after an entry, in hex; 0 is the start."""
    return file.head_of(entry)


def host_of(address):
    return address.partition("@")[2]


def message(box, file, to, subject, text, message_id, thread=(), now=None, answers=False):
    """An EmailMessage from the desk of a game.

    thread    Message-IDs of what came before, the oldest first
    now       the time as an aware datetime, or None
    answers   True for an answer to a mail, False for what the desk sends of its own accord
    """
    from email.message import EmailMessage
    from email.policy import SMTP

    made = EmailMessage(policy=SMTP)
    made["From"] = box.own_address(file.name)
    made["To"] = ", ".join(to)
    made["Subject"] = _ILLEGAL.sub(" ", subject)[:200]
    if now is not None:
        from email.utils import format_datetime

        made["Date"] = format_datetime(now)
    made["Message-ID"] = message_id
    if thread:
        made["In-Reply-To"] = thread[-1]
        made["References"] = " ".join(thread[-20:])
    made["Auto-Submitted"] = "auto-replied" if answers else "auto-generated"
    made["X-Loop"] = f"{LOOP} {file.name}"
    made.set_content(f"{text}{_footer(box, file)}", cte="quoted-printable")
    return made


def _footer(box, file):
    """Below every mail: whom to ask where no program can help."""
    if not box.referee:
        return ""
    said = translate("The desk of {game}. For all that a program cannot answer, write to the\nreferee: {address}")
    return f"\n-- \n{said.format(game=file.name, address=box.referee)}\n"


def report_message(box, file, entry, seat, now=None, page_of=None):
    """The report on an entry to one seat, with its form below if it is asked; None if the seat has no address.

    The lines that tell the entry go with it, so that whoever keeps the mails has the game (`pbem take`).

    page_of   a function of a report and a form that gives ``(page, body)``: an HTML page that is attached, and the
              text of the mail as HTML, with answers as links; ``""`` for a mail that asks nothing
    """
    from pbem.core.orders.forms import form
    from pbem.report.build import build
    from pbem.report.text import render

    to = box.watchers if seat is None else box.seats.get(seat, ())
    if not to:
        return None
    report = build(file, until=entry, seat=seat)
    asked = seat is not None and entry == file.n and not file.is_over and _takes_part(file, seat)
    orders = form(file, seat) if asked else ""
    who = seat or "watcher"
    host = host_of(box.address)
    text = _mailed(render(report, orders), _due(file, seat) if asked else "")
    made = message(box, file, to, _subject(file, entry, report, asked), text,
                   report_id(file, entry, who, host), _thread(file, entry, who, host), now)  # fmt: skip
    page, body = page_of(report, orders) if page_of else ("", "")
    if body:
        made.add_alternative(body, subtype="html", cte="quoted-printable")
    if page:
        made.add_attachment(page, subtype="html", filename=page_name(file, entry))
    for number in lines_with(file, entry):
        made.add_attachment(file.lines[number].raw + b"\n", maintype="application", subtype="octet-stream",
                            filename=f"{file.name}-{number}.line")  # fmt: skip
    for part in reversed([part for part in made.walk() if part.is_multipart()]):  # the inner ones first
        part.set_boundary(sha256(b"".join(inner.as_bytes() for inner in part.iter_parts())).hexdigest()[:48])
    return made


def page_name(file, entry):
    """The name of the page that travels with the report on an entry."""
    return f"{file.name}-{entry}.html"


def lines_with(file, entry):
    """The numbers of the lines that travel with the report on an entry: its own, after the notes that stand just
    before it, on which perhaps nothing was reported.  Line 0, the charter, is the game file as it began."""
    first = entry
    while first > 1 and file.entry(first - 1)["kind"] == "note":
        first -= 1
    return range(first, entry + 1)


def _takes_part(file, seat):
    """True if the seat has something to send: a question, or a muster."""
    from pbem.core.play.play import asked_seats

    return seat in asked_seats(file) or file.state["muster"]


def _subject(file, entry, report, asked):
    what = "the game is over" if report["over"] else f"your orders, please: {report['moment']}" if asked else (
        report["moment"])  # fmt: skip
    again = "RERUN, " if entry and file.entry(entry).get("what") == "redo" else ""
    return f"[pbem {file.name} e{entry}] {again}{what}".replace(" · ", ", ")


def _due(file, seat):
    from pbem.desk.deadlines import due_told

    return due_told(file, seat)


def _mailed(text, due):
    """A report as the body of a mail; what an answer needs is said at the top, once: how, and until when."""
    from textwrap import fill

    told = f"{fill(due, 72)}\n\n" if due else ""
    return f"{REPORT_BEGINS}; or write one of these words on a line:\nstatus, form, report, help.)\n\n{told}{text}"


def _thread(file, entry, seat, host):
    """The ids of the reports to this seat before this one: the first, and the latest that led to it."""
    before = [0, *range(max(1, entry - 8), entry)] if entry else []
    return [report_id(file, number, seat, host) for number in dict.fromkeys(before)]


def outgoing(box, file, entry, now=None, page_of=None):
    """The messages of a step: one to each seat that has an address, then the watchers', in the order of the charter."""
    seats = [*file.charter["seats"], None]
    made = [(seat, report_message(box, file, entry, seat, now, page_of)) for seat in seats]
    for seat, one in made:
        if seat is not None and one is not None:
            box.keep_sent(seat, one)
    return [one for _, one in made if one is not None]
