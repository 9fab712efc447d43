"""A referee lets a closed line act or not, knowing the dice: found when it is opened, at the latest by the end."""

import json

from tests.attacks.kit import lines_of


def without_openings(game):
    """The referee forgets what was entrusted to him, and remembers it later: a function that puts it back."""
    path = game.people["referee"].secret
    kept = json.loads(path.read_text())["openings"]
    assert kept
    path.write_text(json.dumps({**json.loads(path.read_text()), "openings": []}))

    def back():
        now = json.loads(path.read_text())
        path.write_text(json.dumps({**now, "openings": [*now["openings"], *kept]}))

    return back


def test_a_closed_line_that_should_have_acted_is_found_when_it_is_open(table):
    game = table()
    game.turn(north=[*game.answers("north"), "always act: attack"])
    back = without_openings(game)
    game.until("act")
    assert game.asked() == ["north"], "the line would have answered; the referee let it rest"
    back()
    while not game.people["north"].status()["over"]:
        game.turn()
    data = game.people["north"].game.read_bytes()
    assert any(
        row["seat"] == "north" for line, _ in lines_of(game.people["north"].game) for row in line.get("opened", [])
    )
    assert "entry" in game.only_verify_objects(data)


def test_an_opening_that_is_not_given_at_the_end_is_missing(table):
    game = table().until("act")
    game.turn(north=["act wait", "always bid: 2 if turn 9"])
    while not game.people["north"].status()["over"]:
        game.turn()
    last = lines_of(game.people["north"].game)[-1][0]
    assert last["opened"]
    forger = game.forger("referee")
    del forger.lines[-1][0]["opened"]
    data = forger.again()
    person = type(game.people["north"])(game.folder, "stranger")
    person.game.write_bytes(data)
    ran = person.verify()
    assert ran.code in (4, 5), ran
    from tests.verifier import small

    assert small.alone(person.game).returncode == 5


def test_another_text_than_the_closed_one_is_refused(table):
    game = table().until("act")
    game.turn(north=["act wait", "always bid: 2 if turn 9"])
    while not game.people["north"].status()["over"]:
        before = game.people["north"].game.read_bytes()
        game.turn()
    assert before
    forger = game.forger("referee")
    opened = forger.lines[-1][0]["opened"]
    opened[0]["whole"]["value"] = 1
    game.only_verify_objects(forger.again(opened=opened), 4)


def test_going_back_over_an_entry_in_which_a_line_was_opened_holds_to_the_end(table):
    """Open in the record, closed in the entry that is gone back to: with all that was opened known from the start,
    every line must come out as it stands."""
    game = table()
    game.turn(north=[*game.answers("north"), "always act: attack", "always bid: 2 if turn 9"])
    game.until("intervene")
    referee = game.people["referee"]
    opened = [row for line, _ in lines_of(referee.game) for row in line.get("opened", [])]
    assert opened
    where = ["-o", referee.game, "--secret", referee.secret]
    ran = referee.pbem("reopen", referee.game, "--step", 1, "--reason", "a mail was read wrongly", *where)
    assert ran.code == 0, ran
    game.share("referee")
    while not game.people["north"].status()["over"]:
        game.turn()
    assert "Everything holds." in game.holds()
