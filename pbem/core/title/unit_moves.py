"""Where units went between two boards: net, from and to, and no word of the ways between.

Titles whose counters are individuals give each with a count of 1; where pieces that are alike are only counted, what
went where is not always known, and then each place is told with its difference.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

Places = Mapping[str, Mapping[str, int]]
"""{place: {thing: how many of it are there}}"""


class UnitMoves(NamedTuple):
    """What moved between two boards.

    known    {(from, to): {thing: count}}, sorted
    unclear  {thing: {place: how many more, or fewer, are there}} of what may have gone in several ways, sorted
    """

    known: dict[tuple[str, str], dict[str, int]]
    unclear: dict[str, dict[str, int]]


def unit_moves(before: Places, after: Places) -> UnitMoves:
    """What is in other places than before.  What has only come or only gone has made no journey."""
    known: dict[tuple[str, str], dict[str, int]] = {}
    unclear: dict[str, dict[str, int]] = {}
    for thing, change in sorted(_changes(before, after).items()):
        gone = {place: -by for place, by in change.items() if by < 0}
        come = {place: by for place, by in change.items() if by > 0}
        ways = _ways(gone, come)
        for way, count in ways.items():
            known.setdefault(way, {})[thing] = count
        if gone and come and not ways:
            unclear[thing] = dict(sorted(change.items()))
    return UnitMoves(dict(sorted(known.items())), unclear)


def fallen(before: Places, gone: Collection[str], where: Mapping[str, str]) -> Places:
    """The places of individuals; of those that are gone by now, the place in which each fell."""
    found: dict[str, dict[str, int]] = {}
    for place, units in before.items():
        for unit, count in units.items():
            found.setdefault(where.get(unit, place) if unit in gone else place, {})[unit] = count
    return found


def _changes(before: Places, after: Places) -> dict[str, dict[str, int]]:
    """{thing: {place: by how much}}, without what is as it was."""
    found: dict[str, dict[str, int]] = {}
    changed = [place for place in {**before, **after} if before.get(place) != after.get(place)]
    for sign, board in ((-1, before), (1, after)):
        for place in changed:
            for thing, count in board.get(place, {}).items():
                row = found.setdefault(thing, {})
                row[place] = row.get(place, 0) + sign * count
    return {thing: {place: by for place, by in row.items() if by} for thing, row in found.items()}


def _ways(gone: dict[str, int], come: dict[str, int]) -> dict[tuple[str, str], int]:
    """{(from, to): count} of one thing, if there is one way in which it can have been; else nothing."""
    if len(gone) == len(come) == 1:
        [(start, less)], [(end, more)] = gone.items(), come.items()
        return {(start, end): more} if more <= less else {}  # the others are lost; new ones may have come to either
    if sum(gone.values()) != sum(come.values()):
        return {}
    if len(come) == 1:
        return {(start, end): count for start, count in gone.items() for end in come}
    if len(gone) == 1:
        return {(start, end): count for end, count in come.items() for start in gone}
    return {}
