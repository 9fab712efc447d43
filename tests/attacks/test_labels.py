"""Attacks 9, 20, 21: names, texts and repeated labels by which dice could be chosen; one envelope for many steps."""

import re

from tests.attacks.kit import lines_of


def test_nothing_that_people_type_enters_a_label_or_the_dice(table, tmp_path):
    """The same envelopes with other words beside them: greetings, comments, another order of lines."""
    game = table(level="sealed").until("intervene")
    referee, results = game.people["referee"], set()
    kept = {"secret": referee.secret.read_bytes(), "game": referee.game.read_bytes()}
    import shutil

    for words in ("", "# good luck", "# a hundred hussars named Ferdinand"):
        shutil.rmtree(referee.path("memory"))
        referee.secret.write_bytes(kept["secret"])
        referee.game.write_bytes(kept["game"])
        assert referee.pbem("seat", "moved", referee.game, "--secret", referee.secret).code == 0
        files = [game.text(seat, words, *game.answers(seat), words) for seat in game.asked()]
        game.adjudicate(files)
        results.add(referee.game.read_bytes())
    assert len(results) == 1
    draws = [row for line, _ in lines_of(referee.game) for row in line.get("draws", [])]
    assert draws and all(re.fullmatch(r"[a-z0-9._/-]{1,120}(#[0-9]+)?", label) for label, _, _ in draws)


def test_each_entry_has_its_own_key(table):
    """Attack 9: the entry has the key and not the step: dice of one label differ from entry to entry."""
    game = table()
    while not game.people["north"].status()["over"]:
        game.turn()
    envelopes = [line["envelope"] for line, _ in lines_of(game.people["north"].game)[1:]]
    assert len(set(envelopes)) == len(envelopes) > 5


def test_a_use_of_a_label_cannot_be_left_out(table):
    game = table().until("intervene")
    game.turn(share=False)
    forger = game.forger("referee")
    draws = forger.lines[-1][0]["draws"]
    assert draws
    draws[0][0] += "#2"
    game.everybody_refuses(forger.again(draws=draws), "referee")
