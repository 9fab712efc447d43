"""What people say in their own words is done, answered, asked back, or sent to the referee; never guessed or lost."""

import json
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from shutil import copytree

import pytest

from pbem.core.play.gamefile import read
from pbem.mail.letterbox import Letterbox
from pbem.mail.message_ids import report_id
from tests.cli.tools import new_game, pbem, waits_for

from .desk import kept_lines

SEATS = ("--seat", "prc=ann@example.org", "--seat", "allied=bob@example.net", "--referee", "cora@example.com")
NOW = "2027-03-02"
ANN, BOB, CORA = "ann@example.org", "bob@example.net", "cora@example.com"


class Wishes:
    """A desk whose game waits for the PRC, and Ann, who writes to it."""

    def __init__(self, path):
        self.path, self.count = path, 0
        file = read(str(path))
        self.report = report_id(file, file.n, "prc", "club.example")

    def says(self, text, sender=ANN):
        """``(verdict, {address: text of the mail})`` of what a mail brings about."""
        self.count += 1
        path = Path(self.path).parent / f"{self.count}.eml"
        path.write_text(
            f"From: {sender}\nTo: pbem+g@club.example\nMessage-ID: <{self.count}@x>\n"
            f"In-Reply-To: {self.report}\n\n{text}\n"
        )
        done = pbem("mail", "in", self.path, "--from", path, "--now", NOW, "--json")
        assert done.code == 0, done
        mails = [message_from_bytes(one.encode(), policy=default) for one in done.json["mails"]]
        return done.json["verdict"], {
            mail["To"].strip(): " ".join(mail.get_body(("plain",)).get_content().split()) for mail in mails
        }

    @property
    def inbox(self):
        """The order lines that count now, of all mails."""
        box, entry = Letterbox.open(str(self.path)), read(str(self.path)).next
        return [line for one in box.inbox(entry) for line in kept_lines(one)]


def waiting(folder, *options):
    """A game in a folder that waits for the PRC, with its days and its desk."""
    path = new_game(folder, options=("--days", "7", "--now", "2027-03-01", *options))
    assert set(waits_for(path)) == {"prc"}
    assert pbem("mail", "set-up", path, "--address", "pbem@club.example", *SEATS).code == 0
    calendar = Path(f"{path}.calendar")
    stops = {str(read(str(path)).next): "2027-03-01T12:00"}
    calendar.write_text(json.dumps({**json.loads(calendar.read_text()), "stops": stops}))
    return folder


def of_copy(folder, place):
    """The Wishes of a copy of such a folder."""
    return Wishes(Path(copytree(folder, place / "desk")) / "g.json")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return waiting(tmp_path_factory.mktemp("wishes"))


@pytest.fixture
def desk(made, tmp_path):
    return of_copy(made, tmp_path)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("I resign.", "concede"),
        ("Hello all,\n\nI'd like to give up the game, sorry.\n\nAnn", "concede"),
        ("I would like to offer a draw, please", "offer draw"),
        ("Let's call it a draw!", "offer draw"),
        ("How about a draw?", "offer draw"),
        ("Draw?", "offer draw"),
        ("Thanks, I resign", "concede"),
        ("I concede, well played.", "concede"),
        ("Can we call it a draw?", "offer draw"),
    ],
)
def test_an_end_of_the_game_is_shown_as_the_order_that_it_is_and_waits_for_yes(desk, words, line):
    assert desk.says("op 5 with 2 su-30")[0] == "accepted"
    verdict, mails = desk.says(words)
    assert verdict == "unsure" and list(mails) == [ANN]
    does = {"concede": "Your side resigns.", "offer draw": "You offer everybody a draw."}[line]
    assert "waits for your yes or no; at the deadline it counts as no." in mails[ANN]
    assert f"What yes does: {does}" in mails[ANN] and f"| {line}" in mails[ANN]
    assert desk.inbox == ["op 5 with 2 su-30"]
    verdict, mails = desk.says("yes")
    assert verdict == "accepted", mails
    assert desk.inbox[-2:] == ["op 5 with 2 su-30", line], "an order of before is not lost over it"


def test_no_is_no(desk):
    desk.says("op 5 with 2 su-30")
    desk.says("I resign")
    verdict, mails = desk.says("no")
    assert verdict == "question" and "dropped" in mails[ANN] and desk.inbox == ["op 5 with 2 su-30"]
    assert desk.says("yes")[0] == "refused"


@pytest.mark.parametrize(
    "words",
    ["I want to withdraw my orders", "Please cancel my last order.", "cancel my orders", "please ignore my last mail"],
)
def test_orders_are_taken_back_for_a_yes(desk, words):
    desk.says("op 5 with 2 su-30")
    verdict, mails = desk.says(words)
    assert verdict == "unsure" and "Your orders for this entry are undone" in mails[ANN] and desk.inbox
    verdict, mails = desk.says("Yes, please")
    assert verdict == "withdrawn" and "Undone: arrival 1." in mails[ANN] and desk.inbox == []
    assert "prc" not in pbem("due", desk.path, "--now", NOW, "--json").json.get("sent", [])
    assert desk.says("op 1")[0] == "accepted" and desk.inbox == ["op 1"]


def test_nothing_is_taken_back_where_nothing_lies(desk):
    verdict, mails = desk.says("cancel my orders")
    assert verdict == "refused" and "no orders of prc for entry" in mails[ANN] and "cancel all" in mails[ANN]


@pytest.mark.forked
@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("I'll be on vacation from April 1 to April 10", "2027-04-01T00:00", "2027-04-11T00:00"),
        ("away from 2027-04-01 to 2027-04-10", "2027-04-01T00:00", "2027-04-11T00:00"),
        ("I am away from 1 to 10 April.", "2027-04-01T00:00", "2027-04-11T00:00"),
        ("We will be out of town 1.4. - 10.4.", "2027-04-01T00:00", "2027-04-11T00:00"),
        ("I'm away until 8 March", "2027-03-02T00:00", "2027-03-09T00:00"),
    ],
)
def test_an_absence_is_noted_and_told_to_everybody(desk, words, start, end):
    verdict, mails = desk.says(words)
    (row,) = json.loads(Path(f"{desk.path}.calendar").read_text())["absences"]
    assert (row["seat"], row["from"], row["to"]) == ("prc", start, end)
    assert verdict == "question" and f"away from {start} to {end}" in mails[ANN]
    assert set(mails) == {ANN, BOB, CORA} and "is away from" in mails[BOB]


@pytest.mark.forked
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("I'm away from March to May", "It is not clear which days are meant"),
        ("away from 31 to 32 April", "It is not clear which days are meant"),
        ("away from 1 March 2027 to 10 March 2027", "An absence is announced before it begins"),
        ("I am away from 1 April to 30 June", "An absence may last"),
    ],
)
def test_an_absence_that_cannot_be_is_told(desk, words, said):
    verdict, mails = desk.says(words)
    assert said in mails[ANN] and not json.loads(Path(f"{desk.path}.calendar").read_text())["absences"]


@pytest.mark.parametrize(
    "words",
    [
        "I quit, please find somebody else",
        "Somebody else should take over my seat.",
        "Can you find a replacement for me?",
    ],
)
def test_the_referee_is_asked_for_somebody_else_for_a_yes(desk, words):
    verdict, mails = desk.says(words)
    assert verdict == "unsure" and list(mails) == [ANN] and "find somebody else for your seat" in mails[ANN]
    verdict, mails = desk.says("yes")
    assert verdict == "press" and words in mails[CORA] and BOB not in mails


def test_a_wish_beside_orders_is_told_and_not_done(desk):
    verdict, mails = desk.says("I offer a draw\n\nop 5 with 2 su-30")
    assert verdict == "accepted" and desk.inbox == ["op 5 with 2 su-30"]
    assert "nothing was done about the wish beside them: a draw" in mails[ANN]


@pytest.mark.parametrize("words", ["The weather is awful here and the club is closed.", "What can my fleet do?"])
def test_what_is_not_understood_goes_to_the_referee(desk, words):
    verdict, mails = desk.says(f"Hello,\n\n{words}\n\nbest regards\nAnn")
    assert verdict in ("talk", "question") and set(mails) == {ANN, CORA}
    assert words in mails[CORA] and "passed it on to the referee" in mails[ANN] and "best regards" not in mails[CORA]


def test_words_of_courtesy_go_nowhere(desk):
    assert desk.says("Thanks!\n\nAnn") == ("talk", {})


def test_a_referee_who_plays_is_told_nothing(desk):
    assert pbem("mail", "set-up", desk.path, "--referee", ANN).code == 0
    verdict, mails = desk.says("The weather is awful here and the club is closed.", BOB)
    assert verdict == "talk" and list(mails) == [BOB] and "the referee can read it" in mails[BOB]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("When is the deadline?", "prc still has to answer, until"),
        ("How long do I have?", "prc still has to answer, until"),
        ("Thanks, when is the deadline?", "prc still has to answer, until"),
        ("Whose turn is it?", "prc still has to answer"),
        ("How strong is Taiwan?", "The Allies there: Twn F-16"),
        ("Where are the US carriers?", "East China Sea: us-cvn-1"),
        ("Am I winning?", "If the game ended now"),
        ("Can you explain op 8?", "reinforcements (Allies)"),
        ("What can my SAG 1 in China Central reach?", "in one Op by itself"),
    ],
)
def test_questions_are_answered_as_people_ask_them(desk, words, answer):
    verdict, mails = desk.says(f"Hi,\n\n{words}\n\nThanks, Ann")
    assert verdict == "question" and answer in mails[ANN] and list(mails) == [ANN]


def test_the_last_answer_says_so_and_orders_always_get_a_receipt(desk):
    said = [desk.says(f"status\nsomething {n}")[1] for n in range(21)]
    assert "This is answer 20 to you" not in said[18][ANN] and "This is answer 20 to you" in said[19][ANN]
    assert ANN not in said[20]
    verdict, mails = desk.says("op 5 with 2 su-30")
    assert verdict == "accepted" and "Accepted" in mails[ANN]


@pytest.mark.parametrize(
    "words",
    [
        "op 2\n\nOn second thought, scrap that.",
        "Ignore this mail, it is a test.\nop 2",
        "op 2\n\nPlease cancel my order.",
        "op 2\nPlease don't count this yet.",
    ],
)
def test_whether_a_mail_takes_its_own_orders_back_is_asked(desk, words):
    verdict, mails = desk.says(words)
    assert verdict == "unsure" and desk.inbox == []
    assert "This line may take back orders in the same mail" in mails[ANN]
    assert desk.says("yes")[0] == "accepted" and desk.inbox == ["op 2"]


@pytest.mark.parametrize("words", ["cancel my orders\nop 2", "op 2\n\nPlease ignore my last mail."])
def test_orders_in_the_place_of_earlier_ones_are_no_doubt(desk, words):
    assert desk.says(words)[0] == "accepted" and desk.inbox == ["op 2"]
