"""The reader for much (canon.canonical) believes nothing that the careful one refuses, and gives the same values."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.data import canon
from pbem.core.data.problems import BrokenFile
from pbem.core.record import log

ROOT = Path(__file__).resolve().parent.parent.parent
LINES = [
    line[1 : line.rindex(b',"')]
    for path in sorted((ROOT / "examples").rglob("*.json"))
    if path.read_bytes().startswith(b'[{"charter":')
    for line in path.read_bytes().splitlines()
]
PIECES = (
    b"1.5 1e5 1E5 1e-7 -1 -0 -0.0 0.0 1e16 007 9007199254740991 9007199254740992 -9007199254740991 -9007199254740992 "
    b"18446744073709551615 18446744073709551616 123456789012345678901234567890 NaN Infinity null true [] {} [[]] "
    b'"" "a" "1" "__proto__" "\\u0041" "\\n" "\\u000a" "\\ud800" "\\/" "\x7f" "\xc3\xa4" "\xff" "1.5" ",e" ":.5" "-" '
    b'{"a":1,"a":1} {"b":1,"a":2} {"1":2} {"-1":2} {"-":2} {"":2} {"__proto__":1} {"e":1} {"\\u0061":1} {"\xc3\xa4":1}'
).split(b" ")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["1", "-", "__proto__", "a"]), inner),
)


@pytest.fixture(autouse=True)
def much(monkeypatch):
    """As if much had been read already."""
    monkeypatch.setattr(canon, "LITTLE", -1)
    assert canon._library(0) is not None, "orjson is installed for tests"


def carefully(body):
    """What the careful reader says: a value as text, or the problems."""
    return told(log._looked_at, body, "")


def told(reader, *arguments):
    try:
        return repr(reader(*arguments))
    except BrokenFile as broken:
        return [problem.text for problem in broken.problems]


def test_lines_of_games_are_read_at_once_and_alike():
    assert len(LINES) > 100
    quick = [canon.canonical(line) for line in LINES]
    assert sum(value is None for value in quick) < len(LINES) / 4, "those with letters beyond ASCII"
    for line, value in zip(LINES, quick):
        assert value is None or repr(value) == carefully(line)
        assert canon.encode(log.parsed(line)) == line


@pytest.mark.parametrize("piece", PIECES, ids=ascii)
def test_an_odd_piece_is_read_as_the_careful_reader_reads_it(piece):
    for body in (b'{"a":%s}' % piece, b'{"a":[%s,1]}' % piece, b'{"a":[1,%s]}' % piece, b'{"a":{"b":%s}}' % piece):
        assert told(log.parsed, body) == carefully(body)


@pytest.mark.parametrize("depth", [1, 29, 31, 198, 199, 200, 201, 253, 300, 2000])
def test_depth_is_bounded_alike(depth):
    body = b'{"a":' + b"[" * depth + b"]" * depth + b"}"
    assert told(log.parsed, body) == carefully(body)


@pytest.mark.parametrize("seed", range(20))
def test_altered_lines_are_refused_alike(seed):
    chance = random.Random(seed)
    for _ in range(40):
        body = bytearray(
            chance.choice(LINES)[:4000] if chance.random() < 0.2 else min(chance.sample(LINES, 3), key=len)
        )
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(body))
            new = chance.choice((*PIECES, b",", b"0", b"e", b".", b" ", b"-", b'"', b"\x00", b"\\", b"1"))
            body[place : place + chance.choice((0, 1, 1, len(new)))] = new
        assert told(log.parsed, bytes(body)) == carefully(bytes(body))


@given(VALUES)
def test_whatever_json_says_is_read_alike(value):
    body = json.dumps({"a": value}, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(
        errors="surrogatepass"
    )
    assert told(log.parsed, body) == carefully(body)


@given(VALUES.filter(lambda value: value == value))
def test_what_may_be_written_is_written_alike(value):
    try:
        canon._check(value, (), canon.MAX_DEPTH)
    except canon.CanonError:
        return
    try:
        due = canon._encode(value).encode()
    except UnicodeEncodeError:
        with pytest.raises(canon.CanonError):
            canon.encode(value)
        return
    assert canon.encode(value) == due


def test_without_the_library_all_is_read_carefully(monkeypatch):
    monkeypatch.setattr(canon, "_loaded", lambda: None)
    assert canon.canonical(LINES[0]) is None
    assert canon.encode(log.parsed(LINES[0])) == LINES[0]


def test_little_is_read_without_loading_anything(monkeypatch):
    monkeypatch.setattr(canon, "LITTLE", 2**17)
    monkeypatch.setattr(canon, "_passed", [0])
    monkeypatch.setattr(canon, "_loaded", lambda: pytest.fail("loaded for a little"))
    assert canon.canonical(LINES[0]) is None and canon.encode({"a": 1}) == b'{"a":1}'
