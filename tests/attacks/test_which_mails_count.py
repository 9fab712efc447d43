"""Attacks 4 and 25: whose envelope is mixed is no matter of choice, nor of the order in which mails came."""

import itertools
import shutil

from tests.attacks.kit import lines_of


def test_any_order_of_mails_gives_the_same_bytes(table):
    game = table().until("bid")
    files = [game.seal(seat, *game.answers(seat)) for seat in game.seats]
    referee = game.people["referee"]
    kept, results = game.folder / "kept", set()
    shutil.copytree(referee.folder, kept)
    for order in itertools.permutations(files):
        shutil.rmtree(referee.folder)
        shutil.copytree(kept, referee.folder)
        for file in order:
            game.adjudicate([file])
        results.add(referee.game.read_bytes())
    assert len(results) == 1


def test_an_envelope_of_a_seat_that_is_not_asked_is_refused(table):
    game = table().until("act")
    forger = game.forger("south")
    more = forger.orders("south")
    game.turn(share=False)
    forger = game.forger("referee")
    documents = [*forger.lines[-1][0]["documents"], more]
    game.everybody_refuses(forger.again(documents=documents), "referee")


def test_an_asked_seat_is_not_left_out(table):
    game = table().until("bid")
    game.turn(share=False)
    forger = game.forger("referee")
    game.everybody_refuses(forger.again(documents=forger.lines[-1][0]["documents"][1:]), "referee")


def test_a_mail_after_the_entry_is_told_as_that(table):
    """Orders for an entry that is over count for nothing."""
    game = table().until("act")
    late = game.text("north", "act wait")
    game.turn()
    ran = game.people["referee"].pbem("check", game.people["referee"].game, late)
    assert ran.code == 3 and "entry" in ran.err + ran.out
    assert lines_of(game.people["north"].game)[-1][0]["used"][0]["by"] == "answer"
