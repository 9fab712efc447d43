"""What is closed: a part of a document fixed now and read later (docs/record.md).

C is a hash of the part together with a nonce of 32 bytes, so that nobody finds a short one by trying, and with game,
seat, entry, document and place, so that nobody copies it and opens it as his own.  The nonce is made from a secret and
from the part itself: the same part gives the same C again, and two different ones never share a nonce.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

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
        self._sound: dict[str, bool] = {}
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

    def whole(self, part: dict[str, Any]) -> Any:
        """A part as a document holds it, opened if it is closed and known; None if it is closed and not known."""
        if "closed" not in part:
            return part
        opening = self._known.get(part["closed"])
        if opening and opening["seat"] in self._withheld and part["closed"] not in self._opened:
            return None
        return opening["whole"] if opening and self._may_act(part["closed"], opening) else None

    def _may_act(self, mark: str, opening: Opening) -> bool:
        if self._is_sound is None:
            return True
        if mark not in self._sound:
            self._sound[mark] = self._is_sound(opening["whole"], opening["seat"])
        return self._sound[mark]

    def __iter__(self) -> Iterator[Opening]:
        return iter(self._known.values())

    def opened(self, rows: Iterable[Json], is_due: Callable[[str], Any]) -> tuple[list[Opening], list[Json]]:
        """``(openings of what a line opens, as it holds them, rows of what stays closed)`` of rows of the state: those
        known whose C ``is_due``."""
        found, left = [], []
        for row in rows:
            opening = self.at(row) if is_due(row["closed"]) else None
            (left.append(row) if opening is None else found.append(opening))
        return in_order(found), left


def in_order(openings: Iterable[Opening]) -> list[Opening]:
    """Openings as a line holds them."""
    rows = [{name: one[name] for name in FIELDS} for one in openings]
    return sorted(rows, key=lambda one: (one["seat"], one["document"], one["part"]))
