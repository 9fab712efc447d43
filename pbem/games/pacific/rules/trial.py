"""What a set of moves is tried on: a sketch of the board, the facts it amounts to, and what is wrong with it."""

import re
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.tables import Sentences
from pbem.core.rules.facts import Fact

from ..board import facts
from ..board.board import Board
from ..board.pieces import split

_say = Sentences(__name__)

_MARKS = re.compile(r"@\d|[~^#%=+]|\b(?:china|japan|uk|us)/")


def plain(text: str) -> str:
    """Units as lines of orders name them, without the marks of what they did: ``transport(infantry)``."""
    return _MARKS.sub("", text)


class Trial:
    """A set of moves as it is tried on a sketch.  It can stand for the table in rules that only emit.

    phase      "combat" or "noncombat"
    facts      what the moves amount to, in order
    problems   what is wrong, each with the number of its item as place, if it is one item's fault
    index      the number of the item that is tried, None for the whole set
    intentions programs and the order of battles, each with the number of its item
    """

    def __init__(self, board: Board, phase: str) -> None:
        self.board = board.sketch()
        self.phase = phase
        self.side, self.enemy = board.side, board.enemy
        self.facts: list[Fact] = []
        self.problems: list[Problem] = []
        self.rules: list[str] = []
        self.intentions: list[tuple[int | None, Json]] = []
        self.index: int | None = None

    def emit(self, type: str, **fields: Any) -> Fact:
        fact = {"type": type, "rule": fields.pop("rule", "") or (self.rules[-1] if self.rules else ""), **fields}
        facts.FACTS.reducers[type](self.board, fact)
        self.facts.append(fact)
        return fact

    def refuse(self, code: str, rule: str = "", hint: str = "", **fields: Any) -> None:
        where = "" if self.index is None else f"/{self.index}"
        said = {name: plain(value) if isinstance(value, str) else value for name, value in fields.items()}
        self.problems.append(Problem(code, rule=rule, hint=hint, where=where, **said))

    @property
    def who_moves(self) -> str:
        """The number that says which units may move in this phase."""
        return "MOV-4" if self.phase == "combat" else "NCM-1"

    def has(self, area: str, units: dict[str, int]) -> bool:
        """Whether the units are there; if not, a problem."""
        for token, count in units.items():
            force, one = split(token)
            if count < 1 or self.board.count(area, force, one.key) < count:
                there = self.board.total(area, one.type, (force,))
                hint = _say("there", count=there, type=one.type, force=force)
                self.refuse("pac-not-there", rule=self.who_moves, area=area, units=f"{count} {token}", hint=hint)
                return False
            if force not in self.board.forces():
                self.refuse("pac-not-there", rule="MUL-1", area=area, units=f"{token} of yours")
                return False
        return True
