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
    assert verdict == "accepted" and "Taken back: 1 “op 1”." in told
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
    assert verdict == "accepted" and "Taken back: 1 “op 1”." in told
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
    assert "at any time 2 offer draw in force To take back: cancel 2." in desk.says("offer draw")[1]
    told = desk.says("offer draw", "offer draw")[1]
    assert told.count("Stands already, as 2.") == 2 and told.count("at any time") == 1
    assert "Understood" not in told
    assert "Taken back: 2 “offer draw”." in desk.says("cancel 2")[1]
    assert "at any time" not in desk.says("status")[1]
