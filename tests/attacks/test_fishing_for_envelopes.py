"""Attacks 7, 8 and 32: a forged file draws a later envelope out of a player; one secret for two."""

import shutil

from tests.verifier import hand


def test_a_file_that_is_far_ahead_is_not_believed(table):
    """The referee writes entries in which South is absent, each signed; South's program makes them again first."""
    game = table()
    game.turn()
    referee = game.people["referee"]
    assert game.asked() == ["south"]
    for _ in range(3):
        asked = game.asked("north") if referee.game.read_bytes() == game.people["north"].game.read_bytes() else None
        ran = referee.pbem(
            "adjudicate", referee.game, "-o", referee.game, "--secret", referee.secret, "--deadlines-passed"
        )
        assert ran.code == 0 and (asked is None or asked), ran
    south = game.people["south"]
    shutil.copy(referee.game, south.game)
    rows = [row for row in south.status()["waiting"] if row["seat"] == "south"]
    if rows:
        game.seal("south", *game.answers("south"), options=[], code=3)  # it asks: the game went on without South


def test_lines_that_invent_links_are_refused(table):
    game = table().until("act")
    game.turn(share=False)
    forger = game.forger("referee")
    documents = forger.lines[-1][0]["documents"]
    documents[0][0]["envelope"] = "5" * 64
    game.everybody_refuses(forger.again(documents=documents), "referee")


def test_one_anchor_for_two_seats_is_refused(table):
    game = table()
    person = game.people["north"]
    anchor = person.pbem("seat", "init", "-o", person.path("two.secret")).out.strip()
    ran = person.pbem(
        "new",
        "toy",
        "-o",
        person.path("other"),
        "--seats",
        2,
        "--anchor",
        f"blue={anchor}",
        "--anchor",
        f"red={anchor}",
        "--no-referee",
    )
    assert ran.code in (2, 3), ran
    assert not person.path("other").exists()


def test_a_secret_serves_one_game(table, tmp_path):
    from tests.attacks.kit import Table

    game = table()
    game.turn()
    (tmp_path / "second").mkdir()
    other = Table.copied(tmp_path / "second", windows="default")
    north = other.people["north"]
    orders = other.text("north", *other.answers("north"))
    ran = north.pbem("seal", north.game, orders, "--secret", game.people["north"].secret, "-o", north.path("x"))
    assert ran.code in (3, 4) and not north.path("x").exists(), ran


def test_nor_may_a_game_be_played_again_with_a_secret_that_was_used(table):
    """Its charter says `again`, so that all its dice are known by now; no secret lets an envelope go for it."""
    game = table()
    game.turn()
    north = game.people["north"]
    forger = game.forger("referee")
    second = forger.lines[:1]
    second[0][0]["charter"] = {**forger.charter, "again": forger.game.hex()}
    other = north.path("other")
    other.write_bytes(hand.canonical(second[0]) + b"\n")
    assert north.pbem("status", other).code == 0
    head = hand.tagged("head", hand.canonical(second[0][0])).hex()
    orders = north.path("orders.txt")
    orders.write_text("\n".join([f"game g\nseat north\nentry 1\nhead {head}", *game.answers("north"), "--\n"]), "utf-8")
    ran = north.pbem("seal", other, orders, "--secret", north.secret, "--confirm", "-o", north.path("x"))
    assert ran.code == 3 and "bound to" in ran.err and not north.path("x").exists(), ran


def test_a_referee_holds_no_seat(table):
    """Attack 3: a charter, written by hand, in which the referee sits at the table."""
    game = table()
    forger = game.forger("referee")
    charter = forger.charter
    seats = ["referee" if seat == "north" else seat for seat in charter["seats"]]
    powers = {**charter["powers"], "north": "referee"}
    anchors = {name: anchor for name, anchor in charter["anchors"].items() if name != "north"}
    forger.lines[0][0]["charter"] = {**charter, "anchors": anchors, "powers": powers, "seats": seats}
    game.only_verify_objects(forger.bytes(), 4)
