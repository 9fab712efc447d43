"""An opener is passed over by somebody who still decides, and would open the dice of an own decision."""

from tests.attacks.kit import lines_of


def word(game, speaker, *silent):
    person = game.people[speaker]
    path = person.path(game.file("word"))
    ran = person.pbem("pass-over", person.game, *silent, "--secret", person.secret, "-o", path)
    return path, ran


def test_only_the_next_without_a_question_may_open(table):
    game = table(referee=False).until("act")  # North is asked; South would open, then the Isles
    sealed = game.seal("north", "act attack")
    (one, ran), (two, other) = word(game, "north", "south"), word(game, "isles", "south")
    assert (ran.code, other.code) == (0, 0)
    before = game.people["north"].game.read_bytes()
    game.adjudicate([sealed, one, two], opener="north", code=3)
    assert game.people["north"].game.read_bytes() == before
    game.adjudicate([sealed, one, two], opener="isles")
    line = lines_of(game.people["isles"].game)[-1][0]
    assert (line["opener"], line["passed"]) == ("isles", ["south"])
    game.share("isles")
    game.holds()


def test_where_there_is_no_other_the_silent_one_cannot_be_passed_over(table):
    game = table(referee=False).until("act")
    sealed = game.seal("north", "act attack")
    words = [word(game, seat, "south", "isles") for seat in ("north", "isles")]
    files = [path for path, ran in words if ran.code == 0]
    before = game.people["north"].game.read_bytes()
    north = game.people["north"]
    ran = north.pbem("adjudicate", north.game, sealed, *files, "-o", north.game, "--secret", north.secret)
    assert ran.code == 3 and game.people["north"].game.read_bytes() == before, ran


def test_a_record_on_one_word_is_refused(table):
    game = table(referee=False).until("act")
    sealed = game.seal("north", "act attack")
    (one, _), (two, _) = word(game, "north", "south"), word(game, "isles", "south")
    game.adjudicate([sealed, one, two], opener="isles")
    forger = game.forger("isles")
    kept = [row for row in forger.lines[-1][0]["documents"] if row[0]["kind"] == "orders" or row[0]["seat"] == "isles"]
    game.everybody_refuses(forger.again(documents=kept), "isles")


def test_whoever_gave_its_word_takes_up_no_line_of_the_one_passed_over(table):
    """South wakes up and opens all the same: a second line of the entry, which those who gave their word refuse."""
    game = table(referee=False).until("act")
    sealed = game.seal("north", "act attack")
    (one, _), (two, _) = word(game, "north", "south"), word(game, "isles", "south")
    game.adjudicate([sealed, one, two], opener="isles")
    game.adjudicate([sealed], opener="south")
    ran = game.take("north", game.last_line("south"))
    assert ran.code in (3, 4), ran
    assert game.take("north", game.last_line("isles")).code == 0
