"""What a combat costs: losses and who may take them (10.7, 10.8).

Everything here is plain computation.  A *unit in combat* is a tuple ``(id, power, upgraded)``; an allocation
is a list of unit ids, one a loss, in the order in which they are taken: an upgraded unit that is named twice
is flipped first and destroyed then.
"""

from collections.abc import Sequence
from itertools import product

from pbem.core.rules.rulebook import rule


@rule("10.7", "Combat result")
def losses_inflicted(winner: int, loser: int) -> int:
    """10.7 The winner's score divided by the loser's, fractions dropped.

    >>> losses_inflicted(7, 2), losses_inflicted(5, 3), losses_inflicted(7, 1)
    (3, 1, 7)
    """
    return winner // loser


def steps(units: list[tuple[str, str | None, bool]]) -> int:
    """How many losses the units can take: two for an upgraded one, one for another."""
    return sum(2 if upgraded else 1 for _, _, upgraded in units)


@rule("10.8", "Losses")
def allocations(units: list[tuple[str, str | None, bool]], count: int, primary: str | None) -> list[list[str]]:
    """10.8 Every way to apply `count` losses to the eligible `units` of a side whose primary power is
    `primary`.

    1. Only units of the type of the combat are eligible: the caller names them. 2. At least one loss flips an
    upgraded unit, if there is one. 3. At least half of the losses, rounded up, fall on units of the primary
    attacker or defender, as far as the second restriction leaves it possible.

    More losses than there are steps destroy everything.  The first one listed is the published default: as
    few units destroyed as possible, those of the primary power before those of its friends, a minor army before
    others (nobody pays for it), in order of id.

    Ruling R-10.8-half: the flip comes first and is judged for the whole side.

    Ruling R-10.8-minor.
    """
    units = sorted(units, key=lambda unit: (unit[1] != primary, not unit[0].endswith("-minor"), unit[0]))
    count = min(count, steps(units))
    ways = [way for way in product(*(range(3 if unit[2] else 2) for unit in units)) if sum(way) == count]
    flipping = [way for way in ways if any(taken and unit[2] for taken, unit in zip(way, units))]
    ways = flipping or ways
    wanted = min((count + 1) // 2, max((_on(way, units, primary) for way in ways), default=0))
    legal = [way for way in ways if _on(way, units, primary) >= wanted]
    legal.sort(key=lambda way: (_destroyed(way, units), [-taken for taken in way]))
    return [_in_sequence(way, units) for way in legal]


def _on(way: Sequence[int], units: list[tuple[str, str | None, bool]], primary: str | None) -> int:
    return sum(taken for taken, unit in zip(way, units) if unit[1] == primary)


def _destroyed(way: Sequence[int], units: list[tuple[str, str | None, bool]]) -> int:
    return sum(1 for taken, unit in zip(way, units) if taken == (2 if unit[2] else 1))


def _in_sequence(way: Sequence[int], units: list[tuple[str, str | None, bool]]) -> list[str]:
    """The ids in the order of the losses: flips before destruction."""
    flips = [unit[0] for taken, unit in zip(way, units) if taken and unit[2]]
    rest = [unit[0] for taken, unit in zip(way, units) for _ in range(taken - (1 if unit[2] else 0)) if taken]
    return flips + rest
