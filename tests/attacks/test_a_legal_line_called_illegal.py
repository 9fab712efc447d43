"""A referee marks a legal line of the queue as refused, with an invented reason."""

from tests.attacks.kit import lines_of


def test_what_became_of_a_line_is_made_again(table):
    game = table().until("act")
    game.turn(north=["act attack", "bid 2"], share=False)
    line = lines_of(game.people["referee"].game)[-1][0]
    document = line["documents"][0][0]
    fell = [{"document": document["n"], "entry": line["n"], "line": 2, "rules": ["2.1"], "seat": "north"}]
    forged = game.forger("referee").again(fell=fell)
    assert "/fell" in game.everybody_refuses(forged, "referee")
