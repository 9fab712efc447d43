"""Orders are answers given early: who answers a question when it comes, and from which line.

`Finder` looks, in this order: the only legal answer; the answer lines of this entry's files; queue lines
lodged before; the most specific standing line in force; the published default, if the kind is covered or the
seat is absent; nobody (docs/orders.md).  A line that has become illegal when its turn comes is
never passed over in silence: it is refused, and the question stays open.

`fates` has what is found and what became of every line; `feed` puts it before the engine.
"""

from ..data.problems import ODD, Problem, messages, refusals
from ..data.text import translate
from ..orders.kinds import Kind
from ..record.fates import EXPIRED, NOT_NEEDED, NOT_REACHED, PASSED_OVER, REFUSED, REVOKED, USED, Fate, Given
from ..rules.requests import Ask
from .standing import applying, is_expired, replaces, revokes

messages(
    {
        "answer-shape": "This has not the shape of an answer to {kind}.",
        "standing-fell": "The standing line cannot be carried out: {reason}",
        "queue-fell": "The line kept since entry {entry} cannot be carried out: {reason}",
    }
)


class Finder:
    """Finds answers, and remembers what became of every line.

    orders     {seat: order document (orders.OrderFile.to_json, "file" beside it for messages)} of this entry
    queued     {seat: [answer items lodged before, with "entry" and "n"]}
    standing   {seat: [standing items lodged before, with "entry" and "n"]}
    absent     seats whose deadline has passed: for what is asked at this stop, not for what play asks later
    windows    "default": covered kinds take their published default at once; "ask": they wait; "none": the
               same, for replay
    """

    def __init__(self, game, charter, orders=None, queued=None, standing=None, absent=(), windows="default"):
        self.game = game
        self.charter = charter
        self.absent = absent
        self.windows = windows
        self._arguments = orders or {}, queued or {}, standing or {}
        self._for_now, self._now = [], None  # None: all that is met is asked now
        self.rewind()

    def end_of_stop(self):
        """Begin again after everything that is asked now was looked at.

        Lines of this entry that answered were meant for what is asked now: if play does not need them (another
        took up the offer), they lapse, and never answer a later question.
        """
        self._for_now = [fate.item for fate in self._answers if fate.count and fate.entry is None]
        self._now = set(self._met)
        self.rewind()

    def rewind(self):
        """Forget what was found, as if nothing had been asked yet."""
        orders, queued, standing = self._arguments
        self._petitioned = False  # a petition of this entry is being heard
        self._fell = set()  # (power, kind) of questions whose line was refused
        self._met = set()  # questions answered since
        self._answers, self._standing, self._petitions = [], [], []
        seats = [
            seat for seat in self.charter["seats"] if seat in orders or seat in queued or seat in standing
        ]
        for seat in seats:
            order = orders.get(seat, {})
            file = order.get("file", "")
            self._answers += [Fate(seat, item, file) for item in order.get("answers", ())]
            self._standing += [Fate(seat, item, file) for item in order.get("standing", ())]
        for seat in seats:
            lodged = [Fate(seat, item) for item in [*queued.get(seat, ()), *standing.get(seat, ())]]
            self._take_back(lodged, orders.get(seat, {}))
            self._answers += [fate for fate in lodged if "when" not in fate.item]
            self._standing += [fate for fate in lodged if "when" in fate.item]
        self._sort_out_petitions(orders, seats)

    def _sort_out_petitions(self, orders, seats):
        """Petitions of this entry's files, and those lodged before, which stand among the queue lines."""
        self._petitions = [fate for fate in self._answers if "verb" in fate.item]
        self._answers = [fate for fate in self._answers if "verb" not in fate.item]
        for seat in seats:
            order = orders.get(seat, {})
            self._petitions += [
                Fate(seat, item, order.get("file", "")) for item in order.get("petitions", ())
            ]

    @staticmethod
    def _take_back(lodged, order):
        """Mark lodged lines that an order file revokes or replaces."""
        for fate in lodged:
            taken = any(revokes(item, fate.item) for item in order.get("revoked", ()))
            if "when" in fate.item:
                taken = taken or any(replaces(item, fate.item) for item in order.get("standing", ()))
            if taken:
                fate.fate = REVOKED

    # -- finding -----------------------------------------------------------------------------------------

    def find(self, board, ask):
        """The answer to a question, as Given, or None: somebody must be asked.  Uses up its line."""
        return self._find(board, ask, True)

    def peek(self, board, ask):
        """The same without using it up."""
        return self._find(board, ask, False)

    def _find(self, board, ask, use):
        seat = self.charter["powers"].get(ask.power, ask.power)
        kind = self.game.kinds[ask.kind]
        is_asked_now = self._now is None or (ask.question in self._now and ask.question not in self._met)
        if is_asked_now:
            self._petitioned = False
        elif not self._petitioned:
            self.lapse()
        if ask.options is not None and len(ask.options) == 1:
            return Given(ask.options[0], "forced", seat)
        if use:
            self._met.add(ask.question)
        given = self._queued(board, ask, kind, use)
        wants_to_be_asked = (ask.power, ask.kind) in self._fell
        if given is None and not wants_to_be_asked:
            given, wants_to_be_asked = self._by_standing(board, ask, kind, use)
        if given is not None:
            return given
        covered = kind.covered and self.windows == "default" and not wants_to_be_asked
        if covered or (seat in self.absent and is_asked_now):
            return Given(kind.default(board, ask), "default", seat)
        return None

    def _queued(self, board, ask, kind, use):
        """The answer of the next line of this power for this kind; refuses the line if it is illegal now."""
        for fate in self._answers:
            if not fate.is_open or fate.item["power"] != ask.power or not _may_answer(fate, ask):
                continue
            branch = self._decide(board, ask, fate, use)
            if branch is None:
                continue
            value, problems = judge(kind, board, ask, branch["value"])
            if refusals(problems):
                self._refuse(fate, ask, problems)
                return None
            if use:
                fate.fate, fate.count = USED, 1
                fate.problems = [problem.at(fate.where, fate.text) for problem in problems]
            if fate.entry is None:
                return Given(value, "seat", fate.seat)
            return Given(value, "queue", fate.seat, fate.entry, _number(fate.item))
        return None

    def _decide(self, board, ask, fate, use):
        """The branch of a queue line that answers now, or None: it is passed over, or waits.

        What is decided stays so, if `use`: a branch whose condition held waits for its own kind of question.
        """
        branches, decided = fate.branches, fate.is_decided
        while branches and not decided and "if" in branches[0]:
            decided = all(
                self.game.conditions.holds(board, ask, condition) for condition in branches[0]["if"]
            )
            if not decided:
                branches = branches[1:]
        if use and not branches:
            fate.fate = PASSED_OVER
        elif use:
            fate.branches, fate.is_decided = branches, decided
        return branches[0] if branches and _is_for(branches[0], ask) else None

    def _refuse(self, fate, ask, problems):
        """A line falls, and with it the later ones of its power and kind, which were meant to follow it."""
        fate.fate = REFUSED
        fate.problems = [problem.at(fate.where, fate.text) for problem in problems]
        self._fell.add((ask.power, ask.kind))
        later = self._answers[self._answers.index(fate) + 1 :]
        for other in later:
            if other.is_open and other.item["power"] == ask.power and _may_answer(other, ask):
                other.fate = NOT_REACHED

    def _by_standing(self, board, ask, kind, use):
        """``(Given or None, True if the seat wants to be asked)``; after a line that falls comes the next."""
        fates = [fate for fate in self._standing if fate.is_open]
        self._expire(board, ask, fates)
        by_line = {id(fate.item): fate for fate in fates}
        for line, branch in applying(board, ask, [fate.item for fate in fates], self.game.conditions):
            fate = by_line[id(line)]
            if "ask" in branch:
                if use:
                    fate.count += 1
                return None, True
            value, problems = judge(kind, board, ask, branch["value"])
            if refusals(problems):
                fate.problems = [problem.at(fate.where, fate.text) for problem in problems]
                continue
            if use:
                fate.count += 1
            entry = fate.entry if fate.entry is not None else self._arguments[0][fate.seat]["entry"]
            return Given(value, "standing", fate.seat, entry, _number(line)), False
        return None, False

    def _expire(self, board, ask, fates):
        for fate in fates:
            if fate.item["power"] == ask.power and is_expired(board, ask, fate.item, self.game.conditions):
                fate.fate = EXPIRED

    def petition(self, board):
        """The next legal petition, as the row that an entry records, or None."""
        self.check_petitions(board)
        for fate in self._petitions:
            if fate.is_open:
                fate.fate, fate.count = USED, 1
                self._petitioned = True  # what it asks leaves open what was asked at the stop
                question = f"petition/{fate.item['verb']}/{fate.item['power']}"
                row = {"seat": fate.seat, "question": question, "value": fate.item["value"], "by": "seat"}
                if fate.entry is not None:
                    row.update(by="queue", entry=fate.entry, line=_number(fate.item))
                return row
        return None

    def check_petitions(self, board):
        """Refuse the petitions that are illegal now."""
        for fate in self._petitions:
            item = fate.item
            if fate.is_open:
                ask = Ask(item["verb"], item["power"])
                _, problems = judge(self.game.petitions[item["verb"]], board, ask, item["value"])
                if refusals(problems):
                    fate.fate = REFUSED
                    fate.problems = [problem.at(fate.where, fate.text) for problem in problems]

    # -- afterwards --------------------------------------------------------------------------------------

    @property
    def fates(self):
        """``{seat: [Fate]}`` of every line: this entry's in the order of the file, then older ones."""
        fates = {}
        for fate in [*self._answers, *self._standing, *self._petitions]:
            fates.setdefault(fate.seat, []).append(fate)
        return fates

    def problems(self):
        """Why lines fell: refusals of this entry's lines, and notes (odd) about those lodged before."""
        found = []
        for fate in [*self._answers, *self._petitions]:
            if fate.entry is None:
                found += fate.problems
            elif fate.fate == REFUSED:
                found += [_note("queue-fell", fate, problem, entry=fate.entry) for problem in fate.problems]
        for fate in self._standing:
            found += [_note("standing-fell", fate, problem) for problem in fate.problems]
        return found

    def revoked(self):
        """``[(seat, item)]`` of what this entry's files take back."""
        orders = self._arguments[0]
        return [
            (seat, item) for seat in self.charter["seats"] for item in orders.get(seat, {}).get("revoked", ())
        ]

    def left_over(self):
        """``[(seat, item)]`` of this entry's lines that stay: those not reached yet, then standing lines."""
        if not self._petitioned:
            self.lapse()
        stay = [
            fate
            for fate in [*self._answers, *self._standing, *self._petitions]
            if fate.is_open and fate.entry is None
        ]
        order = {seat: place for place, seat in enumerate(self.charter["seats"])}
        stay.sort(key=lambda fate: order[fate.seat])
        return [(fate.seat, fate.left()) for fate in stay]

    def answered_and_over(self, over):
        """``[(seat, item)]`` of this entry's standing lines that answered in it and do not outlive it: they expired,
        or the game is `over`."""
        fates = [fate for fate in self._standing if fate.entry is None and fate.count]
        return [(fate.seat, fate.item) for fate in fates if over or not fate.is_open]

    def lapse(self):
        """What was asked at the stop is over: lines that were meant for it lapse."""
        self._now = set()
        for fate in self._answers:
            if fate.is_open and any(fate.item is item for item in self._for_now):
                fate.fate = NOT_NEEDED

    def spent_lines(self):
        """The items lodged before that are no longer in force, for whatever reason (fates)."""
        lodged = [
            fate for fate in [*self._answers, *self._standing, *self._petitions] if fate.entry is not None
        ]
        return [fate.item for fate in lodged if not fate.is_open]

    def used_secret(self):
        """The items lodged in secret that gave an answer; they are to be opened.

        With a referee every queue line is secret until it is used (docs/architecture.md); a standing line if it
        says so.
        """
        lines = [*self._answers, *self._standing, *self._petitions]
        lodged = [fate for fate in lines if fate.entry is not None and fate.count]
        return [
            fate.item
            for fate in lodged
            if fate.item.get("secret") or ("when" not in fate.item and self.charter.get("referee"))
        ]

    def fired(self):
        """``[(item, count)]`` of the standing lines that answered, or had their seat asked."""
        return [(fate.item, fate.count) for fate in self._standing if fate.count]


def judge(kind, board, ask, value):
    """An answer made concrete and checked: ``(settled answer, problems)``.

    Orders in JSON may hold any value; one that the kind cannot even look at is refused as ``answer-shape``.
    """
    try:
        settled, problems = kind.settle(board, ask, value)
        if not refusals(problems):
            problems = [*problems, *kind.check(board, ask, settled)]
        return settled, problems
    except (TypeError, KeyError, IndexError, AttributeError, ValueError, RecursionError):
        return value, [Problem("answer-shape", rule=ask.rule, kind=ask.kind, hint=_example(kind, board, ask))]


def _example(kind, board, ask):
    """A legal answer as a hint; nothing for a petition, which has no default."""
    if type(kind).default is Kind.default:
        return ""
    from ..data.canon import dumps

    return translate("A legal answer: {answer}").format(answer=dumps(kind.default(board, ask)).decode()[:300])


def _may_answer(fate, ask):
    """True if a branch that is left is for the kind of the question."""
    left = fate.branches[:1] if fate.is_decided else fate.branches
    return any(_is_for(branch, ask) for branch in left)


def _is_for(branch, ask):
    return branch["kind"] == ask.kind or ask.kind in branch.get("also", ())


def _number(item):
    """The number of a line where it was lodged; of one that was not, its line in the file."""
    return item.get("n", item["line"])


def _note(code, fate, problem, **fields):
    reason = f"[{problem.rule}] {problem.text}" if problem.rule else problem.text
    return Problem(code, level=ODD, where=fate.where, quote=fate.text, reason=reason, **fields)
