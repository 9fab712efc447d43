"""What gives units a place or a longer reach: air bases, naval bases, carrier decks."""

from collections.abc import Callable

from pbem.core.data.collecting import paths

from ..board.board import Board
from ..board.pieces import Piece, piece


def has_base(board: Board, area: str, side: str) -> bool:
    place = board.parts.areas[area]
    return place.air_base and board.is_friendly(area, side)


def runs(board: Board, one: Piece, zone: str, side: str) -> bool:
    """Whether a ship in a zone is on a run from a friendly naval base in non-combat movement, or may begin one."""
    return one.on_run or (one.moves in (None, board.parts.types[one.type].move) and naval_base(board, zone, side))


def moves_to(board: Board, one: Piece, start: str, goal: str, side: str) -> int:
    """How many moves a ship has left in non-combat movement to get from one zone to another."""
    type = board.parts.types[one.type]
    have = type.move if one.moves is None else one.moves
    if runs(board, one, start, side) and naval_base(board, goal, side):
        return have + board.parts.turn["combat"]["base_run"] - type.move
    return have


def ways(board: Board, start: str, side: str, is_open: Callable[[str], bool]) -> dict[str, list[str]]:
    """``{zone: shortest path}`` of what an unmoved ship can get to in non-combat movement through zones that are open,
    its own among them."""
    ship, most = piece("carrier"), board.parts.turn["combat"]["base_run"]
    found = paths(start, lambda zone: filter(is_open, board.parts.areas[zone].sea), most)
    return {zone: path for zone, path in found.items() if len(path) - 1 <= moves_to(board, ship, start, zone, side)}


def naval_base(board: Board, zone: str, side: str) -> bool:
    """Whether a friendly naval base serves a sea zone."""
    return any(
        zone in board.parts.base_zones(area) and board.is_friendly(area, side) for area in board.parts.areas[zone].land
    )


def on_deck(board: Board, zone: str, side: str) -> int:
    """How many fighters of a side stand on decks in a zone (not in the air, not on patrol, not cargo)."""
    stacks = board.of_side(zone, side)
    return sum(n for _, one, n in stacks if one.type == "fighter" and not one.flying and not one.on_cap)


def deck_room(board: Board, zone: str, side: str) -> int:
    """How many fighters the carriers of a side in a zone can hold besides their cargo."""
    per = board.parts.types["carrier"].decks
    return sum(n * (per - len(one.cargo)) for _, one, n in board.of_side(zone, side) if one.type == "carrier")
