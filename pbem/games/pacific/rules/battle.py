"""Battles: which are due, and in which order they are fought (phase 4)."""

from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from . import land, sea

# -- which battles -------------------------------------------------------------------------------------------


def due(board: Board) -> list[str]:
    """The areas where a battle must still be fought, sea zones first, each kind by id."""
    contested = to_look_at(board)
    zones = [zone for zone in board.parts.zones if zone in contested and sea.is_due(board, zone)]
    lands = [area for area in board.parts.territories if area in contested and land.is_due(board, area)]
    return zones + lands


def to_look_at(board: Board) -> set[str]:
    """Where several forces are, troops are to land or kamikazes come, and no battle has begun: a battle is due nowhere
    else."""
    shared = {area for area, units in board.units.items() if len(units) > 1}
    landings, struck = {one["area"] for one in board.landings}, {one["zone"] for one in board.divine}
    return (shared | landings | struck) - set(board.fought)


def ready(board: Board) -> list[str]:
    """Those of them that may be fought now: a landing waits for the sea battles in its zones (AMP-2)."""
    pending = due(board)
    zones = {area for area in pending if board.parts.areas[area].is_sea}
    return [
        area
        for area in pending
        if area in zones or not any(one["area"] == area and one["zone"] in zones for one in board.landings)
    ]


@rule("AMP-2", "Clear the sea first", also=("MOV-4",))
def next_battle(t: Turn) -> Asking[None]:
    """AMP-2. The attacker says which battle comes next; battles at sea come before the landings they cover."""
    board = t.board
    area = yield Ask("next-battle", board.power, options=in_order(board, ready(board)))
    yield from fight(t, area)


def fight(t: Turn, area: str) -> Asking[None]:
    """The battle of an area, at sea or on land."""
    t.emit("battle-begun", area=area)
    yield from (sea if t.board.parts.areas[area].is_sea else land).battle(t, area)


def in_order(board: Board, areas: list[str]) -> list[str]:
    """Battles in the order in which the attacker named them, the others behind."""
    named = board.battles
    return sorted(areas, key=lambda area: named.index(area) if area in named else len(named))
