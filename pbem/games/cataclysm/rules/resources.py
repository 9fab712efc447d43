"""4.4 Resources: what a power could collect, printed, limited and from beyond the map."""

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from .supply import has_loc


@rule("4.4.2", "Collecting resources", also=("4.4", "12.2", "2.3.8", "4.3"))
def resources_in_reach(board: Board, power: str, damaged: bool = False) -> list[Json]:
    """4.4.2 What the power could collect now: [{"area", "kind", "limited"}], in the order of the map; with `damaged` as
    if nothing were damaged.

    Under Status Quo Democracies collect in home areas only (12.2); the line of a production site begins there.
    """
    found = []
    for area in board.controlled(power):
        kinds = _kinds(board, area, 0 if damaged else board.damage.get(area, 0))
        if not kinds or _status_quo_bars(board, power, area) or _denied(board, power, area):
            continue
        if has_loc(board, power, area):
            found += kinds
    for kind in (board.parts.scenario.get("offMapResources") or {}).get(power, ()):
        found.append({"area": None, "kind": kind, "limited": False})
    return found


def _kinds(board: Board, area: str, damage: int) -> list[Json]:
    """The resources of an area: printed and special ones less the damaged, then its limited marker (9.5.2)."""
    printed = [*board.area(area).resources, *["industrial"] * (area in board.special_resources())]
    whole = printed[: max(0, len(printed) - damage)]
    found = [{"area": area, "kind": kind, "limited": False} for kind in whole]
    if area in board.limited:
        found.append({"area": area, "kind": board.area(area).limited, "limited": True})
    return found


def _status_quo_bars(board: Board, power: str, area: str) -> bool:
    return board.in_play("status-quo") and board.ideology(power) == "democratic" and not board.is_home(area, power)


@rule("12.1.1", "Rhineland Demilitarized")
def _denied(board: Board, power: str, area: str) -> bool:
    """12.1.1 While the marker lies there Germany has no use of the Ruhr resources (ruling R-12.1.1-ruhr)."""
    return area == "ruhr" and power == "germany" and board.in_play("ge-rhineland-demilitarized")
