"""A person who gives its word for a note, and lets an envelope go for the same head, can choose which of the two counts
after looking.  The secret remembers each word, and each no, until the next line."""

import pytest


@pytest.fixture
def two(table):
    """A table of two without a referee: who is asked, and the other."""
    game = table(referee=False, seats=("blue", "red")).until("act")
    seat = game.asked()[0]
    return game, game.people[seat], game.people[next(name for name in game.seats if name != seat)]


def proposed(person, reason):
    path = person.path(f"{reason}.proposal")
    back = ["reopen", person.game, "--reason", reason, "-o", person.game, "--secret", person.secret]
    assert person.pbem(*back, "--propose", path).code == 0
    return path


def said(person, proposal, *options, code=0):
    path = person.path(f"{proposal.stem}{''.join(options)}.word")
    ran = person.pbem("word", person.game, proposal, *options, "--secret", person.secret, "-o", path)
    assert ran.code == code, ran
    return path


def test_a_no_to_one_note_frees_nobody_from_the_word_for_another(two):
    game, person, rival = two
    first, second = proposed(rival, "first"), proposed(rival, "second")
    said(person, first)
    said(person, second)
    noes = [said(rival, one, "--no") for one in (second, first)]
    game.seal(person.name, *game.answers(person.name), options=["--confirm", "--no", noes[0]], code=3)
    both = [word for no in noes for word in ("--no", no)]
    game.seal(person.name, *game.answers(person.name), options=["--confirm", *both])


@pytest.mark.parametrize("ways", [("--no", None), (None, "--no")])
def test_nobody_says_yes_and_no_to_one_note(two, ways):
    _, person, rival = two
    proposal = proposed(rival, "first")
    first, other = ([one] if one else [] for one in ways)
    said(person, proposal, *first)
    assert said(person, proposal, *first).exists(), "the same may be said twice"
    said(person, proposal, *other, code=3)


def test_who_opens_is_freed_by_a_no_as_others_are(two):
    game, person, rival = two
    assert game.opener == rival.name
    sealed = game.seal(person.name, *game.answers(person.name))
    proposal = proposed(person, "first")
    said(rival, proposal)
    game.adjudicate([sealed], opener=rival.name, code=3)
    no = said(person, proposal, "--no")
    game.adjudicate([sealed, no], opener=rival.name)
    game.share(rival.name)
    game.holds()


def test_a_copy_of_the_secret_elsewhere_lets_nothing_go(two):
    game, person, rival = two
    said(person, proposed(rival, "first"))
    orders = game.text(person.name, *game.answers(person.name))
    (person.folder / "memory").rename(person.folder / "other")
    ran = person.pbem(
        "seal", person.game, orders, "--secret", person.secret, "--confirm", "-o", person.path("elsewhere.sealed")
    )
    assert ran.code != 0 and not person.path("elsewhere.sealed").exists()


def test_a_no_that_comes_by_mail_stops_no_run_and_frees_who_opens(two):
    game, person, rival = two
    addresses = ["--seat", f"{person.name}=p@example.org", "--seat", f"{rival.name}=r@example.net"]
    assert rival.pbem("mail", "set-up", rival.game, "--address", "pbem@club.example", *addresses).code == 0

    def mailed(path):
        mail = rival.path(f"{path.name}.eml")
        top = f"From: p@example.org\nTo: pbem+g@club.example\nMessage-ID: <{path.name}@x>\n\n"
        mail.write_text(top + path.read_text())
        ran = rival.pbem("mail", "in", rival.game, "--from", mail, "--json")
        assert ran.code == 0 and ran.json["verdict"] == "accepted", ran

    mailed(game.seal(person.name, *game.answers(person.name)))
    proposal = proposed(person, "first")
    said(rival, proposal)
    inbox = ["mail", "inbox", rival.game]
    game.adjudicate(rival.pbem(*inbox).out.split(), opener=rival.name, code=3)
    mailed(said(person, proposal, "--no"))
    game.adjudicate(rival.pbem(*inbox).out.split(), opener=rival.name)
    game.share(rival.name)
    game.holds()
