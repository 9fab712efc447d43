"""What is closed: a part of a document, or a piece of one, fixed now and read later (docs/record.md).

C is a hash of the part together with a nonce of 32 bytes, so that nobody finds a short one by trying, and with game,
seat, entry, document and place, so that nobody copies it and opens it as his own.  The nonce is made from a secret and
from the part itself: the same part gives the same C again, and two different ones never share a nonce.

A piece is a branch of a line: what stands behind ``if``, ``else`` or ``or``.  Each is closed by itself, inside its
part, so that what was not reached stays closed when the part is opened.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, TypeGuard

from ..data.canon import encode, lp, mac, th, u64
from ..data.json_types import Json

Opening = Json
"""What opens a closed part: seat, entry, document, part, nonce (hex), whole."""


def nonce_of(secret: bytes, game_id: bytes, entry: int, document: int, part: int, whole: Any) -> bytes:
    """The nonce (32 bytes) with which the holder of `secret` closes a part; `whole` is its JSON value."""
    places = u64(entry) + u64(document) + u64(part)
    return mac(secret, lp("pbem/v1/nonce") + game_id + places + lp(encode(whole)))


def closing_of(game_id: bytes, opening: Opening) -> str:
    """C in hex of an opening; safe to publish while what it opens is not."""
    numbers = [u64(opening[name]) for name in ("entry", "document", "part")]
    nonce, whole = bytes.fromhex(opening["nonce"]), encode(opening["whole"])
    return th("seal", game_id, opening["seat"], *numbers, nonce, whole).hex()


def closed(secret: bytes, game_id: bytes, object: Json, part: int, whole: Any) -> Opening:
    """The opening of part `part` of a document's object, which is closed now with `secret` (32 bytes)."""
    place = {"seat": object["seat"], "entry": object["entry"], "document": object["n"], "part": part}
    nonce = nonce_of(secret, game_id, object["entry"], object["n"], part, whole)
    return {**place, "nonce": nonce.hex(), "whole": whole}


FIRST = ("if", "value", "ask", "or", "must", "form", "fields")
"""What belongs to the first branch of a line alone."""
BRANCHES = ("first", "value", "else", "or")
"""Under what the branches of a line stand, or its lines."""


def is_closed(value: object) -> TypeGuard[Json]:
    """True for what stands in the place of a closed part or piece."""
    mark = value.get("closed") if type(value) is dict and len(value) == 1 else None
    return type(mark) is str and len(mark) == 64


def marks_of(value: Any) -> Iterator[str]:
    """The C of all that is closed in a part: the whole of it, or pieces."""
    if is_closed(value):
        yield value["closed"]
    elif type(value) in (dict, list):
        for one in value.values() if type(value) is dict else value:
            yield from marks_of(one)


def each_branch(one: Json) -> Iterator[Json]:
    """A line, its branches and its lines, closed ones too."""
    yield one
    for name in BRANCHES:
        for row in one[name] if type(one.get(name)) is list else ():
            yield from each_branch(row) if type(row) is dict else ()


def in_pieces(one: Json, close: Callable[[Json], Json]) -> Json:
    """A line with its branches closed, each by itself, as ``close(branch)`` gives what stands in its place.

    The first one is closed where it may fail and the others are known: it stands as ``first`` beside what is common.
    """
    found = dict(one)
    if type(one.get("value")) is list:
        found["value"] = [in_pieces(line, close) if "form" in line else line for line in one["value"]]
    for name in ("or", "else"):
        if name in one:
            found[name] = [close(_without_first(branch, close)) for branch in one[name]]
    if "if" in one and ("else" in one or "form" in one):
        found["first"] = [close({name: found.pop(name) for name in FIRST if name in found})]
    return found


def _without_first(branch: Json, close: Callable[[Json], Json]) -> Json:
    """A branch that is closed as a piece, with the pieces in it."""
    bare = in_pieces({name: value for name, value in branch.items() if name != "if"}, close)
    return {**bare, **({"if": branch["if"]} if "if" in branch else {})}


def without_closed(one: Json) -> Json | None:
    """A line as far as it is open; None if no branch of it is."""
    found = {name: value for name, value in one.items() if name not in ("mark", "first")}
    for name in ("value", "else", "or"):
        if type(found.get(name)) is list:
            rows = [without_closed(row) if type(row) is dict else row for row in found[name] if not is_closed(row)]
            found[name] = [row for row in rows if row is not None]
            if name != "value" and not found[name]:
                del found[name]
    if type(one.get("first")) is not list:
        return found
    first, *others = found.pop("else", [None])
    return first and {**found, **first, **({"else": others} if others else {})}


def as_seen(one: Any, is_seen: Callable[[str], bool] = bool) -> Any:
    """A line whose pieces are marked without the marks, and with those pieces closed again whose C is not seen."""
    if type(one) is not dict:
        return one
    found = {name: value for name, value in one.items() if name != "mark"}
    for name in BRANCHES:
        if type(found.get(name)) is list:
            found[name] = [as_seen(row, is_seen) for row in found[name]]
    if "mark" in one and not is_seen(one["mark"]):
        return {"closed": one["mark"]}
    if type(mark := found.get("first")) is not str:
        return found
    if is_seen(mark):
        return {name: value for name, value in found.items() if name != "first"}
    return {**{name: value for name, value in found.items() if name not in FIRST}, "first": [{"closed": mark}]}


PLACE = ("document", "entry", "part", "seat")
FIELDS = ("document", "entry", "nonce", "part", "seat", "whole")


class Openings:
    """The openings that somebody knows, by their C.

    Nothing in it is believed: what does not give the C that a document holds opens nothing, and what is no reading of
    an order of its seat (`judged`) is as good as closed.
    """

    __slots__ = ("game_id", "_known", "_is_sound", "_sound", "_given", "_opened", "_withheld")

    def __init__(self, game_id: bytes, openings: Iterable[Opening] = ()) -> None:
        self.game_id = game_id
        self._known: dict[str, Opening] = {}
        self._is_sound: Callable[[Any, str], bool] | None = None
        self._sound: dict[str | bytes, bool] = {}
        self._given: set[str] | None = None
        self._opened: set[str] = set()
        self._withheld: set[str] = set()
        self.add(openings)

    def judged(self, is_sound: Callable[[Any, str], bool]) -> "Openings":
        """The same, and `whole` gives only what ``is_sound(reading, seat)``."""
        self._is_sound = is_sound
        return self

    def give_only(self, openings: Iterable[Opening]) -> None:
        """At the end of the game open these alone, though more may be known: what a line that is made again opened."""
        self._given = {closing_of(self.game_id, opening) for opening in openings}

    def withhold(self, seats: set[str]) -> None:
        """Let nothing of these seats act but what lines have opened."""
        self._withheld = seats

    def add(self, openings: Iterable[Opening]) -> None:
        for opening in openings:
            self._known[closing_of(self.game_id, opening)] = opening

    def open(self, openings: Iterable[Opening]) -> None:
        """Add what a line has opened: everybody knows it."""
        known = {closing_of(self.game_id, opening): opening for opening in openings}
        self._known.update(known)
        self._opened.update(known)

    def get(self, mark: str) -> Opening | None:
        """The opening of C (hex), or None."""
        return self._known.get(mark)

    def at(self, place: Mapping[str, Any]) -> Opening | None:
        """The opening of a C where it stands, a row of the state; None if none is known, or only one of another place
        (a document that its seat has signed with parts of it in another order)."""
        opening = self._known.get(place["closed"])
        return opening if opening and all(opening[name] == place[name] for name in PLACE) else None

    def given(self, mark: str) -> Opening | None:
        """The opening of C (hex) if the line that ends the game is to open it, or None."""
        return self.get(mark) if self._given is None or mark in self._given else None

    def whole(self, part: Json) -> Any:
        """A part as a document holds it, opened with its pieces as far as they are known; None if it is closed itself
        and not known."""
        return as_seen(self.marked(part))

    def marked(self, part: Json) -> Any:
        """The same with the C of each piece beside it, as ``mark``; of a first branch as ``first``."""
        if "closed" in part:
            opening = self._usable(part["closed"])
            if opening is None or not self._may_act(opening["whole"], opening["seat"], part["closed"]):
                return None
            part = opening["whole"]
        return self._in_full(part) if any(marks_of(part)) else part

    def knows(self, part: Json) -> bool:
        """True if nothing of a part is closed here."""
        whole = self.whole(part)
        return whole is not None and not any(marks_of(whole))

    def has_all(self, part: Json) -> bool:
        """True if there is an opening of all that is closed in a part, whatever it says."""
        found = [self.get(mark) for mark in marks_of(part)]
        return all(one is not None and self.has_all(one["whole"]) for one in found)

    def _usable(self, mark: str) -> Opening | None:
        opening = self._known.get(mark)
        is_withheld = opening and opening["seat"] in self._withheld and mark not in self._opened
        return None if is_withheld else opening

    def _may_act(self, whole: Any, seat: str, mark: str = "") -> bool:
        """Whether a reading is an order of a seat, as far as it is open."""
        if self._is_sound is None:
            return True
        key = mark or encode([seat, whole])
        if key not in self._sound:
            self._sound[key] = self._is_sound(whole, seat)
        return self._sound[key]

    def _in_full(self, part: Json) -> Json:
        part = deepcopy(part)
        rows: list[Any] = [part]
        while rows:
            one = rows.pop()
            for name in BRANCHES if type(one) is dict else ():
                for at in range(len(one[name]) if type(one.get(name)) is list else 0):
                    self._open_piece(part, one, name, at)
                rows += one[name] if type(one.get(name)) is list else ()
        return part

    def _open_piece(self, part: Json, one: Json, name: str, at: int) -> None:
        """Put a piece of a part in its place, if it is known and a branch of an order."""
        piece, before = one[name][at], dict(one)
        opening = self._usable(piece["closed"]) if is_closed(piece) else None
        if opening is None or type(opening["whole"]) is not dict:
            return
        if name == "first":
            one.update({**opening["whole"], "first": piece["closed"]})
        else:
            one[name] = [*one[name][:at], {**opening["whole"], "mark": piece["closed"]}, *one[name][at + 1 :]]
        if not self._may_act(as_seen(part), opening["seat"]):
            one.clear()
            one.update(before)

    def __iter__(self) -> Iterator[Opening]:
        return iter(self._known.values())

    def opened(self, rows: Iterable[Json], is_due: Callable[[str], Any]) -> tuple[list[Opening], list[Json]]:
        """``(openings of what a line opens, as it holds them, rows of what stays closed)`` of rows of the state: those
        known whose C ``is_due``, and the pieces that come to light by it."""
        found, left, rows = [], [], list(rows)
        seen = {row["closed"] for row in rows}
        while rows:
            row = rows.pop(0)
            opening = self.at(row) if is_due(row["closed"]) else None
            (left.append(row) if opening is None else found.append(opening))
            pieces = [mark for mark in marks_of(opening and opening["whole"]) if mark not in seen]
            seen.update(pieces)
            rows = [{**row, "closed": mark} for mark in dict.fromkeys(pieces)] + rows
        return in_order(found), left


def in_order(openings: Iterable[Opening]) -> list[Opening]:
    """Openings as a line holds them."""
    rows = [{name: one[name] for name in FIELDS} for one in openings]
    return sorted(rows, key=lambda one: (one["seat"], one["document"], one["part"], one["nonce"]))
