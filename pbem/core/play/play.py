"""From what came to the next line: who is waited for, whose envelope opens, what is kept meanwhile.

What counts is decided by play.entry; here documents are gathered, the referee's word is given, lines are signed.  No
clock, no file system: secrets come as a keeper (record.keeper), what a keeper must write before anything leaves the
house it is told by `intend`.
"""

from ..data.canon import encode, th
from ..data.problems import ODD, Problem, Refused, messages, refusals
from ..orders.orderfile import unknown_seat
from ..record import documents as docs
from ..record import receipts
from ..record.agreement import charter_problems
from ..record.charter import game_id, seat_of
from ..record.closed import Openings
from ..record.documents import head_bytes, seed_of
from ..record.ed25519 import sign
from ..record.entries import head_fits
from ..record.gamefile import GameFile
from ..record.log import Line, written
from ..record.participation import REFEREE, Call
from ..rules.revisions import check_plays, title_of
from .ahead import Presuming, played_on
from .entry import first_line, made_play
from .gathered import Gathered, in_force, sound_reading
from .note import made_note
from .remake import opening_state, state_after
from .running import Run
from .writing import looked_at, object_of, plain, power_problems, typed_at

messages(
    {
        "closed-unopened": "Part {part} of the document of {seat} is closed and does not open to an order of {seat}.",
        "already-used": "These orders of {seat} were used before, in entry {entry}.",
        "replaced": "A later file of {seat} takes the place of this one.",
        "other-game": "This is meant for the game {game}; the game here is {wanted}.",
        "past-entry": "This is meant for entry {entry}; the game has come to entry {wanted}.",
        "future-entry": "This is meant for entry {entry}; the game has only come to entry {wanted}.",
        "other-head": "The head {head} is quoted; the head of this game file is {wanted}.",
        "not-the-opener": "{opener} opens this entry, not {participant}.",
        "opener-seal-first": "Everybody is asked: {opener} seals its orders first, with pbem seal --closed.",
        "sealed-not-due": "{seat} does not open this entry with a sealed document.",
        "sealed-lacking": "Everybody is asked: these orders must carry the sealed document of the opener {opener}.",
        "envelope-spent": "The envelope for entry {entry} was let go before, for other orders or another head.",
        "word-none": "This holds no word for the entry that is due.",
        "left-open": "{power} is asked {waiting}, and these orders do not answer: its published default is taken.",
        "passed-over-before": "The game went on without an answer of {seat}, marked absent ({count} so far).",
    }
)


class Outcome:
    """What a run of adjudication came to.

    file       the game file after it (the same as before when nothing was played)
    entry      the object of the new entry, or None while somebody is waited for
    missing    seats that are still waited for, in charter order
    finder     with the fates of all parts (play.answers), or None
    notes      Problems that are odd, not refusals: replaced files, lines kept, duplicates
    came       seats of which documents are there, while others are waited for
    """

    def __init__(self, file, entry=None, missing=(), finder=None, notes=(), came=()):
        self.file, self.entry, self.missing, self.finder = file, entry, list(missing), finder
        self.notes, self.came = list(notes), set(came)

    @property
    def fates(self):
        """``{seat: [Part]}``."""
        return self.finder.fates if self.finder else {}


def new_game(charter):
    """A fresh game file, of one line."""
    problems = [*charter_problems(charter)]
    if problems:
        raise Refused(problems)
    line = Line(written(encode(first_line(charter))))
    return GameFile([line], state=opening_state(title_of(charter), charter, game_id(charter)))


def asked_seats(file):
    """The seats with an open question, in charter order."""
    seats = {seat_of(file.charter, ask["power"]) for ask in file.waiting}
    return [seat for seat in file.charter["seats"] if seat in seats]


def call_of(file, silent=()):
    """What the next entry needs from whom (record.participation.Call)."""
    return Call(file.charter, file.state, silent)


# -- orders as people send them ----------------------------------------------------------------------------


def check_orders(file, orders, openings=None):
    """Everything that is wrong with order documents (schemas/orders.schema.json), or signed Documents, against the game
    as it stands.

    Returns ``(problems, finder)``: the finder of the last one, whose fates tell what became of every line that answers
    what is asked now.  Nothing is drawn, and no envelope is needed.
    """
    problems, finder = [], None
    for order in orders:
        found, look = look_at(file, order, openings)
        problems += found
        finder = look.finder if look else finder
    return problems, finder


def look_at(file, order, openings=None):
    """``(problems, Look or None)`` of one order document, or of a signed Document."""
    openings = openings or Openings(file.game_id)
    if isinstance(order, docs.Document):
        return _look_at_signed(file, order, openings)
    problems = [*header_problems(file, order)]
    if refusals(problems):
        return problems, None
    object, made = object_of(file, order, openings, file.state["documents"].get(order["seat"], 0) + 1)
    look = looked_at(file, object, openings, order.get("file", ""), typed_at(order, object))
    return problems + look.problems, look


def _look_at_signed(file, document, openings):
    """``(problems, Look or None)`` of a signed Document; what the opener sealed nobody can look into."""
    problems = check_sealed(file, document)
    if refusals(problems) or document.kind != "orders":
        return problems, None
    known = Openings(file.game_id, [*openings, *document.openings])
    unopened = [*_unopened(file, [document], known)]
    if unopened:
        return problems + unopened, None
    look = looked_at(file, document.object, known, document.file, document.typed)
    return problems + look.problems, look


def check_sealed(file, document):
    """What is wrong with a signed Document against the game as it stands; Problems."""
    openings = Openings(file.game_id, document.openings)
    gathered = Gathered(file.game, file.options, file.state, file.head_of, [document], openings)
    others = ("document-missing", "word-alone", "word-not-asked")  # what others have not sent yet
    return [problem for problem in gathered.problems if problem.code not in others]


def order_code(file, order):
    """A code (hex) by which a receipt names the orders that it means."""
    held = {name: value for name, value in order.items() if name != "file"}
    return th("orders", encode([file.game_id.hex(), held])).hex()


def header_problems(file, order):
    """What is wrong with the head of one order document."""
    where, seat = order.get("file", ""), order["seat"]
    if order["game"] != file.name:
        yield Problem("other-game", where=where, game=order["game"], wanted=file.name)
        return
    if seat not in file.charter["seats"]:
        yield unknown_seat(seat, file.charter["seats"]).at(where)
        return
    if order["entry"] != file.next:
        code = "past-entry" if order["entry"] < file.next else "future-entry"
        hint = "Ask for a new form: pbem form."
        yield Problem(code, where=where, entry=order["entry"], wanted=file.next, hint=hint)
    elif not head_fits(file.head, order["head"]):
        yield Problem(
            "other-head",
            where=where,
            head=order["head"][:32],
            wanted=file.head[:32],
            hint="Somebody has another file: compare heads.",
        )
    for problem in power_problems(file, order):
        yield problem.at(where)


# -- sealing -----------------------------------------------------------------------------------------------


def seal_orders(file, order, keeper, carries=None, closed=False, confirmed=False):
    """The Document of an order document, signed, with the envelope of its seat where one is due.

    carries     the opener's sealed Document, where all who could open are asked
    closed      it is the opener's own: seal it whole
    confirmed   the person has seen what is left open, and how often the game went on without this seat
    Raises Refused when a rule of release forbids it.  The keeper has been told what the envelope is let go for.
    """
    call, seat = call_of(file), order["seat"]
    keeper.speak_for(file, seat)
    mark = th("orders", encode([file.head, {name: value for name, value in order.items() if name != "file"}])).hex()
    before = keeper.let_go(file.next, mark)
    if before is not None:
        return before
    if closed != (call.sealing and seat == call.opener):
        raise Refused(
            [Problem("opener-seal-first" if call.sealing else "sealed-not-due", opener=call.opener, seat=seat)]
        )
    needs_seal = call.sealing and not closed
    if needs_seal and carries is None:
        raise Refused([Problem("sealed-lacking", opener=call.opener, hint="Give it with --carry FILE.")])
    problems, look = look_at(file, order, keeper.openings(file))
    if not refusals(problems) and not confirmed:
        problems += [*_to_confirm(file, seat, look)]
    if refusals(problems):
        raise Refused(problems)
    n = max(file.state["documents"].get(seat, 0), keeper.last) + 1
    envelope = keeper.link(file.next - file.state["anchors"][seat]["base"]).hex() if seat in call.due else None
    object, openings = object_of(
        file, order, keeper.openings(file), n, envelope, carries.pair if needs_seal else None, keeper.secret_bytes
    )
    docs.check_shape(object, "", order.get("file", ""))
    if closed:
        document, opening = docs.sealed_whole(object, keeper.secret_bytes, file.game_id)
        openings = [opening, *openings]
    else:
        document = docs.signed(object, keeper.secret_bytes, file.game_id)
        document.openings = openings
        probe = Gathered(file.game, file.options, file.state, file.head_of, [], keeper.openings(file))
        found = refusals([*probe._problems_of_carried(document)])
        if found:
            raise Refused(found)
    keeper.intend_document(file.next, file.head, mark, document, openings, bool(envelope) or closed)
    return document


def _to_confirm(file, seat, look):
    """What the person has to see and say yes to, before an envelope is let go."""
    hint = "If it is meant so, run again with --confirm."
    for ask in look.unanswered:
        yield Problem("left-open", rule=ask.rule, power=ask.power, waiting=file.game.kinds[ask.kind].waiting, hint=hint)
    last = next((n for n in range(file.n, 0, -1) if _spoke(file.entry(n), seat)), 0)
    count = sum(seat in file.entry(n).get("absent", ()) for n in range(last + 1, file.n + 1))
    if count:
        yield Problem("passed-over-before", seat=seat, count=count, hint=f"Ask the others first. {hint}")


def _spoke(entry, seat):
    return any(object["seat"] == seat and "envelope" in object for object, _ in entry["documents"])


def word_of(file, speaker, keeper, silent=(), note=None, carries=None):
    """A word of a speaker, signed where it has a key."""
    object = {"entry": file.next, "head": file.head, "kind": "word", "seat": speaker}
    if silent:
        object["silent"] = [seat for seat in file.charter["seats"] if seat in silent]
    if note:
        object["note"] = note
    if carries:
        object["carries"] = carries.pair
    return docs.signed(object, keeper.secret_bytes, file.game_id)


def silence(file, keeper, seats, carries=None):
    """The word of the keeper's person that seats have not been heard of; raises Refused if none of them is due."""
    call = call_of(file, seats)
    useless = [seat for seat in seats if seat not in (*call.absent, *call.passed)]
    if useless:
        raise Refused([Problem("word-not-asked", seat=seat) for seat in useless])
    if call.sealing and carries is None:
        raise Refused([Problem("sealed-lacking", opener=call.opener, hint="Give it with --carry FILE.")])
    return word_of(file, keeper.participant, keeper, seats, carries=carries if call.sealing else None)


def agreed(file, keeper, word):
    """The word of the keeper's person that says what another word says; raises Refused."""
    if word.kind != "word" or word.entry != file.next or word.head != file.head:
        raise Refused(no_word(word.file))
    carries = docs.Document(*word.object["carries"]) if "carries" in word.object else None
    return word_of(file, keeper.participant, keeper, word.object.get("silent", ()), word.object.get("note"), carries)


def no_word(name):
    """The problem of a file that holds no word for the entry that is due."""
    return [Problem("word-none", where=name)]


# -- adjudicating ------------------------------------------------------------------------------------------


def adjudicate(file, given, keeper, silent=(), draws=None):
    """Play to the next stop, or keep what came and say who is still waited for: an Outcome.

    given    order documents (dicts) at the level sealed; record.documents.Document at shared, and words
    keeper   the secrets of whoever adjudicates
    silent   seats of which this person says that nothing came
    draws    a draw source in the place of the envelopes', for games that count for nothing
    Raises Refused when a document is refused, BrokenFile for a game of a revision that is not played here: nothing was
    drawn.
    """
    if file.is_over:
        raise Refused([Problem("game-over")])
    check_plays(file.game, file.options, file.state)
    came, notes = _came(file, given, keeper)
    documents = came + _words(file, came, keeper, silent)
    said = {seat for word in documents if word.kind == "word" for seat in word.object.get("silent", ())}
    call = call_of(file, said)
    openings = keeper.openings(file)
    for document in documents:
        openings.add(document.openings)
    unopened = [*_unopened(file, came, openings)]
    if unopened:
        raise Refused(unopened)
    missing, finder = _missing(file, call, documents, openings)
    if missing:
        keeper.keep(came)
        return Outcome(file, None, missing, finder, notes, [one.seat for one in came])
    if keeper.participant != call.opener:
        raise Refused([Problem("not-the-opener", opener=call.opener or "nobody", participant=keeper.participant)])
    link = keeper.link(file.next - file.state["anchors"][call.opener]["base"]).hex()
    made = made_play(file.game, file.options, file.state, file.head_of, documents, openings, link, draws)
    line = signed_line(made.line, keeper.secret_bytes, file.game_id)
    keeper.intend_line(file, line, openings)
    return Outcome(file.grown(line, made.state), made.line, finder=made.finder, notes=notes)


def _unopened(file, came, openings):
    """Problems of documents with closed parts that whoever adjudicates cannot open, or that open to no order of their
    seat: they have not come.  Else somebody could close a line now, and give its opening when it suits."""
    openings.judged(sound_reading(file.game, file.charter))
    for document in came:
        if document.kind == "orders":
            for number, name, part in docs.parts_of(document.object):
                whole = openings.whole(part)
                if whole is None or "closed" in part and name == "answers" and "when" in whole:
                    yield Problem("closed-unopened", where=document.file, seat=document.seat, part=number)


def signed_line(object, secret, game_id):
    """The Line of a play's object, with the opener's signature on its head."""
    body = encode(object)
    head = th("head", body)
    return Line(written(body, sign(seed_of(secret), head_bytes(game_id, head)).hex()))


def _came(file, given, keeper):
    """``(documents that came and are not used yet, notes)``: those kept before, then those of this run."""
    notes, problems = [], []
    found = list(keeper.kept(file))
    for one in given:
        document = one if isinstance(one, docs.Document) else _desk_document(file, one, keeper, problems)
        if document is None and not problems:
            where = one.get("file", "")
            notes.append(Problem("already-used", level=ODD, where=where, entry=one["entry"], seat=one["seat"]))
        if document is None:
            continue
        used = file.state["documents"].get(document.seat, 0)
        if document.kind == "orders" and document.n <= used and document.entry < file.next:
            fields = {"entry": document.entry, "seat": document.seat}
            notes.append(Problem("already-used", level=ODD, where=document.file, **fields))
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


def _desk_document(file, order, keeper, problems):
    """The document that the desk writes down of orders, at the level sealed; None with what is wrong."""
    if was_used(file, order, keeper.openings(file)):
        return None
    header = refusals([*header_problems(file, order)])
    if not header and file.state["fairness"] != "sealed":
        header = [
            Problem(
                "document-unsigned",
                where=order.get("file", ""),
                seat=order["seat"],
                hint="Add it with: pbem seal GAME ORDERS --secret FILE",
            )
        ]
    problems += header
    if header:
        return None
    n = file.state["documents"].get(order["seat"], 0) + 1
    object, openings = object_of(file, order, keeper.openings(file), n, closing=keeper.secret_bytes)
    docs.check_shape(object, "", order.get("file", ""))
    plain_parts, _ = object_of(file, order, keeper.openings(file), n)
    return docs.Document(object, "", openings, order.get("file", ""), typed_at(order, plain_parts))


def was_used(file, order, openings):
    """True if the record holds these orders already, in the entry that they are meant for."""
    number = order["entry"]
    if (
        order["game"] != file.name
        or not 1 <= number <= file.n
        or not head_fits(file.head_of(number - 1), order["head"])
    ):
        return False
    wanted = [encode(plain(item)) for name in ("answers", "standing", "petitions") for item in order.get(name, ())]
    for object, _ in file.entry(number)["documents"]:
        if object["kind"] == "orders" and object["seat"] == order["seat"]:
            parts = [openings.whole(part) for _, _, part in docs.parts_of(object)]
            return sorted(wanted) == sorted(encode(part) for part in parts)
    return False


def _words(file, came, keeper, silent):
    """The word of whoever adjudicates, of the seats that are due and from which nothing came."""
    speakers = [REFEREE] if file.state["referee"] else file.people
    if not silent or keeper.participant not in speakers:
        return []
    if any(one.kind == "word" and one.seat == keeper.participant for one in came):
        return []
    call = call_of(file, silent)
    spoken = {one.seat for one in came if one.kind == "orders"}
    named = [seat for seat in (*call.absent, *call.passed) if seat in silent and not _answers(file, call, seat, spoken)]
    if not named:
        return []
    carried = next((docs.Document(*one.object["carries"]) for one in came if "carries" in one.object), None)
    carries = (carried or keeper.own_seal(file)) if call.sealing else None
    return [word_of(file, keeper.participant, keeper, named, carries=carries)]


def _answers(file, call, seat, spoken):
    """True if a seat has been heard of; at sealed a document that leaves something open has not answered."""
    return seat in spoken and (not call.is_sealed or seat not in call.asked)


def _missing(file, call, documents, openings):
    """``(seats that are still waited for, finder)``, in charter order."""
    orders = [one for one in documents if one.kind == "orders"]
    sent = {one.seat for one in orders if "envelope" in one.object}
    if not call.is_sealed:
        return [seat for seat in call.due if seat not in sent], None
    heard = {one.seat for one in orders}
    waited = [seat for seat in call.taking_part if call.muster and seat not in heard]
    gathered = Gathered(file.game, file.options, file.state, file.head_of, documents, openings)
    others = [problem for problem in gathered.problems if problem.code != "document-missing"]
    if others:
        raise Refused(others)
    if gathered.problems:
        return waited, None
    run = Run(file.game, file.options, file.state, gathered)
    found = run.missing(knows_all=True)
    wrong = [problem for problem in found if problem.code != "unanswered"]
    if wrong:
        raise Refused(wrong)
    waited += [seat_of(file.charter, problem.fields["power"]) for problem in found]
    return [seat for seat in file.charter["seats"] if seat in waited], run.finder


# -- receipts ----------------------------------------------------------------------------------------------


def receipt_of(file, one, keeper):
    """The Receipt for what came, an order document at sealed or a Document; raises Refused for what has not come.

    The keeper counts it, and signs it."""
    if file.state["referee"] and keeper.participant != REFEREE:
        raise Refused([Problem("not-the-opener", opener=REFEREE, participant=keeper.participant)])
    document = one if isinstance(one, docs.Document) else _desk_checked(file, one, keeper)
    openings = keeper.openings(file)
    openings.add(document.openings)
    problems = refusals([*check_sealed(file, document), *_unopened(file, [document], openings)])
    if problems:
        raise Refused(problems)
    is_sealed = file.state["fairness"] == "sealed"
    return receipts.given(
        document,
        file.next,
        file.head,
        keeper.next_receipt(),
        keeper.participant,
        keeper.secret_bytes,
        file.game_id,
        with_openings=is_sealed,
    )


def _desk_checked(file, order, keeper):
    """The document that the desk writes down of orders, every line of them checked; raises Refused."""
    problems = refusals(check_orders(file, [order], keeper.openings(file))[0])
    document = None if problems else _desk_document(file, order, keeper, problems)
    if document is None:
        raise Refused(problems or [Problem("already-used", entry=order["entry"], seat=order["seat"])])
    return document


# -- notes -------------------------------------------------------------------------------------------------


def noted(file, words, known=()):
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


# -- rehearsal ---------------------------------------------------------------------------------------------


def rehearse(file, orders, source, presuming=True):
    """Play on from the stop with draws of `source` as if `orders` (order documents) were all that is known.

    A seat without orders takes its published default whenever it is asked, so that play goes on until a seat with
    orders is asked something that nothing answers, or the game ends; not so unless `presuming`.  Secrets of the game
    are no part of it: lines that are closed do not count, no envelope is opened, and nothing of the file changes.
    Returns the Run; raises Refused as `check_orders` finds it.
    """
    openings = Openings(file.game_id)
    parts, problems = [], []
    for order in orders:
        found, look = look_at(file, order, openings)
        problems += refusals(found)
        parts += [part for part in look.finder.parts if part.is_own] if look else []
    if problems:
        raise Refused(problems)
    known = {order["seat"] for order in orders}
    silent = [seat for seat in file.charter["seats"] if presuming and seat not in known]
    parts = [part.afresh() for part in parts] + in_force(file.state, openings)
    return played_on(file, Presuming(file, parts, silent), source)


__all__ = ["Outcome", "adjudicate", "asked_seats", "call_of", "check_orders", "new_game", "noted", "rehearse"]
