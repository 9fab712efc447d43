"""What an answer came from, and what became of every part of the documents that a seat sent (play.answers)."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..data.json_types import Json
from ..data.problems import Problem
from ..data.tables import Sentences
from ..orders.orderfile import Item, branches, text_of_item
from ..record.closed import as_seen, each_branch, marks_of
from ..title.game import Game

_say = Sentences(__name__)

KEPT, USED, REFUSED = "kept", "used", "refused"
EXPIRED, REVOKED, NOT_NEEDED = "expired", "revoked", "not needed"
Address = tuple[str, int, int, int]
"""Where a part stands: seat, line of the record, number of the document, part."""


def address_of(row: Json) -> Address:
    """Where the part of a row of the state stands."""
    return row["seat"], row["entry"], row["document"], row["line"]


class Given(NamedTuple):
    """An answer found: `value` (settled JSON), `by` (answer, petition, line, standing, default, forced, alike), the
    `seat`, the Part that gave it, or None, sentences on what it left unsaid, and numbers of lines left out."""

    value: Any
    by: str
    seat: str
    part: "Part | None" = None
    unsaid: Sequence[str] = ()
    left: Sequence[int] = ()

    def row(self, question: str) -> Json:
        """The answer as a line of the record holds it; the value only where the part does not say it literally."""
        row: Json = {"by": self.by, "question": question, "seat": self.seat}
        if self.part is None:
            return {**row, "value": self.value}
        row.update(entry=self.part.entry, document=self.part.document, line=self.part.line)
        if self.part.item.get("value") != self.value or {"else", "or", "first"} & self.part.item.keys():
            row["value"] = self.value
        if self.left:
            row["left"] = [*self.left]
        return row


class Part:
    """One part of a document, and what became of it: used, kept, refused, not needed, expired or revoked.

    seat, entry, document, line   whose it is, and where it stands: line of the record, number of the document, part
    item       its reading
    place      "answers", "petitions" or "lines"
    closed     C (hex) if it is closed in the record still, else None
    seen       C of those of its pieces that have acted, or were found illegal before what acted
    is_own     True if its document acts in this entry; False if it was in force before
    count      how often it answered, or had its seat asked
    told       sentences on what it answered last (seat.paraphrase)
    later      the same Part at the end of its seat's turn, as far as nothing is drawn (seat.dry_run); or None
    since      the entry from which on it acts, where its seat has no say in the one that comes (record.participation)
    at, places the line of the file in which it was typed, and line and column of each of its lines, where that is known
    problems   why it was refused, or fell
    """

    def __init__(
        self,
        seat: str,
        entry: int,
        document: int,
        line: int,
        item: Item,
        place: str = "lines",
        closed: str | None = None,
        is_own: bool = False,
        file: str = "",
    ) -> None:
        self.seat, self.entry, self.document, self.line = seat, entry, document, line
        self.item, self.place, self.closed, self.is_own, self.file = item, place, closed, is_own, file
        self.at = line
        self.places: Sequence[Sequence[int]] = []
        self.fate, self.count = KEPT, 0
        self.seen: frozenset[str] = frozenset()
        self.in_a_row = 0  # how often it has given the default of its power's own plans, and nothing else came between
        self.problems: list[Problem] = []
        self.told: list[str] = []
        self.later: Part | None = None
        self.since: int | None = None
        self.has_stopped_play = False  # for want of its answer an offer was not settled, without its being used
        self.legal: tuple[Any, tuple[Any, list[Problem]]] | None = None  # where it was found legal last, and as what
        self._text = ""

    def typed(self, places: Sequence[Sequence[int]], text: str) -> None:
        """Remember where it was typed, ``[[line, column], …]``, and how."""
        self._text = text
        if places:
            self.places, self.at = places, places[0][0] or self.at

    def afresh(self) -> "Part":
        """The same part as it is before anything has become of it, as one of this entry."""
        part = Part(self.seat, self.entry, self.document, self.line, self.item, self.place, None, True, self.file)
        part.at, part.places, part._text, part.legal = self.at, self.places, self._text, self.legal
        return part

    def placed(self, problem: Problem, game: Game, branch: Item | None = None) -> Problem:
        """A problem of this part, or of a branch of it, with its place: that of its line, where it names the number of
        an item."""
        item = re.fullmatch("/([0-9]{1,6})", problem.where)
        number = (int(item[1]) if item else 0) + self._lines_before(branch, game)
        if item:
            problem.where = ""
        if not self.is_own or number >= len(self.places):
            return problem.at(self.where, self.text(game))
        line, column = self.places[number]
        rows = self.text(game).split("\n")
        row = rows[min(number, len(rows) - 1)]
        whole = f"{row} \u2026" if not item and len(rows) > 1 and branch is None else row
        if not column:  # it stood before (sheet.STOOD)
            no = self.item["no"][number]
            problem.hint = _say("take-back", hint=problem.hint, no=no).strip()
            return problem.at(f"{self.seat} (line {no} of what stands)", whole)
        return problem.at(f"{self.file or self.seat}:{line}:{column}", whole)

    def _lines_before(self, branch: Item | None, game: Game) -> int:
        """How many lines the branches have that stand before one."""
        count = 0
        for one in branches(self.item) if branch is not None else ():
            if one is branch:
                break
            many = "kind" in one and game.kinds[one["kind"]].is_multiline
            count += len(one["value"]) if many else 1
        return count

    @property
    def address(self) -> Address:
        return self.seat, self.entry, self.document, self.line

    @property
    def is_standing(self) -> bool:
        return "when" in self.item

    @property
    def is_open(self) -> bool:
        return self.fate == KEPT

    @property
    def is_shown(self) -> bool:
        """True if the entry must open it, should it be closed: it acted, stopped play, or was found illegal."""
        return bool(self.count or self.problems or self.has_stopped_play)

    @property
    def shown(self) -> list[str]:
        """C of all that the entry must open of it."""
        return [*([self.closed] if self.closed else []), *self.seen] if self.is_shown else []

    @property
    def is_known(self) -> bool:
        """True unless pieces of it are closed here."""
        return not any(marks_of(self.item))

    @property
    def has_pieces(self) -> bool:
        """True if its branches are closed in the record each by itself."""
        return any({"closed", "first", "mark"} & one.keys() for one in each_branch(self.item))

    def as_shown(self) -> Item:
        """What it says, as far as all know it once the entry is made."""
        shown: Item = as_seen(self.item, self.seen.__contains__)
        return shown

    def text(self, game: Game) -> str:
        """Its order text: as it was typed, where that is known; else made of what it says, without the power."""
        if not self._text:
            self._text = text_of_item(as_seen(self.item), game)
        return self._text

    def at_the_end(self) -> str:
        """The fate once the game is over: nothing is kept for later.  Older standing lines end without a word."""
        if not self.is_open or (self.is_standing and not self.is_own):
            return self.fate
        return EXPIRED if self.count else NOT_NEEDED

    @property
    def where(self) -> str:
        if not self.is_own:
            return f"{self.seat} (a line of entry {self.entry})"
        if self.places and not self.places[0][0]:
            return f"{self.seat} (what stands)"
        return f"{self.file or self.seat}:{self.at}"

    def to_json(self, game: Game, over: bool = False) -> Json:
        """The fate as reports show it."""
        shown = {
            "seat": self.seat,
            "line": self.at,
            "text": self.text(game),
            "fate": self.at_the_end() if over else self.fate,
            "entry": self.entry,
            "document": self.document,
            "own": self.is_own,
        }
        if self.count:
            shown["count"] = self.count
        told = self.told or (self.later.told if self.later else [])
        if told:
            shown["told"] = told
        if self.problems:
            shown["problems"] = [problem.to_json() for problem in self.problems]
        return shown
