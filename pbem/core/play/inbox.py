"""Documents gathered for an entry: which of them count, whose lines they hold, and every problem of them.

Order text gives only readings that the rules can be asked about, but a signed document may hold anything.  What is no
reading is refused with its document; where it was closed, it matches nothing once it is open.  So nothing that anybody
signs stops a game.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from ..data.json_types import Json
from ..data.problems import Problem, Refused, refusals
from ..draws.draws import KeyedSource, entry_key, mix, next_salt, pinch
from ..orders.orderfile import ANY, BESIDE, Item, branches
from ..orders.orders import item_problems
from ..record import documents as docs
from ..record.charter import Charter, powers_of
from ..record.closed import FIRST, Opening, Openings, each_branch, is_closed, marks_of, without_closed
from ..record.documents import Name
from ..record.entries import head_fits
from ..record.participation import SAYINGS, Call, Said, link_problems, misfits_of, needed, speakers_in
from ..record.proofs import problems_of_proofs
from ..record.state import Ground, State, has_come, name_of, standing_rows
from ..title.game import Game
from .answers import Terms
from .parts import EXPIRED, Address, Part, address_of


class Inbox:
    """The documents of one entry, sorted out: what acts now, what later, and what is wrong.

    acting     {seat: orders object that acts in this entry}
    later      [orders object] that act from the next entry on
    said       what the words say (record.participation.Said)
    carried    the different sealed documents of the opener that are carried, as pairs
    shut       seats whose closed answers are not opened
    envelopes  {name: 32 bytes} of everybody who is mixed in
    """

    def __init__(
        self,
        ground: Ground,
        documents: Iterable[docs.Document],
        openings: Openings,
        envelope: str | None = None,
        proofs: Iterable[Json] = (),
    ) -> None:
        self.game, self.charter, self.state, self.heads = game, charter, state, _ = ground
        self.proofs = list(proofs)
        self.openings = openings.judged(sound_reading(game, charter))
        self.documents = sorted(documents, key=lambda document: document.order)
        self.words = [document for document in self.documents if document.kind == "word"]
        self.orders = [document for document in self.documents if document.kind == "orders"]
        self.carried = carried_by(self.orders)
        self.said, self.call = Said(charter, state, self.words, "play"), Call(charter, state)
        closed = {document.seat for document in self.orders if self._is_shut(document)}
        self.shut = [seat for seat in charter["seats"] if seat in closed]
        silent = self.said.silent - closed
        self.call = Call(charter, state, silent, {document.seat for document in self.orders})
        self.game_id = openings.game_id
        self.acting: dict[str, Json] = {}
        self.later: list[Json] = []
        self.opened_seal: Opening | None = None
        self.problems = [*self._problems()]
        if not self.problems:
            self._sort_out()
            if self.carried and self.opened_seal is None:
                self.problems = [Problem("sealed-closed", opener=self.call.opener)]
        self.envelopes = {} if self.problems else self._envelopes(envelope)

    # -- what is wrong -----------------------------------------------------------------------------------

    def _problems(self) -> Iterator[Problem]:
        if self.state["ended"]:
            yield Problem("game-over")
            return
        if self.call.opener is None:
            yield Problem("opener-nobody")
        yield from self.said.problems
        yield from self.call.problems_of_silence(self.said.silent, self.shut)
        whose = needed(self.state, self.call.people, SAYINGS["silent"])
        unnamed = [seat for seat in self.shut if seat not in self.said.silent]
        yield from (Problem("word-alone", what="shut", found="", needed=whose) for _ in unnamed)
        for document in self.documents:
            found = [*self._problems_of(document)]
            yield from (problem.at(document.file) for problem in found)
        senders = [document.seat for document in self.orders]
        for seat in sorted({seat for seat in senders if senders.count(seat) > 1}):
            yield Problem("document-several", seat=seat, count=senders.count(seat))
        if len(self.carried) > 1:
            yield Problem("sealed-differ", opener=self.call.opener)
        yield from self._problems_of_envelopes()
        yield from problems_of_proofs(self.state, self.heads, self.proofs, self.game_id)
        held = self.charter["hold"]
        if held and len(self.call.absent) >= held:
            yield Problem("silent-hold", count=len(self.call.absent), hold=held)

    def _problems_of(self, document: docs.Document) -> Iterator[Problem]:
        if document.kind == "sealed":
            yield Problem("sealed-alone", seat=document.seat)
            return
        speaks = self.call.people if document.kind == "orders" else speakers_in(self.charter, self.state)
        if document.seat not in speaks:
            yield Problem("document-speaker", seat=document.seat)
            return
        yield from self._problems_of_place(document)
        yield from problems_of_signature(self.state, document, self.game_id)
        if document.kind == "orders":
            yield from self._problems_of_orders(document)
            yield from self._problems_of_closed(document.object)
            yield from self._problems_of_carried(document)

    def _problems_of_place(self, document: docs.Document) -> Iterator[Problem]:
        """Entry and head: the very next one, or, of a seat that is not asked, any since it was asked."""
        seat, n = document.seat, self.call.n
        acts_now = document.kind == "word" or self.call.acts(seat)
        since = n - 1 if acts_now else self.state["since"].get(seat, 0)
        yield from problems_of_head(document.place, n, since, self.heads)

    def _problems_of_orders(self, document: docs.Document) -> Iterator[Problem]:
        seat, object = document.seat, document.object
        due = self.state["documents"].get(seat, 0) + 1
        if document.n < due:
            yield Problem("document-number", seat=seat, due=due, found=document.n)
        robot, link = self.state.get("robots", {}).get(seat), object.get("link")
        if (robot is None) != (link is None):
            yield Problem("robot-link" if robot else "robot-none", seat=seat, entry=self.call.n)
        elif robot and link:
            yield from misfits_of(robot["chain"], seat, self.call.n, link)
        if "pinch" in object and not (self.call.is_sealed and self.call.muster):
            yield Problem("document-pinch", seat=seat)
        fault = docs.names_fault(object)
        if fault:
            yield Problem("document-form", where=document.file, reason=fault)
        own = powers_of(self.charter, seat)
        wrong = [*self._problems_of_powers(object, own)]
        yield from wrong
        if not wrong:
            open_parts = {name: [part for part in object.get(name, ()) if "closed" not in part] for name in docs.ITEMS}
            yield from reading_problems(open_parts, self.game, own, seat)

    def _problems_of_closed(self, object: Json) -> Iterator[Problem]:
        """What is closed and may not be, or is open and may not be."""
        closed = {name: [any(marks_of(part)) for part in object.get(name, ())] for name in docs.ITEMS}
        open_answers = not self.state["referee"] and not self.call.closes_answers(object["seat"])
        may_not = [
            *closed["petitions"],
            *(closed["lines"] if not self.state["referee"] else ()),
            *(closed["answers"] if open_answers else ()),
        ]
        if any(may_not):
            yield Problem("document-closed", seat=object["seat"])
        if self.call.closes_answers(object["seat"]) and not all(closed["answers"]):
            yield Problem("answers-open", seat=object["seat"])

    def _is_shut(self, document: docs.Document) -> bool:
        """True for a document that counts, of which not all closed answers are opened now."""
        marks = [part["closed"] for part in document.object.get("answers", ()) if "closed" in part]
        return self.call.closes_answers(document.seat) and any(self.openings.given(mark) is None for mark in marks)

    def _problems_of_powers(self, object: Json, own: Collection[str]) -> Iterator[Problem]:
        for _, _, part in docs.parts_of(object):
            power = part.get("power")
            if power is not None and power not in own:
                yield Problem("document-power", seat=object["seat"], power=self.game.names.within(power))
            for kind in [part[name] for name in ("kind", "when") if name in part]:
                if kind not in (*self.game.kinds, ANY):
                    yield Problem("document-kind", title=self.game.id, kind=kind)

    def _problems_of_carried(self, document: docs.Document) -> Iterator[Problem]:
        opener, carried = self.call.opener, document.object.get("carries")
        if self.call.sealing and document.seat == opener:
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
        for document in self.orders:
            link = document.object.get("envelope")
            if link is not None and document.seat not in self.call.due:
                yield Problem("envelope-undue", seat=document.seat, entry=self.call.n)
            elif link is not None:
                yield from link_problems(self.state, document.seat, self.call.n, link)
            elif document.seat in self.call.due:
                yield Problem("envelope-missing", seat=document.seat, entry=self.call.n)
        called = self.call.taking_part if self.call.is_sealed else self.call.due
        have = {document.seat for document in self.orders}
        for seat in called:
            if seat not in have and (self.call.muster or not self.call.is_sealed):
                yield Problem("document-missing", seat=seat)

    # -- sorting out -------------------------------------------------------------------------------------

    def _sort_out(self) -> None:
        for document in self.orders:
            if self.call.acts(document.seat):
                self.acting[document.seat] = document.object
            else:
                self.later.append(document.object)
        if len(self.carried) == 1:
            sealed = self.carried[0][0]
            self.opened_seal = self.openings.at({**sealed, "document": sealed["n"], "part": 0})
            if self.opened_seal and docs.is_whole(self.opened_seal["whole"], sealed):
                self.acting[sealed["seat"]] = self.opened_seal["whole"]

    def heard_parts(self, object: Json) -> list[tuple[int, str, Json]]:
        """``[(number, list it stands in, part)]`` of an orders document that counts.  What was sealed whole nobody
        could refuse before it was opened: a part of it that is no order of its seat is passed over, the rest counts.
        """
        rows = docs.parts_of(object)
        if not self.opened_seal or object is not self.opened_seal["whole"]:
            return rows
        own, seat = powers_of(self.charter, object["seat"]), object["seat"]
        return [row for row in rows if not refusals(reading_problems({row[1]: [row[2]]}, self.game, own, seat))]

    def brought(self, object: Json) -> list[tuple[int, str, Json, Name]]:
        """``[(number, list it stands in, part, name)]`` of the petitions and lines that a document brings: of those
        that it names, the ones whose name has not come before."""
        names, seat = docs.part_names(object), object["seat"]
        return [
            (number, place, part, names[number])
            for number, place, part in self.heard_parts(object)
            if number in names and (names[number][0] == object["n"] or not has_come(self.state, seat, names[number]))
        ]

    @property
    def counting(self) -> list[Json]:
        """The orders documents that count: those that act, in charter order, then those that act later."""
        return [*(self.acting[seat] for seat in self.charter["seats"] if seat in self.acting), *self.later]

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
        Refused.if_any(link_problems(self.state, opener, self.call.n, link.hex()))
        return KeyedSource(entry_key(mix(self.envelopes), bytes.fromhex(self.salt), self.call.n))

    # -- what the run goes by ----------------------------------------------------------------------------

    def terms(self, windows: str) -> Terms:
        call = self.call
        settled = call.late if call.is_sealed else call.asked
        muted = [call.opener] if call.alone and call.opener else []
        absent = [*call.absent, *self.state["defaults"]]
        force_now = call.is_sealed or call.muster
        return Terms(absent, settled, force_now, muted, self.state["bots"], windows, call.late)

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
        brings = {number for number, *_ in self.brought(object)}
        for number, place, part in self.heard_parts(object):
            is_here = seat not in self.shut if place == "answers" else number in brings
            item = self.openings.marked(part) if is_here else None
            if item is not None and (place == "lines" or "when" not in item):
                own = Part(seat, n, object["n"], number, item, place, part.get("closed"), True, came.file)
                own.typed(*(came.typed[number - 1] if number <= len(came.typed) else ([], "")))
                yield own

    def answers_opened(self) -> set[str]:
        """C (hex) of the closed answers that all come to know in this entry."""
        open_to_all = [
            one.object for one in self.orders if self.call.closes_answers(one.seat) and one.seat not in self.shut
        ]
        return {part["closed"] for object in open_to_all for part in object.get("answers", ()) if "closed" in part}

    def hidden(self) -> set[str]:
        """The seats with parts that cannot be opened here: lines in force, or parts of the documents that act."""
        rows = [(row["seat"], row["part"]) for row in self.state["lines"]]
        rows += [(seat, part) for seat, object in self.acting.items() for _, _, part in docs.parts_of(object)]
        return {seat for seat, part in rows if any(marks_of(part)) and not self.openings.knows(part)}


def left_out(state: State, object: Json) -> set[Address]:
    """Where that stands which a document that counts neither keeps nor brings: it is over by it."""
    stays = {*docs.kept_by(object), *docs.part_names(object).values()}
    return {address_of(row) for row in standing_rows(state, object["seat"]) if name_of(row) not in stays}


def carried_by(orders: Iterable[docs.Document]) -> list[list[Any]]:
    """The different sealed documents that orders documents carry, as pairs."""
    found: list[list[Any]] = []
    for document in orders:
        pair = document.object.get("carries")
        if pair is not None and not any(pair[0] == other[0] for other in found):
            found.append(pair)
    return found


def writers(state: State, documents: Sequence[docs.Document]) -> list[str]:
    """Who may sign a note on these documents: whoever speaks in it and has a key; of two seals their signer too."""
    found = {one.seat for one in documents}
    found |= {pair[0]["seat"] for pair in carried_by([one for one in documents if one.kind == "orders"])}
    return sorted(name for name in found if name in state["anchors"])


def problems_of_head(place: tuple[str, int, str], n: int, since: int, heads: Callable[[int], str]) -> Iterator[Problem]:
    """What is wrong with what a seat sends, ``(seat, entry, head)`` as it says: it may be for line `since` + 1 to n."""
    seat, entry, head = place
    if entry > n:
        yield Problem("document-future", seat=seat, entry=entry, wanted=n)
    elif entry <= since:
        code = "document-past" if since == n - 1 else "document-old"
        yield Problem(code, seat=seat, entry=entry, wanted=n, since=since)
    elif not head_fits(heads(entry - 1), head):
        fields = {"found": head[:32], "wanted": heads(entry - 1)[:32]}
        yield Problem("document-head", seat=seat, **fields)


def problems_of_signature(state: State, document: docs.Document, game_id: bytes) -> Iterator[Problem]:
    """What is wrong with the signature of a document: one of the key that its speaker has, or none."""
    anchor = state["anchors"].get(document.seat)
    if anchor is None:
        if document.signature:
            yield Problem("document-signature", seat=document.seat)
    elif not document.signature:
        yield Problem("word-unsigned" if document.kind == "word" else "document-unsigned", seat=document.seat)
    elif not docs.fits(document, anchor["key"], game_id):
        yield Problem("document-signature", seat=document.seat)


def sound_reading(game: Game, charter: Charter) -> Callable[[Any, str], bool]:
    """``is_sound(reading, seat)``: whether what was closed is an order that this seat may give."""

    def is_sound(reading: Any, seat: str) -> bool:
        return not refusals(reading_problems({"lines": [reading]}, game, powers_of(charter, seat), seat))

    return is_sound


def is_struck(state: State, entry: int, item: Item | None) -> bool:
    """True of a line for one turn, sent for an entry before the game went back: nobody can tell before it is opened."""
    return bool(item and "turn" in item and entry < state.get("redone", 0))


def in_force(state: State, openings: Openings) -> list[Part]:
    """The Parts of the lines and petitions in force from before, as far as they are public or opened."""
    found = []
    for place in ("lines", "petitions"):
        for row in state[place]:
            item = openings.marked(row["part"])
            if item is not None:
                part = Part(*address_of(row), item, place, row["part"].get("closed"))
                part.in_a_row = row.get("row", 0)
                part.fate = EXPIRED if is_struck(state, row["entry"], item) else part.fate
                found.append(part)
    return found


# -- the readings of orders --------------------------------------------------------------------------------------


_HEADER = {"pbem": "orders/1", "game": "a", "seat": "a", "entry": 1, "head": "0" * 32}


def reading_problems(readings: Json, game: Game, powers: Collection[str], seat: str) -> list[Problem]:
    """What is wrong with readings, ``{"answers": […], "lines": […], "petitions": […]}``, of a seat with `powers`."""
    from ..data.schemas import problems as shape_problems

    whole = {name: [_as_open(item) for item in readings.get(name, ())] for name in ("answers", "lines", "petitions")}
    standing = [item for item in whole["lines"] if type(item) is dict and "when" in item]
    once = [item for item in whole["lines"] if item not in standing]
    items = {"answers": [*whole["answers"], *once], "petitions": whole["petitions"], "standing": standing}
    if any(_has_strange_pieces(item) for name in whole for item in readings.get(name, ())):
        return [Problem("reading-pieces")]
    found = shape_problems("orders", {**_HEADER, **items}, "")
    if found:
        return [Problem(one.code, level=one.level, rule=one.rule, hint=one.hint, **one.fields) for one in found]
    return [
        problem
        for row in items.values()
        for item in row
        for problem in (*_beside(item), *item_problems(item, game, powers, seat))
    ]


def _as_open(item: Any) -> Any:
    """A reading as far as it is open; where no branch is, with an empty answer."""
    if type(item) is not dict or not any(marks_of(item)):
        return item
    common = {name: value for name, value in item.items() if name not in (*FIRST, "first", "else")}
    return without_closed(item) or {**common, "value": None}


def _has_strange_pieces(item: Any) -> bool:
    """Whether something is closed that is no branch, or a first branch stands open and closed at once."""
    if type(item) is not dict or any(marks_of(_as_open(item))):
        return type(item) is dict
    firsts = [one for one in each_branch(item) if "first" in one]
    return any("mark" in one for one in each_branch(item)) or not all(
        type(one["first"]) is list and len(one["first"]) == 1 and is_closed(one["first"][0]) and not {*FIRST} & {*one}
        for one in firsts
    )


def _beside(item: Item) -> Iterator[Problem]:
    """Words beside the reading could say something else than it does, so there are none."""
    for name in BESIDE:
        if any(name in branch for branch in branches(item)):
            yield Problem("reading-beside", name=name)
