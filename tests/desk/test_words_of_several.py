"""Acts that stand on the words of several persons, by the commands that they type: depart, restart, leave, end."""

import pytest

from tests.attacks.kit import Table, lines_of, plain


@pytest.fixture
def table(tmp_path):
    return lambda **kind: Table.copied(tmp_path, **kind)


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
    game = Table.copied(tmp_path, level="sealed").until("act")
    referee = game.people["referee"]
    made = referee.pbem("seat", "init", "-o", referee.path("new.secret"), "--links", 64)
    known = {"game": referee.game, "anchor": made.out.strip()}
    said = [word.format(**known) for word in words]
    ran = referee.pbem(*said, "--reason", "a slip", "--secret", referee.secret)
    assert ran.code == 3, ran
    game.turn()
    game.holds()


def test_a_word_that_takes_the_place_of_an_earlier_one_says_so(table):
    """The referee changes his mind before the entry is made: the later word counts, and he is told which one went."""
    game = table(level="sealed")
    game.turn()
    person = game.people["referee"]
    own = ("--reason", "left", "--secret", person.secret)
    ran = person.pbem("seat", "replace", person.game, "south", "--person", "Dora", *own)
    assert ran.code == 0 and "takes the place" not in plain(ran.err), ran
    ran = person.pbem("seat", "replace", person.game, "south", "--person", "Eva", *own)
    assert ran.code == 0, ran
    told = 'This takes the place of what was said before: Another person holds the seat south from entry 3 on: "Dora".'
    assert told in plain(ran.err)
    game.turn()
    says = [said for document, _ in lines_of(person.game)[-1][0]["documents"] for said in document.get("says", ())]
    assert [said["person"] for said in says] == ["Eva"]
    game.holds()


def test_two_words_about_one_seat_are_named_with_their_files_and_a_way_out(table):
    game = table(referee=False)
    game.turn()
    north, files = game.people["north"], []
    for number, words in enumerate((("desk", "leave"), ("desk", "restart"))):
        for seat in ("north", "isles"):
            person, path = game.people[seat], game.people[seat].path(f"{number}-{seat}.word")
            ran = person.pbem(*words, person.game, "south", "--reason", "gone", "--secret", person.secret, "-o", path)
            assert ran.code == 0 and "from entry 3 on" in plain(ran.err), ran
            files.append(path)
    opener, sent = game.sent()
    ran = game.adjudicate([*sent, *files], opener=opener, code=3)
    told = plain(ran.err)
    assert "Two statements are about south; a line can contain one." in told and "0-north.word" in told, ran
    assert "Leave one of them out: pbem adjudicate" in told and "1-isles.word" in told
    assert north.game.exists()
