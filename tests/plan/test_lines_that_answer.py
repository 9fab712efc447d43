"""Of a seat whose own closed line answers what it is asked nothing is waited for, whoever asks the desk; and
what several answer together is neither thrown away nor shown by a petition beside it."""

import pytest

from tests.attacks.kit import Table, lines_of


@pytest.fixture
def game(tmp_path):
    """A game of three who are asked together for a bid, and north has sent its own while setting up."""
    game = Table.copied(tmp_path, level="sealed")
    while "set-up" in [row["kind"] for row in game.people["referee"].status()["waiting"]]:
        _, files = game.sent(north=[*game.answers("north"), "bid 1"])
        game.told = game.adjudicate(files, opener="referee").err
        game.share("referee")
    return game


def waited(rows):
    return [row["seat"] for row in rows if not row["answered"]]


def test_all_name_those_that_are_missed(game):
    referee = game.people["referee"]
    others = ["south", "isles"]
    assert "The game waits for south and isles." in game.told
    assert waited(referee.status()["waiting"]) == others
    block = referee.pbem("status", referee.game, "--seat", "north", "--json").json["stands"]
    assert (block["waiting"], block["others"]) == ([], others)
    assert "Waiting for you: nothing." in referee.pbem("form", referee.game, "north").out
    report = referee.pbem("report", referee.game).out
    assert "North (has answered)" in " ".join(report.split())
    assert "waits for south and isles" in game.adjudicate([], opener="referee").err


def test_the_game_goes_on_when_the_others_have_answered(game):
    referee = game.people["referee"]
    for seat, left in (("south", ["isles"]), ("isles", [])):
        orders = game.text(seat, "bid 0")
        ran = game.adjudicate([orders], opener="referee")
        assert left == [] or waited(referee.status()["waiting"]) == left, ran
    assert [use["by"] for use in lines_of(referee.game)[-1][0]["used"]][:3] == ["line", "answer", "answer"]


def test_a_petition_beside_answers_given_together_throws_none_away(game):
    """Whoever ends the game, or offers its end, ends it after them: nobody has to write again what all have read."""
    referee, own = game.people["referee"], ("--seat", "south", "--secret")
    orders = [game.text("south", "bid 0", "concede"), game.text("isles", "bid 2")]
    game.adjudicate(orders, opener="referee")
    line = lines_of(referee.game)[-1][0]
    bids = [use["question"].split("/")[2].partition("#")[0] for use in line["used"] if "/bid/" in use["question"]]
    assert bids == ["north", "south", "isles"]
    assert "Not used" not in referee.pbem("report", referee.game).out
    assert "concede    in force" in referee.pbem("status", referee.game, *own, referee.secret).out
    game.share("referee")
    while not referee.status()["over"]:
        game.turn()
    heard = [use for use in lines_of(referee.game)[-1][0]["used"] if use["by"] == "petition"]
    assert [use["seat"] for use in heard] == ["south"] and len(lines_of(referee.game)) < 9


def test_who_answers_twice_as_published_is_offered_a_standing_order(game):
    """Once the offer is taken nobody waits for that seat any more."""
    referee, told, offer = game.people["referee"], [], "“always bid: default”"
    game.adjudicate([game.text(seat, "bid 0") for seat in ("south", "isles")], opener="referee")
    game.share("referee")
    while not referee.status()["over"]:
        asked = {row["seat"]: row["kind"] for row in referee.status()["waiting"] if not row["answered"]}
        lines = {seat: ["bid 0"] if kind == "bid" else game.answers(seat) for seat, kind in asked.items()}
        if asked.get("south") == "bid":
            checked = [referee.pbem("check", referee.game, game.text("south", f"bid {n}")).out for n in range(2)]
            told.append([offer in " ".join(out.split()) for out in checked])
            lines["south"] = ["bid 0", *["always bid: default"] * told[-1][0]]
        game.adjudicate([game.text(seat, *said) for seat, said in lines.items()], opener="referee")
        game.share("referee")
    assert told == [[True, False]], "offered at the second answer that is the same, and asked no more"
