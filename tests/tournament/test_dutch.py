"""Random Swiss tournaments, paired here and by an implementation of the FIDE Dutch system that knows nothing of us.

Its colours are our sides.  Where it is refused a round, because all have met whom they may meet, the comparison ends.
"""

import random
from itertools import combinations

import networkx
import pytest
from caissify_pairings import generate_pairings

from pbem.tournament.pairing import BYE, pair, remarks
from pbem.tournament.results import Result
from pbem.tournament.standings import Tally
from tests.thorough import THOROUGH, WHOLE

from .test_pairing import made

TOURNAMENTS = 1000 if WHOLE else 100 if THOROUGH else 10
SIZES = [(8, 5), (9, 5), (12, 5), (16, 5), (17, 5), (10, 4), (24, 6), (8, 4), (11, 6), (32, 5)]
OTHER = {"won": "lost", "lost": "won", "drawn": "drawn"}


class Table:
    """A random tournament: who is how strong, and what a game between two comes to."""

    def __init__(self, seed):
        self.seed, (self.count, self.rounds) = seed, SIZES[seed % len(SIZES)]
        self.cup = made(self.count, rounds=self.rounds)
        chance = random.Random(seed)
        self.strength = {id: chance.gauss(0, 200) for id in self.cup.ids}

    def mark(self, first, second):
        chance = random.Random(f"{self.seed}/{first}/{second}").random()
        wins = 1 / (1 + 10 ** ((self.strength[second] - self.strength[first]) / 400))
        return "drawn" if chance < 0.15 else "won" if (chance - 0.15) / 0.85 < wins else "lost"

    def play(self, step):
        """Pair and play all rounds: ``(repeats, sides for the third time running, points apart)``."""
        cup, results = self.cup, {}
        repeats = third = apart = 0
        for _ in range(self.rounds):
            before = Tally(cup, results)
            after = step(cup, results)
            for pairing in after.pairings[len(cup.pairings) :]:
                first, second = pairing["seats"].values()
                repeats += before.met(first, second)
                apart += abs(before.points(first) - before.points(second))
                for id, side in ((first, 1), (second, -1)):
                    third += [game.side for game in before.games[id][-2:]] == [side, side]
                mark = self.mark(first, second)
                results[pairing["game"]] = Result({first: mark, second: OTHER[mark]}, "over", "x")
            cup = after
        return repeats, third, apart


def dutch(cup, results):
    """The next round as the other program pairs it."""
    tally, number, numbers = Tally(cup, results), cup.last_round + 1, {id: n for n, id in enumerate(cup.ids, 1)}
    sides, floats, met = {id: [] for id in cup.ids}, {id: [] for id in cup.ids}, set()
    for played in range(1, number):
        before, here = Tally(cup.after(played - 1), results), {}
        for pairing in [one for one in cup.pairings if one["round"] == played]:
            first, second = pairing["seats"].values()
            met.add((numbers[first], numbers[second]))
            apart = before.points(first) - before.points(second)
            here[first] = "white", "down" if apart > 0 else "up" if apart else "none"
            here[second] = "black", "up" if apart > 0 else "down" if apart else "none"
        for id in cup.ids:
            side, float = here.get(id, ("none", "down"))
            sides[id].append(side)
            floats[id].append(float)
    players = [
        {
            **{"id": numbers[id], "name": id, "starting_number": numbers[id], "rating": 3000 - numbers[id]},
            **{"score": tally.points(id) / 2, "color_hist": sides[id], "float_history": floats[id]},
            "bye_count": tally.byes(id),
        }
        for id in cup.active(number)
    ]
    found = generate_pairings(
        system="dutch", players=players, previous_pairings=met, round_number=number, total_rounds=cup.rounds
    )
    pairings, idle = [], []
    for table, one in enumerate(found, 1):
        ids = [cup.ids[n - 1] for n in (one.get("white_id"), one.get("black_id")) if n]
        if len(ids) < 2:
            idle += [{"round": number, "player": id} for id in ids]
            continue
        seats = dict(zip(("prc", "allied"), ids))
        pairings.append(
            {"round": number, "table": table, "game": f"c-{number}-{table}", "seats": seats, "referee": "ref"}
        )
    return cup.with_round(pairings, idle)


@pytest.mark.longer
def test_no_worse_than_the_dutch_system():
    """In repeats and sides in sum; in points apart by no more than two deviations of what chance makes of it."""
    rows = [(Table(seed).play(pair), Table(seed).play(dutch)) for seed in range(TOURNAMENTS)]
    ours, theirs = ([sum(column) for column in zip(*side)] for side in zip(*rows))
    assert ours[0] <= theirs[0] and ours[1] <= theirs[1], (ours, theirs)
    differences = [one[2] - other[2] for one, other in rows]
    assert sum(differences) <= 2 * sum(one**2 for one in differences) ** 0.5, (ours, theirs)
    assert theirs[2] > 10 * TOURNAMENTS  # there was something to compare


def could_all(order, may):
    """Whether all of `order` can be put into pairs that `may` allows."""
    graph = networkx.Graph()
    graph.add_nodes_from(order)
    graph.add_edges_from(pair for pair in combinations(order, 2) if may(*pair))
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(order)


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8])
def test_somebody_meets_again_only_where_there_is_no_other_way_and_it_is_said(count):
    """Up to more rounds than there are opponents; nor does anybody have a second bye before."""
    again = 0
    for seed in range(200 if THOROUGH else 4):
        chance = random.Random(seed)
        cup, results = made(count, rounds=count + 2), {}
        for number in range(1, count + 3):
            tally, before = Tally(cup, results), {frozenset(one["seats"].values()) for one in cup.pairings}
            had = {row["player"] for row in cup.byes}
            cup = pair(cup, results)
            mine = [one for one in cup.pairings if one["round"] == number]
            repeated = [one for one in mine if frozenset(one["seats"].values()) in before]
            said = [remark for remark in remarks(cup, number) if "meet again" in remark]
            assert len(said) == len(repeated)
            order = [*cup.ids, *[BYE] * (count % 2)]
            fewest = min(map(tally.byes, cup.ids))
            idle = [row["player"] for row in cup.byes if row["round"] == number]
            assert all(tally.byes(id) == fewest for id in idle)

            def may(one, other, before=before, tally=tally, fewest=fewest):
                return tally.byes(one) == fewest if other == BYE else frozenset((one, other)) not in before

            assert bool(repeated) != could_all(order, may), (count, seed, number)
            again += len(repeated)
            assert had | set(idle) <= set(cup.ids)
            for one in mine:
                first, second = one["seats"].values()
                mark = chance.choice(["won", "drawn", "lost"])
                results[one["game"]] = Result({first: mark, second: OTHER[mark]}, "over", "x")
    assert again
