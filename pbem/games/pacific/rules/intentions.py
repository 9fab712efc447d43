"""What combat moves say about the battles to come, judged when all of them are made: programs, the order of battles."""

from collections.abc import Sequence

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from . import battle, kamikaze, land, sea
from .trial import Trial

_say = Sentences(__name__)


@rule("PRG-1", "Battle programs", also=("MOV-4", "LND-5", "SEA-8"))
def check_intentions(plan: Trial) -> None:
    """PRG-1. Over the whole set: a program, or a place in the order of battles, is for a battle that will be; one
    program a battle; and who retreats falls back to where one of the attackers came from."""
    coming = battles_to_come(plan.board) if plan.intentions else ()
    programs = set()
    orders = 0
    for index, item in plan.intentions:
        plan.index = index
        if item["go"] == "battles":
            orders += 1
            check_order(plan, item["areas"], coming, orders)
        else:
            check_program(plan, item, coming, programs)
            programs.add(item["area"])
    plan.index = None


def battles_to_come(board: Board) -> list[str]:
    """Where the power in turn will fight; a zone that kamikazes may strike is one of them."""
    struck = [] if board.side == "japan" or not board.kamikazes else kamikaze.targets(board)
    return list(dict.fromkeys([*battle.due(board), *struck]))


def check_order(plan: Trial, areas: list[str], coming: Sequence[str], orders: int) -> None:
    if orders > 1:
        plan.refuse("pac-one-order", rule="PRG-1")
    for place, area in enumerate(areas):
        if area not in coming:
            _no_battle(plan, area, coming)
        elif area in areas[:place]:
            plan.refuse("pac-two-orders", rule="PRG-1", area=area)


def check_program(plan: Trial, item: Json, coming: Sequence[str], programs: set[str]) -> None:
    area, to = item["area"], item["program"].get("retreat", {}).get("to")
    if area not in coming:
        _no_battle(plan, area, coming)
        return
    if area in programs:
        plan.refuse("pac-two-programs", rule="PRG-1", area=area)
    ways = ways_back(plan.board, area)
    if to and to not in ways:
        hint = _say("ways" if ways else "no-way", ways=ways)
        plan.refuse("pac-no-way-back", rule="PRG-1", area=area, to=to, hint=hint)


def ways_back(board: Board, area: str) -> list[str]:
    """Where attackers may fall back to, as far as the moves decide it: enemies in such a zone may be gone by then."""
    return sea.ways_back(board, area) if board.parts.areas[area].is_sea else land.havens(board, area)


def _no_battle(plan: Trial, area: str, coming: Sequence[str]) -> None:
    plan.refuse("pac-no-battle", rule="PRG-1", area=area, hint=_say("coming" if coming else "none", areas=coming))
