"""Of a seat whose own closed line answers what it is asked nothing is waited for, by whatever way the desk is asked."""

import pytest

from tests.attacks.kit import Table, lines_of


@pytest.fixture
def game(tmp_path):
    """A game of three who are asked together for a bid, and north has sent its own while setting up."""
    game = Table.copied(tmp_path, level="sealed")
    while "set-up" in [row["kind"] for row in game.people["referee"].status()["waiting"]]:
        game.turn(north=[*game.answers("north"), "bid 1"])
    return game


def waited(rows):
    return [row["seat"] for row in rows if not row["answered"]]


def test_all_name_those_that_are_missed(game):
    referee = game.people["referee"]
    others = ["south", "isles"]
    assert waited(referee.status()["waiting"]) == others
    block = referee.pbem("status", referee.game, "--seat", "north", "--json").json["stands"]
    assert (block["waiting"], block["others"]) == ([], others)
    assert "Waiting for you: no." in referee.pbem("form", referee.game, "north").out
    report = referee.pbem("report", referee.game).out
    assert "North (has answered)" in " ".join(report.split())
    assert "waits for south and isles" in referee.pbem("adjudicate", referee.game, "-o", referee.game).err


def test_the_game_goes_on_when_the_others_have_answered(game):
    referee = game.people["referee"]
    for seat, left in (("south", ["isles"]), ("isles", [])):
        orders = game.text(seat, "bid 0")
        ran = game.adjudicate([orders], opener="referee")
        assert left == [] or waited(referee.status()["waiting"]) == left, ran
    assert [use["by"] for use in lines_of(referee.game)[-1][0]["used"]][:3] == ["line", "answer", "answer"]
