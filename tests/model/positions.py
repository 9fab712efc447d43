"""One head and the entry after it, exhaustively: every line that can be accepted, made by whoever has what was sent.

A position is what the file says (`participation.Position`), who is dishonest, and whose backup was restored.  A pool is
what honest people let go at that head: documents with their envelopes, and words.  The dishonest sign whatever their
keys sign.  `lines` gives every line that is accepted then; the properties say of all of them together:

    one        for one set of words there is one outcome: envelopes, answers, lines that act; but where (a) the opener
               and another seat that is due are dishonest, or (b) somebody due signed two documents: one for each
    held       the outcome follows from what the line holds
    needed     what burns an entry or leaves somebody out stands on the words that it needs, by a count of its own here
    forgone    nobody's word for a board note serves beside the same person's envelope
    evidence   two lines of one opener have one head before them
    exact      whoever makes a line speaks or opens in it
    fresh      after a note, or with a new chain, honest people add to the next entry, but for words that say otherwise
    paid       who burns an entry by two seals does not answer anew

A rule in `off` is taken out, and what it stops comes back.
"""

import itertools
import math
from typing import Any, NamedTuple

from pbem.core.record.participation import REFEREE

from .participation import Position, acts_now, call, is_enough, is_refused, stand_in_play

BURN = ("burned",)
NEW = "with a chain of this entry"
SEALED = "sealed"
HEADINGS = {"silent": "absence and passing over", "again": "an entry given up", "shut": "answers that stay closed"}


class Document(NamedTuple):
    """A document of a seat: its answer, and the sealed document (its answer) that it carries."""

    seat: str
    answer: Any
    seal: Any = None


class Pool(NamedTuple):
    """What honest people let go: documents, who calls `silent` silent or gives the entry up for it, who said a note."""

    documents: frozenset[Document]
    silent: str | None
    talkers: frozenset[str]
    noted: frozenset[str]


class Line(NamedTuple):
    """An accepted line: what follows, on whose words {(what, who, speakers)}, what it holds besides, who makes it."""

    outcome: Any
    words: frozenset[Any]
    holds: Any
    maker: str | None
    before: int = 0
    next: str = ""


def subsets(items, most=9):
    items = list(items)
    return itertools.chain.from_iterable(itertools.combinations(items, k) for k in range(min(most, len(items)) + 1))


def positions(counts=(2, 3), levels=("shared", SEALED)):
    """``(position, dishonest, whose backup was restored)``, the small ones first."""
    for count, level in itertools.product(counts, levels):
        seats = tuple("abc"[:count])
        for referee, asked, muster in itertools.product((False, True), subsets(seats), (False, True)):
            if (level == SEALED and not referee) or not (asked or muster):
                continue
            plain = Position(seats, referee, asked, muster, () if referee else seats, level)
            hidden = plain._replace(veiled=len(asked) > 1 and not referee, closed=referee)
            for position in dict.fromkeys((plain, hidden)):
                for dishonest in subsets(position.people, count - 1 + referee):
                    for restored in (None, *(seat for seat in seats if seat not in dishonest)):
                        if dishonest:
                            yield position, frozenset(dishonest), restored


class Game:
    """A position with its people, under the rules but those in `off`."""

    def __init__(self, position, dishonest, restored, off=frozenset()):
        self.position, self.dishonest, self.restored, self.off = position, dishonest, restored, off
        usual = call(position)
        self.usual, self.sealing = usual, usual.sealing
        self.senders = [s for s in usual.called if s != usual.opener]

    def twice(self, seat):
        """True for who signs two things where an honest secret file signs one."""
        return seat in self.dishonest or seat == self.restored or "secret-remembers" in self.off

    def seals(self):
        first = self.usual.opener
        return ((0, 1) if self.twice(first) else (0,)) if self.sealing else (None,)

    def choices(self, seat):
        """Each set of documents that a seat may have sent: the dishonest have all that they can sign."""
        if seat in self.dishonest or "signatures" in self.off:
            return [frozenset(Document(seat, answer, seal) for answer in (0, 1) for seal in self.seals())]
        one = [frozenset({Document(seat, 0, seal)}) for seal in self.seals()]
        two = [frozenset({*docs, Document(seat, 1, docs_seal)}) for docs in one for docs_seal in self.seals()]
        return [frozenset(), *one, *(two if self.twice(seat) else ())]

    def pools(self, wordy=True):
        """Each pool; wordy: also those in which honest people have said something of one another."""
        honest = [p for p in self.position.people if p not in self.dishonest]
        for documents in itertools.product(*map(self.choices, self.senders)):
            sent = frozenset().union(*documents)
            gone = {d.seat for d in sent} if "word-or-envelope" not in self.off else set()
            if not wordy:
                yield Pool(sent, None, frozenset(), frozenset())
                continue
            for silent in (None, *self.position.persons):
                heard = {d.seat for d in sent} - self.dishonest
                talkers = [p for p in honest if p != silent] if silent and silent not in heard else []
                for who in subsets(talkers):
                    for noted in subsets([p for p in honest if p not in gone]):
                        yield Pool(sent, silent, frozenset(who), frozenset(noted))

    # -- every line that is accepted

    def lines(self, pool):
        yield from self.plays(pool)
        yield from self.notes(pool)

    def speakers(self, pool, who):
        return self.dishonest | (pool.talkers if who == pool.silent else frozenset())

    def says(self, what, who, speakers):
        """The word of these as a row of ``{(what, who, speakers)}``, or None if it is not enough."""
        few = {"again": "again-by-more-than-half", "silent": "absence-by-enough", "redo": "board-by-all"}.get(what)
        needed = "silent" if what == "shut" else what
        enough = few in self.off or is_enough(self.position, needed, who, frozenset(speakers))
        return (what, who, frozenset(speakers)) if enough and speakers else None

    def plays(self, pool):
        for silent in map(frozenset, subsets(self.position.persons, 2)):
            heard = frozenset(d.seat for d in pool.documents) if self.position.level == SEALED else frozenset()
            for shut in self.shutting(silent):
                words = [
                    self.says("shut" if who in shut else "silent", who, self.speakers(pool, who)) for who in silent
                ]
                refused = is_refused(self.position, silent, heard, shut) and "passing-by-the-idle" not in self.off
                if None in words or refused:
                    continue
                for asked in self.askings():
                    position = self.position._replace(asked=asked)
                    now = call(position, silent - shut, heard)
                    for left in [shut, *([frozenset(asked)] * ("shut-by-enough" in self.off and self.position.veiled))]:
                        yield from self.played(pool, position, now, frozenset(words), left)

    def shutting(self, silent):
        """Who of those called silent may have sent closed answers and not opened them."""
        several = self.position.veiled and not self.position.referee and len(self.position.asked) > 1
        return map(frozenset, subsets(silent & {*self.position.asked} if several and not self.sealing else ()))

    def askings(self):
        yield self.position.asked
        if "asked-from-state" in self.off:  # an answer that is not in the record hides a question
            yield from ((*rest,) for rest in subsets(self.position.asked) if len(rest) < len(self.position.asked))

    def played(self, pool, position, now, words, shut):
        opener = now.opener
        if opener is None and "passing-by-the-idle" in self.off:
            opener = next((seat for seat in position.openers if seat not in now.passed), None)
        if opener is None:
            return
        due = [s for s in now.due if s != opener] if not now.is_sealed else list(now.taking_part)
        for picked in self.picked(pool, now, due):
            seals = {d.seal for d in picked}
            if now.sealing and len(seals) > 1 and "two-seals-do-not-play" not in self.off:
                continue
            answers = {d.seat: d.answer for d in picked if d.seat in position.asked}
            if "one-document" in self.off:
                seats = [d.seat for d in picked]
                answers = {seat: answers[seat] if seats.count(seat) == 1 else "default" for seat in answers}
            if now.sealing:
                answers[opener] = next(iter(seals)) if len(seals) == 1 else "default"
            answers |= {seat: "default" for seat in (*now.absent, *shut) if seat in position.asked}
            mixed = frozenset(d.seat for d in picked) | {opener} if not now.is_sealed else frozenset({opener})
            holds = "play", picked, words, shut, position.asked
            for change, next_one in self.bent(now, opener, answers, mixed, due):
                yield Line(("play", *change), words, holds, opener, next=next_one)
                if "one-place" in self.off and self.dishonest:
                    yield Line(("play", *change), words, holds, opener, before=1)

    def picked(self, pool, now, due):
        """The documents that a line may hold: one of each who is due, and nobody else's."""
        rows = [[frozenset({d}) for d in sorted(pool.documents) if d.seat == seat] for seat in due]
        if now.is_sealed:  # a referee writes down what he says had come
            free = REFEREE in self.dishonest
            rows = [[frozenset({Document(s, 0)}), *([frozenset({Document(s, 1)})] * free)] for s in due]
        if "one-document" in self.off:
            rows = [[*row, *(a | b for a, b in itertools.combinations(row, 2))] for row in rows]
        if "exactly-due" in self.off:
            rows = [[*row, frozenset()] for row in rows]
        for picked in itertools.product(*rows):
            yield frozenset().union(*picked)

    def bent(self, now, opener, answers, mixed, due):
        """What follows from a line, and what else would without a rule: ``((mixed, answers, acts), next)``."""
        own = (0, 1) if opener in self.dishonest and acts_now(now, opener) and not now.sealing else ("",)
        if opener in self.dishonest and "opener-lines-later" in self.off and not now.sealing:
            own = (0, 1)
        rows = [(mixed, answers, acts) for acts in own]
        if opener in self.dishonest:
            if "opened-is-used" in self.off and now.sealing:
                rows += [(mixed, {**answers, opener: other}, own[0]) for other in (0, 1)]
            if "fates-derived" in self.off:
                rows += [(mixed, {**answers, seat: "default"}, own[0]) for seat in answers]
            if "seal-by-others" in self.off and now.sealing:
                rows += [(mixed, {**answers, opener: "default"}, own[0])]
            if opener in self.position.asked and not now.sealing:  # it decides what it has seen
                rows += [(mixed, {**answers, opener: other}, own[0]) for other in (0, 1)]
            if "pinches-stand" in self.off and now.is_sealed and now.muster:
                rows += [(mixed | {"another word"}, answers, own[0])]
        if opener == REFEREE and opener in self.dishonest and self.position.closed:
            rows += [(mixed, answers, "a closed line is held back")]
        if "people-act-later" in self.off and opener in self.dishonest:
            rows += [(mixed - {opener} | {(opener, NEW)}, answers, own[0])]
        for a, b, c in rows:
            yield (a, tuple(sorted(b.items(), key=str)), c), ""

    def notes(self, pool):
        for speakers in (pool.noted, pool.noted | self.dishonest):
            yield from self.note("redo", None, speakers)
        for who in self.position.persons:
            for speakers in (self.speakers(pool, who) - self.dishonest, self.speakers(pool, who)):
                yield from self.note("again", who, speakers)
        if "people-in-play-lines" in self.off or not stand_in_play("anchor"):
            for who in self.dishonest & {*call(self.position).called, self.usual.opener}:
                yield Line(BURN, frozenset({("anchor", who, frozenset({who}))}), "note", who, next="note")
        yield from self.doubled(pool)

    def note(self, what, who, speakers):
        row = self.says(what, who, speakers)
        makers = self.dishonest if "signed-by-a-speaker" in self.off else speakers & self.dishonest
        if row:
            yield Line(BURN, frozenset({row}), "note", min(makers or speakers), next="note")

    def doubled(self, pool):
        """Two seals of the opener in documents of two others burn the entry; without a rule, less does."""
        carried = {(d.seat, d.seal) for d in pool.documents}
        opener = self.usual.opener
        if self.sealing:
            pairs = [(a, b) for a, b in itertools.permutations(carried, 2) if a[0] < b[0] and a[1] != b[1]]
            if "seals-of-two-others" in self.off and opener in self.dishonest:
                pairs += [(a, (opener, 1 - a[1])) for a in carried]
            for pair in pairs:
                paid = "free" if "sealer-has-defaults" in self.off and opener in self.dishonest else "note"
                yield Line(BURN, frozenset(), ("seals", frozenset(pair)), pair[0][0], next=paid)
        if "proof-changes-nothing" in self.off:
            rows = [[d for d in pool.documents if d.seat == seat] for seat in self.senders]
            for row in rows:
                if len(row) > 1:
                    yield Line(BURN, frozenset(), ("proof", frozenset(row)), row[0].seat, next="note")
            if self.sealing and opener in self.dishonest:
                yield Line(BURN, frozenset(), ("proof", "seals"), opener, next="note")

    # -- what holds of them together

    def listed(self, pool, words, makers, count):
        """Under which heading of the list more than one outcome on the same words stands, or None."""
        if self.position.level == SEALED and REFEREE in self.dishonest:
            return "the referee at sealed"
        due = set(call(self.position, frozenset(who for what, who, *_ in words if what == "silent")).due)
        if makers & self.dishonest and (due - makers) & self.dishonest:
            return "an opener with another who is due"
        mine = [[d for d in pool.documents if d.seat == seat] for seat in due & (self.dishonest | {self.restored})]
        if count <= math.prod(map(len, filter(None, mine))):
            return "two documents of one"
        return "closed lines" if REFEREE in self.dishonest and self.position.closed else None

    def count(self, lines):
        """``{words: {outcome: maker}}``: of an honest opener one line at most, for it signs one."""
        found, honest = {}, {}
        for line in lines:
            mine = line.maker in self.dishonest or line.outcome == BURN
            (found if mine else honest).setdefault(line.words, {}).setdefault(line.outcome, line.maker)
        for words, outcomes in honest.items():
            there = found.setdefault(words, {})
            more = sorted((row for row in outcomes.items() if row[0] not in there), key=str)
            there.update(more[:1])
        return found

    def headings(self, pool):
        """Under which headings of the list what can follow beside the first outcome stands."""
        found = self.count(self.lines(pool))
        rows = {self.listed(pool, words, set(row.values()), len(row)) for words, row in found.items() if len(row) > 1}
        if len(found) > 1:
            rows |= {HEADINGS.get(what) for words in found for what, _, _ in words}
            rows |= {"a board note of the referee" for words in found if ("redo", None, frozenset({REFEREE})) in words}
        return rows - {None}

    def broken(self, pool):
        """The property that does not hold, with what shows it; None if all hold."""
        lines = [*self.lines(pool)]
        counts = self.count(lines)
        for words, outcomes in counts.items():
            if len(outcomes) > 1 and not self.listed(pool, words, set(outcomes.values()), len(outcomes)):
                return "one", outcomes
        held = {}
        for line in lines:
            closed = self.position.closed and REFEREE in self.dishonest
            if line.outcome != held.setdefault((line.holds, line.words, line.maker), line.outcome) and not closed:
                return "held", line
            if not all(self.is_needed(*row) for row in line.words):
                return "needed", line
            if line.words and line.outcome == BURN and line.maker not in self.spoken(line):
                return "exact", line
            if line.next == "free":
                return "paid", line
        if len({line.before for line in lines if line.outcome != BURN and line.maker in self.dishonest}) > 1:
            return "evidence", lines[0]
        return self.forgone(pool, lines) or self.fresh(lines)

    @staticmethod
    def spoken(line):
        return {speaker for _, _, speakers in line.words for speaker in speakers}

    def is_needed(self, what, who, speakers):
        """The count of the page: a referee; without one more than half, for a change of the board all."""
        seats = len(speakers & {*self.position.persons})
        most = 2 * seats > len(self.position.persons) and (what == "again" or not self.position.referee)
        whole = seats == len(self.position.persons)
        few = {"silent": most, "shut": most, "again": most, "redo": whole}
        return REFEREE in speakers or few.get(what, False)

    def forgone(self, pool, lines):
        sent = {d.seat for d in pool.documents} - self.dishonest
        for line in lines:
            for what, _, speakers in line.words:
                if what == "redo" and speakers & sent and self.position.level == "shared":
                    return "forgone", line
        return None

    def fresh(self, lines):
        """Who adds to the next entry, when the dishonest brought a new chain, or burned this one."""
        if self.position.level == SEALED:
            return None
        brought = [("muster-after-chain", "a new chain")] + [("muster-after-note", "a note")] * any(
            line.outcome == BURN for line in lines
        )
        for rule, what in brought:
            for asked in subsets(self.position.seats):
                after = call(self.position._replace(asked=asked, muster=rule not in self.off))
                adding = {*after.due, after.opener}
                if asked and adding <= self.dishonest:
                    return "fresh", (what, "then asked", asked, "adding", sorted(adding))
        return None


def size(position, dishonest, pool):
    """What makes one position smaller than another: seats, words, dishonest, documents, asked."""
    words = len(pool.talkers) + len(pool.noted)
    return len(position.seats), words, len(dishonest), len(pool.documents), len(position.asked), position.muster


def smallest(off):
    """The smallest position in which the rules but those in `off` do not hold what is promised, or None."""
    for counts, wordy in itertools.product([(2,), (3,)], (False, True)):
        found = []
        for position, dishonest, restored in positions(counts):
            game = Game(position, dishonest, restored, off)
            for pool in game.pools(wordy):
                broken = game.broken(pool)
                if broken:
                    found.append((size(position, dishonest, pool), position, dishonest, restored, pool, broken))
        if found:
            return min(found, key=lambda row: (row[0], str(row)))
    return None
