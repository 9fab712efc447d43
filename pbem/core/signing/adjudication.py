"""From what came to the next line: who is waited for, whose envelope opens, what is kept meanwhile.

What counts is decided by play.entry; here documents are gathered, the referee's word is given, lines are signed.  No
clock, no file system: secrets come as a signer (record.signer), what a signer must write before anything leaves the
house it is told by `intend`.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ..data.canon import encode, th
from ..data.json_types import Json
from ..data.problems import ODD, Problem, Refused
from ..draws.draws import Source
from ..orders.orderfile import Order
from ..play.answers import Fates, Finder
from ..play.entry import first_line, made_play, opening_state
from ..play.gamefile import GameFile
from ..play.import_lines import document_proofs, file_proofs
from ..play.inbox import Inbox, writers
from ..play.replay import state_after
from ..play.running import Run
from ..record import documents as docs
from ..record.charter import Charter, charter_problems, game_id
from ..record.closed import Opening, Openings
from ..record.documents import head_bytes, seed_of
from ..record.ed25519 import sign
from ..record.entries import Entry
from ..record.log import Line, written
from ..record.now import Came, now, waited_seats
from ..record.now import missing as lacking
from ..record.participation import REFEREE, Call, Said
from ..record.proofs import worth_telling
from ..record.revisions import check_plays, title_of
from ..record.signer import Signer
from ..seat.checking import order_key, still_closed
from .sealing import desk_document


class Outcome(NamedTuple):
    """What a run of adjudication came to.

    file       the game file after it (the same as before when nothing was played)
    entry      the object of the new entry, or None while somebody is waited for
    missing    seats that are still waited for, in charter order
    finder     with the fates of all parts (play.answers), or None
    notes      Problems that are odd, not refusals: replaced files, lines kept or fallen, duplicates
    came       seats of which documents are there for the entry that is due, or whose lines answer it
    """

    file: GameFile
    entry: Entry | None = None
    missing: Sequence[str] = ()
    finder: Finder | None = None
    notes: Sequence[Problem] = ()
    came: Collection[str] = ()

    @property
    def fates(self) -> Fates:
        """``{seat: [Part]}``."""
        return self.finder.fates if self.finder else {}


def new_game(charter: Charter) -> GameFile:
    Refused.if_any(charter_problems(charter))
    line = Line(written(encode(first_line(charter))))
    return GameFile([line], state=opening_state(title_of(charter), charter, game_id(charter)))


# -- adjudicating ------------------------------------------------------------------------------------------


def adjudicate(
    file: GameFile,
    given: Iterable[Order | docs.Document],
    signer: Signer,
    silent: Collection[str] = (),
    draws: Source | None = None,
    unsure: Collection[str] = (),
) -> Outcome:
    """Play to the next stop, or keep what came and say who is still waited for: an Outcome.

    given    order documents (dicts) at the level sealed; record.documents.Document at shared, and words
    signer   the secrets of whoever adjudicates
    silent   seats of which this person says that nothing came
    draws    a draw source in the place of the envelopes', for games that count for nothing
    unsure   seats that were asked what they mean: what is kept of them does not count yet
    Raises Refused when a document is refused, BrokenFile for a game of a revision that is not played here: nothing was
    drawn.
    """
    if file.is_over:
        raise Refused([Problem("game-over")])
    check_plays(file.game, file.options, file.state)
    came, notes = _came(file, given, signer)
    came, left, proofs = _sifted(file, came)
    noes = [one for one in came if any(said["what"] == "no" for said in one.says)]  # they stand in no line
    came = [one for one in came if one not in noes]
    openings = signer.openings(file)
    for document in came:
        openings.add(document.openings)
    shut = Inbox(file.ground(), came, openings).shut
    documents = came + _words(file, came, signer, silent, shut)
    said = Said(file.charter, file.state, [one for one in documents if one.kind == "word"], "play")
    call = file.call(said.silent - set(shut))
    Refused.if_any(still_closed(file, came, openings))
    held = Held(file, call, documents, openings, silent, unsure)
    missing = lacking(now(file, held)) or [seat for seat in shut if seat not in said.silent]
    if missing:
        signer.keep(came + noes + left)
        finder, fallen = (held.run.finder, held.run.fallen) if held.run else (None, [])
        there = {one.seat for one in came} | _answering(file, held)
        return Outcome(file, None, missing, finder, notes + fallen, there)
    if signer.participant != call.opener:
        raise Refused([Problem("not-the-opener", opener=call.opener or "nobody", participant=signer.participant)])
    signer.refuse_worded(file, noes)
    link = signer.link(file.next - file.state["anchors"][call.opener]["base"]).hex()
    made = made_play(file.ground(), documents, openings, link, draws, before=held.run, proofs=proofs)
    line = signed_line(made.line, signer.secret_bytes, file.game_id)
    signer.intend_line(file, line, openings, left)
    fallen = made.finder.fallen() if made.finder else []
    after = file.grown(line, made.state)
    return Outcome(after, made.line, (), made.finder, notes + fallen, _answered_ahead(after, openings))


def _answered_ahead(file: GameFile, openings: Openings) -> set[str]:
    """The seats that need send nothing for the entry that is due: lines of theirs, closed in the record, answer what
    they are asked there."""
    call = file.call()
    standing = {row["seat"] for row in file.state["lines"]}
    waited = [] if call.muster else waited_seats(file)
    if len(waited) < 2 or standing.isdisjoint(waited):
        return set()
    return _answering(file, Held(file, call, [], openings))


def _answering(file: GameFile, held: "Held") -> set[str]:
    """The seats of which nothing is lacking, where what they have sent is looked at question by question."""
    rows = now(file, held) if held.run else []
    return {row.seat for row in rows} - {*lacking(rows)}


def signed_line(object: Json, secret: bytes, game_id: bytes) -> Line:
    """The Line of an object, signed with the key of `secret` (32 bytes)."""
    body = encode(object)
    message = head_bytes(game_id, bytes.fromhex(object["before"]), th("head", body))
    return Line(written(body, sign(seed_of(secret), message).hex()))


def _sifted(
    file: GameFile, came: Iterable[docs.Document]
) -> tuple[list[docs.Document], list[docs.Document], list[Json]]:
    """``(documents for the next line, what came beside them, proofs for the line)``.

    Two signatures on one object are one document; of a seat one stands, with the highest number.  What came beside it
    with the same envelope is kept, for in a later line it is a proof.  So is what carries another sealed document."""
    found: dict[str, docs.Document] = {}
    words, left, proofs = [], list[docs.Document](), file_proofs(file)
    for one in docs.each_once(came):
        if one.kind != "orders":
            words.append(one)
        elif one.entry < file.next and (
            (made := document_proofs(file, one)) or one.n <= file.state["documents"].get(one.seat, 0)
        ):
            proofs += made
        elif one.seat in found and found[one.seat].n >= one.n:
            left += [one] if "envelope" in one.object else []
        else:
            left += [found[one.seat]] if one.seat in found and "envelope" in found[one.seat].object else []
            found[one.seat] = one
    return [*found.values(), *words], left, worth_telling(file.state, file.head_of, proofs, file.game_id)


def _came(
    file: GameFile, given: Iterable[Order | docs.Document], signer: Signer
) -> tuple[list[docs.Document], list[Problem]]:
    """``(documents that came and are not used yet, notes)``: those kept before, then those of this run."""
    notes: list[Problem] = []
    problems: list[Problem] = []
    found = list(signer.kept(file))
    for one in given:
        document = one if isinstance(one, docs.Document) else None
        if isinstance(one, dict):
            kept = [other for other in found if other.seat == one["seat"] and other.kind == "orders"]
            if kept and order_key(file, one) in kept[-1].keys:
                continue
            try:
                document = desk_document(file, one, signer, *kept[-1:])
            except Refused as refused:
                problems += refused.problems
                continue
            if document is None:
                notes.append(_used_before(one.get("file", ""), one["entry"], one["seat"]))
        if document is None:
            continue
        used = file.state["documents"].get(document.seat, 0)
        if document.kind == "orders" and document.n <= used and document.entry < file.next:
            notes.append(_used_before(document.file, document.entry, document.seat))
        if file.state["fairness"] == "sealed" and document.kind == "orders":
            found = [other for other in found if other.seat != document.seat or other.kind != document.kind]
        same = [other for other in found if other.pair == document.pair]
        for other in same:
            other.openings = other.openings or document.openings
        if not same:
            found.append(document)
    Refused.if_any(problems)
    return found, notes


def _used_before(where: str, entry: int, seat: str) -> Problem:
    return Problem("already-used", level=ODD, where=where, entry=entry, seat=seat)


def _words(
    file: GameFile, came: list[docs.Document], signer: Signer, silent: Collection[str], shut: Collection[str]
) -> list[docs.Document]:
    """The word of whoever adjudicates, of the seats that are due and from which nothing came, or nothing open."""
    speakers = [REFEREE] if file.state["referee"] else file.people
    if not silent or signer.participant not in speakers:
        return []
    said = {
        one["who"] for word in came if word.seat == signer.participant for one in word.says if one["what"] == "silent"
    }
    call = file.call([seat for seat in silent if seat not in shut])
    spoken = {one.seat for one in came if one.kind == "orders"}
    due = [seat for seat in file.charter["seats"] if seat in (*call.absent, *call.passed) and seat not in said]
    heard = [seat for seat in spoken if not call.is_sealed or seat not in call.asked]  # one may leave something open
    named = [seat for seat in due if seat in silent and seat not in heard]
    named += [seat for seat in shut if seat in silent and seat not in said]
    if not named:
        return []
    from .words import word_of

    return [word_of(file, signer, [{"what": "silent", "who": seat} for seat in named])]


class Held(Came):
    """What has come, in the documents themselves, as whoever adjudicates holds them.

    run   that looked for the answers to what is asked at the head, if there is one
    """

    def __init__(
        self,
        file: GameFile,
        call: Call,
        documents: list[docs.Document],
        openings: Openings,
        silent: Collection[str] = (),
        unsure: Collection[str] = (),
    ) -> None:
        self.call, self.run = call, _run_of(file, call, documents, openings)
        unmet = [ask.to_json() for ask in self.run.unmet] if self.run else []
        self.unmet = {ask["question"] for ask in unmet}
        orders = [one for one in documents if one.kind == "orders"]
        sent = [one.seat for one in orders if call.is_sealed or "envelope" in one.object]
        self.unready = {*unsure, *(one.seat for one in orders if one.waits)} - {*silent, *call.late, *call.absent}
        self.sheets = {*sent, *_with_a_sheet(file, openings)} if call.is_sealed else set()
        beside = [seat for seat in silent if call.is_sealed and seat not in call.called]
        super().__init__(sent, silent=[*call.absent, *call.passed, *beside], beyond=unmet)

    def has(self, seat: str, question: Json | None) -> bool:
        if not self.call.is_sealed:  # with its envelope a seat has said all; who opens says it by opening
            return seat in self.seats or seat == self.call.opener
        if seat in self.unready or self.call.muster and seat not in self.seats:
            return False
        return seat in self.sheets if question is None else question["question"] not in self.unmet


def _with_a_sheet(file: GameFile, openings: Openings) -> list[str]:
    """The seats of which lines stand for the coming turn, as far as they are known here."""
    known = [(row["seat"], openings.whole(row["part"]) or {}) for row in file.state["lines"]]
    board = file.current_board() if known else None
    return [seat for seat, one in known if "turn" in one and one["turn"] == file.game.turns.number(board, one["power"])]


def _run_of(file: GameFile, call: Call, documents: list[docs.Document], openings: Openings) -> Run | None:
    """The run that looks, at sealed, which questions at the head the documents answer; None while seats are lacking at
    a muster.  Raises Refused with what is wrong with them."""
    if not call.is_sealed:
        return None
    inbox = Inbox(file.ground(), documents, openings)
    Refused.if_any(problem for problem in inbox.problems if problem.code != "document-missing")
    if inbox.problems:
        return None
    run = Run(file.ground(), inbox)
    Refused.if_any(problem for problem in run.missing(knows_all=True) if problem.code != "unanswered")
    return run


# -- notes -------------------------------------------------------------------------------------------------


def noted(
    file: GameFile, documents: Sequence[docs.Document], signer: Signer | None = None, known: Iterable[Opening] = ()
) -> GameFile:
    """The game file after a note on these words (or two documents with different seals); raises Refused.

    signer   the secrets of whoever writes it, who signs it if a word of that person stands in it; None where nobody who
             speaks has a key
    known    openings that whoever writes it knows: what is closed still is opened by the note that ends a game
    """
    from ..play.note import made_note

    openings = Openings(file.game_id, file.opened)
    documents = docs.each_once(documents)
    if any(one["what"] == "ended" for word in documents for one in word.says):
        openings.add(known)
    made = made_note(
        file.ground(),
        documents,
        openings,
        lambda number: state_after(file, number),
        [[*row] for row in sorted(signer.came(file).items())] if signer else [],
    )
    names = writers(file.state, documents)
    if not names:
        return file.grown(Line(written(encode(made.line))), made.state)
    if signer is None or signer.participant not in names:
        raise Refused([Problem("note-writer")])
    return file.grown(signed_line(made.line, signer.secret_bytes, file.game_id), made.state)
