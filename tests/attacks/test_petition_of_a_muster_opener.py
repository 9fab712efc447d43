"""The opener of a muster, who is asked nothing, petitions when it knows the dice."""

from tests.attacks.kit import lines_of
from tests.verifier.hand import use


def test_it_is_heard_one_entry_later(table):
    game = table(referee=False)
    assert game.opener == "south"
    files = [game.seal("north", *game.answers("north")), game.seal("isles", "ready"), game.seal("south", "concede")]
    game.adjudicate(files, opener="south")
    game.share("south")
    assert "ended" not in lines_of(game.people["north"].game)[-1][0]
    while not game.people["north"].status()["over"]:  # a petition waits for a rest point
        game.turn()
    line = lines_of(game.people["north"].game)[-1][0]
    assert 1 < line["n"] < 5 and line["ended"]
    assert line["used"][-1]["by"] == "petition" and line["used"][-1]["entry"] == 1
    game.holds()


def test_a_record_in_which_it_was_heard_at_once_is_refused(table):
    game = table(referee=False)
    files = [game.seal("north", *game.answers("north")), game.seal("isles", "ready"), game.seal("south", "concede")]
    game.adjudicate(files, opener="south")
    forger = game.forger("south")
    line = forger.lines[-1][0]
    (document,) = [document for document, _ in line["documents"] if document["seat"] == "south"]
    heard = use("petition", "south", 1, document["n"], 1, "petition/concede/south")
    game.everybody_refuses(forger.again(used=[heard, *line["used"]]), "south")
