"""6.1.4 Leaving an alliance."""

from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Turn
from .retreat import expel


@rule("6.1.4", "Breaking an alliance")
def break_alliance(t: Turn, power: str, why: str) -> Asking[None]:
    """6.1.4 The power leaves; two others stay allied.  Units that may not stay leave (10.10; 2022 or to the cup)."""
    ideology = t.board.ideology(power)
    left = t.board.allies(power)
    t.emit("alliance-broken", power=power, ideology=ideology, left=left if len(left) > 1 else [], why=why)
    yield from expel(t, why="alliance")
