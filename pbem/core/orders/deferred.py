"""Lines that wait for their question: read once by their words alone, answered from when the question comes.

    read_deferred(text, game)             → the reading and the kinds that it may answer, plain JSON
    answer_from(item, board, ask, game) → the answer, and every problem

A line's kinds are fixed when it is read.  Nothing of the board goes into a reading; nothing of the words is needed
when it is answered from.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypedDict

from ..data.boards import Board
from ..data.problems import Problem, refusals
from ..language.parser import read_forms
from ..language.types import Reading
from ..rules.requests import Ask

if TYPE_CHECKING:
    from ..title.game import Game


class Deferred(TypedDict):
    """A line that was read, and the names of the kinds that it may answer."""

    kinds: list[str]
    reading: Reading


def read_deferred(text: str, game: "Game", kinds: Iterable[str] | None = None) -> Deferred:
    """A line as it waits; raises ParseError.

    kinds   the names of the kinds that it may be for; all kinds of the title by default
    """
    known = [game.kinds[name] for name in kinds] if kinds else game.kinds.values()
    found = read_forms(text, game.names, list(known))
    first = found[0][1]
    return {"kinds": [kind.name for kind, reading in found if reading == first], "reading": first}


def answer_from(item: Deferred | list[Deferred], board: Board, ask: Ask, game: "Game") -> tuple[Any, list[Problem]]:
    """``(answer, problems)`` of a line that was read before, or of several ``[item, …]`` to one question of many lines.

    The answer is None if anything is refused.
    """
    lines = item if isinstance(item, list) else [item]
    kind = game.kinds[ask.kind]
    strange = [line for line in lines if ask.kind not in line["kinds"]]
    if strange:
        return None, [Problem("not-for-this", rule=ask.rule, kind=ask.kind)]
    answer, problems = kind.settle(board, ask, kind.combine([line["reading"] for line in lines]))
    if not refusals(problems):
        problems = [*problems, *kind.check(board, ask, answer)]
    return (None if refusals(problems) else answer), problems
