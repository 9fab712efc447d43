"""3.5 Control: who holds an area, and what follows at once from a change: points (4.5) and rebasing (9.5)."""

from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Turn
from ..board.parts import OTHER, SIDES
from .areas import in_neutral_country
from .due import does
from .movement import forced_rebase
from .victory import at_once


@does("control", of=1)
@rule("3.5", "Control")
def control(t: Turn, area: str) -> Asking[None]:
    """3.5 An area in which land units of one side only remain passes to that side; a neutral country's area does not,
    while the country is neutral (11.2).  Points follow control (4.5), and units that may not stay rebase (9.5).
    """
    board = t.board
    if area in board.closed:
        return
    alone = [side for side in SIDES if board.has_land(side, area)]
    holder = board.holder[area]
    if len(alone) == 1 and alone[0] != holder and not in_neutral_country(board, area):
        t.emit("control-changed", area=area, before=holder, now=alone[0])
    score(t, area)
    at_once(t)
    if not board.result:
        yield from evict(t, area)


@rule("4.5", "Points for areas")
def score(t: Turn, area: str) -> None:
    """4.5 The PRC has an area's points while it controls the area uncontested, and loses them when it no longer does.

    Ruling: R-4.5-areas-without-points, R-4.5-taiwan-points-once.
    """
    board = t.board
    due = board.parts.areas[area].vp if board.is_friendly("prc", area) else 0
    held = board.scored.get(area, 0)
    if due and not held:
        t.emit("vp-changed", by=due, total=board.vp + due, why="control", area=area)
    elif held and not due:
        t.emit("vp-changed", by=-held, total=board.vp - held, why="control", area=area)


@rule("9.5", "Units without a friendly area", also=("10.1",))
def evict(t: Turn, area: str) -> Asking[None]:
    """9.5 Air and naval units whose side does not control the area, while it is not contested, must rebase (9.7)."""
    board = t.board
    holder = board.holder[area]
    if holder not in OTHER or board.is_contested(area):
        return
    side = OTHER[holder]
    if area in board.parts.special["korea"]["areas"] and board.war == side:
        return  # 11.6: the winner's air and naval units use both Koreas
    if units := board.units_at(area, side):
        yield from forced_rebase(t, side, area, units)
