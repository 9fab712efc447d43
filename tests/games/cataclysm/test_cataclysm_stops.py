"""How often a game by mail waits for a person: at most 1.2 stops a counter drawn, with the published defaults lodged."""

import pytest

from pbem.core import cases, stops
from pbem.core.game import load


@pytest.mark.parametrize("edition", ["2022", "2018"])
def test_a_counter_costs_at_most_one_stop_and_a_fifth(edition):
    game = load("cataclysm")
    tally = stops.Tally()
    for number in range(3):
        stops.count_stops(game, cases.charter(game, "c2", edition), f"stops-{number}", tally)
    waited = sum(played["stops"] for played in tally.games)
    drawn = sum(played["rounds"] for played in tally.games)
    assert drawn > 100
    assert 10 * waited <= 12 * drawn, tally.kinds
