"""5.6.2, 11.2.3, 12.1.3 What the book allows at any time, in the middle of a step as well."""

from collections.abc import Callable
from typing import Any

from pbem.core.rules.requests import Asking, with_interrupts

from ..board.board import Turn
from .victory import PlayEnds

IN_COMBAT = ("end-treaty",)
BEFORE_AN_OPERATION = (*IN_COMBAT, "withdraw-aid", "support")
BETWEEN_ACTIONS = (*BEFORE_AN_OPERATION, "armistice")


def hearing(t: Turn, question: Callable[..., Any]) -> Asking[Any]:
    """12.1.3, 11.2.3, 5.6.2 Whoever may speak at any time is heard before a question is answered, which is put again
    then: `question()` makes it of the board as it is (ruling R-12.1.3-any-time).

    Ruling R-11.2.3-any-time.
    """

    def put():
        if t.board.over:
            raise PlayEnds
        return question()

    return (yield from with_interrupts(t, put))
