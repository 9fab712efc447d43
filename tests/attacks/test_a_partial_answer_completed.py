"""A partial answer is completed after a look at the dice, or stops the game."""

import pytest

from tests.attacks.kit import lines_of

SEATS = ("blue", "red")


def until_bids(game):
    says = {"set-up": lambda power: f"{power}: place {power}-foot-1 in hill", "bid": lambda power: f"{power}: bid 0"}
    game.answers = lambda seat: [
        says[row["kind"]](row["power"]) for row in game.people[seat].status()["waiting"] if row["seat"] == seat
    ]
    return game.until("bid")


def test_seal_shows_what_is_left_open_and_asks(table):
    game = until_bids(table(seats=SEATS))
    path = game.seal("blue", "north: bid 2", options=[], code=3)
    assert not path.exists()
    game.seal("blue", "north: bid 2")


def test_with_the_envelope_the_seat_has_spoken(table):
    """What is left open takes its default; a second document is refused by the own secret, and by the opener."""
    game = until_bids(table(seats=SEATS))
    first = game.seal("blue", "north: bid 2")
    game.seal("blue", "north: bid 2", "isles: bid 2", code=3)
    game.adjudicate([first, game.seal("red", "south: bid 0")])
    used = lines_of(game.people["referee"].game)[-1][0]["used"]
    assert [(row["by"], row["question"].split("/")[2][:5]) for row in used[:3]] == [
        ("answer", "north"),
        ("answer", "south"),
        ("default", "isles"),
    ]
    game.share("referee")
    game.holds()


@pytest.mark.parametrize("level", ["sealed", "shared"])
def test_a_deadline_takes_what_came_and_defaults_for_the_rest(table, level):
    """Once this was exit 1, and only going back helped."""
    game = until_bids(table(level=level, seats=SEATS))
    if level == "sealed":
        part = game.text("blue", "north: bid 2")
        game.adjudicate([part, game.text("red", "south: bid 1")])
        assert lines_of(game.people["referee"].game)[-1][0]["asked"] != ["blue", "red"], "nothing was played yet"
        game.adjudicate([], "--deadline-passed", "blue")
    else:
        game.adjudicate([game.seal("blue", "north: bid 2")])
        game.adjudicate([], "--deadline-passed", "red")
    line = lines_of(game.people["referee"].game)[-1][0]
    assert line["asked"] == ["blue", "red"]
    assert any(row["by"] == "answer" and "/north" in row["question"] for row in line["used"])
    assert line.get("absent", []) == ([] if level == "sealed" else ["red"])
    game.share("referee")
    game.holds()
