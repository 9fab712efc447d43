"""Receipts: whoever adjudicates says, signed, that a document has come (docs/mail.md).

A receipt holds the document as it will stand in the record, the entry in which it is due, and the head before that; so
the record itself shows whether the word was kept, and "your mail never came" can be proven to be untrue.  At the level
sealed, where the desk writes the document down, the openings of its closed parts come along: then their owner knows
what nobody else does but the referee, and can look whether they acted when they should have (play.verify).
"""

from collections.abc import Iterable
from typing import Any

from ..data.canon import encode, lp
from ..data.json_types import Json
from ..data.problems import NOT_UNDERSTOOD, Problem, Refused
from ..data.schemas import problems
from ..data.tables import Sentences
from . import documents as docs
from .closed import Opening
from .ed25519 import sign
from .files import File
from .signer import Signer

_say = Sentences(__name__)


class Receipt:
    """One receipt.

    object     {"document", "entry", "head", "kind": "receipt", "n", "seat"}: `seat`, the `speaker`, has received
               `document`, its closed parts closed, for the line `entry` that follows `head`; `n` rises with each
               receipt of this speaker
    signature  128 hex digits
    openings   of the document's closed parts, as far as they came with it
    file       where it was read, for messages
    """

    def __init__(self, object: Json, signature: str, openings: Iterable[Opening] = (), file: str = "") -> None:
        self.object, self.signature, self.openings, self.file = object, signature, list(openings), file
        self.document: Json = object["document"]
        self.entry: int = object["entry"]
        self.n: int = object["n"]
        self.speaker: str = object["seat"]


def receipt_bytes(game_id: bytes, object: Json) -> bytes:
    """What the signature of a receipt is made over."""
    return lp("pbem/v1/receipt") + lp(game_id) + lp(encode(object))


def given(document: docs.Document, file: File, signer: Signer) -> Receipt:
    """The Receipt of a Document that has come for the entry which is due; its signer counts it, and signs it."""
    place: Json = {"entry": file.next, "head": file.head, "n": signer.next_receipt(file, document)}
    object = {**place, "document": document.object, "kind": "receipt", "seat": signer.participant}
    signature = sign(docs.seed_of(signer.secret_bytes), receipt_bytes(file.game_id, object)).hex()
    return Receipt(object, signature, document.openings if file.state["fairness"] == "sealed" else ())


def fits(receipt: Receipt, keys: Iterable[str], game_id: bytes) -> bool:
    """True if the signature is one of a key (hex) among `keys`."""
    message = receipt_bytes(game_id, receipt.object)
    return any(docs.is_of(key, message, receipt.signature) for key in keys)


def packed(receipt: Receipt, game_id: bytes) -> str:
    """The receipt as text that wrapping and quoting do not harm; what it can open stands open in it."""
    shown = {**receipt.object, "document": docs.opened_out(receipt.document, receipt.openings, game_id)}
    return docs.armoured([shown, receipt.signature], "RECEIPT")


def text_of(receipt: Receipt, game: str, game_id: bytes) -> str:
    """The receipt as the file that travels: what it says for people, and the signed form."""
    return f"{_say(receipt.document['kind'], receipt=receipt, game=game)}\n\n{packed(receipt, game_id)}"


def unpacked(text: str, game_id: bytes, name: str = "") -> Receipt:
    """The Receipt in a text that `packed` made; raises Refused.  Its signature is not checked."""
    value = docs.unarmoured(text, "RECEIPT", name)
    if type(value) is not list or len(value) != 2 or type(value[0]) is not dict or not _is_signature(value[1]):
        reason = "it is not a pair of object and signature"
        raise Refused([Problem("receipt-form", level=NOT_UNDERSTOOD, where=name, reason=reason)])
    object, signature = value
    document = docs.from_value([object.get("document"), ""], game_id, name)
    object = {**object, "document": document.object}
    Refused.if_any(problems("receipt", object, name))
    return Receipt(object, signature, document.openings, name)


def _is_signature(value: Any) -> bool:
    return type(value) is str and len(value) == 128 and not value.strip("0123456789abcdef")
