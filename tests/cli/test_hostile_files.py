"""Game files that are nonsense: refused with the exit code, for about as much work as it takes to read them.

Work is compared with reading: what it takes in this process to parse as much plain JSON, or that very text where it can
be parsed, whatever the machine can do.  The files have 1 MB; with PBEM_THOROUGH=1 (make attacks) 24 MB.
"""

import json
import os
import random
import time

import pytest

from tests.attacks.kit import Table
from tests.verifier import hand, small

SIZE = (24 if os.environ.get("PBEM_THOROUGH") else 1) * 2**20
LINE = SIZE * 5 // 8  # a line has at most 16 MB
MOST = 15  # times the work of reading; measured: 12 at most
NOT_JUDGED = {"many keys in the charter"}  # by the small verifier: what further a charter may hold


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A game after its first entry, in which everything is as it should be."""
    return Table(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def reading():
    """Seconds of work to parse so much plain JSON."""
    text = json.dumps([{"a": 1, "b": ["x", True]}] * (SIZE // 28))
    return min(worked(json.loads, text)[0] for _ in range(3))


def parsed(data):
    """Parse the longest line of a file, if it can be."""
    try:
        json.loads(max(data.split(b"\n"), key=len))
    except (ValueError, RecursionError):
        return


def worked(call, *arguments):
    """``(seconds of work in this process, what came of it)``."""
    began = time.process_time()
    value = call(*arguments)
    return time.process_time() - began, value


class Good:
    """The first line of a game, and lines that follow it by their head."""

    def __init__(self, table):
        self.first = table.people["north"].game.read_bytes().splitlines(keepends=True)[0]
        self.head = hand.tagged("head", self.first[1 : self.first.rindex(b',"')])

    def line(self, field, value):
        """A play line in which a field is `value`, as bytes."""
        fields = {"before": b'"%s"' % self.head.hex().encode(), "documents": b"[]", "kind": b'"play"', "n": b"1",
                  "state": b'"%s"' % (b"0" * 64), field: value}  # fmt: skip
        body = b",".join(b'"%s":%s' % (name.encode(), fields[name]) for name in sorted(fields))
        return b"[{" + body + b'},"' + b"0" * 128 + b'"]\n'

    def charter(self, field, value):
        """A first line with a field more in its charter."""
        return self.first.replace(b'[{"charter":{', b'[{"charter":{"%s":%s,' % (field.encode(), value), 1)


def repeated(piece, size, between=b","):
    return between.join([piece] * (size // (len(piece) + len(between))))


def keys(size):
    return b"{" + b",".join(b'"k%07d":0' % n for n in range(size // 12)) + b"}"


SHAPES = {
    "zeros": lambda good: bytes(SIZE),
    "noise": lambda good: random.Random(1).randbytes(SIZE),
    "empty lines": lambda good: good.first + b"\n" * SIZE,
    "empty objects": lambda good: good.first + repeated(b'[{},""]', SIZE, b"\n") + b"\n",
    "brackets": lambda good: good.first + b"[" * SIZE + b"\n",
    "a first line of brackets": lambda good: good.charter("aaa", b"[" * LINE + b"]" * 100),
    "a deep line": lambda good: good.first + good.line("documents", b"[" * (LINE // 2) + b"]" * (LINE // 2)),
    "a line a little too deep": lambda good: good.first
    + good.line("documents", b"[" + repeated(b"[" * 199 + b"]" * 199, LINE) + b"]"),
    "a huge number": lambda good: good.first + good.line("n", b"9" * LINE),
    "huge numbers": lambda good: good.first + good.line("documents", b"[" + repeated(b"9" * 5000, LINE) + b"]"),
    "zeros in a list": lambda good: good.first + good.line("documents", b"[" + repeated(b"0", LINE) + b"]"),
    "many documents": lambda good: good.first + good.line("documents", b"[" + repeated(b'[{},""]', LINE) + b"]"),
    "many keys": lambda good: good.first + good.line("draws", keys(LINE)),
    "many keys in the charter": lambda good: good.charter("aaa", keys(LINE)),
    "a long text": lambda good: good.first + good.line("state", b'"' + b"x" * LINE + b'"'),
    "escapes": lambda good: good.first + good.line("state", b'"' + b"\\u202e" * (LINE // 6) + b'"'),
    "half surrogates": lambda good: good.first + good.line("state", b'"' + b"\\ud800" * (LINE // 6) + b'"'),
    "not UTF-8": lambda good: good.first + good.line("state", b'"' + b"\xff" * LINE + b'"'),
    "many draws": lambda good: good.first + good.line("draws", b"[" + repeated(b'["a","1<1",["0"]]', LINE) + b"]"),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_nonsense_costs_no_more_than_reading_it(table, reading, name, tmp_path):
    north = table.people["north"]
    path = tmp_path / "g.game"
    data = SHAPES[name](Good(table))
    path.write_bytes(data)
    reading = max(reading, worked(parsed, data)[0])
    assert path.stat().st_size > LINE - 1000
    for command in ("status", "verify"):
        work, ran = least(MOST * reading, north.pbem, command, path)
        assert ran.code == 4 and len(ran.err + ran.out) < 60_000, ran
        assert work < MOST * reading, (command, work / reading)
    verifier = small.module()
    work, verdict = least(MOST * reading, judged, verifier, path)
    assert verdict == (0 if name in NOT_JUDGED else 4) and work < MOST * reading, ("small", work / reading)


def least(bound, call, *arguments):
    """The work of a call, measured again, twice at most, if it is above the bound: others make it dearer, never
    cheaper."""
    found = [worked(call, *arguments)]
    while found[-1][0] >= bound and len(found) < 3:
        found.append(worked(call, *arguments))
    return min(found, key=lambda one: one[0])


def judged(verifier, path):
    """The exit code of the small verifier, in this process."""
    try:
        return 4 if verifier.Check(verifier.contents(path, verifier.MOST_BYTES)).wrong else 0
    except (OSError, RecursionError, MemoryError, *verifier.MALFORMED):
        return 4


@pytest.mark.parametrize("command", ["status", "verify", "report", "take"])
def test_what_is_no_file_is_not_opened(table, tmp_path, command):
    """A pipe that nobody writes to, devices without end, a folder, a link to each."""
    north = table.people["north"]
    os.mkfifo(tmp_path / "pipe")
    os.symlink(tmp_path / "pipe", tmp_path / "to-a-pipe")
    os.symlink("/dev/zero", tmp_path / "to-a-device")
    for path in (tmp_path / "pipe", "/dev/zero", "/dev/urandom", tmp_path, tmp_path / "to-a-pipe",
                 tmp_path / "to-a-device"):  # fmt: skip
        files = [north.game, path] if command == "take" else [path]
        ran = north.pbem(command, *files)
        assert ran.code == 4 and "Traceback" not in ran.err, (path, ran)
    assert small.alone(tmp_path / "pipe").returncode == 4
    assert small.alone(tmp_path / "to-a-device").returncode == 4
