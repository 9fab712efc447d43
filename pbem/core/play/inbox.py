"""Documents gathered for an entry: which of them count, whose lines they hold, and every problem of them."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from ..data.json_types import Json
from ..data.problems import Problem, Refused, messages, refusals
from ..draws.draws import KeyedSource, entry_key, mix, next_salt, pinch
from ..orders import validate_reading
from ..record import documents as docs
from ..record.charter import Charter, powers_of
from ..record.closed import Opening, Openings
from ..record.participation import REFEREE, Call, link_problems
from ..record.state import State
from ..rules.game import Game
from .answers import Part, Terms

messages(
    {
        "document-past": "{seat} means entry {entry}; the game has come to entry {wanted}.",
        "document-future": "{seat} means entry {entry}; the game has only come to entry {wanted}.",
        "document-head": "{seat} answers the head {found}; the head of this game file is {wanted}.",
        "document-old": "{seat} answers the head of entry {entry}, and was asked again since then, in entry {since}.",
        "document-number": "The documents of {seat} go on with number {due} or higher; this one has {found}.",
        "document-missing": "{seat} has not been heard of: it is asked, or called to the muster.",
        "document-power": "{seat} does not decide for {power}.",
        "document-kind": "{title} has no kind of decision called {kind}.",
        "document-closed": "{seat} has closed a petition; only answers to an offer and lines for later may be closed.",
        "document-speaker": "{seat} holds no seat of this game that speaks here.",
        "document-twice": "A document of {seat} stands twice.",
        "document-several": "{seat} has sent {count} documents; at the level sealed the desk records one.",
        "document-pinch": "{seat} sends a word for the draws, and this entry takes none.",
        "withdrawn-unknown": "{seat} withdraws line {line} of its document {document}, which is not in force.",
        "sealed-missing": "{seat} carries no sealed document of the opener {opener}.",
        "sealed-opener": "What {seat} carries is not signed by the opener {opener} for this entry.",
        "sealed-besides": "{seat} has sealed its document for this entry; beside it, it has nothing to say in it.",
        "sealed-alone": "The sealed document of {seat} stands alone: it counts where others carry it. Give it to them; "
        "whoever adjudicates needs it only there.",
        "sealed-undue": "{seat} carries a sealed document, and none is due.",
        "sealed-closed": "The sealed document of the opener {opener} does not open.",
        "opener-nobody": "Nobody may open this entry: a note restart is due.",
        "silent-hold": "{count:# seat is|# seats are} silent; the charter holds the turn at {hold}.",
        "game-over": "The game is over; it takes no more orders.",
    }
)


class Inbox:
    """The documents of one entry, sorted out: what acts now, what later, and what is wrong.

    acting     {seat: orders object that acts in this entry}
    later      [orders object] that act from the next entry on
    envelopes  {name: 32 bytes} of everybody who is mixed in
    """

    def __init__(
        self,
        game: Game,
        charter: Charter,
        state: State,
        heads: Callable[[int], str],
        documents: Iterable[docs.Document],
        openings: Openings,
        envelope: str | None = None,
    ) -> None:
        self.game, self.charter, self.state, self.heads = game, charter, state, heads
        self.openings = openings.judged(sound_reading(game, charter))
        self.documents = sorted(documents, key=lambda document: document.order)
        self.words = [document for document in self.documents if document.kind == "word"]
        self.orders = [document for document in self.documents if document.kind == "orders"]
        silent = {seat for word in self.words for seat in word.object.get("silent", ())}
        self.call = Call(charter, state, silent, {document.seat for document in self.orders})
        self.game_id = openings.game_id
        self.acting: dict[str, Json] = {}
        self.later: list[Json] = []
        self.opened_seal: Opening | None = None
        self.clashing: list[str] = []
        self.problems = [*self._problems()]
        if not self.problems:
            self._sort_out()
            self.problems = [*self._problems_of_seal()]
        self.envelopes = {} if self.problems else self._envelopes(envelope)

    # -- what is wrong -----------------------------------------------------------------------------------

    def _problems(self) -> Iterator[Problem]:
        if self.state["ended"]:
            yield Problem("game-over")
            return
        if self.call.opener is None:
            yield Problem("opener-nobody")
        yield from self.call.problems_of_words(self.words)
        for document in self.documents:
            found = [*self._problems_of(document)]
            yield from (problem.at(document.file) for problem in found)
        yield from self._problems_of_doubles()
        yield from self._problems_of_envelopes()
        held = self.charter["hold"]
        if held and len(self.call.absent) >= held:
            yield Problem("silent-hold", count=len(self.call.absent), hold=held)

    def _problems_of_doubles(self) -> Iterator[Problem]:
        """The same bytes never stand twice, and a number of a seat only where two documents show one envelope."""
        seen, numbers = [], set()
        for document in self.documents:
            numbered = (document.seat, document.n, "envelope" in document.object)
            clashes = document.kind == "word" or numbered[2]
            if document.pair in seen or (numbered in numbers and not clashes):
                yield Problem("document-twice", seat=document.seat)
            seen.append(document.pair)
            numbers.add(numbered)

    def _problems_of(self, document: docs.Document) -> Iterator[Problem]:
        if document.kind == "sealed":
            yield Problem("sealed-alone", seat=document.seat)
            return
        speaks = self.call.people if document.kind == "orders" else self._speakers()
        if document.seat not in speaks:
            yield Problem("document-speaker", seat=document.seat)
            return
        yield from self._problems_of_place(document)
        yield from self._problems_of_signature(document)
        if document.kind == "orders":
            yield from self._problems_of_orders(document)
        yield from self._problems_of_carried(document)

    def _speakers(self) -> list[str]:
        return [REFEREE] if self.state["referee"] else self.call.people

    def _problems_of_place(self, document: docs.Document) -> Iterator[Problem]:
        """Entry and head: the very next one, or, of a seat that is not asked, any since it was asked."""
        seat, n = document.seat, self.call.n
        acts_now = document.kind == "word" or seat in self.call.taking_part
        since = n - 1 if acts_now or self.call.is_sealed else self.state["since"].get(seat, 0)
        if document.entry > n:
            yield Problem("document-future", seat=seat, entry=document.entry, wanted=n)
        elif document.entry <= since:
            code = "document-past" if since == n - 1 else "document-old"
            yield Problem(
                code, seat=seat, entry=document.entry, wanted=n, since=since, hint="Ask for a new form: pbem form."
            )
        elif document.head != self.heads(document.entry - 1):
            wanted = self.heads(document.entry - 1)[:32]
            yield Problem(
                "document-head",
                seat=seat,
                found=document.head[:32],
                wanted=wanted,
                hint="Somebody has another file: compare heads.",
            )

    def _problems_of_signature(self, document: docs.Document) -> Iterator[Problem]:
        anchor = self.state["anchors"].get(document.seat)
        if anchor is None:
            return
        if not document.signature:
            yield Problem(
                "document-unsigned", seat=document.seat, hint="Add it with: pbem seal GAME ORDERS --secret FILE"
            )
        elif not docs.fits(document, anchor["key"], self.game_id):
            yield Problem("document-signature", seat=document.seat)

    def _problems_of_orders(self, document: docs.Document) -> Iterator[Problem]:
        seat, object = document.seat, document.object
        due = self.state["documents"].get(seat, 0) + 1
        if document.n < due:
            yield Problem("document-number", seat=seat, due=due, found=document.n)
        if "pinch" in object and not (self.call.is_sealed and self.call.muster):
            yield Problem("document-pinch", seat=seat)
        own = powers_of(self.charter, seat)
        wrong = [*self._problems_of_powers(object, own)]
        yield from wrong
        if not wrong:
            open_parts = {name: [part for part in object.get(name, ()) if "closed" not in part] for name in docs.ITEMS}
            yield from validate_reading.problems_of(open_parts, self.game, own, seat)
        if any("closed" in part for part in object.get("petitions", ())):
            yield Problem("document-closed", seat=seat)
        held = {
            (row["document"], row["line"])
            for name in ("lines", "petitions")
            for row in self.state[name]
            if row["seat"] == seat
        }
        for row in object.get("withdrawn", ()):
            if (row["document"], row["line"]) not in held and document.entry == self.call.n:
                yield Problem("withdrawn-unknown", seat=seat, **row)

    def _problems_of_powers(self, object: Json, own: Collection[str]) -> Iterator[Problem]:
        for _, _, part in docs.parts_of(object):
            power = part.get("power")
            if power is not None and power not in own:
                yield Problem("document-power", seat=object["seat"], power=power)
            for kind in [part[name] for name in ("kind", "when") if name in part]:
                if kind not in self.game.kinds:
                    yield Problem("document-kind", title=self.game.id, kind=kind)

    def _problems_of_carried(self, document: docs.Document) -> Iterator[Problem]:
        opener, carried = self.call.opener, document.object.get("carries")
        if self.call.sealing and document.seat == opener and document.kind == "orders":
            yield Problem("sealed-besides", seat=opener)
            return
        if not self.call.sealing:
            if carried is not None:
                yield Problem("sealed-undue", seat=document.seat)
            return
        if carried is None:
            yield Problem("sealed-missing", seat=document.seat, opener=opener)
        elif not self.is_due(docs.Document(*carried)):
            yield Problem("sealed-opener", seat=document.seat, opener=opener)

    def is_due(self, sealed: docs.Document) -> bool:
        """True if a Document is one that the opener has sealed for this entry, for the others to carry."""
        opener, n = self.call.opener, self.call.n
        if opener is None:
            return False
        wanted = {"entry": n, "head": self.heads(n - 1), "kind": "sealed", "seat": opener}
        return (
            self.call.sealing
            and all(sealed.object.get(name) == value for name, value in wanted.items())
            and sealed.n > self.state["documents"].get(opener, 0)
            and docs.fits(sealed, self.state["anchors"][opener]["key"], self.game_id)
        )

    def _problems_of_envelopes(self) -> Iterator[Problem]:
        sent: dict[str, list[docs.Document]] = {}
        for document in self.orders:
            link = document.object.get("envelope")
            if link is not None and document.seat not in self.call.due:
                yield Problem("envelope-undue", seat=document.seat, entry=self.call.n)
            elif link is not None:
                sent.setdefault(document.seat, []).append(document)
                yield from link_problems(self.state, document.seat, self.call.n, link)
            elif document.seat in self.call.due:
                yield Problem("envelope-missing", seat=document.seat, entry=self.call.n)
        called = self.call.taking_part if self.call.is_sealed else self.call.due
        have = {document.seat for document in self.orders}
        for seat in called:
            if seat not in have and not (self.call.is_sealed and not self._must_speak(seat)):
                yield Problem("document-missing", seat=seat)
        if self.call.is_sealed:
            for seat in sorted(have):
                count = sum(document.seat == seat for document in self.orders)
                if count > 1:
                    yield Problem("document-several", seat=seat, count=count)

    def _must_speak(self, seat: str) -> bool:
        """At sealed: only at a muster is a document waited for; what is asked is looked at question by question."""
        return bool(self.call.muster)

    def _problems_of_seal(self) -> Iterator[Problem]:
        if self.call.sealing and len(self._carried()) == 1 and self.opened_seal is None:
            yield Problem("sealed-closed", opener=self.call.opener)

    # -- sorting out -------------------------------------------------------------------------------------

    def _carried(self) -> list[list[Any]]:
        """The different sealed documents of the opener that are carried, as pairs."""
        found = []
        for document in self.documents:
            pair = document.object.get("carries")
            if pair is not None and pair not in found:
                found.append(pair)
        return found

    def _sort_out(self) -> None:
        by_seat: dict[str, list[docs.Document]] = {}
        for document in self.orders:
            by_seat.setdefault(document.seat, []).append(document)
        for seat, found in by_seat.items():
            if seat not in self.call.taking_part:
                self.later.append(found[-1].object)
            elif len(found) == 1:
                self.acting[seat] = found[0].object
            else:
                self.clashing.append(seat)
        if self.call.sealing:
            self._open_the_seal()

    def _open_the_seal(self) -> None:
        carried = self._carried()
        if len(carried) != 1:
            return
        self.opened_seal = self.openings.get(carried[0][0]["closed"])
        if self.opened_seal and docs.is_whole(self.opened_seal["whole"], carried[0][0]):
            self.acting[carried[0][0]["seat"]] = self.opened_seal["whole"]

    def heard_parts(self, object: Json) -> list[tuple[int, str, Json]]:
        """``[(number, list it stands in, part)]`` of an orders document that counts.  What was sealed whole nobody
        could refuse before it was opened: a part of it that is no order of its seat is passed over, the rest counts.
        """
        rows = docs.parts_of(object)
        if not self.opened_seal or object is not self.opened_seal["whole"]:
            return rows
        own, seat = powers_of(self.charter, object["seat"]), object["seat"]
        return [
            row for row in rows if not refusals(validate_reading.problems_of({row[1]: [row[2]]}, self.game, own, seat))
        ]

    def _envelopes(self, envelope: str | None) -> dict[str, bytes]:
        opener = self.call.opener
        found = {} if envelope is None or opener is None else {opener: bytes.fromhex(envelope)}
        for document in self.orders:
            if "envelope" in document.object:
                found[document.seat] = bytes.fromhex(document.object["envelope"])
            if document.object.get("pinch") and self.call.is_sealed and self.call.muster:
                found[document.seat] = pinch(self.game_id, document.seat, self.call.n, document.object["pinch"])
        return found

    @property
    def salt(self) -> str:
        """The salt in force in this entry (hex)."""
        if not self.call.muster:
            salt: str = self.state["salt"]
            return salt
        return next_salt(bytes.fromhex(self.state["salt"]), self.call.n, mix(self.envelopes)).hex()

    def source(self) -> KeyedSource:
        """The draws of the entry; raises Refused unless the opener's own envelope fits."""
        opener = self.call.opener
        link = None if opener is None else self.envelopes.get(opener)
        if opener is None or not link:
            raise Refused([Problem("envelope-missing", seat=opener, entry=self.call.n)])
        found = link_problems(self.state, opener, self.call.n, link.hex())
        if found:
            raise Refused(found)
        return KeyedSource(entry_key(mix(self.envelopes), bytes.fromhex(self.salt), self.call.n))

    # -- what the run goes by ----------------------------------------------------------------------------

    def terms(self, windows: str) -> Terms:
        """The Terms of the run."""
        call = self.call
        settled = call.late if call.is_sealed else call.asked
        muted = [call.opener] if call.alone and call.opener else []
        return Terms(call.absent, settled, call.is_sealed or call.muster, muted, self.state["bots"], windows)

    def parts(self) -> list[Part]:
        """The Parts that act: of this entry's documents, then of those in force from before."""
        found: list[Part] = []
        for seat in self.charter["seats"]:
            if seat in self.acting:
                found += self._own_parts(self.acting[seat])
        return found + in_force(self.state, self.openings)

    def _own_parts(self, object: Json) -> Iterator[Part]:
        came = next((one for one in self.orders if one.object is object), docs.Document(object))
        seat, n = object["seat"], self.call.n
        for number, place, part in self.heard_parts(object):
            item = self.openings.whole(part)
            if item is not None and (place == "lines" or "when" not in item):
                own = Part(seat, n, object["n"], number, item, place, part.get("closed"), True, came.file)
                own.typed(*(came.typed[number - 1] if came.typed else ([], "")))
                yield own

    def hidden(self) -> set[str]:
        """The seats with parts that cannot be opened here: lines in force, or parts of the documents that act."""
        rows = [(row["seat"], row["part"]) for row in self.state["lines"]]
        rows += [(seat, part) for seat, object in self.acting.items() for _, _, part in docs.parts_of(object)]
        return {seat for seat, part in rows if "closed" in part and self.openings.whole(part) is None}

    def withdrawn(self) -> set[tuple[str, int, int]]:
        """Addresses (seat, document, line) that the documents acting in this entry withdraw."""
        return {
            (seat, row["document"], row["line"])
            for seat, object in self.acting.items()
            for row in object.get("withdrawn", ())
        }


def sound_reading(game: Game, charter: Charter) -> Callable[[Any, str], bool]:
    """``is_sound(reading, seat)``: whether what was closed is an order that this seat may give."""
    return lambda reading, seat: validate_reading.is_sound(reading, game, powers_of(charter, seat), seat)


def in_force(state: State, openings: Openings) -> list[Part]:
    """The Parts of the lines and petitions in force from before, as far as they are public or opened."""
    found = []
    for place in ("lines", "petitions"):
        for row in state[place]:
            item = openings.whole(row["part"])
            if item is not None:
                found.append(
                    Part(
                        row["seat"], row["entry"], row["document"], row["line"], item, place, row["part"].get("closed")
                    )
                )
    return found
