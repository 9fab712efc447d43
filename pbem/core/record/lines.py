"""Lines of a file of which most are not looked at: a long file is old lines that this machine has checked before.

Whoever reads a game needs to know that they are still the same ones, which one digest of all their bytes tells, kept
outside the game's folder (record.trusted_state).  Each line is taken out of its bytes when somebody asks.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, overload

from ..data.json_types import Json
from . import log
from .entries import Entry
from .log import Line

CHUNK = 2**18  # bytes that are written and compared at once


class Lines(Sequence[Line]):
    """Lines that were checked here before, if there are any, in their bytes, and others behind them.

    more    those behind
    data    bytes that begin with those of the known lines
    size    how many bytes those have;  known: how many lines
    hash    of these bytes
    """

    __slots__ = ("known", "_data", "_where", "_size", "_hash", "_more", "_made", "_starts", "_holding")

    def __init__(
        self, more: Iterable[Line], data: bytes = b"", where: str = "", size: int = 0, known: int = 0, hash: Any = None
    ) -> None:
        self._data, self._where, self._size, self.known, self._hash = data, where, size, known, hash or sha256()
        self._more, self._made = tuple(more), dict[int, Line]()
        self._starts: list[int] = []
        self._holding: dict[bytes, list[int]] = {}

    def __len__(self) -> int:
        return self.known + len(self._more)

    @overload
    def __getitem__(self, place: int) -> Line: ...

    @overload
    def __getitem__(self, place: slice) -> list[Line]: ...

    def __getitem__(self, place: int | slice) -> Line | list[Line]:
        if isinstance(place, slice):
            return [self[one] for one in range(len(self))[place]]
        number = range(len(self))[place]
        if number >= self.known:
            return self._more[number - self.known]
        if number not in self._made:
            start, stop = self._bounds(number)
            self._made[number] = Line(self._data, f"{self._where}:{number + 1}", start, stop)
        return self._made[number]

    def _bounds(self, number: int) -> tuple[int, int]:
        """Where a known line begins and ends; the first and the last are found without the others."""
        if number == 0:
            return 0, self._data.index(b"\n")
        if number == self.known - 1:
            return self._data.rindex(b"\n", 0, self._size - 1) + 1, self._size - 1
        starts = self._all_starts()
        return starts[number], starts[number + 1] - 1

    def _all_starts(self) -> list[int]:
        if not self._starts:
            place = 0
            while place < self._size:
                self._starts.append(place)
                place = self._data.index(b"\n", place) + 1
        return self._starts

    def with_more(self, line: Line) -> "Lines":
        """These lines and one behind them."""
        longer = Lines((*self._more, line), self._data, self._where, self._size, self.known, self._hash)
        longer._made, longer._starts, longer._holding = self._made, self._starts, self._holding
        return longer

    def holding(self, mark: bytes) -> Iterator[Line]:
        """Those but the first in whose object these bytes stand, in order; the others are not looked at."""
        if mark not in self._holding:
            self._holding[mark] = list(self._looked_for(mark))
        yield from map(self.__getitem__, self._holding[mark])
        yield from (line for line in self._more[0 if self.known else 1 :] if line.holds(mark))

    def _looked_for(self, mark: bytes) -> Iterator[int]:
        """The numbers of such lines among those that are known."""
        place = self._data.find(mark, 0, self._size)
        while place >= 0:
            number = bisect_right(self._all_starts(), place) - 1
            if number and self[number].holds(mark):
                yield number
            place = self._data.find(mark, self._bounds(number)[1], self._size)

    def pieces(self) -> Iterator[bytes]:
        """Their bytes, with the breaks, in pieces."""
        for place in range(0, self._size, CHUNK):
            yield self._data[place : min(place + CHUNK, self._size)]
        yield from (line.raw + b"\n" for line in self._more)

    @property
    def mark(self) -> Json:
        """``{"bytes", "whole"}``: how many bytes they have, with the breaks, and the digest of these, in hex, by which
        they are known again (`known_lines`); those of the known lines are not hashed again."""
        found, size = self._hash.copy(), self._size
        for line in self._more:
            found.update(line.raw + b"\n")
            size += line.size
        return {"bytes": size, "whole": found.hexdigest()}


class Pieces:
    """The bytes of a file of these lines, piece by piece, as often as they are wanted."""

    __slots__ = ("_lines",)

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def __iter__(self) -> Iterator[bytes]:
        return self._lines.pieces()


class Entries(Sequence[Entry]):
    """The objects of lines, each parsed when somebody looks at it; a slice is such a sequence too."""

    __slots__ = ("_lines", "_places")

    def __init__(self, lines: Sequence[Line], places: range) -> None:
        self._lines, self._places = lines, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Entry: ...

    @overload
    def __getitem__(self, place: slice) -> "Entries": ...

    def __getitem__(self, place: int | slice) -> "Entry | Entries":
        if isinstance(place, slice):
            return Entries(self._lines, self._places[place])
        return self._lines[self._places[place]].object

    def __iter__(self) -> Iterator[Entry]:
        return (self._lines[place].object for place in self._places)


def known_lines(data: bytes, mark: Json, count: int, where: str = "") -> Lines | None:
    """The lines of a file's bytes that begin with `count` lines of this mark (`Lines.mark`); None if they do not.
    Raises BrokenFile for what stands behind those and does not fit."""
    size = mark.get("bytes", 0)
    if not 0 < size <= len(data):
        return None
    found = sha256(memoryview(data)[:size])
    if found.hexdigest() != mark.get("whole"):
        return None
    lines = Lines((), data, where, size, count, found)
    if size == len(data):
        return lines
    return Lines(log.split(data, where, size, [lines[-1]])[1:], data, where, size, count, found)
