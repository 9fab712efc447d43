"""The opener's seal is withheld, or two different ones are sent to two players."""

import json
import shutil

from pbem.core.data import schemas
from tests.attacks.kit import lines_of, plain


def test_nobody_lets_an_envelope_go_before_the_seal(table):
    game = table(referee=False).until("bid")
    game.seal("south", "bid 0", code=3)
    assert (
        "--carry"
        in game.people["south"]
        .pbem(
            "seal",
            game.people["south"].game,
            game.text("south", "bid 0"),
            "--secret",
            game.people["south"].secret,
            "-o",
            game.people["south"].path("x"),
            "--confirm",
        )
        .err
    )


def test_the_signature_on_the_seal_is_checked_first(table):
    game = table(referee=False).until("bid")
    game.seal("isles", "bid 0", options=["--confirm", "--closed"], code=3)
    mark = game.seal("north", "bid 1", options=["--confirm", "--closed"])
    text = mark.read_text().splitlines()
    body = [line for line in text if len(line) == 64]
    broken = body[1][:10] + ("A" if body[1][10] != "A" else "B") + body[1][11:]
    mark.write_text(mark.read_text().replace(body[1], broken))
    game.seal("south", "bid 0", options=["--confirm", "--carry", mark], code=3)


def test_two_seals_burn_the_entry_and_their_maker_has_its_defaults(table):
    """North sends one seal to South and another to the Isles; both carry what they were given."""
    game = table(referee=False).until("bid")
    north = game.people["north"]
    shutil.copy(north.secret, north.path("copy.secret"))
    one = game.seal("north", "bid 1", options=["--confirm", "--closed"])
    two = game.seal("north", "bid 2", options=["--confirm", "--closed"], secret=north.path("copy.secret"))
    files = [
        game.seal("south", "bid 1", options=["--confirm", "--carry", one]),
        game.seal("isles", "bid 1", options=["--confirm", "--carry", two]),
    ]
    ran = game.adjudicate(files, opener="north", code=3)
    assert "pbem desk seals GAME" in plain(ran.err)
    south = game.people["south"]
    ran = south.pbem("desk", "seals", south.game, *files, "--secret", south.secret, "-o", south.game, "--json")
    assert ran.code == 0 and schemas.problems("note", json.loads(ran.out)) == [], ran
    assert lines_of(south.game)[-1][0]["what"] == "seals"
    game.share("south")
    game.adjudicate([game.seal("south", "bid 1"), game.seal("isles", "bid 1")], opener="north")
    line = lines_of(north.game)[-1][0]
    by = {
        row["question"].split("/")[2].partition("#")[0]: row["by"] for row in line["used"] if "/bid/" in row["question"]
    }
    assert by == {"north": "default", "south": "answer", "isles": "answer"} and line["muster"]
    game.share("north")
    game.holds()
    assert "north sealed two documents for it" in plain(south.pbem("report", south.game).out)


def test_a_note_on_one_seal_is_refused(table):
    game = table(referee=False).until("bid")
    mark = game.seal("north", "bid 1", options=["--confirm", "--closed"])
    files = [game.seal(seat, "bid 1", options=["--confirm", "--carry", mark]) for seat in ("south", "isles")]
    south = game.people["south"]
    ran = south.pbem("desk", "seals", south.game, *files, "--secret", south.secret, "-o", south.game)
    assert ran.code == 3, ran


def test_a_seal_that_is_not_opened_stops_the_line(table):
    game = table(referee=False).until("bid")
    game.turn(share=False)
    forger = game.forger("north")
    game.everybody_refuses(forger.again(opened=None), "north")


def test_orders_that_nobody_sealed_are_no_seal(table):
    """The clumsy one: the opener's orders as typed, in the place of what was sealed of them."""
    game = table(referee=False).until("bid")
    south, typed = game.people["south"], game.text("north", "bid 1")
    orders, out = game.text("south", "bid 0"), south.path("x")
    done = south.pbem("seal", south.game, orders, "--secret", south.secret, "-o", out, "--confirm", "--carry", typed)
    assert done.code == 3
    assert "Nothing is sealed in this file" in done.err
    assert not out.exists()
