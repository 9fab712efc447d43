"""An older copy, or the other side of a fork, is put in the place of a game: it may be looked at, and that is said."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.attacks.kit import plain

LOOKING = [["status"], ["report"], ["show"], ["verify"], ["form", "north"], ["ask", "north", "my orders"]]


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


FORGETFUL = {"map", "explain", "data"}


def remembered(person):
    """The entries that are remembered; the memory is gone then."""
    found = [json.loads(path.read_text())["n"] for path in (person.folder / "memory").glob("*.json")]
    shutil.rmtree(person.folder / "memory", ignore_errors=True)
    person.path("g.game.state").unlink(missing_ok=True)
    return found


def test_every_command_that_makes_the_lines_again_remembers_what_it_reached(table):
    """What docs/fairness.md says of each command, run by somebody who has no memory."""
    game = table().until("act")
    game.turn(north=["act wait", "always bid: bid 2"])
    north, referee, orders = game.people["north"], game.people["referee"], game.text("north", "act wait")
    own, desk = ["--secret", north.secret], ["--secret", referee.secret]
    sealed, line = game.seal("north", "concede"), north.path("line")
    line.write_bytes(game.last_line("north"))
    commands = [
        (north, "check", orders),
        (north, "check", *own),
        (north, "verify"),
        (north, "status"),
        (north, "report", *own),
        (north, "ask", "north", "my orders", *own),
        (north, "form", "north"),
        (north, "openings", *own),
        (referee, "due", "--now", "2026-11-21"),
        (referee, "receipt", sealed, *desk, "-o", referee.path("receipt")),
        (north, "whatif", orders),
        (north, "word", sealed, *own, "-o", north.path("word")),
        (north, "take", line),
        (north, "pass-over", "south", *own, "-o", north.path("silent")),
        (north, "explain", "1.1"),
        (north, "diff"),
        (north, "seal", orders, *own, "-o", north.path("final"), "--confirm"),
        (referee, "reopen", "--step", 1, "--reason", "x", *desk, "-o", referee.path("after")),
    ]
    for person, name, *more in commands:
        remembered(person)
        ran = person.pbem(name, person.game, *more)
        told = remembered(person)
        assert ran.code in (0, 3, 4), ran
        assert bool(told) is (name not in FORGETFUL), (name, ran)
    page = (Path(__file__).parents[2] / "docs" / "backup.md").read_text().replace("\n", " ")
    row = re.search("((?:`[a-z ]+`(?:, | and ))+`data`) read facts", page)[1]
    assert {word.split()[-1] for word in re.findall("`([a-z ]+)`", row)} == FORGETFUL


def test_a_file_that_verify_found_wrong_is_not_remembered(table):
    game = table().until("act")
    stranger = type(game.people["north"])(game.folder, "stranger")
    stranger.game.write_bytes(game.forger("referee").again("referee", steps=[]))
    assert stranger.verify().code == 4 and remembered(stranger) == []
