"""Documents by names, over all histories of three entries: one honest seat, and an opener who picks what stands.

Before each entry the seat may send a document: it brings a new line, ends all that it has, or, where it is asked, says
what it said.  The opener puts one of its documents into the line, or none; what is in force may act in the entry; a new
person may take the seat.  Line `old` was there before.  Whether a name has come is asked of the program.

    once      no line acts twice
    ended     a line that its person ended is in force no more once that document or a later one stood
    kept      what was never ended and never acted is in force, if the last document and all others but one stood
    nothing   to end all takes effect
    heir      no document of a predecessor acts for, or ends lines of, the next person
    heard     the last document that was sent since the seat was called can stand
"""

import itertools
from typing import NamedTuple

from pbem.core.record.state import has_come

ENTRIES = 3
SEAT = "a"


class Document(NamedTuple):
    """What a document says: the last line that its seat knew, the names kept, the new lines by name, whose it is."""

    n: int
    base: int
    kept: frozenset
    new: tuple
    person: int


class History:
    """One seat through the entries; the rules in `off` are taken out."""

    def __init__(self, off=frozenset()):
        self.off = off
        self.force = {(1, 1): "old"}
        self.number, self.since, self.floor, self.struck, self.person = 1, 0, 1, set(), 0
        self.sent, self.said, self.acted, self.ended, self.lodged = [], dict(self.force), [], {}, {"old"}
        self.met = set()

    def state(self):
        rows = [{"seat": SEAT, "document": n, "line": p} for n, p in self.force]
        return {
            "struck": {SEAT: [list(name) for name in sorted(self.struck)]},
            **{"floor": {SEAT: self.floor}, "lines": rows, "petitions": []},
        }

    def come(self, name):
        return name in self.force if "over-for-good" in self.off else has_come(self.state(), SEAT, name)

    def send(self, wish, entry):
        """The seat's document: from what it said last, less what the record shows to be over."""
        n = 2 + len(self.sent)
        known = dict(self.force) if "from-the-last-own" in self.off or self.said is None else dict(self.said)
        known = {name: line for name, line in known.items() if name in self.force or not self.come(name)}
        if wish == "end":
            self.ended.update({line: n for line in self.lodged if line not in self.ended})
            known = {}
        if wish == "add":
            known[n, 1] = f"new {entry}"
            self.lodged.add(f"new {entry}")
        if "names" in self.off:  # each document says anew what stands, in words
            known = {(n, k): line for k, line in enumerate(known.values(), 1)}
        kept = frozenset(name for name in known if name in self.force)
        new = tuple(sorted((name, line) for name, line in known.items() if name not in kept))
        self.sent.append(Document(n, entry, kept, new, self.person))
        self.said = known

    def may_stand(self, document, entry, asked):
        fits = document.base == entry if asked else document.base >= self.since
        key = document.person == self.person or "key-in-force" in self.off
        spoiled = "kept-spoils-nothing" in self.off and not document.kept <= {*self.force}
        return fits and key and not spoiled and (document.n > self.number or "numbers-rise" in self.off)

    def is_unheard(self, entry, asked):
        """True if the last document of the seat cannot stand, though it was sent since the seat was last called."""
        last = self.sent[-1] if self.sent else None
        honest = last and last.person == self.person and last.n > self.number
        in_time = honest and (last.base == entry if asked else last.base >= self.since)
        return bool(in_time and not self.may_stand(last, entry, asked))

    def counts(self, document):
        """A document takes the place of all that its seat has."""
        if "empty-stands" in self.off and not document.new and not document.kept & {*self.force}:
            return
        old, brought = dict(self.force), {name: line for name, line in document.new if not self.come(name)}
        stay = document.kept | {name for name, _ in document.new}
        if "whole" not in self.off:
            self.force = {name: line for name, line in self.force.items() if name in stay}
        self.force |= brought
        self.struck |= {*old} - {*self.force}
        self.number = max(document.n, self.number)
        if document.person != self.person:
            self.met.add("heir")

    def entry(self, entry, wish, pick, acts, asked, heir):
        """One entry; False if the opener cannot pick so."""
        if wish:
            self.send(wish, entry)
        self.met |= {"heard"} if self.is_unheard(entry, asked) else set()
        document = None
        if pick is not None:
            if pick >= len(self.sent) or not self.may_stand(self.sent[pick], entry, asked):
                return False
            document = self.sent[pick]
        if document and asked:
            self.counts(document)
        if acts:
            self.acted += self.force.values()
            self.struck |= {*self.force}
            self.force = {}
        if document and not asked:
            self.counts(document)
        if asked:
            self.since, self.floor = entry + 1, max(self.number, self.floor)
        if heir:
            self.person, self.said, self.ended = self.person + 1, None, {}
        return True

    def broken(self, picks):
        """Which of the promises do not hold after the last entry."""
        found = {*self.met}
        if len({*self.acted}) < len(self.acted):
            found.add("once")
        if any(line in self.ended and self.number >= self.ended[line] for line in self.force.values()):
            found.add("ended")
        ends = [d for d in self.sent if not d.new and not d.kept]
        if any(d.n == self.number for d in ends) and self.force or self.unheard(ends, picks):
            found.add("nothing")
        missing = len(self.sent) - len([one for one in picks if one is not None])
        last = not self.sent or self.number == self.sent[-1].n
        left = self.lodged - {*self.ended} - {*self.acted} - {*self.force.values()}
        if missing <= 1 and last and left and not self.person:
            found.add("kept")
        return found

    def unheard(self, ends, picks):
        """True if a document that ends all was put into a line, the last of all, and what it ended is there still."""
        picked = [self.sent[one].n for one in picks if one is not None]
        return bool(picked and ends and picked[-1] == ends[-1].n and self.force and not self.person)


def histories(entries=ENTRIES):
    rows = itertools.product((None, "add", "end"), (None, *range(entries)), (False, True), (False, True))
    for history in itertools.product([*rows], repeat=entries):
        for heir in (None, *range(entries - 1)):
            yield history, heir


def outcome(history, heir, off=frozenset()):
    """The promises that a history breaks; None if it cannot be played so."""
    seat = History(off)
    for entry, (wish, pick, acts, asked) in enumerate(history):
        if not seat.entry(entry, wish, pick, acts, asked, heir == entry):
            return None
    return seat.broken([pick for _, pick, _, _ in history])


def size(history, heir):
    return sum(bool(part) or part == 0 for row in history for part in row[:3] if part is not False), heir is not None


def smallest(off):
    """The smallest history that breaks a promise without the rules in `off`, or None."""
    for entries in range(2, ENTRIES + 1):
        found = [(size(*one), one, what) for one in histories(entries) if (what := outcome(*one, off))]
        if found:
            return min(found, key=lambda row: (row[0], str(row)))
    return None
