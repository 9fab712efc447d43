"""Documents: what a person says for one entry, signed where persons have keys (docs/record.md).

A document is ``(object, signature)``; in a line of the record it stands as ``[object, signature]``.  Three kinds:
orders, the opener's sealed document, and words.  In a file on its way to whoever adjudicates, closed parts stand
open, so that he has the openings; `unpacked` closes them again before anything else looks at the document.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..data.canon import CanonError, encode, loads, lp, th
from ..data.json_types import Json
from ..data.problems import NOT_UNDERSTOOD, Problem, Refused, messages
from .closed import Opening, closed, closing
from .ed25519 import accepts, sign

MOST_PARTS, MOST_BYTES, MOST_PINCH = 300, 64 * 1024, 200
ITEMS = ("answers", "petitions", "lines")
_PLACE = ("entry", "head", "n", "seat")
_NO_LETTER = re.compile("[^A-Za-z0-9+/]+")

Typed = tuple[list[list[int]], str]
"""Where a part was typed, ``[[line, column], …]``, and how."""

messages(
    {
        "document-form": "The document is not one that pbem reads: {reason}.",
        "document-large": "A document has at most {most} lines and {bytes} bytes; this one has {count:# line|# lines} "
        "and {size:# byte|# bytes}.",
        "document-signature": "The signature of {seat} does not fit this document.",
        "document-unsigned": "This document of {seat} is not signed: it is a draft, and nothing of it counts.",
        "document-many": "The text holds {count} signed {what}s; send one a mail.",
    }
)


class Document:
    """One document.

    object     its JSON value, closed parts closed
    signature  128 hex digits, or ""
    openings   of its closed parts, as far as they came with it
    file       where it was read, for messages; typed: where in that its parts were typed, and how
               (play.writing.typed_at), where that is known
    """

    __slots__ = ("object", "signature", "openings", "file", "typed")

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

    def __repr__(self) -> str:
        return f"<{self.kind} of {self.seat} for entry {self.entry}>"

    @property
    def kind(self) -> str:
        kind: str = self.object["kind"]
        return kind

    @property
    def seat(self) -> str:
        seat: str = self.object["seat"]
        return seat

    @property
    def entry(self) -> int:
        entry: int = self.object["entry"]
        return entry

    @property
    def head(self) -> str:
        head: str = self.object["head"]
        return head

    @property
    def n(self) -> int:
        """The number of the document; words have none."""
        number: int = self.object.get("n", 0)
        return number

    @property
    def pair(self) -> list[Any]:
        """As it stands in a line."""
        return [self.object, self.signature]

    @property
    def order(self) -> tuple[str, bool, int, bytes]:
        """What documents of a line are sorted by."""
        return (self.seat, self.kind == "word", self.n, encode(self.object))


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


# -- signing -----------------------------------------------------------------------------------------------


def signed_bytes(game_id: bytes, object: Json) -> bytes:
    """What a signature on a document is made over."""
    return lp("pbem/v1/document") + lp(game_id) + lp(encode(object))


def head_bytes(game_id: bytes, head: bytes) -> bytes:
    """What an opener's signature on a line is made over."""
    return lp("pbem/v1/line") + lp(game_id) + lp(head)


def seed_of(secret: bytes) -> bytes:
    """The seed of the signing key that belongs to a secret."""
    return th("sign", secret)


def signed(object: Json, secret: bytes, game_id: bytes) -> Document:
    """The Document of an object, signed with the key of `secret` (32 bytes)."""
    return Document(object, sign(seed_of(secret), signed_bytes(game_id, object)).hex())


def fits(document: Document, key: str, game_id: bytes) -> bool:
    """True if its signature is one of the key (hex)."""
    signature = document.signature
    return len(signature) == 128 and accepts(
        bytes.fromhex(key), signed_bytes(game_id, document.object), bytes.fromhex(signature)
    )


# -- closing -----------------------------------------------------------------------------------------------


def close_parts(
    object: Json, secret: bytes, game_id: bytes, is_closed: Callable[[str, Json], bool]
) -> tuple[Json, list[Opening]]:
    """``(object, openings)`` with those parts closed for which ``is_closed(list name, part)``."""
    openings: list[Opening] = []
    lists: dict[str, list[Json]] = {name: [] for name in ITEMS if name in object}
    for number, name, part in parts_of(object):
        if is_closed(name, part):
            opening = closed(secret, game_id, object["seat"], object["entry"], object["n"], number, part)
            openings.append(opening)
            part = {
                "closed": closing(
                    game_id,
                    object["seat"],
                    object["entry"],
                    object["n"],
                    number,
                    bytes.fromhex(opening["nonce"]),
                    opening["whole"],
                )
            }
        lists[name].append(part)
    return {**object, **lists}, openings


def sealed_whole(object: Json, secret: bytes, game_id: bytes) -> tuple[Document, Opening]:
    """``(sealed Document, opening)``: an opener's whole orders document, or None for none, closed as part 0."""
    place = {name: object[name] for name in _PLACE}
    opening = closed(secret, game_id, place["seat"], place["entry"], place["n"], 0, object)
    mark = closing(game_id, place["seat"], place["entry"], place["n"], 0, bytes.fromhex(opening["nonce"]), object)
    return signed({**place, "closed": mark, "kind": "sealed"}, secret, game_id), opening


def is_whole(whole: Any, sealed: Json) -> bool:
    """Whether what an opener sealed has the form of its orders document; else it has said nothing.

    sealed   the object of the sealed document that closes it
    This is the form alone, so that whoever knows no rules can judge it as well (docs/record.md); whether a part is an
    order is judged part by part.
    """
    if type(whole) is not dict or not whole.keys() <= {*_PLACE, "kind", *ITEMS, "withdrawn"}:
        return False
    own = {name: whole.get(name) for name in (*_PLACE, "kind")}
    if encode(own) != encode({**{name: sealed[name] for name in _PLACE}, "kind": "orders"}):
        return False
    lists = [whole[name] for name in (*ITEMS, "withdrawn") if name in whole]
    if not all(type(one) is list and one and all(type(row) is dict for row in one) for one in lists):
        return False
    closes = any("closed" in part for _, _, part in parts_of(whole))
    return not closes and all(map(_is_withdrawal, whole.get("withdrawn", ()))) and not _is_large(whole)


def _is_withdrawal(row: Json) -> bool:
    return row.keys() == {"document", "line"} and all(type(number) is int and number > 0 for number in row.values())


# -- on its way --------------------------------------------------------------------------------------------


def packed(document: Document) -> str:
    """The document as text that wrapping and quoting do not harm; its closed parts stand open in it."""
    return armoured([opened_out(document.object, document.openings), document.signature], "DOCUMENT")


def opened_out(object: Json, openings: Iterable[Opening]) -> Json:
    """The object of a document with {"nonce", "open"} in the place of those closed parts that `openings` open."""
    known = {opening["part"]: opening for opening in openings}
    if object["kind"] != "orders" or not known:
        return object
    lists: dict[str, list[Json]] = {name: [] for name in ITEMS if name in object}
    for number, name, part in parts_of(object):
        opening = known.get(number) if "closed" in part else None
        lists[name].append({"nonce": opening["nonce"], "open": opening["whole"]} if opening else part)
    return {**object, **lists}


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
    found = list(dict.fromkeys(_NO_LETTER.sub("", letters) for letters in found))
    if len(found) != 1:
        raise Refused([Problem("document-many", where=name, count=len(found), what=what.lower())])
    letters = found[0]
    try:
        return loads(b64decode(letters + "=" * (-len(letters) % 4), validate=True), 2 * MOST_BYTES)
    except (CanonError, ValueError) as error:
        raise _refusal(name, "it is damaged", error) from None


def unpacked(text: str, game_id: bytes, name: str = "") -> Document:
    """The Document in a text that `packed` made, with its openings; raises Refused.  Its signature is not checked."""
    return from_value(unarmoured(text, "DOCUMENT", name), game_id, name)


def from_value(value: Any, game_id: bytes, name: str = "") -> Document:
    """The Document of a value as `packed` writes it; raises Refused for what has not its shape."""
    if type(value) is not list or len(value) != 2 or type(value[0]) is not dict or type(value[1]) is not str:
        raise _refusal(name, "it is no pair of object and signature")
    object, signature = value
    openings: list[Opening] = []
    if object.get("kind") == "orders" and all(type(object.get(one, [])) is list for one in ITEMS):
        object, openings = _closed_again(object, game_id, name)
    check_shape(object, signature, name)
    return Document(object, signature, openings, name)


def _closed_again(object: Json, game_id: bytes, name: str) -> tuple[Json, list[Opening]]:
    lists: dict[str, list[Json]] = {one: [] for one in ITEMS if one in object}
    openings: list[Opening] = []
    for number, one, part in parts_of(object):
        if type(part) is dict and part.keys() == {"nonce", "open"}:
            try:
                opening = {
                    "seat": object["seat"],
                    "entry": object["entry"],
                    "document": object["n"],
                    "part": number,
                    "nonce": part["nonce"],
                    "whole": part["open"],
                }
                mark = closing(
                    game_id,
                    object["seat"],
                    object["entry"],
                    object["n"],
                    number,
                    bytes.fromhex(part["nonce"]),
                    part["open"],
                )
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
                raise _refusal(name, f"its part {number} is no opening", error) from None
            openings.append(opening)
            part = {"closed": mark}
        lists[one].append(part)
    return {**object, **lists}, openings


def check_shape(object: Json, signature: str = "", name: str = "") -> None:
    """Raise Refused unless the object has the shape of its kind of document and the size that one may have."""
    from ..data.schemas import problems

    found = problems("document", object, name)
    if found:
        raise Refused(found)
    check_size(object, name)
    if signature and not re.fullmatch("[0-9a-f]{128}", signature):
        raise _refusal(name, "its signature is not 128 hex digits")


def check_size(object: Json, name: str = "") -> None:
    """Raise Refused for a document that is larger than one may be."""
    if _is_large(object):
        parts, size = _size(object)
        raise Refused(
            [
                Problem(
                    "document-large",
                    level=NOT_UNDERSTOOD,
                    where=name,
                    most=MOST_PARTS,
                    bytes=MOST_BYTES,
                    count=parts,
                    size=size,
                )
            ]
        )


def _is_large(object: Json) -> bool:
    parts, size = _size(object)
    return parts > MOST_PARTS or size > MOST_BYTES


def _size(object: Json) -> tuple[int, int]:
    """``(parts and withdrawals, bytes)``."""
    return sum(len(object.get(one, ())) for one in (*ITEMS, "withdrawn")), len(encode(object))


def _refusal(name: str, reason: str, error: Exception | None = None) -> Refused:
    return Refused([Problem("document-form", level=NOT_UNDERSTOOD, where=name, reason=reason)])
