"""Pairings: who meets whom, on which side, and who referees."""

import random

import pytest

from pbem.core.data.problems import Refused
from pbem.tournament import cup as cups
from pbem.tournament.pairing import pair, rounds_of
from pbem.tournament.results import Result
from pbem.tournament.standings import Tally, standings


def made(count, **agreed):
    """A tournament of players p1, p2 … and one referee."""
    document = {
        "pbem": "tournament/1",
        "name": "c",
        "title": "red-dragon",
        "scenario": "ready",
        "system": "swiss",
        "rounds": 5,
        "players": [{"id": f"p{n}", "name": f"Player {n}"} for n in range(1, count + 1)],
        "referees": [{"id": "ref", "name": "Referee"}],
        **agreed,
    }
    return cups.new(document)


def played(cup, decide):
    """Results of all pairings: `decide(first, second)` gives the mark of the first."""
    other = {"won": "lost", "lost": "won", "drawn": "drawn"}
    found = {}
    for pairing in cup.pairings:
        first, second = pairing["seats"].values()
        mark = decide(first, second)
        found[pairing["game"]] = Result({first: mark, second: other[mark]}, "over", "points")
    return found


def by_strength(first, second):
    """The better seeded player wins."""
    return "won" if int(first[1:]) < int(second[1:]) else "lost"


def codes(refused):
    return [problem.code for problem in refused.value.problems]


@pytest.mark.parametrize("count", range(2, 18))
@pytest.mark.parametrize("twice", [False, True])
def test_in_a_round_robin_all_meet_once_and_sides_are_even(count, twice):
    cup = made(count, system="round-robin", twice=twice)
    for _ in range(rounds_of(cup)):
        cup = pair(cup, {})
    meetings = [frozenset(pairing["seats"].values()) for pairing in cup.pairings]
    assert len(meetings) == count * (count - 1) // 2 * (1 + twice)
    assert all(meetings.count(one) == 1 + twice for one in meetings)
    tally = Tally(cup, {})
    assert max(abs(tally.balance(id)) for id in cup.ids) <= (0 if twice else 1)
    if twice:
        ordered = [tuple(pairing["seats"].values()) for pairing in cup.pairings]
        assert len(set(ordered)) == len(ordered)
    with pytest.raises(Refused) as refused:
        pair(cup, {})
    assert codes(refused) == ["pair-done"]


@pytest.mark.parametrize("count", [4, 5, 8, 9, 16, 23])
@pytest.mark.parametrize("seed", range(4))
def test_in_a_swiss_tournament_nobody_meets_twice_and_sides_are_nearly_even(count, seed):
    rounds = min(5, count - 1 - count % 2)  # with a bye for each round more there is not always a way
    cup, chance = made(count, rounds=rounds), random.Random(seed)
    marks = {}

    def decide(first, second):
        return marks.setdefault((first, second), chance.choice(["won", "drawn", "lost"]))

    for number in range(1, rounds + 1):
        cup = pair(cup, played(cup, decide))
        busy = [id for one in cup.pairings if one["round"] == number for id in one["seats"].values()]
        idle = [row["player"] for row in cup.byes if row["round"] == number]
        assert sorted(busy + idle) == sorted(cup.ids)
    meetings = [frozenset(pairing["seats"].values()) for pairing in cup.pairings]
    assert len(set(meetings)) == len(meetings)
    idle = [row["player"] for row in cup.byes]
    assert len(set(idle)) == len(idle) == (rounds if count % 2 else 0)
    tally = Tally(cup, {})
    # with as few players as rounds there is little to choose from
    assert max(abs(tally.balance(id)) for id in cup.ids) <= (2 if count >= 8 else 3)


def test_the_first_round_of_a_swiss_tournament_is_upper_half_against_lower():
    cup = pair(made(8), {})
    assert [set(one["seats"].values()) for one in cup.pairings] == [
        {"p1", "p5"},
        {"p2", "p6"},
        {"p3", "p7"},
        {"p4", "p8"},
    ]


def test_winners_meet_winners_and_the_best_comes_first():
    cup = made(16, rounds=4)
    for _ in range(4):
        cup = pair(cup, played(cup, by_strength))
    second = [one for one in cup.pairings if one["round"] == 2]
    winners = {f"p{n}" for n in range(1, 9)}
    assert all(len(winners & set(one["seats"].values())) in (0, 2) for one in second)
    table = standings(cup, played(cup, by_strength))
    assert table[0]["player"] == "p1" and table[0]["points"] == 8 and table[-1]["points"] == 0
    assert sum(row["points"] for row in table) == 2 * 32


def test_a_round_waits_for_the_results_of_the_last():
    cup = pair(made(4), {})
    found = played(cup, by_strength)
    found["c-1-2"] = Result(None, "open")
    with pytest.raises(Refused) as refused:
        pair(cup, found)
    assert codes(refused) == ["pair-open"] and "c-1-2" in refused.value.problems[0].text


def test_a_rematch_comes_only_when_there_is_nobody_else():
    cup = made(2, rounds=2)
    cup = pair(cup, {})
    cup = pair(cup, played(cup, by_strength))
    first, second = (list(one["seats"].values()) for one in cup.pairings)
    assert first == second[::-1]


def test_whoever_has_withdrawn_is_not_paired():
    cup = pair(made(4), {})
    cup = cups.new({**cup.document, "acts": [{"act": "withdraw", "player": "p2", "after": 1, "reason": "x"}]})
    cup = pair(cup, played(cup, by_strength))
    assert all("p2" not in one["seats"].values() for one in cup.pairings if one["round"] == 2)
    assert [row["player"] for row in cup.byes] == ["p3"]  # who met p1 in the first round


def test_referees_never_judge_their_own_games_and_share_the_work():
    players = [{"id": f"p{n}", "name": f"P{n}", "referees": True} for n in range(1, 7)]
    cup = made(6, system="round-robin", players=players, referees=[])
    for _ in range(rounds_of(cup)):
        cup = pair(cup, {})
    assert all(one["referee"] not in one["seats"].values() for one in cup.pairings)
    load = [sum(one["referee"] == f"p{n}" for one in cup.pairings) for n in range(1, 7)]
    assert sum(load) == 15 and max(load) - min(load) <= 2
    with pytest.raises(Refused) as refused:
        pair(made(2, players=players[:2], referees=[]), {})
    assert codes(refused) == ["pair-referee"]


def test_the_same_tournament_gives_the_same_pairings():
    one, other = made(13), made(13)
    for _ in range(5):
        one, other = pair(one, played(one, by_strength)), pair(other, played(other, by_strength))
    assert one.render() == other.render()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"title": "pacific", "scenario": "none"}, "cup-scenario"),
        ({"rounds": None}, "cup-rounds"),
        ({"referees": [{"id": "p1", "name": "x"}]}, "cup-twice"),
        ({"players": [{"id": "p1", "name": "x"}]}, "cup-few"),
        ({"byes": [{"round": 1, "player": "nobody"}]}, "cup-unknown"),
        ({"acts": [{"act": "forfeit", "game": "c-1-9", "seat": "prc", "reason": "x"}]}, "cup-no-game"),
        ({"acts": [{"act": "forfeit", "game": "c-1-9", "reason": "x"}]}, "cup-act"),
        ({"acts": [{"act": "withdraw", "player": "nobody", "after": 1, "reason": "x"}]}, "cup-unknown"),
        ({"tables": ["3"]}, "cup-tables"),
        ({"title": "pacific", "scenario": "standard"}, "cup-which-tables"),
        ({"title": "pacific", "scenario": "standard", "tables": ["3"], "system": "round-robin"}, "cup-berger"),
    ],
)
def test_a_tournament_that_does_not_hold_is_refused(change, code):
    document = {**made(4).document, **change}
    document = {key: value for key, value in document.items() if value is not None}
    with pytest.raises(Refused) as refused:
        cups.new(document)
    assert code in codes(refused)


def test_a_pairing_that_was_changed_by_hand_is_checked():
    cup = pair(made(4), {})
    first, second = cup.pairings
    for changed, code in [
        ({**first, "referee": "p1"}, "cup-own-game"),
        ({**first, "game": second["game"]}, "cup-game-twice"),
        ({**first, "seats": {"prc": "p2", "allied": "p4"}}, "cup-double"),
        ({**first, "seats": {"prc": "p1", "japan": "p3"}}, "cup-seats"),
    ]:
        with pytest.raises(Refused) as refused:
            cups.new({**cup.document, "pairings": [changed, second]})
        assert code in codes(refused)
