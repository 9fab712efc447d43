"""A person who changes his mind within a mail has one order or is asked; words to nobody are told as that; what can be
meant in two ways is shown with its date, and done for a yes."""

import json
from pathlib import Path

import pytest

from pbem.core.title.game import load
from pbem.mail.talk import Talk
from tests.cli.tools import done

from .desk import OP
from .test_wishes import ANN, BOB, CORA, of_copy, waiting

OTHER = "op 5 with prc-j-10-1"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return waiting(tmp_path_factory.mktemp("thoughts"), "--extensions", "3/5/6")


@pytest.fixture
def desk(made, tmp_path):
    return of_copy(made, tmp_path)


# -- orders taken back -----------------------------------------------------------------------------------------------

CORRECTED = [
    "no, wait:",
    "No!",
    "Scratch that.",
    "sorry, I meant:",
    "on second thought",
    "or rather",
    "Actually, make it",
    "oops, hold on",
    "nein, doch lieber",
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("words", CORRECTED)
def test_of_an_order_and_its_correction_yes_takes_the_correction(desk, words, gap):
    verdict, mails = desk.says(gap.join((OP, words, OTHER)))
    assert verdict == "unsure" and desk.inbox == [], mails
    assert "This line may take back orders in the same mail" in mails[ANN]
    assert desk.says("yes")[0] == "accepted" and desk.inbox == [OTHER]


@pytest.mark.parametrize("between", ["", "wait\n"])
def test_two_answers_to_one_question_are_asked_about(desk, between):
    """Without a word between them, and with the one word that is an order: that one's person is not ready yet."""
    verdict, mails = desk.says(f"{OP}\n{between}{OTHER}")
    assert verdict == "unsure" and desk.inbox == [], mails
    assert "Say yes if you mean the first alone" in mails[ANN]
    verdict, mails = desk.says("yes")
    stands = mails[ANN].partition("Your orders as they stand")[2].partition("To undo")[0]
    assert verdict == "accepted" and f"coming turn 1 {OP} in force" in stands and OTHER not in stands, mails


@pytest.mark.parametrize(
    "below", ["sorry, op 5 instead", "op 5 with prc-j-10-1 instead", "no, do not do it", "forget it"]
)
def test_words_that_take_an_order_back_are_asked_about(desk, below):
    verdict, mails = desk.says(f"{OP}\n{below}")
    assert verdict in ("unsure", "refused") and desk.inbox == [], mails


@pytest.mark.parametrize(
    "between",
    [
        "PS: hello Bob",
        "Best regards\nAnn\n\nPS",
        "Thanks!\nAnn",
        "Sent from my iPhone",
        "Good luck to all of you",
        "to allied: hello\n",
    ],
)
def test_a_second_answer_to_one_question_below_other_words_is_asked_about(desk, between):
    verdict, mails = desk.says(f"{OP}\n\n{between}\npass")
    assert verdict == "unsure" and desk.inbox == [], mails
    assert "Say yes if you mean the first alone" in mails[ANN]
    verdict, mails = desk.says("yes")
    stands = mails[ANN].partition("Your orders as they stand")[2].partition("To undo")[0]
    assert verdict == "accepted" and f"coming turn 1 {OP} in force" in stands and "pass" not in stands, mails


def test_orders_one_below_the_other_and_those_to_several_questions_are_no_second_thoughts(desk):
    assert desk.says(f"{OP}\nor {OTHER}\n\nThanks")[0] == "accepted"
    assert desk.says(f"{OP}\n\nThanks for waiting\n\nwhen intercept: no interception")[0] == "accepted"


@pytest.mark.parametrize(
    "line", ["I can't wait to see your move", "No hurry", "Not bad", "The moment has come", "Nobody actual", "waiter"]
)
def test_words_that_only_sound_so_take_nothing_back(line):
    assert not Talk(load("red-dragon")).corrects(line)


# -- words to others -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["{words}\n\n{order}", "{order}\n\n{words}", "{order}\n\n{words}\nand more of it"])
@pytest.mark.parametrize("who", ["Eve", "Uncle Bob", "alied"])
def test_words_to_nobody_go_to_nobody_and_that_is_told(desk, text, who):
    verdict, mails = desk.says(text.format(words=f"to {who}: hello there", order=OP))
    assert verdict == "accepted" and desk.inbox == [OP] and set(mails) == {ANN}
    assert f"Nobody here is called «{who}»" in mails[ANN] and "Write to allied, to referee or to all." in mails[ANN]


def test_what_stands_below_words_and_an_empty_line_is_told_as_not_sent(desk):
    verdict, mails = desk.says("to allied: Hello Bob\n\nThis is a second paragraph.\n\nKind regards\nAnn")
    assert verdict == "press" and "second" not in mails[BOB]
    assert "went to nobody: This is a second paragraph." in mails[ANN] and "nobody: Kind" not in mails[ANN]


def test_an_answer_to_words_of_another_goes_to_him_for_a_yes(desk):
    desk.says("to prc: shall we make peace?", BOB)
    desk.report = f"<g/press/{desk.count}/prc@club.example>"
    verdict, mails = desk.says("Gladly, what about tomorrow?\n\nAnn")
    assert verdict == "unsure" and set(mails) == {ANN} and "the person you are answering" in mails[ANN]
    verdict, mails = desk.says("yes")
    assert set(mails) == {ANN, BOB} and "| Gladly, what about tomorrow?" in mails[BOB] and CORA not in mails


def test_an_order_in_the_mail_and_in_its_attachment_is_one(desk):
    path = Path(desk.path).parent
    for attached, verdict in ((OP, "accepted"), (OTHER, "unsure")):
        desk.count += 1
        (path / "m.eml").write_text(
            f"From: {ANN}\nTo: pbem+g@club.example\nMessage-ID: <{desk.count}@x>\nIn-Reply-To: {desk.report}\n"
            'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\n'
            f"{OP.upper()}.\n\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=orders.txt\n\n"
            f"{attached}\n\n--b--\n"
        )
        assert (
            done("mail", "in", desk.path, "--from", path / "m.eml", "--now", "2027-03-02", "--json").json["verdict"]
            == verdict
        )


# -- more time -------------------------------------------------------------------------------------------------------


def calendar(desk, name):
    return json.loads(Path(f"{desk.path}.calendar").read_text()).get(name, [])


@pytest.mark.sampled(3)
@pytest.mark.forked
@pytest.mark.parametrize(
    ("words", "days", "date"),
    [
        ("I need more time", 3, "Thursday, 11 March 2027"),
        ("Sorry! Can I have some more time, please?", 3, "Thursday, 11 March 2027"),
        ("can I have until Wednesday?", 2, "Wednesday, 10 March 2027"),  # the one after the deadline, a Monday
        ("until Tuesday", 1, "Tuesday, 9 March 2027"),
        ("please extend the deadline until next Thursday", 3, "Thursday, 11 March 2027"),
        ("give me until 10 March", 2, "Wednesday, 10 March 2027"),
    ],
)
def test_more_time_is_shown_with_its_date_and_granted_for_a_yes(desk, words, days, date):
    verdict, mails = desk.says(words)
    assert verdict == "unsure" and set(mails) == {ANN} and calendar(desk, "extensions") == []
    assert f"until {date}, 12:00 UTC." in mails[ANN]
    verdict, mails = desk.says("yes")
    assert [row["days"] for row in calendar(desk, "extensions")] == [days] and set(mails) == {ANN, BOB, CORA}
    assert date in mails[ANN]


def test_more_time_that_the_charter_does_not_grant_is_told(desk):
    for words, told in (
        ("until Sunday", "at most 3 days at once; prc asks for 6"),
        ("can I have until March 5?", "has time until Monday, 8 March 2027"),
    ):
        verdict, mails = desk.says(words)
        assert verdict == "refused" and told in mails[ANN] and calendar(desk, "extensions") == []


@pytest.mark.forked
def test_days_of_a_week_are_asked_back_with_their_dates(desk):
    verdict, mails = desk.says("I am away from Friday to Monday")
    assert verdict == "unsure" and "away from 2027-03-05 to 2027-03-08" in mails[ANN]
    desk.says("yes")
    assert [(row["from"], row["to"]) for row in calendar(desk, "absences")] == [
        ("2027-03-05T00:00", "2027-03-09T00:00")
    ]


@pytest.mark.forked
def test_a_number_of_days_is_granted_at_once(desk):
    assert desk.says("I need two more days")[0] != "unsure"
    assert [row["days"] for row in calendar(desk, "extensions")] == [2]
