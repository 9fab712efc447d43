"""Who plays whom, on which side, and who referees.  The same tournament gives the same pairings, always.

Round robin by Berger's tables.  Swiss as a matching of greatest weight (Edmonds' blossom algorithm, of networkx):
nobody meets twice, scores as near as can be, sides even, and within a score group the upper half meets the lower.
Tables of more than two, and leagues, are in tables.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import combinations
from typing import TypeVar

from pbem.core.data.problems import Problem, Refused
from pbem.core.data.tables import Sentences

from .cup import ROUND_ROBIN, SWISS, Cup
from .results import Results
from .shapes import Pairing, Seating
from .standings import Tally
from .tables import Round, are_mates, dealt, seated

_say = Sentences(__name__)

T = TypeVar("T")


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
        raise Refused([Problem("pair-open", round=number - 1, games=", ".join(waits))])
    return waits


def rounds_apart(cup: Cup) -> int:
    """After how many rounds of a Swiss tournament at tables of two all have met; else as many as it has."""
    count = len(cup.players)
    return count - 1 + count % 2 if cup.system == SWISS and cup.is_of_two else rounds_of(cup)


def remarks(cup: Cup, number: int) -> list[str]:
    """What is to be told of a round: who meets again, which in a Swiss tournament comes only where nothing else is
    left, and who leads the same powers for the third time running."""
    before, told = Tally(cup.after(number - 1), {}), []
    for pairing in [one for one in cup.pairings if one["round"] == number]:
        ids = list(pairing["seats"].values())
        if cup.system == SWISS and cup.is_of_two and before.met(*ids):
            told.append(_say("again", who=[*map(cup.name_of, ids)]))
        for seat, powers in cup.seats_of(pairing).items():
            running = before.running(pairing["seats"][seat], powers)
            if running > 1:
                told.append(_say("same-seat", who=cup.name_of(pairing["seats"][seat]), seat=seat, count=running))
    return told


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

BYE = ""  # stands among an odd number of players for whom one of them meets


def _swiss(cup: Cup, tally: Tally, number: int) -> Round:
    """``([{seat: player}], [who has a bye])``, the leaders at the first table."""
    order = dealt(cup, tally, number)
    order += [BYE] * (len(order) % 2)
    pairs = _matched(order, {pair: _against(tally, order, *pair) for pair in combinations(order, 2)})
    tables = [_sides(tally, *pair, number + place) for place, pair in enumerate(pairs) if BYE not in pair]
    return _of_two(cup, tables), [one for one, other in pairs if other == BYE]


def _matched(order: Sequence[str], against: Mapping[tuple[str, str], Sequence[int]]) -> list[tuple[str, str]]:
    """All in pairs, so that what speaks against these is least: of the first part of all together, among such of the
    second, and so on.  Raises Refused if networkx is not installed."""
    try:
        from networkx import Graph, max_weight_matching
    except ImportError:
        raise Refused([Problem("pair-library")]) from None
    base = 1 + len(order) * max(map(max, against.values()))  # no sum of one part reaches it
    graph = Graph()
    for pair, parts in against.items():
        graph.add_edge(*pair, weight=-reduce(lambda whole, part: whole * base + part, parts, 0))
    matched = {frozenset(pair) for pair in max_weight_matching(graph, maxcardinality=True)}
    return [pair for pair in combinations(order, 2) if frozenset(pair) in matched]


def _against(tally: Tally, order: Sequence[str], one: str, other: str) -> Sequence[int]:
    """What speaks against two players meeting, by importance: they are mates; one had a bye before this one; they met
    before; one entered late and had no game before this bye; a side for the third time running; the points of who has
    a bye; points apart; points apart in the way of the last round; sides that either does not wish; and places apart,
    but for the half of a group of equal points by which its upper half is to stand from the players that it meets."""
    place, points = order.index(one), tally.points(one)
    if other == BYE:
        fresh = int(bool(tally.cup.pairings) and not tally.games[one])
        return 0, tally.byes(one) ** 2, 0, fresh, 0, points, 0, 0, 0, 0, 0, len(order) - place
    apart, meant = points - tally.points(other), 1
    if not apart:
        meant = sum(id != BYE and tally.points(id) == points for id in order) // 2
    third, *unwished = min(_unwished(tally, one, other), _unwished(tally, other, one))
    again = (tally.last_float(one) > 0) + (tally.last_float(other) < 0) if apart else 0
    mates, met = are_mates(tally.cup, one, other), tally.met(one, other)
    places = abs(order.index(other) - place - meant)
    return int(mates), 0, met**2, 0, third, 0, apart, apart**2, again, *unwished, places


def _unwished(tally: Tally, first: str, second: str) -> tuple[int, int, int]:
    """What speaks against the sides of two players, each for how many: a side for the third time running, or three
    times more than the other one; another than wished; one by which sides get further out of balance."""
    kind = next(iter(tally.cup.kinds.values())).values()
    third = unwished = unbalanced = 0
    for id, side, powers in zip((first, second), (1, -1), kind):
        balance = tally.balance(id)
        third += abs(balance + side) > 2 or tally.running(id, powers) > 1
        unwished += tally.wish(id) == -side
        unbalanced += balance * side > 0
    return third, unwished, unbalanced


def _sides(tally: Tally, one: str, other: str, turn: int) -> tuple[str, str]:
    """Two players as (first, second), as both wish, else as the leading one does; who wishes nothing alternates."""
    wish = tally.wish(one) or -tally.wish(other) or (1 if turn % 2 else -1)
    told = [(one, other), (other, one)] if wish > 0 else [(other, one), (one, other)]
    return min(told, key=lambda pair: _unwished(tally, *pair))


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
    Refused.if_any(lacking)
    return pairings
