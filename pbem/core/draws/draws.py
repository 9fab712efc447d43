"""Keys and draws: from the envelopes of an entry to every die, pick and number of it.

The way is short, and the same for whoever draws and whoever verifies (docs/fairness.md):

    envelopes --mix--> mix --+
                             +--entry_key--> key --event_key--> words --below--> dice, picks, numbers
    game_id --salt_0--> salt-+

Rules never see any of it.  They are handed a *source* and ask it, under a label, for `dice`, `pick` or
`number`; every source writes what it gave to its `records`, in the order of asking:

    {"label": "10.4/poland", "n": 1, "kind": "dice", "of": {"count": 3, "sides": 6}, "result": [6, 5, 5]}

`n` counts the uses of a label in one entry, so that a label used twice is no error.  `KeyedSource` is for
play, `ScriptedSource` for tests, `ThrowawaySource` for rehearsals.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from struct import Struct
from typing import Any, TypedDict

from ..data.canon import lp, mac, th, u64

WORD = 2**64
MAX_COUNT = 10_000  # dice or items in one draw: a bound for hostile files, far above any rule

_PARAMETERS = {"dice": {"count", "sides"}, "pick": {"items", "count"}, "number": {"below", "count"}}
_LABEL = re.compile(r"[a-z0-9._/-]{1,120}").fullmatch
_FIRST = u64(0)
_four_words = Struct(">4Q").unpack


class Record(TypedDict):
    """One draw, as a source notes it: the use number `n` of its `label`, and what came of `kind` with parameters `of`.

    kind    "dice", "pick" or "number"
    of      {count, sides} of dice, {items, count} of a pick, {below (decimal text), count} of numbers
    result  numbers of dice, items of a pick, decimal texts of numbers
    """

    label: str
    n: int
    kind: str
    of: dict[str, Any]
    result: list[Any]


class DrawError(ValueError):
    """A draw that cannot be made: bad label, bounds or items; or a script that does not fit."""


# -- keys ------------------------------------------------------------------------------------------------


def mix(values: Mapping[str, bytes]) -> bytes:
    """The envelopes of an entry as one value; `values` maps each contributor's name to 32 bytes."""
    parts: list[str | bytes] = [part for name in sorted(values) for part in (name, values[name])]
    return th("mix", *parts)


def pinch(game_id: bytes, seat: str, entry: int, text: str) -> bytes:
    """What a seat without a chain adds to a muster: 32 bytes made of any text it typed."""
    return th("pinch", game_id, seat, u64(entry), text)


def first_salt(game_id: bytes) -> bytes:
    """The salt of a game before its first muster; if it is played again, of the game that its charter names."""
    return th("salt", game_id)


def next_salt(salt: bytes, entry: int, mixed: bytes) -> bytes:
    """The salt from a muster on; `mixed` is the mix of that entry."""
    return th("salt", salt, u64(entry), mixed)


def entry_key(mixed: bytes, salt: bytes, entry: int, beacon: bytes = b"") -> bytes:
    """The key K of an entry: of the envelopes, the salt and the number, and of nothing else.

    No text, order, head, board or time enters it.  `beacon` is empty in version 1.
    """
    return mac(mixed, th("ctx", salt, u64(entry), beacon))


def event_key(key: bytes, label: str, n: int) -> bytes:
    """The key of the n-th use of a label in an entry."""
    return mac(key, b"pbem/v1/event" + lp(label) + n.to_bytes(8, "big"))


# -- numbers from a key ----------------------------------------------------------------------------------


def words(key: bytes) -> Iterator[int]:
    """The endless stream of 64-bit words of an event key, four to a block."""
    block = 0
    while True:
        yield from _four_words(mac(key, u64(block)))
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each equally likely, 1 <= n <= 2**64; uses a word even for n = 1.

    Words at or above the greatest multiple of n are passed over: small numbers would come more often.
    """
    fair = WORD - WORD % n
    return next(word for word in stream if word < fair) % n


def roll(stream: Iterator[int], count: int, sides: int) -> list[int]:
    """`count` dice from 1 to `sides`."""
    fair = WORD - WORD % sides
    return list(islice((word % sides + 1 for word in stream if word < fair), count))


def _few(key: bytes, count: int, sides: int) -> list[int] | None:
    """The same as `roll` in half the time, if the first block of the key holds enough; else None.

    Nearly all rolls are of one to four dice, and a word that has to be passed over is very rare.
    """
    if count > 4:
        return None
    block, fair = _four_words(mac(key, _FIRST)), WORD - WORD % sides
    if count == 1 and block[0] < fair:
        return [block[0] % sides + 1]
    return [word % sides + 1 for word in block[:count]] if max(block) < fair else None


def indices(stream: Iterator[int], number: int, count: int) -> list[int]:
    """Which of `number` items are taken, `count` times: each time the place among those left, from 0."""
    return [below(stream, number - gone) for gone in range(count)]


def taken(items: Iterable[str], places: Iterable[int]) -> list[str]:
    """The items at such places, in order of drawing; all of them is a shuffle.

    The items are sorted first, so that nobody can arrange a cup; equal ones stay.  (Sorted as text is
    sorted as UTF-8.)  Raises IndexError for a place where nothing is left.
    """
    left = sorted(items)
    return [left.pop(place) for place in places]


def result_of(key: bytes, label: str, n: int, kind: str, of: dict[str, Any]) -> list[Any]:
    """What the key gives for a draw of `kind` "dice", "pick" or "number" with parameters `of`.

    Raises DrawError for a label or parameters that no rule may use; so it is safe on strangers' records.
    """
    if type(label) is not str or not _LABEL(label):
        raise DrawError(f"label {str(label)[:130]!r}: wanted up to 120 of a-z 0-9 . _ / -")
    problem = _problem(kind, of)
    if problem:
        raise DrawError(f"{label}: {problem}")
    event = event_key(key, label, n)
    if kind == "dice":
        return _few(event, of["count"], of["sides"]) or roll(words(event), of["count"], of["sides"])
    stream = words(event)
    if kind == "pick":
        return taken(of["items"], indices(stream, len(of["items"]), of["count"]))
    return [str(below(stream, int(of["below"]))) for _ in range(of["count"])]


def _problem(kind: object, of: Any) -> str | None:
    """What is wrong with the parameters of a draw, or None."""
    shape = _PARAMETERS.get(kind) if type(kind) is str else None
    if shape is None:
        return f"no kind of draw is called {kind!r}"
    if type(of) is not dict or of.keys() != shape:
        return f"{kind} needs {' and '.join(sorted(shape))}"
    if type(of["count"]) is not int or not 0 <= of["count"] <= MAX_COUNT:
        return f"count is {of['count']!r}, not a number up to {MAX_COUNT}"
    if kind == "dice":
        fine = type(of["sides"]) is int and 1 <= of["sides"] <= WORD
        return None if fine else f"{of['sides']!r} is no number of sides"
    if kind == "pick":
        return _items_problem(of["items"], of["count"])
    return _bound_problem(of["below"])


def _items_problem(items: object, count: int) -> str | None:
    if type(items) is not list or len(items) > MAX_COUNT or not all(type(item) is str for item in items):
        return f"items must be a list of up to {MAX_COUNT} texts"
    if count > len(items):
        return f"cannot pick {count} of {len(items)} items"
    return None


def _bound_problem(bound: object) -> str | None:
    if type(bound) is not str or not re.fullmatch(r"[1-9][0-9]{0,19}", bound) or int(bound) > WORD:
        return f"bound {bound!r} is not a decimal text from 1 to 2^64"
    return None


# -- the record ------------------------------------------------------------------------------------------


def short(key: bytes, record: Record) -> list[Any]:
    """A draw as a line of the record holds it: ``[label, what, result]`` (docs/record.md).

    `what` is ``3d6``, ``2of9`` or ``1<100``; of a pick the result is the places that were taken, which can be checked
    with the `key` alone: the rules name the items.
    """
    label, n, kind, of, result = record["label"], record["n"], record["kind"], record["of"], record["result"]
    if kind == "pick":
        result = indices(words(event_key(key, label, n)), len(of["items"]), of["count"])
    return [label if n == 1 else f"{label}#{n}", in_short(kind, of), result]


def _in_short(record: Record) -> list[Any]:
    """The same of a draw that no key gave: equal items of a pick are taken in their order."""
    label, n, kind, of, result = record["label"], record["n"], record["kind"], record["of"], record["result"]
    if kind == "pick":
        left, found = sorted(of["items"]), list[int]()
        for item in result:
            found.append(left.index(item))
            del left[found[-1]]
        result = found
    return [label if n == 1 else f"{label}#{n}", in_short(kind, of), result]


def in_short(kind: str, of: Mapping[str, Any]) -> str:
    """What is drawn, as the record says it.

    >>> in_short("dice", {"count": 3, "sides": 6})
    '3d6'
    """
    if kind == "dice":
        return f"{of['count']}d{of['sides']}"
    return f"{of['count']}of{len(of['items'])}" if kind == "pick" else f"{of['count']}<{of['below']}"


# -- sources ---------------------------------------------------------------------------------------------


class Source:
    """What rules draw from: `dice`, `pick`, `number`; `records` lists what was given.

    A subclass says in `draw` where results come from.
    """

    __slots__ = ("records",)

    def __init__(self) -> None:
        self.records: list[Record] = []

    def dice(self, label: str, count: int, sides: int) -> list[int]:
        """`count` dice from 1 to `sides`, as a list."""
        return self.draw(label, "dice", {"count": count, "sides": sides})["result"]

    def pick(self, label: str, items: Iterable[str], count: int = 1) -> list[str]:
        """`count` of the items (texts), drawn without replacement, in order of drawing."""
        return self.draw(label, "pick", {"items": list(items), "count": count})["result"]

    def number(self, label: str, n: int) -> int:
        """A number from 0 to n - 1."""
        return int(self.draw(label, "number", {"below": str(n), "count": 1})["result"][0])

    def in_short(self) -> list[list[Any]]:
        """The draws that were made, as a line of the record holds them."""
        return [_in_short(record) for record in self.records]

    def draw(self, label: str, kind: str, of: dict[str, Any]) -> Record:
        """Make one draw and return its record; raises DrawError if it cannot be made."""
        raise TypeError(f"{type(self).__name__} does not say where its draws come from")


class KeyedSource(Source):
    """The draws of one entry, from its key; a new source for each entry."""

    __slots__ = ("_key", "_uses")

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._key = key
        self._uses: dict[str, int] = {}

    def in_short(self) -> list[list[Any]]:
        """The draws that were made, as the record holds them."""
        return [short(self._key, record) for record in self.records]

    def draw(self, label: str, kind: str, of: dict[str, Any]) -> Record:
        n = self._uses.get(label, 0) + 1
        result = result_of(self._key, label, n, kind, of)
        self._uses[label] = n
        record: Record = {"label": label, "n": n, "kind": kind, "of": of, "result": result}
        self.records.append(record)
        return record


class ThrowawaySource(KeyedSource):
    """Draws that count for nothing: from the system's generator, or from a `seed` (hex) to repeat them."""

    __slots__ = ("seed",)

    def __init__(self, seed: str | None = None) -> None:
        self.seed = os.urandom(32).hex() if seed is None else seed
        try:
            super().__init__(th("throwaway", bytes.fromhex(self.seed)))
        except ValueError:
            raise DrawError(f"seed {self.seed[:80]!r} is not hex") from None


class ScriptedSource(Source):
    """Dice by hand, strictly: every result wanted must be in the script, and every one in it used.

    The script maps labels to results, used up over all draws of that label, or lists the results of all
    draws in order of asking.  `finish` raises DrawError if something was not used.
    """

    __slots__ = ("_script", "_uses")

    def __init__(self, script: Mapping[str, Iterable[Any]] | Iterable[Any]) -> None:
        super().__init__()
        self._script: dict[str, list[Any]] | list[Any]
        if isinstance(script, Mapping):
            self._script = {label: list(results) for label, results in script.items()}
        else:
            self._script = list(script)
        self._uses: dict[str, int] = {}

    def draw(self, label: str, kind: str, of: dict[str, Any]) -> Record:
        problem = _problem(kind, of)
        if problem:
            raise DrawError(f"{label}: {problem}")
        script = self._script.get(label, []) if isinstance(self._script, dict) else self._script
        found: dict[str, Any] = {"label": label, "kind": kind, "of": of}
        if len(script) < of["count"]:
            left = self._left() or "nothing"
            raise DrawError(f"not scripted: {in_words(found)}; left of the scripted draws: {left}")
        result = script[: of["count"]]
        _check_scripted(found, result)
        del script[: of["count"]]
        self._uses[label] = n = self._uses.get(label, 0) + 1
        record: Record = {"label": label, "n": n, "kind": kind, "of": of, "result": result}
        self.records.append(record)
        return record

    def finish(self) -> None:
        """Raise DrawError if the script holds results that nobody asked for."""
        if self._left():
            raise DrawError(f"scripted but never asked for: {self._left()}")

    def _left(self) -> dict[str, list[Any]] | list[Any]:
        if isinstance(self._script, dict):
            return {label: results for label, results in self._script.items() if results}
        return self._script


def _check_scripted(request: Mapping[str, Any], result: list[Any]) -> None:
    """Raise DrawError for a scripted result that the draw could never give."""
    of = request["of"]
    if request["kind"] == "dice":
        possible = all(type(die) is int and 1 <= die <= of["sides"] for die in result)
    elif request["kind"] == "pick":
        left = list(of["items"])
        possible = all(_struck(left, item) for item in result)
    else:
        possible = all(type(n) is str and n.isdecimal() and int(n) < int(of["below"]) for n in result)
    if not possible:
        raise DrawError(f"{in_words(request)} cannot give {result}")


def _struck(left: list[str], item: str) -> bool:
    """Whether a list holds an item, which is taken out of it."""
    if item not in left:
        return False
    left.remove(item)
    return True


def in_words(draw: Mapping[str, Any] | None) -> str:
    """A draw in words: `10.4/poland/attack: 3d6`."""
    if draw is None:
        return "nothing more"
    of, kind = draw["of"], draw["kind"]
    if kind == "dice":
        return f"{draw['label']}: {of['count']}d{of['sides']}"
    if kind == "pick":
        return f"{draw['label']}: {of['count']} of {len(of['items'])} ({', '.join(sorted(set(of['items'])))})"
    return f"{draw['label']}: {of['count']} below {of['below']}"
