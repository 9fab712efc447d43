"""Shapes of game files that are nonsense, as large as a line may be: tests refuse them.

The files have 1 MB; in make thorough 3 MB, in make attacks 24 MB.
"""

import random

from tests.thorough import THOROUGH, WHOLE
from tests.verifier import hand

SIZE = (24 if WHOLE else 3 if THOROUGH else 1) * 2**20
LINE = SIZE * 5 // 8  # a line has at most 16 MB


class Good:
    """The first line of a game, and lines that follow it by their head."""

    def __init__(self, game):
        self.first = game.splitlines(keepends=True)[0]
        self.head = hand.tagged("head", self.first[1 : self.first.rindex(b',"')])

    def line(self, field, value):
        """A play line in which a field is `value`, as bytes."""
        fields = {
            "before": b'"%s"' % self.head.hex().encode(),
            "documents": b"[]",
            "kind": b'"play"',
            "n": b"1",
            "state": b'"%s"' % (b"0" * 64),
            field: value,
        }
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
    "a line a little too deep": lambda good: (
        good.first + good.line("documents", b"[" + repeated(b"[" * 199 + b"]" * 199, LINE) + b"]")
    ),
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
}
