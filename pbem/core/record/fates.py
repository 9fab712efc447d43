"""What an answer came from, and what became of every line that a seat sent (core.answers)."""

from ..orders.orders import branches

KEPT, USED, REFUSED, NOT_REACHED, PASSED_OVER = "kept", "used", "refused", "not reached", "passed over"
EXPIRED, REVOKED, NOT_NEEDED = "expired", "revoked", "not needed"
FELL_THROUGH = "fell through"  # beside its fate: a standing line that was illegal when it was met, and stays in force


class Given:
    """An answer found: `value` (settled JSON), `by` (seat, queue, standing, default, forced) and the `seat`.

    For standing lines and lines lodged before, `entry` and `line` tell which one it was.
    """

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
    """What became of one line: used, kept, refused, not reached, not needed, passed over, expired or revoked.

    seat       whose line
    line       where it stands in its file
    text       its canonical text
    entry      the entry in which it was lodged, or None for one of this entry's files
    count      how often it answered
    problems   why it was refused, or fell
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
    def has_fallen_through(self):
        """True if it is a standing line that applied but was illegal then: the next best answered in its place."""
        return "when" in self.item and bool(self.problems)

    def at_the_end(self):
        """The fate once the game is over: nothing is kept for later.  Older standing lines end without a word."""
        if not self.is_open or ("when" in self.item and self.entry is not None):
            return self.fate
        return EXPIRED if self.count else NOT_NEEDED

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
