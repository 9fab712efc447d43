"""The turn of a side is its activity, the events before it included (5.2, 8.2); the set-up belongs to the first."""

from typing import Any

from pbem.core.data.tables import beside
from pbem.core.rules.turns import OWN, Turns

from ..board.board import Board
from ..rules.checks import enemies

OF_PRC_OPS = ("return-fire", "intercept")
"""What the Allies are asked in the activities of the PRC alone, whose aircraft may be intercepted in its own."""
EVENTS = "events"


def number(board: Board, power: str) -> int:
    """PRC actions are counted when they are over, and the Allied activity of the same number follows."""
    is_allied = power == "allied" and board.stage.startswith("allied") and board.stage != "allied-set-up"
    return board.actions if is_allied else board.actions + 1


def is_over(board: Board, power: str, kind: str) -> bool:
    """In an activity of the Allies nobody strikes at them."""
    return power == "allied" and board.stage == "allied-action" and kind in OF_PRC_OPS


def seen(board: Board, power: str) -> dict[str, list[Any]]:
    """Who holds each area and what enemies are there; where each unit is; how many events have come about."""
    areas = {
        area: [_whose(board, area, power), board.holder.get(area), sorted(enemies(board, power, area))]
        for area in board.parts.areas
    }
    units = {unit: [place] for unit, place in board.place.items()}
    return {**areas, **units, EVENTS: [str(sum(board.events.values()))]}


def _whose(board: Board, area: str, power: str) -> str:
    return OWN if board.holder.get(area) == power and not board.is_contested(area) else ""


TURNS = Turns(
    number,
    "activity {}".format,
    is_over=is_over,
    seen=seen,
    type_of=lambda unit: unit.partition("-")[2].rpartition("-")[0],
    **beside(__file__, "turns"),
)
