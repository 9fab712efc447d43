"""Who fights in the operation in progress: the attacking and the defending side, by kind of unit (9.1.1,
10.2)."""

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from .coasts import is_apart

ATTACK, DEFENCE = "attack", "defence"
COMBAT_OF = {
    "land": "land",
    "invasion": "land",
    "naval": "naval",
    "base": "naval",
    "air": "air",
    "bombing": "air",
    "atomic": "air",
}


def other_side(side: str) -> str:
    return DEFENCE if side == ATTACK else ATTACK


def primary(board: Board, side: str) -> str | None:
    """The primary attacker or defender; None for a country that defends itself or an unowned base."""
    return board.operation["power"] if side == ATTACK else board.operation["defender"]


def decider(board: Board, side: str, kind: str) -> str | None:
    """Who decides for a side: its primary power, or for a country the first that has units in a combat of this kind (a
    minor army that is alone chooses nothing; ruling R-10.8-country)."""
    if side == ATTACK or primary(board, side) is not None:
        return primary(board, side)
    helpers = board.in_order({power for _, power, _ in in_combat(board, side, kind) if power})
    return helpers[0] if helpers else None


def one_hand(board: Board, power: str, powers: list[str]) -> list[str]:
    """Those of the powers that move their units in one form with a power: its ideology, if one seat holds it all
    (ruling R-10.10-one-form)."""
    shared = board.option("allied-units") == "one-form"
    return [other for other in powers if other == power or (shared and board.ideology(other) == board.ideology(power))]


def speaker(board: Board, owners: list[str]) -> str:
    """Who of the owners of units in one hand is asked for all: the primary attacker or defender, else the first."""
    play = board.operation_if_any or {}
    return next((power for power in (play.get("power"), play.get("defender")) if power in owners), owners[0])


@rule("9.1.1", "Attacker and defender")
def units_of_side(board: Board, side: str, kind: str | None = None) -> list[str]:
    """Units of a side that are in the target area now, sorted; of one class.

    Attackers are the activated and the supporting units.  Defenders are the units in the target friendly to
    the primary defender and the minor army; of a country that defends itself only its minor army and what was
    committed in support.
    """
    play = board.operation
    if side == ATTACK:
        named = {*play["units"], *play[ATTACK]}
        found = [unit for unit in board.units_in(play["target"]) if unit in named]
    else:
        there = board.units_in(play["target"])
        found = [unit for unit in there if _defends(board, play, unit) and not is_apart(board, unit)]
    return [unit for unit in found if kind is None or board.class_of(unit) == kind]


def _defends(board: Board, play: Json, unit: str) -> bool:
    power = board.power_of(unit)
    if power is None:
        return True
    if unit in play["units"] or unit in play[ATTACK]:
        return False
    if unit in play[DEFENCE]:
        return True
    return play["defender"] is not None and board.is_friendly(play["defender"], power)


def in_combat(board: Board, side: str, kind: str) -> list[tuple[str, str | None, bool]]:
    """``(id, power, upgraded)`` of a side's units that take losses in a combat of this kind (10.8)."""
    return [(unit, _commander(board, unit), unit in board.upgraded) for unit in units_of_side(board, side, kind)]


@rule("2.4.4", "Whose a minor army is", also=("10.12.1",))
def _commander(board: Board, unit: str) -> str | None:
    """2.4.4 The minor army of a garrisoned country is a unit of the power that controls the country; where the country
    defends itself (9.1.1) it is nobody's.  So is a Chinese army: its area holds no garrison (11.4.2)."""
    owner, target = board.power_of(unit), board.operation["target"]
    if owner or not board.operation["defender"]:
        return owner
    return board.controller(target)
