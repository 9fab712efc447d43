"""Messages that go out: reports, receipts, reminders; with ids that follow from the game alone.

A report's Message-ID is made of the game, the entry, the seat and the head, so that a report that is sent twice is one
message to a mail program, and an answer to it tells what it answers.  No clock is read: a message has a Date only if
the time was given; otherwise whoever sends it stamps it (RFC 6409).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.core.data.text import visible
from pbem.core.record.deadlines import holder_since, why_taken
from pbem.core.record.now import due_told, waited_seats
from pbem.core.seat.order_form import WIDTH

from .auto_reply_filter import LOOP
from .delivery_prefs import kind_of
from .first_mail import first_words
from .letterbox import Letterbox
from .message_ids import report_id
from .model import ten_rows
from .pending import stands_told

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from pbem.core.play.gamefile import GameFile
    from pbem.report.shapes import Report


NOTHING = -1  # the entry on which somebody has had a report who has had none
_say = Sentences(__name__)
_ILLEGAL = re.compile(r"[\x00-\x1f\x7f]+")


def host_of(address: str) -> str:
    return address.partition("@")[2]


PageOf = Callable[["Report", str], tuple[str, str]]
"""(report, seat that is asked something) → (page that is attached, body as HTML)."""


def message(
    box: Letterbox,
    game: str,
    to: Sequence[str],
    subject: str,
    text: str,
    message_id: str,
    thread: Sequence[str] = (),
    now: "datetime | None" = None,
    answers: bool = False,
) -> "EmailMessage":
    """An EmailMessage from the desk of a game.

    thread    Message-IDs of what came before, the oldest first
    now       the time as an aware datetime, or None
    answers   True for an answer to a mail, False for what the desk sends of its own accord

    Whatever a text quotes of a stranger's, nothing of it controls a reader's screen: this is the door for all mails.
    """
    from email.message import EmailMessage
    from email.policy import SMTP

    made = EmailMessage(policy=SMTP)
    made["From"] = box.own_address(game)
    made["To"] = ", ".join(to)
    made["Subject"] = visible(_ILLEGAL.sub(" ", subject))[:200]
    if now is not None:
        from email.utils import format_datetime

        made["Date"] = format_datetime(now)
    made["Message-ID"] = message_id
    if thread:
        made["In-Reply-To"] = thread[-1]
        made["References"] = " ".join(thread[-20:])
    made["Auto-Submitted"] = "auto-replied" if answers else "auto-generated"
    made["X-Loop"] = f"{LOOP} {game}"
    made.set_content(f"{visible(text)}{_footer(box, game)}", cte="quoted-printable")
    return made


def _footer(box: Letterbox, game: str) -> str:
    """Below every mail: whom to ask where no program can help."""
    return f"\n-- \n{_say('footer', game=game, address=box.referee)}\n" if box.referee else ""


def report_message(
    box: Letterbox,
    file: "GameFile",
    entry: int,
    seat: str | None,
    now: "datetime | None" = None,
    page_of: PageOf | None = None,
    since: int | None = None,
) -> "EmailMessage | None":
    """The report on an entry to one seat, with its form below if it is asked; None if the seat has no address.

    The lines that tell it go with it, so that whoever keeps the mails has the game (`pbem take`).

    seat      None for the watchers
    page_of   (report, seat) → ``(page, body)`` for a seat that is asked something: a page that is attached, and the
              text of the mail as HTML, with answers as links; None: text alone.  Nobody else needs a page; watchers,
              who cannot write for more, get the whole report as text
    since     the entry on which the seat has had a report; NOTHING if none: then the whole game goes with it.
              None for a report on this entry alone, which is made again
    """
    from pbem.report.build import build

    to = box.watchers if seat is None else box.seats.get(seat, ())
    if not to:
        return None
    length, style = kind_of(box.kinds.get(seat or "", {}), page_of is not None and seat is not None)
    told_from = entry - 1 if since is None or since == NOTHING else since
    report = build(file, max(0, told_from), entry, seat)
    asked = seat is not None and entry == file.n and seat in waited_seats(file)
    page, body = page_of(report, seat) if page_of and seat and asked and style == "html" else ("", "")
    text = _mailed(
        _rendered(file, seat if asked else None, report, length, bool(page)),
        length,
        _welcome(file, seat, entry, since),
        due_told(file, seat, file.answered) if seat and asked and length != "short" else "",
        first_words(file, seat) if seat is not None and since == NOTHING else "",
    )
    who, host = seat or "watcher", host_of(box.address)
    subject, own_id = _subject(file, entry, report, asked), report_id(file, entry, who, host)
    made = message(box, file.name, to, subject, text, own_id, _thread(file, entry, who, host), now)
    if body:
        made.add_alternative(body, subtype="html", cte="quoted-printable")
    if page:
        made.add_attachment(page, subtype="html", filename=page_name(file, entry), cte=_encoding(page))
    for name, data in _record_of(file, entry, since):
        made.add_attachment(data, "application", "octet-stream", "quoted-printable", filename=name)
    for part in reversed([part for part in made.walk() if part.is_multipart()]):  # the inner ones first
        part.set_boundary(sha256(b"".join(inner.as_bytes() for inner in part.iter_parts())).hexdigest()[:48])
    return made


def _encoding(page: str) -> str:
    """How a page travels: as it is, where mail carries its lines so (RFC 5322)."""
    as_it_is = page.isascii() and max(map(len, page.splitlines())) <= 998
    return "7bit" if as_it_is else "quoted-printable"


def _rendered(file: "GameFile", whom: str | None, report: "Report", length: str, has_page: bool) -> str:
    """A report as the text of a mail, of the length that its seat wishes, with the sheet of `whom` who is asked."""
    from pbem.core.seat import short_forms
    from pbem.report import short, speak, text
    from pbem.report.build import build
    from pbem.report.sheet import sheet

    turn = short_forms.brief_form(file, whom, stands_told(file, whom, width=WIDTH)) if whom else ""
    if length == "short":
        return short.render(report, turn, has_page, due_told(file, whom) if whom else "")
    if length == "speech":
        spoken = build(file, report["since"], report["entry"], report["seat"], with_places=True)
        return speak.render(sheet(spoken, short_forms.spoken_form(file, whom) if whom else ""))
    return text.render(sheet(report, turn))


def _record_of(file: "GameFile", entry: int, since: int | None) -> Iterator[tuple[str, bytes]]:
    """``(name, bytes)`` of the parts of the record that go with a report: its lines, or the whole game up to it."""
    if since == NOTHING:
        yield f"{file.name}.json", b"".join(line.raw + b"\n" for line in file.lines[: entry + 1])
        return
    numbers = lines_with(file, entry) if since is None else range(since + 1, entry + 1)
    for number in numbers:
        yield f"{file.name}-{number}.line", file.lines[number].raw + b"\n"


def _welcome(file: "GameFile", seat: str | None, entry: int, since: int | None) -> str:
    """What the first mail to somebody says: who has taken which seat, and what the attached game is.  Whoever had the
    game before the line in which the seat is taken hears of that with the report on the line."""
    said = _say("whole", game=file.name, entry=entry) if since == NOTHING else ""
    number = holder_since(file, seat) if seat else 0
    if not seat or since is None or not max(since, 0) < number <= entry:
        return said
    why = why_taken(file, number, seat).rstrip(".")
    return f"{_say('welcome', seat=seat, game=file.name, why=why)} {said}".rstrip()


def page_name(file: "GameFile", entry: int) -> str:
    """The name of the page that travels with the report on an entry."""
    return f"{file.name}-{entry}.html"


def lines_with(file: "GameFile", entry: int) -> range:
    """The numbers of the lines that travel with the report on an entry: its own, after the notes that stand just
    before it, on which perhaps nothing was reported.  Line 0, the charter, is the game file as it began."""
    first = entry
    while first > 1 and file.entry(first - 1)["kind"] == "note":
        first -= 1
    return range(first, entry + 1)


def _subject(file: "GameFile", entry: int, report: "Report", asked: bool) -> str:
    what = _say("over" if report["over"] else "orders-please" if asked else "news", moment=report["moment"])
    name = "rerun" if entry and file.entry(entry).get("what") == "redo" else "subject"
    return _say(name, game=file.name, entry=entry, what=what).replace(" · ", ", ")


def _mailed(text: str, length: str, welcome: str, due: str, greeting: str) -> str:
    """A report as the body of a mail; what an answer needs is said at the top, once: how, and until when; in the first
    mail, with a `greeting`, by what rules."""
    from textwrap import fill

    how = _say("begins-short" if length == "short" else "begins")
    model = [greeting, "\n".join(ten_rows())] if greeting else []
    return "\n\n".join([how, *(fill(told, 72) for told in (welcome, due) if told), *model, text])


def _thread(file: "GameFile", entry: int, seat: str, host: str) -> list[str]:
    """The ids of the reports to this seat before this one: the first, and the latest that led to it."""
    before = [0, *range(max(1, entry - 8), entry)] if entry else []
    return [report_id(file, number, seat, host) for number in dict.fromkeys(before)]


def outgoing(
    box: Letterbox, file: "GameFile", entry: int, now: "datetime | None" = None, page_of: PageOf | None = None
) -> "list[EmailMessage]":
    """The messages of a step, made again: one to each seat that has an address, then the watchers', in the order of
    the charter."""
    seats = [*file.charter["seats"], None]
    made = [(seat, report_message(box, file, entry, seat, now, page_of)) for seat in seats]
    return _kept(box, made)


def news(
    box: Letterbox, file: "GameFile", now: "datetime | None" = None, page_of: PageOf | None = None
) -> "tuple[list[str | None], list[EmailMessage]]":
    """``([seat, or None for the watchers], [message])``: what each of them has not had yet, up to the last entry."""
    had = box.reported(file)
    seats = [seat for seat in (*file.charter["seats"], None) if had.get(seat, NOTHING) < file.n]
    made = [(seat, report_message(box, file, file.n, seat, now, page_of, had.get(seat, NOTHING))) for seat in seats]
    return [seat for seat, one in made if one is not None], _kept(box, made)


def _kept(box: Letterbox, made: "Sequence[tuple[str | None, EmailMessage | None]]") -> "list[EmailMessage]":
    """The messages among ``[(seat, message or None)]``; their texts are kept, to be known when they come back."""
    for seat, one in made:
        if seat is not None and one is not None:
            box.keep_sent(seat, one)
    return [one for _, one in made if one is not None]
