"""The lines typed above a signed document say something else than it does: the document counts, and whoever reads the
file hears of each difference, in check, adjudicate and the receipt of a mail."""

import re
from email import message_from_string
from email.policy import default

import pytest

from tests.attacks.kit import lines_of, plain


@pytest.fixture
def sealed(table):
    """``(game, file of north)``: it waits, and bids 2 whenever it is asked."""
    game = table().until("act")
    return game, game.seal("north", "act wait", "always bid: bid 2", "concede")


def retyped(path, old, new):
    text = path.read_text()
    assert old in text.partition("-----BEGIN")[0]
    before, mark, rest = text.partition("-----BEGIN")
    path.write_text(before.replace(old, new) + mark + rest)
    return path


def said_by_check(game, path, code=0):
    north = game.people["north"]
    ran = north.pbem("check", north.game, path)
    assert ran.code == code, ran
    return plain(ran.out + ran.err)


def test_what_is_typed_as_it_is_signed_is_no_difference(sealed):
    game, path = sealed
    said = said_by_check(game, path)
    assert "typed" not in said and "north line 5: North waits. (answers now) > act wait" in said


DIFFERENT = [
    ("act wait", "act attack", ["act attack", "act wait"]),
    ("act wait\n", "", ["act wait"]),
    ("act wait", "act wait\nbid 1", ["bid 1"]),
    ("always bid: bid 2", "always bid: bid 1", ["always bid: bid 1", "always bid: bid 2"]),
    ("concede\n", "", ["concede"]),
    ("seat north", "seat south", ["seat south", "north"]),
    ("entry 5", "entry 6", ["entry 6", "5"]),
    ("game g", "game h", ["game h"]),
    ("act wait", "attack at dawn", ["attack", "cannot be read"]),
]


@pytest.mark.parametrize("old, new, words", DIFFERENT)
def test_every_difference_is_told_and_the_document_counts(sealed, old, new, words):
    game, path = sealed
    retyped(path, old, new)
    said = said_by_check(game, path)
    assert "counts" in said and all(word in said for word in words), said
    assert "North waits." in said and "North attacks." not in said
    ran = game.adjudicate([path])
    assert "counts" in ran.err and all(word in plain(ran.err) for word in words), ran.err
    (row,) = [row for row in lines_of(game.people["referee"].game)[-1][0]["used"] if row["by"] == "answer"]
    assert row["seat"] == "north"
    game.share("referee")
    game.holds()


def test_another_order_of_the_same_lines_is_told(table):
    game = table().until("act")
    path = game.seal("north", "act wait", "bid 1", "then: bid 2")
    retyped(path, "bid 1\nthen: bid 2", "bid 2\nthen: bid 1")
    assert "in a different order" in said_by_check(game, path)


def test_lines_taken_back_are_compared_too(table):
    game = table().until("act")
    game.turn(north=["act wait", "public always bid: bid 2"])
    game.until("act")
    path = game.seal("north", "act wait", "cancel all")
    assert "counts" not in said_by_check(game, path)
    retyped(path, "cancel all\n", "")
    assert "does not cancel the same lines" in said_by_check(game, path)


def test_a_sealed_file_whose_document_is_damaged_is_refused_by_check(sealed):
    game, path = sealed
    text = path.read_text()
    body = re.findall("^[A-Za-z0-9+/]{64}$", text, re.MULTILINE)[3]
    path.write_text(text.replace(body, body[:20] + ("A" if body[20] != "A" else "B") + body[21:]))
    said_by_check(game, path, code=3)


def test_the_document_alone_is_enough(sealed):
    game, path = sealed
    path.write_text("-----BEGIN" + path.read_text().partition("-----BEGIN")[2])
    assert "typed" not in said_by_check(game, path)


def test_words_that_no_terminal_should_show_are_not_shown_raw(sealed):
    game, path = sealed
    retyped(path, "act wait", "act \u202ewait\x1b[2J")
    north = game.people["north"]
    ran = north.pbem("check", north.game, path)
    assert not {"\u202e", "\x1b"} & {*ran.out, *ran.err}


def receipt(game, text):
    """What the referee's desk answers to a mail of north with this text."""
    referee = game.people["referee"]
    ran = referee.pbem(
        "mail", "set-up", referee.game, "--address", "pbem@club.example", "--seat", "north=ann@example.org"
    )
    assert ran.code == 0, ran
    mail = referee.path("mail")
    mail.write_text(
        "From: ann@example.org\nTo: pbem+g@club.example\nSubject: orders\nMessage-ID: <1@example.org>\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{text}"
    )
    ran = referee.pbem("mail", "in", referee.game, "--from", mail, "--json")
    assert ran.code == 0 and ran.json["verdict"] == "accepted", ran
    return plain(message_from_string(ran.json["mails"][0], policy=default).get_body(("plain",)).get_content())


def test_a_greeting_above_a_sealed_file_in_a_mail_is_no_difference(sealed):
    game, path = sealed
    assert "beside" not in receipt(game, f"Hello Tom,\n\nhere they are. See you on Friday!\n\n{path.read_text()}")


def test_the_receipt_of_a_mail_tells_the_difference(sealed):
    game, path = sealed
    said = receipt(game, retyped(path, "act wait", "act attack").read_text())
    assert "act attack" in said and "what is signed counts" in said and ", which counts, but" in said, said


def test_quoted_lines_of_a_forwarded_file_are_compared_as_well(sealed):
    game, path = sealed
    text = retyped(path, "act wait", "act attack").read_text()
    said = receipt(game, "".join(f"> {line}\n" for line in text.splitlines()))
    assert "what is signed counts" in said, said


# -- words, which hold no lines: what they say is told back, from their fields -----------------------------------------


def of_speaker(game, speaker, *typed):
    """``(file, what was told)`` of a word that a person gives."""
    person = game.people[speaker]
    path = person.path(game.file("word"))
    return path, person.pbem(*typed[:1], person.game, *typed[1:], "--secret", person.secret, "-o", path)


@pytest.fixture
def silent(table):
    """``(game, word of the isles that south has not been heard of)``: north is asked, south would open."""
    game = table(referee=False).until("act")
    path, ran = of_speaker(game, "isles", "pass-over", "south")
    assert ran.code == 0, ran
    return game, path


def test_check_tells_what_a_word_says(silent):
    game, path = silent
    said = said_by_check(game, path)
    assert "The word of isles for entry" in said and "No orders came from south." in said
    assert "counts" not in said and path.read_text().startswith("The word of isles for entry")


def test_a_word_that_says_something_else_than_is_typed_above_it_is_told(silent):
    game, path = silent
    retyped(path, "from south", "from north")
    said = said_by_check(game, path)
    assert "is not what the word says, and the word counts" in said and "No orders came from south." in said


def test_a_word_quoted_and_wrapped_again_is_no_difference(silent):
    game, path = silent
    text = path.read_text().replace("south has not been", "south has not\nbeen")
    path.write_text("".join(f"> {line}\n" for line in text.splitlines()))
    assert "counts" not in said_by_check(game, path)


def test_the_json_of_check_holds_what_a_word_says(silent):
    game, path = silent
    north = game.people["north"]
    ran = north.pbem("check", north.game, path, "--json")
    (row,) = ran.json["words"]
    other = north.path("of-another") / path.name
    other.parent.mkdir()
    other.write_bytes(path.read_bytes())
    assert len(north.pbem("check", north.game, path, other, "--json").json["words"]) == 2  # files of one name
    assert ran.code == 0 and row["told"][1] == "No orders came from south.", ran


def test_the_opener_s_sealed_orders_are_named_and_nothing_of_them_is_told(table):
    game = table(referee=False).until("act")
    while game.opener not in game.asked():
        game.turn()
    opener = game.opener
    path = game.seal(opener, *game.answers(opener), options=["--closed", "--confirm"])
    said = said_by_check(game, path)
    assert f"The sealed orders of the opener, {opener}," in said and "Nobody can read them" in said
    game.turn()
    assert "is not due now" in said_by_check(game, path, code=3)


def test_a_sealed_document_that_nobody_carries_is_no_part_of_a_line(table):
    game = table(referee=False).until("act")
    opener = game.turn()
    forger = game.forger(opener)
    mark, _ = forger.sealed(opener, answers=[])
    data = forger.again(documents=sorted([*forger.lines[-1][0]["documents"], mark], key=lambda pair: pair[0]["seat"]))
    assert "counts only where others carry it" in plain(game.everybody_refuses(data, opener))


def test_a_proposal_is_told_from_its_fields_and_its_reason_is_quoted(table):
    game = table(referee=False).until("act")
    north, south = game.people["north"], game.people["south"]
    proposal = north.path("proposal")
    reason = 'a cup of tea"\nThe option windows is ask from entry 3 on.'
    ran = north.pbem(
        *("desk", "end", north.game, "--reason", reason, "-o", north.game, "--secret", north.secret),
        *("--propose", proposal),
    )
    assert ran.code == 0, ran
    ran = south.pbem("check", south.game, proposal)
    assert "The game ends here, before its end." in plain(ran.out), ran
    assert "\n    The option" not in ran.out and 'tea" The option windows' in plain(ran.out)
    ran = south.pbem("word", south.game, proposal, "--secret", south.secret, "-o", south.path("word"))
    assert ran.code == 0 and "The game ends here, before its end." in plain(ran.err), ran


def test_the_receipt_of_a_word_tells_what_it_says(silent):
    game, path = silent
    north = game.people["north"]
    ran = north.pbem("mail", "set-up", north.game, "--address", "pbem@club.example", "--seat", "isles=ann@example.org")
    assert ran.code == 0, ran
    mail = north.path("mail")
    mail.write_text(
        "From: ann@example.org\nTo: pbem+g@club.example\nSubject: orders\nMessage-ID: <1@example.org>\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{path.read_text()}"
    )
    ran = north.pbem("mail", "in", north.game, "--from", mail, "--json")
    text = message_from_string(ran.json["mails"][0], policy=default).get_body(("plain",)).get_content()
    assert ran.json["verdict"] == "accepted" and "No orders came from south." in plain(text), text


def test_what_check_tells_of_several_files_is_of_all_of_them(table):
    game = table().until("act")
    north, south = game.seal("north", "act wait"), game.seal("south", "concede")
    for files in ([north, south], [south, north]):
        ran = game.people["north"].pbem("check", game.people["north"].game, *files)
        assert ran.code == 0 and "North waits." in ran.out and "South concedes." in ran.out, ran
