"""What of a message is looked at: sizes are cut before anything is parsed, for parsers are quadratic in places.

What is cut off is told in a note; nothing of it is lost, for the message is kept as it came.
"""

import re

from pbem.core.data.tables import Sentences

_say = Sentences(__name__)

MOST_READ = 2**20  # bytes of a message that are parsed; pictures that follow the text are not needed
MOST_FIELDS = 200  # header fields
MOST_FIELD = 4096  # bytes of one header field
MOST_PARTS = 50
MOST_DEPTH = 10
MOST_TEXT = 2**18  # characters of a text
MOST_LINE = 8000  # characters of a line
MOST_LINES = 2100  # of a text: some more than an order file may have, so that a longer one is refused, not cut
MOST_OF_ALL = 4000  # lines of all texts of a message: each is read line by line

_MULTIPART = re.compile(rb"(?im)^content-type:[ \t]*(?:\r?\n[ \t]+)?multipart/")
_FIELD = re.compile(rb"[^\s:]{1,100}:")


def bounded(data: bytes) -> tuple[bytes, list[str]]:
    """``(bytes to parse, notes)`` of a message: its beginning, with as many header fields as people's mails have."""
    notes = []
    if len(data) > MOST_READ:
        notes.append(_say("bytes", size=len(data), most=MOST_READ))
        data = data[:MOST_READ]
    head, gap, body = _divided(data)
    head, cut = _short(head)
    if cut:
        notes.append(header_note())
    if len(_MULTIPART.findall(head + body)) > MOST_DEPTH:
        notes.append(_say("parts"))
        head, body = _MULTIPART.sub(b"Content-Type: text/x-", head), b""
    return head + gap + body, notes


def header_note() -> str:
    """The note on a header of which not all was read: of such a message nothing else is missing."""
    return _say("header")


def _divided(data: bytes) -> tuple[bytes, bytes, bytes]:
    """``(header, empty line, body)``."""
    found = re.search(rb"\r?\n\r?\n", data)
    return (data[: found.start()], found[0], data[found.end() :]) if found else (data, b"", b"")


def _short(head: bytes) -> tuple[bytes, bool]:
    """The header with its fields cut, and whether anything was."""
    fields: list[list[bytes]] = []
    for line in head.split(b"\n"):
        if fields and line[:1] in (b" ", b"\t"):
            fields[-1].append(line)
        else:
            fields.append([line])
    kept = [field for rows in fields[:MOST_FIELDS] if len(field := b"\n".join(rows)) <= MOST_FIELD]
    cut = [b"\n".join(rows) for rows in fields if len(b"\n".join(rows)) > MOST_FIELD]
    named = [field for field in (_begun(one) for one in cut[:MOST_FIELDS]) if field]
    return b"\n".join(kept + named), len(fields) > MOST_FIELDS or bool(cut)


def _begun(field: bytes) -> bytes:
    """A field that is too long, without its value: it is there, and nobody can read it."""
    name = _FIELD.match(field)
    return name[0] + b" " if name else b""


def bounded_text(text: str, most: int = MOST_LINES) -> tuple[str, list[str]]:
    """``(text, notes)``: no more lines, and none longer, than an order file may have; and no more than `most`."""
    most = min(most, MOST_LINES)
    notes = []
    if len(text) > MOST_TEXT:
        notes.append(_say("characters", size=len(text), most=MOST_TEXT))
        text = text[:MOST_TEXT]
    lines = re.split(r"\r\n|\r|\n", text)
    if len(lines) > most:
        notes.append(_say("lines", size=len(lines), most=most))
    if any(len(line) > MOST_LINE for line in lines):
        notes.append(_say("line", most=MOST_LINE))
    return "\n".join(line[:MOST_LINE] for line in lines[:most]), notes
