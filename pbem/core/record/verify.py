"""`pbem verify`: recompute everything from the start, and name the first thing that does not hold.

The small verifier (core.verifier) checks what needs no rules: canonical form, heads, envelopes, keys, every draw,
digests.  This one adds the rules: it plays the game again from its first board, entry by entry, with the recorded
draws and answers, and checks who was asked, that every answer was legal and given by right, every fact, every board
and every stop.  Exit code 0: all holds; 4: something does not; 5: evidence is missing.
"""

from itertools import combinations

from ..data.canon import encode, th
from ..data.problems import BrokenFile, Problem, messages, refusals
from ..play.answers import Finder
from ..play.feed import petition_step
from ..play.play import needing_people
from ..rules.engine import Divergence, Session, fold
from .charter import check_installed, seat_of
from .entries import undone_by
from .force import Reconstructed
from .roster import BROKEN
from .verifier import MISSING, examine

messages(
    {
        "rules-diverge": "Play differs from the record: the rules ask {rules_ask}, the entry holds {record_holds}.",
        "rules-left": "The entry holds {count} draws or answers that the rules never ask for.",
        "answer-illegal": "The answer to {question} was not legal: {reason}",
        "answer-by": "The answer to {question} is recorded as {by}, and {why}.",
        "stop-facts": "The facts of this entry are not what its draws and answers lead to, from fact {index} on.",
        "stop-board": "The board after this entry is not what its draws and answers lead to.",
        "stop-open": "The questions open after this entry are not those that the rules ask.",
        "stop-asked": "The entry says {held} were asked; the rules asked {due}.",
        "step-differs": "Step {step} differs from what the rules make of it: {field}.",
        "open-differs": "The open step differs from what the rules make of it: {field}.",
        "rest-stale": "The file's copy of the board at the last rest point is not the board of its facts.",
        "result-differs": "The file says of the end: {held}; the rules say: {due}.",
        "force-differs": "What is in force after the last entry is not what its digest says.",
        "replay-stumbles": "It cannot be played again ({error}): the file was altered, or was written by another pbem.",
        "revision-changed": "Step {step} was played under rules revision {revision} and would differ today.",
        "correction-differs": "Step {step} does not change what this note says.",
        "seal-unopened": "Line {line} of {seat} is still sealed, though the game is over.",
        "correction-fails": "The patch of this correction cannot be applied.",
    }
)

SHORTEST_HEAD = 32  # digits: fewer can be met by trying
MOST_HIDDEN = 8  # of the questions open at one stop, so many may have been answered by lines that are still sealed


class Report:
    """What a verification found.

    problems   what does not hold, first thing first
    missing    evidence that is not there
    notes      {"corrections", "undone", "absences", "passed_over", "closed"}: counts and entries, for people
    counts     {"entries", "draws", "answers", "facts", "steps", "links"}
    """

    __slots__ = ("problems", "missing", "notes", "counts")

    def __init__(self, problems, missing, notes, counts):
        self.problems, self.missing, self.notes, self.counts = problems, missing, notes, counts

    @property
    def exit_code(self):
        return 4 if self.problems else 5 if self.missing else 0


def verify(file, head=None):
    """Check a whole game file (gamefile.GameFile); `head` is another player's head to compare with, or None.

    Raises BrokenFile if the record cannot be read to its end.
    """
    record, found = examine(file.document)
    if record is None or record.halted:
        raise BrokenFile(found)
    problems = [problem for problem in found if problem.level != MISSING]
    missing = [problem for problem in found if problem.level == MISSING]
    if not problems:
        check_installed(file.game, file.charter)
        problems = replayed(file)
        missing += _never_opened(file)
    if head and (len(head) < SHORTEST_HEAD or not file.head.startswith(head.lower())):
        wanted = file.head[: max(len(head), SHORTEST_HEAD)]
        problems.append(Problem("other-head", level=BROKEN, where=file.path, head=head, wanted=wanted))
    return Report(problems, missing, _notes(file), _counts(file))


def replayed(file):
    """What does not hold when the game is played again; rules that stumble over an altered record are no bug."""
    replay = Replay(file)
    try:
        return replay.run()
    except (TypeError, KeyError, IndexError, AttributeError, ValueError, RuntimeError) as error:
        return [Problem("replay-stumbles", level=BROKEN, where=f"entry {replay.at}", error=type(error).__name__)]


class Replay:
    """The game played again from its record."""

    def __init__(self, file):
        self.file = file
        self.problems = []
        self.steps = []
        self.at = 0  # the number of the entry that is played again
        self.undone = {entry["n"] for taken in undone_by(file.entries).values() for entry in taken}

    def run(self):
        """Play every live entry again; the problems found, at most those of the first entry that differs."""
        file = self.file
        self.force = Reconstructed(file)
        self.board = file.first_board()
        self.session = Session(file.game, self.board, on_close=self._close)
        self.facts_before = self.steps_before = self.facts_in_step = 0
        self.position, self.is_fresh = [1, 0, 0], True
        stop = self.session.run(_Recorded(self, {"draws": [], "answers": [], "n": 1}))
        for entry in file.entries:
            self.at = entry["n"]
            if entry["n"] in self.undone or (entry["kind"] == "note" and entry["what"] != "correction"):
                if entry.get("what") == "redo":
                    self.force.go_back(entry["to"])
                    self.is_fresh = True
                continue
            stop = self._entry(entry, stop)
            if self.problems:
                return self.problems
        self._check_end(stop)
        return self.problems

    def _find(self, entry, code, **fields):
        self.problems.append(Problem(code, level=BROKEN, where=f"entry {entry['n']}", **fields))

    def _entry(self, entry, stop):
        if entry["kind"] == "note":
            return self._correct(entry)
        self._check_asked(entry, stop)
        charter, force = self.file.charter, self.force
        finder = Finder(self.file.game, charter, force.orders(entry), force.queue, force.standing, entry["absent"],
                        charter["windows"])
        feed = self.feed = _Recorded(self, entry, finder)
        if self.session.step and self.session.at_rest and not self.session.step["facts"]:
            self.session.step = None  # a petition may come before it (feed.Feed.petition)
        try:
            stop = self.session.run(feed)
        except Divergence as error:
            self._find(entry, "rules-diverge", rules_ask=error.rules_ask, record_holds=error.record_holds)
            return stop
        if feed.left:
            self._find(entry, "rules-left", count=feed.left)
        self._check_stop(entry, stop)
        force.go_on(entry, finder)
        return stop

    def _asks(self, stop):
        """The questions that wait for people at a stop; after a start or a note, what needs nobody is left out."""
        return needing_people(self.file, self.session.board, stop, {}, {}) if self.is_fresh else stop.asks

    def _may_wait(self, stop, number):
        """Every list of questions that may stand open after entry `number`: a line that is still sealed may have
        answered what its seat was asked (fairness.md 6), which nobody can check before it is opened."""
        asks = self._asks(stop)
        closed = {row["seat"] for row in self.file.document["sealed"] if row["entry"] <= number}
        hidden = [ask for ask in asks if seat_of(self.file.charter, ask.power) in closed][:MOST_HIDDEN]
        for count in range(len(hidden) + 1):
            for answered in combinations(hidden, count):
                yield [ask for ask in asks if not any(ask is other for other in answered)]

    def _check_asked(self, entry, stop):
        charter = self.file.charter
        lists = [{seat_of(charter, ask.power) for ask in asks} for asks in self._may_wait(stop, entry["n"] - 1)]
        self.is_fresh = False
        due = [seat for seat in charter["seats"] if seat in lists[0]]
        if entry["asked"] not in [[seat for seat in charter["seats"] if seat in seats] for seats in lists]:
            self._find(entry, "stop-asked", held=", ".join(entry["asked"]) or "nobody", due=", ".join(due) or "nobody")

    def is_closed(self, row):
        """True if an answer was given by a line that is still sealed: it will be checked when the line is opened."""
        return row["by"] in ("standing", "queue") and any(
            (line["seat"], line["entry"], line["line"]) == (row["seat"], row["entry"], row["line"])
            for line in self.file.document["sealed"]
        )

    def _check_stop(self, entry, stop):
        facts = self._new_facts()
        if entry["facts"] != {"to": self.facts_before + len(facts), "digest": _digest("facts", facts)}:
            held = self._file_facts()[self.facts_before : entry["facts"]["to"]]
            differ = [place for place, (one, other) in enumerate(zip(facts, held)) if one != other]
            self._find(entry, "stop-facts", index=self.facts_before + (differ[0] if differ else len(facts)) + 1)
        self.facts_before += len(facts)
        if entry["board"] != _digest("board", self.session.board.to_json()):
            self._find(entry, "stop-board")
        lists = ([ask.to_json() for ask in asks] for asks in self._may_wait(stop, entry["n"]))
        if not any(entry["open"] == _digest("open", asks) for asks in lists):
            self._find(entry, "stop-open")

    def _correct(self, entry):
        """A correction is a step of its own, made of facts with the rule GM, at a rest point."""
        from .repair import correction_step

        step = correction_step(self.file, self.session.board, entry)
        held = self.file.steps[len(self.steps) : len(self.steps) + 1]
        if [one["facts"] for one in held] != [step["facts"]]:
            self._find(entry, "correction-differs", step=len(self.steps) + 1)
        self.session.step = None
        self.session.closed.append(step)
        self.position = [entry["n"], 0, 0]
        self._close(self.session, step)
        self.position = [entry["n"] + 1, 0, 0]
        self.is_fresh = True
        self.feed = _Recorded(self, {"draws": [], "answers": [], "n": entry["n"] + 1})
        return self.session.run(self.feed)

    def _close(self, session, step=None):
        step = step or session.step
        self.steps.append({**step, "from": self.position, "board": _digest("board", session.board.to_json())})
        self.position = self.feed.position() if getattr(self, "feed", None) else [1, 0, 0]

    def _new_facts(self):
        """The facts since the last stop; what was played before it is not gone through again."""
        closed, open_step = self.session.closed, self.session.step
        facts = [fact for step in closed[self.steps_before :] for fact in step["facts"]]
        facts = [*facts, *(open_step["facts"] if open_step else ())][self.facts_in_step :]
        self.steps_before, self.facts_in_step = len(closed), len(open_step["facts"]) if open_step else 0
        return facts

    def _file_facts(self):
        facts = [fact for step in self.file.steps for fact in step["facts"]]
        return facts + (self.file.open["facts"] if self.file.open else [])

    def _check_end(self, stop):
        """The steps, the open step, the copy of the board and the result, as the file holds them."""
        for number, (held, made) in enumerate(zip(self.file.steps, self.steps), 1):
            for field in ("procedure", "args", "from", "facts", "board"):
                if held[field] != made[field]:
                    code = "revision-changed" if held["revision"] != self.file.game.revision else "step-differs"
                    self.problems.append(Problem(code, level=BROKEN, where=f"step {number}", step=number, field=field,
                                                 revision=held["revision"]))
                    return
        if len(self.file.steps) != len(self.steps):
            self.problems.append(Problem("step-differs", level=BROKEN, where="steps", step=len(self.steps),
                                         field=f"the file holds {len(self.file.steps)} closed steps"))
        self._check_open(stop)
        due = self.file.game.result(self.session.board) if stop.why == "over" else None
        if self.file.document["result"] != due:
            self.problems.append(Problem("result-differs", level=BROKEN, where="result", due=due,
                                         held=self.file.document["result"]))
        document = self.file.document
        plays = [entry for entry in self.file.entries if entry["kind"] == "play"]
        force = _digest("force", [document["standing"], document["queue"], document["sealed"]])
        if plays and self.file.entries[-1] is plays[-1] and plays[-1]["force"] != force:
            self.problems.append(Problem("force-differs", level=BROKEN, where="standing"))

    def _check_open(self, stop):
        held, step = self.file.open, self.session.step
        if (held is None) != (step is None):
            self.problems.append(Problem("open-differs", level=BROKEN, where="open", field="whether there is one"))
        if held is None or step is None:
            return
        made = {"procedure": step["procedure"], "args": step["args"], "facts": step["facts"], "from": self.position,
                "waiting": held["waiting"]}
        lists = [[ask.to_json() for ask in asks] for asks in self._may_wait(stop, len(self.file.entries))]
        if held["waiting"] not in lists:
            made["waiting"] = lists[0]
        for field, value in made.items():
            if held[field] != value:
                self.problems.append(Problem("open-differs", level=BROKEN, where="open", field=field))
        rest = fold(self.file.game, self.file.first_board(), [fact for one in self.steps for fact in one["facts"]])
        if rest.to_json() != held["rest"]:
            self.problems.append(Problem("rest-stale", level=BROKEN, where="open"))


class _Recorded:
    """The feed of one entry: its draws and answers, each checked for being legal and given by right."""

    def __init__(self, replay, entry, finder=None):
        self.replay, self.entry, self.finder = replay, entry, finder
        self.drawn = self.answered = 0

    @property
    def left(self):
        return len(self.entry["draws"]) - self.drawn + len(self.entry["answers"]) - self.answered

    def position(self):
        return [self.entry["n"], self.drawn, self.answered]

    def petition(self, board):
        row = self._next_answer()
        if row is None or not row["question"].startswith("petition/"):
            return None
        self.answered += 1
        if self.finder:
            self.finder.petition(board)
        return petition_step(row)

    def roll(self, request):
        if self.drawn == len(self.entry["draws"]):
            return None
        row = self.entry["draws"][self.drawn]
        if (row["label"], row["kind"], row["of"]) != (request.label, request.kind, request.of):
            from ..draws.draws import in_words

            raise Divergence(in_words({"label": request.label, "kind": request.kind, "of": request.of}), in_words(row))
        self.drawn += 1
        return row["result"]

    def _next_answer(self):
        rows = self.entry["answers"]
        return rows[self.answered] if self.answered < len(rows) else None

    def peek(self, board, ask):
        for row in self.entry["answers"][self.answered :]:
            if row["question"] == ask.question:
                return row["value"]
        given = self.finder.peek(board, ask) if self.finder else None
        if given is None or (given.by == "default" and given.seat in self.entry["absent"]):
            return None  # a default for an absence is taken, and recorded, but keeps nobody from being asked next
        return given.value

    def answer(self, board, ask):
        row = self._next_answer()
        if row is None:
            return None
        if row["question"] != ask.question:
            raise Divergence(ask.question, row["question"])
        self.answered += 1
        self._check(board, ask, row)
        return row["value"]

    def _check(self, board, ask, row):
        """Legal, from the right seat, and by right."""
        game, charter, replay = self.replay.file.game, self.replay.file.charter, self.replay
        kind = game.kinds[ask.kind]
        given = self.finder.find(board, ask)
        due = None if given is None else given.row(ask)
        judged = due == row and given.by in ("seat", "queue")  # the finder has just found the same answer legal
        fault = "" if judged else _illegal(kind, board, ask, row["value"])
        if fault:
            replay._find(self.entry, "answer-illegal", question=ask.question, reason=fault)
        if row["seat"] != seat_of(charter, ask.power):
            replay._find(self.entry, "answer-by", question=ask.question, by=row["seat"],
                         why=f"{seat_of(charter, ask.power)} decides for {ask.power}")
        if due != row and not replay.is_closed(row):
            replay._find(self.entry, "answer-by", question=ask.question, by=_by(row), why=_instead(due))


def _illegal(kind, board, ask, value):
    """Why a recorded answer is not legal, or an empty text."""
    try:
        return "; ".join(str(problem) for problem in refusals(kind.check(board, ask, value)))
    except (TypeError, KeyError, IndexError, AttributeError, ValueError):
        return "it has not the shape of an answer"


def _digest(what, value):
    """entries.digest of what is only compared with a digest in the record: that one was made of canonical values."""
    return th(what, encode(value)).hex()


def _by(row):
    return row["by"] + (f" (entry {row['entry']}, line {row['line']})" if "entry" in row else "")


def _instead(due):
    """What was in force instead of the recorded answer, in words."""
    if due is None:
        return "nothing that was in force gives it"
    return f"what was in force gives {due['value']!r} by {_by(due)}"


def _never_opened(file):
    """Every sealed line is opened in the end (fairness.md 6); the Problems of those that were not."""
    plays = [entry for entry in file.entries if entry["kind"] == "play"]
    opened = {(row["seat"], row["entry"], row["line"]) for entry in plays for row in entry.get("opened", ())}
    return [
        Problem("seal-unopened", level=MISSING, where=f"entry {entry['n']}", seat=row["seat"], line=row["line"])
        for entry in plays if file.is_over
        for row in entry["lodged"] if "seal" in row and (row["seat"], entry["n"], row["line"]) not in opened
    ]  # fmt: skip


# -- for people --------------------------------------------------------------------------------------------


def _notes(file):
    plays = [entry for entry in file.entries if entry["kind"] == "play"]
    return {
        "corrections": [entry["n"] for entry in file.entries if entry.get("what") == "correction"],
        "notes": [{"entry": entry["n"], "what": entry["what"], "why": entry["why"]} for entry in file.entries
                  if entry["kind"] == "note"],
        "undone": sorted(entry["n"] for taken in undone_by(file.entries).values() for entry in taken),
        "absences": [{"entry": entry["n"], "seat": seat} for entry in plays for seat in entry["absent"]],
        "passed_over": [{"entry": entry["n"], "seat": seat} for entry in plays
                        for seat in entry.get("passed_over", ())],
        "closed": len(file.document["sealed"]),
    }  # fmt: skip


def _counts(file):
    plays = [entry for entry in file.entries if entry["kind"] == "play"]
    return {
        "entries": len(file.entries), "steps": len(file.steps), "facts": file.fact_count(),
        "draws": sum(len(entry["draws"]) for entry in plays),
        "answers": sum(len(entry.get("answers", ())) for entry in plays),
        "links": sum(len(entry["envelopes"]) for entry in plays),
    }  # fmt: skip
