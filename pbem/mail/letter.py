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
from .parts import HEADER_LINE, Parts
from .sandbox import Stopped, run_in_sandbox
from .size_limits import MOST_TEXT, bounded

if TYPE_CHECKING:
    from email.message import Message

    from pbem.core.data.json_types import Json


_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]{1,253}")
_ID = re.compile(r"<[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@\[\]:;,\"()-]{1,240}>")
_TOKEN = re.compile(r"\[pbem\s+([a-z0-9._-]{1,64})(?:\s+[a-z]*([0-9]{1,9}))?\]", re.IGNORECASE)
_PLUS = re.compile(r"(?<![^\s<,;:\"'(])[^+@\s<>,;]{1,64}\+([a-z0-9._-]{1,64})@", re.IGNORECASE)
_TO = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")
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
    "made",
    "page",
    "files",
    "parts",
    "automatic",
    "notes",
    "results",
    "bounce",
    "named",
)


class Letter:
    """One message.

    sender      the one address in From, in lower case; "" if there is none or several
    name        what stands beside the address, or ""
    message_id  with its angle brackets, or ""
    answers_to  Message-IDs in In-Reply-To and References, the nearest first
    subject     decoded, without control characters
    games       names of games that recipients and subject mention, in order
    text        what was read; `source` says from where, "" if nothing could be
    beside      the mail's own text, if an attached file was read
    made        whether that is an attached order file
    page        the HTML beside a text, as text
    files       [[name, text]] of other attached texts
    parts       what became of each part (parts.py)
    automatic   why it must not be answered, or ""
    notes       sentences about what was left out
    results     the values of its Authentication-Results, the topmost first; one that is too long is cut
    bounce      what came back of ours (bounce.py), or None
    named       the game that a header line of its text names, or ""
    digest      SHA-256 of the whole message, in hex
    sameness    SHA-256 of Message-ID, sender and text: equal for a message that was delivered twice
                (of a message without text all of it counts)
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
    made: bool
    page: str
    files: list[list[str]]
    parts: "list[Json]"
    automatic: str
    notes: list[str]
    results: list[str]
    bounce: "Json | None"
    named: str

    def __init__(self, data: bytes, read: "Json", stopped: str = "") -> None:
        for name in _READ:
            setattr(self, name, read[name])
        self.stopped = stopped
        self.digest = sha256(data).hexdigest()
        words = "\n".join([self.text, *(text for _, text in self.files)])
        held = f"{self.message_id}\n{self.sender}\n{words or self.digest}"
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
    sender = _sender(message, header)
    ids = _ID.findall(header("In-Reply-To")) + _ID.findall(header("References"))[::-1]
    subject = header("Subject")[:200]
    parts = Parts(message, notes)
    return {
        "sender": sender,
        "name": _name(header) if sender else "",
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
        "parts": parts.rows,
        "automatic": automatic(message, sender),
        "notes": list(dict.fromkeys(notes)),
        "bounce": bounced(message, data),
        "named": _named(parts.text),
        "results": [_on_one_line(value) for value in message.get_all("Authentication-Results", [])],
    }


def _headers(message: "Message") -> Callable[[str], str]:
    """A function that gives a header, decoded and on one line, or ""."""

    def header(name: str) -> str:
        from email.errors import MessageError
        from email.header import decode_header, make_header

        value = message.get(name)
        if value is None:
            return ""
        try:
            value = str(make_header(decode_header(str(value))))
        except (ValueError, LookupError, MessageError):
            value = str(value)
        return _on_one_line(value)

    return header


def _on_one_line(value: str) -> str:
    value = str(value).encode("utf-8", "replace").decode()
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())


def _sender(message: "Message", header: Callable[[str], str]) -> str:
    """The address in From, if exactly one stands there: what looks like several is nobody's."""
    from email.utils import parseaddr

    if len(message.get_all("From", [])) != 1:
        return ""
    value = header("From")
    if len(value) > 1000 or value.count("(") > 5:
        return ""
    found = {address.lower() for address in _ADDRESS.findall(value)}
    address = parseaddr(value)[1].lower()
    return address if found == {address} else ""


def _name(header: Callable[[str], str]) -> str:
    from email.utils import parseaddr

    return parseaddr(header("From"))[0][:100]


def _games(message: "Message", subject: str) -> list[str]:
    found = [match[1] for name in _TO for value in message.get_all(name, []) for match in _PLUS.finditer(str(value))]
    found += [match[1] for match in _TOKEN.finditer(subject)]
    return list(dict.fromkeys(name.lower() for name in found))[:20]


def _named(text: str) -> str:
    """The game of a header line, quoted or not; of a signed document nothing, for it lies inside."""
    found = HEADER_LINE.search(text)
    return found[1].lower() if found else ""
