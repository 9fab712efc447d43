"""What a player who is away would want where he must give up units or place those of the enemy: pure judgements for the
published defaults.  Nothing here is a rule."""

from collections.abc import Collection, Sequence
from typing import Any

from ..board.board import Board
from ..board.parts import OTHER
from .areas import CATEGORIES, of_category, over_stack


def dispensable(board: Board, units: Sequence[str], count: int, first: Collection[str] = ()) -> list[str]:
    """The `count` units that are missed least, sorted: those of `first` before all others.

    Behind them those that hold no area alone before those that do, others before landing ships, and the weakest by the
    sum of their factors and of what they carry; among equals not those that attack from the air (8.6).
    """
    chosen: list[str] = []

    def missed(id: str) -> tuple[Any, ...]:
        unit = board.parts.units[id]
        drops = unit.type in board.parts.special["op4"]["types"]
        holds = holds_alone(board, id, chosen)
        return id not in first, holds, bool(unit.capacity), board.strength(id), drops, id

    while len(chosen) < count:
        chosen.append(min((id for id in units if id not in chosen), key=missed))
    return sorted(chosen)


def holds_alone(board: Board, unit: str, gone: Collection[str]) -> bool:
    """Whether a unit is the last land unit of its side in a land area when those of `gone` are no more.

    Korea is fought for by sums of factors (11.5), not by who is left.
    """
    area = board.area_of(unit)
    parts = board.parts
    if area is None or parts.units[unit].category != "land" or not parts.areas[area].is_land:
        return False
    if area in parts.special["korea"]["areas"]:
        return False
    there = of_category(board, board.units_at(area, board.side[unit]), "land")
    return not [id for id in there if id != unit and id not in gone]


def worst_base(board: Board, side: str, units: Sequence[str], bases: Sequence[str]) -> str:
    """The base to which a side drives units of the enemy: where most of them are too many (7.2), then the one that lies
    farthest from units of the side, which are out of their reach there; among equals the first."""
    there = [board.area_of(id) for id, one in board.side.items() if one == side and board.is_on_map(id)]

    def distance(base: str) -> int:
        steps = board.parts.steps_from(base)
        return min((steps[area] for area in there if area in steps), default=0)

    return min(bases, key=lambda base: (-crowded_out(board, OTHER[side], units, base), -distance(base)))


def crowded_out(board: Board, side: str, units: Sequence[str], base: str) -> int:
    """How many units of a side are too many in an area when these join those that are there."""
    here = {*board.units_at(base, side), *units}
    return sum(over_stack(board.parts, base, one, len(of_category(board, sorted(here), one))) for one in CATEGORIES)
