"""A message as it came, read into what a desk needs: who wrote it, to which game, and the text that may hold orders.

``text/plain`` is read first; HTML only if there is none; an attached order file goes before both, if it has a header.
Whatever is odd about a message is a note, never an exception: mails are written by strangers.
"""

import re
from hashlib import sha256

from .guard import automatic
from .htmltext import text_of_html

MOST_BYTES = 64 * 2**20
MOST_TEXT = 2**20
MOST_PARTS = 200
MOST_DEPTH = 20

_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]{1,253}")
_ID = re.compile(r"<[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@\[\]:;,\"()-]{1,240}>")
_TOKEN = re.compile(r"\[pbem\s+([a-z0-9._-]{1,64})(?:\s+[a-z]*([0-9]{1,9}))?\]", re.IGNORECASE)
_PLUS = re.compile(r"[^+@\s]+\+([a-z0-9._-]{1,64})@", re.IGNORECASE)
_HEADER_LINE = re.compile(r"(?im)^[> \t]*game[ \t:=]+[a-z0-9._-]+[ \t]*\r?$")
_TO = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")


class Letter:
    """One message.

    sender      the one address in From, in lower case; "" if there is none or several
    message_id  with its angle brackets, or ""
    answers_to  Message-IDs in In-Reply-To and References, the nearest first
    subject     decoded, without control characters
    games       names of games that recipients and subject mention, in order
    text        what was read; `source` says from where, "" if nothing could be
    automatic   why it must not be answered, or ""
    notes       sentences about what was left out
    digest      SHA-256 of the whole message, in hex
    sameness    SHA-256 of Message-ID and text: equal for a message that was delivered twice
    """

    __slots__ = ("sender", "message_id", "answers_to", "subject", "games", "text", "source", "automatic", "notes")
    __slots__ += ("digest", "sameness", "header")

    def __init__(self, data, own=""):
        from email import message_from_bytes

        self.digest = sha256(data).hexdigest()
        self.text, self.source, self.notes = "", "", []
        try:
            message = message_from_bytes(data)
        except (RecursionError, ValueError, LookupError):
            message = message_from_bytes(data.partition(b"\n\n")[0].replace(b"multipart/", b"text/"))
            self.notes.append("The parts of the message could not be told apart.")
        self.header = _headers(message)
        self.sender = _sender(self.header)
        self.message_id = next(iter(_ID.findall(self.header("Message-ID"))), "")
        self.answers_to = _ID.findall(self.header("In-Reply-To")) + _ID.findall(self.header("References"))[::-1]
        self.subject = self.header("Subject")[:200]
        self.games = _games(message, self.header, self.subject)
        self.automatic = automatic(message, self.sender, own)
        if not self.notes:
            self._read(message)
        held = f"{self.message_id}\n{self.sender}\n{self.text}"
        self.sameness = sha256(held.encode("utf-8", "replace")).hexdigest()

    def _read(self, message):
        """Choose the text among the parts."""
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
        body = "\n".join(map(self._text, plain))
        if texts:
            self.text, self.source = texts[0], "an attached file"
        elif body.strip():
            self.text, self.source = body, "text/plain"
        elif pages:
            self.text, self.source = text_of_html("\n".join(map(self._text, pages))), "text/html"

    def _parts(self, message):
        """The leaves of a message in order, without looking into messages that are forwarded."""
        stack, count = [(message, 0)], 0
        while stack:
            part, depth = stack.pop()
            count += 1
            if count > MOST_PARTS or depth > MOST_DEPTH:
                self.notes.append(f"More than {MOST_PARTS} parts, or {MOST_DEPTH} inside each other, are not read.")
                return
            if part.get_content_maintype() == "message":
                self.notes.append("A forwarded message is not read.")
            elif isinstance(part.get_payload(), list):
                stack += [(inner, depth + 1) for inner in reversed(part.get_payload())]
            else:
                yield part

    def _text(self, part):
        """A part as text, whatever it says of itself; nothing of one that is too large."""
        data = part.get_payload(decode=True) or b""
        if len(data) > MOST_TEXT:
            self.notes.append(f"A part of {len(data)} bytes is not read; at most {MOST_TEXT} are.")
            return ""
        text = _decoded(data, part.get_content_charset())
        if str(part.get_param("format", "") or "").lower() == "flowed":
            text = unflowed(text, str(part.get_param("delsp", "") or "").lower() == "yes")
        return text


def unflowed(text, drops_space=False):
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


def _headers(message):
    """A function that gives a header, decoded and on one line, or ""."""

    def header(name):
        from email.errors import MessageError
        from email.header import decode_header, make_header

        value = message.get(name)
        if value is None:
            return ""
        try:
            value = str(make_header(decode_header(str(value))))
        except (ValueError, LookupError, MessageError):
            value = str(value)
        value = value.encode("utf-8", "replace").decode()
        return " ".join("".join(c if c.isprintable() else " " for c in value).split())

    return header


def _sender(header):
    """The address in From, if exactly one stands there: what looks like several is nobody's."""
    from email.utils import parseaddr

    value = header("From")
    found = {address.lower() for address in _ADDRESS.findall(value)}
    address = parseaddr(value)[1].lower()
    return address if found == {address} else ""


def _games(message, header, subject):
    found = [match[1] for name in _TO for value in message.get_all(name, []) for match in _PLUS.finditer(str(value))]
    found += [match[1] for match in _TOKEN.finditer(subject)]
    return list(dict.fromkeys(name.lower() for name in found))


def _is_orders(text):
    from pbem.core.record.documents import is_packed

    return is_packed(text) or (text.lstrip().startswith("{") and '"orders/1"' in text)


def _decoded(data, charset):
    for name in (charset, "utf-8", "windows-1252"):
        try:
            return data.decode(name) if name else data.decode()
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return data.decode("latin-1")
