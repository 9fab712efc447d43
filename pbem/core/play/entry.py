"""The one function of play: from where the game stands and what people sent, the next line and the state after it.

``(charter, state, documents, openings, opener's envelope) -> (line, state)``.  Adjudication calls it to write a line,
rehearsal with other draws, and verification to make each line again and compare bytes; so there is one place that
decides what counts.  No clock, no file, no secret (docs/record.md).
"""

from ..data.problems import BrokenFile, Problem, Refused, messages, refusals
from ..draws.draws import KeyedSource, entry_key, mix, next_salt, pinch
from ..orders import readings
from ..record import documents as docs
from ..record.charter import powers_of
from ..record.participation import REFEREE, Call, link_problems, shown
from ..record.state import at_rest, digest, live_with
from ..rules.engine import Divergence, Session
from ..rules.revisions import check_plays
from .answers import Finder, Part, Terms
from .feed import Feed, Replay

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
        "sealed-undue": "{seat} carries a sealed document, and none is due.",
        "sealed-closed": "The sealed document of the opener {opener} does not open.",
        "opener-nobody": "Nobody may open this entry: a note restart is due.",
        "unanswered": "{power} has not been given an answer: it is asked {waiting}.",
        "silent-hold": "{count} seats are silent; the charter holds the turn at {hold}.",
        "game-over": "The game is over; it takes no more orders.",
        "diverged": "The open step does not replay: rules now ask {rules_ask}; the record holds {record_holds}.",
        "facts-differ": "The open step replays to other facts than its lines hold, from fact {index} on.",
    }
)


class Made:
    """What the function made.

    line      the object of the line
    state     after it
    finder    with the fates of all parts
    board     now
    call      who took part
    """

    __slots__ = ("line", "state", "finder", "board", "call")

    def __init__(self, line, state, finder, board, call):
        self.line, self.state, self.finder, self.board, self.call = line, state, finder, board, call


def made_play(game, charter, state, heads, documents, openings, envelope, draws=None):
    """The next play entry as Made.  Raises Refused, with every problem, if these documents do not make one, and
    BrokenFile if this program does not play the revision of the rules that is agreed.

    game        the title (rules.game.Game)
    heads       heads(n) gives the head of line n in hex
    documents   record.documents.Document, in any order
    openings    record.closed.Openings: those that are known
    envelope    the opener's own link, hex
    draws       a draw source (draws.draws.Source) in the place of the one that the envelopes make: for games that count
                for nothing
    """
    gathered = Gathered(game, charter, state, heads, documents, openings, envelope)
    if gathered.problems:
        raise Refused(gathered.problems)
    run = Run(game, charter, state, gathered)
    missing = run.missing()
    if missing:
        raise Refused(missing)
    run.go_on(draws or gathered.source())
    return run.made(gathered, envelope)


class Gathered:
    """The documents of one entry, sorted out: what acts now, what later, and what is wrong.

    acting     {seat: orders object that acts in this entry}
    later      [orders object] that act from the next entry on
    envelopes  {name: 32 bytes} of everybody who is mixed in
    """

    def __init__(self, game, charter, state, heads, documents, openings, envelope=None):
        self.game, self.charter, self.state, self.heads = game, charter, state, heads
        self.openings = openings.judged(sound_reading(game, charter))
        self.documents = sorted(documents, key=lambda document: document.order)
        self.words = [document for document in self.documents if document.kind == "word"]
        self.orders = [document for document in self.documents if document.kind == "orders"]
        silent = {seat for word in self.words for seat in word.object.get("silent", ())}
        self.call = Call(charter, state, silent, {document.seat for document in self.orders})
        self.game_id = openings.game_id
        self.acting, self.later, self.opened_seal, self.clashing = {}, [], None, []
        self.problems = [*self._problems()]
        if not self.problems:
            self._sort_out()
            self.problems = [*self._problems_of_seal()]
        self.envelopes = {} if self.problems else self._envelopes(envelope)

    # -- what is wrong -----------------------------------------------------------------------------------

    def _problems(self):
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

    def _problems_of_doubles(self):
        """The same bytes never stand twice, and a number of a seat only where two documents show one envelope."""
        seen, numbers = [], set()
        for document in self.documents:
            numbered = (document.seat, document.n, "envelope" in document.object)
            clashes = document.kind == "word" or numbered[2]
            if document.pair in seen or (numbered in numbers and not clashes):
                yield Problem("document-twice", seat=document.seat)
            seen.append(document.pair)
            numbers.add(numbered)

    def _problems_of(self, document):
        speaks = self.call.people if document.kind == "orders" else self._speakers()
        if document.seat not in speaks:
            yield Problem("document-speaker", seat=document.seat)
            return
        yield from self._problems_of_place(document)
        yield from self._problems_of_signature(document)
        if document.kind == "orders":
            yield from self._problems_of_orders(document)
        yield from self._problems_of_carried(document)

    def _speakers(self):
        return [REFEREE] if self.state["referee"] else self.call.people

    def _problems_of_place(self, document):
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

    def _problems_of_signature(self, document):
        anchor = self.state["anchors"].get(document.seat)
        if anchor is None:
            return
        if not document.signature:
            yield Problem(
                "document-unsigned", seat=document.seat, hint="Add it with: pbem seal GAME ORDERS --secret FILE"
            )
        elif not docs.fits(document, anchor["key"], self.game_id):
            yield Problem("document-signature", seat=document.seat)

    def _problems_of_orders(self, document):
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
            yield from readings.problems_of(open_parts, self.game, own, seat)
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

    def _problems_of_powers(self, object, own):
        for _, _, part in docs.parts_of(object):
            power = part.get("power")
            if power is not None and power not in own:
                yield Problem("document-power", seat=object["seat"], power=power)
            for kind in [part[name] for name in ("kind", "when") if name in part]:
                if kind not in self.game.kinds:
                    yield Problem("document-kind", title=self.game.id, kind=kind)

    def _problems_of_carried(self, document):
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
            return
        sealed = docs.Document(*carried)
        wanted = {"entry": self.call.n, "head": self.heads(self.call.n - 1), "kind": "sealed", "seat": opener}
        same = all(sealed.object.get(name) == value for name, value in wanted.items())
        key = self.state["anchors"][opener]["key"]
        rising = sealed.n > self.state["documents"].get(opener, 0)
        if not same or not rising or not docs.fits(sealed, key, self.game_id):
            yield Problem("sealed-opener", seat=document.seat, opener=opener)

    def _problems_of_envelopes(self):
        sent = {}
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

    def _must_speak(self, seat):
        """At sealed: only at a muster is a document waited for; what is asked is looked at question by question."""
        return self.call.muster

    def _problems_of_seal(self):
        if self.call.sealing and len(self._carried()) == 1 and self.opened_seal is None:
            yield Problem("sealed-closed", opener=self.call.opener)

    # -- sorting out -------------------------------------------------------------------------------------

    def _carried(self):
        """The different sealed documents of the opener that are carried, as pairs."""
        found = []
        for document in self.documents:
            pair = document.object.get("carries")
            if pair is not None and pair not in found:
                found.append(pair)
        return found

    def _sort_out(self):
        by_seat = {}
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

    def _open_the_seal(self):
        carried = self._carried()
        if len(carried) != 1:
            return
        self.opened_seal = self.openings.get(carried[0][0]["closed"])
        if self.opened_seal and docs.is_whole(self.opened_seal["whole"], carried[0][0]):
            self.acting[self.call.opener] = self.opened_seal["whole"]

    def heard_parts(self, object):
        """``[(number, list it stands in, part)]`` of an orders document that counts.  What was sealed whole nobody
        could refuse before it was opened: a part of it that is no order of its seat is passed over, the rest counts.
        """
        rows = docs.parts_of(object)
        if not self.opened_seal or object is not self.opened_seal["whole"]:
            return rows
        own, seat = powers_of(self.charter, object["seat"]), object["seat"]
        return [row for row in rows if not refusals(readings.problems_of({row[1]: [row[2]]}, self.game, own, seat))]

    def _envelopes(self, envelope):
        found = {} if envelope is None else {self.call.opener: bytes.fromhex(envelope)}
        for document in self.orders:
            if "envelope" in document.object:
                found[document.seat] = bytes.fromhex(document.object["envelope"])
            if document.object.get("pinch") and self.call.is_sealed and self.call.muster:
                found[document.seat] = pinch(self.game_id, document.seat, self.call.n, document.object["pinch"])
        return found

    @property
    def salt(self):
        """The salt in force in this entry (hex)."""
        if not self.call.muster:
            return self.state["salt"]
        return next_salt(bytes.fromhex(self.state["salt"]), self.call.n, mix(self.envelopes)).hex()

    def source(self):
        """The draws of the entry; raises Refused unless the opener's own envelope fits."""
        link = self.envelopes.get(self.call.opener)
        found = (
            link_problems(self.state, self.call.opener, self.call.n, link.hex())
            if link
            else [Problem("envelope-missing", seat=self.call.opener, entry=self.call.n)]
        )
        if found:
            raise Refused(found)
        return KeyedSource(entry_key(mix(self.envelopes), bytes.fromhex(self.salt), self.call.n))

    # -- what the run goes by ----------------------------------------------------------------------------

    def terms(self, windows):
        """The Terms of the run."""
        call = self.call
        settled = call.late if call.is_sealed else call.asked
        muted = [call.opener] if call.alone else []
        return Terms(call.absent, settled, call.is_sealed or call.muster, muted, self.state["bots"], windows)

    def parts(self):
        """The Parts that act: of this entry's documents, then of those in force from before."""
        found = []
        for seat in self.charter["seats"]:
            if seat in self.acting:
                found += self._own_parts(self.acting[seat])
        return found + in_force(self.state, self.openings)

    def _own_parts(self, object):
        came = next((one for one in self.orders if one.object is object), docs.Document(object))
        seat, n = object["seat"], self.call.n
        for number, place, part in self.heard_parts(object):
            item = self.openings.whole(part)
            if item is not None and (place == "lines" or "when" not in item):
                own = Part(seat, n, object["n"], number, item, place, part.get("closed"), True, came.file)
                own.typed(*(came.typed[number - 1] if came.typed else ((), "")))
                yield own

    def hidden(self):
        """The seats with parts that cannot be opened here: lines in force, or parts of the documents that act."""
        rows = [(row["seat"], row["part"]) for row in self.state["lines"]]
        rows += [(seat, part) for seat, object in self.acting.items() for _, _, part in docs.parts_of(object)]
        return {seat for seat, part in rows if "closed" in part and self.openings.whole(part) is None}

    def withdrawn(self):
        """Addresses (seat, document, line) that the documents acting in this entry withdraw."""
        return {
            (seat, row["document"], row["line"])
            for seat, object in self.acting.items()
            for row in object.get("withdrawn", ())
        }


def sound_reading(game, charter):
    """``is_sound(reading, seat)``: whether what was closed is an order that this seat may give (orders.readings)."""
    return lambda reading, seat: readings.is_sound(reading, game, powers_of(charter, seat), seat)


def in_force(state, openings):
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


class Run:
    """One run from the state's rest point: what is recorded, then live, to the next stop.

    Raises BrokenFile if this program does not play the revision of the rules that is agreed."""

    def __init__(self, game, charter, state, gathered=None, finder=None):
        check_plays(game, charter, state)
        self.game, self.charter, self.state = game, charter, state
        self.board = game.board_from(state["rest"], charter)
        parts = gathered.parts() if gathered else []
        gone = gathered.withdrawn() if gathered else ()
        withdrawn = {
            part.address for part in parts if (part.seat, part.document, part.line) in gone and not part.is_own
        }
        now = [ask["question"] for ask in state["asked"]]
        terms = gathered.terms(charter["windows"]) if gathered else Terms(windows="ask")
        self.finder = finder or Finder(game, charter, parts, now, terms, withdrawn)
        self.hidden = gathered.hidden() if gathered else set()
        self.steps, self.rest, self.feed = [], state["rest"], None
        self.session = Session(game, self.board, on_close=self._close)
        self.stop = self._to_the_stop()
        self.told = len(self.session.step["facts"]) if self.session.step else 0
        self.begun = self.session.step
        self.turn = game.turn_of(self.board)

    def _to_the_stop(self):
        """Replay the open step from its inputs; None at a rest point."""
        step = self.state["step"]
        if step is None:
            return None
        replay = Replay(step["draws"], step["answers"])
        self.session.open_step(step["procedure"], step["args"])
        try:
            stop = self.session.run(replay)
        except Divergence as error:
            raise BrokenFile(Problem("diverged", rules_ask=error.rules_ask, record_holds=error.record_holds)) from None
        facts = self.session.step["facts"] if self.session.step else []
        if facts != step["facts"] or self.session.closed:
            differ = next((at for at, (one, two) in enumerate(zip(facts, step["facts"])) if one != two), len(facts))
            raise BrokenFile(Problem("facts-differ", index=differ + 1))
        return stop

    def missing(self, knows_all=False):
        """Problems of the seats whose answer is still waited for, at what is asked at this head; finder.problems are
        those of answers that are refused.

        knows_all   True for whoever adjudicates: what he cannot open answers nothing.  Whoever makes the line again
                    grants a seat with closed parts that one of them may have answered
        """
        if self.state["fairness"] != "sealed":
            return []
        with self.finder.leaving_no_mark():
            found = [*self._unanswered(knows_all)]
            return [*self._refused(), *found]

    def _unanswered(self, knows_all):
        for ask in self.stop.asks if self.stop is not None and self.stop.why == "asks" else ():
            if ask.power in self._petitioners() or not knows_all and self._is_hidden(ask):
                continue
            if self.finder.peek(self.board, ask) is None:
                waiting = self.game.kinds[ask.kind].waiting
                yield Problem("unanswered", rule=ask.rule, power=ask.power, waiting=waiting)

    def _is_hidden(self, ask):
        """True if the seat has parts that cannot be opened here: one of them may have answered, and not been needed."""
        return self.charter["powers"].get(ask.power, ask.power) in self.hidden

    def _petitioners(self):
        """Powers whose petition may come before the question: then it need not be answered yet."""
        verbs = self._verbs_heard()
        self.finder.check_petitions(self.board, verbs)
        own = [
            part
            for part in self.finder.parts
            if part.place == "petitions" and part.is_open and part.is_own and part.item["verb"] in verbs
        ]
        return {power for part in own for power in powers_of(self.charter, part.seat)}

    def _verbs_heard(self):
        """Of which petitions one may come before what is asked at this head."""
        if at_rest(self.state):
            return set(self.game.petitions)
        return {verb for ask in (self.stop.asks if self.stop else ()) for verb in ask.hears}

    def _refused(self):
        """At sealed an answer that is illegal at the head is refused, and nothing is drawn."""
        self.finder.check_petitions(self.board, self._verbs_heard())
        own = [part for part in self.finder.parts if part.is_own and part.place != "lines"]
        return [problem for part in own for problem in refusals(part.problems)]

    def go_on(self, source, make=Feed):
        """Play live to the next stop, fed by ``make(source, finder, begun)``."""
        feed = self.feed = make(source, self.finder, not at_rest(self.state))
        if self.session.step and at_rest(self.state):
            self.session.step, self.told, self.begun = None, 0, None  # a petition may come before it
        self.stop = self.session.run(feed)
        return self.stop

    def _close(self, session):
        self.rest = self.game.rest(session.board)
        self.steps.append(session.step)
        if not self.feed:
            return
        self.feed.note_rest()
        self.finder.end_step(self._met_before() if session.step is self.begun else {})
        if self.game.turn_of(session.board) != self.turn:
            self.turn = self.game.turn_of(session.board)
            self.finder.end_turn()

    def _met_before(self):
        """The fleeting questions that came in the open step before this entry."""
        return (self.state["step"] or {}).get("met", {})

    def _met_after(self, step, gathered):
        """The same behind this entry: for lines of seats that take part, up to this entry; for those of others, which
        act from the next one on, up to the one before."""
        found, call = dict(self._met_before() if step is self.begun else {}), gathered.call
        for mark in sorted(self.finder.met):
            seat = self.charter["powers"].get(mark.split("/")[1], "")
            found[mark] = call.n if seat in call.taking_part else call.n - 1
        return found

    # -- what comes of it --------------------------------------------------------------------------------

    def new_steps(self):
        """The steps as the line holds them: the facts that are new."""
        found, last = [], self.session.step
        for step in [*self.steps, *([last] if last else [])]:
            goes_on = step is self.begun
            row = {
                "args": step["args"],
                "facts": step["facts"][self.told if goes_on else 0 :],
                "procedure": step["procedure"],
            }
            if goes_on:
                row["on"] = True
            if step is last:
                row["open"] = True
            found.append(row)
        return found

    def open_step(self, gathered):
        """The open step of the state after it."""
        step = self.session.step
        if step is None:
            return None
        before = self.state["step"] if step is self.begun else {"draws": [], "answers": []}
        draws = self.feed.source.in_short()[self.feed.drawn :] if self.feed and self.feed.source else []
        given = self.feed.given[self.feed.answered :] if self.feed else []
        answers = [[question, one.value] for question, one in given]
        met = self._met_after(step, gathered)
        return {
            "procedure": step["procedure"],
            "args": step["args"],
            "facts": step["facts"],
            "draws": before["draws"] + draws,
            "answers": before["answers"] + answers,
            **({"met": met} if met else {}),
        }

    def made(self, gathered, envelope):
        """The line and the state."""
        call, state = gathered.call, self.state
        over = self.stop.why == "over"
        opened, closed = _opened(gathered, self.finder, over)
        line = {
            "asked": call.asked,
            "before": gathered.heads(call.n - 1),
            "documents": [document.pair for document in gathered.documents],
            "draws": self.feed.source.in_short(),
            "envelope": envelope,
            "kind": "play",
            "n": call.n,
            "opener": call.opener,
            "steps": self.new_steps(),
            "used": [given.row(question) for question, given in self.feed.given],
        }
        ended = self.game.result(self.board) if over else None
        fell = [_fell(part) for part in self.finder.parts if part.fate == "refused" or part.has_fallen_through]
        extra = {
            "absent": call.absent,
            "passed": call.passed,
            "muster": call.muster,
            "opened": opened,
            "ended": ended,
            "fell": fell,
        }
        line.update({name: value for name, value in extra.items() if value})
        after = {
            **state,
            "n": call.n,
            "played": True,
            "muster": False,
            "salt": gathered.salt,
            "ended": ended,
            "anchors": _anchors(state, gathered),
            "documents": _numbers(state, gathered),
            "since": {**state["since"], **dict.fromkeys(call.people if call.muster else call.asked, call.n)},
            "asked": [] if over else [ask.to_json() for ask in self.stop.asks],
            "live": live_with(state["live"], call.n),
            "rest": self.rest,
            "step": self.open_step(gathered),
            "closed": closed,
            **_lines_after(gathered, self.finder, over),
        }
        line["state"] = digest(after)
        return Made(line, after, self.finder, self.board, call)


def _fell(part):
    """A part that was illegal when its turn came: which, and by what rule."""
    row = {"seat": part.seat, "entry": part.entry, "document": part.document, "line": part.line}
    rules = sorted({problem.rule for problem in part.problems if problem.rule})
    return {**row, "rules": rules}


def _anchors(state, gathered):
    found = dict(state["anchors"])
    for name, link in gathered.envelopes.items():
        if name in found:
            found[name] = shown(state, name, gathered.call.n, link.hex())
    return found


def _numbers(state, gathered):
    found = dict(state["documents"])
    numbered = [*[document.object for document in gathered.orders], *[pair[0] for pair in gathered._carried()]]
    for object in numbered:
        found[object["seat"]] = max(found.get(object["seat"], 0), object["n"])
    return found


def _lines_after(gathered, finder, over):
    """``{"lines", "petitions"}`` in force after the entry."""
    if over:
        return {"lines": [], "petitions": []}
    state, fates = gathered.state, {part.address: part for part in finder.parts}
    gone_later = {
        (object["seat"], row["document"], row["line"])
        for object in gathered.later
        for row in object.get("withdrawn", ())
    }
    gone = gathered.withdrawn() | gone_later
    rows = {"lines": [], "petitions": []}
    for place in rows:
        held = [*state[place], *_lodged(gathered, place)]
        for row in held:
            part = fates.get((row["seat"], row["entry"], row["document"], row["line"]))
            own = row["entry"] == gathered.call.n
            withdrawn = (row["seat"], row["document"], row["line"]) in gone and not own
            if withdrawn or (part is not None and not part.is_open):
                continue
            if part is not None and part.closed and part.is_shown:
                row = {**row, "part": part.item}
            rows[place].append(row)
    return rows


def _lodged(gathered, place):
    """The rows of the state for the lines of this entry's documents."""
    for object in [
        *(gathered.acting[seat] for seat in gathered.charter["seats"] if seat in gathered.acting),
        *gathered.later,
    ]:
        for number, name, part in gathered.heard_parts(object):
            if name == place:
                yield {
                    "seat": object["seat"],
                    "entry": gathered.call.n,
                    "document": object["n"],
                    "line": number,
                    "part": part,
                }


def _opened(gathered, finder, over):
    """``(openings of this entry, what is still closed)``; at the end of the game everything that is known."""
    state, openings = gathered.state, gathered.openings
    closed = [*state["closed"], *_closed_now(gathered)]
    shown = {part.closed for part in finder.parts if part.closed and part.is_shown}
    found, left = [], []
    if gathered.opened_seal:
        found.append(gathered.opened_seal)
    for row in closed:
        must = row["closed"] in shown
        opening = openings.get(row["closed"]) if must else openings.given(row["closed"]) if over else None
        (left.append(row) if opening is None else found.append(opening))
    found = [{name: one[name] for name in ("document", "entry", "nonce", "part", "seat", "whole")} for one in found]
    return sorted(found, key=lambda one: (one["seat"], one["document"], one["part"])), left


def _closed_now(gathered):
    """What the documents of this entry close, whether they act or not."""
    found = []
    for document in gathered.orders:
        for number, _, part in docs.parts_of(document.object):
            if "closed" in part:
                found.append(
                    {
                        "seat": document.seat,
                        "entry": document.entry,
                        "document": document.n,
                        "part": number,
                        "closed": part["closed"],
                    }
                )
    return found


def first_line(charter):
    """The object of a game's first line."""
    return {"charter": charter, "kind": "game", "pbem": "game/2"}


def at_first_stop(game, charter, state):
    """The state with the questions that a run from its rest point meets first; nothing is drawn or answered."""
    run = Run(game, charter, {**state, "step": None})
    stop = run.session.run(_Silent())
    step = run.session.step
    covered = Finder(game, charter, [], [], Terms(windows=charter["windows"], bots=state["bots"]))
    asked = [ask.to_json() for ask in stop.asks if covered.peek(run.board, ask) is None]
    opened = step and {
        "procedure": step["procedure"],
        "args": step["args"],
        "facts": step["facts"],
        "draws": [],
        "answers": [],
    }
    ended = game.result(run.board) if stop.why == "over" else None
    return {**state, "rest": run.rest, "asked": asked, "step": opened, "ended": ended}


class _Silent:
    """A feed that gives nothing: a run with it ends at the first question or draw."""

    def petition(self, board):
        return None

    def heard(self, board, verbs):
        return None

    def roll(self, request):
        return None

    def answer(self, board, ask):
        return None

    peek = answer
