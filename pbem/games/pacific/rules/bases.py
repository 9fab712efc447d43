"""What gives units a place or a longer reach: air bases, naval bases, carrier decks."""

from ..board.board import Board


def has_base(board: Board, area: str, side: str) -> bool:
    place = board.parts.areas[area]
    return place.air_base and board.is_friendly(area, side)


def base_run(board: Board, path: list[str], side: str) -> bool:
    """Whether a path of three zones goes from one friendly naval base to another."""
    return len(path) == 4 and naval_base(board, path[0], side) and naval_base(board, path[-1], side)


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
