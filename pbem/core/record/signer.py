"""Whoever adjudicates or seals, with the secrets of that run: chain, key, openings, what came and is not used yet.

Between the rooms that sign, which see no file, and the secret file (record.secret), which remembers.  What an envelope
is let go for is on the disk before anything leaves the house: the new line itself, or the signed document.  At the next
run an open intent is settled before anything else, without any input.
"""

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem, Refused
from ..data.text import listed
from . import documents as docs
from . import trusted_state
from .charter import Anchor
from .closed import Opening, Openings
from .counters import envelopes_of
from .files import File
from .log import Line
from .participation import BOARD, KEPT, REFEREE, is_refused, new_chain

if TYPE_CHECKING:
    from .secret import Secret

BURNING = [what for what in BOARD if what != "again"]  # board notes beside which no envelope may go
_KEY = r"(?m)^orders ([0-9a-f]{64})$"


class Signer:
    """The secrets of one participant for one run, from its secret file."""

    def __init__(self, secret: "Secret") -> None:
        self.secret = secret

    @property
    def participant(self) -> str:
        if self.secret.who is None:
            raise ValueError("a signer keeps a secret that is bound to a game (open_signer)")
        return self.secret.who

    @property
    def secret_bytes(self) -> bytes:
        return self.secret.chain.secret

    def link(self, index: int) -> bytes:
        """Link `index` of the chain, 32 bytes; Refused when the chain has ended."""
        if index > self.secret.chain.length:
            raise Refused([Problem("chain-ended", seat=self.participant, how=new_chain(self.participant))])
        return self.secret.chain.link(index)

    def openings(self, file: File) -> Openings:
        """The openings that this person knows, as Openings."""
        return Openings(file.game_id, self.secret.openings)

    # -- what came -----------------------------------------------------------------------------------------

    def kept(self, file: File) -> list[docs.Document]:
        """The documents that came before and stand in no line yet, checked against the record as it is now."""
        found = []
        for texts in self.secret.kept.values():
            for text in texts:
                document = docs.unpacked(text, file.game_id, KEPT)
                before = text[: text.index(docs.BEGIN)]
                document.keys, document.waits = re.findall(_KEY, before), before.startswith("wait\n")
                if _is_for_now(file, document):
                    found.append(document)
        return found

    def keep(self, documents: Iterable[docs.Document]) -> None:
        """Keep documents until the entry can be made."""
        found: dict[str, list[str]] = {}
        for one in documents:
            above = "wait\n" * one.waits + "".join(f"orders {key}\n" for key in one.keys)
            found.setdefault(one.seat, []).append(above + docs.packed(one, self.secret.home))
        self.secret.kept = found

    # -- what is let go ------------------------------------------------------------------------------------

    def let_go(self, entry: int, mark: str) -> docs.Document | None:
        """The Document that was let go for this entry before, if it was for the same; None if none was.  Refused if it
        was for other orders."""
        released = self.secret.released
        if not released or released["entry"] < entry:
            return None
        if released.get("digest") != mark or not self.secret.intent or "document" not in self.secret.intent:
            raise Refused([Problem("envelope-spent", entry=entry)])
        return docs.unpacked(self.secret.intent["document"], self.secret.home, "sealed before")

    def _has_sealed(self, file: File) -> bool:
        """Whether this participant has made a sealed document for the next entry."""
        intent = self.secret.intent or {}
        document = docs.unpacked(intent["document"], self.secret.home) if "document" in intent else None
        return document is not None and document.kind == "sealed" and document.entry == file.next

    def refuse_worded(self, file: File, noes: Iterable[docs.Document] = ()) -> None:
        """Raise Refused if this person has given its word for a note at this head, which may still come about.

        noes   words of those who will not say it
        """
        for note in self._worded(file):
            said = [one for one in noes if {"to": note, "what": "no"} in one.says and _is_signed(file, one)]
            if note["what"] in BURNING and not is_refused(file.charter, file.state, note, [one.seat for one in said]):
                raise Refused([Problem("word-given", what=note["what"])])

    def _worded(self, file: File) -> list[Json]:
        """The board notes for which this person gave its word at this head, and those to which it said no."""
        worded = self.secret.worded
        return worded["says"] if worded and worded["head"] == file.head else []

    def intend_word(self, file: File, statement: Json) -> None:
        """Write down a word on a board note before it leaves the house; Refused if its person has said the contrary at
        this head, or has let an envelope go.  A word for `again`, and a no, may be given beside one."""
        is_no, said = statement["what"] == "no", self._worded(file)
        if not is_no and statement["what"] not in BOARD:
            return
        if (statement["to"] if is_no else {"to": statement, "what": "no"}) in said:
            raise Refused([Problem("word-contrary")])
        released = self.secret.released or {"entry": 0}
        if statement["what"] in BURNING and released["entry"] >= file.next and released["head"] == file.head:
            raise Refused([Problem("envelope-gone")])
        says = [*said, *([] if statement in said else [statement])]
        self.secret.worded = {"entry": file.next, "head": file.head, "says": says}
        self.secret.save()

    def intend_document(
        self,
        place: tuple[int, str, str],
        document: docs.Document,
        openings: Iterable[Opening],
        is_final: bool,
        own: Json,
    ) -> None:
        """Write down a document before it leaves the house.

        place   entry, head, and the digest of what it is let go for
        own     what stands by it (secret/3)
        """
        entry, head, mark = place
        self.secret.entrust(openings)
        self.secret.last, self.secret.own = document.n, own
        if is_final:
            self.secret.released = {"entry": entry, "head": head, "digest": mark}
            self.secret.intent = {"document": docs.packed(document, self.secret.home)}
        self.secret.save()

    def intend_line(
        self, file: File, line: Line, openings: Iterable[Opening], left: Iterable[docs.Document] = ()
    ) -> None:
        """Write down a line before it leaves the house, with all that must not be lost with it.

        left   documents that came and could not be used: two with one envelope are a proof
        """
        released = {"entry": file.next, "head": file.head, "digest": line.head.hex()}
        before = self.secret.released
        own_seal = before and before["head"] == file.head and self._has_sealed(file)
        if before and before["entry"] >= file.next and before != released and not own_seal:
            raise Refused([Problem("envelope-spent-line", entry=file.next)])
        self.secret.entrust(openings)
        self.secret.released = released
        self.secret.intent = {"line": line.raw.decode()}
        self.keep(left)
        self.secret.save()

    def unwritten(self, file: File) -> Line | None:
        """The line that was opened here and is not in the game file, or None.

        Raises BrokenFile if another line of that number is there, or the file is older than that.
        """
        intent = self.secret.intent or {}
        if "line" not in intent:
            return None
        line = Line(intent["line"].encode())
        number = line.object["n"]
        if number < len(file.lines):
            if file.lines[number].head != line.head:
                found, own = file.head_of(number)[:32], line.head.hex()[:32]
                fields = {"entry": number, "found": found, "own": own}
                raise BrokenFile(Problem("intent-other", where=file.path, **fields))
            return None
        if file.lines[-1].head != line.before:
            raise BrokenFile(Problem("intent-lost", where=file.path, entry=number))
        return line

    def came(self, file: File) -> dict[str, int]:
        """``{seat: highest number}`` of the orders documents that are kept for the next line, or were signed for."""
        numbers = file.state["documents"]
        rows = [(one.seat, one.n) for one in self.kept(file) if one.kind == "orders"]
        signed = self.secret.signed
        rows += map(tuple, signed["came"]) if signed and signed["head"] == file.head else []
        return {seat: n for seat, n in sorted(rows) if n > numbers.get(seat, 0)}

    def next_receipt(self, file: File, document: docs.Document) -> int:
        """The number of a receipt for a document: it rises with each, and is on the disk, with what came, before the
        receipt leaves the house."""
        came = self.came(file)
        if document.kind == "orders":
            came[document.seat] = max(document.n, came.get(document.seat, 0))
        self.secret.signed = {"entry": file.next, "head": file.head, "came": [*came.items()]}
        self.secret.save()
        return self.secret.writes

    def save(self, file: File) -> None:
        """Write what is kept now, after the game file was written."""
        self.secret.verified = {"entry": file.n, "head": file.head}
        self.secret.save()


def _is_signed(file: File, word: docs.Document) -> bool:
    anchor = file.state["anchors"].get(word.seat)
    return word.head == file.head and anchor is not None and docs.fits(word, anchor["key"], file.game_id)


def _is_for_now(file: File, document: docs.Document) -> bool:
    if document.entry == file.next:
        return document.head == file.head
    return document.entry < file.next and file.head_of(document.entry - 1) == document.head


class Beside(NamedTuple):
    """What whoever adjudicates keeps beside the game of one seat, at the level sealed.

    openings  of its closed parts
    waits     its document that came and stands in no line yet, or None
    leaves    whether a word that stands in the next line gives it to another person
    """

    openings: Openings
    waits: docs.Document | None
    leaves: bool = False


def beside(file: File, seat: str) -> Beside:
    """The same of a game file, whose secret lies beside it; nothing of others is in it, and nothing where there is no
    such secret, or a seat signs what counts."""
    from .secret import Secret

    path, nothing = f"{file.path}.secret", Beside(Openings(file.game_id), None)
    if file.state["fairness"] != "sealed" or not file.path or not os.path.exists(path):
        return nothing
    try:
        secret = Secret.read(path)
    except (BrokenFile, OSError):  # whoever adjudicates hears of it
        return nothing
    if secret.game != file.game_id:
        return nothing
    kept = Signer(secret).kept(file)
    own = [one for one in kept if one.seat == seat and one.kind == "orders"]
    leaves = any(one["what"] == "substitute" and one["seat"] == seat for word in kept for one in word.says)
    openings = [one for one in (*secret.openings, *(row for one in own for row in one.openings)) if one["seat"] == seat]
    return Beside(Openings(file.game_id, openings), own[-1] if own else None, leaves)


def open_signer(path: str, file: File, renews: bool = False, moves: bool = False) -> Signer:
    """The Signer of the secret file at `path` for this game; binds a fresh secret to it at its first use.

    renews   True for whoever lets nothing go, and may announce a new chain: an older copy of the secret will do
    moves    True if the person says that this machine is the one that uses the secret from now on
    Raises BrokenFile for a game that is older than what the secret has seen, or another one, for a secret that is older
    than what the game shows of it, and for one that another machine has used.
    """
    from .secret import Secret

    trusted_state.check_current(file)
    secret = Secret.read(path)
    anchors = file.state["anchors"]
    if secret.who is None:
        owners = [name for name, one in anchors.items() if secret.makes(one)]
        if not owners:
            raise Refused([Problem("secret-foreign", where=str(path), who="Nobody")])
        secret.bind(file.game_id, owners[0], file.head_of(0))
    elif secret.game != file.game_id:
        raise Refused([Problem("secret-bound", where=str(path), who=secret.who)])
    _compare(secret, file, anchors, renews)
    here = trusted_state.machine()
    if secret.machine not in (None, here) and here and not moves:
        raise BrokenFile(Problem("secret-moved", where=str(path)))
    secret.machine = here or secret.machine
    return Signer(secret)


def _compare(secret: "Secret", file: File, anchors: dict[str, Anchor], renews: bool = False) -> None:
    """Rule by rule: the chain is that of the game, the game is not older, the secret is not."""
    who, seen = secret.who, secret.verified
    anchor = anchors.get(who) if who else None
    if who is None or anchor is None or seen is None:
        raise Refused([Problem("secret-no-part", who=who)])
    if not secret.makes(anchor):
        raise Refused([Problem("secret-foreign", where=str(secret.path), who=who)])
    intends = secret.intent and "line" in secret.intent
    if seen["entry"] > file.n and not intends:
        raise BrokenFile(Problem("secret-older", where=file.path, entry=file.n, seen=seen["entry"]))
    if seen["entry"] <= file.n and file.head_of(seen["entry"]) != seen["head"]:
        raise BrokenFile(Problem("secret-fork", where=file.path, entry=seen["entry"]))
    known = secret.released["entry"] if secret.released else 0
    shown = anchor["base"] + anchor["index"] if anchor["index"] else 0
    if shown > known and not renews:
        stale = Problem("secret-stale", where=str(secret.path), shown=shown, known=known, how=new_chain(who))
        raise BrokenFile([stale, *_lost(secret, file, known)])


def _lost(secret: "Secret", file: File, known: int) -> Iterator[Problem]:
    """What a copy of a secret that remembers envelopes up to entry `known` has lost: the envelopes let go since, and by
    seat the closed lines in the record that it should open."""
    who, where = secret.who, str(secret.path)
    spent = [entry["n"] for entry in file.entries if entry["n"] > known and who in envelopes_of(entry)]
    if spent:
        yield Problem("secret-lost-envelopes", where=where, who=who, entries=listed([f"entry {n}" for n in spent]))
    held = Openings(file.game_id, secret.openings)
    for seat in file.charter["seats"]:
        rows = [row for row in file.state["closed"] if row["seat"] == seat and held.get(row["closed"]) is None]
        if rows and who in (REFEREE, seat):
            lines = listed(f"part {row['part']} of document {row['document']} for entry {row['entry']}" for row in rows)
            code = "secret-lost-lines" if who == REFEREE else "secret-lost-own"
            yield Problem(code, where=where, seat=seat, lines=lines)
