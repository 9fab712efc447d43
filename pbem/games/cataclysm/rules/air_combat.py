"""10.6 Air combat: dice and modifiers of both sides."""

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from .land_combat import augmentation, base_dice, limited_supply, surprised
from .naval_combat import extended_range
from .sides import ATTACK, DEFENCE


@rule("10.6", "Air combat")
def air_terms(board: Board) -> dict[str, tuple[list[Json], list[Json]]]:
    """10.6 What each side rolls; a bombed area without air units defends itself with one die (9.5.2)."""
    terms = {}
    for side in (ATTACK, DEFENCE):
        parts = [base_dice(board, side, "air")]
        modifiers = []
        if side == ATTACK:
            modifiers += augmentation(board) + extended_range(board, "air")
        modifiers += limited_supply(board, side, "air")
        if side == DEFENCE:
            modifiers += surprised(board)
        terms[side] = (parts, modifiers)
    return terms
