"""From what came to the next line: who is waited for, whose envelope opens, what is kept meanwhile.

What counts is decided by play.entry; here documents are gathered, the referee's word is given, lines are signed.  No
clock, no file system: secrets come as a signer (record.signer), what a signer must write before anything leaves the
house it is told by `intend`.
"""

from collections.abc import Collection, Iterable, Sequence

from ..data.canon import encode, th
from ..data.json_types import Json
from ..data.problems import ODD, Problem, Refused, messages
from ..draws.draws import Source
from ..orders.orderfile import Order
from ..record import documents as docs
from ..record.agreement import charter_problems
from ..record.charter import Charter, game_id, seat_of
from ..record.closed import Opening, Openings
from ..record.documents import head_bytes, seed_of
from ..record.ed25519 import sign
from ..record.entries import Entry
from ..record.gamefile import GameFile
from ..record.log import Line, written
from ..record.participation import REFEREE, Call
from ..rules.revisions import check_plays, title_of
from .answers import Fates, Finder
from .checking import check_orders, still_closed
from .entry import first_line, made_play
from .inbox import Inbox
from .note import made_note
from .replay import opening_state, state_after
from .running import Run
from .sealing import Keeping, call_of, desk_document

messages(
    {
        "replaced": "A later file of {seat} takes the place of this one.",
        "word-none": "This holds no word for the entry that is due.",
    }
)


class Outcome:
    """What a run of adjudication came to.

    file       the game file after it (the same as before when nothing was played)
    entry      the object of the new entry, or None while somebody is waited for
    missing    seats that are still waited for, in charter order
    finder     with the fates of all parts (play.answers), or None
    notes      Problems that are odd, not refusals: replaced files, lines kept or fallen, duplicates
    came       seats of which documents are there, while others are waited for
    """

    def __init__(
        self,
        file: GameFile,
        entry: Entry | None = None,
        missing: Iterable[str] = (),
        finder: Finder | None = None,
        notes: Iterable[Problem] = (),
        came: Iterable[str] = (),
    ) -> None:
        self.file, self.entry, self.missing, self.finder = file, entry, list(missing), finder
        self.notes, self.came = list(notes), set(came)

    @property
    def fates(self) -> Fates:
        """``{seat: [Part]}``."""
        return self.finder.fates if self.finder else {}


def new_game(charter: Charter) -> GameFile:
    """A fresh game file, of one line."""
    problems = [*charter_problems(charter)]
    if problems:
        raise Refused(problems)
    line = Line(written(encode(first_line(charter))))
    return GameFile([line], state=opening_state(title_of(charter), charter, game_id(charter)))


def asked_seats(file: GameFile) -> list[str]:
    """The seats with an open question, in charter order."""
    seats = {seat_of(file.charter, ask["power"]) for ask in file.waiting}
    return [seat for seat in file.charter["seats"] if seat in seats]


# -- orders as people send them ----------------------------------------------------------------------------


# -- sealing -----------------------------------------------------------------------------------------------


def word_of(
    file: GameFile,
    speaker: str,
    signer: Keeping,
    silent: Collection[str] = (),
    note: Json | None = None,
    carries: docs.Document | None = None,
) -> docs.Document:
    """A word of a speaker, signed where it has a key."""
    object = {"entry": file.next, "head": file.head, "kind": "word", "seat": speaker}
    if silent:
        object["silent"] = [seat for seat in file.charter["seats"] if seat in silent]
    if note:
        object["note"] = note
    if carries:
        object["carries"] = carries.pair
    return docs.signed(object, signer.secret_bytes, file.game_id)


def silence(
    file: GameFile, signer: Keeping, seats: Collection[str], carries: docs.Document | None = None
) -> docs.Document:
    """The word of the signer's person that seats have not been heard of; raises Refused if none of them is due."""
    call = call_of(file, seats)
    useless = [seat for seat in seats if seat not in (*call.absent, *call.passed)]
    if useless:
        raise Refused([Problem("word-not-asked", seat=seat) for seat in useless])
    if call.sealing and carries is None:
        raise Refused([Problem("sealed-lacking", opener=call.opener, hint="Give it with --carry FILE.")])
    return word_of(file, signer.participant, signer, seats, carries=carries if call.sealing else None)


def agreed(file: GameFile, signer: Keeping, word: docs.Document) -> docs.Document:
    """The word of the signer's person that says what another word says; raises Refused."""
    if word.kind != "word" or word.entry != file.next or word.head != file.head:
        raise Refused(no_word(word.file))
    carries = docs.Document(*word.object["carries"]) if "carries" in word.object else None
    return word_of(file, signer.participant, signer, word.object.get("silent", ()), word.object.get("note"), carries)


def no_word(name: str) -> list[Problem]:
    """The problem of a file that holds no word for the entry that is due."""
    return [Problem("word-none", where=name)]


# -- adjudicating ------------------------------------------------------------------------------------------


def adjudicate(
    file: GameFile,
    given: Iterable[Order | docs.Document],
    signer: Keeping,
    silent: Collection[str] = (),
    draws: Source | None = None,
) -> Outcome:
    """Play to the next stop, or keep what came and say who is still waited for: an Outcome.

    given    order documents (dicts) at the level sealed; record.documents.Document at shared, and words
    signer   the secrets of whoever adjudicates
    silent   seats of which this person says that nothing came
    draws    a draw source in the place of the envelopes', for games that count for nothing
    Raises Refused when a document is refused, BrokenFile for a game of a revision that is not played here: nothing was
    drawn.
    """
    if file.is_over:
        raise Refused([Problem("game-over")])
    check_plays(file.game, file.options, file.state)
    came, notes = _came(file, given, signer)
    documents = came + _words(file, came, signer, silent)
    said = {seat for word in documents if word.kind == "word" for seat in word.object.get("silent", ())}
    call = call_of(file, said)
    openings = signer.openings(file)
    for document in documents:
        openings.add(document.openings)
    unopened = [*still_closed(file, came, openings)]
    if unopened:
        raise Refused(unopened)
    missing, run = _missing(file, call, documents, openings)
    if missing:
        signer.keep(came)
        finder, fallen = (run.finder, run.fallen) if run else (None, [])
        return Outcome(file, None, missing, finder, notes + fallen, [one.seat for one in came])
    if signer.participant != call.opener:
        raise Refused([Problem("not-the-opener", opener=call.opener or "nobody", participant=signer.participant)])
    link = signer.link(file.next - file.state["anchors"][call.opener]["base"]).hex()
    made = made_play(file.game, file.options, file.state, file.head_of, documents, openings, link, draws)
    line = signed_line(made.line, signer.secret_bytes, file.game_id)
    signer.intend_line(file, line, openings)
    fallen = made.finder.fallen() if made.finder else []
    return Outcome(file.grown(line, made.state), made.line, finder=made.finder, notes=notes + fallen)


def signed_line(object: Json, secret: bytes, game_id: bytes) -> Line:
    """The Line of a play's object, with the opener's signature on its head."""
    body = encode(object)
    head = th("head", body)
    return Line(written(body, sign(seed_of(secret), head_bytes(game_id, head)).hex()))


def _came(
    file: GameFile, given: Iterable[Order | docs.Document], signer: Keeping
) -> tuple[list[docs.Document], list[Problem]]:
    """``(documents that came and are not used yet, notes)``: those kept before, then those of this run."""
    notes: list[Problem] = []
    problems: list[Problem] = []
    found = list(signer.kept(file))
    for one in given:
        document = _document_of(file, one, signer, problems, notes)
        if document is None:
            continue
        used = file.state["documents"].get(document.seat, 0)
        if document.kind == "orders" and document.n <= used and document.entry < file.next:
            notes.append(_used_before(document.file, document.entry, document.seat))
            continue
        if file.state["fairness"] == "sealed":
            again = [other for other in found if other.seat == document.seat and other.kind == document.kind]
            notes += [
                Problem("replaced", level=ODD, where=other.file, seat=other.seat)
                for other in again
                if other.pair != document.pair
            ]
            found = [other for other in found if other not in again]
        if not any(other.pair == document.pair for other in found):
            found.append(document)
    if problems:
        raise Refused(problems)
    return found, notes


def _document_of(
    file: GameFile, one: Order | docs.Document, signer: Keeping, problems: list[Problem], notes: list[Problem]
) -> docs.Document | None:
    """The Document that came, or that the desk writes down of an order document; None with what is wrong, or noted."""
    if isinstance(one, docs.Document):
        return one
    document = desk_document(file, one, signer, problems)
    if document is None and not problems:
        notes.append(_used_before(one.get("file", ""), one["entry"], one["seat"]))
    return document


def _used_before(where: str, entry: int, seat: str) -> Problem:
    return Problem("already-used", level=ODD, where=where, entry=entry, seat=seat)


def _words(file: GameFile, came: list[docs.Document], signer: Keeping, silent: Collection[str]) -> list[docs.Document]:
    """The word of whoever adjudicates, of the seats that are due and from which nothing came."""
    speakers = [REFEREE] if file.state["referee"] else file.people
    if not silent or signer.participant not in speakers:
        return []
    if any(one.kind == "word" and one.seat == signer.participant for one in came):
        return []
    call = call_of(file, silent)
    spoken = {one.seat for one in came if one.kind == "orders"}
    named = [seat for seat in (*call.absent, *call.passed) if seat in silent and not _answers(file, call, seat, spoken)]
    if not named:
        return []
    carried = next((docs.Document(*one.object["carries"]) for one in came if "carries" in one.object), None)
    carries = (carried or signer.own_seal(file)) if call.sealing else None
    return [word_of(file, signer.participant, signer, named, carries=carries)]


def _answers(file: GameFile, call: Call, seat: str, spoken: Collection[str]) -> bool:
    """True if a seat has been heard of; at sealed a document that leaves something open has not answered."""
    return seat in spoken and (not call.is_sealed or seat not in call.asked)


def _missing(
    file: GameFile, call: Call, documents: list[docs.Document], openings: Openings
) -> tuple[list[str], Run | None]:
    """``(seats still waited for, in charter order; the run that looked for their answers, if there is one)``."""
    orders = [one for one in documents if one.kind == "orders"]
    sent = {one.seat for one in orders if "envelope" in one.object}
    if not call.is_sealed:
        return [seat for seat in call.due if seat not in sent], None
    heard = {one.seat for one in orders}
    waited = [seat for seat in call.taking_part if call.muster and seat not in heard]
    inbox = Inbox(file.game, file.options, file.state, file.head_of, documents, openings)
    others = [problem for problem in inbox.problems if problem.code != "document-missing"]
    if others:
        raise Refused(others)
    if inbox.problems:
        return waited, None
    run = Run(file.game, file.options, file.state, inbox)
    found = run.missing(knows_all=True)
    wrong = [problem for problem in found if problem.code != "unanswered"]
    if wrong:
        raise Refused(wrong)
    waited += [seat_of(file.charter, problem.fields["power"]) for problem in found]
    return [seat for seat in file.charter["seats"] if seat in waited], run


# -- receipts ----------------------------------------------------------------------------------------------


# -- notes -------------------------------------------------------------------------------------------------


def noted(file: GameFile, words: Sequence[docs.Document], known: Iterable[Opening] = ()) -> GameFile:
    """The game file after a note on these words (Documents); raises Refused.

    known   openings that whoever writes it knows: what is closed still is opened by the note that ends a game
    """
    openings = Openings(file.game_id)
    for line in file.lines[1:]:
        openings.add(line.object.get("opened", ()))
    if any(word.object.get("note", {}).get("what") == "ended" for word in words):
        openings.add(known)
    made = made_note(
        file.game, file.options, file.state, file.head_of, words, openings, lambda number: state_after(file, number)
    )
    return file.grown(Line(written(encode(made.line))), made.state)


__all__ = ["Outcome", "adjudicate", "asked_seats", "call_of", "check_orders", "new_game", "noted"]
