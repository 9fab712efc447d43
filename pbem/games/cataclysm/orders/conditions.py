"""The conditions of `if` and `when` lines: a closed list."""

from pbem.core.language.conditions import Conditions
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.parts import Counter


def controls(board: Board, ask: Ask, area: str, power: str) -> bool:
    return board.has_area(area) and board.controller(area) == power


def uncontrolled(board: Board, ask: Ask, area: str) -> bool:
    return board.has_area(area) and board.controller(area) is None


def at_war(board: Board, ask: Ask, power: str, other: str | None) -> bool:
    return board.is_enemy(power, other)


def belligerent(board: Board, ask: Ask, power: str) -> bool:
    return board.is_belligerent(power)


def allied(board: Board, ask: Ask, power: str, other: str | None) -> bool:
    return other in board.allies(power)


def commitment_is(board: Board, ask: Ask, power: str, word: str) -> bool:
    return board.commitment(power) == word


def stability_is(board: Board, ask: Ask, power: str, word: str) -> bool:
    return board.powers[power]["stability"] == word


def posture_is(board: Board, ask: Ask, power: str, word: str) -> bool:
    return board.powers[power]["posture"] == word


def reserve_empty(board: Board, ask: Ask) -> bool:
    return board.reserve(ask.power) is None


def reserve_of_empty(board: Board, ask: Ask, power: str) -> bool:
    return board.reserve(power) is None


def marker_in_play(board: Board, ask: Ask, name: str) -> bool:
    return any(board.in_play(id) for id in board.place if id == name or id.endswith(f"-{name}"))


def is_drawn(board: Board, ask: Ask, name: str) -> bool:
    counter = board.parts.counters.get(ask.about.get("counter"))
    return counter is not None and name in _names_of(counter)


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


CONDITIONS = Conditions(
    {
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
