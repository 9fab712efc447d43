"""The turn of a power is its nine phases of a round (ORD-1, ORD-2)."""

from typing import Any

from pbem.core.data.tables import beside
from pbem.core.rules.turns import OWN, Turns

from ..board.board import Board
from ..board.parts import FORCES, SIDES
from ..rules.sequence import PHASES

PHASE_OF = beside(__file__, "phases")
"""The phase of the power's own turn in which a kind of question comes; others come in the turns of all."""


def number(board: Board, power: str) -> int:
    order = board.parts.powers
    is_done = board.round > 0 and order.index(board.power) > order.index(power)
    return max(board.round, 1) + is_done


def is_over(board: Board, power: str, kind: str) -> bool:
    """The phase of the kind is over in the power's own turn; a bid comes before the first."""
    if kind == "bid":
        return board.round > 0
    phase = PHASE_OF.get(kind)
    return board.power == power and phase is not None and board.phase in PHASES[PHASES.index(phase) + 1 :]


def needs(one: Any, later: Any) -> bool:
    """What loads needs the ship that sails on, and that what lands from it."""
    forms, first, then = (one["form"], later["form"]), one["fields"], later["fields"]
    if forms in (("load", "move"), ("move", "unload"), ("move", "move")) and first.get("to") == then.get("from"):
        return True
    return forms == ("load", "unload") and first.get("to") == then.get("from")


def seen(board: Board, power: str) -> dict[str, list[Any]]:
    """Who controls each place, and what enemies are there."""
    own = SIDES[power]
    return {
        area: [
            OWN if SIDES.get(board.control.get(area, "")) == own else "",
            board.control.get(area, ""),
            [
                [force, one.key, count]
                for force, one, count in board.stacks(area, [name for name in FORCES if SIDES[name] != own])
            ],
        ]
        for area in board.parts.areas
    }


TURNS = Turns(
    number,
    "round {}".format,
    needs=needs,
    is_over=is_over,
    seen=seen,
    together={("uk", "purchase"): ("us",)},
    **beside(__file__, "turns"),
)
