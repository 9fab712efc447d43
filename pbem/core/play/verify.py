"""`pbem verify`: every line made again from what was sent, and compared byte by byte.

The small verifier (verifier/pbem_verify.py) checks what needs no rules, from its own code.  This one makes each line
again by the function that writes lines, with all that has been opened since known from the start: so a closed line that
should have acted and did not is found once it is open.  Exit code 0: all holds; 4: something does not; 5: evidence is
missing.

Until a closed line is opened, only its owner and the referee can tell whether it should have acted.  So its owner looks
back (`audit_closed_lines`), on what one has receipts for as well: with its openings known the game is made again, and
what then comes out otherwise is named.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem, Refused
from ..orders.orderfile import text_of_item
from ..record import late_openings
from ..record import receipts as signed
from ..record.closed import Opening, Openings, closing_of, marks_of
from ..record.documents import part_names, parts_of
from ..record.entries import Entry, note_of, people_of_line, undone_by
from ..record.participation import REFEREE, subject
from ..record.proofs import chains_of
from ..record.receipts import Receipt
from ..record.state import State
from .gamefile import GameFile, facts_of
from .inbox import sound_reading
from .replay import Replayer, difference, remember_if_new

BROKEN, MISSING, UNTOLD = "does not hold", "evidence missing", "cannot be told"
SHORTEST_HEAD = 32  # digits: fewer can be met by trying


class Report(NamedTuple):
    """What a verification found.

    problems   what does not hold, first thing first
    missing    evidence that is not there
    notes      {"corrections", "notes", "undone", "absences", "passed_over", "closed"}: for people
    counts     {"entries", "draws", "answers", "facts", "steps", "links", "documents"}
    state      after the last line that could be made again
    """

    problems: list[Problem]
    missing: list[Problem]
    notes: Json
    counts: dict[str, int]
    state: State | None

    @property
    def exit_code(self) -> int:
        return 4 if self.problems else 5 if self.missing else 0


def verify(file: GameFile, head: str | None = None) -> Report:
    """Check a whole game file (play.gamefile); `head` is another player's head to compare with, or None."""
    problems: list[Problem] = []
    missing: list[Problem] = []
    maker = None
    try:
        maker = Replayer(file, openings=all_openings(file))
        for number in range(1, file.n + 1):
            maker.make(number, tells=number == file.n)
    except BrokenFile as broken:
        for problem in broken.problems:
            (missing if problem.level == MISSING else problems).append(problem)
    state = maker.state if maker else None
    if maker and not problems and not missing:
        remember_if_new(maker)
    if maker and not problems and maker.state["ended"]:
        missing += _still_closed(maker.state, maker.known)
    if head and (len(head) < SHORTEST_HEAD or not file.head.startswith(head.lower())):
        wanted = file.head[: max(len(head), SHORTEST_HEAD)]
        problems.append(Problem("head-compared", level=BROKEN, where=file.path, head=head, wanted=wanted))
    closed = len(state["closed"]) if state else 0
    if problems:
        return Report(problems, missing, {}, {}, state)
    return Report(problems, missing, notes_of(file, closed), counts_of(file), state)


def all_openings(file: GameFile) -> list[Opening]:
    """Every opening in the lines, and those in the file beside the game (record.late_openings)."""
    found = [one for line in file.lines[1:] for one in _list_of(line.object.get("opened"))]
    return [one for one in [*found, *late_openings.read(file.path)] if late_openings.is_opening(one)]


def _list_of(value: Any) -> list[Any]:
    return value if type(value) is list else []


def _still_closed(state: State, known: Openings) -> Iterator[Problem]:
    for row in known.opened(state["closed"], known.get)[1]:
        place = {name: row[name] for name in ("seat", "document", "part")}
        yield Problem("closed-still", level=MISSING, where=f"entry {row['entry']}", **place)


class Late(NamedTuple):
    """What was opened after the end: `all` openings of the file beside the game, how many are `new`, and how many
    parts are `left` closed."""

    all: list[Opening]
    new: int
    left: int


def opened_late(file: GameFile, offered: Iterable[Any]) -> tuple[Late | None, list[Problem]]:
    """``(Late, problems)``: openings that are offered for a game that is over, beside those there are."""
    if not file.is_over:
        return None, [Problem("openings-early")]
    before = Openings(file.game_id, filter(late_openings.is_opening, late_openings.read(file.path)))
    both = Openings(file.game_id, [*filter(late_openings.is_opening, offered), *before])
    found, left = both.opened(file.state["closed"], both.get)
    new = sum(before.get(closing_of(file.game_id, one)) is None for one in found)
    return Late(found, new, len(left)), []


def notes_of(file: GameFile, closed: int) -> Json:
    """Notes, absences and what was passed over, for people."""
    entries = file.entries
    plays = [entry for entry in entries if entry["kind"] == "play"]
    notes = [entry for entry in entries if entry["kind"] == "note"]
    return {
        "corrections": [entry["n"] for entry in notes if entry["what"] == "correction"],
        "notes": [{"entry": entry["n"], "what": entry["what"], "why": note_of(entry)["why"]} for entry in notes]
        + [
            {"entry": one["n"], "what": row["what"], "why": row["why"]}
            for one in entries
            for row, _ in people_of_line(one)
        ],
        "undone": sorted(entry["n"] for taken in undone_by(entries).values() for entry in taken),
        "absences": [{"entry": entry["n"], "seat": seat} for entry in plays for seat in entry.get("absent", ())],
        "passed_over": [{"entry": entry["n"], "seat": seat} for entry in plays for seat in entry.get("passed", ())],
        "closed": closed,
    }


def counts_of(file: GameFile) -> dict[str, int]:
    """How much there is of everything."""
    plays = [entry for entry in file.entries if entry["kind"] == "play"]
    documents = [pair[0] for entry in file.entries for pair in entry["documents"]]
    return {
        "entries": file.n,
        "documents": len(documents),
        "draws": sum(len(entry["draws"]) for entry in plays),
        "answers": sum(len(entry["used"]) for entry in plays),
        "links": len(plays) + sum("envelope" in one for one in documents),
        "steps": sum(not step.get("on") for entry in plays for step in entry["steps"]),
        "facts": sum(len(facts_of(entry)) for entry in file.entries),
    }


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
    Refused.if_any(_forged(file, receipts))
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
