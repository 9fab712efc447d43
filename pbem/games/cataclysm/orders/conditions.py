"""The conditions of `if` and `when` lines: a closed list, a function each (conditions.json)."""

from collections.abc import Callable

from pbem.core.language.conditions import Change, Marks
from pbem.core.rules.requests import Ask
from pbem.core.rules.turns import word_of
from pbem.core.title.conditions import read_conditions

from ..board.board import Board
from ..board.names import POWERS
from ..board.parts import Counter
from .turns import STABILITY, WAR


def in_play(holds: Callable[..., bool]) -> Callable[..., bool]:
    """A condition on a power, which does not hold of one that the scenario does not have."""

    def found(board: Board, ask: Ask, power: str, *arguments: str) -> bool:
        return power in board.powers and holds(board, ask, power, *arguments)

    return found


def control(board: Board, ask: Ask, area: str, power: str) -> bool:
    return board.has_area(area) and board.controller(area) == power


def nobody(board: Board, ask: Ask, area: str) -> bool:
    return board.has_area(area) and board.controller(area) is None


@in_play
def war(board: Board, ask: Ask, power: str, other: str | None) -> bool:
    return board.is_enemy(power, other)


def belligerent(board: Board, ask: Ask, power: str) -> bool:
    return board.is_belligerent(power)


@in_play
def allied(board: Board, ask: Ask, power: str, other: str | None) -> bool:
    return other in board.allies(power)


@in_play
def commitment(board: Board, ask: Ask, power: str, word: str) -> bool:
    return board.commitment(power) == word


@in_play
def stability(board: Board, ask: Ask, power: str, word: str) -> bool:
    return board.powers[power]["stability"] == word


@in_play
def posture(board: Board, ask: Ask, power: str, word: str) -> bool:
    return board.powers[power]["posture"] == word


def reserve(board: Board, ask: Ask) -> bool:
    return board.reserve(ask.power) is None


@in_play
def reserve_of(board: Board, ask: Ask, power: str) -> bool:
    return board.reserve(power) is None


def marker(board: Board, ask: Ask, name: str) -> bool:
    return any(board.in_play(id) for id in board.place if id == name or id.endswith(f"-{name}"))


def drawn(board: Board, ask: Ask, name: str) -> bool:
    counter = board.parts.counters.get(ask.about.get("counter"))
    return counter is not None and name in _names_of(counter)


@in_play
def reserve_is(board: Board, ask: Ask, power: str, name: str) -> bool:
    counter = board.parts.counters.get(board.reserve(power))
    return counter is not None and name in _names_of(counter)


def _names_of(counter: Counter) -> tuple[str, ...]:
    """What people call a counter: army, flag, upgrade-tank."""
    return (f"upgrade-{counter.kind}",) if counter.type == "upgrade" else (counter.type, counter.kind)


def losses(board: Board, ask: Ask, number: int) -> bool:
    return ask.about.get("losses") == number


def losses_most(board: Board, ask: Ask, number: int) -> bool:
    return ask.about.get("losses", 0) <= number


def garrisoned(board: Board, ask: Ask, area: str) -> bool:
    return board.has_area(area) and board.is_garrisoned(area)


def enemy(board: Board, ask: Ask, area: str) -> bool:
    return any(board.is_enemy(ask.power, board.power_of(unit)) for unit in board.units_in(area))


def no_enemy(board: Board, ask: Ask, area: str) -> bool:
    return not enemy(board, ask, area)


def fewer(board: Board, ask: Ask, number: int, type: str, area: str) -> bool:
    units = board.units_in(area, ask.power)
    return sum(type in (board.type_of(unit), board.side_of(unit)) for unit in units) < number


@Change
def war_on_me(then: Marks, now: Marks) -> bool:
    return any(_war_of(then, now, power) for power in POWERS)


def _war_of(then: Marks, now: Marks, power: str) -> bool:
    enemies = [word_of(marks, WAR.format(power)) == "war" for marks in (then, now)]
    return enemies == [False, True]


war_on = Change(_war_of)


@Change
def stability_lost(then: Marks, now: Marks) -> bool:
    return now[STABILITY] < then[STABILITY]


CONDITIONS = read_conditions(__file__, vars())
