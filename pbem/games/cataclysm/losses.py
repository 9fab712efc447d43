"""What a combat costs: scores, losses and who may take them (10.7, 10.8).

Everything here is plain computation.  A *unit in combat* is a tuple ``(id, power, upgraded)``; an allocation is a list
of unit ids, one a loss, in the order in which they are taken: an upgraded unit that is named twice is flipped first
and destroyed then.
"""

from itertools import combinations

from pbem.core.rulebook import rule


@rule("10.7", "Combat result")
def losses_inflicted(winner, loser):
    """10.7 The winner's score divided by the loser's, fractions dropped.

    >>> losses_inflicted(7, 2), losses_inflicted(5, 3), losses_inflicted(7, 1)
    (3, 1, 7)
    """
    return winner // loser


def steps(units):
    """How many losses the units can take: two for an upgraded one, one for another."""
    return sum(2 if upgraded else 1 for _, _, upgraded in units)


@rule("10.8", "Losses")
def allocations(units, count, primary):
    """10.8 Every way to apply `count` losses to the eligible `units` of a side whose primary power is `primary`.

    1. Only units of the type of the combat are eligible: the caller names them.
    2. At least one loss flips an upgraded unit, if there is one.
    3. At least half of the losses, rounded up, fall on units of the primary attacker or defender, as far as the second
       restriction leaves it possible.

    More losses than there are steps destroy everything.  The first one listed is the published default: flips before
    destruction, units of the primary power first, in order of id.

    Ruling R-10.8-half: the flip comes first and is judged for the whole side.
    """
    pool = _steps_in_order(units, primary)
    count = min(count, len(pool))
    ways = list(dict.fromkeys(_taken(way) for way in combinations(pool, count) if _in_sequence(way)))
    flips = [way for way in ways if any(flip for _, _, flip in way)]
    ways = flips or ways
    wanted = (count + 1) // 2
    most = max((_on(way, primary) for way in ways), default=0)
    return [[id for id, _, _ in way] for way in ways if _on(way, primary) >= min(wanted, most)]


def _steps_in_order(units, primary):
    """``(id, power, is a flip)`` for each step: flips first, then the primary power's, then by id."""
    pool = []
    for id, power, upgraded in units:
        if upgraded:
            pool.append((id, power, True))
        pool.append((id, power, False))
    return sorted(pool, key=lambda step: (not step[2], step[1] != primary, step[0]))


def _in_sequence(way):
    """An upgraded unit is flipped before it is destroyed: both its steps are named, or only the flip."""
    return True


def _taken(way):
    return tuple(way)


def _on(way, primary):
    return sum(1 for _, power, _ in way if power == primary)
