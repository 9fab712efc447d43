"""Carriers that come for fighters which could land nowhere else: what a player's lines leave undone (phase 6)."""

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from ..board.pieces import split
from . import guarantee
from .bases import ways
from .trial import Trial


@rule("NCM-1", "Who moves", also=("MOV-9", "CAR-1"))
def carriers_come(plan: Trial, load: Callable[..., Any], sail: Callable[..., Any]) -> None:
    """NCM-1. A carrier that has not moved comes to where it takes up fighters that could land nowhere else.

    As many fighters as possible are saved, by the fewest steps.  Carriers that an order of this phase moves are not
    touched, for nobody is forced to save a fighter (R-PRG-1-defaults).  Fighters on the deck of a carrier that comes
    ride along.  `load` and `sail` carry it out (movement.py).
    """
    lost = in_need(plan)
    for carrier, path, riders in coming(plan, lost) if lost else ():
        before = len(plan.facts)
        if riders:
            cargo = {token: riders.count(token) for token in riders}
            load(plan, {"go": "load", "cargo": cargo, "area": path[0], "ship": carrier, "count": 1, "zone": path[0]})
            carrier = f"{carrier.partition('/')[0]}/{plan.facts[-1]['becomes']}" if len(plan.facts) > before else ""
        if carrier:
            sail(plan, {carrier: 1}, path)
    for area, token, count, _ in lost:
        for _ in range(count):
            guarantee.come_down(plan, area, token)


def in_need(plan: Trial) -> list[guarantee.InNeed]:
    """Fighters in the air that no deck and no land takes as things stand: ``[(area, token, count, zones)]``."""
    stuck = guarantee.without_a_field(plan.board, plan.side)
    flying = [row for row in stuck if split(row[1])[1].type == "fighter"]
    room = guarantee.decks_free(plan.board, plan.side) if flying else {}
    short = {(area, token) for area, token, _ in guarantee.share(flying, room)}
    return [row for row in flying if (row[0], row[1]) in short]


def coming(plan: Trial, lost: list[guarantee.InNeed]) -> list[tuple[str, Sequence[str], list[str]]]:
    """``[(token, path, fighters that ride along)]`` of the carriers that come, in the best of all placings."""
    board = plan.board
    fixed, movable = guarantee.carriers(board, plan.side, plan.enemy)
    ways = [open_ways(plan, row[0]) if riders(board, *row) is not None else {row[0]: row[:1]} for row in movable]
    spots = {index: list(found) for index, found in enumerate(ways)}
    best, kept = None, None
    for placed in guarantee.placements(spots, lost):
        room = summed([*fixed.items(), *((zone, movable[index][1]) for index, zone in placed.items())])
        left = sum(count for *_, count in guarantee.share(lost, room))
        steps = sum(len(ways[index][zone]) - 1 for index, zone in placed.items())
        if best is None or (left, steps) < best:
            best, kept = (left, steps), placed
    moves = [(movable[index], ways[index][zone]) for index, zone in (kept or {}).items() if zone != movable[index][0]]
    return [(row[2], path, along) for row, path in moves if (along := riders(board, *row)) is not None]


def riders(board: Board, zone: str, room: int, token: str) -> list[str] | None:
    """The idle fighters that fill what a carrier has no room for; None if fighters that have landed stand there."""
    aboard = board.parts.types["carrier"].decks - len(split(token)[1].cargo) - room
    idle = [
        f"{force}/fighter"
        for force, one, count in board.of_side(zone, board.side)
        for _ in range(count)
        if one.key == "fighter"
    ]
    idle.sort(key=lambda fighter: (fighter.partition("/")[0] in board.forces(), fighter))
    return idle[:aboard] if len(idle) >= aboard else None


def open_ways(plan: Trial, start: str) -> dict[str, list[str]]:
    """The zones that a carrier may enter now in non-combat movement, its own among them: ``{zone: shortest path}``."""
    return ways(plan.board, start, plan.side, lambda zone: not plan.board.blocks(zone, plan.enemy))
