"""A referee says that a mail never came, or writes down another one, though he has signed a receipt for it; and lets a
closed line rest that should have acted.  The owner of both can prove it, before anything is opened."""

import json
import shutil

import pytest

from tests.attacks.kit import lines_of, plain


def receipt(game, seat, file, code=0):
    referee = game.people["referee"]
    path = game.people[seat].path(game.file("receipt"))
    ran = referee.pbem("receipt", referee.game, file, "--secret", referee.secret, "-o", path)
    assert ran.code == code, ran
    return path


def check(game, seat, *options, code=0):
    person = game.people[seat]
    ran = person.pbem("check", person.game, *options)
    assert ran.code == code, ran
    return plain(ran.out)


def sent(game, seat, *lines):
    return game.text(seat, *lines) if game.level == "sealed" else game.seal(seat, *lines)


@pytest.mark.parametrize("level", ["shared", "sealed"])
def test_an_honest_referee_keeps_its_word(table, level):
    game = table(level=level).until("act")
    file = sent(game, "north", "act attack", "always act: wait")
    path = receipt(game, "north", file)
    assert "entry 5 is not played yet" in check(game, "north", "--receipt", path)
    game.adjudicate([file])
    game.share("referee")
    said = check(game, "north", "--receipt", path)
    assert "it stands in entry 5" in said and "Everything holds" in said
    if level == "sealed":
        assert "always act: act wait in the record since entry 5; closed still, and did not act" in said
        while not game.people["north"].status()["over"]:
            game.turn()
        assert "answered in entr" in check(game, "north", "--receipt", path)
    else:
        own = ["--secret", game.people["north"].secret]
        assert "in the record since entry 5" in check(game, "north", *own)


def test_orders_that_are_left_out_are_proven(table):
    """At shared the referee holds the envelope, and says that North was silent."""
    game = table().until("act")
    path = receipt(game, "north", sent(game, "north", "act attack"))
    game.adjudicate([], "--deadline-passed", "north")
    game.share("referee")
    game.holds()
    said = check(game, "south", "--receipt", path, code=4)
    assert "referee signed that this document of north came for entry 5" in said and "it was left out" in said


def test_another_document_than_the_receipt_is_for_is_told_and_proves_nothing(table):
    """At sealed the referee writes down what he likes: only the seat knows whether it sent that later."""
    game = table(level="sealed").until("act")
    path = receipt(game, "north", sent(game, "north", "act attack"))
    game.adjudicate([game.text("north", "act wait")])
    game.share("referee")
    game.holds()
    said = check(game, "south", "--receipt", path, code=5)
    assert "contains another one. No receipt of referee can tell whether north sent that one later" in said
    assert "prove" not in said


def test_a_later_receipt_wipes_out_no_earlier_one(table):
    """He can sign a later one for orders that he made up at any time: whoever shows both, the first says the same."""
    game = table(level="sealed").until("act")
    first = receipt(game, "north", sent(game, "north", "act attack"))
    made_up = game.text("north", "act wait")
    last = receipt(game, "north", made_up)
    game.adjudicate([made_up])
    game.share("referee")
    for shown in ([first], [first, last], [last, first]):
        said = check(game, "north", *(word for one in shown for word in ("--receipt", one)), code=5)
        assert "contains another one. No receipt of referee can tell whether north sent that one later" in said
    assert "it stands in entry 5" in check(game, "north", "--receipt", last)


@pytest.mark.parametrize("together", [True, False])
def test_two_mails_at_a_desk_are_one_document(table, together):
    """An honest referee is proven nothing, and a receipt for all that came is one for what stands."""
    game = table(level="sealed").until("act")
    first, second = sent(game, "north", "act attack", "always bid: 2"), sent(game, "north", "always intervene: no")
    referee, both = game.people["referee"], game.people["north"].path("both")
    if together:
        ran = referee.pbem("receipt", referee.game, first, second, "--secret", referee.secret, "-o", both)
        assert ran.code == 0, ran
    receipts = [receipt(game, "north", one) for one in (first, second)]
    game.adjudicate([first, second])
    game.share("referee")
    for one in receipts:
        said = check(game, "north", "--receipt", one, code=5)
        assert "does not hold:" not in said and "prove" not in said
    if together:
        _, _, last = both.read_text().rpartition("referee has received")
        both.write_text(f"referee has received{last}")
        assert "it stands in entry 5" in check(game, "north", "--receipt", both)


@pytest.mark.parametrize("level", ["shared", "sealed"])
def test_a_note_names_what_its_writer_has_signed_for(table, level):
    """Whether he keeps the files or not: an honest one is never proven to have denied one of them."""
    game = table(level=level)
    game.turn()
    files = [sent(game, "north", "always bid: 0")]
    game.turn()  # North is not asked, and what it sent lies at the desk still
    files = files if level == "shared" else []
    files += [sent(game, "north", "always bid: 1"), sent(game, "north", "always bid: 0", "always act: wait")]
    receipts = [receipt(game, "north", file) for file in files]
    referee = game.people["referee"]
    where = ["-o", referee.game, "--secret", referee.secret]
    assert referee.pbem("reopen", referee.game, "--step", 1, "--reason", "misread", *where).code == 0
    line = lines_of(referee.game)[-1][0]
    assert [seat for seat, _ in line["came"]] == ["north"]
    game.share("referee")
    game.holds()
    for one in receipts:
        said = check(game, "north", "--receipt", one)
        assert "became a note" in said and "Everything holds" in said


def test_of_two_documents_with_one_number_neither_is_proven_left_out(table):
    """A restored copy of its secret signs a second one: whichever the opener takes, it has changed nothing."""
    game = table().until("act")
    north = game.people["north"]
    shutil.copy(north.secret, north.path("copy"))
    files = [sent(game, "north", "act attack"), game.seal("north", "act wait", secret=north.path("copy"))]
    receipts = [receipt(game, "north", file) for file in files]
    game.adjudicate(files)
    game.share("referee")
    verdicts = []
    for one in receipts:
        said = check(game, "south", "--receipt", one)
        verdicts.append("it stands" in said)
        assert "Everything holds" in said
    assert sorted(verdicts) == [False, True]


def test_a_copy_that_is_behind_signs_a_lower_number(table):
    """The highest number stands, and of the others it is said that their seat signed a later one."""
    game = table().until("act")
    seat = next(one for one in game.seats if one not in game.asked())
    person = game.people[seat]
    shutil.copy(person.secret, person.path("copy"))
    files = [game.seal(seat, "always bid: 0"), game.seal(seat, "always bid: 1")]
    files.append(game.seal(seat, "always intervene: no", secret=person.path("copy")))
    receipts = [receipt(game, seat, file) for file in files]
    opener, asked = game.sent()
    game.adjudicate([*asked, *files], opener=opener)
    game.share(opener)
    said = [check(game, seat, "--receipt", one) for one in receipts]
    assert ["it stands" in one for one in said] == [False, True, False]
    assert all("contains a later one, which" in one for one in (said[0], said[2]))


def test_a_receipt_that_nobody_has_signed_is_refused(table):
    game = table().until("act")
    path = receipt(game, "north", sent(game, "north", "act attack"))
    letters = path.read_text().partition("RECEIPT-----")[2].partition("-----END")[0]
    import base64

    from tests.verifier import hand

    object, signature = json.loads(base64.b64decode("".join(letters.split())))
    changes = [
        ({**object, "entry": 4}, signature),
        ({**object, "n": 99}, signature),
        (object, "0" * 128),
        ({**object, "seat": "south"}, signature),
        ({**object, "document": 7}, signature),
        ({**object, "document": {**object["document"], "answers": []}}, signature),
        ([], signature),
        (object, "x"),
        (object, 7),
        ({}, signature),
    ]
    for one, other in changes:
        text = base64.b64encode(hand.canonical([one, other])).decode()
        path.write_text(f"-----BEGIN PBEM RECEIPT-----\n{text}\n-----END PBEM RECEIPT-----\n")
        ran = game.people["north"].pbem("check", game.people["north"].game, "--receipt", path)
        assert ran.code == 3, (one, other, ran)


def test_a_receipt_is_no_document(table):
    """Sent back by mistake, or by somebody who hopes that it is read as orders, it is refused."""
    game = table().until("act")
    path = receipt(game, "north", sent(game, "north", "act attack"))
    game.adjudicate([path], code=3)


@pytest.mark.parametrize("level, line", [("shared", "act attack"), ("sealed", "act nonsense"), ("sealed", "nonsense")])
def test_nobody_signs_for_what_does_not_hold(table, level, line):
    """At shared what is not signed is a draft."""
    game = table(level=level).until("act")
    receipt(game, "north", game.text("north", line), code=3)


def test_nor_does_anybody_but_the_referee(table):
    game = table().until("act")
    file, south = sent(game, "north", "act attack"), game.people["south"]
    ran = south.pbem("receipt", south.game, file, "--secret", south.secret)
    assert ran.code == 3, ran


def test_with_players_alone_the_opener_signs(table):
    game = table(referee=False).until("act")
    file, opener = sent(game, "north", "act attack"), game.people[game.opener]
    path = game.people["north"].path("receipt")
    ran = opener.pbem("receipt", opener.game, file, "--secret", opener.secret, "-o", path)
    assert ran.code == 0, ran
    game.adjudicate([file])
    game.share(opener.name)
    assert "it stands in entry 5" in check(game, "north", "--receipt", path)


def test_a_closed_line_that_rests_is_named_by_its_owner_at_once(table):
    """Nothing is opened yet; for everybody else the game holds."""
    game = table()
    game.turn(north=[*game.answers("north"), "always act: attack"])
    referee = game.people["referee"]
    secret = json.loads(referee.secret.read_text())
    referee.secret.write_text(json.dumps({**secret, "openings": []}))
    game.until("act")
    assert game.asked() == ["north"], "the line would have answered; the referee let it rest"
    game.turn(north=["act wait"])
    game.holds()
    said = check(game, "north", "--secret", game.people["north"].secret, code=4)
    assert "should have acted there, or should not" in said
    assert "of north" in said


def test_a_line_that_was_sent_and_stands_nowhere_is_named(table):
    """Without a receipt that proves nothing to others; its owner knows."""
    game = table().until("act")
    game.seal("north", "act attack", "always bid: 2")
    game.adjudicate([], "--deadline-passed", "north")
    game.share("referee")
    said = check(game, "north", "--secret", game.people["north"].secret, code=4)
    assert "is nowhere in the record" in said


def test_what_was_withdrawn_or_void_is_told(table):
    game = table().until("act")
    game.turn(north=["act attack", "always bid: 2 if turn 9"])
    game.until("act")
    game.turn(north=["act attack", "cancel all"])
    said = check(game, "north", "--secret", game.people["north"].secret)
    assert "was withdrawn in entry" in said
    assert lines_of(game.people["north"].game)
