"""The log: a game file as lines of bytes, each bound to the one before it (docs/record.md).

A line is ``[OBJECT,"SIGNATURE"]`` and a line break.  What is hashed is the object's bytes as they stand in the file, a
slice: nothing is taken out of an object, and nothing is serialised again, to be hashed.  So to check that the lines are
the lines costs hashing bytes; only those are parsed that somebody reads.
"""

import re

from ..data import store
from ..data.canon import CanonError, loads, th
from ..data.problems import NOT_UNDERSTOOD, BrokenFile, Problem, messages

VERSION = "game/2"
MOST_BYTES = 64 * 2**20
MOST_LINE = 16 * 2**20
MOST_DEPTH = 100

_BEFORE = re.compile(rb'"before":"([0-9a-f]{64})"')
_UNSIGNED, _SIGNED = re.compile(rb',""\]'), re.compile(rb',"([0-9a-f]{128})"\]')
_CONTROL = re.compile(rb"[\x00-\x09\x0b-\x1f]")

messages(
    {
        "not-a-game": "This is not a game file of pbem: {reason}.",
        "line-form": "A line is [OBJECT,\"SIGNATURE\"] in canonical JSON; this one is not: {reason}.",
        "line-before": "This line follows the head {found}; the head before it is {wanted}.",
        "line-number": "This line says that it has the number {found}; {wanted} is due.",
        "line-cut": "The last line of the file is not whole: something was cut off.",
    }
)


class Line:
    """One line of the log.

    raw        its bytes, without the line break
    body       the bytes of its object
    signature  128 hex digits, or ""
    head       TH("head", body), 32 bytes
    """

    __slots__ = ("raw", "body", "signature", "head", "where", "_object")

    def __init__(self, raw, where=""):
        self.raw, self.where = raw, where
        end, self.signature = _tail(raw)
        self.body = raw[1:end]
        self.head = th("head", self.body)
        self._object = None

    @property
    def object(self):
        """The object, parsed once; BrokenFile unless its bytes are the canonical form of what they say."""
        if self._object is None:
            self._object = parsed(self.body, self.where)
        return self._object

    @property
    def before(self):
        """The head that the line follows, as 32 bytes; None for a first line."""
        match = _BEFORE.search(self.body[:4096])
        return bytes.fromhex(match[1].decode()) if match else None


def _tail(raw):
    """``(where the object ends, the signature)``."""
    if raw[:2] == b"[{":
        for size, form in ((132, _SIGNED), (4, _UNSIGNED)):
            match = form.fullmatch(raw[-size:])
            if match and raw[-size - 1 : -size] == b"}":
                return len(raw) - size, match[1].decode() if size > 4 else ""
    raise _fault("line-form", reason="it does not begin or end like one")


def parsed(body, where=""):
    """The value of the bytes of an object, which must be canonical JSON with the keys that a line may have."""
    from ..data.canon import encode

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


def odd_key(value):
    """The first key of digits alone, or called ``__proto__``, that JavaScript would move; or None."""
    stack = [value]
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


def written(body, signature=""):
    """The bytes of a line, without its break, of an object's bytes and its signature (hex)."""
    return b"[" + body + b',"' + signature.encode() + b'"]'


def split(data, where=""):
    """The lines of a whole file as `Line`s, their heads checked one after the other.  Raises BrokenFile."""
    if len(data) > MOST_BYTES:
        raise BrokenFile(Problem("file-too-large", where=where, size=len(data), most=MOST_BYTES))
    if not data.startswith(b'[{"charter":'):
        reason = 'it does not begin with [{"charter":'
        raise BrokenFile(Problem("not-a-game", level=NOT_UNDERSTOOD, where=where, reason=reason))
    if not data.endswith(b"\n"):
        raise BrokenFile(Problem("line-cut", where=f"{where}:{data.count(bytes([10])) + 1}"))
    lines, head = [], None
    for number, raw in enumerate(data[:-1].split(b"\n")):
        lines.append(line_of(raw, f"{where}:{number + 1}"))
        if number and lines[-1].before != head:
            raise BrokenFile(_unfit(lines[-1], head, f"{where}:{number + 1}"))
        head = lines[-1].head
    return lines


def line_of(raw, where=""):
    """A line of its bytes; BrokenFile names the place."""
    if len(raw) > MOST_LINE:
        raise BrokenFile(Problem("file-too-large", where=where, size=len(raw), most=MOST_LINE))
    if _CONTROL.search(raw):
        reason = "it holds a control character"
        raise BrokenFile(Problem("line-form", level=NOT_UNDERSTOOD, where=where, reason=reason))
    try:
        return Line(raw, where)
    except BrokenFile as broken:
        broken.problems[0].at(where)
        raise


def _unfit(line, head, where):
    found = line.before.hex() if line.before else "of nothing"
    return Problem("line-before", where=where, found=found, wanted=head.hex())


def _fault(code, **fields):
    return BrokenFile(Problem(code, level=NOT_UNDERSTOOD, **fields))


def read(path):
    """The lines of the file at `path`."""
    return split(store.read_bytes(path, MOST_BYTES), path)


def joined(lines):
    """The bytes of a file of these lines."""
    return b"".join(line.raw + b"\n" for line in lines)
