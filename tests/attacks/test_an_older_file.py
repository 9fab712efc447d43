"""An older copy, or the other side of a fork, is put in the place of a game: it may be looked at, and that is said."""

import pytest

from tests.attacks.kit import plain

LOOKING = [["status"], ["report"], ["show"], ["verify"], ["form", "north"], ["standing", "north"]]


@pytest.mark.parametrize("command", LOOKING, ids=lambda command: command[0])
def test_whoever_looks_at_an_older_file_is_told(table, command):
    game = table().until("act")
    north = game.people["north"]
    older = north.game.read_bytes()
    game.turn()
    north.status()
    north.game.write_bytes(older)
    name, *more = command
    ran = north.pbem(name, north.game, *more)
    entry = len(older.splitlines())
    assert ran.code == 0, ran
    assert f"this machine has seen entry {entry}" in plain(ran.err), ran
    assert "this machine has seen" not in ran.out


def test_and_so_is_whoever_looks_at_another_one(table):
    game = table().until("act")
    before = {name: person.game.read_bytes() for name, person in game.people.items()}
    game.turn(share=False)
    referee = game.people["referee"]
    one = referee.game.read_bytes()
    twin = game.forger("referee", data=one)
    twin.lines[-1][0]["steps"] = []
    referee.game.write_bytes(twin.again("referee"))
    ran = referee.pbem("verify", referee.game)
    assert ran.code == 4 and "its head differs" in plain(ran.err), ran
    assert before


def test_nobody_plays_on_from_an_older_file(table):
    game = table().until("act")
    north = game.people["north"]
    older = north.game.read_bytes()
    game.turn()
    north.status()
    north.game.write_bytes(older)
    orders = game.text("north", "act attack")
    ran = north.pbem("seal", north.game, orders, "--secret", north.secret, "-o", north.path("final"), "--confirm")
    assert ran.code == 4 and not north.path("final").exists()
    assert ran.err.count("this machine has seen") == 1, ran
