"""Stops are counted as mail would have them: the acting power answers, the others have standing orders."""

from pbem.core.title.game import Game
from pbem.core.trial.mail_stop_stats import Tally, as_text, count_stops
from tests.toy.game import GAME

CHARTER = {"options": {"turns": 3}, "scenario": "standard", "edition": "1", "powers": {}, "seats": []}


def toy(**changed):
    return Game(**{**vars(GAME), **changed})


def tally_of(game, seed="a"):
    tally = Tally()
    count_stops(game, CHARTER, seed, tally)
    return tally


def test_when_everybody_acts_each_stop_asks_all_who_can_be_asked_at_once():
    tally = tally_of(GAME)
    assert tally.sums["single"].kinds["set-up"] == 3  # one after another
    assert tally.sums["single"].kinds["bid"] == 3  # three powers together, three turns: one stop each
    assert tally.games["single"][0]["stops"] == sum(tally.sums["single"].kinds.values())


def test_when_one_power_acts_nobody_waits_for_the_others():
    tally = tally_of(toy(acting=lambda board: ["north"]))
    assert tally.sums["single"].kinds["set-up"] == 1
    assert tally.sums["single"].kinds["bid"] == 3
    assert tally.games["single"][0]["stops"] < tally_of(GAME).games["single"][0]["stops"]


def test_nobody_acting_means_no_stop_at_all():
    assert tally_of(toy(acting=lambda board: [])).games["single"][0]["stops"] == 0


def test_rounds_are_what_the_title_counts_by():
    game = toy(pace=("turns", {"turn-begun"}))
    report = tally_of(game).to_json(game)
    assert (report["round"], report["rounds"]) == ("turns", 3)
    assert report["kinds"][0]["stops"] == max(row["stops"] for row in report["kinds"])
    assert f"{report['stops']} stops in 3 turns" in as_text(report)


def test_the_same_seed_gives_the_same_count_and_the_distribution_is_of_games():
    tally = Tally()
    for seed in ("a", "b", "a"):
        count_stops(GAME, CHARTER, seed, tally)
    first, second, third = (played["stops"] for played in tally.games["single"])
    assert first == third
    spread = tally.to_json(GAME)["per_game"]
    assert (spread["least"], spread["most"]) == (min(first, second), max(first, second))
