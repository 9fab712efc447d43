"""Canonical JSON and the hashes made from it: the ground that heads, seals and draws stand on.

Two programs that hash the same record must hash the same bytes, so there is exactly one way to write a
value and no two ways to read one (docs/fairness.md).  The canonical form follows RFC 8785, restricted to
objects, arrays, strings, true, false, null and integers within +-(2**53 - 1):

- object keys are printable ASCII, unique, and written in sorted order;
- no spaces; UTF-8, nothing escaped but the quotation mark, the backslash and control characters;
- no floats: 1.0 and 1e2 are refused when read, not rounded.

`loads` refuses whatever could be read in two ways, and only ever raises `CanonError`.

Where much is read or written, orjson does it (`canonical`, `encode`), if it is installed.  It is never asked whether
something holds: what it does not write again byte by byte as it stood, and whatever looks odd, goes to `loads`.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256 as _sha256
from itertools import accumulate
from typing import Any, NoReturn

MAX_INT = 2**53 - 1
MAX_DEPTH = 200
MAX_BYTES = 32 * 2**20
LITTLE = 2**17  # bytes of canonical JSON; beyond them it pays to load a library

_NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_ROUNDS = 30
_OPENED = bytes(91 if byte == 123 else byte for byte in range(256))
_STEP = [1 if byte in b"[{" else -1 for byte in range(256)]
_SHAPES = bytes(48 if byte in b"0123456789" else 58 if byte in b":,[-\t\n\r " else byte for byte in range(256))
_TOKEN = r'(?s)"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+'
_INNER, _INNER_REST = bytes(byte ^ 0x36 for byte in range(256)), b"\x36" * 32
_OUTER, _OUTER_REST = bytes(byte ^ 0x5C for byte in range(256)), b"\x5c" * 32
_BARE = bytes(46 if byte in b"eE" else byte for byte in range(256))
_ODD = (b'"":', b":.", b",.", b"[.", b'__proto__":')
"""What stands in JSON without its digits and signs, and with . for e, where a key of digits alone or a float does."""
_starts: dict[str, bytes] = {}  # of tagged hashes, made once for each tag


class CanonError(ValueError):
    """A text or value that has no canonical form; `line` and `column` count from 1, or are None."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        self.message, self.line, self.column = message, line, column
        super().__init__(f"line {line}, column {column}: {message}" if line else message)


class _Suspect(Exception):
    """The fast reader met something that the exact one has to look at."""


# -- reading ---------------------------------------------------------------------------------------------


def loads(data: bytes | bytearray | memoryview | str, limit: int = MAX_BYTES) -> Any:
    """Read JSON strictly from bytes or text and return its value.

    Raises CanonError, and nothing else, for what is not UTF-8, not JSON, larger than `limit` bytes, nested
    deeper than MAX_DEPTH, or ambiguous: duplicate keys, keys that are not printable ASCII, floats, NaN,
    integers beyond MAX_INT, lone surrogates, a byte order mark.

    >>> loads('{"a": [1, true]}')
    {'a': [1, True]}
    >>> loads('{"a": 1,\\n "a": 2}')
    Traceback (most recent call last):
    pbem.core.data.canon.CanonError: line 2, column 2: duplicate key "a"
    """
    data, text = _decoded(data, limit)
    keys: set[str] = set()
    try:
        value = json.loads(text, object_pairs_hook=_unique(keys), parse_float=_refuse, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise CanonError(f"not JSON: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        _inspect(text)
        raise CanonError("nested too deeply to be read here") from None
    except (_Suspect, ValueError):  # ValueError: an integer of more than 4300 digits
        _inspect(text)
        raise CanonError("not JSON that can be read safely") from None
    if _may_be_odd(data) or _may_be_deep(data) or not all(map(_is_key, keys)):
        _inspect(text)
    return value


def canonical(data: bytes) -> Any:
    """The value of bytes that are the canonical form of it, without keys that JavaScript would move; None where that
    was not seen at once: then `loads` tells, and what is odd is told by it."""
    library = _library(len(data))
    if library is None or not data.isascii() or b"\\" in data or b"\x7f" in data:
        return None
    bare = data.translate(_BARE, b"0123456789-")
    if any(odd in bare for odd in _ODD) or not _is_shallow(data):
        return None
    try:
        value = library.loads(data)
        again = library.dumps(value, option=library.OPT_SORT_KEYS | library.OPT_STRICT_INTEGER)
    except (TypeError, ValueError):
        return None
    return value if again == data else None


def _library(size: int) -> Any:
    """orjson, once so many bytes have been read and written here that it pays to load it; else None."""
    _passed[0] += size
    return _loaded() if _passed[0] > LITTLE else None


_passed = [0]


@cache
def _loaded() -> Any:
    try:
        import orjson
    except ImportError:
        return None
    return orjson


def _decoded(data: bytes | bytearray | memoryview | str, limit: int) -> tuple[bytes, str]:
    """The input as (bytes, text); the size is looked at before anything else."""
    if len(data) > limit:
        raise CanonError(f"{len(data)} bytes or more; at most {limit} are read")
    try:
        raw, text = (data.encode(), data) if isinstance(data, str) else (bytes(data), str(data, "utf-8"))
    except UnicodeEncodeError as error:
        raise CanonError("lone surrogate", *_place(error.object, error.start)) from None
    except UnicodeDecodeError as error:
        before = bytes(error.object[: error.start]).decode()
        raise CanonError("not UTF-8", *_place(before, len(before))) from None
    if text.startswith("\ufeff"):
        raise CanonError("starts with a byte order mark; save it as UTF-8 without one", 1, 1)
    return raw, text


def _unique(keys: set[str]) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    """An object_pairs_hook that refuses duplicates and gathers all keys, so that each is checked once."""

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) != len(pairs):
            raise _Suspect
        keys.update(value)
        return value

    return build


def _refuse(token: str) -> NoReturn:
    raise _Suspect


def _may_be_odd(data: bytes) -> bool:
    """False if no integer has 16 digits and no string an escaped surrogate; True if some might."""
    if b"\\ud" in data or b"\\uD" in data:
        return True
    return b":0000000000000000" in b":" + data.translate(_SHAPES)


def _may_be_deep(data: bytes) -> bool:
    """False if no nesting goes beyond MAX_DEPTH; True if it does or brackets in strings hide the answer.

    What is deeper than documents are is counted, which looks at each bracket once.
    """
    brackets = _struck_out(data)
    if not brackets:
        return brackets is None
    depths = [0, 0, 0]
    for place in range(0, len(brackets), 2**20):
        depth = list(accumulate(map(_STEP.__getitem__, brackets[place : place + 2**20]), initial=depths[2]))
        depths = [min(depths[0], min(depth)), max(depths[1], max(depth)), depth[-1]]
    return depths[0] < 0 or depths[2] != 0 or depths[1] > MAX_DEPTH - _ROUNDS


def _is_shallow(data: bytes) -> bool:
    """True if the nesting is that of documents, seen at once: brackets that open in a row are not even struck."""
    return b"[" * _ROUNDS not in data.translate(_OPENED, _NOT_BRACKETS) and _struck_out(data) == b""


def _struck_out(data: bytes) -> bytes | None:
    """The brackets that are left of a text when the innermost pairs have been struck as often as documents are deep;
    None if brackets in strings hide the pairs.

    A text of depth d is struck out after d rounds, at the speed of bytes.replace and without looking at a single value.
    """
    brackets = data.translate(None, _NOT_BRACKETS)
    for _ in range(_ROUNDS):
        if not brackets:
            break
        left = brackets.replace(b"[]", b"").replace(b"{}", b"")
        if len(left) == len(brackets):
            return None
        brackets = left
    return brackets


def _inspect(text: str) -> None:
    """Raise CanonError at the first thing in a JSON text that `loads` refuses; slow, exact, not recursive."""
    stack: list[set[str] | None] = []  # the keys so far of each open object, None for an open array
    key_next = False
    for match in re.finditer(_TOKEN, text):
        token, start = match.group(), match.start()
        if token in "{[":
            stack.append(set() if token == "{" else None)
            if len(stack) > MAX_DEPTH:
                raise CanonError(f"nested deeper than {MAX_DEPTH}", *_place(text, start))
        elif token in "}]":
            stack.pop() if stack else None
        elif token[0] == '"':
            problem = _string_problem(token, stack[-1] if stack and key_next else None)
            if problem:
                raise CanonError(problem, *_place(text, start))
        elif token not in (":", ",", "true", "false", "null"):
            problem = _number_problem(token)
            if problem:
                raise CanonError(problem, *_place(text, start))
        key_next = token == "{" or (token == "," and bool(stack) and stack[-1] is not None)


def _string_problem(token: str, keys: set[str] | None) -> str | None:
    """What is wrong with a string token, which is a key if the keys of its object are given."""
    try:
        string = json.loads(token)
    except json.JSONDecodeError as error:
        return f"not JSON: {error.msg}"
    if not _is_unicode(string):
        return "lone surrogate"
    if keys is None:
        return None
    if not _is_key(string):
        return f"key {token[:40]} is not printable ASCII"
    if string in keys:
        return f"duplicate key {token[:40]}"
    keys.add(string)
    return None


def _number_problem(token: str) -> str | None:
    if not token.removeprefix("-").isdecimal():
        return f"{token[:40]} is not an integer"
    if len(token) > 17 or abs(int(token)) > MAX_INT:
        return f"{token[:40]} is beyond 2^53 - 1"
    return None


def _is_key(key: str) -> bool:
    return key.isascii() and key.isprintable()


def _is_unicode(string: str) -> bool:
    try:
        string.encode()
    except UnicodeEncodeError:
        return False
    return True


def _place(text: str, index: int) -> tuple[int, int]:
    """Line and column, both from 1, of a character."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


# -- writing ---------------------------------------------------------------------------------------------

# What is circular is too deep for `dumps`, so the encoder need not keep track of it: an eighth of its time.
_encode = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False
).encode


def dumps(value: Any) -> bytes:
    """The canonical bytes of a value; tuples are written as arrays.

    Raises CanonError, naming the place, for anything that `loads` would refuse to read back.

    >>> dumps({"b": [1, True, None], "a": "K\\u00f6ln"})
    b'{"a":"K\\xc3\\xb6ln","b":[1,true,null]}'
    """
    _check(value, (), MAX_DEPTH)
    return encode(value)


def encode(value: Any) -> bytes:
    """`dumps` for a value that came from `loads` or was checked before: the same bytes, sooner."""
    library = _library(0)
    try:
        if library is not None:
            made: bytes = library.dumps(value, option=library.OPT_SORT_KEYS)
            return made
    except TypeError:  # what it cannot write, the other one writes or refuses
        pass
    try:
        data = _encode(value).encode()
    except UnicodeEncodeError:
        raise CanonError("lone surrogate in a text") from None
    _passed[0] += len(data)
    return data


def _check(value: Any, path: tuple[Any, ...], depth: int) -> None:
    """Raise CanonError for the first part of a value that has no canonical form."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if kind is int:
        if not -MAX_INT <= value <= MAX_INT:
            raise CanonError(f"{_at(path)}: {value} is beyond 2^53 - 1")
    elif kind is dict or kind is list or kind is tuple:
        _check_parts(value, path, depth - 1)
    else:
        raise CanonError(f"{_at(path)}: {kind.__name__} has no canonical form")


def _check_parts(value: Any, path: tuple[Any, ...], depth: int) -> None:
    if depth < 0:
        raise CanonError(f"nested deeper than {MAX_DEPTH}")
    if type(value) is not dict:
        for place, part in enumerate(value):
            if type(part) is not str:
                _check(part, (path, place), depth)
        return
    for key, part in value.items():
        if type(key) is not str or not _is_key(key):
            raise CanonError(f"{_at(path)}: key {key!r} is not printable ASCII")
        if type(part) is not str:
            _check(part, (path, key), depth)


def _at(path: tuple[Any, ...]) -> str:
    """A nested (rest, last) path as words: `draws/3/of`."""
    parts = []
    while path:
        path, last = path
        parts.append(str(last))
    return "/".join(reversed(parts)) or "value"


# -- hashing ---------------------------------------------------------------------------------------------


def u64(number: int) -> bytes:
    """A number from 0 to 2**64 - 1 as eight bytes, big-endian."""
    return number.to_bytes(8, "big")


def lp(part: str | bytes) -> bytes:
    """A part with its length before it, so that no two lists of parts share their bytes; text is UTF-8."""
    if isinstance(part, str):
        part = part.encode()
    return len(part).to_bytes(8, "big") + part


def th(tag: str, *parts: str | bytes) -> bytes:
    """Tagged hash: SHA-256 over lp("pbem/v1/" tag) and lp of every part, as 32 bytes.

    >>> th("demo", "ab", "c").hex()[:16]
    'e996b6ca6b8f50b5'
    """
    start = _starts.get(tag)
    if start is None:
        start = _starts[tag] = lp("pbem/v1/" + tag)
    return _sha256(b"".join([start, *map(lp, parts)])).digest()


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 with a key of 32 bytes, as 32 bytes.

    Written out from RFC 2104, because every draw needs two of them and this takes two thirds of the time of
    hmac.digest; the tests hold the two against each other.
    """
    inner = _sha256(key.translate(_INNER) + _INNER_REST + message).digest()
    return _sha256(key.translate(_OUTER) + _OUTER_REST + inner).digest()
