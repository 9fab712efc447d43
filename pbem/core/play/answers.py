"""Orders are answers given early: who answers a question when it comes, and from which part of which document.

`Finder` looks, in this order: the only legal answer; the answers of the seat's document; its lines; lines in force from
before; the most specific standing line; the published default; any answer, where all come to the same board; nobody
(docs/orders.md, docs/record.md).  A line that
has become illegal when its turn comes is never passed over in silence: it is refused, and the question stays open or
takes its default.

`fates` has what is found and what became of every part; `feed` puts it before the engine.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.canon import dumps, encode
from ..data.problems import ODD, TOLD, Problem, refusals
from ..data.shapes import STUMBLES
from ..language.conditions import Marks
from ..language.decision import Decision, same_answer
from ..orders.orderfile import ANY, Item, branches, is_of_a_turn, kinds_of
from ..record.charter import Charter
from ..rules.engine import Session
from ..rules.requests import Ask
from ..title.game import Game
from .lines import Done, Since, as_far_as_possible, as_written, fails_a_must, is_about, is_many, mark_of, others, said
from .parts import EXPIRED, KEPT, NOT_NEEDED, REFUSED, REVOKED, USED, Address, Given, Part

Fates = dict[str, list[Part]]
"""{seat: [Part]}"""
Judged = tuple[Any, list[Problem]]
"""An answer made concrete, and what is wrong or worth knowing of it."""
Looked = tuple[list[tuple[str, int, list[Problem], frozenset[str]]], set[tuple[str, Any]]]
"""What had become of each part, and for which questions, at which moment, a line had been refused."""

NOW = 10**9  # later than every entry
MOST_IN_A_ROW = 3  # defaults of a power's own plans that a standing order gives before its seat is asked


class Terms(NamedTuple):
    """What counts in a run, besides the documents (record.participation).

    absent      seats not heard of: what they are asked at this head takes its published default
    late        seats that are late with something: what their sheet leaves open in the turn that runs takes its default
    settled     seats that have spoken with their envelope: what they left open takes its default too
    force_now   True if lines in force may answer what is asked at this head
    muted       seats of which no line in force acts in this run: the only one whose envelope makes the draws
    bots        seats that nobody holds: always their defaults
    windows     "default": covered kinds take their published default at once; "ask": they wait
    """

    absent: Collection[str] = ()
    settled: Collection[str] = ()
    force_now: bool = True
    muted: Collection[str] = ()
    bots: Collection[str] = ()
    windows: str = "default"
    late: Collection[str] = ()


class Finder:
    """Finds answers, and remembers what became of every part.

    parts      Parts that act in this run: those of the documents of this entry first, then those in force from before,
               each seat's in their order
    now        the questions (signatures) that are asked at this head
    withdrawn  addresses of lines that the documents of this entry withdraw
    then       {power: marks of the board at the end of its last turn}
    """

    def __init__(
        self,
        game: Game,
        charter: Charter,
        parts: Iterable[Part],
        now: Iterable[str],
        terms: Terms,
        withdrawn: Collection[Address] = (),
        then: Mapping[str, Marks] | None = None,
    ) -> None:
        self.game, self.charter, self.terms = game, charter, terms
        self.since = Since(game, charter, {} if then is None else then)
        self.is_all_one: Callable[[Ask], bool] = lambda ask: False  # whether all answers come to the same board
        self.parts = [part for part in parts if part.is_own or part.seat not in terms.muted]
        for part in self.parts:
            if part.address in withdrawn:
                part.fate = REVOKED
        self._now = set(now)
        self._met: set[str] = set()
        self._spared: set[Address] = set()
        self._fixed: set[str] = set()
        self.looked: Looked | None = (
            None  # what had become of the parts before questions that stand together were looked at
        )
        self._petitioned = False  # a petition is being heard: what was asked at the head stays open
        self.only_asked: str | None = None  # the seat that is asked at this head, if it is one alone
        self._group: set[str] = set()
        self._is_looking = False  # questions that stand together
        self._fell: set[tuple[str, Any]] = set()  # (question, moment) of which a line was refused
        self.began: dict[str, int] = {}  # {power asked at the head: the number of its turn then}
        self.tells = True  # whether what a part said is told back
        self.session: Session | None = None  # the run that asks, if there is one (rules.engine.Session)
        self.met: set[str] = set()  # marks of the fleeting questions that came since the step began
        self._answers = [part for part in self.parts if part.place == "answers"]
        self._petitions = [part for part in self.parts if part.place == "petitions"]
        lines = [part for part in self.parts if part.place == "lines"]
        self._once = [part for part in lines if not part.is_standing]
        self._whole = [part for part in lines if is_of_a_turn(part.item)]
        self._standing = [part for part in lines if part.is_standing and not is_of_a_turn(part.item)]

    def spare(self, questions: Iterable[str], addresses: Collection[Address]) -> None:
        """Let nothing new answer these questions, and those lines once more that are taken back."""
        self._spared, self._fixed = {*addresses}, {*questions}
        for part in self.parts:
            part.fate = KEPT if part.address in self._spared else part.fate

    # -- finding -----------------------------------------------------------------------------------------

    def find(self, board: Board, ask: Ask) -> Given | None:
        """The answer to a question, as Given, or None: somebody must be asked.  Uses up its part."""
        if ask.question not in self._group:
            self._group = {ask.question}
        self._is_looking = False
        return self._find(board, ask, True)

    def peek(self, board: Board, ask: Ask) -> Given | None:
        """The same without using it up; questions looked at in a row stand together."""
        if not self._is_looking:
            self._group = set()
            if self._now & self._met:  # what was asked at the head has been met
                self.lapse()
        self._is_looking = True
        self._group.add(ask.question)
        return self._find(board, ask, False)

    def note_look(self) -> None:
        """Remember what has become of the parts so far, before questions that stand together are looked at."""
        if self.looked is None:
            marks = [(part.fate, part.count, part.problems, part.seen) for part in self.parts]
            self.looked = marks, set(self._fell)

    def look_again(self) -> None:
        """Forget what was found of the parts since `note_look`."""
        if self.looked is None:
            return
        marks, self._fell = self.looked
        for part, mark in zip(self.parts, marks):
            part.fate, part.count, part.problems, part.seen = mark
        self.looked = None

    @contextmanager
    def leaving_no_mark(self) -> Iterator[None]:
        """What is looked at inside changes nothing: neither what has become of a part nor which questions stand
        together.  Who looks may know closed lines that others, who make the line again, do not."""
        self.note_look()
        try:
            yield
        finally:
            self.look_again()
            self._group, self._is_looking = set(), False

    @contextmanager
    def closed_left_out(self) -> Iterator[None]:
        """Inside, only what is open to all is looked at: what is not closed, or has acted in this run, for then the
        entry opens it, and whoever makes it again knows it."""
        whole = [(part, part.item) for part in self.parts if part.has_pieces]
        for part, _ in whole:
            part.item = part.as_shown()
        try:
            with self._only(lambda part: not part.closed or part.is_shown):
                yield
        finally:
            for part, item in whole:
                part.item = item

    @contextmanager
    def _only(self, counts: Callable[[Part], bool]) -> Iterator[None]:
        lists = self._answers, self._once, self._standing, self._whole
        self._answers, self._once, self._standing, self._whole = (
            [part for part in one if counts(part)] for one in lists
        )
        try:
            yield
        finally:
            self._answers, self._once, self._standing, self._whole = lists

    def _find(self, board: Board, ask: Ask, use: bool) -> Given | None:
        given = self._found(board, ask, use)
        if use and given is not None:
            if given.part is not None and given.part.address in self._spared:
                given.part.fate = REVOKED
            self._close(board, ask, given.part)
            self._count_in_a_row(ask, given.part)
        return given

    def _count_in_a_row(self, ask: Ask, used: Part | None) -> None:
        """A standing order has answered a question on its power's own plans once more; all others begin anew."""
        own = self._standing if ask.kind in self.game.turns.own else ()
        for part in [part for part in own if (part.item["power"], part.item["when"]) == (ask.power, ask.kind)]:
            part.in_a_row = part.in_a_row + 1 if part is used else 0

    def _close(self, board: Board, ask: Ask, used: Part | None) -> None:
        """A question that comes once in a turn has been answered: what is left of the lines for it is over."""
        turns = self.game.turns
        for part in self._once if ask.kind in turns.once else ():
            if part is used or not part.is_open or not self._may_answer(board, part, ask):
                continue
            branch = self._decide(board, ask, part)
            done = self._done(board, ask, part, branch) if branch is not None and used is None else None
            if done is not None and branch is not None and (problems := refusals(done.problems)):
                part.fate, part.problems = REFUSED, [part.placed(one, self.game, branch) for one in problems]
                part.seen |= {*done.seen}
            elif part.is_known and turns.closes(ask.kind, kinds_of(branches(part.item))):
                part.fate = NOT_NEEDED

    def _found(self, board: Board, ask: Ask, use: bool) -> Given | None:
        seat = self.charter["powers"].get(ask.power, ask.power)
        kind = self.game.kinds[ask.kind]
        is_now = ask.question in self._now and ask.question not in self._met
        if is_now:
            self._petitioned = False
        elif use and not self._petitioned and not self._group & self._now - self._met:
            self.lapse()
        if use:
            self._met.add(ask.question)
        if use and kind.expires_with_step:
            self.met.update(_marks_of(ask))
        if not ask.is_open and len(ask.options) == 1:
            return self._obeyed(board, ask, ask.options[0], use) or Given(ask.options[0], "forced", seat)
        own = getattr(kind, "own_seat", None)  # what a seat says to its own offer
        if own is not None and self.charter["powers"].get(ask.about.get("by")) == seat:
            return Given(own, "forced", seat)
        if seat in self.terms.bots:
            return Given(kind.default(board, ask), "default", seat)
        given, wants_to_be_asked = self._by_parts(board, ask, kind, use, is_now)
        given = given or self._by_own_offer(ask, kind, use)
        if given is not None:
            if use and (part := given.part) is not None:
                part.told = [*self._told(board, ask, given.value), *given.unsaid]
            return given
        covered = kind.default_at_once and self.terms.windows == "default" and not wants_to_be_asked
        settled = is_now and (seat in self.terms.absent or seat in self.terms.settled)
        settled = settled or self._is_late(seat) and self._is_of_the_sheet(board, ask)
        if covered or settled:
            return Given(kind.default(board, ask), "default", seat)
        alike = use and not is_now and not wants_to_be_asked and self.is_all_one(ask)
        return Given(kind.default(board, ask), "alike", seat) if alike else None

    def _is_late(self, seat: str) -> bool:
        """True of a seat whose deadline is over: nothing waits for its word, and what can be done is done."""
        return seat in self.terms.absent or seat in self.terms.late

    def _is_of_the_sheet(self, board: Board, ask: Ask) -> bool:
        """Whether a question belongs to the turn whose sheet a seat that is not heard of has left open: what comes once
        in a turn, and what belongs to a battle or an action in it."""
        turns, kind = self.game.turns, self.game.kinds[ask.kind]
        began = self.began.get(ask.power) == turns.number(board, ask.power)
        return began and (ask.kind in turns.once or kind.expires_with_step)

    def begin(self, board: Board, asked: Iterable[str]) -> None:
        """The run begins on this board, with a question to these powers at its head."""
        self.began = {power: self.game.turns.number(board, power) for power in asked}
        self.end_turns(board)

    def _told(self, board: Board, ask: Ask, value: Any) -> list[str]:
        return self.game.told(board, ask, value) if self.tells else []

    def _obeyed(self, board: Board, ask: Ask, only: Any, use: bool) -> Given | None:
        """The line for once that gives `only`, the only legal answer, and is used up by it, as Given; or None."""
        for part in self._once:
            branch = self._decide(board, ask, part) if part.is_open and self._may_answer(board, part, ask) else None
            done = self._done(board, ask, part, branch) if branch is not None else None
            if done is None or not done.is_done or not same_answer(done.value, only):
                continue
            if use:
                part.fate, part.count, part.seen = USED, 1, part.seen | {*done.seen}
                part.told = self._told(board, ask, done.value) + _unsaid(done.problems)
            return Given(only, "line", part.seat, part, left=[at + 1 for at in done.left])
        return None

    def _by_parts(self, board: Board, ask: Ask, kind: Decision, use: bool, is_now: bool) -> tuple[Given | None, bool]:
        """``(Given or None, True if the seat wants to be asked)``."""
        if ask.question in self._fixed:
            self._fixed -= {ask.question}
            with self._only(lambda part: not part.is_own):
                found = self._by_parts(board, ask, kind, use, False)
            self._fixed |= set() if use else {ask.question}
            return found
        wires = self._wires(board, ask, kind)
        if is_now:
            given = self._from_list(self._answers, board, ask, use, "answer")
            if given or self.has_fallen(ask):
                for part in (one for one in wires if use and given and one.is_standing):
                    part.fate, part.count = USED, 1
                return given, True
        if wires:
            for part in wires:
                part.count += use
            return None, True
        only_own = is_now and not self.terms.force_now
        once = [part for part in self._once if part.is_own or not only_own]
        given = self._from_list(once, board, ask, use, "line")
        if given or self.has_fallen(ask):
            return given, True
        given, asks = self._by_standing(board, ask, kind, use, only_own)
        return given or (None if asks else self._by_rest(board, ask, kind, use)), asks

    def _of_the_turn(self, board: Board, ask: Ask) -> Iterator[Part]:
        """The open lines for the turn that runs, for all questions in it or for those of this kind."""
        for part in self._whole:
            item, now = part.item, self.game.turns.number(board, ask.power)
            if (
                part.is_open
                and (item["power"], item.get("turn")) == (ask.power, now)
                and item["when"] in (ANY, ask.kind)
            ):
                yield part

    def _wires(self, board: Board, ask: Ask, kind: Decision) -> list[Part]:
        """What stops the sheet of a power where it would be waited for: its own `ask me if` that has come about, and
        lines for this turn of which something has changed that they name; where it would not be, an `ask me if` that is
        for this kind of question alone."""
        seat = self.charter["powers"].get(ask.power, ask.power)
        if self._is_late(seat):
            return []
        asks = [part for part in self._of_the_turn(board, ask) if "ask" in part.item]
        met = [part for part in asks if self.since.hold(board, ask, part.item)]
        if kind.default_at_once and self.terms.windows == "default":
            return [part for part in met if part.item["when"] != ANY]
        open_ones = [part for part in self._once if part.is_open and self._may_answer(board, part, ask)]
        return [*met, *(part for part in open_ones if self.since.asks_first(board, part.item))]

    def _by_rest(self, board: Board, ask: Ask, kind: Decision, use: bool) -> Given | None:
        """The published default, where the sheet says that for the rest."""
        for part in self._of_the_turn(board, ask):
            if "value" in part.item and (ask.kind in self.game.turns.once or kind.expires_with_step):
                part.count += use
                return Given(kind.default(board, ask), "standing", part.seat, part)
        return None

    def _by_own_offer(self, ask: Ask, kind: Decision, use: bool) -> Given | None:
        """The agreement of a power that has offered the same itself for this entry."""
        verb, value = kind.agreed_by(ask) or (None, None)
        for part in self._petitions:
            if part.is_open and part.item["power"] == ask.power and part.item["verb"] == verb:
                if use:
                    part.fate, part.count = USED, 1
                return Given(value, "petition", part.seat, part)
        return None

    def _from_list(self, parts: list[Part], board: Board, ask: Ask, use: bool, by: str) -> Given | None:
        """The answer of the next part of this power for this kind, or of what stands in it for the case that this
        cannot be done; refuses the part if nothing of it is legal now."""
        for part in () if self.has_fallen(ask) else parts:
            branch = self._decide(board, ask, part) if part.is_open and self._may_answer(board, part, ask) else None
            if branch is None:
                continue
            done = self._done(board, ask, part, branch)
            placed = [part.placed(problem, self.game, branch) for problem in done.problems if problem.level != TOLD]
            if not done.is_done:
                is_kept = is_many(branch["value"]) and part.place == "lines"
                part.fate, part.problems = part.fate if is_kept else REFUSED, placed
                part.seen |= {*done.seen}
                self._fell.add(self._place_of(ask))
                return None
            if use:
                part.fate, part.count, part.problems = USED, 1, placed
                part.seen |= {*done.seen}
            left = [at + 1 for at in done.left]
            return Given(done.value, by, part.seat, part, _unsaid(done.problems), left)
        return None

    def _place_of(self, ask: Ask) -> tuple[str, Any]:
        """A question, and when it is asked."""
        return ask.question, self.session.moment if self.session else None

    def has_fallen(self, ask: Ask) -> bool:
        """True of a question for which a line was refused: its seat is asked, and nothing slides on to it."""
        return self._place_of(ask) in self._fell

    def _may_answer(self, board: Board, part: Part, ask: Ask) -> bool:
        """True if the line is of the power, for the turn that runs, and for the place and round of the question, and a
        branch of it is for its kind."""
        item = part.item
        here = (
            item["power"] == ask.power and is_about(item, ask) and item.get("round") in (None, ask.about.get("round"))
        )
        if not here or not any(_is_for(branch, ask) for branch in branches(item)):
            return False
        return part.place == "answers" or bool(item.get("turn") == self.game.turns.number(board, ask.power))

    def _judged(self, kind: Decision, board: Board, ask: Ask, part: Part, value: Any) -> Judged:
        """As `judge`; what was found legal is not judged again before something has happened on the board."""
        if self.session is None:
            return judge(kind, board, ask, value)
        now = self.session.moment, ask.question, ask.about, encode(value)
        if part.legal and part.legal[0] == now:
            return part.legal[1]
        found = judge(kind, board, ask, value)
        if not refusals(found[1]):
            part.legal = now, found
        return found

    def _decide(self, board: Board, ask: Ask, part: Part) -> Item | None:
        """The branch of a line that answers now, or None: no condition holds, or it waits for another kind."""
        branch = self.since.branch(board, ask, part.item)
        if branch is None or not _is_for(branch, ask):
            return None
        is_said = not is_many(branch["value"]) or self.since.counting(board, ask, branch["value"])
        return branch if is_said else None

    def _done(self, board: Board, ask: Ask, part: Part, branch: Item) -> Done:
        """What the branch of a line comes to now: what it says, or what stands in for it; of many lines all, or where
        that may be, as many as can be done."""
        kind = self.game.kinds[ask.kind]
        found, seen = list[Problem](), list[str]()
        for one in (branch, *others(branch)):
            done = self._of_value(board, ask, part, kind, one["value"])
            seen += [*done.seen, mark_of(one)]
            if done.is_done:
                return done._replace(seen=seen)
            found += done.problems
        return Done(None, [], found, False, seen)

    def _of_value(self, board: Board, ask: Ask, part: Part, kind: Decision, value: Any) -> Done:
        def judged(readings: Any) -> Judged:
            return self._judged(kind, board, ask, part, readings)

        if not is_many(value):
            settled, problems = judged(value)
            return Done(settled, [], problems, not refusals(problems))
        turns, lines = self.game.turns, self.since.counting(board, ask, value)
        whole = as_written(value, lines, judged)
        is_late = self._is_late(part.seat)
        if whole.is_done or not (kind.name in turns.free or is_late):
            return whole
        groups = turns.groups(kind.name, said(lines))
        some = as_far_as_possible(value, lines, groups, lambda readings: judge(kind, board, ask, readings, True))
        return whole if some is None or fails_a_must(lines, some.left) and not is_late else some

    def _by_standing(
        self, board: Board, ask: Ask, kind: Decision, use: bool, only_own: bool
    ) -> tuple[Given | None, bool]:
        """``(Given or None, True if the seat wants to be asked)``; after a line that falls comes the next."""
        parts = [part for part in self._standing if part.is_open and (part.is_own or not only_own)]
        for part in parts if use else ():
            if part.item["power"] == ask.power and self.since.is_expired(board, ask, part.item):
                part.fate = EXPIRED
        by_line = {id(part.item): part for part in parts}
        for line, branch in self.since.applying(board, ask, [(part.item, part.entry) for part in parts]):
            part = by_line[id(line)]
            seen = part.seen | {mark_of(branch)}
            if "ask" in branch or part.in_a_row >= MOST_IN_A_ROW:
                part.count, part.seen = part.count + use, seen if use else part.seen
                return None, True
            value, problems = self._judged(kind, board, ask, part, branch["value"])
            if refusals(problems):
                part.problems = [part.placed(problem, self.game, branch) for problem in problems]
                part.seen = seen
                continue
            part.count, part.seen = part.count + use, seen if use else part.seen
            return Given(value, "standing", part.seat, part, _unsaid(problems)), False
        return None, False

    def petition(self, board: Board, verbs: Collection[str] | None = None) -> tuple[str, Given] | None:
        """The next legal petition, of any verb or of these, as Given, with its question, or None."""
        legal = self.check_petitions(board, verbs)
        for part, value in legal:
            part.fate, part.count = USED, 1
            self._petitioned = True
            if self.tells:
                part.told = self.game.petition_told(board, self._petition_of(part), value)
            question = f"petition/{part.item['verb']}/{part.item['power']}"
            return question, Given(value, "petition", part.seat, part)
        return None

    def comes_first(self, board: Board, part: Part) -> bool:
        """True for a petition that is heard before what is asked at this head: one of the title's own, where one seat
        alone is asked; one that ends the game only of that seat, and so that no answer is put off by it."""
        kind = self.game.petitions[part.item["verb"]]
        if self.only_asked is None or not kind.ends:
            return self.only_asked is not None
        answers = any(other.seat == part.seat for other in self._answers)
        own = part.is_own and part.seat == self.only_asked
        return own and (not answers or not kind.asks_others(self.game, board, part.item["power"]))

    def check_petitions(self, board: Board, verbs: Collection[str] | None = None) -> list[tuple[Part, Any]]:
        """Refuse the petitions, of any verb or of these, that are illegal now; the others with what each says."""
        legal = []
        named = [part for part in self._petitions if verbs is None or part.item["verb"] in verbs]
        for part in [part for part in named if not self._now - self._met or self.comes_first(board, part)]:
            if part.is_open:
                ask = self._petition_of(part)
                value, problems = judge(self.game.petitions[ask.kind], board, ask, part.item["value"])
                if refusals(problems):
                    part.fate, part.problems = REFUSED, [part.placed(problem, self.game) for problem in problems]
                else:
                    legal.append((part, value))
        return legal

    def _petition_of(self, part: Part) -> Ask:
        """A petition as the question that its value answers."""
        return Ask(part.item["verb"], part.item["power"])

    def lapse(self) -> None:
        """What was asked at the head is over: answers that were meant for it answer nothing that comes later."""
        self._now = set()

    def end_step(self, met: Mapping[str, int]) -> None:
        """A step has closed: lines for questions that belonged to it end with it.

        met   {mark of a fleeting question: number of the last entry of which the lines had met it in the step before}
        """
        known = {**met, **dict.fromkeys(self.met, NOW)}
        for part in self._once:
            if part.is_open and part.is_known and self._is_met(part, known):
                part.fate = EXPIRED
        self.met = set()

    def _is_met(self, part: Part, met: Mapping[str, int]) -> bool:
        """Whether a question that the line could have answered came in the step, and went."""
        item = part.item
        for name in kinds_of(branches(item)):
            mark = f"{name}/{item['power']}"
            scope = [f"{mark}{slash}{item[word]}" for word, slash in (("where", "/"), ("round", "//")) if word in item]
            if self.game.kinds[name].expires_with_step and all(
                met.get(one, -1) >= part.entry for one in scope or [mark]
            ):
                return True
        return False

    def end_turns(self, board: Board) -> None:
        """Lines for a turn that is over are over."""
        for part in (*self._once, *self._whole):
            if part.is_open and part.item.get("turn", 0) < self.game.turns.number(board, part.item["power"]):
                part.fate = EXPIRED

    # -- afterwards --------------------------------------------------------------------------------------

    @property
    def fates(self) -> Fates:
        """``{seat: [Part]}``: those of this entry in the order of the document, then older ones."""
        found: Fates = {}
        for part in sorted(self.parts, key=lambda part: not part.is_own):
            found.setdefault(part.seat, []).append(part)
        return found

    def problems(self) -> list[Problem]:
        """Why parts fell: refusals of this entry's answers, and notes (odd) about lines."""
        own = [part.problems if part.is_own and not part.is_standing else _why_fell(part) for part in self.parts]
        return [problem for problems in own for problem in problems]

    def fallen(self) -> list[Problem]:
        """Why lines that were kept for their moment fell when it came: notes (odd)."""
        return [problem for part in self.parts if part.place == "lines" for problem in _why_fell(part)]


def judge(kind: Decision, board: Board, ask: Ask, value: Any, completes: bool = False) -> Judged:
    """An answer made concrete and checked: ``(settled answer, problems)``.

    completes   True for what is done as far as possible: what may not be left undone is done as well

    Orders in JSON may hold any value; one that the kind cannot even look at is refused as ``answer-shape``.
    """
    try:
        settled, problems = kind.settle(board, ask, value)
        if not refusals(problems):
            settled = kind.completed(board, ask, settled) if completes else settled
            found = [*kind.check(board, ask, settled)]
            problems = [*problems, *(kind.at_lines(board, ask, value, settled, found) if found else ())]
        return settled, [one for one in problems if one.level != TOLD] if refusals(problems) else problems
    except STUMBLES:
        return value, [Problem("answer-shape", rule=ask.rule, kind=ask.kind, hint=_example(kind, board, ask))]


def _unsaid(problems: Iterable[Problem]) -> list[str]:
    """Sentences on what went without saying."""
    return list(dict.fromkeys(problem.text for problem in problems if problem.level == TOLD))


def _example(kind: Decision, board: Board, ask: Ask) -> str:
    """A legal answer as a hint; nothing for a petition, which has no default."""
    if type(kind).default is Decision.default and ask.is_open:
        return ""

    return f"A legal answer: {dumps(kind.default(board, ask)).decode()[:300]}"


def _marks_of(ask: Ask) -> list[str]:
    """By what a question is known to the lines that it might have been for: its kind and power, with each place that it
    is about, and with its round."""
    mark = f"{ask.kind}/{ask.power}"
    places = [f"{mark}/{value}" for value in ask.about.values() if isinstance(value, str)]
    return [mark, *places, *([f"{mark}//{ask.about['round']}"] if "round" in ask.about else [])]


def _is_for(branch: Item, ask: Ask) -> bool:
    return branch["kind"] == ask.kind or ask.kind in branch.get("also", ())


def _why_fell(part: Part) -> list[Problem]:
    """Notes on a line that could not answer when its question came; none if it could, or has not come to it."""
    if part.is_standing:
        return [_note("standing-fell", part, problem) for problem in part.problems]
    problems = part.problems if part.fate == REFUSED or part.is_open else ()
    return [_note("line-fell", part, problem, entry=part.entry) for problem in problems]


def _note(code: str, part: Part, problem: Problem, **fields: Any) -> Problem:
    reason = f"[{problem.rule}] {problem.text}" if problem.rule else problem.text
    return Problem(code, level=ODD, where=part.where, quote=problem.quote, reason=reason, **fields)
