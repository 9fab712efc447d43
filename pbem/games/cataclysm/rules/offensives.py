"""8.1 Offensives: what keeps a power from playing one."""

from pbem.core.rules.rulebook import rule

from ..board.board import Board
from .soviets import is_passive


@rule("4.1", "Civilian offensives")
def needs_pair(board: Board, power: str) -> bool:
    """4.1 Since 2022 a civilian power spends two offensives for one action (ruling R-4.1-civilian-pair)."""
    return board.is_2022 and board.commitment(power) == "civilian"


@rule("8.1", "Offensives that cannot be played", also=("4.1", "12.3"))
def offensive_bar(board: Board, power: str, about: dict[str, str | None]) -> tuple[str, str] | None:
    """8.1 Why a power cannot play its offensive, as (problem code, rule), or None: Collective Security (12.3), or no
    second one in reserve beside the one drawn, where it takes a pair (4.1)."""
    if is_passive(board, power):
        return "ca-collective-security", "12.3"
    held = board.reserve(power)
    paired = held is not None and board.type_of(held) == "offensive" and held not in board.upgraded
    if needs_pair(board, power) and not (about.get("source") == "drawn" and paired):
        return "ca-civilian-offensive", "4.1"
    return None
