"""The table: points and tie-breaks, checked against tournaments worked out by hand."""

from pbem.tournament.export import described, render
from pbem.tournament.results import Result
from pbem.tournament.standings import standings

from .test_pairing import made

MARKS = {"1": ("won", "lost"), "0": ("lost", "won"), "=": ("drawn", "drawn")}


def table(count, games, **agreed):
    """The table after games as ``p1-p2 1``, in rounds of one game each."""
    pairings, found = [], {}
    for number, text in enumerate(games, 1):
        players, mark = text.split(" ")
        first, second = players.split("-")
        game = f"c-{number}-1"
        pairings.append(
            {"round": number, "table": 1, "game": game, "seats": {"prc": first, "allied": second}, "referee": "ref"}
        )
        marks = MARKS[mark[0]]
        found[game] = Result(dict(zip((first, second), marks)), "forfeited" if mark.endswith("f") else "over", "x")
    cup = made(count, pairings=pairings, **agreed)
    return standings(cup, found), cup, found


def test_points_then_sonneborn_berger():
    """Four players, all play all: p1 and p2 have 4 points; p1 beat the stronger ones."""
    rows, _, _ = table(4, ["p1-p2 1", "p3-p4 1", "p1-p3 1", "p2-p4 1", "p4-p1 1", "p2-p3 1"])
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
    rows, _, _ = table(4, ["p2-p1 1", "p1-p3 1", "p2-p4 0"], tie_breaks=["direct"])
    assert [(row["player"], row["rank"]) for row in rows] == [("p2", 1), ("p4", 1), ("p1", 3), ("p3", 4)]
    rows, _, _ = table(2, ["p1-p2 0", "p1-p2 1", "p2-p1 1"], tie_breaks=["direct"])
    assert [row["player"] for row in rows] == ["p2", "p1"]


def test_equals_share_a_rank():
    rows, _, _ = table(4, ["p1-p2 =", "p3-p4 ="])
    assert [row["rank"] for row in rows] == [1, 1, 1, 1]
    rows, _, _ = table(3, ["p1-p2 =", "p1-p2 ="])
    assert [(row["player"], row["rank"]) for row in rows] == [("p1", 1), ("p2", 1), ("p3", 3)]


def test_a_game_given_up_counts_for_points_and_not_for_tie_breaks():
    rows, _, _ = table(3, ["p1-p2 1f", "p2-p3 1"])
    first = next(row for row in rows if row["player"] == "p1")
    assert (first["points"], first["sonneborn_berger"], first["buchholz"], first["won"]) == (2, "0", 0, 1)


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
    text, markdown, csv, html = (render(cup, rows, found, form) for form in ("text", "markdown", "csv", "html"))
    assert "A|n*n <b>" in text and "2:0" in text and "referee Referee" in text
    assert "A\\|n\\*n \\<b\\>" in markdown and markdown.count("\n| ") == 3
    assert csv.splitlines()[2].startswith('2,p2,"B,o""b",0')
    assert "A|n*n &lt;b&gt;" in html and "<b>" not in html
    assert described(cup, rows, found)["games"][0]["scores"] == {"p1": "won", "p2": "lost"}
