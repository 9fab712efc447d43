"""2.2.1 Areas with two coasts (Finland, Lombardy, Spain): a ship lies on one of them, and reaches only the sea of its
coast."""

from typing import Any

from pbem.core.data.problems import Problem
from pbem.core.rules.rulebook import rule

from ..board.board import Board


@rule("2.2.1", "The coast must be named")
def unnamed_coast(board: Board, unit: str, to: str, spots: list[str]) -> list[Any]:
    """2.2.1 A ship is clearly on one coast: where the spots (texts) that it can reach leave open which coast of an area
    is meant, the order has to say it.  Problems."""
    reached = [text.partition("/")[2] for text in spots if text.partition("/")[0] == to]
    if len(reached) < 2 or board.class_of(unit) != "naval":
        return []
    coasts = [f"{to} {coast}" for coast in reached]
    return [Problem("ca-which-coast", rule="2.2.1", unit=unit, area=board.area(to).name, coasts=coasts)]


def with_only_coast(to: str, spots: list[str]) -> str:
    """A spot (text) without a coast becomes the only spot of its area among those that can be reached."""
    reached = [text for text in spots if text.partition("/")[0] == to]
    return reached[0] if to not in spots and len(reached) == 1 else to


def coasts_matter(board: Board, area: str) -> bool:
    """Whether ships on one coast of an area and on the other are apart (ruling R-2.2.1-coast, a switch)."""
    return bool(board.area(area).coasts) and board.option("coasts") != "one-area"


@rule("2.2.1", "The coast that ships attack", also=("9.4.1", "9.4.2", "2.3.3"))
def coasts_attacked(board: Board, power: str, form: str, target: str) -> list[str] | None:
    """2.2.1, 9.4 The coasts on which a naval operation against an area with two coasts can be fought, or None where
    any will do: that of the base (Gibraltar lies on the south coast of Spain), else those of opposing ships; a
    strategic air force is on no coast (ruling R-2.2.1-coast, a switch)."""
    printed = board.area(target)
    if not coasts_matter(board, target) or form not in ("naval", "base"):
        return None
    if form == "base":
        return [printed.base["coast"]] if (printed.base or {}).get("coast") else None
    ships = board.units_in(target, kind="naval")
    lying = {board.coast.get(unit) for unit in ships if board.is_opposing(power, board.power_of(unit))}
    return [coast for coast in printed.coasts if coast in lying] or None


@rule("2.2.1", "Ships on the other coast take no part")
def is_apart(board: Board, unit: str) -> bool:
    """2.2.1 Whether a ship in the target area lies on the other coast than the one of the operation in progress."""
    coast = board.operation.get("coast")
    if not coast or not coasts_matter(board, board.operation["target"]):
        return False
    return board.class_of(unit) == "naval" and board.coast.get(unit) not in (None, coast)
