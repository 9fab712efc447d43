"""What a receipt says of the mail as a whole, of a line that can never be done, and of one that has its seat asked."""

import email
import os
from mailbox import Maildir

import pytest

from tests.cli.tools import done, new_game, orders, pbem, set_up_desk, write_orders

WHO = {"prc": "ann", "allied": "bob"}
BOUND = 300  # parts of a document


@pytest.fixture
def game(tmp_path):
    path = new_game(tmp_path)
    set_up_desk(path, prc="ann@example.org", allied="bob@example.org")
    return path


def answer(file, seat, *lines, **header):
    """``(receipt, what the command said)`` of a mail to the desk."""
    game, outbox = file, file.parent / "outbox"
    before = {*os.listdir(outbox / "new")} if outbox.exists() else set()
    number = len(before)
    message = game.parent / "mail"
    head = f"From: {WHO[seat]}@example.org\nTo: pbem+g@club.example\nMessage-ID: <{number}@x>\n\n"
    message.write_text(head + orders(game, seat, *lines, **header))
    ran = done("mail", "in", game, "--from", message, "--out", outbox)
    (name,) = {*os.listdir(outbox / "new")} - before
    part = email.message_from_bytes((outbox / "new" / name).read_bytes())
    attached = [one.get_filename() for one in part.walk() if one.get_filename()]
    while part.is_multipart():
        part = part.get_payload(0)
    return part.get_payload(decode=True).decode().replace("\r\n", "\n"), ran.err, attached


def test_what_is_wrong_with_the_whole_mail_stands_before_its_lines_and_under_none(game):
    text, _, _ = answer(game, "prc", "op nonsense", "ask me if nonsense", game="other")
    whole = text.index("\n  not allowed: This is for the game other")
    assert whole < text.index("\n  line 5 ") < text.index("\n  line 6 ")
    assert "Checked without" not in text, "which game it is for hangs on no line"


def test_of_a_seat_in_doubt_that_is_not_asked_nobody_says_that_the_game_waits_for_it(game):
    text, _, _ = answer(game, "allied", "op 5, no wait, pass")
    assert (
        "Waiting for you: nothing.\nArrival 1 counts only with your yes" in text
        and "Played: when prc is ready." in text
    )
    assert "when you" not in text
    text, _, _ = answer(game, "prc", "op 5, no wait, pass")
    assert "Waiting for you: your yes or no to arrival 2.\nPlayed: when you are ready." in text


def test_a_mail_of_as_many_lines_as_a_document_may_have_is_taken_and_signed_and_one_more_is_refused(game):
    lines = [f"if vp at least {number}: pass" for number in range(BOUND + 1)]
    text, said, attached = answer(game, "prc", *lines)
    assert "Not accepted" in text and f"at most {BOUND} lines" in text and f"has {BOUND + 1} lines" in text
    assert "No receipt was signed" not in said
    text, said, attached = answer(game, "prc", *lines[:BOUND])
    assert "\nAccepted: " in text and "No receipt was signed" not in said, said
    assert any("receipt" in name for name in attached), attached


def test_lines_of_several_mails_have_the_same_bound_together(game):
    answer(game, "allied", *[f"if vp at least {number}: pass" for number in range(200)])
    text, said, _ = answer(game, "allied", *[f"next: if vp at least {number}: pass" for number in range(200)])
    assert "Not accepted" in text and f"at most {BOUND} lines" in text and "No receipt was signed" not in said


def test_no_receipt_says_that_all_was_read_where_it_was_not(game):
    text, _, _ = answer(game, "prc", *[f"if vp at least {n}: pass" for n in range(290)], *["# no order"] * 8000)
    assert "lines the first" in text and "more are left out here." in text and "all of it was read" not in text


NOT_THEIRS = {
    "allied": (
        "op 3 china-north -> china-south with prc-artillery-1",
        "next: op 12 china-central -> taiwan-strait with prc-sag-1",
        "op 12 okinawa -> taiwan-strait with 2 su-30",
        "if vp at least 9: pass; else op 5 with su-30-1",
    ),
    "prc": ("next: op 8", "next: op 14 east-china-sea -> taiwan-strait with us-sag-1"),
}


@pytest.mark.parametrize("seat, line", [(seat, line) for seat in NOT_THEIRS for line in NOT_THEIRS[seat]])
def test_what_a_seat_can_never_do_is_refused_when_it_is_sent_and_not_when_its_moment_comes(game, seat, line):
    text, _, _ = answer(game, seat, line)
    assert "Not accepted" in text and "\n    not allowed [" in text
    assert pbem("check", game, write_orders(game, seat, line)).code == 3


def test_what_a_seat_cannot_do_yet_is_kept(game):
    text, _, _ = answer(game, "allied", "op 12 okinawa -> east-china-sea with us-cvn-1", "or pass")
    assert "\nAccepted: " in text


def test_a_line_for_the_turn_after_that_asks_says_so_and_go_on_plays_it(game):
    first = write_orders(game, "prc", "pass", "next: op 12 china-central -> taiwan-strait with prc-ssk-1")
    done("adjudicate", game, first, "-o", game)
    block = done("status", game, "--seat", "prc").out
    assert "in force" in block and "asks you" not in block
    sails = write_orders(game, "allied", "op 14 east-china-sea -> taiwan-strait with us-sag-1")
    done("adjudicate", game, sails, "-o", game)
    assert [row["seat"] for row in done("status", game, "--json").json["waiting"]] == ["prc"]
    row = done("status", game, "--seat", "prc", "--json").json["stands"]["lines"][0]
    assert row["state"].startswith("asks you") and row["no"] == 2
    assert "asks you, for what it names has changed" in done("status", game, "--seat", "prc").out
    assert "\nAccepted: " in answer(game, "prc", "go on")[0]
    assert "asks you" not in done("status", game, "--seat", "prc").out
    outbox = Maildir(game.parent / "outbox", create=False)
    assert len(outbox) == 1


def test_a_wait_that_holds_nothing_up_says_so_and_what_does(game):
    text = " ".join(answer(game, "allied", "op 8", "wait")[0].split())
    assert "Nobody waits for you now, so wait holds nothing up" in text and "write: op: ask me" in text
    assert "\nAccepted: " in answer(game, "allied", "op: ask me")[0], "what is told can be typed"
    done("adjudicate", game, write_orders(game, "prc", "pass"), *done("mail", "inbox", game).out.split(), "-o", game)
    assert [row["seat"] for row in done("status", game, "--json").json["waiting"]] == ["allied"]
    assert "so wait" not in answer(game, "prc", "always return-fire: default")[0]


def test_a_wait_of_who_is_asked_and_a_go_on_that_is_needed_say_nothing_more(game):
    assert "holds nothing up" not in answer(game, "prc", "op 1", "wait")[0]
    assert "go on changes nothing" in answer(game, "prc", "go on")[0]


@pytest.mark.parametrize(
    "lines, hint",
    [
        (("op 1", "then", "op 2"), "Write: then op 2"),
        (("then",), "Write: then ORDER"),
        (("op 1", "then"), "Write: then ORDER"),
        (("must", "op 1"), "Write: must op 1"),
        (("always return-fire:", "op 1"), "Write: always return-fire: ORDER"),
        (("strike default",), "Write: always strike-unit: default."),
    ],
)
def test_what_is_missing_is_said_at_its_line_with_a_line_to_type(game, lines, hint):
    told = pbem("check", game, write_orders(game, "prc", *lines))
    assert told.code == 3 and hint in " ".join((told.out + told.err).split()), told
    assert hint in " ".join(answer(game, "prc", *lines)[0].split())


@pytest.fixture
def two_powers(tmp_path):
    path = tmp_path / "g.json"
    done("new", "cataclysm/c2", "-o", path)
    done("adjudicate", path, "-o", path)
    set_up_desk(path, democracies="ann@example.org", fascists="bob@example.org")
    return path


@pytest.mark.parametrize("word", ["else:", "or"])
def test_what_belongs_to_the_line_above_is_for_its_power(two_powers, word):
    above = "germany: if poland is german: pass" if word == "else:" else "germany: pass"
    told = pbem("check", two_powers, write_orders(two_powers, "fascists", above, f"italy: {word} pass"))
    assert told.code == 3 and "The line above is for Germany." in " ".join((told.out + told.err).split())
    for whose in ("", "germany: "):
        done("check", two_powers, write_orders(two_powers, "fascists", above, f"{whose}{word} pass"))


def test_a_bare_no_for_two_powers_is_in_doubt_and_a_question_with_default_is_no_chat(two_powers):
    WHO["democracies"] = "ann"
    text = " ".join(answer(two_powers, "democracies", "no")[0].split())
    assert "You do not say which power this is for" in text and "your yes or no to arrival 1" in text
    text = " ".join(answer(two_powers, "democracies", "uk: produce default")[0].split())
    assert "Write: democracies: always produce: default." in text
    assert "\nAccepted: " in answer(two_powers, "democracies", "democracies: always produce: default")[0]


def test_the_same_line_twice_is_taken_once_and_a_cancel_that_finds_nothing_says_so(game):
    text = " ".join(answer(game, "prc", "op 1", "op 1")[0].split())
    assert "This stands in your mail twice, and is taken once." in text and "Accepted: " in text
    assert "Nothing of that stands" in " ".join(answer(game, "prc", "withdraw offer")[0].split())
    assert "Nothing of that stands" not in " ".join(answer(game, "prc", "cancel all")[0].split())
    assert "Nothing of that stands" in " ".join(answer(game, "prc", "cancel all")[0].split())


def test_a_remark_on_what_stood_before_bears_no_line_of_this_mail(tmp_path):
    path = tmp_path / "g.json"
    done("new", "pacific/standard", "-o", path)
    done("adjudicate", path, "-o", path)
    set_up_desk(path, japan="ann@example.org", uk="bob@example.org", us="sam@example.org")
    WHO["japan"] = "ann"
    answer(path, "japan", "1 infantry manchuria -> shantung", "1 infantry korea -> manchuria")
    text = answer(path, "japan", "buy 1 transport")[0]
    assert "To take it back: cancel 1." in " ".join(text.split()) and text.count("There is no enemy in") == 2
    assert "\n  line " not in text and "\n  «move infantry" in text
    run = pbem("adjudicate", path, *done("mail", "inbox", path).out.split(), "-o", path)
    assert "japan (what stands)" in run.err and ":0:" not in run.err, run


def test_rest_ask_ends_a_rest_default_and_is_an_order_by_itself(game):
    assert "rest: default" in answer(game, "prc", "rest: default")[0]
    text = " ".join(answer(game, "prc", "rest: ask")[0].split())
    assert "Accepted: " in text and "Cancelled: 1 “rest: default”." in text and "Waiting for you: to declare" in text
    assert "Accepted: " in " ".join(answer(game, "prc", "rest: ask")[0].split())


def test_a_next_line_that_is_sent_again_asks_still_if_what_it_names_has_changed(game):
    line = "next: op 12 china-central -> taiwan-strait with prc-ssk-1"
    for lines in (("pass", line), (line,), ("pass", line)):
        assert "Accepted: " in answer(game, "prc", *lines)[0]
    done("adjudicate", game, *done("mail", "inbox", game).out.split(), "-o", game)
    sails = write_orders(game, "allied", "op 14 east-china-sea -> taiwan-strait with us-sag-1")
    done("adjudicate", game, sails, "-o", game)
    assert [row["seat"] for row in done("status", game, "--json").json["waiting"]] == ["prc"]
    assert "asks you" in done("status", game, "--seat", "prc").out


@pytest.mark.parametrize("line", ["drop line no. 1", "cancel #1", "forget lines 1", "take back number 1"])
def test_a_cancel_is_no_chat_in_whatever_words(game, line):
    answer(game, "prc", "op 1")
    assert "Cancelled: 1 “op 1”." in " ".join(answer(game, "prc", line)[0].split())


@pytest.mark.parametrize("line", ["activity 7: op 1", "turn 3: pass", "year 1939: op 2"])
def test_an_order_behind_words_that_nobody_knows_is_no_chat(game, line):
    assert "Not counted yet" in answer(game, "prc", line)[0]
