"""Answers of many lines: which of their lines count when the question comes, and which can be done.

A line is a reading, and may have beside its form and fields ``if`` (conditions), ``else`` (lines for when they do not
hold), ``or`` (lines for when it cannot be done) and ``must`` (whole, or its seat is asked).
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.problems import Problem, refusals
from ..orders.conditions import Conditions
from ..orders.orderfile import Item
from ..rules.requests import Ask

Judge = Callable[[Any], tuple[Any, list[Problem]]]
"""What readings come to: the settled answer, and what is wrong or worth knowing."""


class Done(NamedTuple):
    """What a value came to: the settled answer; the numbers, from 0, of the lines that were left out; what is wrong
    with those, or worth knowing of the others; and whether it is an answer at all."""

    value: Any
    left: list[int]
    problems: list[Problem]
    is_done: bool


class Line(NamedTuple):
    """A line that counts: its number in the value, and what it says with what stands in for it."""

    at: int
    tries: list[Any]
    must: bool


def is_many(value: Any) -> bool:
    """Whether a value is of lines that are looked at one by one."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) and "form" in one for one in value)


def holds(conditions: Conditions, board: Board, ask: Ask, item: Item) -> bool:
    """Whether what stands behind the ``if`` of a line or a branch holds."""
    return all(conditions.holds(board, ask, one) for one in item.get("if", ()))


def counting(conditions: Conditions, board: Board, ask: Ask, value: Any) -> list[Line]:
    """The lines of a value whose condition holds, or whose else does."""
    found = []
    for at, line in enumerate(value):
        here = [one for one in (line, *line.get("else", ())) if holds(conditions, board, ask, one)][:1]
        found += [Line(at, [bare(one), *map(bare, one.get("or", ()))], bool(one.get("must"))) for one in here]
    return found


def bare(line: Any) -> Any:
    """A line without what stands beside its form and fields."""
    return {name: line[name] for name in ("form", "fields")}


def said(lines: Sequence[Line]) -> list[Any]:
    return [line.tries[0] for line in lines]


def as_written(value: Any, lines: Sequence[Line], judge: Judge) -> Done:
    """All of the lines, or what is wrong with them, by their own numbers."""
    settled, problems = judge(said(lines))
    left = [at for at in range(len(value)) if at not in [line.at for line in lines]]
    is_done = not refusals(problems)
    return Done(settled, left if is_done else [], [_renumbered(one, lines) for one in problems], is_done)


def as_far_as_possible(value: Any, lines: Sequence[Line], groups: Sequence[Sequence[int]], judge: Judge) -> Done | None:
    """As many of the lines as can be done, tried once in the order written, each on the board that those before it
    leave; None if none can.

    groups   places in `lines` of those that stand and fall together, in the order of their first
    """
    taken: dict[int, Any] = {}
    faults: list[Problem] = []
    for group in groups:
        tries = [[lines[at].tries[0] for at in group]]
        tries += [[one] for one in lines[group[0]].tries[1:]] if len(group) == 1 else []
        found = list[Problem]()
        for one in tries:
            trial = {**taken, **dict(zip(group, one))}
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
    return Done(settled, [at for at in range(len(value)) if at not in done], [*problems, *faults], True)


def fails_a_must(lines: Sequence[Line], left: Sequence[int]) -> bool:
    return any(line.must and line.at in left for line in lines)


def _renumbered(problem: Problem, lines: Sequence[Line]) -> Problem:
    """A problem of one of the lines that were said with its number among all of them."""
    from copy import copy

    at = problem.where[1:]
    if not at.isdigit() or int(at) >= len(lines):
        return problem
    found = copy(problem)
    found.where = f"/{lines[int(at)].at}"
    return found
