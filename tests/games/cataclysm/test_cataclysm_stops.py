"""How often a game by mail waits for a person, with the published defaults lodged: goals a counter drawn.

Several games each, for a single one of random play strays by a tenth.
"""

import pytest

from pbem.core.bench import cases
from pbem.core.trial import mail_stop_stats
from pbem.core.title.game import load
from tests.thorough import some

GOALS = {"c1": (3, 115), "c2": (8, 120)}  # scenario: (games, stops to a hundred counters)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("edition", some(["2022", "2018"], 2))
@pytest.mark.parametrize("scenario", GOALS)
def test_a_counter_costs_little_more_than_one_stop(scenario, edition):
    game, tally = load("cataclysm"), mail_stop_stats.Tally()
    games, goal = GOALS[scenario]
    for number in range(games):
        mail_stop_stats.count_stops(game, cases.charter(game, scenario, edition), f"stops-{number}", tally)
    waited = sum(played["stops"] for played in tally.games["single"])
    drawn = sum(played["rounds"] for played in tally.games["single"])
    assert drawn > 100
    assert 100 * waited <= goal * drawn, tally.kinds["single"]
