"""Orders looked at before they are used: header, seal, every line; nothing is drawn and nothing is written."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..data.canon import encode, th
from ..data.json_types import Json
from ..data.problems import DOUBT, Problem, refusals
from ..data.text import listed
from ..orders.orderfile import REQUIRED, Order, OrderFile, branches, unknown_seat
from ..play.answers import Fates
from ..play.gamefile import GameFile
from ..play.inbox import Inbox, problems_of_head, problems_of_signature, sound_reading
from ..play.parts import Part
from ..record import documents as docs
from ..record.closed import Openings, marks_of
from ..record.participation import speakers_in
from ..rules.requests import Ask
from .writing import Look, looked_at, object_of, power_problems

MOST_NAMED = 5  # lines that were not understood, in a problem of another line


class Checked:
    """What a check of several order documents found.

    problems   everything that is wrong or odd, Problems
    fates      {seat: [Part]}: what became of every line: those of its documents, as they were given, then older ones
    lacking    {seat: [Ask]}: what its document leaves open of what is asked now
    words      [(file, [sentences])]: what documents without lines say
    stands     what stands for their seats with them (seat.block), where somebody has asked
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.fates: Fates = {}
        self.lacking: dict[str, list[Ask]] = {}
        self.words: list[tuple[str, list[str]]] = []
        self.stands: list[Json] = []

    def add(self, look: Look) -> None:
        """Take up the fates of a document: of its own lines, and of older ones with it in force."""
        seat = look.document.seat
        before = self.fates.get(seat, ())
        self.lacking[seat] = look.unanswered
        for other, parts in look.finder.fates.items():
            if other == seat:
                self.fates[seat] = [part for part in before if part.is_own] + parts
            else:
                self.fates.setdefault(other, parts)


Lying = tuple[list[Order], docs.Document | None]


def check_orders(
    file: GameFile,
    orders: Iterable[Order | docs.Document],
    openings: Openings | None = None,
    lies: Callable[[str], Lying] = lambda seat: ([], None),
) -> Checked:
    """Everything that is wrong with order documents (schemas/orders.schema.json), or signed Documents, against the game
    as it stands, and what was understood, as Checked.  Nothing is drawn, and no envelope is needed.

    lies    what lies here of a seat already (`look_at`: `before`, `waits`)"""
    checked, came = Checked(), dict[str, Lying]()
    for order in orders:
        if isinstance(order, dict) and order["seat"] not in came:
            came[order["seat"]] = lies(order["seat"])
        before, waits = came[order["seat"]] if isinstance(order, dict) else ([], None)
        problems, look = look_at(file, order, openings, before, waits)
        if isinstance(order, dict) and not refusals(problems):
            before.append(order)
        checked.problems += problems
        if look:
            checked.add(look)
        elif isinstance(order, docs.Document) and not refusals(problems):
            from .statement_text import statements

            checked.words.append((order.file, statements(file, order)))
    return checked


def check_understood(file: GameFile, orders: OrderFile, faults: Iterable[Problem]) -> list[Problem]:
    """What is refused of the lines of a file that were understood, where `faults` are of lines that were not.

    What is asked now and answered by one line above all of those is judged for good.  Anything else may look otherwise
    once they are mended, and says so."""
    gaps = sorted({one.line for one in refusals(faults)} - {0})
    if not gaps or any(getattr(orders, word) is None for word in REQUIRED):
        return []
    order = {**orders.to_json(), "file": orders.name}
    if header := refusals([*header_problems(file, order)]):
        return header
    problems, look = look_at(file, order)
    parts = [part for part in look.finder.parts if part.is_own] if look else []
    for_good = {id(one) for part in parts if _is_above(file, part, gaps[0]) for one in part.problems}
    shown = [*map(str, gaps[:MOST_NAMED]), *(["others"] if len(gaps) > MOST_NAMED else [])]
    lines = f"line{'s' if len(gaps) > 1 else ''} {listed(shown)}"
    return [one if id(one) in for_good else one.told_as("found-without", lines=lines) for one in refusals(problems)]


def _is_above(file: GameFile, part: Part, gap: int) -> bool:
    """Whether a part is an answer of one line, or a petition, and stands above a line."""
    if part.place == "lines" or max([part.at, *(line for line, _ in part.places)]) >= gap:
        return False
    return part.place == "petitions" or not any(
        file.game.kinds[branch["kind"]].is_multiline for branch in branches(part.item)
    )


def look_at(
    file: GameFile,
    order: Order | docs.Document,
    openings: Openings | None = None,
    before: Sequence[Order] = (),
    waits: docs.Document | None = None,
) -> tuple[list[Problem], Look | None]:
    """``(problems, Look or None)`` of one order document, or of a signed Document.

    before  order documents of its seat that came for the same entry, and to which it adds
    waits   its document for this entry that whoever adjudicates keeps, and to which all of them add
    """
    if isinstance(order, docs.Document):
        return _look_at_signed(file, order, openings or Openings(file.game_id))
    problems = [*header_problems(file, order)]
    if refusals(problems):
        return problems, None
    openings = openings or Openings(file.game_id)
    n = file.state["documents"].get(order["seat"], 0) + 1
    base = object_of(file, before, openings, n, before=waits).document if before else waits
    made = object_of(file, order, openings, n, before=base)
    if refusals(made.problems):
        is_doubt = all(one.level == DOUBT for one in refusals(made.problems)) and not order.get("yes")
        taken = look_at(file, {**order, "yes": True}, openings, before, waits)[0] if is_doubt else []
        return [*problems, *made.problems, *refusals(taken)], None  # yes would take nothing that is illegal
    look = looked_at(file, made.document, openings)
    return [*problems, *made.problems, *look.problems], look


def _look_at_signed(file: GameFile, document: docs.Document, openings: Openings) -> tuple[list[Problem], Look | None]:
    """``(problems, Look or None)`` of a signed Document; what the opener sealed nobody can look into."""
    problems = check_sealed(file, document)
    if refusals(problems) or document.kind != "orders":
        return problems, None
    known = Openings(file.game_id, [*openings, *document.openings])
    unopened = [*still_closed(file, [document], known)]
    if unopened:
        return problems + unopened, None
    look = looked_at(file, document, known)
    return problems + look.problems, look


def check_sealed(file: GameFile, document: docs.Document) -> list[Problem]:
    """What is wrong with a signed Document against the game as it stands; Problems."""
    if document.kind == "word":
        return check_word(file, document)
    openings, came = Openings(file.game_id, document.openings), [document] if document.kind != "sealed" else []
    inbox = Inbox(file.ground(), came, openings)
    if not came:
        is_due = not file.is_over and inbox.is_due(document)
        return [] if is_due else [Problem("sealed-stale", where=document.file, seat=document.seat)]
    others = ("document-missing", "word-alone")  # what others have not sent yet
    return [problem for problem in inbox.problems if problem.code not in others]


def check_word(file: GameFile, word: docs.Document) -> list[Problem]:
    """What is wrong with a word by itself, Problems; whether it is enough hangs on those of others.  A proposal is not
    signed."""
    found = [] if word.seat in speakers_in(file.charter, file.state) else [Problem("document-speaker", seat=word.seat)]
    found += [*problems_of_head(word.place, file.next, file.n, file.head_of)]
    found += [*problems_of_signature(file.state, word, file.game_id)] if word.signature else []
    silent = [one["who"] for one in word.says if one["what"] == "silent"]
    if not refusals(found) and not file.charter.get("answers"):
        found += [*file.call(silent).problems_of_silence(silent, ())]
    return [one.at(word.file) for one in found]


def order_code(file: GameFile, order: Order) -> str:
    """A code (hex) by which a receipt names the orders that it means."""
    held = {name: value for name, value in order.items() if name != "file"}
    return th("orders", encode([file.game_id.hex(), held])).hex()


def order_key(file: GameFile, order: Order) -> str:
    """The same with the file that they came in: a desk takes each file once, and the same words again as a new mail."""
    return th("orders", encode([order_code(file, order), order.get("file", "")])).hex()


def header_problems(file: GameFile, order: Order) -> Iterator[Problem]:
    where, seat = order.get("file", ""), order["seat"]
    if order["game"] != file.name:
        yield Problem("other-game", where=where, game=order["game"], wanted=file.name)
        return
    if seat not in file.charter["seats"]:
        yield unknown_seat(seat, file.charter["seats"]).at(where)
        return
    place = seat, order["entry"], order["head"]
    for problem in (*problems_of_head(place, file.next, file.n, file.head_of), *power_problems(file, order)):
        yield problem.at(where)


def still_closed(file: GameFile, came: Iterable[docs.Document], openings: Openings) -> Iterator[Problem]:
    """Problems of documents with closed parts that whoever adjudicates cannot open, or that open to no order of their
    seat: they have not come.  Else somebody could close a line now, and give its opening when it suits."""
    openings.judged(sound_reading(file.game, file.charter))
    call = file.call()
    for document in came:
        if document.kind == "orders" and not call.closes_answers(document.seat):
            for number, name, part in docs.parts_of(document.object):
                place = {"seat": document.seat, "entry": document.entry, "document": document.n, "part": number}
                rows, whole = [{**place, "closed": mark} for mark in marks_of(part)], openings.whole(part)
                is_open = openings.knows(part) and not openings.opened(rows, openings.get)[1]
                if not is_open or "closed" in part and name == "answers" and "when" in whole:
                    yield Problem("closed-unopened", where=document.file, seat=document.seat, part=number)
