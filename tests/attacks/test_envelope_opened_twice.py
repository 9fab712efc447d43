"""An envelope is opened twice for two answers: a second run with an older copy of the secret file."""

import shutil

from tests.attacks.kit import lines_of, plain


def test_the_same_machine_does_not_open_it_again(table):
    game = table(referee=False).until("act")
    south, (north,) = game.people["south"], ["north"]
    shutil.copy(south.secret, south.path("older.secret"))
    shutil.copy(south.game, south.path("older.game"))
    one = game.seal(north, "act attack")
    game.adjudicate([one], opener="south")
    before = south.game.read_bytes()
    ran = south.pbem("adjudicate", south.path("older.game"), one, "-o", south.path("older.game"), "--secret",
                     south.path("older.secret"))  # fmt: skip
    assert ran.code == 4, ran
    assert south.game.read_bytes() == before


def test_the_newer_secret_makes_an_older_game_good(table):
    game = table(referee=False).until("act")
    south = game.people["south"]
    older = south.game.read_bytes()
    one = game.seal("north", "act attack")
    game.adjudicate([one], opener="south")
    newer = south.game.read_bytes()
    south.game.write_bytes(older)
    ran = south.pbem("adjudicate", south.game, one, "-o", south.game,
                     "--secret", south.secret)  # fmt: skip
    assert ran.code in (0, 3), ran
    assert south.game.read_bytes().startswith(newer)


def test_two_machines_make_a_fork_that_is_proven_and_named(table):
    """What no program can prevent: another machine, without a memory, with copies of secret and game."""
    game = table(referee=False).until("act")
    south, north = game.people["south"], game.people["north"]
    other = type(south)(game.folder, "laptop")
    shutil.copy(south.secret, other.secret)
    shutil.copy(south.game, other.game)
    game.adjudicate([game.seal("north", "act attack")], opener="south")
    sealed = sorted(north.folder.glob("*north.sealed"))[-1]
    ahead = game.text("south", "when bid: 2")
    made = other.pbem("seal", other.game, ahead, "--secret", other.secret, "-o", other.path("ahead"), "--confirm")
    assert made.code == 0, made
    ran = other.pbem("adjudicate", other.game, sealed, other.path("ahead"), "-o", other.game, "--secret", other.secret)
    assert ran.code == 0, ran
    one, two = game.last_line("south"), other.game.read_bytes().splitlines(keepends=True)[-1]
    assert one != two
    assert game.take("north", one).code == 0
    ran = game.take("north", two)
    entry = lines_of(north.game)[-1][0]["n"]
    assert ran.code == 3 and "south" in ran.err and north.path(f"g.game.fork-{entry}").exists()
    report = plain(north.pbem("report", north.game).out)
    assert f"South has signed two lines of entry {entry}; the other one is beside the game." in report \
        or f"south has signed two lines of entry {entry}" in report  # fmt: skip
