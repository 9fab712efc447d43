"""An opener is passed over by somebody who still decides, and would open the dice of an own decision."""

from tests.attacks.kit import lines_of, plain


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


def test_of_two_alone_no_word_that_is_of_no_use_locks_its_speaker_out(table):
    """It would pass over nobody, and whoever gave it would never take up the line of the other."""
    game = table(referee=False, seats=("blue", "red")).until("act")
    opener, files = game.sent()
    other = next(seat for seat in game.seats if seat != opener)
    path, ran = word(game, other, opener)
    assert ran.code == 3 and not path.exists(), ran
    assert "it needs those of 2 seats" in plain(ran.err)
    game.adjudicate(files, opener=opener)
    game.share(opener)
    game.holds()


def test_an_opener_whose_seal_is_due_is_not_passed_over_and_the_hint_works(table):
    game = table(referee=False).until("bid")
    north, isles = game.people["north"], game.people["isles"]
    path, ran = word(game, "isles", "north")
    assert ran.code == 3 and not path.exists()
    assert "is without a question" in plain(ran.err) and "pbem desk again GAME --silent north" in plain(ran.err)
    again = ["desk", "again", isles.game, "--silent", "north", "--reason", "silent", "--secret", isles.secret]
    proposal, said = isles.path("proposal"), game.people["south"].path("said")
    assert isles.pbem(*again).code == 2
    assert isles.pbem(*again, "--propose", proposal).code == 0
    south = game.people["south"]
    ran = isles.pbem(*again, "--word", proposal, "-o", isles.game)
    assert ran.code == 3 and "pbem word GAME FILE --secret FILE" in plain(ran.err), ran
    assert south.pbem("word", south.game, proposal, "--secret", south.secret, "-o", said).code == 0
    assert isles.pbem(*again, "--word", said, "-o", isles.game).code == 0
    game.share("isles")
    assert game.musters() and north.status()["opener"] != "north"
    game.holds()


def lone_word(table, order="act attack"):
    """``(game, line)``: north gave its word that south is silent, and south opened what north ordered."""
    game = table(referee=False).until("act")
    sealed = game.seal("north", order)
    _, ran = word(game, "north", "south")
    assert ran.code == 0
    game.adjudicate([sealed], opener="south")
    line = game.last_line("south")
    assert game.take("isles", line).code == 0
    return game, line


def test_a_word_that_stayed_alone_locks_nobody_out_once_others_went_on(table):
    """North's word came to nothing.  Its own copy takes the true line with the first that goes on from it."""
    game, line = lone_word(table)
    north = game.people["north"]
    before = north.game.read_bytes()
    ran = game.take("north", line)
    assert ran.code == 4 and north.game.read_bytes() == before
    assert "pbem take GAME MAILS" in plain(ran.err), ran
    goes_on(game)
    later = game.last_line("south")
    assert game.take("north", later).code != 0 and north.game.read_bytes() == before
    assert game.take("north", later, line).code == 0
    assert north.game.read_bytes() == game.people["south"].game.read_bytes() != before
    game.holds()


def goes_on(game):
    """South and the isles give the entry up that follows: two of three, and no word of north is needed."""
    south, isles = game.people["south"], game.people["isles"]
    again = ["desk", "again", isles.game, "--silent", "north", "--reason", "silent", "--secret", isles.secret]
    proposal, said = isles.path("proposal"), south.path("said")
    assert isles.pbem(*again, "--propose", proposal).code == 0
    assert south.pbem("word", south.game, proposal, "--secret", south.secret, "-o", said).code == 0
    assert isles.pbem(*again, "--word", said, "-o", isles.game).code == 0
    assert game.take("south", game.last_line("isles")).code == 0


def test_a_later_line_that_does_not_hold_brings_the_one_before_no_further(table):
    """Both lines are checked before either is taken."""
    game, line = lone_word(table)
    goes_on(game)
    north, forger = game.people["north"], game.forger("south", "isles")
    before = north.game.read_bytes()
    forged = forger.again("isles", state="0" * 64).splitlines(keepends=True)[-1]
    ran = game.take("north", line, forged)
    assert ran.code == 4 and north.game.read_bytes() == before, ran


def test_a_whole_game_of_another_player_ends_the_lone_word_likewise(table):
    game, _ = lone_word(table)
    north, south = game.people["north"], game.people["south"]
    (copy := north.path("copy")).write_bytes(south.game.read_bytes())
    assert north.pbem("report", copy).code == 4
    goes_on(game)
    copy.write_bytes(south.game.read_bytes())
    assert north.pbem("report", copy).code == 0


def test_a_lone_word_about_a_line_that_ends_the_game_has_its_way_out(table):
    """Nobody goes on from such a line: north says that the others hold it, and is believed from then on."""
    game, line = lone_word(table, "concede")
    north = game.people["north"]
    assert game.people["south"].status()["over"]
    before = north.game.read_bytes()
    ran = game.take("north", line)
    assert ran.code == 4 and north.game.read_bytes() == before
    assert "pbem take GAME MAILS --agreed" in plain(ran.err), ran
    (path := north.path("last")).write_bytes(line)
    assert north.pbem("take", north.game, path, "--agreed").code == 0
    assert north.game.read_bytes() == game.people["south"].game.read_bytes()
    north.path("g.game.state").unlink()
    assert north.pbem("report", north.game).code == 0
    game.holds()


def test_only_a_line_that_ends_the_game_is_taken_so(table):
    game, line = lone_word(table)
    north = game.people["north"]
    before = north.game.read_bytes()
    (path := north.path("last")).write_bytes(line)
    assert north.pbem("take", north.game, path, "--agreed").code == 4 and north.game.read_bytes() == before


def test_whoever_only_verifies_such_a_file_keeps_its_own_game(table):
    """What is not taken up is not remembered: the game before it may be played on."""
    game, _ = lone_word(table)
    north, south = game.people["north"], game.people["south"]
    (copy := north.path("copy")).write_bytes(south.game.read_bytes())
    assert north.pbem("verify", copy).code == 0
    assert north.pbem("form", north.game, "north").code == 0
    ran = north.pbem("status", north.game)
    assert "this machine has seen" not in plain(ran.err), ran
