"""The conditions of `if` and `when` lines: a closed list."""

from collections.abc import Callable

from pbem.core.language.conditions import CHANGED, HELD, LOST, Change, Conditions, Marks
from pbem.core.rules.requests import Ask
from pbem.core.rules.turns import word_of

from ..board.board import Board
from ..board.names import POWERS
from ..board.parts import Counter
from .turns import STABILITY, WAR


def in_play(holds: Callable[..., bool]) -> Callable[..., bool]:
    """A condition on a power, which does not hold of one that the scenario does not have."""

    def found(board: Board, ask: Ask, power: str, *arguments: str) -> bool:
        return power in board.powers and holds(board, ask, power, *arguments)

    return found


def controls(board: Board, ask: Ask, area: str, power: str) -> bool:
    return board.has_area(area) and board.controller(area) == power


def uncontrolled(board: Board, ask: Ask, area: str) -> bool:
    return board.has_area(area) and board.controller(area) is None


@in_play
def at_war(board: Board, ask: Ask, power: str, other: str | None) -> bool:
    return board.is_enemy(power, other)


def belligerent(board: Board, ask: Ask, power: str) -> bool:
    return board.is_belligerent(power)


@in_play
def allied(board: Board, ask: Ask, power: str, other: str | None) -> bool:
    return other in board.allies(power)


@in_play
def commitment_is(board: Board, ask: Ask, power: str, word: str) -> bool:
    return board.commitment(power) == word


@in_play
def stability_is(board: Board, ask: Ask, power: str, word: str) -> bool:
    return board.powers[power]["stability"] == word


@in_play
def posture_is(board: Board, ask: Ask, power: str, word: str) -> bool:
    return board.powers[power]["posture"] == word


def reserve_empty(board: Board, ask: Ask) -> bool:
    return board.reserve(ask.power) is None


@in_play
def reserve_of_empty(board: Board, ask: Ask, power: str) -> bool:
    return board.reserve(power) is None


def marker_in_play(board: Board, ask: Ask, name: str) -> bool:
    return any(board.in_play(id) for id in board.place if id == name or id.endswith(f"-{name}"))


def is_drawn(board: Board, ask: Ask, name: str) -> bool:
    counter = board.parts.counters.get(ask.about.get("counter"))
    return counter is not None and name in _names_of(counter)


@in_play
def reserve_is(board: Board, ask: Ask, power: str, name: str) -> bool:
    counter = board.parts.counters.get(board.reserve(power))
    return counter is not None and name in _names_of(counter)


def _names_of(counter: Counter) -> tuple[str, ...]:
    """What people call a counter: army, flag, upgrade-tank."""
    return (f"upgrade-{counter.kind}",) if counter.type == "upgrade" else (counter.type, counter.kind)


def losses_are(board: Board, ask: Ask, number: int) -> bool:
    return ask.about.get("losses") == number


def losses_at_most(board: Board, ask: Ask, number: int) -> bool:
    return ask.about.get("losses", 0) <= number


def garrisoned(board: Board, ask: Ask, area: str) -> bool:
    return board.has_area(area) and board.is_garrisoned(area)


def enemy_in(board: Board, ask: Ask, area: str) -> bool:
    return any(board.is_enemy(ask.power, board.power_of(unit)) for unit in board.units_in(area))


def no_enemy_in(board: Board, ask: Ask, area: str) -> bool:
    return not enemy_in(board, ask, area)


def fewer(board: Board, ask: Ask, number: int, type: str, area: str) -> bool:
    units = board.units_in(area, ask.power)
    return sum(type in (board.type_of(unit), board.side_of(unit)) for unit in units) < number


def war_on_me(then: Marks, now: Marks) -> bool:
    return any(war_of(then, now, power) for power in POWERS)


def war_of(then: Marks, now: Marks, power: str) -> bool:
    enemies = [word_of(marks, WAR.format(power)) == "war" for marks in (then, now)]
    return enemies == [False, True]


def stability_lost(then: Marks, now: Marks) -> bool:
    return now[STABILITY] < then[STABILITY]


CONDITIONS = Conditions(
    {
        "war-on-me": (
            "war on me",
            "a power has become one's enemy since one's last turn",
            Change(war_on_me),
        ),
        "war-on": (
            "war on {power}",
            "the power has become one's enemy since one's last turn",
            Change(war_of),
        ),
        "stability-lost": (
            "stability lost",
            "one's stability is lower than when one's last turn ended",
            Change(stability_lost),
        ),
        "lost": ("{area} lost", "one has lost control of the area since one's last turn", LOST),
        "holds": ("{area} holds", "one controls the area", HELD),
        "changed": (
            "{area|unit} changed",
            "since one's last turn: who controls the area, or units of others there; where one's unit is",
            CHANGED,
        ),
        "no-enemy": ("no enemy in {area}", "no unit of an enemy is there", no_enemy_in),
        "enemy": ("enemy in {area}", "a unit of an enemy is there", enemy_in),
        "fewer": ("fewer than {number} {unit-type} in {area}", "one has fewer units of the type there", fewer),
        "control": ("{area} is {power}", "the power controls the area", controls),
        "nobody": ("{area} is uncontrolled", "nobody controls the area", uncontrolled),
        "garrisoned": ("{area} is garrisoned", "a land unit of a power stands in the area", garrisoned),
        "war": ("{power} at war with {power}", "the two powers are enemies", at_war),
        "belligerent": ("{power} is belligerent", "the power is at war", belligerent),
        "allied": ("{power} is allied with {power}", "the two powers are allies", allied),
        "commitment": ("{power} commitment is {commitment}", "the commitment of the power", commitment_is),
        "stability": ("{power} stability is {stability}", "the stability of the power", stability_is),
        "posture": ("{power} posture is {posture}", "the posture of a Communist power", posture_is),
        "reserve": ("reserve is empty", "the power that is asked has no reserve", reserve_empty),
        "reserve-of": ("{power} reserve is empty", "the power has no reserve", reserve_of_empty),
        "reserve-is": ("{power} reserve is {build|counter}", "the power has such a counter in reserve", reserve_is),
        "marker": ("{marker} is in play", "the marker of a special rule is in force", marker_in_play),
        "drawn": ("{build|counter} is drawn", "the counter in question is of that type", is_drawn),
        "losses-most": ("losses at most {number}", "no more losses are to be taken", losses_at_most),
        "losses": ("losses {number}", "that many losses are to be taken", losses_are),
    }
)
