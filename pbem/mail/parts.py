"""The parts of a message: which texts it holds, and of each part what became of it.

    read      its words were read
    empty     it holds no words of its sender: a picture in the text, a signature's key
    unread    it may hold words, and cannot be read here; `why` says what it is

So nobody is told that a mail holds nothing, if a part of it was not looked at.  A name makes no attachment, only the
disposition does, and not of the sole text.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pbem.core.data.tables import Sentences
from pbem.core.record.documents import is_packed

from .htmltext import Unreadable, hidden_note, marks, text_of_html
from .size_limits import MOST_DEPTH, MOST_FIELD, MOST_OF_ALL, MOST_PARTS, MOST_TEXT, bounded_text, header_note

if TYPE_CHECKING:
    from email.message import Message

    from pbem.core.data.json_types import Json

_say = Sentences(__name__)

READ, EMPTY, UNREAD = "read", "empty", "unread"
PLAIN, HTML = "text/plain", "text/html"

HEADER_LINE = re.compile(r"(?im)^[> \t]*game[ \t:=]+([a-z0-9._-]+)[ \t]*\r?$")
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_NO_WORDS = re.compile(
    r"application/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|keys)|ics|pgp-encrypted)|"
    r"text/(?:calendar|(?:x-)?vcard|directory|x-amp-html|css)"
)
_TEXT_NAME = re.compile(r".*\.(?:txt|text|ord|orders|md|json|pbem|asc)|[^.]*", re.IGNORECASE)
_CLEAR, _SIGNATURE = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"
_ARMOUR = "-----BEGIN PGP MESSAGE-----"
_SUPERSETS = {"gbk": "gb18030", "euc_kr": "cp949", "euc-kr": "cp949", "shift_jis": "cp932"}  # the table has these


class Parts:
    """The texts of a message and the verdict on each part.

    text    the words that are read first: those of an order file with a header, else the mail's own, else its HTML
    source  the part that they are from, "" if there are none
    beside  the mail's own words, if `made`
    made    whether `text` is that of an attached order file
    page    the HTML beside a text, as text: for a mail program whose plain text says that it has none
    files   [(name, text)] of other attached texts
    struck  pieces of words that the HTML strikes out or hides, or may
    rows    [{"name", "state", "why"}] of all parts in order
    """

    def __init__(self, message: "Message", notes: list[str]) -> None:
        self.notes, self.rows = notes, []  # type: list[str], list[Json]
        self.struck: list[str] = []
        self.room = MOST_OF_ALL
        self._own: list[tuple[str, str]] = []
        self._pages: list[str] = []
        self._files: list[tuple[str, str]] = []
        is_cut = any(one != header_note() for one in notes)
        for part in self._leaves(message):
            self._take(part)
        if is_cut:
            self.rows.append({"name": _say("message-rest"), "state": UNREAD, "why": _say("too-long")})
        own = [*(text for _, text in self._own), *self._pages]
        if not any(text.strip() for text in own) and len(self._files) == 1:
            self._own = [self._files.pop()]
        self._choose()

    def _choose(self) -> None:
        """Which words are read first, and which beside them."""
        own, page = "\n".join(text for _, text in self._own), "\n".join(self._pages)
        name = self._own[0][0] if len(self._own) == 1 else PLAIN
        body, source = (own, name) if own.strip() else (page, HTML)
        files = list(dict.fromkeys(self._files))
        made = sorted((one for one in files if is_order_file(one[1])), key=lambda one: not is_packed(one[1]))
        self.made = bool(made)
        if made:
            (self.source, self.text), self.beside, self.page = made[0], body, ""
            self.files = [one for one in files if one[1] != self.text]
        else:
            self.text, self.source = (body, source) if body.strip() else ("", "")
            self.beside, self.page, self.files = "", page if own.strip() else "", files

    # -- one part ------------------------------------------------------------------------------------------

    def _take(self, part: "Message") -> None:
        kind, name = part.get_content_type(), part.get_filename() or ""
        row: Json = {"name": _shown(name) or kind[:60], "state": READ, "why": ""}
        self.rows.append(row)
        why = _unreadable(part, kind, name)
        if why or _NO_WORDS.fullmatch(kind) or not _is_text(kind, name):
            row["state"], row["why"] = (UNREAD, why) if why else (EMPTY, "")
            return
        known = len(self.notes)
        try:
            text = self._words(part, kind)
        except Unreadable as error:
            row["state"], row["why"] = UNREAD, error.why
            return
        row["state"] = READ if text.strip() else EMPTY
        if any(one != hidden_note() for one in self.notes[known:]):
            row.update(state=UNREAD, why=_say("cut"))
        self._sort_in(part, kind, row["name"], text)

    def _sort_in(self, part: "Message", kind: str, name: str, text: str) -> None:
        """Among the mail's own words, its pages or its files."""
        is_attached = part.get_content_disposition() == "attachment" or not kind.startswith("text/")
        is_made = part.get_filename() is not None and is_order_file(text)
        if is_attached or is_made:
            self._files.append((name, text))
        elif kind == HTML:
            self._pages.append(text)
        else:
            self._own.append((name, text))

    def _words(self, part: "Message", kind: str) -> str:
        """A part as text, whatever it says of itself; no more of it than an order file may have."""
        data: Any = part.get_payload(decode=True) or b""
        if len(data) > 2 * MOST_TEXT:
            self.notes.append(_say("long", size=len(data)))
            data = data[: 2 * MOST_TEXT]
        text = decoded(data, part.get_content_charset())
        if kind == HTML:
            text, notes, struck = text_of_html(text)
            self.struck += struck
            self.notes += notes
        text, notes = bounded_text(text, self.room)
        self.room -= text.count("\n") + 1
        self.notes += notes
        if str(part.get_param("format", "") or "").lower() == "flowed":
            text = unflowed(text, str(part.get_param("delsp", "") or "").lower() == "yes")
        if _ARMOUR in text:
            raise Unreadable(_say("pgp"))
        return unarmoured(text)

    # -- all parts -----------------------------------------------------------------------------------------

    def _leaves(self, message: "Message") -> "Iterator[Message]":
        """The leaves of a message in order; a message that is forwarded, and what is encrypted, is one of them."""
        stack: list[tuple[Any, int]] = [(message, 0)]
        count = 0
        while stack:
            part, depth = stack.pop()
            count += 1
            if count > MOST_PARTS or depth > MOST_DEPTH:
                self.notes.append(_say("many", most=MOST_PARTS, depth=MOST_DEPTH))
                self.rows.append({"name": _say("rest"), "state": UNREAD, "why": _say("too-many")})
                return
            _cut_fields(part)
            is_whole = part.get_content_maintype() == "message" or part.get_content_type() == "multipart/encrypted"
            if not is_whole and part.is_multipart():
                stack += [(inner, depth + 1) for inner in reversed(part.get_payload())]
            else:
                yield part


def _unreadable(part: "Message", kind: str, name: str) -> str:
    """What a part is that may hold words and cannot be read; "" for all others."""
    shown = f"{kind} {name}".casefold()
    why = next((why for pattern, why in marks()["unread"] if re.fullmatch(pattern, shown)), "")
    is_inside = part.get_content_disposition() != "attachment"
    if why == "a picture" and (is_inside or part.get("Content-ID")):
        return ""
    if not why and not _is_text(kind, name) and not _NO_WORDS.fullmatch(kind):
        return _say("file", kind=kind[:60])
    return why


def _is_text(kind: str, name: str) -> bool:
    """Whether a part is words: any text, and a file whose name or type is that of one."""
    return kind.startswith("text/") or (
        kind in ("application/json", "application/octet-stream", "application/x-orders")
        and bool(_TEXT_NAME.fullmatch(name))
    )


def _shown(name: str) -> str:
    """A name of a part as a receipt tells it, without folders."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split()).rpartition("/")[2][:60]


def _cut_fields(part: "Message") -> None:
    """Take the value from every field of a part that is longer than any honest one."""
    for name, value in part.items():
        if len(str(value)) > MOST_FIELD or re.search(r"\*\d{4,}", str(value)):
            part.replace_header(name, str(value).partition(";")[0][:100])


def is_order_file(text: str) -> bool:
    """Whether a text is made for the desk: signed, in JSON, or with a line that names its game."""
    return bool(HEADER_LINE.search(text)) or is_packed(text) or (text.lstrip()[:1] == "{" and '"orders/1"' in text)


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


def unarmoured(text: str) -> str:
    """Text without the armour of a clear signature (RFC 9580, 7), each line where it was; nobody checks it."""
    return "\n".join(_unarmoured(text.split("\n"))) if _CLEAR in text else text


def _unarmoured(lines: list[str]) -> Iterator[str]:
    inside = ""
    for line in lines:
        bare = line.rstrip()
        if bare in (_CLEAR, _SIGNATURE):
            inside = {_CLEAR: "head", _SIGNATURE: "signature"}[bare]
            yield ""
        elif inside == "text":
            yield line.removeprefix("- ")
        else:
            yield "" if inside else line
        if inside == "head" and not bare:
            inside = "text"
        elif bare == "-----END PGP SIGNATURE-----":
            inside = ""


def decoded(data: bytes, charset: str | None) -> str:
    """Bytes as text, by what they say of themselves: labels mean what the table of WHATWG says, which has what people
    write under each; without a label that holds, as UTF-8, and as Windows-1252 at last."""
    for mark, code in _MARKS:
        if data.startswith(mark):
            return data.decode(code, "replace")
    for name in (*_codecs(data, charset), "utf-8", "windows-1252"):
        try:
            return data.decode(name)
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return data.decode("latin-1")


def _codecs(data: bytes, charset: str | None) -> list[str]:
    from webencodings import lookup

    label = (charset or "").strip("\"'; ")
    if label in ("", "us-ascii", "ascii"):
        return ["iso2022_jp", "iso2022_jp_ext"] if b"\x1b$" in data else []
    known = lookup(label)
    if known is None or known.name == "replacement":
        return [label]
    name = known.codec_info.name
    return [_SUPERSETS.get(name, name), label]
