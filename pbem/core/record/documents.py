"""Documents: what a person says for one entry, signed where persons have keys (docs/record.md).

A document is ``(object, signature)``; in a line of the record it stands as ``[object, signature]``.  Three kinds:
orders, the opener's sealed document, and words.  In a file on its way to whoever adjudicates, closed parts stand
open, so that he has the openings; `unpacked` closes them again before anything else looks at the document.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from ..data.canon import CanonError, encode, loads, lp, th
from ..data.json_types import Json
from ..data.problems import NOT_UNDERSTOOD, Problem, Refused
from .closed import BRANCHES, Opening, Openings, closed, closing_of, in_pieces, is_closed, marks_of
from .ed25519 import accepts, sign

MOST_PARTS, MOST_BYTES = 300, 64 * 1024
ITEMS = ("answers", "petitions", "lines")
_NAMES = ("kept", "first")
MOST_NUMBERS = 10**6  # of lines of a seat in a game
_PLACE = ("entry", "head", "n", "seat")
_NO_LETTER = "[^A-Za-z0-9+/]+"

Typed = tuple[list[list[int]], str]
"""Where a part was typed, ``[[line, column], …]``, and how."""


class Document:
    """One document.

    object     its JSON value, closed parts closed; `kind`, `seat`, `entry`, `head` and number `n` (words have none: 0)
               are taken from it
    signature  128 hex digits, or ""
    openings   of its closed parts, as far as they came with it
    file       where it was read, for messages; typed: where in that its parts were typed, and how
               (seat.sheet.as_typed), where that is known
    keys       of the order files that it was made of, at the level sealed (seat.checking.order_key)
    waits      True if its seat is not ready: nothing of it is played before its time is over
    """

    def __init__(
        self,
        object: Json,
        signature: str = "",
        openings: Iterable[Opening] = (),
        file: str = "",
        typed: Sequence[Typed] = (),
    ) -> None:
        self.object, self.signature, self.openings, self.file = object, signature, list(openings), file
        self.typed = typed
        self.keys: list[str] = []
        self.waits = False
        self.kind: str = object["kind"]
        self.seat: str = object["seat"]
        self.entry: int = object["entry"]
        self.head: str = object["head"]
        self.n: int = object.get("n", 0)

    def __repr__(self) -> str:
        return f"<{self.kind} of {self.seat} for entry {self.entry}>"

    @property
    def pair(self) -> list[Any]:
        """As it stands in a line."""
        return [self.object, self.signature]

    @property
    def place(self) -> tuple[str, int, str]:
        """Whose it is, and for which entry after which head."""
        return self.seat, self.entry, self.head

    @property
    def says(self) -> list[Json]:
        """The statements of a word; none of other documents."""
        said: list[Json] = self.object.get("says", [])
        return said

    @property
    def order(self) -> tuple[str, bool, bytes, str]:
        """What documents are sorted by: in a line, and of two signatures on one object the lower one first."""
        return (self.seat, self.kind == "word", encode(self.object), self.signature)


def each_once(documents: Iterable[Document]) -> list[Document]:
    """The documents in the order of a line; two signatures on one object are one document, with the lower of them."""
    found: dict[bytes, Document] = {}
    for document in sorted(documents, key=lambda one: one.order):
        kept = found.setdefault(encode(document.object), document)
        kept.openings = kept.openings or document.openings
    return list(found.values())


def of_pairs(pairs: Iterable[Sequence[Any]]) -> list[Document]:
    """Documents of a line's `documents`."""
    return [Document(object, signature) for object, signature in pairs]


def parts_of(object: Json) -> list[tuple[int, str, Json]]:
    """``[(number, list it stands in, part)]`` of an orders document, numbered from 1."""
    rows = [(name, part) for name in ITEMS for part in object.get(name, ())]
    return [(number, name, part) for number, (name, part) in enumerate(rows, 1)]


def part_of(object: Json, number: int) -> Json | None:
    """Part `number` of an orders document; None if there is none."""
    return next((part for place, _, part in parts_of(object) if place == number), None)


def with_parts(object: Json, change: Callable[[int, str, Json], Json]) -> Json:
    """An orders document's object with ``change(number, list it stands in, part)`` in the place of each part."""
    lists: dict[str, list[Json]] = {name: [] for name in ITEMS if name in object}
    for number, name, part in parts_of(object):
        lists[name].append(change(number, name, part))
    return {**object, **lists}


def reading_of(entry: Json, seat: str, n: int, number: int, openings: Openings) -> Json:
    """Part `number` of document `n` of a seat in a line, as far as it is opened; {} while it is closed."""
    objects = [pair[0] for pair in entry["documents"] if pair[0]["kind"] == "orders"]
    objects += [one["whole"] for one in openings if one["part"] == 0 and type(one["whole"]) is dict]
    for object in objects:
        if (object.get("seat"), object.get("n")) == (seat, n):
            return openings.whole(part_of(object, number) or {}) or {}
    return {}


Name = tuple[int, int]
"""The name for good of a petition or line of a seat: number of the document that first had it, part in that."""


def part_names(object: Json) -> dict[int, Name]:
    """``{number of the part: its name}`` of the petitions and lines that an orders document brings."""
    first = {row[0]: (row[1], row[2]) for row in object.get("first", ())}
    later = [number for number, place, _ in parts_of(object) if place != "answers"]
    return {number: first.get(number, (object["n"], number)) for number in later}


def kept_by(object: Json) -> list[Name]:
    """The names that an orders document keeps."""
    return [(number, part) for number, part in object.get("kept", ())]


def names_fault(object: Json) -> str:
    """What is wrong with the names in an orders document of the shape of its schema; "" if nothing is."""
    kept, first = object.get("kept", []), object.get("first", [])
    later = [number for number, place, _ in parts_of(object) if place != "answers"]
    named = kept_by(object) + [(number, part) for _, number, part in first]
    if kept != sorted(kept) or first != sorted(first) or len({row[0] for row in first}) < len(first):
        return "its names do not stand in order"
    if len(set(named)) < len(named) or any(number >= object["n"] for number, _ in named):
        return "it names something twice, or what only a later document can have"
    return "" if all(row[0] in later for row in first) else "it names parts that are neither petitions nor lines"


# -- signing -----------------------------------------------------------------------------------------------


def signed_bytes(game_id: bytes, object: Json) -> bytes:
    """What a signature on a document is made over."""
    return lp("pbem/v1/document") + lp(game_id) + lp(encode(object))


def head_bytes(game_id: bytes, before: bytes, head: bytes) -> bytes:
    """What the signature on a line is made over: its head, and the head before it."""
    return lp("pbem/v1/line") + lp(game_id) + lp(before) + lp(head)


def seed_of(secret: bytes) -> bytes:
    """The seed of the signing key that belongs to a secret."""
    return th("sign", secret)


def signed(object: Json, secret: bytes, game_id: bytes) -> Document:
    """The Document of an object, signed with the key of `secret` (32 bytes)."""
    return Document(object, sign(seed_of(secret), signed_bytes(game_id, object)).hex())


def fits(document: Document, key: str, game_id: bytes) -> bool:
    """True if its signature is one of the key (hex)."""
    return is_of(key, signed_bytes(game_id, document.object), document.signature)


def fits_head(key: str, game_id: bytes, before: bytes, head: bytes, signature: str) -> bool:
    """True if a signature (hex) on the head of a line is one of the key (hex); `before`: the head before it."""
    return is_of(key, head_bytes(game_id, before, head), signature)


def is_of(key: str, message: bytes, signature: str) -> bool:
    """True if a signature (hex, or "") on a message is one of the key (hex)."""
    return len(signature) == 128 and accepts(bytes.fromhex(key), message, bytes.fromhex(signature))


# -- closing -----------------------------------------------------------------------------------------------


def close_parts(
    object: Json,
    secret: bytes,
    game_id: bytes,
    is_closed: Callable[[str, Json], bool],
    has_pieces: Callable[[str, Json], bool],
) -> tuple[Json, list[Opening]]:
    """``(object, openings)`` with those parts closed for which ``is_closed(list name, part)``, and before that their
    branches, each by itself, where it ``has_pieces``."""
    openings: list[Opening] = []

    def shut(number: int, name: str, part: Json) -> Json:
        def close(whole: Json) -> Json:
            openings.append(closed(secret, game_id, object, number, whole))
            return {"closed": closing_of(game_id, openings[-1])}

        part = in_pieces(part, close) if has_pieces(name, part) else part
        return close(part) if is_closed(name, part) else part

    return with_parts(object, shut), openings


def sealed_whole(object: Json, secret: bytes, game_id: bytes) -> tuple[Document, Opening]:
    """``(sealed Document, opening)``: an opener's whole orders document, closed as part 0."""
    opening = closed(secret, game_id, object, 0, object)
    place = {name: object[name] for name in _PLACE}
    return signed({**place, "closed": closing_of(game_id, opening), "kind": "sealed"}, secret, game_id), opening


def is_whole(whole: Any, sealed: Json) -> bool:
    """Whether what an opener sealed has the form of its orders document; else it has said nothing.

    sealed   the object of the sealed document that closes it
    This is the form alone, so that whoever knows no rules can judge it as well (docs/record.md); whether a part is an
    order is judged part by part.
    """
    if type(whole) is not dict or not whole.keys() <= {*_PLACE, "kind", "no", *ITEMS, *_NAMES}:
        return False
    if "no" in whole and (type(whole["no"]) is not int or not 0 < whole["no"] <= MOST_NUMBERS):
        return False
    own = {name: whole.get(name) for name in (*_PLACE, "kind")}
    if encode(own) != encode({**{name: sealed[name] for name in _PLACE}, "kind": "orders"}):
        return False
    lists = [whole[name] for name in (*ITEMS, *_NAMES) if name in whole]
    if not all(type(one) is list and one for one in lists):
        return False
    parts = [part for _, _, part in parts_of(whole)]
    if any(type(part) is not dict or "closed" in part or any(marks_of(part)) for part in parts) or not _has_names(
        whole
    ):
        return False
    return not names_fault(whole) and not size_problems(whole)


def _has_names(whole: Json) -> bool:
    rows = [*((row, 2) for row in whole.get("kept", ())), *((row, 3) for row in whole.get("first", ()))]
    return all(
        type(row) is list and len(row) == many and all(type(number) is int and number > 0 for number in row)
        for row, many in rows
    )


# -- on its way --------------------------------------------------------------------------------------------


def packed(document: Document, game_id: bytes = b"") -> str:
    """The document as text that wrapping and quoting do not harm; what it has closed stands open in it."""
    return armoured([opened_out(document.object, document.openings, game_id), document.signature], "DOCUMENT")


def opened_out(object: Json, openings: Iterable[Opening], game_id: bytes) -> Json:
    """The object of a document with {"nonce", "open"} in the place of what `openings` open of it."""
    known = {closing_of(game_id, opening): opening for opening in openings}
    if object["kind"] != "orders" or not known:
        return object

    def shown(one: Any) -> Any:
        opening = known.get(one["closed"]) if is_closed(one) else None
        if opening:
            return {"nonce": opening["nonce"], "open": shown(opening["whole"])}
        return _each_piece(one, shown)

    return with_parts(object, lambda _number, _name, part: shown(part))


def _each_piece(one: Any, change: Callable[[Any], Any]) -> Any:
    """A line with every branch and line in it changed."""
    if type(one) is not dict:
        return one
    return {
        name: [change(row) for row in value] if name in BRANCHES and type(value) is list else value
        for name, value in one.items()
    }


def mark_of(what: str) -> tuple[str, str]:
    """The lines before and after what is armoured: a DOCUMENT or a RECEIPT."""
    return f"-----BEGIN PBEM {what}-----", f"-----END PBEM {what}-----"


BEGIN, END = mark_of("DOCUMENT")


def armoured(value: Any, what: str) -> str:
    """A JSON value as text that wrapping and quoting do not harm."""
    from base64 import b64encode

    begin, end = mark_of(what)
    letters = b64encode(encode(value)).decode()
    rows = [letters[place : place + 64] for place in range(0, len(letters), 64)]
    return "\n".join([begin, *rows, end, ""])


def is_packed(text: str) -> bool:
    """True if the text holds a document in that form."""
    return BEGIN in text


def blocks(text: str, what: str) -> Iterator[str]:
    """What is armoured in a text, with the lines before and after it; in linear time, whatever stands there."""
    begin, end = mark_of(what)
    start = text.find(begin)
    while start >= 0 and (stop := text.find(end, start + len(begin))) >= 0:
        yield text[start : stop + len(end)]
        start = text.find(begin, stop + len(end))


def unarmoured(text: str, what: str, name: str) -> Any:
    """The value in a text that holds one that is armoured; raises Refused."""
    from base64 import b64decode

    begin, end = mark_of(what)
    found = [block[len(begin) : -len(end)] for block in blocks(re.sub(r"[ \t]+", " ", text), what)]
    found = list(dict.fromkeys(re.sub(_NO_LETTER, "", letters) for letters in found))
    if len(found) != 1:
        raise Refused([Problem("document-many", where=name, count=len(found), what=what.lower())])
    letters = found[0]
    try:
        return loads(b64decode(letters + "=" * (-len(letters) % 4), validate=True), 2 * MOST_BYTES)
    except (CanonError, ValueError):
        raise _refusal(name, "it is damaged") from None


def unpacked(text: str, game_id: bytes, name: str = "") -> Document:
    """The Document in a text that `packed` made, with its openings; raises Refused.  Its signature is not checked."""
    return from_value(unarmoured(text, "DOCUMENT", name), game_id, name)


def from_value(value: Any, game_id: bytes, name: str = "") -> Document:
    """The Document of a value as `packed` writes it; raises Refused for what has not its shape."""
    if type(value) is not list or len(value) != 2 or type(value[0]) is not dict or type(value[1]) is not str:
        raise _refusal(name, "it is not a pair of object and signature")
    object, signature = value
    openings: list[Opening] = []
    if object.get("kind") == "orders" and all(type(object.get(one, [])) is list for one in ITEMS):
        object, openings = _closed_again(object, game_id, name)
    check_shape(object, signature, name)
    return Document(object, signature, openings, name)


def _closed_again(object: Json, game_id: bytes, name: str) -> tuple[Json, list[Opening]]:
    openings: list[Opening] = []

    def shut(number: int, one: Any) -> Any:
        if type(one) is not dict or one.keys() != {"nonce", "open"}:
            return _each_piece(one, partial(shut, number))
        try:
            place = {"seat": object["seat"], "entry": object["entry"], "document": object["n"], "part": number}
            openings.append({**place, "nonce": one["nonce"], "whole": shut(number, one["open"])})
            return {"closed": closing_of(game_id, openings[-1])}
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise _refusal(name, f"its part {number} is not an opening") from None

    return with_parts(object, lambda number, _, part: shut(number, part)), openings


def check_shape(object: Json, signature: str = "", name: str = "") -> None:
    """Raise Refused unless the object has the shape of its kind of document and the size that one may have."""
    from ..data.schemas import problems

    Refused.if_any(problems("document", object, name))
    Refused.if_any(size_problems(object, name))
    fault = names_fault(object) if object["kind"] == "orders" else ""
    if fault:
        raise _refusal(name, fault)
    if signature and not re.fullmatch("[0-9a-f]{128}", signature):
        raise _refusal(name, "its signature is not 128 hex digits")


def size_problems(object: Json, name: str = "") -> list[Problem]:
    """What is wrong with a document that is larger than one may be."""
    parts, size = sum(len(object.get(one, ())) for one in ITEMS), len(encode(object))
    if parts <= MOST_PARTS and size <= MOST_BYTES:
        return []
    most: Json = {"most": MOST_PARTS, "bytes": MOST_BYTES}
    return [Problem("document-large", level=NOT_UNDERSTOOD, where=name, count=parts, size=size, **most)]


def _refusal(name: str, reason: str) -> Refused:
    return Refused([Problem("document-form", level=NOT_UNDERSTOOD, where=name, reason=reason)])
