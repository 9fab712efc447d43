"""10.6 Air combat: dice and modifiers of both sides."""

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from .land_combat import base_dice
from .naval_combat import modifiers_of
from .sides import ATTACK, DEFENCE


@rule("10.6", "Air combat")
def air_terms(board: Board) -> dict[str, tuple[list[Json], list[Json]]]:
    """10.6 What each side rolls; a bombed area without air units defends itself with one die (9.5.2)."""
    return {side: ([base_dice(board, side, "air")], modifiers_of(board, side, "air")) for side in (ATTACK, DEFENCE)}
