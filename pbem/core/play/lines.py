"""Which lines count when a question comes: by their conditions; of an answer of many lines, and of standing lines.

A line of an answer of many is a reading, and may have beside its form and fields ``if`` (conditions), ``else`` (lines
for when they do not hold), ``or`` (lines for when it cannot be done) and ``must`` (whole, or its seat is asked).

A standing line is an answer given once for every question of a kind, as long as it is in force:

    {"power": "france", "when": "combat-reply", "where": "paris", "if": [...], "value": {...},
     "else": [{"ask": true}], "from": [...], "until": [...], "secret": true, "line": 12, "text": "when …"}

The most specific one that applies answers: one with a place before one without, then the one with more conditions, then
the one lodged last, then the one that stands first in its file.  Conditions are looked at when the question comes:
``from`` must hold, ``until`` must not.  ``{"ask": true}`` answers nothing: the seat wants to be asked.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.json_types import Json
from ..data.problems import Problem, refusals
from ..language.conditions import Marks
from ..orders.orderfile import Item, branches
from ..record.charter import Charter
from ..rules.requests import Ask
from ..rules.turns import names_in
from ..title.game import Game

HAS = {"form", "first"}
"""By which a line of many is known: its form, or the first branch that is closed."""
Judge = Callable[[Any], tuple[Any, list[Problem]]]
"""What readings come to: the settled answer, and what is wrong or worth knowing."""


class Done(NamedTuple):
    """What a value came to: the settled answer; the numbers, from 0, of the lines that were left out; what is wrong
    with those, or worth knowing of the others; whether it is an answer at all; and the C of the pieces that were
    looked at for it."""

    value: Any
    left: list[int]
    problems: list[Problem]
    is_done: bool
    seen: Collection[str] = ()


class Line(NamedTuple):
    """A line that counts: its number in the value, what it says with what stands in for it, and for each of these the C
    of the piece that it is, or ""."""

    at: int
    tries: list[Any]
    must: bool
    marks: list[str]


def is_many(value: Any) -> bool:
    """Whether a value is of lines that are looked at one by one."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) and HAS & one.keys() for one in value)


class Since:
    """The conditions of a title, on the board as it is and as it was at the end of the last turn of whoever is asked.

    then   {power: marks of the board at the end of its last turn}; of one without, the board at the start counts
    """

    def __init__(self, game: Game, charter: Charter, then: Mapping[str, Marks]) -> None:
        self.game, self.charter, self.then = game, charter, then

    def hold(self, board: Board, ask: Ask, item: Item, word: str = "if") -> bool:
        """Whether all holds that stands behind a word of a line or a branch."""

        def marks() -> tuple[Marks, Marks]:
            return self._before(ask.power), self.game.turns.marks(board, ask.power)

        return all(self.game.conditions.holds(board, ask, one, marks) for one in item.get(word, ()))

    def _before(self, power: str) -> Marks:
        return self.then[power] if power in self.then else self.game.turns.marks(self._start, power)

    @cached_property
    def _start(self) -> Board:
        return self.game.new_board(self.charter)

    def branch(self, board: Board, ask: Ask, line: Item) -> Item | None:
        """The first branch of a line, itself or an ``else``, whose conditions hold; or None."""
        return next((one for one in branches(line) if self.hold(board, ask, one)), None)

    def counting(self, board: Board, ask: Ask, value: Any) -> list[Line]:
        """The lines of a value whose condition holds, or whose else does."""
        found = []
        for at, line in enumerate(value):
            here = self.branch(board, ask, line)
            if here is not None:
                tries = [here, *others(here)]
                bare = [{name: one[name] for name in ("form", "fields")} for one in tries]
                found.append(Line(at, bare, bool(here.get("must")), [*map(mark_of, tries)]))
        return found

    def applying(self, board: Board, ask: Ask, lines: Sequence[tuple[Item, int]]) -> list[tuple[Item, Item]]:
        """The standing lines that answer a question, most specific first, as ``(line, branch)``.

        lines   ``[(standing line, number of the entry that lodged it)]``, in the order in which they were lodged
        """
        found = []
        for place, (line, entry) in enumerate(lines):
            if line["power"] != ask.power or line["when"] != ask.kind or not is_about(line, ask):
                continue
            is_in_force = self.hold(board, ask, line, "from") and not self.is_expired(board, ask, line)
            branch = self.branch(board, ask, line) if is_in_force else None
            if branch is not None:
                specific = ("where" in line, len(branch.get("if", ())), entry)
                found.append(([-int(part) for part in specific], place, line, branch))
        found.sort(key=lambda row: row[:2])
        return [(line, branch) for _, _, line, branch in found]

    def is_expired(self, board: Board, ask: Ask, line: Item) -> bool:
        """True when all that ``until`` names has come about."""
        return bool(line.get("until")) and self.hold(board, ask, line, "until")

    def asks_first(self, board: Board, line: Item) -> bool:
        """Whether a line was sent for a turn after the coming one, and something has changed since that it names."""
        if not line.get("next") or line.get("anyway"):
            return False
        power, values = line["power"], [one["value"] for one in branches(line) if "value" in one]
        before = self.then.get(power, {})
        names = {name for name in names_in(values) if name in before}
        now = self.game.turns.marks(board, power) if names else {}
        return any(now.get(name) != before[name] for name in names)


def is_about(line: Item, ask: Ask) -> bool:
    """True if the line names no place, or one that the question is about."""
    return "where" not in line or any(_names(value, line["where"]) for value in ask.about.values())


def _names(value: Any, id: str) -> bool:
    return id in value if isinstance(value, (list, dict)) else bool(value == id)


def others(branch: Json) -> list[Json]:
    """What stands in for a branch that cannot be done, as far as it is known."""
    return [one for one in branch.get("or", ()) if "closed" not in one]


def mark_of(branch: Json) -> str:
    """The C of the piece that a branch is; "" if it is none."""
    first = branch.get("first")
    return str(first if type(first) is str else branch.get("mark", ""))


def said(lines: Sequence[Line]) -> list[Any]:
    return [line.tries[0] for line in lines]


def as_written(value: Any, lines: Sequence[Line], judge: Judge) -> Done:
    """All of the lines, or what is wrong with them, by their own numbers."""
    settled, problems = judge(said(lines))
    left = [at for at in range(len(value)) if at not in [line.at for line in lines]]
    is_done = not refusals(problems)
    seen = [line.marks[0] for line in lines]
    return Done(settled, left if is_done else [], [_renumbered(one, lines) for one in problems], is_done, seen)


def as_far_as_possible(value: Any, lines: Sequence[Line], groups: Sequence[Sequence[int]], judge: Judge) -> Done | None:
    """As many of the lines as can be done, tried once in the order written, each on the board that those before it
    leave; None if none can.

    groups   places in `lines` of those that stand and fall together, in the order of their first
    """
    taken: dict[int, Any] = {}
    faults: list[Problem] = []
    seen = [line.marks[0] for line in lines]
    for group in groups:
        tries = [[lines[at].tries[0] for at in group]]
        tries += [[one] for one in lines[group[0]].tries[1:]] if len(group) == 1 else []
        found = list[Problem]()
        for place, one in enumerate(tries):
            trial = {**taken, **dict(zip(group, one))}
            seen.append(lines[group[0]].marks[place])
            why = refusals(judge([trial[at] for at in sorted(trial)])[1])
            if not why:
                taken = trial
                break
            found = found or [_renumbered(problem, [lines[at] for at in sorted(trial)]) for problem in why]
        else:
            faults += found
    if not taken:
        return None
    settled, problems = judge([taken[at] for at in sorted(taken)])
    done = [lines[at].at for at in taken]
    return Done(settled, [at for at in range(len(value)) if at not in done], [*problems, *faults], True, seen)


def fails_a_must(lines: Sequence[Line], left: Sequence[int]) -> bool:
    return any(line.must and line.at in left for line in lines)


def _renumbered(problem: Problem, lines: Sequence[Line]) -> Problem:
    """A problem of one of the lines that were said with its number among all of them."""
    at = problem.where[1:]
    if not at.isdigit() or int(at) >= len(lines):
        return problem
    found = copy(problem)
    found.where = f"/{lines[int(at)].at}"
    return found
