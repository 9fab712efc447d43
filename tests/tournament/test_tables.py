"""Tables of two to five: sizes, seats, teams; the director's acts; ratings."""

from itertools import combinations

import pytest

from pbem.core.data.problems import Refused
from pbem.tournament.export import render
from pbem.tournament.pairing import pair
from pbem.tournament.rating import ratings
from pbem.tournament.results import Result, _result
from pbem.tournament.standings import Tally, standings, teams
from pbem.tournament.tables import sizes

from .test_pairing import by_strength, codes, made, played

THREE_TO_FIVE = ["3", "4-fascists", "5"]
WON, LOST = "won", "lost"


def league(count, rounds=6, tables=THREE_TO_FIVE, **more):
    more = {"system": "league", "rounds": rounds, "tables": tables, **more}
    return made(count, title="cataclysm", scenario="c1", **more)


def results_of(cup, winner="ussr"):
    """Results of all pairings: one seat wins, all others lose."""
    found = {}
    for one in cup.pairings:
        marks = {id: WON if seat == winner else LOST for seat, id in one["seats"].items()}
        found[one["game"]] = Result(marks, "over", "points")
    return found


@pytest.mark.parametrize(
    ("count", "found"),
    [(3, [3]), (7, [3, 4]), (8, [3, 5]), (10, [3, 3, 4]), (12, [3, 3, 3, 3]), (14, [3, 3, 3, 5])],
)
def test_tables_of_three_to_five_leave_nobody_out(count, found):
    cup = league(count)
    assert [len(cup.kinds[key]) for key in sizes(cup, count)] == found


def test_a_number_that_fills_no_tables_leaves_as_few_byes_as_can_be():
    cup = league(7, tables=["5"])
    assert [len(cup.kinds[key]) for key in sizes(cup, 7)] == [5]
    after = pair(cup, {})
    assert [row["player"] for row in after.byes] == ["p6", "p7"]
    after = pair(after, results_of(after))
    byes = [row["player"] for row in after.byes]
    assert len(set(byes)) == 4  # nobody twice before all others
    with pytest.raises(Refused) as refused:
        pair(league(4, tables=["5"]), {})
    assert codes(refused) == ["pair-tables"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("count", [9, 11, 15])
def test_in_a_league_seats_go_round_and_all_meet_many(count):
    cup = league(count)
    for number in range(1, 7):
        cup = pair(cup, results_of(cup))
        seated = [id for one in cup.pairings if one["round"] == number for id in one["seats"].values()]
        assert sorted(seated) == sorted(cup.ids)
    tally = Tally(cup, {})
    sides = {"germany": set(), "ussr": set(), "usa": set()}
    for id in cup.ids:
        held = {power: sum(power in game.powers for game in tally.games[id]) for power in sides}
        assert all(1 <= times <= 3 for times in held.values()) or count == 11 and max(held.values()) <= 4, (id, held)
    met = [tally.met(*pair) for pair in combinations(cup.ids, 2)]
    assert max(met) <= (4 if count == 9 else 3)
    again = league(count)
    for _ in range(6):
        again = pair(again, results_of(again))
    assert again.render() == cup.render()


def test_a_swiss_tournament_of_tables_seats_winners_together():
    cup = pair(league(9, tables=["3"], system="swiss"), {})
    cup = pair(cup, results_of(cup))
    tally = Tally(cup, results_of(cup))
    first = {one["seats"]["ussr"] for one in cup.pairings if one["round"] == 1}
    top = next(one for one in cup.pairings if (one["round"], one["table"]) == (2, 1))
    assert set(top["seats"].values()) == first and all(tally.met(*two) <= 1 for two in combinations(first, 2))


def test_points_and_tie_breaks_of_a_table_of_three_by_hand():
    """One table: p-ussr won.  2 points; beaten are two with 0 points each; they have met 2 + 0."""
    cup = pair(league(3, tables=["3"]), {})
    rows = {row["player"]: row for row in standings(cup, results_of(cup))}
    winner = cup.pairings[0]["seats"]["ussr"]
    assert rows[winner]["points"] == 2 and rows[winner]["sonneborn_berger"] == "0" and rows[winner]["buchholz"] == 0
    assert {(row["points"], row["buchholz"]) for id, row in rows.items() if id != winner} == {(0, 2)}
    assert "0:2:0" in render(cup, list(rows.values()), results_of(cup), "text")


def test_mates_are_not_paired_and_the_teams_are_added_up():
    players = [{"id": f"p{n}", "name": f"P{n}", "team": "Reds" if n <= 3 else "Blues"} for n in range(1, 7)]
    cup = made(6, players=players, rounds=3, title="pacific", scenario="standard", tables=["2"])
    for _ in range(3):
        cup = pair(cup, played(cup, by_strength))
    assert all(len({cup.team_of(id) for id in one["seats"].values()}) == 2 for one in cup.pairings)
    assert len({frozenset(one["seats"].values()) for one in cup.pairings}) == 9
    rows = standings(cup, played(cup, by_strength))
    found = teams(cup, rows)  # nine games, each won by the better seed: the Reds win all
    assert [(row["rank"], row["team"], row["points"], row["won"]) for row in found] == [
        (1, "Reds", 18, 9),
        (2, "Blues", 0, 0),
    ]


def ruled(cup, *acts):
    """The Result of the first game after some acts."""
    cup = cup.with_acts(*[{"game": "c-1-1", "reason": act["act"], **act} for act in acts])
    return _result(cup, cup.pairings[0], None)


def test_the_director_decides_and_the_last_word_holds():
    cup = pair(made(2), {})
    drawn = {"prc": "drawn", "allied": "drawn"}
    disputed, agreed = {"act": "disputed"}, {"act": "agreed", "scores": drawn}
    assert ruled(cup, disputed).is_open and ruled(cup, disputed).state == "disputed"
    assert ruled(cup, disputed, agreed).scores == {"p1": "drawn", "p2": "drawn"}
    assert ruled(cup, agreed, disputed).is_open
    gone = ruled(cup, {"act": "abandoned"})
    assert gone.scores == {} and not gone.is_open and not gone.is_played
    one, other = ({"act": "forfeit", "seat": seat} for seat in ("prc", "allied"))
    assert set(ruled(cup, one, other).scores.values()) == {LOST}
    seats = cup.pairings[0]["seats"]
    assert ruled(cup, one, agreed, other).scores == {seats["allied"]: LOST, seats["prc"]: WON}
    with pytest.raises(Refused) as refused:
        ruled(cup, {"act": "adjudicated", "scores": {"prc": "won"}})
    assert codes(refused) == ["cup-act-marks"]


def test_an_abandoned_game_gives_no_points():
    cup = pair(made(2), {}).with_acts({"act": "abandoned", "game": "c-1-1", "reason": "both gone"})
    found = {"c-1-1": _result(cup, cup.pairings[0], None)}
    rows = standings(cup, found)
    assert [(row["points"], row["played"], row["buchholz"]) for row in rows] == [(0, 0, 0)] * 2
    assert "0:0 (abandoned: both gone" in render(cup, rows, found, "text")


def test_a_director_pairs_on_with_a_reason_on_record():
    cup = pair(made(4), {})
    found = {**played(cup, by_strength), "c-1-2": Result(None, "open")}
    after = pair(cup, found, "the holidays")
    assert after.acts == [{"act": "paired-on", "round": 2, "games": ["c-1-2"], "reason": "the holidays"}]
    assert after.last_round == 2


def test_who_enters_late_is_paired_from_then_on_and_who_left_may_come_back():
    cup = pair(made(4), {})
    cup = cup.with_player({"id": "p5", "name": "P5"}, {"act": "enter", "player": "p5", "round": 2, "reason": "late"})
    assert "p5" not in cup.active(1) and "p5" in cup.active(2)
    cup = cup.with_acts({"act": "withdraw", "player": "p1", "after": 1, "reason": "ill"})
    assert sorted(cup.active(2)) == ["p2", "p3", "p4", "p5"]
    cup = cup.with_acts({"act": "enter", "player": "p1", "round": 3, "reason": "well"})
    assert "p1" not in cup.active(2) and "p1" in cup.active(3)
    with pytest.raises(Refused) as refused:
        robin = made(4, system="round-robin")
        robin.with_acts({"act": "enter", "player": "p1", "round": 2, "reason": "late"})
    assert codes(refused) == ["cup-late"]


def test_ratings_follow_results_and_leave_out_what_was_not_played():
    cup = pair(made(4), {})
    start = ratings(cup, {**{one["game"]: Result(None, "open") for one in cup.pairings}})
    assert {tuple(row.values()) for row in start.values()} == {(25.0, 8.33, 0.0)}
    found = played(cup, by_strength)
    found["c-1-2"] = Result({"p2": WON, "p4": LOST}, "forfeited", "x")
    rated = ratings(cup, found)
    assert rated["p1"]["rating"] > 0 and rated["p1"]["mean"] > 25 > rated["p3"]["mean"]
    # worked by hand from the paper: c² = 2(σ²+β²), Δ = σ²/c · (1-½), γ·Δ for σ
    sigma, beta = 25 / 3, 25 / 6
    assert rated["p1"]["mean"] == round(25 + sigma**2 / (2 * (sigma**2 + beta**2)) ** 0.5 / 2, 2)
    assert rated["p2"] == rated["p4"] == start["p2"]


def test_a_table_of_three_is_rated_as_one_game():
    cup = pair(league(3, tables=["3"]), {})
    rated = ratings(cup, results_of(cup))
    winner = cup.pairings[0]["seats"]["ussr"]
    others = [rated[id]["mean"] for id in cup.ids if id != winner]
    assert rated[winner]["mean"] > 25 > others[0] and others[0] == others[1]
