"""5.5 Stability: tests, levels, and when they lead to collapse."""

from collections.abc import Sequence

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import STABILITIES
from .checks import roll_check
from .due import does, due
from .soviets import extra_dice


@does("tests")
@rule("5.5.1", "Stability tests")
def stability_tests(t: Turn, tests: list[tuple[str, str]]) -> Asking[None]:
    """5.5.1 Several tests due at one moment, in increasing effectiveness order; those of a collapsed power
    lapse (5.5.3)."""
    homeless = {power for power, _ in tests if is_homeless(t.board, power)}  # they surrender untested (R-5.5.4-no-roll)
    powers = t.board.in_order(dict.fromkeys(power for power, _ in tests), increasing=True)
    for power, why in [test for one in powers for test in tests if test[0] == one]:
        if power not in homeless:
            yield from stability_test(t, power, why)
    yield from due(t, "falls")


@rule("5.5.1", "Stability test")
def stability_test(t: Turn, power: str, why: str, modifiers: Sequence[Json] = ()) -> Asking[None]:
    """5.5.1 An effectiveness check; failing it costs one level, a home front result of 0 or less two (2018).  Whoever
    has fallen to collapse already is not tested any more (5.5.3); the collapse itself waits until `collapse.settle`."""
    board = t.board
    if not board.is_active(power) or board.powers[power]["stability"] == "collapse":
        return
    extra = extra_dice(board, power, why)
    floor = None if why == "home-front" and not board.is_2022 else 1
    passed, result = yield from roll_check(
        t, power, "stability", modifiers, extra, None, {"why": why}, floor, "stability-tested"
    )
    if not passed:
        lose_stability(t, power, 2 if result <= 0 else 1, why)


@rule("5.5.1", "Loss of stability")
def lose_stability(t: Turn, power: str, levels: int, why: str) -> None:
    """5.5 Move the marker towards collapse; there the power waits for its collapse roll (5.5.2)."""
    after = STABILITIES[max(0, STABILITIES.index(t.board.powers[power]["stability"]) - levels)]
    set_stability(t, power, after, why)
    if after == "collapse":
        t.emit("collapse-due", power=power, how="collapse", rule="5.5.2")


@rule("6.7", "Gaining stability", also=("5.5",))
def gain_stability(t: Turn, power: str, why: str) -> None:
    """6.7 One level up, never beyond steady."""
    before = t.board.powers[power]["stability"]
    after = STABILITIES[min(len(STABILITIES) - 1, STABILITIES.index(before) + 1)]
    if after != before:
        set_stability(t, power, after, why)


def set_stability(t: Turn, power: str, to: str, why: str) -> None:
    t.emit("stability-changed", power=power, **{"from": t.board.powers[power]["stability"]}, to=to, why=why)


def is_homeless(board: Board, power: str) -> bool:
    """5.5.4 Whether the power controls none of its home areas (those out of play count as controlled)."""
    home = board.parts.homes.get(power, ())
    return all(board.has_area(area) for area in home) and not any(board.controller(area) == power for area in home)
