"""What the referee does not open at the end, or lost, its owner opens in a file beside the game; then the whole game is
made again with nothing hidden."""

import json

from tests.attacks.kit import lines_of, plain
from tests.verifier import small


def verified(game, person):
    """What both verifiers come to: (exit codes, what pbem says)."""
    ran = person.verify()
    alone = small.alone(person.game)
    return (ran.code, alone.returncode), plain(ran.out)


def over_with_a_closed_line(game, line="always bid: 2 if turn 9"):
    """A game that is over, of which the referee lost what North had closed."""
    game.turn(north=[*game.answers("north"), line])
    referee = game.people["referee"]
    secret = json.loads(referee.secret.read_text())
    referee.secret.write_text(json.dumps({**secret, "openings": []}))
    while not game.people["north"].status()["over"]:
        game.turn()
    return game.people["north"]


def open_late(person, *options, code=0):
    ran = person.pbem("openings", person.game, *options)
    assert ran.code == code, ran
    return plain(ran.err)


def test_its_owner_opens_what_nobody_opened(table):
    north = over_with_a_closed_line(table())
    codes, said = verified(None, north)
    assert codes == (5, 5) and "is still closed" in said
    assert "Opened: 1. Still closed: 0." in open_late(north, "--secret", north.secret)
    codes, said = verified(None, north)
    assert codes == (0, 0) and "Everything holds." in said
    assert "Opened: 0. Still closed: 0." in open_late(north, "--secret", north.secret)


def test_others_take_the_file_as_it_came(table):
    game = table()
    north = over_with_a_closed_line(game)
    open_late(north, "--secret", north.secret)
    south = game.people["south"]
    file = south.path("mailed.openings")
    file.write_bytes((north.folder / f"{north.game.name}.openings").read_bytes())
    assert "Opened: 1." in open_late(south, file)
    assert verified(game, south)[0] == (0, 0)


def test_at_sealed_the_receipt_opens(table):
    game = table(level="sealed").until("act")
    file, north = game.text("north", "act attack", "always bid: 2 if turn 9"), game.people["north"]
    referee, path = game.people["referee"], north.path("receipt")
    assert referee.pbem("receipt", referee.game, file, "--secret", referee.secret, "-o", path).code == 0
    game.adjudicate([file])
    game.share("referee")
    secret = json.loads(referee.secret.read_text())
    referee.secret.write_text(json.dumps({**secret, "openings": []}))
    while not north.status()["over"]:
        game.turn()
    assert verified(game, north)[0] == (5, 5)
    assert "Opened: 1." in open_late(north, "--receipt", path)
    assert verified(game, north)[0] == (0, 0)


def test_a_line_that_should_have_acted_is_named_then(table):
    game = table()
    north = over_with_a_closed_line(game, "always act: attack")
    open_late(north, "--secret", north.secret)
    codes, said = verified(game, north)
    assert codes[0] == 4 and "entry" in said


def test_what_opens_nothing_is_not_taken_up(table):
    game = table()
    north = over_with_a_closed_line(game)
    open_late(north, "--secret", north.secret)
    path = north.folder / f"{north.game.name}.openings"
    value = json.loads(path.read_text())
    path.unlink()
    other = north.path("other.openings")
    for change in ({"whole": {"power": "north", "value": 1, "when": "bid"}}, {"nonce": "0" * 64}, {"document": 2}):
        other.write_text(json.dumps({**value, "openings": [{**value["openings"][0], **change}]}))
        assert "Opened: 0. Still closed: 1." in open_late(north, other)
        assert not path.exists()
    others = ('{"pbem": "openings/1", "openings": [7]}', '{"pbem": "openings/2", "openings": []}')
    for nonsense in ("[]", "{}", "x", *others):
        other.write_text(nonsense)
        open_late(north, other, code=4)
        path.write_text(nonsense)
        assert north.verify().code == 5 and small.alone(north.game).returncode == 5
        path.unlink()


def test_before_the_end_what_is_closed_stays_closed(table):
    game = table()
    game.turn(north=[*game.answers("north"), "always bid: 2 if turn 9"])
    north = game.people["north"]
    open_late(north, "--secret", north.secret, code=3)
    assert not (north.folder / f"{north.game.name}.openings").exists()


def test_a_game_that_was_given_up_holds_with_what_was_opened_after_it(table):
    """The note opens what its writer knows; more beside the game makes no other line of it."""
    game = table()
    game.turn(north=[*game.answers("north"), "always bid: 2 if turn 9"])
    referee, north = game.people["referee"], game.people["north"]
    secret = json.loads(referee.secret.read_text())
    referee.secret.write_text(json.dumps({**secret, "openings": []}))
    where = ["-o", referee.game, "--secret", referee.secret]
    assert referee.pbem("desk", "end", referee.game, "--reason", "given up", *where).code == 0
    game.share("referee")
    assert verified(game, north)[0] == (5, 5)
    open_late(north, "--secret", north.secret)
    assert verified(game, north)[0] == (0, 0)


def test_all_lines_of_a_person_who_left_are_opened_at_the_end(table):
    """They are void, and the record shows at the end what they were."""
    game = table()
    game.turn(north=[*game.answers("north"), "always bid: 2", "always act: attack"])
    referee = game.people["referee"]
    where = ["--secret", referee.secret]
    assert referee.pbem("desk", "leave", referee.game, "north", "--reason", "gone", *where).code == 0
    game.turn()
    game.seats = ["south", "isles"]
    while not game.people["south"].status()["over"]:
        game.turn()
    lines = [line for line, _ in lines_of(referee.game)]
    closed = [
        part for line in lines[1:] for one, _ in line["documents"] for part in one.get("lines", ()) if "closed" in part
    ]
    opened = [row["whole"] for row in lines[-1]["opened"] if row["seat"] == "north"]
    said = sorted((one["when"], *one["value"]["fields"].values()) for one in opened)
    assert len(closed) == 2 and said == [("act", "attack"), ("bid", 2)]
    assert not [row for line in lines[1:] for row in line.get("used", ()) if row["by"] == "standing"]
    assert verified(game, game.people["south"])[0] == (0, 0)
