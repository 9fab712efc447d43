"""The turn of a power is the game turn (3.0): its production, and all counters that are drawn in it."""

from typing import Any

from pbem.core.data.tables import beside
from pbem.core.rules.turns import OWN as HELD
from pbem.core.rules.turns import Turns

from ..board.board import Board
from ..board.parts import STABILITIES

WAR, STABILITY = "war {}", "stability"


def number(board: Board, power: str) -> int:
    """Turns before the first are part of it."""
    return board.parts.turns.index(board.turn) + 1 if board.turn in board.parts.turns else 1


def seen(board: Board, power: str) -> dict[str, list[Any]]:
    """Who controls each area, what units of others are there, where its own are; its enemies, and how stable it is."""
    found: dict[str, list[Any]] = {STABILITY: [str(STABILITIES.index(board.powers[power]["stability"]))]}
    for other in board.parts.powers:
        found[WAR.format(other)] = ["war" if board.is_enemy(power, other) else "peace"]
    for area in filter(board.has_area, board.parts.areas):
        holder, units = board.controller(area), board.units_in(area)
        others = sorted(unit for unit in units if board.power_of(unit) != power)
        found[area] = [HELD if holder == power else "", holder, others]
        found |= {unit: [area] for unit in units if unit not in others}
    return found


TURNS = Turns(number, seen=seen, **beside(__file__, "turns"))
