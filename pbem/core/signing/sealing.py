"""Orders signed and sealed, and the referee's word that they have come."""

from collections.abc import Iterable, Iterator, Sequence

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import Problem, Refused, refusals
from ..orders.orderfile import Order
from ..play.gamefile import GameFile
from ..play.import_lines import document_proofs
from ..play.inbox import Inbox
from ..record import documents as docs
from ..record import receipts
from ..record.closed import Openings
from ..record.entries import Entry, head_fits
from ..record.participation import REFEREE, Call
from ..record.proofs import worth_telling
from ..record.receipts import Receipt
from ..record.signer import Signer
from ..seat.checking import check_orders, check_sealed, header_problems, look_at, order_code, order_key, still_closed
from ..seat.sheet import plain
from ..seat.writing import Look, object_of


def seal_orders(
    file: GameFile,
    order: Order,
    signer: Signer,
    carries: docs.Document | None = None,
    closed: bool = False,
    confirmed: bool = False,
    noes: Iterable[docs.Document] = (),
    others: Sequence[docs.Document] = (),
) -> docs.Document:
    """The Document of an order document, signed, with the envelope of its seat where one is due.

    carries     the opener's sealed Document, where all who could open are asked
    closed      it is the opener's own: seal it whole
    confirmed   the person has seen what is left open, and how often the game went on without this seat
    noes        words of those who will not say the note for which this person gave its word at this head
    others      the documents of all others who are asked: then the closed answers of this one, which was sealed before,
                stand open in it
    Raises Refused when a rule of release forbids it.  The signer has been told what the envelope is let go for.
    """
    call, seat = file.call(), order["seat"]
    if signer.participant != seat:
        raise Refused([Problem("secret-bound", who=signer.participant, where=str(signer.secret.path))])
    mark = order_code(file, order)
    before = signer.let_go(file.next, mark)
    if before is not None:
        return _with_open_answers(file, before, signer, others) if others else before
    needs_seal = _needs_seal(call, seat, carries, closed)
    problems, look = look_at(file, order, signer.openings(file))
    if look is not None and not refusals(problems) and not confirmed:
        problems += [*_to_confirm(file, seat, look), *_told_two(file, signer)]
    if refusals(problems):
        raise Refused(problems)
    if seat in call.due or closed:
        signer.refuse_worded(file, noes)
    n = max(file.state["documents"].get(seat, 0), signer.secret.last) + 1
    envelope = signer.link(file.next - file.state["anchors"][seat]["base"]).hex() if seat in call.due else None
    made = object_of(
        file,
        order,
        signer.openings(file),
        n,
        envelope,
        carries.pair if needs_seal and carries else None,
        signer.secret_bytes,
        signer.secret.own,
        closed,
    )
    object, openings = made.document.object, made.document.openings
    docs.check_shape(object, "", made.document.file)
    if closed:
        document, opening = docs.sealed_whole(object, signer.secret_bytes, file.game_id)
        openings = [opening, *openings]
    else:
        document = docs.signed(object, signer.secret_bytes, file.game_id)
        document.openings = openings if file.state["referee"] else []
        probe = Inbox(file.ground(), [], signer.openings(file))
        Refused.if_any(refusals([*probe._problems_of_carried(document)]))
    signer.intend_document((file.next, file.head, mark), document, openings, bool(envelope) or closed, made.own)
    return document


def _needs_seal(call: Call, seat: str, carries: docs.Document | None, closed: bool) -> bool:
    """True if a document must carry the opener's sealed one; raises Refused if it has none, or is itself to be sealed,
    or is not."""
    if closed != (call.sealing and seat == call.opener):
        code = "opener-seal-first" if call.sealing else "sealed-not-due"
        raise Refused([Problem(code, opener=call.opener, seat=seat)])
    needs_seal = call.sealing and not closed
    if needs_seal and carries is None:
        raise Refused([Problem("sealed-lacking", opener=call.opener)])
    return needs_seal


def _with_open_answers(
    file: GameFile, document: docs.Document, signer: Signer, others: Sequence[docs.Document]
) -> docs.Document:
    """A document that was let go, with its closed answers open: when all others who are asked have fixed theirs."""
    came = [document, *others]
    inbox = Inbox(file.ground(), came, Openings(file.game_id))
    allowed = ("word-alone", "sealed-closed")  # nothing is open yet
    Refused.if_any(one for one in inbox.problems if one.code not in allowed)
    signer.keep(docs.each_once([*signer.kept(file), *others]))  # should one of them stand in no line, another does
    signer.save(file)
    known = signer.openings(file)
    marks = [part["closed"] for part in document.object.get("answers", ()) if "closed" in part]
    document.openings = [one for one in map(known.get, marks) if one]
    return document


def _to_confirm(file: GameFile, seat: str, look: Look) -> Iterator[Problem]:
    """What the person has to see and say yes to, before an envelope is let go."""
    for ask in look.unanswered:
        who, waiting = file.game.names.within(ask.power), file.game.kinds[ask.kind].waiting
        yield Problem("left-open", rule=ask.rule, power=who, waiting=waiting)
    last = next((n for n in range(file.n, 0, -1) if _spoke(file.entry(n), seat)), 0)
    count = sum(seat in file.entry(n).get("absent", ()) for n in range(last + 1, file.n + 1))
    if count:
        yield Problem("passed-over-before", seat=seat, count=count)


def _told_two(file: GameFile, signer: Signer) -> Iterator[Problem]:
    """What somebody sealed besides what stands in the line: this person opened its own answers for the other one."""
    made = [proof for one in signer.kept(file) if one.entry < file.next for proof in document_proofs(file, one)]
    for proof in worth_telling(file.state, file.head_of, made, file.game_id):
        yield Problem("sealed-two", seat=proof["seat"], entry=proof["entry"])


def _spoke(entry: Entry, seat: str) -> bool:
    return any(object["seat"] == seat and "envelope" in object for object, _ in entry["documents"])


def desk_document(
    file: GameFile, order: Order, signer: Signer, before: docs.Document | None = None
) -> docs.Document | None:
    """The document that the desk writes down of orders, at the level sealed, with what came before it for the entry;
    None of those that were used before.  Raises Refused with what is wrong."""
    openings, seat, name = signer.openings(file), order["seat"], order.get("file", "")
    if was_used(file, order, openings):
        return None
    Refused.if_any(refusals([*header_problems(file, order)]))
    if file.state["fairness"] != "sealed":
        unsigned = Problem("document-unsigned", seat=seat)
        raise Refused([unsigned.at(name)])
    n = file.state["documents"].get(seat, 0) + 1
    made = object_of(file, order, openings, n, closing=signer.secret_bytes, before=before)
    Refused.if_any(refusals(made.problems))
    docs.check_shape(made.document.object, "", name)
    made.document.keys = [*(before.keys if before else ()), order_key(file, order)]
    return made.document


def was_used(file: GameFile, order: Order, openings: Openings) -> bool:
    """True if the record holds these orders already, in the entry that they are meant for."""
    number = order["entry"]
    if (
        order["game"] != file.name
        or not 1 <= number <= file.n
        or not head_fits(file.head_of(number - 1), order["head"])
    ):
        return False
    wanted = [
        encode(_says(plain(item))) for name in ("answers", "standing", "petitions") for item in order.get(name, ())
    ]
    for object, _ in file.entry(number)["documents"]:
        if object["kind"] == "orders" and object["seat"] == order["seat"]:
            parts = [openings.whole(part) or {} for _, _, part in docs.parts_of(object)]
            return sorted(wanted) == sorted(encode(_says(part)) for part in parts)
    return False


def _says(part: Json) -> Json:
    """What a part says, for whatever turn and under whatever numbers."""
    return {name: value for name, value in part.items() if name not in ("no", "turn", "next")}


def receipts_of(file: GameFile, given: Iterable[Order | docs.Document], signer: Signer) -> list[Receipt]:
    """A Receipt for each thing that came, an order document at sealed or a Document, as whoever adjudicates holds it
    with those before it and what is kept; raises Refused for what has not come.

    The signer counts them, and signs them."""
    if file.state["referee"] and signer.participant != REFEREE:
        raise Refused([Problem("not-the-opener", opener=REFEREE, participant=signer.participant)])
    held = {one.seat: one for one in signer.kept(file) if one.kind == "orders"}
    found = []
    for document in (_held(file, one, signer, held) for one in given):
        openings = signer.openings(file)
        openings.add(document.openings)
        Refused.if_any(refusals([*check_sealed(file, document), *still_closed(file, [document], openings)]))
        found.append(receipts.given(document, file, signer))
    return found


def _held(file: GameFile, one: Order | docs.Document, signer: Signer, held: dict[str, docs.Document]) -> docs.Document:
    """What came as a Document: of orders the one that the desk writes down, every line of them checked, beside what is
    held of their seat; raises Refused."""
    if isinstance(one, docs.Document):
        return one
    before = held.get(one["seat"])
    if before and order_key(file, one) in before.keys:
        return before
    Refused.if_any(refusals(check_orders(file, [one], signer.openings(file)).problems))
    document = desk_document(file, one, signer, before)
    if document is None:
        raise Refused([Problem("already-used", entry=one["entry"], seat=one["seat"])])
    held[document.seat] = document
    return document
