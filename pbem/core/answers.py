"""Orders are answers given early: who answers a question when it comes, and from which line.

`Finder` looks, in this order: the only legal answer; the answer lines of this entry's files; queue lines
lodged before; the most specific standing line in force; the published default, if the kind is covered or the
seat is absent; nobody (house.md E3, docs/orders.md).  A line that has become illegal when its turn comes is
never passed over in silence: it is refused, and the question stays open.

`Feed` is what the engine draws and asks from: the record first, then a draw source and a finder.
"""

from .engine import Divergence
from .orders import branches
from .problems import NOT_ALLOWED, ODD, Problem, messages, refusals
from .standing import applying, is_expired, replaces, revokes

messages(
    {
        "answer-shape": "This has not the shape of an answer to {kind}.",
        "standing-fell": "The standing line cannot be carried out: {reason}",
        "queue-fell": "The line kept since entry {entry} cannot be carried out: {reason}",
    }
)

KEPT, USED, REFUSED, NOT_REACHED, PASSED_OVER = "kept", "used", "refused", "not reached", "passed over"
EXPIRED, REVOKED = "expired", "revoked"


class Given:
    """An answer found: `value` (settled JSON), `by` (seat, queue, standing, default or forced), the `seat`, and for
    lines lodged before the `entry` and `line` (its number there)."""

    __slots__ = ("value", "by", "seat", "entry", "line")

    def __init__(self, value, by, seat, entry=None, line=None):
        self.value = value
        self.by = by
        self.seat = seat
        self.entry = entry
        self.line = line

    def row(self, ask):
        """The answer as an entry records it."""
        row = {"seat": self.seat, "question": ask.question, "value": self.value, "by": self.by}
        if self.entry is not None:
            row.update(entry=self.entry, line=self.line)
        return row


class Fate:
    """What became of one line: used, kept, refused, not reached, passed over, expired or revoked.

    seat, line, text, entry   whose line; where it stands in its file; its text; the entry in which it was
    lodged, or None count                     how often it answered problems                  why it was
    refused, or fell
    """

    __slots__ = ("seat", "item", "file", "fate", "count", "problems", "branches", "is_decided")

    def __init__(self, seat, item, file=""):
        self.seat = seat
        self.item = item
        self.file = file
        self.fate = KEPT
        self.count = 0
        self.problems = []
        self.branches = branches(item)  # of a queue line: those not passed over yet
        self.is_decided = False  # the condition of the first of them has been found to hold

    @property
    def line(self):
        return self.item["line"]

    @property
    def text(self):
        return self.item["text"]

    @property
    def entry(self):
        return self.item.get("entry")

    @property
    def is_open(self):
        return self.fate == KEPT

    @property
    def where(self):
        place = self.file or self.seat
        return f"{place} (entry {self.entry})" if self.entry is not None else f"{place}:{self.line}"

    def left(self):
        """The item as far as it is not decided: what is lodged if it was not used."""
        if self.branches[0] is self.item and not self.is_decided:
            return self.item
        first, *others = self.branches
        rest = {"power": self.item["power"], **first}
        rest.pop("else", None)
        if self.is_decided:
            rest.pop("if", None)
        elif others:
            rest["else"] = others
        return rest

    def to_json(self):
        """The fate as reports show it."""
        shown = {"seat": self.seat, "line": self.line, "text": self.text, "fate": self.fate}
        if self.entry is not None:
            shown["entry"] = self.entry
        if self.count:
            shown["count"] = self.count
        if self.problems:
            shown["problems"] = [problem.to_json() for problem in self.problems]
        return shown


class Finder:
    """Finds answers, and remembers what became of every line.

    orders     {seat: order document (orders.OrderFile.to_json, "file" beside it for messages)} of this entry
    queued     {seat: [answer items lodged before, with "entry" and "n"]}
    standing   {seat: [standing items lodged before, with "entry" and "n"]}
    absent     seats whose deadline has passed
    windows    "default": covered kinds take their published default at once; "ask": they wait; "none": for replay
    """

    def __init__(self, game, charter, orders=None, queued=None, standing=None, absent=(), windows="default"):
        self.game = game
        self.charter = charter
        self.absent = absent
        self.windows = windows
        self._arguments = orders or {}, queued or {}, standing or {}
        self.rewind()

    def rewind(self):
        """Forget what was found, as if nothing had been asked yet."""
        orders, queued, standing = self._arguments
        self._fell = set()  # (power, kind) of questions whose line was refused
        self._answers, self._standing, self._petitions = [], [], []
        seats = [seat for seat in self.charter["seats"] if seat in orders or seat in queued or seat in standing]
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
            self._petitions += [Fate(seat, item, order.get("file", "")) for item in order.get("petitions", ())]

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
        """The answer to a question, as Given, or None: somebody must be asked.  Uses up the line that gave it."""
        return self._find(board, ask, True)

    def peek(self, board, ask):
        """The same without using it up."""
        return self._find(board, ask, False)

    def _find(self, board, ask, use):
        seat = self.charter["powers"].get(ask.power, ask.power)
        kind = self.game.kinds[ask.kind]
        if ask.options is not None and len(ask.options) == 1:
            return Given(ask.options[0], "forced", seat)
        given = self._queued(board, ask, kind, use)
        wants_to_be_asked = (ask.power, ask.kind) in self._fell
        if given is None and not wants_to_be_asked:
            given, wants_to_be_asked = self._by_standing(board, ask, kind, use)
        if given is not None:
            return given
        covered = kind.covered and self.windows == "default" and not wants_to_be_asked
        if covered or seat in self.absent:
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
        """The branch of a queue line that answers now, or None: it is passed over, or waits for another question.

        What is decided stays so, if `use`: a branch whose condition held waits for its own kind of question.
        """
        branches, decided = fate.branches, fate.is_decided
        while branches and not decided and "if" in branches[0]:
            decided = all(self.game.conditions.holds(board, ask, condition) for condition in branches[0]["if"])
            if not decided:
                branches = branches[1:]
        if use and not branches:
            fate.fate = PASSED_OVER
        elif use:
            fate.branches, fate.is_decided = branches, decided
        return branches[0] if branches and _is_for(branches[0], ask) else None

    def _refuse(self, fate, ask, problems):
        """A line falls, and with it the later ones of the same power and kind, which were meant to follow it."""
        fate.fate = REFUSED
        fate.problems = [problem.at(fate.where, fate.text) for problem in problems]
        self._fell.add((ask.power, ask.kind))
        later = self._answers[self._answers.index(fate) + 1 :]
        for other in later:
            if other.is_open and other.item["power"] == ask.power and _may_answer(other, ask):
                other.fate = NOT_REACHED

    def _by_standing(self, board, ask, kind, use):
        """``(Given or None, True if the seat wants to be asked)``; a line that is illegal now falls, and the next is looked at."""
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

    def petition(self):
        """The next petition, as the row that an entry records, or None: acts that answer no question."""
        for fate in self._petitions:
            if fate.is_open:
                fate.fate, fate.count = USED, 1
                by = {"by": "seat"} if fate.entry is None else {"by": "queue", "entry": fate.entry, "line": _number(fate.item)}
                question = f"petition/{fate.item['verb']}/{fate.item['power']}"
                return {"seat": fate.seat, "question": question, "value": fate.item["value"], **by}
        return None

    # -- afterwards --------------------------------------------------------------------------------------

    @property
    def fates(self):
        """``{seat: [Fate]}`` of every line: this entry's first, in the order of the file, then those lodged before."""
        fates = {}
        for fate in [*self._answers, *self._standing, *self._petitions]:
            fates.setdefault(fate.seat, []).append(fate)
        return fates

    def problems(self):
        """Why lines fell: refusals of this entry's answer lines, and notes (odd) about lines lodged before."""
        found = []
        for fate in self._answers:
            if fate.entry is None:
                found += fate.problems
            elif fate.fate == REFUSED:
                found += [_note("queue-fell", fate, problem, entry=fate.entry) for problem in fate.problems]
        for fate in self._standing:
            found += [_note("standing-fell", fate, problem) for problem in fate.problems]
        return found

    def left_over(self):
        """``[(seat, item)]`` of this entry's lines that stay: those not reached yet, then standing lines."""
        stay = [fate for fate in [*self._answers, *self._standing, *self._petitions] if fate.is_open and fate.entry is None]
        order = {seat: place for place, seat in enumerate(self.charter["seats"])}
        stay.sort(key=lambda fate: order[fate.seat])
        return [(fate.seat, fate.left()) for fate in stay]

    def spent_lines(self):
        """The items lodged before that are no longer in force: used, refused, not reached, passed over, expired, revoked."""
        lodged = [fate for fate in [*self._answers, *self._standing, *self._petitions] if fate.entry is not None]
        return [fate.item for fate in lodged if not fate.is_open]

    def used_secret(self):
        """The items lodged in secret that gave an answer; they are to be opened.

        With a referee every queue line is secret until it is used (contracts.md 1); a standing line if it
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
        from .canon import dumps

        example = dumps(kind.default(board, ask)).decode()
        problem = Problem("answer-shape", rule=ask.rule, level=NOT_ALLOWED, kind=ask.kind)
        problem.hint = f"A legal answer: {example[:300]}"
        return value, [problem]


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


# -- the feed ----------------------------------------------------------------------------------------------


class Feed:
    """What a session is fed from: recorded draws and answers first, then `source` and `finder`.

    draws, answers   the recorded inputs of the open step (and, to verify, of all that followed it)
    source           a draw source (core.draws), or None: nobody may draw now
    finder           a Finder, or None: every question stops the run
    entry            the number of the entry that new inputs belong to

    New answers are in `answers`, as the entry records them; new draws are in the source's `records`.
    Raises engine.Divergence when the rules ask for something else than the record holds.
    """

    def __init__(self, draws, answers, source=None, finder=None, entry=0):
        self._draws, self._recorded = draws, answers
        self._drawn = self._answered = 0
        self.source = source
        self.finder = finder
        self.entry = entry
        self.answers = []

    @property
    def is_live(self):
        """True when the record has been used up."""
        return self._drawn == len(self._draws) and self._answered == len(self._recorded)

    @property
    def used(self):
        """How many recorded draws and answers have been used."""
        return self._drawn, self._answered

    def position(self, before=None):
        """``[entry, draws, answers]``: where the next new input will stand in the entries.

        `before`, the position of the step before, says which entry it is where the feed was not told.
        """
        drawn = len(self.source.records) if self.source else 0
        return [self.entry or (before[0] if before else 1), drawn, len(self.answers)]

    def petition(self):
        """A petition to take up at this rest point, as (procedure, args), or None; the engine's outer frame asks."""
        if self._answered < len(self._recorded):
            row = self._recorded[self._answered]
            if not row["question"].startswith("petition/"):
                return None
            self._answered += 1
            return petition_step(row)
        given = self.finder.petition() if self.finder and self.is_live else None
        if given is None:
            return None
        self.answers.append(given)
        return petition_step(given)

    def roll(self, request):
        """The result of a draw, or None: nobody may draw now."""
        if self._drawn < len(self._draws):
            return self._drawn_before(request)
        if not self.is_live:
            raise Divergence(_draw_in_words(request), f"an answer to {self._recorded[self._answered]['question']}")
        if self.source is None:
            return None
        if request.kind == "dice":
            return self.source.dice(request.label, request.of["count"], request.of["sides"])
        return self.source.pick(request.label, request.of["items"], request.of["count"])

    def _drawn_before(self, request):
        record = self._draws[self._drawn]
        if (record["label"], record["kind"], record["of"]) != (request.label, request.kind, request.of):
            from .draws import in_words

            raise Divergence(_draw_in_words(request), in_words(record))
        self._drawn += 1
        return record["result"]

    def answer(self, board, ask):
        """The recorded or given answer as a JSON value, or None: somebody must be asked."""
        if self._answered < len(self._recorded):
            record = self._recorded[self._answered]
            if record["question"] != ask.question:
                raise Divergence(ask.question, record["question"])
            self._answered += 1
            return record["value"]
        self._must_be_live(ask)
        given = self.finder.find(board, ask) if self.finder else None
        if given is None:
            return None
        self.answers.append(given.row(ask))
        return given.value

    def peek(self, board, ask):
        """The same without using it up; of the record, the next answer to the same question."""
        if self._answered < len(self._recorded):
            for record in self._recorded[self._answered :]:
                if record["question"] == ask.question:
                    return record["value"]
            raise Divergence(ask.question, self._recorded[self._answered]["question"])
        self._must_be_live(ask)
        given = self.finder.peek(board, ask) if self.finder else None
        return None if given is None else given.value

    def _must_be_live(self, ask):
        if not self.is_live:
            from .draws import in_words

            raise Divergence(ask.question, in_words(self._draws[self._drawn]))


def petition_step(row):
    """The procedure and arguments of a petition, from the row that an entry holds."""
    _, verb, power = row["question"].split("/")
    return f"petition-{verb}", {"power": power, "value": row["value"]}


def _draw_in_words(request):
    from .draws import in_words

    return in_words({"label": request.label, "kind": request.kind, "of": request.of})
