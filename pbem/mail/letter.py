"""A message as it came, read into what a desk needs: who wrote it, to which game, and the text that may hold orders.

``text/plain`` is read first; HTML only if there is none; an attached order file goes before both, if it has a header.
Whatever is odd about a message is a note, never an exception: mails are written by strangers.  `letter_of` reads a
message in a process of its own (sandbox.py), which a hostile one may break without harm.
"""

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from .auto_reply_filter import automatic
from .bounce import bounced
from .htmltext import text_of_html
from .mailboxes import decoded, fields, on_one_line, recipients, sender
from .sandbox import Stopped, run_in_sandbox
from .size_limits import MOST_DEPTH, MOST_FIELD, MOST_PARTS, MOST_TEXT, bounded, bounded_text

if TYPE_CHECKING:
    from email.message import Message

    from pbem.core.data.json_types import Json


_ID = re.compile(r"<[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@\[\]:;,\"()-]{1,240}>")
_TOKEN = re.compile(r"\[pbem\s+([a-z0-9._-]{1,64})(?:\s+[a-z]*([0-9]{1,9}))?\]", re.IGNORECASE)
_PLUS = re.compile(r"[^+@]{1,64}\+([a-z0-9._-]{1,64})@")
_HEADER_LINE = re.compile(r"(?im)^[> \t]*game[ \t:=]+([a-z0-9._-]+)[ \t]*\r?$")
_TO = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_READ = (
    "sender",
    "name",
    "message_id",
    "answers_to",
    "subject",
    "games",
    "text",
    "beside",
    "source",
    "automatic",
    "notes",
    "results",
    "bounce",
    "named",
    "date",
)


class Letter:
    """One message.

    sender      the one address in From, as mailboxes.py compares them; "" if there is none or several
    name        what stands beside the address, decoded, or ""
    date        its Date in UTC, or as it stands there if that cannot be read; "" without one
    message_id  with its angle brackets, or ""
    answers_to  Message-IDs in In-Reply-To and References, the nearest first
    subject     decoded, without control characters
    games       names of games that recipients and subject mention, in order
    text        what was read; `source` says from where, "" if nothing could be
    beside      the mail's own text, if an attached file was read
    automatic   why it must not be answered, or ""
    notes       sentences about what was left out
    results     the values of its Authentication-Results, the topmost first; one that is too long is cut
    bounce      what came back of ours (bounce.py), or None
    named       the game that a header line of its text names, or ""
    digest      SHA-256 of the whole message, in hex
    sameness    SHA-256 of sender, date and text: equal for a message that was delivered twice, also where a server on
                one of its ways has changed its Message-ID; which counts for a message without a date, and all of it for
                one without either, or without text
    stopped     why it could not be read at all, or ""
    """

    __slots__ = (*_READ, "digest", "sameness", "stopped")

    sender: str
    name: str
    message_id: str
    answers_to: list[str]
    subject: str
    games: list[str]
    text: str
    source: str
    beside: str
    automatic: str
    notes: list[str]
    results: list[str]
    bounce: "Json | None"
    named: str
    date: str

    def __init__(self, data: bytes, read: "Json", stopped: str = "") -> None:
        for name in _READ:
            setattr(self, name, read[name])
        self.stopped = stopped
        self.digest = sha256(data).hexdigest()
        words = " ".join(f"{self.text} {self.beside}".split())
        held = f"{self.sender}\n{self.date or self.message_id or self.digest}\n{words or self.digest}"
        self.sameness = sha256(held.encode("utf-8", "replace")).hexdigest()


def letter_of(data: bytes) -> Letter:
    """The Letter of a message (bytes), read apart; of one that breaks its reader the header alone, or nothing."""
    try:
        return Letter(data, run_in_sandbox(lambda: read_letter(data)))
    except Stopped as stopped:
        head = re.split(rb"\r?\n\r?\n", data[:MOST_TEXT], maxsplit=1)[0]
        return Letter(data, _of_header(head), stopped.why)


def _of_header(head: bytes) -> "Json":
    kept = rb"(?im)^(?:from|to|cc|subject|message-id|delivered-to|auto-submitted|return-path):[ -~]{0,500}$"
    plain = b"\n".join(re.findall(kept, head)[:20])
    try:
        read: Json = run_in_sandbox(lambda: read_letter(plain))
        return read
    except Stopped:
        return read_letter(b"")


def read_letter(data: bytes) -> "Json":
    """What a Letter has, as JSON, of a message of any size; it may take long, or raise (use `letter_of`)."""
    from email import message_from_bytes

    data, notes = bounded(data)
    message = message_from_bytes(data)
    header = _headers(message)
    name, address = sender(fields(message, "From"))
    ids = _ID.findall(header("In-Reply-To")) + _ID.findall(header("References"))[::-1]
    subject = header("Subject")[:200]
    text, source, beside = _Body(notes).read(message)
    return {
        "sender": address,
        "name": name,
        "message_id": next(iter(_ID.findall(header("Message-ID"))), ""),
        "answers_to": list(dict.fromkeys(ids)),
        "subject": subject,
        "games": _games(message, subject),
        "text": text,
        "beside": beside,
        "source": source,
        "automatic": automatic(message, address, subject),
        "notes": list(dict.fromkeys(notes)),
        "bounce": bounced(message, address, subject),
        "date": _date(header("Date")),
        "named": _named(text),
        "results": [on_one_line(value) for value in fields(message, "Authentication-Results")],
    }


class _Body:
    """The choice of a text among the parts of a message; what is left out is noted."""

    def __init__(self, notes: list[str]) -> None:
        self.notes = notes

    def read(self, message: "Message") -> tuple[str, str, str]:
        """``(text, source, the mail's own text if that is another)``."""
        plain, pages, files = [], [], []
        for part in self._parts(message):
            kind, name = part.get_content_type(), part.get_filename()
            if name is not None or part.get_content_disposition() == "attachment":
                if kind in ("text/plain", "application/json", "application/octet-stream"):
                    files.append(part)
            elif kind == "text/plain":
                plain.append(part)
            elif kind == "text/html":
                pages.append(part)
        texts = [text for part in files if _HEADER_LINE.search(text := self._text(part)) or _is_orders(text)]
        if len(texts) > 1:
            self.notes.append("Several order files are attached; only the first was read.")
        body, source = "\n".join(map(self._text, plain)), "text/plain"
        if not body.strip() and pages:
            body, source = self._page("\n".join(map(self._text, pages))), "text/html"
        if texts:
            return texts[0], "an attached file", body
        return (body, source, "") if body.strip() else ("", "", "")

    def _page(self, markup: str) -> str:
        text, notes = text_of_html(markup)
        self.notes += notes
        return text

    def _parts(self, message: "Message") -> Iterator["Message"]:
        """The leaves of a message in order, without looking into messages that are forwarded."""
        stack: list[tuple[Any, int]] = [(message, 0)]
        count = 0
        while stack:
            part, depth = stack.pop()
            count += 1
            if count > MOST_PARTS or depth > MOST_DEPTH:
                self.notes.append(f"More than {MOST_PARTS} parts, or {MOST_DEPTH} inside each other, are not read.")
                return
            _cut_fields(part)
            if part.get_content_maintype() == "message":
                self.notes.append("A forwarded message is not read.")
            elif isinstance(inside := part.get_payload(), list):
                stack += [(inner, depth + 1) for inner in reversed(inside)]
            else:
                yield part

    def _text(self, part: "Message") -> str:
        """A part as text, whatever it says of itself; no more of it than an order file may have."""
        data: Any = part.get_payload(decode=True) or b""
        if len(data) > 2 * MOST_TEXT:
            self.notes.append(f"Of a part of {len(data)} bytes only the beginning was read.")
            data = data[: 2 * MOST_TEXT]
        text = _decoded(data, part.get_content_charset())
        if part.get_content_type() != "text/html":
            text, notes = bounded_text(text)
            self.notes += notes
        if str(part.get_param("format", "") or "").lower() == "flowed":
            text = unflowed(text, str(part.get_param("delsp", "") or "").lower() == "yes")
        return text


def _cut_fields(part: "Message") -> None:
    """Take the value from every field of a part that is longer than any honest one."""
    for name, value in part.items():
        if len(str(value)) > MOST_FIELD or re.search(r"\*\d{4,}", str(value)):
            part.replace_header(name, str(value).partition(";")[0][:100])


def unflowed(text: str, drops_space: bool = False) -> str:
    """Text in format=flowed (RFC 3676) with its lines whole again."""
    lines, goes_on = [], None
    for raw in text.replace("\r\n", "\n").split("\n"):
        body = raw.lstrip(">")
        depth = len(raw) - len(body)
        body = body[1:] if body.startswith(" ") else body
        flows = body.endswith(" ") and body != "-- "
        kept = body[:-1] if flows and drops_space else body
        if goes_on == depth and body != "-- ":
            lines[-1] += kept
        else:
            lines.append((">" * depth + " " if depth else "") + kept)
        goes_on = depth if flows else None
    return "\n".join(lines)


def _headers(message: "Message") -> Callable[[str], str]:
    """A function that gives a header, decoded and on one line, or ""."""
    return lambda name: decoded(next(iter(fields(message, name)), ""))


def _date(value: str) -> str:
    """A Date as ``2026-11-21T08:00:00+00:00``: each server may write one and the same in its own way."""
    from datetime import timezone
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(value).astimezone(timezone.utc).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return value[:100]


def _games(message: "Message", subject: str) -> list[str]:
    to = [one for name in _TO for value in fields(message, name) for one in recipients(value)]
    found = [match[1] for one in to if (match := _PLUS.match(one))]
    found += [match[1] for match in _TOKEN.finditer(subject)]
    return list(dict.fromkeys(name.lower() for name in found))[:20]


def _named(text: str) -> str:
    """The game of a header line, quoted or not; of a signed document nothing, for it lies inside."""
    found = _HEADER_LINE.search(text)
    return found[1].lower() if found else ""


def _is_orders(text: str) -> bool:
    from pbem.core.record.documents import is_packed

    return is_packed(text) or (text.lstrip().startswith("{") and '"orders/1"' in text)


def _decoded(data: bytes, charset: str | None) -> str:
    for mark, code in _MARKS:
        if data.startswith(mark):
            return data.decode(code, "replace")
    for name in (charset, "utf-8", "windows-1252"):
        try:
            return data.decode(name) if name else data.decode()
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return data.decode("latin-1")
