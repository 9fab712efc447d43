"""The conditions of standing and conditional lines, a function each (conditions.json)."""

from pbem.core.rules.requests import Ask
from pbem.core.title.conditions import read_conditions

from ..board.board import Board
from ..board.parts import FORCES, SIDES


def losses(board: Board, ask: Ask, number: str) -> bool:
    return sum(ask.about.get("hits", {}).values()) >= number


def round(board: Board, ask: Ask, number: str) -> bool:
    return ask.about.get("round", 0) >= number


def enemy(board: Board, ask: Ask, area: str) -> bool:
    there = (force.partition("/")[0] for force in board.units.get(area, ()))
    return any(SIDES[force] != SIDES[ask.power] for force in there)


def no_enemy(board: Board, ask: Ask, area: str) -> bool:
    return not enemy(board, ask, area)


def control(board: Board, ask: Ask, area: str, nation: str) -> bool:
    return board.control.get(area) == nation


def fewer(board: Board, ask: Ask, number: int, type: str, area: str) -> bool:
    own = [force for force in FORCES if SIDES[force] == SIDES[ask.power]]
    units = sum(count for _, one, count in board.stacks(area, own) if one.type == type)
    return units + (type == "industrial-complex" and area in board.complexes) < number


def turn(board: Board, ask: Ask, number: int) -> bool:
    return board.round >= number


CONDITIONS = read_conditions(__file__, vars())
