"""What order lines may be made to depend on: conditions of `if` and `when`, a function each (conditions.json)."""

from pbem.core.language.conditions import Change
from pbem.core.rules.requests import Ask
from pbem.core.title.conditions import read_conditions

from ..board.board import ELIMINATED, Board
from ..board.parts import SIDES
from ..rules.checks import enemies
from .turns import EVENTS


def control(board: Board, ask: Ask, area: str, power: str) -> bool:
    return board.holder.get(area) == power and not board.is_contested(area)


def neutral(board: Board, ask: Ask, area: str) -> bool:
    return board.holder.get(area, "neutral") == "neutral" and not board.is_contested(area)


def contested(board: Board, ask: Ask, area: str) -> bool:
    return board.is_contested(area)


def enemy(board: Board, ask: Ask, area: str) -> bool:
    return bool(enemies(board, ask.power, area))


def no_enemy(board: Board, ask: Ask, area: str) -> bool:
    return not enemy(board, ask, area)


def unit_in(board: Board, ask: Ask, unit: str, area: str) -> bool:
    return board.place[unit] == area


def reduced(board: Board, ask: Ask, unit: str) -> bool:
    return unit in board.reduced


def eliminated(board: Board, ask: Ask, unit: str) -> bool:
    return board.place[unit] == ELIMINATED


def joined(board: Board, ask: Ask, country: str) -> bool:
    return board.country[country] in SIDES


def vp_least(board: Board, ask: Ask, number: int) -> bool:
    return board.vp >= number


def vp_below(board: Board, ask: Ask, number: int) -> bool:
    return board.vp < number


def happened(board: Board, ask: Ask, event: str) -> bool:
    return board.happened(event) > 0


def war(board: Board, ask: Ask) -> bool:
    return board.war == "on"


def fewer(board: Board, ask: Ask, number: int, type: str, area: str) -> bool:
    own = board.units_at(area, ask.power)
    return sum(board.parts.units[unit].type == type for unit in own) < number


def attacked(board: Board, ask: Ask, area: str) -> bool:
    return ask.about.get("area") == area


event = Change(lambda then, now: then[EVENTS] != now[EVENTS])

CONDITIONS = read_conditions(__file__, vars())
