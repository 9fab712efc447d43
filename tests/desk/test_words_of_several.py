"""Acts that stand on the words of several persons, by the commands that they type: depart, restart, leave, end."""

import pytest

from tests.attacks.kit import Table, lines_of


@pytest.fixture
def table(tmp_path):
    return lambda **kind: Table(tmp_path, **kind)


def act(game, speaker, *words, agreed=(), code=0):
    """`speaker` proposes an act, the others in `agreed` say the same, and `speaker` writes it into its own copy."""
    person = game.people[speaker]
    proposal = person.path(game.file("proposal"))
    own = ("--reason", "as agreed", "--secret", person.secret, "-o", person.game)
    own += () if words[0] == "end" else ("--again",)
    ran = person.pbem("desk", words[0], person.game, *words[1:], *own, "--propose", proposal)
    assert ran.code == 0, ran
    said = []
    for seat in agreed:
        other = game.people[seat]
        said.append(other.path(game.file("word")))
        ran = other.pbem("word", other.game, proposal, "--secret", other.secret, "-o", said[-1])
        assert ran.code == 0 and "word of" in ran.err, ran
    before = person.game.read_bytes()
    given = [part for path in said for part in ("--word", path)]
    ran = person.pbem("desk", words[0], person.game, *words[1:], *own, *given)
    assert ran.code == code, ran
    assert (person.game.read_bytes() == before) is (code != 0)
    return ran


def say(game, *words):
    """The referee says something on people: it stands in the next entry."""
    person = game.people["referee"]
    ran = person.pbem("desk", words[0], person.game, *words[1:], "--reason", "as agreed", "--secret", person.secret)
    assert ran.code == 0, ran


def test_the_referee_says_that_he_leaves_and_the_players_open_from_then_on(table):
    game = table()
    game.turn()
    say(game, "depart")
    game.turn()
    game.has_referee = False
    assert game.people[game.seats[0]].status()["opener"] in game.seats
    game.turn()
    game.holds()


def test_of_a_referee_who_vanished_more_than_half_of_the_seats_say_it(table):
    game = table()
    game.turn()
    first, second, third = game.seats
    refused = act(game, first, "depart", code=3)
    assert "word" in refused.err
    act(game, first, "depart", agreed=[second])
    game.share(first)
    game.has_referee = False
    game.turn()
    assert "referee" not in {
        document["seat"] for line, _ in lines_of(game.people[third].game)[-1:] for document, _ in line["documents"]
    }
    game.holds()


def test_a_silent_opener_goes_last_on_the_word_of_the_others(table):
    game = table(referee=False)
    game.turn()
    opener = game.opener
    others = [seat for seat in game.seats if seat != opener]
    act(game, others[0], "restart", opener, code=3)
    act(game, others[0], "restart", opener, agreed=others[1:])
    game.share(others[0])
    assert game.people[opener].status()["opener"] != opener and game.musters()
    game.holds()


@pytest.mark.parametrize("level", ["sealed", "shared"])
def test_a_person_leaves_and_the_game_goes_on_by_defaults(table, level):
    game = table(level=level)
    game.turn()
    gone = game.asked()[0]
    say(game, "leave", gone.upper())
    game.turn()
    status = game.people["referee"].status()
    assert gone not in [row["seat"] for row in status["waiting"]] and gone not in status["envelopes"]
    game.holds(game.people["referee"].game.read_bytes())


def test_all_agree_that_a_game_ends_and_it_is_over_without_a_winner(table):
    game = table(referee=False)
    game.turn()
    first, *others = game.seats
    act(game, first, "end", agreed=others[:-1], code=3)
    act(game, first, "end", agreed=others)
    game.share(first)
    for person in game.people.values():
        assert person.status()["over"]["winner"] is None
    game.holds()


@pytest.mark.parametrize(
    "words",
    [
        ("seat", "renew", "{game}", "north", "--anchor", "{anchor}"),
        ("desk", "restart", "{game}", "north"),
        ("desk", "depart", "{game}"),
    ],
)
def test_a_word_that_no_line_could_hold_is_refused_where_it_is_said(tmp_path, words):
    """It is not kept, where it would stop every line; the game goes on."""
    game = Table(tmp_path, level="sealed").until("act")
    referee = game.people["referee"]
    made = referee.pbem("seat", "init", "-o", referee.path("new.secret"), "--links", 64)
    known = {"game": referee.game, "anchor": made.out.strip()}
    said = [word.format(**known) for word in words]
    ran = referee.pbem(*said, "--reason", "a slip", "--secret", referee.secret)
    assert ran.code == 3, ran
    game.turn()
    game.holds()
