"""At the level sealed only the referee has a key.  If he has vanished the players agree on another one, and nobody can
sign that; so a stranger can write the same note, and whoever takes lines up is asked."""

import shutil

from tests.attacks.kit import Person, lines_of, plain


def handing_over(person):
    """The fresh secret of a new referee, and the command by which a person at the table hands over to her."""
    fresh, game = person.path("fresh.secret"), person.game
    if not fresh.exists():
        assert person.pbem("seat", "init", "-o", fresh, "--links", 64).code == 0
    words = "desk handover --to Dora --reason vanished --again".split()
    return fresh, [*words, game, "--new-secret", fresh, "-o", game]


def new_referee(game, *options, writer="north", code=0):
    """A person at the table of `writer` becomes the referee, on what the options say."""
    fresh, command = handing_over(game.people[writer])
    ran = game.people[writer].pbem(*command, *options)
    assert ran.code == code, ran
    return fresh


ALL = [word for seat in ("north", "south", "isles") for word in ("--agreed", seat)]


def test_the_players_agree_and_the_game_goes_on(table):
    game = table(level="sealed").until("act")
    fresh = new_referee(game, *ALL)
    line = game.last_line("north")
    dora = Person(game.folder, "dora")
    shutil.copy(game.people["north"].game, dora.game)
    shutil.move(fresh, dora.secret)
    game.people["referee"] = dora
    for name in ("south", "isles"):
        ran = game.take(name, line)
        assert ran.code in (3, 4) and "nobody has signed" in plain(ran.err), ran
        person = game.people[name]
        assert person.pbem("take", person.game, _file(person, line), "--agreed").code == 0
    game.turn()
    assert lines_of(dora.game)[-1][0]["opener"] == "referee"
    while not game.people["north"].status()["over"]:
        game.turn()
    game.holds()
    said = plain(game.people["south"].pbem("report", game.people["south"].game).out)
    entry = len(lines_of(game.people["north"].game))
    assert entry and "stands on the words of isles, north and south, and nobody has signed them" in said
    assert "The key of referee was replaced in entry" in said


def _file(person, line):
    path = person.path("agreed-line")
    path.write_bytes(line)
    return path


def test_one_alone_cannot_say_it(table):
    game = table(level="sealed").until("act")
    before = game.people["north"].game.read_bytes()
    new_referee(game, "--agreed", "north", code=3)
    new_referee(game, "--agreed", "north", "--agreed", "nobody", code=3)
    assert game.people["north"].game.read_bytes() == before


def test_where_seats_have_keys_they_sign(table):
    game = table().until("act")
    before = game.people["north"].game.read_bytes()
    new_referee(game, *ALL, code=3)
    assert game.people["north"].game.read_bytes() == before


def test_at_shared_all_seats_replace_a_referee_who_has_vanished(table):
    game = table().until("act")
    north, words = game.people["north"], []
    _, hand_over = handing_over(north)
    hand_over += ["--secret", north.secret]
    proposal = north.path("proposal")
    assert north.pbem(*hand_over, "--propose", proposal).code == 0
    for name in ("south", "isles"):
        person = game.people[name]
        words.append(person.path("word"))
        assert person.pbem("word", person.game, proposal, "--secret", person.secret, "-o", words[-1]).code == 0
    assert north.pbem(*hand_over, "--word", words[0]).code == 3
    ran = north.pbem(*hand_over, "--word", words[0], "--word", words[1])
    assert ran.code == 0, ran
    game.people.pop("referee")
    game.share("north")
    assert "Everything holds." in game.holds(north.game.read_bytes())


def test_a_file_that_is_no_word_is_refused_by_name(table):
    game = table().until("act")
    north = game.people["north"]
    file = game.text("north", "act attack")
    ran = north.pbem(
        "desk", "end", north.game, "--reason", "enough", "-o", north.game, "--secret", north.secret, "--word", file
    )
    assert ran.code == 3 and file.name in ran.err, ran


def test_a_proposal_never_lands_on_a_game_or_a_secret(table):
    game = table().until("act")
    north = game.people["north"]
    for target in (north.game, north.secret):
        before = target.read_bytes()
        ran = north.pbem(
            "desk",
            "end",
            north.game,
            "--reason",
            "enough",
            "-o",
            north.game,
            "--secret",
            north.secret,
            "--propose",
            target,
        )
        assert ran.code == 2 and target.read_bytes() == before, ran
