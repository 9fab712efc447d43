"""A run of the rules from the state before to the next stop, fed with documents and draws, and the line it makes."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem, refusals
from ..draws.draws import Source
from ..record import documents as docs
from ..record.charter import powers_of
from ..record.closed import Opening, Openings, in_order, marks_of
from ..record.counters import numbers_in
from ..record.documents import Name
from ..record.entries import Entry
from ..record.participation import asked_seats, shown
from ..record.people import after_people
from ..record.state import Ground, State, at_rest, digest, live_with, name_of, standing_rows
from ..rules.engine import Divergence, Session, Step, Stop, fold
from ..rules.requests import Ask
from .answers import Finder, Terms
from .feed import Feed, Replay
from .inbox import Inbox, in_force, left_out
from .lines import Since
from .parts import Address, Part, address_of

MOST_TRIED = 6  # answers to a question of which each is played, to see whether they differ
MakesFeed = Callable[[Source | None, Finder, bool], Feed]
"""``(source, finder, begun)`` gives the feed of a run."""


class Made(NamedTuple):
    """What the function made.

    line      the object of the line
    state     after it
    finder    with the fates of all parts
    board     now; once a later line went on from this one, it is the board of that one
    run       of which it was made, so that the next line can go on from it; None for a note
    """

    line: Entry
    state: State
    finder: Finder | None
    board: Board
    run: "Run | None" = None


class Run:
    """One run from the state's rest point: what is recorded, then live, to the next stop.

    before   the run that made this very state, if it is at hand: then it is gone on with where it stopped, and nothing
             is decoded or replayed.  It comes to the same bytes, and is used up
    """

    def __init__(
        self, ground: Ground, inbox: Inbox | None = None, finder: Finder | None = None, before: "Run | None" = None
    ) -> None:
        self.game, self.charter, self.state, _ = game, charter, state, _ = ground
        self.session: Session
        self.after: State | None = None  # the state that it made, while nobody has gone on from there
        self.resting: Board | None = None  # the board at the last rest point, if it had to be told from the one now
        parts = inbox.parts() if inbox else []
        acting = inbox.acting.values() if inbox else ()
        gone = {address for object in acting for address in left_out(state, object)}  # over before it is run
        now = [ask["question"] for ask in state["asked"]]
        terms = inbox.terms(charter["windows"]) if inbox else Terms(windows="ask")
        self.then: Json = dict(state["then"])
        self.finder = finder or Finder(game, charter, parts, now, terms, gone)
        self.finder.since = Since(game, charter, self.then)
        asked = asked_seats(charter, state)
        self.finder.only_asked = asked[0] if len(asked) == 1 else None
        self.hidden = inbox.hidden() if inbox else set()
        self.unmet: list[Ask] = []  # what nothing answers of what is asked at the head, where `missing` looked
        self.fallen: list[Problem] = []  # why lines could not answer what is asked at the head, where `missing` looked
        self.steps: list[Step] = []
        self.feed: Feed | None = None
        if before is not None and before.after is state:
            self.stop = self._from_the_stop(before)
        else:
            self.session = Session(game, game.board_from(state["rest"], charter), on_close=self._close)
            self.stop = self._to_the_stop()
        self.board, self.finder.session = self.session.board, self.session
        self.turns = self._turns(self.board)
        self.told = len(self.session.step["facts"]) if self.session.step else 0
        self.begun = self.session.step
        self._spare(gone)

    def _spare(self, gone: Collection[Address]) -> None:
        """What answers a question at this head, so that its seat is not asked, answers it still, whatever that seat has
        sent since: else the seat would be missed, and nobody had asked it.  Who is asked for something else says all
        anew."""
        lines = self.answered_openly() if gone or any(part.is_own for part in self.finder.parts) else {}
        self.finder.spare(lines, {*lines.values()} & {*gone})

    def answered_openly(self) -> dict[str, Address]:
        """The lines, open to all, that answer questions at this head, so that their seats are not asked."""
        seats, asked = asked_seats(self.charter, self.state), [one["question"] for one in self.state["asked"]]
        asks = self.stop.asks if self.stop is not None and self.stop.why == "asks" else []
        before = _open_to_all(self, self.state)
        given = {ask.question: before.peek(self.board, ask) for ask in asks if ask.question not in asked}
        lines = {question: one.part.address for question, one in given.items() if one and one.part}
        return {question: address for question, address in lines.items() if address[0] not in seats}

    def _to_the_stop(self) -> Stop | None:
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

    def _from_the_stop(self, before: "Run") -> Stop | None:
        """Take over where the run before has stopped: the same Stop, with all that is asked and none of the answers
        that were at hand then."""
        self.session, self.resting, before.after = before.session, before.resting, None
        self.session.go_on(self._close)
        return self.session.run(Replay([], [])) if self.session.step else None

    def missing(self, knows_all: bool = False) -> list[Problem]:
        """Problems of the seats whose answer is still waited for, at what is asked at this head; finder.problems are
        those of answers that are refused.

        knows_all   True for whoever adjudicates: what he cannot open answers nothing.  Whoever makes the line again
                    grants a seat with closed parts that one of them may have answered
        """
        if self.state["fairness"] != "sealed":
            return []
        with self.finder.leaving_no_mark():
            self.unmet = [*self._unanswered(knows_all)]
            self.fallen = self.finder.fallen()
            self.after = self.state  # it has changed nothing: another run can take over where it stands
            kinds = self.game.kinds
            return self._refused() + [
                Problem("unanswered", rule=ask.rule, power=ask.power, waiting=kinds[ask.kind].waiting)
                for ask in self.unmet
            ]

    def _unanswered(self, knows_all: bool) -> Iterator[Ask]:
        for ask in self.stop.asks if self.stop is not None and self.stop.why == "asks" else ():
            is_hidden = self.charter["powers"].get(ask.power, ask.power) in self.hidden  # a part may have answered
            if ask.power in self.petitioners() or not knows_all and is_hidden:
                continue
            if not self._is_answered_openly(ask) and self.finder.peek(self.board, ask) is None:
                yield ask

    def _is_answered_openly(self, ask: Ask) -> bool:
        """True of what nobody is asked, because something open answers it.  A closed line that stands before that and
        falls stops play when its turn comes, is opened then, and has its seat asked in the record."""
        if any(ask.question == one["question"] for one in self.state["asked"]):
            return False
        with self.finder.closed_left_out():
            return self.finder.peek(self.board, ask) is not None

    def petitioners(self) -> set[str]:
        """Powers whose petition may come before the question: then it need not be answered yet."""
        verbs = self._verbs_heard()
        self.finder.check_petitions(self.board, verbs)
        own = [
            part
            for part in self.finder.parts
            if part.place == "petitions" and part.is_open and part.is_own and part.item["verb"] in verbs
            if self.finder.comes_first(self.board, part)
        ]
        return {power for part in own for power in powers_of(self.charter, part.seat)}

    def _verbs_heard(self) -> set[str]:
        """Of which petitions one may come before what is asked at this head."""
        if at_rest(self.state):
            return set(self.game.petitions)
        return {verb for ask in (self.stop.asks if self.stop else ()) for verb in ask.interruptible_by}

    def _refused(self) -> list[Problem]:
        """At sealed an answer that is illegal at the head is refused, and nothing is drawn."""
        self.finder.check_petitions(self.board, self._verbs_heard())
        own = [part for part in self.finder.parts if part.is_own and part.place != "lines"]
        return [problem for part in own for problem in refusals(part.problems)]

    def go_on(self, source: Source | None, make: MakesFeed = Feed) -> Stop:
        """Play live to the next stop, fed by ``make(source, finder, begun)``."""
        feed = self.feed = make(source, self.finder, not at_rest(self.state))
        self.finder.begin(self.board, [ask["power"] for ask in self.state["asked"]])
        self.finder.is_all_one = self.is_all_one
        if self.session.step and at_rest(self.state):
            self.session.step, self.told, self.begun = None, 0, None  # a petition may come before it
        self.stop = self.session.run(feed)
        return self.stop

    def is_all_one(self, ask: Ask) -> bool:
        """Whether each answer of a few leads to the same board, and no draw and no other question stands between."""
        if ask.is_open or ask.interruptible_by or len(ask.options) > MOST_TRIED:
            return False
        ends = [self._end_of_step(ask, one) for one in ask.options]
        return bool(ends[0]) and ends == ends[:1] * len(ends)

    def _end_of_step(self, ask: Ask, answer: Any) -> bytes:
        """The board when the open step closes with this answer; nothing if it asks for more."""
        board, found, step = self.game.board_from(self.state["rest"], self.charter), list[bytes](), self.session.step
        for closed in self.session.closed:
            fold(self.game, board, closed["facts"])
        trial = Session(self.game, board, on_close=lambda _: found.append(encode(self.game.rest(board))))
        if step is not None:
            draws, answers = self._inputs()
            trial.open_step(step["procedure"], step["args"])
            trial.run(Replay(draws, [*answers, [ask.question, answer]]))
        return found[0] if found else b""

    def _close(self, session: Session) -> None:
        if session.step is not None:
            self.steps.append(session.step)
        if not self.feed:
            return
        self.feed.note_rest()
        self.finder.end_step(self._met_before() if session.step is self.begun else {})
        self.finder.end_turns(session.board)
        turns = self._turns(session.board)
        for power in (power for power in turns if turns[power] > self.turns[power]):
            self.then[power] = self.game.turns.marks(session.board, power)
        self.turns = turns

    def _turns(self, board: Board) -> dict[str, int]:
        """``{power: number of its turn}``."""
        return {power: self.game.turns.number(board, power) for power in self.charter["powers"]}

    def _met_before(self) -> dict[str, int]:
        """The fleeting questions that came in the open step before this entry."""
        met: dict[str, int] = (self.state["step"] or {}).get("met", {})
        return met

    def _met_after(self, step: Step, inbox: Inbox) -> dict[str, int]:
        """The same behind this entry: for lines of seats that take part, up to this entry; for those of others, which
        act from the next one on, up to the one before."""
        found, call = dict(self._met_before() if step is self.begun else {}), inbox.call
        for mark in sorted(self.finder.met):
            seat = self.charter["powers"].get(mark.split("/")[1], "")
            found[mark] = call.n if call.acts(seat) else call.n - 1
        return found

    # -- what comes of it --------------------------------------------------------------------------------

    def rest(self) -> Json:
        """The board at the last rest point as JSON: the one now, unless the open step has changed it; then what the
        steps before that one have made of the rest point at which the run began."""
        found: Json = self.state["rest"]
        if not self.session.closed:
            return found
        step = self.session.step
        if step is None or not step["facts"]:
            self.resting = None
            return self.game.rest(self.board)
        if self.resting is None:
            self.resting = self.game.board_from(found, self.charter)
        for closed in self.session.closed:
            fold(self.game, self.resting, closed["facts"])
        return self.game.rest(self.resting)

    def new_steps(self) -> list[Json]:
        """The steps as the line holds them: the facts that are new."""
        found, last = [], self.session.step
        for step in [*self.steps, *([last] if last else [])]:
            goes_on = step is self.begun
            row: Json = {
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

    def _inputs(self) -> tuple[list[Any], list[Any]]:
        """The draws and answers of the open step."""
        is_begun, feed = self.session.step is self.begun, self.feed
        before = self.state["step"] if is_begun else {"draws": [], "answers": []}
        draws = feed.source.in_short()[feed.drawn :] if feed and feed.source else []
        answers = [[question, one.value] for question, one in (feed.given[feed.answered :] if feed else [])]
        return before["draws"] + draws, before["answers"] + answers

    def open_step(self, inbox: Inbox) -> Json | None:
        """The open step of the state after it."""
        step = self.session.step
        if step is None:
            return None
        draws, answers = self._inputs()
        met = self._met_after(step, inbox)
        return {
            "procedure": step["procedure"],
            "args": step["args"],
            "facts": [*step["facts"]],  # the run may go on and tell more
            "draws": draws,
            "answers": answers,
            **({"met": met} if met else {}),
        }

    def made(self, inbox: Inbox, envelope: str | None, said_over: Collection[tuple[str, Name]] = ()) -> Made:
        """The line and the state.

        said_over   what the line says is over: where something is closed, whoever makes it again must believe it until
                    that is opened
        """
        call, state, stop, feed = inbox.call, self.state, self.stop, self.feed
        if stop is None or feed is None or feed.source is None:
            raise ValueError("a line is made of a run that was played on, with draws")
        over = stop.why == "over"
        opened, closed = _opened(inbox, self.finder, over)
        line = {
            "asked": call.asked,
            "before": inbox.heads(call.n - 1),
            "documents": [document.pair for document in inbox.documents],
            "draws": feed.source.in_short(),
            "envelope": envelope,
            "kind": "play",
            "n": call.n,
            "opener": call.opener,
            "steps": self.new_steps(),
            "used": [given.row(question) for question, given in feed.given],
        }
        ended = self.game.result(self.board) if over else None
        # a standing line that applied but was illegal then has problems: the next best answered in its place
        fell = [_fell(one) for one in self.finder.parts if one.fate == "refused" or one.is_standing and one.problems]
        left = _lines_after(inbox, self.finder, over, said_over)
        after = self._after(inbox, {"ended": ended, "closed": closed, **left})
        after["asked"] = asked_after(self, after, stop, stop.asks)
        came = [(object["seat"], name) for object in inbox.counting for *_, name in inbox.brought(object)]
        over_now, after["struck"] = struck(state, after, came)
        extra = {
            "absent": call.absent,
            "passed": call.passed,
            "shut": inbox.shut,
            "muster": call.muster,
            "opened": opened,
            "over": over_now,
            "proofs": inbox.proofs,
            "ended": ended,
            "fell": fell,
        }
        line.update({name: value for name, value in extra.items() if value})
        line["state"] = digest(after)
        self.after = after
        return Made(line, after, self.finder, self.board, self)

    def _after(self, inbox: Inbox, found: Json) -> State:
        """The state behind an entry, but for what is asked there and what is struck; `found`: how it ended, and what
        lines are left."""
        call, state = inbox.call, self.state
        numbers = {**state["documents"], **dict(numbers_in(one.pair for one in inbox.orders))}
        after = {
            **state,
            "n": call.n,
            "played": True,
            "muster": False,
            "salt": inbox.salt,
            "defaults": [],
            "anchors": _anchors(state, inbox),
            **_robots(state, inbox),
            "documents": numbers,
            "since": {**state["since"], **dict.fromkeys(call.called, call.n)},
            "floor": {**state["floor"], **{seat: numbers.get(seat, 0) for seat in call.called}},
            "proofs": [*state["proofs"], *([one["entry"], one["seat"], one["what"]] for one in inbox.proofs)],
            "live": live_with(state["live"], call.n),
            "rest": self.rest(),
            "step": self.open_step(inbox),
            "then": dict(self.then),
            **found,
        }
        return after_people(self.charter, after, inbox.said.people)


def _open_to_all(run: Run, state: State) -> Finder:
    """A Finder that knows the lines in force that are open to all, and nothing else."""
    terms = Terms(bots=state["bots"], windows=run.charter["windows"])
    return Finder(run.game, run.charter, in_force(state, Openings(b"")), [], terms, then=state["then"])


def asked_after(run: Run, after: State, stop: Stop | None, unmet: Collection[Ask] = ()) -> list[Json]:
    """The questions of a state: those that stand together where play stopped, without those that the same state
    answers, open to all.

    unmet   those that nothing answered when play stopped: they are asked, whatever has come for the next line

    An answer that was at hand when play stopped, and was not used, is in no record.  It hides no question.
    """
    if stop is None or stop.why != "asks":
        return []
    charter, standing = run.charter, _open_to_all(run, after)

    def is_asked(ask: Ask) -> bool:
        is_unmet = ask in unmet and charter["powers"].get(ask.power) not in after["bots"]
        return is_unmet or standing.peek(run.board, ask) is None

    return [ask.to_json() for ask in stop.together if is_asked(ask)]


def struck(state: State, after: State, came: Iterable[tuple[str, Name]]) -> tuple[list[Json], Json]:
    """``(what is over by a line, names that are over for the state after it)``: the names that stood before it, or
    came with it, and do not stand after it."""
    stands = {(row["seat"], name_of(row)) for row in standing_rows(after)}
    gone = {*((row["seat"], name_of(row)) for row in standing_rows(state)), *came} - stands
    over = [{"document": number, "line": part, "seat": seat} for seat, (number, part) in sorted(gone)]
    before = {(seat, (number, part)) for seat, names in state["struck"].items() for number, part in names}
    kept: dict[str, list[list[int]]] = {}
    for seat, name in sorted((before | gone) - stands):
        if name[0] > after["floor"].get(seat, 0):
            kept.setdefault(seat, []).append([*name])
    return over, kept


def _fell(part: Part) -> Json:
    """A part that was illegal when its turn came: which, and by what rule."""
    row = {"seat": part.seat, "entry": part.entry, "document": part.document, "line": part.line}
    rules = sorted({problem.rule for problem in part.problems if problem.rule})
    return {**row, "rules": rules}


def _robots(state: State, inbox: Inbox) -> Json:
    """{"robots"} with the links that their documents show; {} where there are none."""
    robots = dict(state.get("robots", {}))
    for one in inbox.orders:
        if one.seat in robots:
            robot, link = robots[one.seat], one.object["link"]
            robots[one.seat] = {**robot, "chain": shown(robot["chain"], inbox.call.n, link)}
    return {"robots": robots} if "robots" in state else {}


def _anchors(state: State, inbox: Inbox) -> Json:
    found = dict(state["anchors"])
    for name, link in inbox.envelopes.items():
        if name in found:
            found[name] = shown(found[name], inbox.call.n, link.hex())
    return found


def _lines_after(
    inbox: Inbox, finder: Finder, over: bool, said_over: Collection[tuple[str, Name]]
) -> dict[str, list[Json]]:
    """``{"lines", "petitions"}`` in force after the entry."""
    rows: dict[str, list[Json]] = {"lines": [], "petitions": []}
    if over:
        return rows
    state, fates = inbox.state, {part.address: part for part in finder.parts}
    gone = {address for object in inbox.counting for address in left_out(inbox.state, object)}
    for place in rows:
        for row in [*state[place], *_lodged(inbox, place)]:
            part = fates.get(address_of(row))
            if address_of(row) in gone or (part is not None and not part.is_open):
                continue
            is_known = part.is_known if part is not None else inbox.openings.knows(row["part"])
            if not is_known and (row["seat"], name_of(row)) in said_over:
                continue
            if part is not None and part.is_shown and (part.closed or part.seen):
                row = {**row, "part": part.as_shown()}
            if part is not None:
                row = {name: value for name, value in row.items() if name != "row"}
                row |= {"row": part.in_a_row} if part.in_a_row else {}
            rows[place].append(row)
    return rows


def _lodged(inbox: Inbox, place: str) -> Iterator[Json]:
    """The rows of the state for the lines that this entry's documents bring."""
    for object in inbox.counting:
        for number, where, part, name in inbox.brought(object):
            if where == place:
                row = {"seat": object["seat"], "entry": inbox.call.n, "document": object["n"], "line": number}
                named = {} if name == (object["n"], number) else {"name": [*name]}
                yield {**row, **named, "part": part}


def _opened(inbox: Inbox, finder: Finder, over: bool) -> tuple[list[Opening], list[Json]]:
    """``(openings of this entry, what is still closed)``; at the end of the game everything that is known."""
    openings, shown = inbox.openings, {mark for part in finder.parts for mark in part.shown}
    shown |= inbox.answers_opened()
    rows = [*inbox.state["closed"], *_closed_now(inbox)]
    found, left = openings.opened(rows, lambda mark: mark in shown or over and openings.given(mark))
    return in_order([*found, *([inbox.opened_seal] if inbox.opened_seal else [])]), left


def _closed_now(inbox: Inbox) -> list[Json]:
    """What the documents of this entry close, whether they act or not."""
    return [
        {"seat": one.seat, "entry": one.entry, "document": one.n, "part": number, "closed": mark}
        for one in inbox.orders
        for number, _, part in docs.parts_of(one.object)
        for mark in dict.fromkeys(marks_of(part))
    ]
