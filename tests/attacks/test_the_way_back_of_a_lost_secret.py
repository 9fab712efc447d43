"""A secret is lost, or an older copy of it restored: the commands of docs/backup.md, as they stand there, lead on."""

import shutil

import pytest

from tests.attacks.kit import Person, lines_of, plain


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


# -- a stolen secret ---------------------------------------------------------------------------------------------------


def stolen(game, seat):
    """A thief, with game and secret of a seat on a machine of its own."""
    thief = Person(game.folder, "thief")
    for name in ("game", "secret"):
        shutil.copy(getattr(game.people[seat], name), getattr(thief, name))
    ran = thief.pbem("seat", "moved", thief.game, "--secret", thief.secret)
    assert ran.code == 0, ran
    return thief


def sealed_by(thief, game, seat, *lines):
    """What a second holder of a seat's secret seals, with its own copy of the game."""
    path, status = thief.path(game.file("stolen.sealed")), thief.status()
    header = {"game": "g", "seat": seat, "entry": status["entry"], "head": status["head"]}
    orders = thief.path(game.file("stolen.txt"))
    orders.write_text("\n".join([*(f"{name} {value}" for name, value in header.items()), *lines, "--", ""]))
    return path, thief.pbem("seal", thief.game, orders, "--secret", thief.secret, "-o", path, "--confirm")


def test_a_stolen_secret_ends_with_the_entry_in_which_its_owner_renews(table):
    """Until then either document counts, and the other is a proof; from then on the thief signs for nobody."""
    game = table().until("act")
    north = game.people["north"]
    thief = stolen(game, "north")
    forged, ran = sealed_by(thief, game, "north", "act wait")
    assert ran.code == 0, ran
    own = game.seal("north", "act attack")
    new, anchor = new_chain(north)
    word = north.path("word")
    assert renew(north, "north", anchor, "--secret", north.secret, "-o", word).code == 0
    game.adjudicate([own, forged, word])
    game.share("referee")
    assert game.musters()
    new.replace(north.secret)
    shutil.copy(north.game, thief.game)
    late, ran = sealed_by(thief, game, "north", "ready")
    assert ran.code == 3 and "does not make the chain" in plain(ran.err) and not late.exists(), ran
    entry = len(lines_of(north.game)) - 1
    opener, files = game.sent()
    game.adjudicate([*files, own, forged], opener=opener)
    game.share(opener)
    assert [one["seat"] for one in lines_of(north.game)[-1][0]["proofs"]] == ["north"]
    said = plain(game.people["south"].pbem("report", game.people["south"].game).out)
    assert f"north signed two documents with one envelope for entry {entry}" in said
    game.holds()


def test_of_two_new_chains_whoever_adjudicates_takes_one(table):
    """Owner and thief both say one: the program takes neither for the other, and says whose to leave out."""
    game = table().until("act")
    north, thief = game.people["north"], stolen(game, "north")
    words = []
    for person in (north, thief):
        _, anchor = new_chain(person)
        words.append(person.path("word"))
        assert renew(person, "north", anchor, "--secret", person.secret, "-o", words[-1]).code == 0
    own = game.seal("north", "act attack")
    ran = game.adjudicate([own, *words], code=3)
    assert "pbem adjudicate GAME … without" in plain(ran.err), ran
    game.adjudicate([own, words[0]])
    game.share("referee")
    goes_on_with(game, "north", north.path("new.secret"))


def test_a_thief_who_was_first_is_put_out_on_the_word_of_others(table):
    """Its chain holds, and the owner has no key any more: the referee says another one, which is told for ever."""
    game = table().until("act")
    north, referee, thief = game.people["north"], game.people["referee"], stolen(game, "north")
    _, anchor = new_chain(thief)
    word = thief.path("word")
    assert renew(thief, "north", anchor, "--secret", thief.secret, "-o", word).code == 0
    game.adjudicate([game.seal("north", "act attack"), word])
    game.share("referee")
    orders = game.text("north", "ready")
    ran = north.pbem("seal", north.game, orders, "--secret", north.secret, "-o", north.path("x"), "--confirm")
    assert ran.code == 3 and "does not make the chain" in plain(ran.err), ran
    new, anchor = new_chain(north)
    assert renew(referee, "north", anchor, "--reason", "stolen", "--secret", referee.secret).code == 0
    others = [game.seal(seat, *(game.answers(seat) or ["ready"])) for seat in ("south", "isles")]
    game.adjudicate(others, "--deadline-passed", "north")
    game.share("referee")
    goes_on_with(game, "north", new)
    said = plain(game.people["south"].pbem("report", game.people["south"].game).out)
    assert "The key of north was replaced in entry" in said and "on the word of referee" in said


# -- two copies --------------------------------------------------------------------------------------------------------


def test_a_conflicted_copy_is_refused_until_one_of_the_two_is_moved_away(table):
    """What a folder that two machines share leaves there."""
    game = table().until("act")
    north = game.people["north"]
    conflict = north.path("own (north's conflicted copy 2026-11-28).secret")
    shutil.copy(north.secret, conflict)
    seal = ["seal", north.game, game.text("north", "act wait"), "--secret", north.secret, "-o", north.path("x")]
    ran = north.pbem(*seal)
    assert ran.code == 4 and "two machines have written it" in plain(ran.err), ran
    assert "move the other away (docs/backup.md)" in plain(ran.err)
    conflict.unlink()
    assert north.pbem(*seal).code == 0


@pytest.mark.parametrize("again", [False, True])
def test_game_and_secret_copied_before_the_first_use(table, again):
    """Neither copy knows of the other, and none can be told: two documents with one envelope, of which the later line
    tells; once the record shows what the other let go, a copy is recognised."""
    game = table()
    north, laptop = game.people["north"], Person(game.folder, "laptop")
    for name in ("game", "secret"):
        shutil.copy(getattr(north, name), getattr(laptop, name))
    opener, files = game.sent()
    if again:
        twin, ran = sealed_by(laptop, game, "north", *game.answers("north"), "always bid: 2")
        assert ran.code == 0, ran
        files.append(twin)
    game.adjudicate(files, opener=opener)
    game.share(opener)
    shutil.copy(north.game, laptop.game)
    if again:
        opener, more = game.sent()
        game.adjudicate([*more, *files], opener=opener)
        game.share(opener)
        assert [one["seat"] for one in lines_of(north.game)[-1][0]["proofs"]] == ["north"]
    else:
        _, ran = sealed_by(laptop, game, "north", "always bid: 2")
        assert ran.code == 4 and "older than the game" in plain(ran.err), ran
    game.holds()


def test_an_opener_s_copy_before_the_first_use_opens_the_entry_again_and_both_lines_tell(table):
    game = table()
    referee, laptop = game.people["referee"], Person(game.folder, "laptop")
    for name in ("game", "secret"):
        shutil.copy(getattr(referee, name), getattr(laptop, name))
    _, files = game.sent()
    game.adjudicate(files)
    fewer = ["adjudicate", laptop.game, *files[1:], "--deadline-passed", game.seats[0]]
    ran = laptop.pbem(*fewer, "-o", laptop.game, "--secret", laptop.secret)
    assert ran.code == 0, ran
    game.share("referee")
    assert game.take("north", laptop.game.read_bytes().splitlines(keepends=True)[-1]).code == 3
    assert "signed two lines of entry 1" in plain(game.people["north"].pbem("report", game.people["north"].game).out)
