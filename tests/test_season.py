"""The simulated season of docs/scale.md: the same seed gives the same season, and what must hold of any queue holds."""

import json

import pytest

pytest.importorskip("simpy")

from tools import season


def test_a_season_is_the_same_again_and_another_with_another_seed(capsys):
    runs = []
    for seed in ("1", "1", "2"):
        assert season.main(["--games", "60", "--days", "28", "--machines", "1", "--seed", seed, "--json"]) == 0
        runs.append(json.loads(capsys.readouterr().out))
    assert runs[0] == runs[1] != runs[2]


def test_more_machines_do_the_same_work_and_mails_wait_less():
    one, many = (season.season(400, 21, machines, 1) for machines in (1, 20))
    assert one["done"]["turn"] > 400 and abs(one["done"]["turn"] - many["done"]["turn"]) < 0.1 * one["done"]["turn"]
    assert many["wait"]["p99"] < one["wait"]["p99"] and many["utilisation"] < one["utilisation"]


def test_machines_that_are_too_slow_are_always_busy_and_mails_wait_for_hours():
    found = season.season(200, 28, 1, 1, costs={**season.COSTS, "turn": 40_000.0})
    assert found["utilisation"] > 0.9 and found["wait"]["p99"] > 3600


def test_work_of_the_night_stands_behind_mails():
    """A mail waits for what is under way, never for the queue of the night."""
    costs = {**season.COSTS, "page": 60.0}
    found = season.season(300, 14, 1, 1, costs=costs)
    assert found["longest_queue"] > 20 and found["wait"]["p99"] < 20 * 60


def test_nobody_answers_after_the_deadline_by_habit():
    import random

    chance = random.Random(1)
    asked = [season.DAY * n / 7 for n in range(200)]
    answers = [season._answer_at(when, chance) for when in asked]
    early = [answer for answer, when in zip(answers, asked) if answer < season._deadline(when)]
    assert len(early) > 150 and all(answer > when for answer, when in zip(answers, asked))


def test_it_is_told_in_a_sentence(capsys):
    assert season.main(["--games", "20", "--days", "7", "--cores", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(", ")[2].split(":")[0] for line in lines] == ["1 machines of 2 cores", "20 machines of 2 cores"]
