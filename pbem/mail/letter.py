"""A message as it came, read into what a desk needs: who wrote it, to which game, and the text that may hold orders.

``text/plain`` is read first; HTML only if there is none; an attached order file goes before both (parts.py).
Whatever is odd about a message is a note, never an exception: mails are written by strangers.  `letter_of` reads a
message in a process of its own (sandbox.py), which a hostile one may break without harm.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from .auto_reply_filter import automatic
from .bounce import bounced
from .mailboxes import decoded, fields, on_one_line, recipients, sender
from .parts import HEADER_LINE, Parts
from .sandbox import Stopped, run_in_sandbox
from .size_limits import MOST_TEXT, bounded

if TYPE_CHECKING:
    from email.message import Message

    from pbem.core.data.json_types import Json


_ID = re.compile(r"<[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@\[\]:;,\"()-]{1,240}>")
_TOKEN = re.compile(r"\[pbem\s+([a-z0-9._-]{1,64})(?:\s+[a-z]*([0-9]{1,9}))?\]", re.IGNORECASE)
_PLUS = re.compile(r"[^+@]{1,64}\+([a-z0-9._-]{1,64})@")
_TO = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")


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
    made        whether that is an attached order file
    page        the HTML beside a text, as text
    files       [[name, text]] of other attached texts
    struck      pieces of words that its HTML strikes out or hides, or may
    parts       what became of each part (parts.py)
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

    sender: str
    name: str
    message_id: str
    subject: str
    text: str
    source: str
    beside: str
    page: str
    automatic: str
    named: str
    date: str
    made: bool
    answers_to: list[str]
    games: list[str]
    notes: list[str]
    results: list[str]
    struck: list[str]
    files: list[list[str]]
    parts: "list[Json]"
    bounce: "Json | None"

    def __init__(self, data: bytes, read: "Json", stopped: str = "") -> None:
        self.__dict__.update(read)
        self.stopped = stopped
        self.digest = sha256(data).hexdigest()
        words = " ".join(f"{self.text} {self.beside} {' '.join(text for _, text in self.files)}".split())
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
    parts = Parts(message, notes)
    return {
        "sender": address,
        "name": name,
        "message_id": next(iter(_ID.findall(header("Message-ID"))), ""),
        "answers_to": list(dict.fromkeys(ids)),
        "subject": subject,
        "games": _games(message, subject),
        "text": parts.text,
        "beside": parts.beside,
        "source": parts.source,
        "made": parts.made,
        "page": parts.page,
        "files": parts.files,
        "struck": parts.struck,
        "parts": parts.rows,
        "automatic": automatic(message, address, subject),
        "notes": list(dict.fromkeys(notes)),
        "bounce": bounced(message, address, subject),
        "date": _date(header("Date")),
        "named": _named(parts.text),
        "results": [on_one_line(value) for value in fields(message, "Authentication-Results")],
    }


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
    found = HEADER_LINE.search(text)
    return found[1].lower() if found else ""
