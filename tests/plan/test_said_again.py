"""Whoever is asked because his tripwire was met may answer with the very line that stands."""

from tests.cli.tools import done, new_game, waits_for, write_orders


def test_a_line_that_stands_said_again_is_an_answer(tmp_path):
    game = new_game(tmp_path, "g.json")
    line = "op 14 east-china-sea -> taiwan-strait with us-sag-2"
    attack = "op 12 china-central -> taiwan-strait with prc-sag-2"
    early = write_orders(game, "allied", line, "ask me if taiwan-strait changed")
    done("adjudicate", game, write_orders(game, "prc", attack), early, "-o", game)
    assert waits_for(game) == ["allied"]
    block = done("status", game, "--seat", "allied").out
    assert "op 14" in block and "has happened" in block
    done("adjudicate", game, write_orders(game, "allied", line, name="again"), "-o", game)
    assert waits_for(game) == ["prc"]
