"""10.5 Naval combat: dice and modifiers of both sides."""

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from .checks import modifier
from .land_combat import air_superiority_die, augmentation, base_dice, limited_supply, superior, surprised
from .sides import ATTACK, DEFENCE, units_of_side


@rule("10.5", "Naval combat")
def naval_terms(board: Board) -> dict[str, tuple[list[Json], list[Json]]]:
    """10.5 What each side rolls: ``{side: (parts of the dice, modifiers)}``."""
    terms = {}
    for side in (ATTACK, DEFENCE):
        more = air_superiority_die(board, side) + carrier_superiority(board, side)
        terms[side] = ([base_dice(board, side, "naval"), *more], modifiers_of(board, side, "naval"))
    return terms


def modifiers_of(board: Board, side: str, kind: str) -> list[Json]:
    """What counts for a side at sea and in the air alike."""
    own = augmentation(board) + extended_range(board, kind) if side == ATTACK else []
    return own + limited_supply(board, side, kind) + (surprised(board) if side == DEFENCE else [])


@rule("10.5", "Carrier superiority")
def carrier_superiority(board: Board, side: str) -> list[Json]:
    """10.5 One die fewer against a side with more carrier fleets."""
    if superior(board, "naval", "carrier") in (None, side):
        return []
    return [modifier("carrier-superiority", -1, "10.5")]


@rule("7.3.3", "Extended range: penalty")
def extended_range(board: Board, kind: str) -> list[Json]:
    """7.3.3 -1 for the attacker if a unit that takes part in the combat uses extended range.

    Ruling R-7.3.3-kind: only combats in which such a unit takes part suffer, in both editions.  At sea 2018 counts
    naval units only; since 2022 strategic air forces that were activated for it count too.
    """
    kinds = ("naval", "air") if kind == "naval" and board.is_2022 else (kind,)
    there = [unit for each in kinds for unit in units_of_side(board, ATTACK, each)]
    far = [unit for unit in there if unit in board.operation["extended"]]
    return [modifier("extended-range", -1, "7.3.3")] if far else []
