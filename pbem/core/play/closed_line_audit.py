"""Looking back: what became of one's own closed lines and of what one has a receipt for.

Until a closed line is opened, only its owner and the referee can tell whether it should have acted.  So the owner
looks: with its openings known the game is made again, and what then comes out otherwise is named (docs/record.md).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem, Refused
from ..orders.itemtext import text_of_item
from ..record import receipts as signed
from ..record.closed import Opening, closing_of, marks_of
from ..record.documents import part_names, parts_of
from ..record.entries import Entry, people_of_line
from ..record.participation import REFEREE, subject
from ..record.proofs import chains_of
from ..record.receipts import Receipt
from .gamefile import GameFile
from .inbox import sound_reading
from .replay import Replayer, difference
from .verify import all_openings

BROKEN, UNTOLD = "does not hold", "cannot be told"


class ClosedLineAudit(NamedTuple):
    """What was found.

    closed     a row a closed part, see `_fate`
    receipts   {"by", "n", "seat", "entry", "verdict"}: stands, due (not played yet), later (the seat itself has signed
               a later one), note (the entry is none of play), passed (somebody else opened it), left-out, older,
               other, denied, fork
    problems   Problems: what does not hold, and what no receipt can show (other)
    """

    closed: list[Json]
    receipts: list[Json]
    problems: list[Problem]


def audit_closed_lines(
    file: GameFile, openings: Iterable[Opening], receipts: Sequence[Receipt] = ()
) -> ClosedLineAudit:
    """The ClosedLineAudit on a game by somebody who knows these openings and has these receipts.

    Raises Refused for a receipt that nobody of the game has signed, BrokenFile if the game does not hold by itself.
    """
    forged = [*_forged(file, receipts)]
    if forged:
        raise Refused(forged)
    openings = [one for one in [*openings, *(one for receipt in receipts for one in receipt.openings)] if one["part"]]
    own = {closing_of(file.game_id, one): one for one in openings}
    rows = [_fate(file, mark, own) for mark in own]
    rows.sort(key=lambda row: (row["seat"], row["entry"], row["document"], row["part"]))
    verdicts = [_verdict(file, receipt) for receipt in sorted(receipts, key=lambda one: one.n)]
    problems = [problem for _, problem in verdicts if problem]
    signed_for = {(one.document["seat"], one.document.get("n")) for one in receipts}
    others = [row for row in rows if (row["seat"], row["document"]) not in signed_for]
    problems += [*_nowhere(file, others), *_should_have(file, own)]
    return ClosedLineAudit(rows, [row for row, _ in verdicts], problems)


# -- receipts ----------------------------------------------------------------------------------------------


def _forged(file: GameFile, receipts: Sequence[Receipt]) -> Iterator[Problem]:
    for receipt in receipts:
        keys = [row["key"] for row in chains_of(file.state, receipt.speaker)]
        if not signed.fits(receipt, keys, file.game_id):
            yield Problem("receipt-signature", where=receipt.file, seat=receipt.speaker)


def _verdict(file: GameFile, receipt: Receipt) -> tuple[Json, Problem | None]:
    """``(row, Problem or None)`` on one receipt; of another one, whoever signed both, it says the same."""
    document, entry = receipt.document, receipt.entry
    fields = {"by": receipt.speaker, "seat": document["seat"], "entry": entry}
    word = _word_of(file, receipt)
    code = f"receipt-{word}" if word in ("left-out", "older", "other", "denied", "fork") else None
    level = UNTOLD if word == "other" else BROKEN
    problem = Problem(code, level=level, where=receipt.file, **fields) if code else None
    return {**fields, "n": receipt.n, "verdict": word}, problem


def _word_of(file: GameFile, receipt: Receipt) -> str:
    entry, document = receipt.entry, receipt.document
    if entry > file.n:
        return "due"
    line = file.entry(entry)
    if line["before"] != receipt.object["head"]:
        return "fork"
    if line["kind"] == "note":
        return _of_note(line, receipt)
    objects = [object for object, _ in line["documents"]]
    carried = [object["carries"][0] for object in objects if "carries" in object]
    if document in [*objects, *carried]:
        return "stands"
    if line["opener"] != receipt.speaker:
        return "passed"
    held = [one for one in objects if one["seat"] == document["seat"] and one["kind"] == document["kind"]]
    if not held:
        return "left-out"
    if file.charter["fairness"] == "sealed":
        return "other"
    return "older" if held[0].get("n", 0) < document.get("n", 0) else "later"


def _of_note(line: Entry, receipt: Receipt) -> str:
    """The verdict on a receipt for an entry that a note has burned: its writer says what had come."""
    document = receipt.document
    is_named = dict(line.get("came", ())).get(document["seat"], 0) >= document.get("n", 0)
    speaks = receipt.speaker in [object["seat"] for object, _ in line["documents"] if object["kind"] == "word"]
    return "denied" if speaks and document["kind"] == "orders" and not is_named else "note"


# -- closed lines ------------------------------------------------------------------------------------------


def _fate(file: GameFile, mark: str, own: Mapping[str, Opening]) -> Json:
    """{"seat", "entry", "document", "part", "text"} of a closed part, `stands` (the line of the record in which it
    stands, or None), and the entries in which it was `used`, `fell`, was `opened`, `withdrawn` or became `void`."""
    opening = own[mark]
    row = {name: opening[name] for name in ("seat", "entry", "document", "part")}
    is_sound = sound_reading(file.game, file.charter)
    text = text_of_item(opening["whole"], file.game) if is_sound(opening["whole"], opening["seat"]) else ""
    row.update(text=text, stands=None, used=[], fell=[], opened=[], withdrawn=[], void=[])
    name: Json = {}
    for line in file.entries:
        held = _name_in(line, mark, own)
        if held and not row["stands"]:
            row["stands"], name = line["n"], held
        if row["stands"]:
            _note_what_came(file, row, line, mark, name)
    return row


def _name_in(line: Entry, mark: str, own: Mapping[str, Opening]) -> Json | None:
    """The name for good of the part that is closed as C in a document of a line, or a piece of which is, or None."""
    for object, _ in line["documents"]:
        for number, _, part in parts_of(object) if object["kind"] == "orders" else ():
            if mark in _marks_within(part, own):
                document, place = part_names(object).get(number, (object["n"], number))
                return {"document": document, "line": place, "seat": object["seat"]}
    return None


def _marks_within(part: Json, own: Mapping[str, Opening]) -> Iterator[str]:
    """The C of all that is closed in a part, and in what is known of it."""
    for mark in marks_of(part):
        yield mark
        yield from _marks_within(own[mark]["whole"], own) if mark in own else ()


def _note_what_came(file: GameFile, row: Json, line: Entry, mark: str, name: Json) -> None:
    """Add to a row what one line says of the part."""
    place = {"seat": row["seat"], "entry": row["stands"], "document": row["document"], "line": row["part"]}
    for list_name in ("used", "fell"):
        row[list_name] += [line["n"] for one in line.get(list_name, ()) if place.items() <= one.items()]
    row["opened"] += [line["n"] for one in line.get("opened", ()) if closing_of(file.game_id, one) == mark]
    if name not in line.get("over", ()) or row["opened"]:
        return
    gone = [said for said, _ in people_of_line(line) if said["what"] in ("referee", "departed", "substitute")]
    is_void = any(subject(said) in (row["seat"], REFEREE) for said in gone)
    row["void" if is_void else "withdrawn"].append(line["n"])


def _nowhere(file: GameFile, rows: Iterable[Json]) -> Iterator[Problem]:
    """Parts that were closed for an entry which is played, and stand in no line; what a later document of their seat
    took the place of need not."""
    numbers = file.state["documents"]
    for row in rows:
        is_replaced = row["document"] < numbers.get(row["seat"], 0)
        is_played = row["entry"] <= file.n and file.entry(row["entry"])["kind"] == "play"
        if row["stands"] is None and is_played and not is_replaced:
            yield Problem("closed-nowhere", level=BROKEN, **{name: row[name] for name in ("part", "document", "entry")})


def _should_have(file: GameFile, own: Mapping[str, Opening]) -> Iterator[Problem]:
    """What comes out otherwise, now that these parts are known."""
    open_to_all = all_openings(file)
    _first_difference(file, open_to_all, raising=True)
    found = _first_difference(file, [*open_to_all, *own.values()])
    if found:
        entry, path, marks = found
        lines = [own[mark] for mark in marks if mark in own] or [*own.values()]
        named = "; ".join(f"line {one['part']} of document {one['document']} of {one['seat']}" for one in lines)
        yield Problem("closed-should-have", level=BROKEN, where=f"entry {entry}", entry=entry, path=path, lines=named)


def _first_difference(
    file: GameFile, openings: Iterable[Opening], raising: bool = False
) -> tuple[int, str, set[str]] | None:
    """``(entry, path, {C of the parts that act there})`` of the first line that comes out otherwise, or None."""
    maker = Replayer(file, openings=openings)
    for number in range(1, file.n + 1):
        held = file.entry(number)
        try:
            maker.make(number)
        except BrokenFile:
            if raising:
                raise
            return number, *_otherwise(maker, held)
    return None


def _otherwise(maker: Replayer, held: Entry) -> tuple[str, set[str]]:
    """``(path, {C of the parts that act})`` of a line that comes out otherwise."""
    try:
        made = maker._made(held)
    except Refused as refused:
        return refused.problems[0].text, set()
    acting = {mark for part in made.finder.parts for mark in part.shown} if made.finder else set()
    due = difference(held, made.line)["path"] if encode(made.line) != encode(held) else "/"
    return due, acting
