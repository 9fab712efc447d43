"""The log: a game file as lines of bytes, each bound to the one before it (docs/record.md).

A line is ``[OBJECT,"SIGNATURE"]`` and a line break.  What is hashed is the object's bytes as they stand in the file, a
slice: nothing is taken out of an object, and nothing is serialised again, to be hashed.  So to check that the lines are
the lines costs hashing bytes; only those are parsed that somebody reads.
"""

import re
from collections.abc import Sequence
from typing import Any

from ..data.canon import CanonError, canonical, encode, loads, th
from ..data.problems import NOT_UNDERSTOOD, BrokenFile, Problem
from .entries import Entry

VERSION = "game/3"
MOST_BYTES = 64 * 2**20
MOST_LINE = 16 * 2**20

BEGINNING = b'[{"charter":'

_BEFORE = re.compile(rb'"before":"([0-9a-f]{64})"')
_UNSIGNED, _SIGNED = re.compile(rb',""\]'), re.compile(rb',"([0-9a-f]{128})"\]')
_CONTROLS = bytes(range(32))


class Line:
    """One line of the log: a slice of the bytes that were read, so that a long file stands in memory once.

    raw        its bytes, without the line break
    body       the bytes of its object
    signature  128 hex digits, or ""
    head       TH("head", body), 32 bytes
    """

    __slots__ = ("signature", "head", "where", "_data", "_start", "_end", "_stop", "_object")

    def __init__(self, data: bytes, where: str = "", start: int = 0, stop: int | None = None) -> None:
        self.where, self._data, self._start = where, data, start
        self._stop = len(data) if stop is None else stop
        self._end, self.signature = _tail(data, start, self._stop)
        self.head = th("head", self.body)
        self._object: Entry | None = None

    @property
    def raw(self) -> bytes:
        return self._data[self._start : self._stop]

    @property
    def body(self) -> bytes:
        return self._data[self._start + 1 : self._end]

    @property
    def size(self) -> int:
        """How many bytes it has, with its break."""
        return self._stop - self._start + 1

    @property
    def object(self) -> Entry:
        """The object, parsed once; BrokenFile unless its bytes are the canonical form of what they say."""
        if self._object is None:
            self._object = parsed(self.body, self.where)
        return self._object

    @property
    def before(self) -> bytes | None:
        """The head that the line follows, as 32 bytes; None for a first line."""
        match = _BEFORE.search(self._data, self._start, min(self._start + 4096, self._end))
        return bytes.fromhex(match[1].decode()) if match else None

    def holds(self, mark: bytes) -> bool:
        """True if these bytes stand in the object: what cannot be one that somebody looks for need not be parsed."""
        return self._data.find(mark, self._start, self._end) >= 0


def _tail(data: bytes, start: int, stop: int) -> tuple[int, str]:
    """``(where the object ends, the signature)``."""
    if data.startswith(b"[{", start, stop):
        for size, form in ((132, _SIGNED), (4, _UNSIGNED)):
            end = stop - size
            match = form.fullmatch(data, end, stop) if end > start else None
            if match and data[end - 1] == ord("}"):
                return end, match[1].decode() if size > 4 else ""
    if data.endswith(b"\r", start, stop):
        raise _fault("log-crlf")
    _refuse_controls(data[start:stop])
    raise _fault("line-form", reason="it does not begin or end like one")


def _refuse_controls(text: bytes, where: str = "") -> None:
    """Raise BrokenFile for bytes that hold a control character."""
    if len(text.translate(None, _CONTROLS)) < len(text):
        raise _fault("line-form", where=where, reason="it holds a control character")


def parsed(body: bytes, where: str = "") -> Any:
    """The value of the bytes of an object, which must be canonical JSON with the keys that a line may have."""
    value = canonical(body) if len(body) <= MOST_LINE else None
    return _looked_at(body, where) if value is None else value


def _looked_at(body: bytes, where: str) -> Any:
    """The same by the reader that names what is wrong."""
    _refuse_controls(body, where)
    try:
        value = loads(body, MOST_LINE)
        again = encode(value)
    except CanonError as error:
        raise _fault("line-form", where=where, reason=error.message) from None
    if again != body:
        place = next((at for at, (one, other) in enumerate(zip(again, body)) if one != other), len(again))
        raise _fault("line-form", where=where, reason=f"byte {place + 2} is not canonical")
    key = odd_key(value)
    if key:
        raise _fault("line-form", where=where, reason=f"it has the key {key!r}")
    return value


def odd_key(value: Any) -> str | None:
    """The first key of digits alone, or called ``__proto__``, that JavaScript would move; or None."""
    stack: list[Any] = [value]
    key: str
    while stack:
        one = stack.pop()
        if type(one) is dict:
            for key in one:
                if key == "__proto__" or key.isdigit():
                    return key
            stack += one.values()
        elif type(one) is list:
            stack += one
    return None


def written(body: bytes, signature: str = "") -> bytes:
    """The bytes of a line, without its break, of an object's bytes and its signature (hex)."""
    return b"[" + body + b',"' + signature.encode() + b'"]'


def split(data: bytes, where: str = "", start: int = 0, before: Sequence[Line] = ()) -> list[Line]:
    """The lines of a whole file as `Line`s, their heads checked one after the other.  Raises BrokenFile.

    start    where they begin, behind the lines `before`, which are among what is given
    """
    _check_form(data, where)
    lines, first = [*before], data.count(b"\n", 0, start) + 1 - len(before)
    while start < len(data):
        where_line = f"{where}:{first + len(lines)}"
        stop = data.index(b"\n", start)
        line = line_of(data, where_line, start, stop)
        if lines and line.before != lines[-1].head:
            found = line.before.hex() if line.before else "of nothing"
            raise BrokenFile(Problem("line-before", where=where_line, found=found, wanted=lines[-1].head.hex()))
        lines.append(line)
        start = stop + 1
    return lines


def _check_form(data: bytes, where: str) -> None:
    """Raise BrokenFile for the bytes of what is no game file, or no whole one."""
    if len(data) > MOST_BYTES:
        raise BrokenFile(Problem("file-too-large", where=where, size=len(data), most=MOST_BYTES))
    if not data.startswith(BEGINNING):
        reason = f"it does not begin with {BEGINNING.decode()}"
        raise BrokenFile(Problem("not-a-game", level=NOT_UNDERSTOOD, where=where, reason=reason))
    if not data.endswith(b"\n"):
        raise BrokenFile(Problem("line-cut", where=f"{where}:{data.count(bytes([10])) + 1}"))


def line_of(data: bytes, where: str = "", start: int = 0, stop: int | None = None) -> Line:
    """The line that stands in these bytes, from `start` to `stop`; BrokenFile names the place."""
    stop = len(data) if stop is None else stop
    if stop - start > MOST_LINE:
        raise BrokenFile(Problem("file-too-large", where=where, size=stop - start, most=MOST_LINE))
    try:
        return Line(data, where, start, stop)
    except BrokenFile as broken:
        broken.problems[0].at(where)
        raise


def _fault(code: str, **fields: Any) -> BrokenFile:
    return BrokenFile(Problem(code, level=NOT_UNDERSTOOD, **fields))
