"""What was taken back, or is in doubt, does not act, and everybody is told so: of receipts, status, dates and runs none
says what another does not, also where a run has kept what came before."""

from email import message_from_string
from email.policy import default

import pytest

from pbem.core.play.gamefile import read
from tests.cli.tools import done, new_game, set_up_desk

NOW = "2027-03-01T10:00"
PEOPLE = {"prc": "ann@example.org", "allied": "bob@example.net"}


class Desk:
    """A game that both seats are called to, after it went back, so that a run keeps what one of them has sent."""

    def __init__(self, folder):
        self.path, self.out, self.count = new_game(folder, options=("--days", "7", "--now", NOW)), folder / "out", 0
        set_up_desk(self.path, "--referee", "cora@example.com", **PEOPLE)
        done("reopen", self.path, "--step", "0", "--reason", "misread", "-o", self.path, "--now", NOW)

    def says(self, *lines, seat="prc"):
        """``(verdict, the receipt with single blanks)``."""
        self.count += 1
        mail = self.path.parent / f"{self.count}.eml"
        subject = f"Re: [pbem g e{read(str(self.path)).n}]"
        top = f"From: {PEOPLE[seat]}\nTo: pbem+g@club.example\nSubject: {subject}\nMessage-ID: <{self.count}@x>"
        mail.write_text(f"{top}\n\n" + "\n".join(lines) + "\n")
        told = done("mail", "in", self.path, "--from", mail, "--now", NOW, "--json").json
        body = message_from_string(told["mails"][0], policy=default).get_body(("plain",)).get_content()
        return told["verdict"], " ".join(body.split())

    def run(self):
        """The seats that are waited for after a run."""
        return done("run", self.path, "-o", self.out, "--now", NOW, "--json").json["waiting"]

    @property
    def waited(self):
        """The same, as status, dates and the block of each seat tell them, which agree."""
        status = done("status", self.path, "--json").json
        rows = [*status["waiting"], *status["called"]]
        found = list(dict.fromkeys(row["seat"] for row in rows if not row["answered"]))
        assert found == [
            row["seat"] for row in done("due", self.path, "--now", NOW, "--json").json["waiting"] if not row["sent"]
        ]
        stands = {seat: done("status", self.path, "--seat", seat, "--json").json["stands"] for seat in PEOPLE}
        assert found == [seat for seat in PEOPLE if stands[seat]["waiting"]]
        return found

    @property
    def used(self):
        file = read(str(self.path))
        return [
            use.get("value")
            for n in range(1, file.next)
            for use in file.entry(n).get("used", ())
            if use["by"] == "line"
        ]


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path)
    assert made.waited == made.run() == ["prc", "allied"]
    assert made.says("op 1")[0] == "accepted"
    assert made.waited == made.run() == ["allied"], "and the orders are kept with the secret"
    return made


@pytest.mark.parametrize("lines", [("cancel all",), ("cancel 1",), ("withdraw orders",)])
def test_what_is_taken_back_is_named_and_does_not_act(desk, lines):
    verdict, told = desk.says(*lines, "wait")
    assert verdict == "accepted" and "Cancelled: 1 “op 1”." in told
    assert "nothing Waiting for you: the line ready." in told and "We have your orders" not in told
    assert desk.waited == ["prc", "allied"]
    assert desk.says("ready", seat="allied")[0] == "accepted"
    assert desk.waited == desk.run() == ["prc"]
    assert desk.says("ready")[0] == "accepted"
    desk.run()
    assert desk.used == [] and read(str(desk.path)).state["documents"]["prc"] == 1


def test_a_wish_to_have_orders_back_reaches_what_a_run_has_kept(desk):
    assert desk.says("please cancel my last order")[0] == "unsure"
    verdict, told = desk.says("yes")
    assert verdict == "accepted" and "Cancelled: 1 “op 1”." in told
    desk.says("ready", seat="allied")
    desk.run()
    assert desk.used == []


def test_what_a_run_has_kept_does_not_act_while_its_seat_is_asked_what_it_means(desk):
    verdict, told = desk.says("op 2", "pass")
    assert verdict == "unsure" and "your yes or no to arrival 2" in told
    desk.says("ready", seat="allied")
    assert desk.waited == desk.run() == ["prc"] and desk.used == []
    told = desk.says("status")[1]
    assert "«pass»: One answer is asked for" in told and "| yes" not in told
    assert desk.says("no")[0] == "question"
    desk.run()
    assert [value["op"] for value in desk.used] == [1]


def test_an_answer_that_is_taken_back_is_waited_for(tmp_path):
    game = new_game(tmp_path)
    desk = Desk.__new__(Desk)
    desk.path, desk.out, desk.count = game, tmp_path / "out", 0
    set_up_desk(game, **PEOPLE)
    assert "Waiting for you: nothing." in desk.says("op 1")[1]
    assert "Waiting for you: to declare an Op." in desk.says("cancel all")[1]
    assert desk.waited == desk.run() == ["prc"]


def test_an_offer_that_is_sent_twice_stands_once_and_is_taken_back_by_its_number(desk):
    assert "at any time 2 offer draw in force To undo: cancel 2." in desk.says("offer draw")[1]
    told = desk.says("offer draw", "offer draw")[1]
    assert told.count("You have this already, as 2.") == 2 and told.count("at any time") == 1
    assert "Understood" not in told
    assert "Cancelled: 2 “offer draw”." in desk.says("cancel 2")[1]
    assert "at any time" not in desk.says("status")[1]


def test_what_is_sent_for_later_by_whoever_takes_a_seat_is_told_to_end_with_the_entry(desk):
    desk.says("op 8", seat="allied")
    named = ("--person", "Dora", "--address", "dora@example.org", "--reason", "gone")
    done("seat", "replace", desk.path, "allied", *named)
    (row,) = done("status", desk.path, "--seat", "allied", "--json").json["stands"]["lines"]
    assert row["state"] == "in force for this entry alone, for another person takes the seat"
    (row,) = done("status", desk.path, "--seat", "prc", "--json").json["stands"]["lines"]
    assert row["state"] == "in force"
    desk.run()
    assert done("status", desk.path, "--seat", "allied", "--json").json["stands"]["lines"] == []


@pytest.mark.parametrize("word", ["next", "Next turn:", "or", "must"])
def test_a_word_before_an_order_that_stands_alone_is_neither_chat_nor_half_an_order(desk, word):
    verdict, told = desk.says(word, "op 2")
    assert verdict == "refused" and "The order itself is missing" in told and "1 op 1 in force" in told


def test_instead_alone_is_for_all_lines_below_it_by_mail_as_in_a_file(tmp_path):
    game = tmp_path / "g.json"
    done("new", "pacific/standard", "-o", game)
    done("adjudicate", game, "-o", game)
    set_up_desk(game, japan="kei@example.org", uk="uma@example.org", us="sam@example.org")

    def says(n, *lines):
        path = tmp_path / f"{n}.eml"
        top = f"From: sam@example.org\nTo: pbem+g@club.example\nSubject: [pbem g e1]\nMessage-ID: <{n}@x>\n"
        path.write_text("\n".join([top, *lines, ""]))
        assert done("mail", "in", game, "--from", path, "--json").json["verdict"] == "accepted"
        return [row["line"] for row in done("status", game, "--seat", "us", "--json").json["stands"]["lines"]]

    assert len(says(1, "buy 1 destroyer", "move bomber hawaii -> midway", "move fighter hawaii -> sz9")) == 3
    assert says(2, "instead", "buy 1 carrier", "move fighter hawaii -> sz10") == [
        "buy carrier",
        "move fighter hawaiian-islands -> sz10",
    ]


def test_a_check_knows_what_lies_here_and_who_is_not_ready(desk):
    status = done("status", desk.path, "--json").json
    head = f"game g\nseat prc\nentry {status['entry']}\nhead {status['head']}\n"

    def checked(*lines):
        path = desk.path.parent / "check.txt"
        path.write_text(head + "\n".join(lines) + "\n")
        return " ".join(done("check", desk.path, path).out.split())

    assert "Waiting for you: the line ready." in checked("wait")
    assert "op 1 in force" in checked("always return-fire: default")
    assert desk.says("cancel 1", "wait")[0] == "accepted"
    assert "Waiting for you: nothing." in checked("op 2", "ready")
    assert "Waiting for you: the line ready." in checked("op 2")


def test_of_several_questions_those_alone_are_waited_for_that_are_open(tmp_path):
    game = tmp_path / "g.json"
    done("new", "cataclysm/c2", "-o", game)
    done("adjudicate", game, "-o", game)
    set_up_desk(game, democracies="ann@example.org", fascists="bob@example.org")
    status = done("status", game, "--json").json
    asked = [row["power"] for row in status["waiting"]]
    assert asked == ["uk", "france"]

    def says(n, *lines):
        path = tmp_path / f"{n}.eml"
        top = f"From: ann@example.org\nTo: pbem+g@club.example\nSubject: [pbem g e0]\nMessage-ID: <{n}@x>\n"
        path.write_text("\n".join([top, *lines, ""]))
        told = done("mail", "in", game, "--from", path, "--json").json
        assert told["verdict"] == "accepted"
        body = message_from_string(told["mails"][0], policy=default).get_body(("plain",))
        return " ".join(body.get_content().split())

    def left():
        return [row["power"] for row in done("status", game, "--json").json["waiting"] if not row["answered"]]

    assert "stability test (uk and france)." in done("form", game, "democracies").out.replace("\n##  ", "")
    assert "Waiting for you: to gain a flag at the price of a stability test (france)." in says(1, "uk: no")
    assert left() == ["france"]
    path = tmp_path / "check.txt"
    head = f"game g\nseat democracies\nentry {status['entry']}\nhead {status['head']}\n"
    path.write_text(f"{head}france: no\n")
    assert "Waiting for you: nothing." in done("check", game, path).out
    assert "stability test (uk)." in says(2, "cancel 1", "france: no") and left() == ["uk"]
    assert "Waiting for you: nothing." in says(3, "uk: no") and left() == []


@pytest.mark.parametrize("lines", [("wait",), ("cancel all", "wait")])
def test_a_deadline_ends_a_wait_at_a_muster_too(desk, lines):
    assert desk.says(*lines)[0] == "accepted"
    assert desk.waited == desk.run() == ["prc", "allied"]
    late = ("run", desk.path, "-o", desk.out, "--now", "2027-04-01T10:00", "--deadlines-passed", "--json")
    assert done(*late).json["entries"]
    assert [value["op"] for value in desk.used] == [1] * (lines == ("wait",))


@pytest.mark.parametrize("rows", [("op 5 with 2", "su-30"), ("op 5 with", "2 su-30"), ("op 5", "with 2 su-30")])
def test_a_broken_order_that_the_desk_has_written_itself_is_an_order_still(tmp_path, rows):
    desk = Desk.__new__(Desk)
    desk.path, desk.out, desk.count = new_game(tmp_path), tmp_path / "out", 0
    set_up_desk(desk.path, **PEOPLE)
    assert desk.says("op 5 with 2 su-30")[0] == "accepted" and desk.says("cancel all")[0] == "accepted"
    verdict, told = desk.says(*rows)
    assert verdict == "accepted" and "op 5 with 2 su-30 in force" in told


def test_of_two_orders_that_one_is_never_offered_which_is_not_meant(desk):
    assert desk.says("op 1 instead of op 2")[0] == "refused"
    verdict, told = desk.says("instead of op 1, op 2")
    assert verdict == "unsure" and "| op 2" in told


@pytest.mark.parametrize("line", ["ask me", "ask me if", "always ask me"])
def test_who_wants_to_be_asked_and_says_not_when_is_told_what_to_write(desk, line):
    verdict, told = desk.says(line)
    assert verdict == "refused" and "Write ask me if CONDITION" in told
