"""Pure computations, for cases."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import refusals

from ..board.board import Board
from ..board.parts import SIDES, installed
from ..rules.areas import operating_problem, over_stack
from ..rules.combat import factor_of, is_hit, protection_problems
from ..rules.events import event_of, half
from ..rules.korea import korea_result
from ..rules.movement import sea_move_problems
from ..rules.sequence import is_event
from ..rules.victory import game_end, russia_outcome


def effective_factor(shooter: str, target: str, place: str, target_reduced: bool = False) -> int:
    """The factor of one unit against another that is on land or at sea."""
    return factor_of(installed(), shooter, False, False, target, place == "land")[0]


def hit(shooter: str, target: str, place: str, die: int, target_reduced: bool = False) -> bool:
    """Whether a die hits."""
    return is_hit(die, effective_factor(shooter, target, place))


def protected_legal(defenders: list[str], place: str, targets: list[str]) -> bool:
    """Whether the targets may be fired at together (10.4)."""
    board = Board()
    where = next(id for id, area in board.parts.areas.items() if area.is_land == (place == "land"))
    for unit in defenders:
        board.put(unit, where)
    return not protection_problems(
        board, [], defenders, {str(shooter): target for shooter, target in enumerate(targets)}
    )


def sea_move_legal(**given: Any) -> bool:
    """Whether a ship of a side (and, in "state", of a country) may sail from one sea to another."""
    board = Board()
    state = given["state"]
    for area, side in state.get("control", {}).items():
        if side in ("neutral", *SIDES):
            board.holder[area] = side
    for area, sides in state.get("land_units", {}).items():
        for side in sides:
            board.lands[side][area] = 1
    if state.get("japan_out"):
        board.events.update({strait["until_event"]: 1 for strait in board.parts.straits.values()})
    problems = sea_move_problems(board, given["side"], given["from"], given["to"])
    if "country" in state:
        unit = next(unit for unit in board.parts.units.values() if unit.country == state["country"])
        limit = operating_problem(board, given["side"], unit, board.parts.areas[given["to"]])
        problems += [limit] if limit else []
    return not refusals(problems)


def count_over_stack(area: str, side: str, category: str, count: int) -> int:
    """How many units of a side are too many."""
    return over_stack(installed(), area, category, count)


def event_on(die: int) -> bool:
    """Whether a die of the event check brings an event."""
    return is_event(installed(), die)


def event_lookup(dice: list[int]) -> str:
    """The event of two dice."""
    return event_of(installed(), dice)


def half_die(die: int) -> int:
    """Half a die, rounded up."""
    return half(installed(), die)


def game_ends(**given: Any) -> str | None:
    """Who wins in a situation, or None."""
    alone = {area: "prc" for area, sides in given.pop("land_units", {}).items() if sides == ["prc"]}
    ended = game_end(installed(), {**given, "alone": alone})
    return ended[0] if ended else None


def russia_roll(use_number: int, mideast_happened: bool, die: int) -> bool:
    """Whether the Russia roll loses the game."""
    happened = dict.fromkeys(installed().tables["game_end"]["russia-roll"]["plus"], mideast_happened)
    return use_number > 1 and russia_outcome(installed(), die, happened)[1]


def korea(prc_land: int, allied_land: int, die: int) -> Json:
    """The net modifier, the total and the outcome on the Korean War table, losses in words."""
    found = korea_result(installed(), prc_land, allied_land, die)
    losses = found["losses"]
    outcome = found["outcome"]
    if len(losses) == 2:
        outcome = f"{losses['prc']} each"
    elif losses:
        [(side, count)] = losses.items()
        outcome = f"{side}-side {count}"
    return {"net": found["net"], "total": found["total"], "outcome": outcome}


COMPUTES = {
    "effective-factor": effective_factor,
    "hit": hit,
    "protected-legal": protected_legal,
    "sea-move-legal": sea_move_legal,
    "over-stack": count_over_stack,
    "event-on": event_on,
    "event-lookup": event_lookup,
    "half": half_die,
    "game-end": game_ends,
    "russia-roll": russia_roll,
    "korea": korea,
}
