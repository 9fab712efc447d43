"""The table: points and tie-breaks, checked against tournaments worked out by hand."""

from pbem.site.tournament import page_alone
from pbem.tournament.export import described, render
from pbem.tournament.results import Result
from pbem.tournament.standings import standings

from .test_pairing import made

MARKS = {"1": ("won", "lost"), "0": ("lost", "won"), "=": ("drawn", "drawn")}


def table(count, games, **agreed):
    """The table after games as ``p1-p2 1``, each in the first round in which neither plays another."""
    pairings, found, busy = [], {}, set()
    for number, text in enumerate(games, 1):
        players, mark = text.split(" ")
        first, second = players.split("-")
        game, round = f"c-{number}-1", next(n for n in range(1, 99) if not {(n, first), (n, second)} & busy)
        busy |= {(round, first), (round, second)}
        pairings.append(
            {"round": round, "table": number, "game": game, "seats": {"prc": first, "allied": second}, "referee": "ref"}
        )
        marks = MARKS[mark[0]]
        found[game] = Result(dict(zip((first, second), marks)), "forfeited" if mark.endswith("f") else "over", "x")
    cup = made(count, pairings=pairings, **agreed)
    return standings(cup, found), cup, found


def test_points_then_sonneborn_berger():
    """Four players, all play all: p1 and p2 have 4 points; p1 beat the stronger ones."""
    games = ["p1-p2 1", "p3-p4 1", "p1-p3 1", "p2-p4 1", "p4-p1 1", "p2-p3 1"]
    rows, _, _ = table(4, games, tie_breaks=["sonneborn-berger"], system="league")
    assert [(row["player"], row["points"], row["sonneborn_berger"]) for row in rows] == [
        ("p1", 4, "6"),
        ("p2", 4, "4"),
        ("p4", 2, "4"),
        ("p3", 2, "2"),
    ]
    assert [row["buchholz"] for row in rows] == [8, 8, 10, 10]
    assert [row["rank"] for row in rows] == [1, 2, 3, 4]


def test_half_points_of_a_draw_are_shown():
    rows, _, _ = table(3, ["p1-p2 =", "p2-p3 1"])
    assert {row["player"]: row["sonneborn_berger"] for row in rows} == {"p1": "1.5", "p2": "0.5", "p3": "0"}


def test_direct_counts_among_those_still_level():
    """p1, p2 and p4 have 2 points each, and p1 has not met p4: there is nothing to go by."""
    rows, _, _ = table(4, ["p2-p1 1", "p1-p3 1", "p2-p4 0"], tie_breaks=["direct"])
    assert [(row["player"], row["rank"]) for row in rows] == [("p1", 1), ("p2", 1), ("p4", 1), ("p3", 4)]
    rows, _, _ = table(4, ["p2-p1 1", "p1-p3 1", "p4-p1 1", "p4-p3 0", "p2-p3 0"], tie_breaks=["direct"])
    assert [(row["player"], row["points"], row["rank"]) for row in rows][1:] == [
        *[("p1", 2, 2), ("p2", 2, 2), ("p4", 2, 2)]
    ]
    rows, _, _ = table(2, ["p1-p2 0", "p1-p2 1", "p2-p1 1"], tie_breaks=["direct"])
    assert [row["player"] for row in rows] == ["p2", "p1"]


def test_equals_share_a_rank():
    rows, _, _ = table(4, ["p1-p2 =", "p3-p4 ="])
    assert [row["rank"] for row in rows] == [1, 1, 1, 1]
    rows, _, _ = table(3, ["p1-p2 =", "p1-p2 ="])
    assert [(row["player"], row["rank"]) for row in rows] == [("p1", 1), ("p2", 1), ("p3", 3)]


def row_of(rows, player):
    return next(row for row in rows if row["player"] == player)


def breaks(rows, player):
    row = row_of(rows, player)
    fields = ("points", "sonneborn_berger", "buchholz", "buchholz_cut_1", "buchholz_median")
    return tuple(row[field] for field in fields)


def test_where_nobody_was_met_stands_one_of_as_many_points():
    """Three rounds of four.  p1 won by p2's giving up, beat p3 and lost to p4: 4 points, and met 4 (nobody), 2 and 2.

    p2 gave up, beat p4, drew with p3: 3 points, and met 3 (nobody), 2 and 3.
    """
    games = ["p1-p2 1f", "p3-p4 1", "p1-p3 1", "p2-p4 1", "p4-p1 1", "p2-p3 ="]
    rows, _, _ = table(4, games)
    assert {row["player"]: row["points"] for row in rows} == {"p1": 4, "p2": 3, "p3": 3, "p4": 2}
    assert breaks(rows, "p1") == (4, "7", 9, 7, 3)
    assert breaks(rows, "p2") == (3, "3.5", 8, 6, 3)
    rows, _, _ = table(4, games, system="round-robin")  # there whoever gave up is the opponent all the same
    assert breaks(rows, "p1") == (4, "6", 8, 6, 3)


def test_a_bye_and_a_round_missed_are_rounds_too():
    """p3 had a bye and then beat p1: 4 points, met 4 (nobody) and 2.  p2 lost and left: 0 points, met 2 and nobody."""
    rows, _, _ = table(3, ["p1-p2 1", "p3-p1 1"], byes=[{"round": 1, "player": "p3"}])
    assert breaks(rows, "p3") == (4, "6", 6, 4, 0)
    assert breaks(rows, "p2") == (0, "0", 2, 2, 0)


def test_an_innocent_winner_is_not_behind_those_of_equal_points():
    """p1 and p3 won both games, p1 one of them because p2 gave up."""
    rows, _, _ = table(4, ["p1-p2 1f", "p3-p4 1", "p1-p4 1", "p3-p2 1"])
    assert [(row["player"], row["rank"]) for row in rows][:1] == [("p1", 1)]
    assert [row_of(rows, id)["buchholz"] for id in ("p1", "p3")] == [4, 0]


def test_who_comes_late_has_no_points_of_a_bye_before_a_game():
    acts = [{"act": "enter", "player": "p4", "round": 2, "reason": "late"}]
    byes = [{"round": 2, "player": "p4"}]
    rows, _, _ = table(4, ["p1-p2 0", "p3-p1 1", "p2-p3 0"], byes=byes, acts=acts)
    assert (row_of(rows, "p4")["points"], row_of(rows, "p4")["rank"]) == (0, 4)
    rows, _, _ = table(4, ["p1-p2 0", "p3-p1 1", "p2-p3 0", "p1-p4 1"], byes=byes, acts=acts)
    assert row_of(rows, "p4")["points"] == 2


def test_the_order_of_tie_breaks_is_that_of_the_kind_of_event():
    first = {system: table(4, ["p1-p2 1"], system=system)[1].tie_breaks[0] for system in ("swiss", "league")}
    assert first == {"swiss": "buchholz-cut-1", "league": "sonneborn-berger"}
    rows, cup, found = table(4, ["p1-p2 1"], system="round-robin")
    assert cup.tie_breaks == ["direct", "sonneborn-berger", "wins"]
    assert render(cup, rows, found, "text").splitlines()[2].split() == [
        *["#", "Player", "Points", "Games", "Won", "Drawn", "Lost", "SB"]
    ]


def test_a_bye_is_worth_what_was_agreed_and_nothing_in_a_round_robin():
    byes = [{"round": 1, "player": "p3"}]
    assert table(3, ["p1-p2 1"], byes=byes)[0][0]["points"] == 2
    assert {row["points"] for row in table(3, ["p1-p2 1"], byes=byes)[0] if row["player"] == "p3"} == {2}
    assert {
        row["points"] for row in table(3, ["p1-p2 1"], byes=byes, points={"bye": 1})[0] if row["player"] == "p3"
    } == {1}
    rows = table(3, ["p1-p2 1"], byes=byes, system="round-robin")[0]
    assert {row["points"] for row in rows if row["player"] == "p3"} == {0}


def test_every_export_holds_every_player_and_is_safe_to_print():
    players = [{"id": "p1", "name": "A|n*n <b>"}, {"id": "p2", "name": 'B,o"b'}]
    rows, cup, found = table(2, ["p1-p2 1"], players=players)
    text, markdown, csv = (render(cup, rows, found, form) for form in ("text", "markdown", "csv"))
    html = page_alone(cup, rows, found)
    assert "A|n*n <b>" in text and "2:0" in text and "referee Referee" in text
    assert "A\\|n\\*n \\<b\\>" in markdown and markdown.count("\n| ") == 3
    assert csv.splitlines()[2].startswith('2,p2,"B,o""b",0')
    assert "A|n*n &lt;b&gt;" in html and "<b>" not in html
    assert described(cup, rows, found)["games"][0]["scores"] == {"p1": "won", "p2": "lost"}
