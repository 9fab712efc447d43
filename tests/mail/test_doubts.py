"""Doubt lives on until its sender has said what is meant, or time is over; what may be an order goes to nobody unasked.
All through the command line of the desk."""

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.core.orders.normalize import Verbs, verb_index
from pbem.core.title.game import load
from pbem.mail.echo_filter import EchoFilter
from pbem.mail.reply import Reply
from pbem.mail.talk import Talk
from tests.cli.tools import done, new_game, orders, pbem, set_up_desk

from .desk import kept_lines
from .test_press import ANN, BOB, CORA, PEOPLE, write

OP, OTHER = "op 5 with prc-jh-7-1", "op 5 with prc-j-10-1"
NOW, LATE = "2027-03-03T12:00", "2027-04-01"
DOUBTFUL = "Deploy the fleet tomorrow"


@pytest.fixture
def game(tmp_path):
    path = new_game(tmp_path, options=(*PEOPLE, "--days", "7", "--now", "2027-03-01"))
    set_up_desk(path, "--referee", CORA, prc=ANN, allied=BOB)
    calendar = json.loads(Path(f"{path}.calendar").read_text())
    calendar["stops"] = {str(done("status", path, "--json").json["entry"]): "2027-03-01T12:00"}
    Path(f"{path}.calendar").write_text(json.dumps(calendar))
    return path


def doubtful(game, *lines, number=1, behind=OTHER):
    """A mail with an order and another behind two dashes."""
    text = orders(game, "prc", *lines) + behind
    told, mails = write(game, text, number=number)
    assert told["verdict"] == "unsure", (told, mails)
    return words(mails)


def words(mails, to=ANN):
    return " ".join(mails[to][1].split())


def due(game, now=NOW):
    return {row["seat"]: row for row in done("due", game, "--now", now, "--json").json["waiting"]}["prc"]


def inbox(game, now=NOW):
    return done("mail", "inbox", game, "--now", now, "--json").json


def kept(game, name):
    return kept_lines(Path(f"{game}.mail/inbox") / name)


def reminder(game, tmp_path, now="2027-03-07T12:00"):
    done("due", game, "--now", now, "--messages", tmp_path / "out")
    return "".join(path.read_text() for path in (tmp_path / "out" / "new").iterdir())


def test_the_receipt_shows_each_reading_and_the_word_that_takes_it(game):
    told = doubtful(game, OP)
    assert "If these lines are talk" in told and "answer with this line: yes (or, also later: accept 1)" in told
    assert "If they are orders" in told and "behind two dashes" in told


@pytest.mark.sampled(3)
@pytest.mark.parametrize("answer", ["yes", "Yes, please.", "accept 1", "accept arrival 1", "Hi!\n\nyes\n\nThanks\nAnn"])
def test_yes_takes_the_reading_that_was_shown(game, answer):
    doubtful(game, OP)
    told, mails = write(game, answer, number=2)
    assert told["verdict"] == "accepted" and kept(game, told["orders"]) == [OP], mails
    assert "replaces" not in words(mails)
    assert due(game)["sent"] and due(game)["doubt"] is None and inbox(game)["asked"] == {}
    told, mails = write(game, "yes", number=3)
    assert told["verdict"] == "refused" and "No mail of prc waits for a yes or no." in words(mails)


def test_no_lays_the_mail_aside(game):
    doubtful(game, OP)
    told, mails = write(game, "No, thanks.", number=2)
    assert told["verdict"] == "question" and "Arrival 1 is dropped: nothing in it counts." in words(mails)
    assert due(game)["doubt"] is None and inbox(game)["files"] == []
    assert write(game, "accept 1", number=3)[0]["verdict"] == "accepted"  # a change of mind, by its number


def test_yes_and_no_are_orders_before_they_are_answers_to_the_desk(game):
    """Where a question is answered with yes or no, that is what the word says."""
    talk = Talk(load("red-dragon"))
    assert Reply("yes", "", talk, EchoFilter(())).commands == [("accept", None)]
    talk = Talk(load("red-dragon"))
    talk.verbs = Verbs({**talk.verbs, **verb_index({"flag": SimpleNamespace(verbs=["yes"])})})
    reply = Reply("yes", "", talk, EchoFilter(()), reads=lambda text: text == "yes")
    assert reply.commands == [] and [row.text for row in reply.of("order")] == ["yes"]


def test_its_owner_hears_of_it_in_every_receipt_reminder_and_form(game, tmp_path):
    doubtful(game, OP)
    for number, asked in enumerate(("status", "form", "What threatens Taiwan?", "Nice weather, isn't it?"), 2):
        told, mails = write(game, asked, number=number)
        assert "Your mail, arrival 1, still waits for your yes" in words(mails), (asked, told)
        assert f"| {OP}" in words(mails)
    form = words(write(game, "form", number=9)[1]).partition("--- Form")[2].partition("--- Still open")[0]
    assert "## Your mail, arrival 1, still waits" in form
    text = " ".join(reminder(game, tmp_path).split())
    assert "Your mail, arrival 1, still waits for your yes" in text and f"| {OP}" in text
    assert "At the deadline it counts as no." in text


def test_what_waits_orders_nothing_when_form_or_reminder_come_back(game):
    doubtful(game, OP)
    _, mails = write(game, "form", number=2)
    told, mails = write(game, "Thanks!\n\n" + "\n".join(f"> {line}" for line in mails[ANN][1].split("\n")), number=3)
    assert told["orders"] is None and told["verdict"] != "accepted", mails


def test_others_hear_only_that_the_seat_was_asked(game):
    doubtful(game, OP)
    row = due(game)
    assert row["doubt"] == 1 and not row["sent"]
    said = done("due", game, "--now", NOW).out
    assert "was asked what arrival 1 means" in said and "op 5" not in said
    ran = done("mail", "inbox", game, "--now", NOW)
    assert ran.out == "" and "prc was asked what arrival 1 means" in ran.err and "op 5" not in ran.err
    told, mails = write(game, "status", BOB, number=2)
    assert "arrival 1" not in words(mails, BOB) and "op 5" not in words(mails, BOB)


def test_a_seat_is_not_complete_while_doubt_lies_there_and_at_the_deadline_it_is_no(game, tmp_path):
    told, _ = write(game, orders(game, "prc", OP))
    assert told["verdict"] == "accepted" and due(game)["sent"]
    doubtful(game, "pass", number=2)
    assert not due(game)["sent"] and inbox(game)["files"] == [] and inbox(game)["asked"] == {"prc": 2}
    assert done("mail", "inbox", game, "--json").json["asked"] == {"prc": 2}  # nobody's time is over without a clock
    late = inbox(game, LATE)
    assert [kept(game, os.path.basename(path)) for path in late["files"]] == [[OP]] and late["asked"] == {}
    assert due(game, LATE)["sent"] and not due(game, LATE)["late"]
    done("adjudicate", game, *late["files"], "-o", game, "--now", LATE)
    assert write(game, "yes", number=3)[0]["verdict"] == "refused"  # it lay there for that entry


def test_at_the_deadline_the_default_is_taken_if_nothing_else_lies_there(game):
    doubtful(game, "pass")
    assert due(game, LATE)["late"] and inbox(game, LATE)["files"] == []
    done("adjudicate", game, "-o", game, "--now", LATE, "--deadlines-passed")


def test_orders_that_hold_settle_doubt_and_a_later_one_takes_the_place_of_an_earlier(game):
    doubtful(game, OP)
    doubtful(game, "pass", number=2)
    assert due(game)["doubt"] == 2
    told, mails = write(game, orders(game, "prc", OTHER), number=3)
    assert told["verdict"] == "accepted" and due(game)["doubt"] is None
    assert "replaces your mail, arrival 2, which was waiting for your yes" in words(mails)
    assert [kept(game, os.path.basename(path)) for path in inbox(game)["files"]] == [[OTHER]]


def test_a_refused_mail_settles_nothing(game):
    doubtful(game, OP)
    told, mails = write(game, orders(game, "prc", "op 5 with prc-xx-9-9"), number=2)
    assert told["verdict"] == "refused" and "arrival 1, still waits for your yes" in words(mails)
    assert due(game)["doubt"] == 1


def test_doubt_without_a_reading_is_settled_by_yes(game):
    doubtful(game, behind="pass\n")
    told, mails = write(game, "What threatens Taiwan?", number=2)
    assert "some of it may be orders, and was not read as such" in words(mails)
    told, mails = write(game, "yes", number=3)
    assert told["orders"] is None and "Arrival 1 is settled: it ordered nothing." in words(mails)
    assert due(game)["doubt"] is None


def test_nobody_answers_for_another(game):
    doubtful(game, OP)
    for number, answer in enumerate(("yes", "accept 1", "no", "send it"), 2):
        told, mails = write(game, answer, BOB, number=number)
        assert told["verdict"] == "refused" and told["orders"] is None, (answer, mails)
    assert due(game)["doubt"] == 1


# -- words to others -------------------------------------------------------------------------------------------------

HELD = {
    "press-carries-a-misspelt-order": "to allied: Hello Bob, good luck!\n"
    "op 12 China Central to Tawian Strait with sag-1, 2 ssk",
    "press-carries-a-comment": "to allied: Hello Bob\n# my plan: strike Taiwan tomorrow",
    "press-carries-a-header": "to allied: Hello Bob\nentry 12",
    "press-is-an-order": f"to all: {OP}",
    "press-with-a-slip-of-a-verb": "to allied: hello\nopp 5 with prc-jh-7-1",
    "press-with-a-question-to-the-desk": "to allied: hello\nwhat can prc-jh-7-1 reach?",
    "press-with-a-word-to-the-desk": "to allied: hello\nyes",
    "press-with-a-power": "to allied: hello\nprc: op 5",
    "press-with-an-arrow": "to allied: hello\nop 12 -> there",
    "press-below-words": f"to allied: hello\nand hello\n{OP}",
    "press-of-two": f"to referee: hello\n\nto allied: see\n{OP}",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", HELD)
def test_nothing_leaves_while_a_line_may_be_an_order(game, name):
    told, mails = write(game, HELD[name])
    assert told["verdict"] == "unsure" and set(mails) == {ANN}, mails
    assert "If all of it is for others" in words(mails) and "send it" in words(mails)
    told, mails = write(game, "send it, please", number=2)
    assert told["verdict"] == "press" and BOB in mails, mails
    assert HELD[name].split("\n")[-1].split("to all: ")[-1] in words(mails, BOB)
    told, mails = write(game, "send it", number=3)
    assert set(mails) == {ANN}, "they go out once"


@pytest.mark.parametrize("answer", ["yes", "no", "accept 1"])
def test_other_answers_send_nothing_on(game, answer):
    write(game, HELD["press-carries-a-misspelt-order"])
    told, mails = write(game, answer, number=2)
    assert set(mails) == {ANN}, mails


def test_orders_beside_held_words_count_with_the_word_that_sends_them(game):
    told, mails = write(game, f"to allied: Hello\n# my plan\n\n{orders(game, 'prc', OP)}")
    assert told["verdict"] == "unsure" and set(mails) == {ANN}
    told, mails = write(game, "send it", number=2)
    assert told["verdict"] == "accepted" and kept(game, told["orders"]) == [OP]
    assert "| # my plan" in mails[BOB][1] and OP not in words(mails, BOB)


def test_words_beside_another_doubt_wait_with_it(game):
    told, mails = write(game, f"to allied: Hello Bob\n\n{orders(game, 'prc', OP)}{OTHER}")
    assert told["verdict"] == "unsure" and set(mails) == {ANN}
    assert "Your words to others wait with it, and go out with yes." in words(mails)
    told, mails = write(game, "yes", number=2)
    assert told["verdict"] == "accepted" and "| Hello Bob" in mails[BOB][1]


def test_press_carries_the_signature(game):
    """ "best / Ann / phone / street" below words is for nobody."""
    told, mails = write(
        game, f"{orders(game, 'prc', OP)[:-3]}\n\nto allied: Hello Bob\nbest\nAnn\n+1 555 0100 200\nSome Street 5"
    )
    assert BOB in mails, mails
    went = mails[BOB][1]
    assert "| Hello Bob" in went and not any(one in went for one in ("best", "+1 555", "Street", "| Ann"))
    assert "--- Sent to allied" in mails[ANN][1] and "| Hello Bob" in mails[ANN][1].partition("--- Sent to")[2]


@pytest.mark.parametrize(
    "said",
    [
        "shall we stop\nbefore the spring?",
        "good luck!\nI pass this one by, and wish you a nice week",
        "Best wishes for your birthday\nand many more",
        "See you on Friday at 8",
    ],
)
def test_plain_words_go_on_and_are_quoted_in_the_receipt(game, said):
    told, mails = write(game, f"to allied: {said}")
    assert told["verdict"] == "press", mails
    for line in said.split("\n"):
        assert f"| {line}" in mails[BOB][1] and f"| {line}" in mails[ANN][1]


def test_a_closing_that_is_not_known_is_talk(game):
    """ "Kindest regards" below an order: the order counts, and nobody is asked."""
    report = pbem("mail", "out", game, "-o", game.parent / "o").code
    assert report == 0
    told, mails = write(game, f"{orders(game, 'prc', OP)[:-3]}\nKindest regards,\nAnn")
    assert told["verdict"] == "accepted" and kept(game, told["orders"]) == [OP], mails
    assert "replaces" not in words(mails)


def test_who_is_not_asked_is_not_waited_for_and_what_it_had_sent_acts(game):
    """A doubt of a seat that nobody waits for takes nothing away that was accepted before."""
    assert write(game, orders(game, "allied", "op 8"), BOB)[0]["verdict"] == "accepted"
    told, _ = write(game, orders(game, "allied", "op 8", "pass"), BOB, number=2)
    assert told["verdict"] == "unsure"
    assert write(game, orders(game, "prc", "pass"), number=3)[0]["verdict"] == "accepted"
    found = inbox(game)
    assert found["asked"] == {} and [kept(game, os.path.basename(path)) for path in found["files"]] == [
        ["op 8"],
        ["pass"],
    ]
    done("adjudicate", game, *found["files"], "-o", game, "--now", NOW)
    assert "(Op 8)" in done("report", game).out
