"""Closed lines without a referee: nobody could keep the openings."""

from tests.verifier.hand import Hand


def test_a_secret_line_is_refused_or_public(table):
    game = table(referee=False)
    game.seal("north", *game.answers("north"), "secret always intervene: no", code=3)


def test_a_record_with_one_is_refused(table):
    game = table(referee=False).until("act")
    forger = game.forger("north", "south")
    assert isinstance(forger, Hand)
    hidden = {"kind": "bid", "power": "north", "value": 2}
    document = forger.orders(
        "north", answers=[{"kind": "act", "power": "north", "value": "wait"}], lines=[hidden], close=[2]
    )
    game.adjudicate([game.seal("north", "act wait")], opener="south")
    line = game.forger("south").lines[-1][0]
    forger.lines.append([{**line, "documents": [document]}, ""])
    game.everybody_refuses(forger.again("south"), "south")
