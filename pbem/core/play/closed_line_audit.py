"""Looking back: what became of one's own closed lines and of what one has a receipt for.

Until a closed line is opened, only its owner and the referee can tell whether it should have acted.  So the owner
looks: with its openings known the game is made again, and what then comes out otherwise is named (docs/record.md).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem, Refused, messages
from ..orders.itemtext import text_of_item
from ..record import receipts as signed
from ..record.closed import Opening, closing_of
from ..record.documents import parts_of
from ..record.entries import Entry, note_of
from ..record.gamefile import GameFile
from ..record.participation import REFEREE
from ..record.receipts import Receipt
from .inbox import sound_reading
from .replay import Replayer, difference
from .verify import all_openings

BROKEN = "does not hold"
VOID = {"referee": None, "departed": None, "substitute": "seat"}  # notes that make closed lines void, and of whom

messages(
    {
        "closed-should-have": "With these closed lines known, entry {entry} comes out otherwise ({path}): {lines} "
        "should have acted there, or should not.",
        "closed-nowhere": "Part {part} of document {document} for entry {entry} stands nowhere in the record, though "
        "entry {entry} is played.",
        "receipt-left-out": "{by} has signed that this document of {seat} came for entry {entry}, and entry {entry} "
        "does not hold it: this receipt and the game file prove that it was left out.",
        "receipt-other": "{by} has signed that this document of {seat} came for entry {entry}, and entry {entry} holds "
        "another one: unless {seat} sent something later, this receipt and the game file prove that it was changed.",
        "receipt-fork": "{by} has signed this for an entry {entry} after another head than that of this file: compare "
        "heads with the others.",
    }
)


class ClosedLineAudit:
    """What was found.

    closed     a row a closed part, see `_fate`
    receipts   {"by", "n", "seat", "entry", "verdict"}: stands, due (not played yet), replaced (by a later receipt),
               note (the entry is none of play), passed (somebody else opened it), left-out, other, fork
    problems   what does not hold, Problems
    """

    __slots__ = ("closed", "receipts", "problems")

    def __init__(self, closed: list[Json], receipts: list[Json], problems: list[Problem]) -> None:
        self.closed, self.receipts, self.problems = closed, receipts, problems


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
    rows = [_fate(file, mark, one) for mark, one in own.items()]
    rows.sort(key=lambda row: (row["seat"], row["entry"], row["document"], row["part"]))
    verdicts = [_verdict(file, receipt, receipts) for receipt in sorted(receipts, key=lambda one: one.n)]
    problems = [problem for _, problem in verdicts if problem]
    problems += [*_nowhere(file, rows), *_should_have(file, own)]
    return ClosedLineAudit(rows, [row for row, _ in verdicts], problems)


# -- receipts ----------------------------------------------------------------------------------------------


def _forged(file: GameFile, receipts: Sequence[Receipt]) -> Iterator[Problem]:
    for receipt in receipts:
        if not signed.fits(receipt, keys_of(file, receipt.speaker), file.game_id):
            yield Problem("receipt-signature", where=receipt.file, seat=receipt.speaker)


def keys_of(file: GameFile, who: str) -> list[str]:
    """Every key (hex) that a participant has had."""
    anchors = [file.charter["anchors"].get(who)]
    for note in map(note_of, file.entries):
        named = {"anchor": note.get("who"), "substitute": note.get("seat"), "referee": REFEREE}.get(
            note.get("what", "")
        )
        anchors += [note.get("anchor")] if named == who else []
    return [anchor["key"] for anchor in anchors if anchor]


def _verdict(file: GameFile, receipt: Receipt, receipts: Sequence[Receipt]) -> tuple[Json, Problem | None]:
    """``(row, Problem or None)`` on one receipt."""
    document, entry = receipt.document, receipt.entry
    fields = {"by": receipt.speaker, "seat": document["seat"], "entry": entry}
    word = _word_of(file, receipt, receipts)
    code = {"left-out": "receipt-left-out", "other": "receipt-other", "fork": "receipt-fork"}.get(word)
    problem = Problem(code, level=BROKEN, where=receipt.file, **fields) if code else None
    return {**fields, "n": receipt.n, "verdict": word}, problem


def _word_of(file: GameFile, receipt: Receipt, receipts: Sequence[Receipt]) -> str:
    entry, document = receipt.entry, receipt.document
    if entry > file.n:
        return "due"
    line = file.entry(entry)
    if line["before"] != receipt.object["head"]:
        return "fork"
    if line["kind"] == "note":
        return "note"
    objects = [object for object, _ in line["documents"]]
    carried = [object["carries"][0] for object in objects if "carries" in object]
    if document in [*objects, *carried]:
        return "stands"
    if line["opener"] != receipt.speaker:
        return "passed"
    same = [one for one in receipts if (one.entry, one.document["seat"]) == (entry, document["seat"])]
    if file.charter["fairness"] == "sealed" and any(one.n > receipt.n for one in same):
        return "replaced"
    return "other" if any(object["seat"] == document["seat"] for object in objects) else "left-out"


# -- closed lines ------------------------------------------------------------------------------------------


def _fate(file: GameFile, mark: str, opening: Opening) -> Json:
    """{"seat", "entry", "document", "part", "text"} of a closed part, `stands` (the line of the record in which it
    stands, or None), and the entries in which it was `used`, `fell`, was `opened`, `withdrawn` or became `void`."""
    row = {name: opening[name] for name in ("seat", "entry", "document", "part")}
    is_sound = sound_reading(file.game, file.charter)
    text = text_of_item(opening["whole"], file.game) if is_sound(opening["whole"], opening["seat"]) else ""
    row.update(text=text, stands=None, used=[], fell=[], opened=[], withdrawn=[], void=[])
    for line in file.entries:
        row["stands"] = row["stands"] or (line["n"] if _holds(line, mark) else None)
        if row["stands"]:
            _note_what_came(file, row, line, mark)
    return row


def _holds(line: Entry, mark: str) -> bool:
    documents = [object for object, _ in line["documents"] if object["kind"] == "orders"]
    return any(part.get("closed") == mark for object in documents for _, _, part in parts_of(object))


def _note_what_came(file: GameFile, row: Json, line: Entry, mark: str) -> None:
    """Add to a row what one line says of the part."""
    place = {"seat": row["seat"], "entry": row["stands"], "document": row["document"], "line": row["part"]}
    for name in ("used", "fell"):
        row[name] += [line["n"] for one in line.get(name, ()) if place.items() <= one.items()]
    row["opened"] += [line["n"] for one in line.get("opened", ()) if closing_of(file.game_id, one) == mark]
    row["withdrawn"] += [
        line["n"]
        for object, _ in line["documents"]
        if object["seat"] == row["seat"]
        for one in object.get("withdrawn", ())
        if (one["document"], one["line"]) == (row["document"], row["part"])
    ]
    note = note_of(line)
    if note.get("what") in VOID and not row["opened"]:
        whose = VOID[note["what"]]
        row["void"] += [line["n"]] if whose is None or note[whose] == row["seat"] else []


def _nowhere(file: GameFile, rows: Iterable[Json]) -> Iterator[Problem]:
    """Parts that were closed for an entry which is played, and stand in no line."""
    for row in rows:
        if row["stands"] is None and row["entry"] <= file.n and file.entry(row["entry"])["kind"] == "play":
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
    acting = {part.closed for part in made.finder.parts if part.closed and part.is_shown} if made.finder else set()
    due = difference(held, made.line)["path"] if encode(made.line) != encode(held) else "/"
    return due, acting
