"""Attacks 29 to 32: rehearsals that reach a secret, answers in the public file, older files, outputs over a secret."""

import os
import shutil

from tests.attacks.kit import lines_of


def test_rehearsals_need_no_secret(table):
    """No command that only looks or rehearses opens a secret: there is none."""
    game = table().until("act")
    north = game.people["north"]
    orders = game.text("north", "act attack")
    north.secret.unlink()
    for command in (
        ["whatif", north.game, orders],
        ["check", north.game, orders],
        ["status", north.game],
        ["form", north.game, "north"],
        ["verify", north.game],
        ["report", north.game],
    ):
        assert north.pbem(*command).code == 0, command


def test_a_rehearsal_draws_other_dice(table):
    game = table().until("intervene")
    north = game.people["north"]
    orders = game.text("south", "intervene no")
    ran = [north.pbem("whatif", north.game, orders, "--draws", f"{n:064x}", "--json") for n in range(6)]
    assert {one.code for one in ran} == {0} and len({one.out for one in ran}) > 1, ran
    game.turn()
    assert lines_of(north.game)[-1][0]["draws"]


def test_what_came_is_not_in_the_public_file(table):
    game = table().until("bid")
    before = game.people["referee"].game.read_bytes()
    game.adjudicate([game.seal("north", "bid 2")])
    assert game.people["referee"].game.read_bytes() == before


def test_no_output_replaces_a_secret_a_game_or_orders(table):
    game = table().until("act")
    north, referee = game.people["north"], game.people["referee"]
    orders = game.text("north", "act attack")
    os.symlink(north.secret, north.path("link"))
    for output in (north.secret, north.path("link"), north.game, orders):
        before = output.read_bytes()
        ran = north.pbem("seal", north.game, orders, "--secret", north.secret, "--confirm", "-o", output)
        assert ran.code in (2, 3) and output.read_bytes() == before, ran
    sealed = game.seal("north", "act attack")
    for output in (referee.secret, sealed):
        before = output.read_bytes()
        ran = referee.pbem("adjudicate", referee.game, sealed, "-o", output, "--secret", referee.secret)
        assert ran.code in (2, 3) and output.read_bytes() == before, ran
    ran = referee.pbem(
        "adjudicate", referee.game, sealed, "-o", referee.game, "--secret", referee.secret, "--report", referee.secret
    )
    assert ran.code == 2, ran


def test_a_secret_that_others_can_read_or_that_has_two_names_is_refused(table):
    game = table().until("act")
    north = game.people["north"]

    def is_refused():
        order = game.text("north", "act attack")
        ran = north.pbem("seal", north.game, order, "--secret", north.secret, "--confirm", "-o", north.path("x"))
        assert ran.code in (3, 4) and not north.path("x").exists(), ran

    north.secret.chmod(0o644)
    is_refused()
    north.secret.chmod(0o600)
    os.link(north.secret, north.path("other name"))
    is_refused()


def test_an_older_secret_is_recognised(table):
    game = table().until("act")
    north = game.people["north"]
    shutil.copy(north.secret, north.path("older"))
    game.turn()
    game.until("bid")
    game.seal("north", "bid 0", secret=north.path("older"), code=4)


def test_an_older_game_is_recognised(table):
    game = table()
    north = game.people["north"]
    older = north.game.read_bytes()
    game.turn()
    assert north.status()["entry"] == 2
    north.game.write_bytes(older)
    assert north.pbem("status", north.game).code == 0, "it may be read"
    orders = game.folder / "orders"
    orders.write_text(f"game g\nseat north\nentry 1\nhead {older_head(older)}\nready\n--\n")
    ran = north.pbem("seal", north.game, orders, "--secret", north.secret, "--confirm", "-o", north.path("x"))
    assert ran.code == 4 and not north.path("x").exists(), ran


def older_head(data):
    from tests.verifier import small

    return small.module().Check(data).heads[-1].hex()
