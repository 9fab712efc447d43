"""Whether what something costs grows no faster than what it reads, told by processor time on a machine that does other
things meanwhile."""

import gc
import time
from collections.abc import Callable

ROUNDS = 6  # the least of so many is what the work costs; the rest is what disturbed it
FACTOR = 8  # four times as much may take twice its share: what looks back at all each time would take sixteen
SLACK = 0.05  # seconds: what a small piece cannot be told apart from


def grows_in_proportion(run: Callable[[int], object], small: int, large: int) -> bool:
    """Whether `large`, four times `small`, takes at most eight times as long; several rounds are run before it is said
    that it does not."""
    assert large <= 4 * small
    return _is_in_proportion(run, small, large, 1) or _is_in_proportion(run, small, large, ROUNDS)


def _is_in_proportion(run: Callable[[int], object], small: int, large: int, rounds: int) -> bool:
    return _least(run, large, rounds) < FACTOR * _least(run, small, rounds) + SLACK


def _least(run: Callable[[int], object], size: int, rounds: int) -> float:
    return min(_taken(run, size) for _ in range(rounds))


def _taken(run: Callable[[int], object], size: int) -> float:
    """Seconds of processor, without the collector, which pays for what others left."""
    gc.disable()
    try:
        began = time.process_time()
        run(size)
        return time.process_time() - began
    finally:
        gc.enable()
