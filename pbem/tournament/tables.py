"""Tables of two and more: how many of which size, who sits at which, and in which seat.

A league seats by who has met least; a Swiss tournament first by points.  From the order of the table, players are
exchanged between tables as long as that makes a round better; then each table takes the seating in which the powers
that players have led so far are most even.  Nothing is left to chance: the same tournament gives the same tables.
"""

from collections.abc import Sequence
from itertools import combinations, permutations

from pbem.core.data.problems import Problem, Refused

from .cup import SWISS, Cup
from .shapes import Arrangement, Seating
from .standings import Tally

Round = tuple[list[Seating], list[str]]
"""The tables of a round, and who has a bye."""

# What speaks against a table, by importance.
MATES, MEETING, THIRD_TIME, SPREAD = 10**20, 10**15, 10**14, 10**10
MOST_PASSES = 20


def seated(cup: Cup, tally: Tally, number: int) -> Round:
    """``([{seat: player}], [who has a bye])`` of a round.  Raises Refused if nobody fills a table."""
    order = dealt(cup, tally, number)
    keys = sizes(cup, len(order))
    if not keys:
        raise Refused([Problem("pair-tables", count=len(order), sizes=", ".join(cup.kinds))])
    kinds = [cup.kinds[key] for key in keys]
    idle = byes(cup, order, len(order) - sum(map(len, kinds)))
    order = [id for id in order if id not in idle]
    groups: list[list[str]] = []
    place = 0
    for kind in kinds:
        groups.append(order[place : place + len(kind)])
        place += len(kind)
    groups = _improved(cup, tally, kinds, groups)
    return [_seating(tally, kind, group)[1] for kind, group in zip(kinds, groups)], idle


def are_mates(cup: Cup, one: str, other: str) -> bool:
    """Whether two players are of one team."""
    team = cup.team_of(one)
    return team is not None and team == cup.team_of(other)


def sizes(cup: Cup, count: int) -> list[str]:
    """The arrangements of the tables for so many players: as few byes as can be, then as many tables as can be of the
    arrangement named first, then of the second, and so on."""
    keys = list(cup.kinds)
    best: dict[int, tuple[int, ...]] = {0: ()}  # {players seated: how many tables of each arrangement}
    for _ in range(count):
        for seated_now, tables in list(best.items()):
            for place, key in enumerate(keys):
                more = seated_now + len(cup.kinds[key])
                held = tables or (0,) * len(keys)
                found = (*held[:place], held[place] + 1, *held[place + 1 :])
                if more <= count and found > best.get(more, ()):
                    best[more] = found
    return [key for key, tables in zip(keys, best[max(best)]) for _ in range(tables)]


def dealt(cup: Cup, tally: Tally, number: int) -> list[str]:
    """Those who play in the order in which they are dealt to tables: by points, or turned on by one each round."""
    active = cup.active(number)
    if cup.system == SWISS:
        return sorted(active, key=lambda id: (-tally.points(id), cup.ids.index(id)))
    turn = (number - 1) % len(active) if active else 0
    return active[turn:] + active[:turn]


def byes(cup: Cup, order: list[str], count: int) -> list[str]:
    """So many of those who have had the fewest byes, the last of the order first."""
    had = [row["player"] for row in cup.byes]
    last = sorted(order, key=lambda id: (had.count(id), -order.index(id)))
    return [id for id in order if id in last[:count]]


def _improved(cup: Cup, tally: Tally, kinds: list[Arrangement], groups: list[list[str]]) -> list[list[str]]:
    """The groups after exchanges of two players between two tables, each the first that makes the round better."""
    costs = [_cost(cup, tally, kind, group) for kind, group in zip(kinds, groups)]
    for _ in range(MOST_PASSES):
        before = sum(costs)
        for one, other in combinations(range(len(groups)), 2):
            for here in range(len(groups[one])):
                for there in range(len(groups[other])):
                    left, right = list(groups[one]), list(groups[other])
                    left[here], right[there] = right[there], left[here]
                    found = _cost(cup, tally, kinds[one], left), _cost(cup, tally, kinds[other], right)
                    if sum(found) < costs[one] + costs[other]:
                        groups[one], groups[other] = left, right
                        costs[one], costs[other] = found
        if sum(costs) == before:
            break
    return groups


def _cost(cup: Cup, tally: Tally, kind: Arrangement, group: list[str]) -> int:
    """What speaks against a table: mates, meetings, points apart (Swiss), and powers that were led before."""
    pairs = list(combinations(group, 2))
    cost = sum(MATES * are_mates(cup, *pair) + MEETING * tally.met(*pair) ** 2 for pair in pairs)
    if cup.system == SWISS:
        cost += SPREAD * sum((tally.points(one) - tally.points(other)) ** 2 for one, other in pairs)
    return cost + _seating(tally, kind, group)[0]


def _seating(tally: Tally, kind: Arrangement, group: list[str]) -> tuple[int, Seating]:
    """``(cost, {seat: player})``: the seating of least cost: that nobody leads powers for the third time running; then
    the squares of how often they were led already, and whether in the last game."""
    costs = [[_weariness(tally, id, powers) for powers in kind.values()] for id in group]
    best = min(
        permutations(range(len(group))), key=lambda order: (sum(costs[id][n] for n, id in enumerate(order)), order)
    )
    cost = sum(costs[id][n] for n, id in enumerate(best))
    return cost, {seat: group[id] for seat, id in zip(kind, best)}


def _weariness(tally: Tally, id: str, powers: Sequence[str]) -> int:
    running = tally.running(id, powers)
    return THIRD_TIME * (running > 1) + tally.held(id, powers) ** 2 + running
