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
    ran = south.pbem(
        "adjudicate",
        south.path("older.game"),
        one,
        "-o",
        south.path("older.game"),
        "--secret",
        south.path("older.secret"),
    )
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
    ran = south.pbem("adjudicate", south.game, one, "-o", south.game, "--secret", south.secret)
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
    ahead = game.text("south", "always bid: 2")
    assert other.pbem("seat", "moved", other.game, "--secret", other.secret).code == 0
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
    assert (
        f"South has signed two lines of entry {entry}; the other one is beside the game." in report
        or f"south has signed two lines of entry {entry}" in report
    )


def test_an_older_copy_says_by_seat_what_it_lost(table):
    """The referee's backup is older than lines that two seats have closed since, in two entries."""
    game = table().until("act")
    referee = game.people["referee"]
    first = game.turn(north=["act wait", "always bid: bid 2"])
    shutil.copy(referee.secret, referee.path("backup"))
    known = len(lines_of(referee.game)) - 1
    game.turn()
    game.until("act")
    game.turn(north=["act wait", "always bid: bid 1", "always intervene: intervene no"])
    game.until("bid")
    game.turn(south=["bid 0", "always intervene: intervene no"])
    shutil.copy(referee.path("backup"), referee.secret)
    before = referee.game.read_bytes()
    ran = game.adjudicate([], code=4)
    said, last = plain(ran.err), len(lines_of(referee.game)) - 1
    spent = [str(entry) for entry in range(known + 1, last + 1)]
    assert f"the envelopes of referee for entry {', entry '.join(spent[:-1])} and entry {spent[-1]}." in said, said
    rows = [
        (document["seat"], document["n"], document["entry"], number)
        for line, _ in lines_of(referee.game)[known + 1 :]
        for document, _ in line["documents"]
        for number, part in enumerate([*document.get("answers", []), *document.get("lines", [])], 1)
        if "closed" in part
    ]
    opened = [
        (one["seat"], one["document"], one["entry"], one["part"])
        for line, _ in lines_of(referee.game)[known:]
        for one in line.get("opened", [])
    ]
    left = [row for row in rows if row not in opened]
    assert {row[0] for row in left} == {"north", "south"} and first == "referee"
    for seat, number, entry, part in left:
        lost = said.partition(f"the closed lines of {seat} that came since:")[2].partition("ask for them again")[0]
        assert f"part {part} of document {number} for entry {entry}" in lost, said
    assert said.count("ask for them again") == 2 and referee.game.read_bytes() == before


def test_a_seat_with_an_older_copy_hears_of_its_own(table):
    game = table().until("act")
    north = game.people["north"]
    shutil.copy(north.secret, north.path("backup"))
    game.turn(north=["act wait", "always bid: bid 2"])
    entry = len(lines_of(north.game)) - 1
    game.until("act")
    shutil.copy(north.path("backup"), north.secret)
    ran = north.pbem(
        "seal",
        north.game,
        game.text("north", "act wait"),
        "--secret",
        north.secret,
        "-o",
        north.path("final"),
        "--confirm",
    )
    said = plain(ran.err)
    assert ran.code == 4 and f"the envelopes of north for entry {entry}" in said, ran
    assert f"closed lines of north, its own seat, that came since: part 2 of document 3 for entry {entry}." in said, (
        said
    )
    assert "of south" not in said
