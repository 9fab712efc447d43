"""Who plays whom, on which side, and who referees.  The same tournament gives the same pairings, always.

Round robin by Berger's tables.  Swiss as a matching of greatest weight (Edmonds' blossom algorithm, of networkx):
nobody meets twice, scores as near as can be, sides even, and within a score group the upper half meets the lower.
Tables of more than two, and leagues, are in tables.py.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pbem.core.data.problems import Problem, Refused, messages

from .cup import ROUND_ROBIN, SWISS, Cup
from .results import Results
from .shapes import Pairing, Seating
from .standings import Tally
from .tables import Round, are_mates, byes, dealt, seated

T = TypeVar("T")

# What a pairing is worth, by importance: each outweighs all that comes after it, for any number of players.
TEAM, REMATCH, THIRD_TIME, DIFFERENCE, SIDES = 10**25, 10**20, 10**15, 10**10, 10**5

messages(
    {
        "pair-open": "Round {round} is not over: {games} have no result.",
        "pair-done": "All {rounds} rounds are paired.",
        "pair-nobody": "Fewer than two players are left.",
        "pair-referee": "Nobody can referee {game}: a referee never judges a game of his own.",
    }
)


def pair(cup: Cup, results: Results, despite: str | None = None) -> Cup:
    """The tournament with its next round.  Raises Refused.

    results   {game: Result} of the pairings so far (results.py)
    despite   the director's reason to pair although games have no result yet: an act on record; such games count
              for nothing until they have one
    """
    number = cup.last_round + 1
    waits = _check(cup, results, number, despite)
    if cup.system == ROUND_ROBIN:
        tables, idle = _berger(cup, number)
    elif cup.system == SWISS and cup.is_of_two:
        tables, idle = _swiss(cup, Tally(cup, results), number)
    else:
        tables, idle = seated(cup, Tally(cup, results), number)
    pairings = _with_referees(cup, number, tables)
    if waits and despite:
        cup = cup.with_acts({"act": "paired-on", "round": number, "games": waits, "reason": despite})
    return cup.with_round(pairings, [{"round": number, "player": id} for id in idle])


def rounds_of(cup: Cup) -> int:
    """How many rounds a tournament has."""
    if cup.system != ROUND_ROBIN:
        return cup.rounds or 0
    count = len(cup.players) + len(cup.players) % 2 - 1
    return count * 2 if cup.twice else count


def _check(cup: Cup, results: Results, number: int, despite: str | None) -> list[str]:
    """The games without a result that are paired on with; raises Refused if the round cannot be paired."""
    if number > rounds_of(cup):
        raise Refused([Problem("pair-done", rounds=rounds_of(cup))])
    if len(cup.active(number)) < 2:
        raise Refused([Problem("pair-nobody")])
    if cup.system == ROUND_ROBIN:
        return []  # the tables do not wait for results
    waits = [pairing["game"] for pairing in cup.pairings if results[pairing["game"]].is_open]
    if waits and not despite:
        hint = "A director pairs on with a reason: --despite REASON."
        raise Refused([Problem("pair-open", round=number - 1, games=", ".join(waits), hint=hint)])
    return waits


# -- round robin -------------------------------------------------------------------------------------------


def _berger(cup: Cup, number: int) -> Round:
    """``([{seat: player}], [who has a bye])`` of a round; whoever has withdrawn leaves a bye."""
    ids = [*cup.ids, *[None] * (len(cup.ids) % 2)]
    rounds = len(ids) - 1
    turn = (number - 1) % rounds
    pairs = [_berger_pair(ids, turn, k) for k in range(len(ids) // 2)]
    if number > rounds:
        pairs = [(second, first) for first, second in pairs]
    here = set(cup.active(number))
    kept = [(first, second) for first, second in pairs if first in here and second in here]
    idle = [id for one in pairs if not {*one} <= here for id in one if id in here]
    return _of_two(cup, kept), idle


def _berger_pair(ids: Sequence[T], turn: int, k: int) -> tuple[T, T]:
    """Table `k` of a round: the last player meets the one whose turn it is; the others meet across it."""
    others = len(ids) - 1
    if k == 0:
        one, other = ids[turn], ids[-1]
        return (one, other) if turn % 2 else (other, one)
    one, other = ids[(turn + k) % others], ids[(turn - k) % others]
    return (one, other) if k % 2 else (other, one)


# -- Swiss -------------------------------------------------------------------------------------------------


def _swiss(cup: Cup, tally: Tally, number: int) -> Round:
    """``([{seat: player}], [who has a bye])``, the leaders at the first table."""
    from networkx import Graph, max_weight_matching

    order = dealt(cup, tally, number)
    idle = byes(cup, order, len(order) % 2)
    order = [id for id in order if id not in idle]
    graph = Graph()
    graph.add_nodes_from(order)
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            graph.add_edge(one, other, weight=_worth(tally, order, one, other))
    matched = max_weight_matching(graph, maxcardinality=True)
    pairs = sorted(sorted(pair, key=order.index) for pair in matched)
    pairs.sort(key=lambda pair: order.index(pair[0]))
    return _of_two(cup, [_sides(tally, one, other, number + place) for place, (one, other) in enumerate(pairs)]), idle


def _worth(tally: Tally, order: Iterable[str], one: str, other: str) -> int:
    """The weight of an edge: minus everything that speaks against these two meeting."""
    against = REMATCH * tally.met(one, other) + TEAM * are_mates(tally.cup, one, other)
    against += DIFFERENCE * (tally.points(one) - tally.points(other)) ** 2
    clash = _clash(tally, one, other)
    against += SIDES * clash + THIRD_TIME * (clash >= 2)  # nobody's sides get out of balance by three
    if tally.points(one) == tally.points(other):
        group = [id for id in order if tally.points(id) == tally.points(one)]
        against += abs(group.index(other) - group.index(one) - len(group) // 2)
    return -against


def _clash(tally: Tally, one: str, other: str) -> int:
    """How far the sides of two players would get out of balance because both have had the same side too often."""
    mine, theirs = tally.balance(one), tally.balance(other)
    return min(abs(mine), abs(theirs)) if mine * theirs > 0 else 0


def _sides(tally: Tally, one: str, other: str, turn: int) -> tuple[str, str]:
    """Two players as (first, second): who had the first seat more often has the second now; else they alternate."""
    if tally.balance(one) != tally.balance(other):
        return (one, other) if tally.balance(one) < tally.balance(other) else (other, one)
    if tally.last_side(one) != tally.last_side(other):
        return (one, other) if tally.last_side(one) < tally.last_side(other) else (other, one)
    return (one, other) if turn % 2 else (other, one)


def _of_two(cup: Cup, pairs: Iterable[tuple[str, str]]) -> list[Seating]:
    """Pairs of players as tables, in the seats of the first arrangement."""
    kind = next(iter(cup.kinds.values()))
    return [dict(zip(kind, pair)) for pair in pairs]


# -- referees ----------------------------------------------------------------------------------------------


def _with_referees(cup: Cup, number: int, tables: Iterable[Seating]) -> list[Pairing]:
    """The pairings of a round, ``[{seat: player}]``, each with the referee who has had the fewest games and does not
    play in it."""
    pool = [one["id"] for one in cup.referees]
    pool += [one["id"] for one in cup.players if one.get("referees")]
    load = {id: sum(pairing["referee"] == id for pairing in cup.pairings) for id in pool}
    pairings: list[Pairing] = []
    lacking: list[Problem] = []
    for table, seats in enumerate(tables, 1):
        game = f"{cup.name}-{number}-{table}"
        free = [id for id in pool if id not in seats.values()]
        if not free:
            lacking.append(Problem("pair-referee", game=game))
            continue
        referee = min(free, key=lambda id: (load[id], pool.index(id)))
        load[referee] += 1
        pairings.append({"round": number, "table": table, "game": game, "seats": seats, "referee": referee})
    if lacking:
        raise Refused(lacking)
    return pairings
