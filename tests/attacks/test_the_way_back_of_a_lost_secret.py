"""A secret is lost, or an older copy of it restored: the commands of docs/backup.md, as they stand there, lead on."""

from tests.attacks.kit import lines_of, plain


def new_chain(person):
    new = person.path("new.secret")
    return new, person.pbem("seat", "init", "-o", new, "--links", 64).out.strip()


def renew(person, seat, anchor, *more):
    return person.pbem("seat", "renew", person.game, seat, "--anchor", anchor, *more)


def goes_on_with(game, seat, new):
    """The muster in which the new chain acts first, and an entry after it, with the new secret."""
    assert game.musters()
    new.replace(game.people[seat].secret)
    game.turn()
    game.turn()
    game.holds()


def test_a_player_s_older_copy(table):
    """The hint names the command; the word of the old key goes to the opener, and the player is absent once."""
    game = table().until("act")
    seat = game.asked()[0]
    person = game.people[seat]
    copy = person.secret.read_bytes()
    game.turn()
    while game.asked()[0] != seat:
        game.turn()
    person.secret.write_bytes(copy)
    orders = game.text(seat, *game.answers(seat))
    ran = person.pbem("seal", person.game, orders, "--secret", person.secret, "-o", person.path("x"), "--confirm")
    assert ran.code == 4 and f"pbem seat renew GAME {seat} --anchor ANCHOR" in plain(ran.err), ran
    new, anchor = new_chain(person)
    word = person.path("word")
    ran = renew(person, seat, anchor, "--reason", "an older copy", "--secret", person.secret, "-o", word)
    assert ran.code == 0, ran
    others = [game.seal(other, *game.answers(other)) for other in dict.fromkeys(game.asked()) if other != seat]
    game.adjudicate([word, *others], "--deadline-passed", seat)
    game.share("referee")
    assert lines_of(person.game)[-1][0]["absent"] == [seat]
    goes_on_with(game, seat, new)


def test_a_player_s_lost_secret_on_the_referee_s_word(table):
    game = table().until("act")
    seat = game.asked()[0]
    person, referee = game.people[seat], game.people["referee"]
    person.secret.unlink()
    orders = game.text(seat, *game.answers(seat))
    ran = person.pbem("seal", person.game, orders, "--secret", person.secret, "-o", person.path("x"), "--confirm")
    assert ran.code == 4 and "docs/backup.md" in ran.err, ran
    new, anchor = new_chain(person)
    ran = renew(referee, seat, anchor, "--secret", referee.secret)
    assert ran.code == 0, ran
    game.adjudicate([], "--deadline-passed", seat)
    game.share("referee")
    goes_on_with(game, seat, new)


def test_a_player_s_lost_secret_on_the_words_of_the_others(table):
    """North is asked and has nothing; South, who opens, and the isles say its new chain and its silence."""
    game = table(referee=False).until("act")
    north, south, isles = (game.people[name] for name in game.seats)
    north.secret.unlink()
    new, anchor = new_chain(north)
    first, second = isles.path("first"), south.path("second")
    ran = renew(isles, "north", anchor, "--reason", "lost", "--secret", isles.secret, "-o", first)
    assert ran.code == 0, ran
    assert south.pbem("word", south.game, first, "--secret", south.secret, "-o", second).code == 0
    silent = []
    for person in (south, isles):
        silent.append(person.path("silent"))
        ran = person.pbem("pass-over", person.game, "north", "--secret", person.secret, "-o", silent[-1])
        assert ran.code == 0, ran
    sealed = game.seal("isles", "ready") if "isles" in isles.status()["envelopes"] else None
    game.adjudicate([first, second, *silent, *([sealed] if sealed else [])], opener="south")
    game.share("south")
    goes_on_with(game, "north", new)


def test_of_two_alone_neither_can_say_it(table):
    """The game has ended, as the page says: it is refused, and nothing is written."""
    game = table(referee=False, seats=("blue", "red")).until("act")
    blue, red = game.people["blue"], game.people["red"]
    blue.secret.unlink()
    _, anchor = new_chain(blue)
    before = red.game.read_bytes()
    ran = renew(red, "blue", anchor, "--reason", "lost", "--secret", red.secret, "-o", red.game)
    assert ran.code != 0 and red.game.read_bytes() == before, ran
