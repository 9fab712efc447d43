"""The turn of a power is the game turn (3.0): its production, and all counters that are drawn in it."""

from typing import Any

from pbem.core.rules.turns import Turns

from ..board.board import Board

OWN = ("play-flag", "play-offensive", "produce", "force-pool", "free-action", "transfer")
OWN_ACTIONS = ("military-action", "deploy")


def number(board: Board, power: str) -> int:
    """Turns before the first are part of it."""
    return board.parts.turns.index(board.turn) + 1 if board.turn in board.parts.turns else 1


def seen(board: Board, power: str) -> dict[str, Any]:
    """Who controls each area, and what units of others are there."""
    return {
        area: [board.controller(area), sorted(unit for unit in board.units_in(area) if board.power_of(unit) != power)]
        for area in board.parts.areas
        if board.has_area(area)
    }


TURNS = Turns(
    number,
    once=("status-quo-flag", "produce", "force-pool", "transfer", "set-reserve"),
    own=(*OWN, *OWN_ACTIONS),
    free=("produce",),
    seen=seen,
    subjects={"produce": ("build",), "transfer": ("area",)},
)
