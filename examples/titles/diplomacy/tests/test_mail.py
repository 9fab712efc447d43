"""Seven players by mail through the desk: a change of mind, words between them, a late player, a substitute, a draw."""

import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from test_game import POWERS, SPRING, Game

import pbem

START = "2026-11-02T18:00"
DAY, LATE = "2026-11-03T18:00", "2026-11-20T18:00"


class Desk(Game):
    """A game whose players write mails to it."""

    def __init__(self, folder, *options):
        super().__init__(folder)
        self.sent, self.people = 0, dict(zip(POWERS, POWERS))
        self.run("new", "diplomacy", "-o", self.path, "--days", 7, "--now", START, *options)
        seats = [word for power in POWERS for word in ("--seat", f"{power}={power}@example.org")]
        self.run("mail", "set-up", self.path, "--address", "pbem@club.example", *seats)
        self.mails()

    def mails(self):
        """Write what is new as mails: ``{address: text}`` of those that were not there before."""
        box = self.folder / "outbox" / "new"
        before = set(box.iterdir()) if box.exists() else set()
        self.run("mail", "out", self.path, "-o", self.folder / "outbox", "--now", START)
        new = [message_from_bytes(path.read_bytes(), policy=default) for path in sorted(set(box.iterdir()) - before)]
        return {mail["To"].partition("@")[0]: mail.get_body(("plain",)).get_content() for mail in new}

    def receive(self, power, said, now=DAY):
        """A mail of a player; the receipt."""
        self.sent += 1
        mail = EmailMessage()
        mail["From"], mail["To"] = f"{self.people[power]}@example.org", "pbem+g@club.example"
        mail["Subject"], mail["Message-ID"] = "orders", f"<{self.sent}@example.org>"
        mail["Date"] = "Tue, 03 Nov 2026 18:00:00 +0000"
        head = self.write(power, "").read_text("utf-8").strip() if now != DAY else "Hello,"  # of the form that came
        mail.set_content(f"{head}\n\n{said}\n\nBest,\n{power.capitalize()}\n")
        path = self.folder / f"{self.sent}.eml"
        path.write_bytes(bytes(mail))
        return self.run("mail", "in", self.path, "--from", path, "--now", now)

    def go_on(self, now=DAY, passed=False):
        inbox = self.run("mail", "inbox", self.path, "--now", now).split()
        late = ["--deadlines-passed"] * passed
        return self.run("adjudicate", self.path, *inbox, "-o", self.path, "--now", now, *late)


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


FALL = {
    "austria": "A SER - GRE\nF ALB S A SER - GRE",
    "england": "A YOR - NTH - NWY\nF NTH C A YOR - NWY",
    "france": "all hold\noffer draw",
    "germany": "A KIE - HOL",
    "italy": "A APU - TUN\nF ION C A APU - TUN",
    "russia": "F BOT - SWE\nA UKR - RUM\nF BLA S A UKR - RUM",
    "turkey": "A CON - BUL",
}


@pytest.mark.longer
def test_a_game_of_seven_by_mail(desk):
    """A change of mind, words between players, one who is late, a substitute, a draw that fails, one that does not."""
    for power in ("austria", "england", "italy", "russia"):
        assert "A VIE" in desk.receive(power, SPRING[power]) or power != "austria"
    told = desk.receive("france", "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO")
    assert "Army Paris -> Burgundy." in told and "skipped: lines 1 and 7 to 8." in " ".join(told.split())
    told = desk.receive("france", "A PAR-PIC")  # he thinks again of one unit
    assert "Army Paris -> Picardy." in told
    assert "PAR" not in desk.path.read_text("utf-8")
    told = desk.receive("germany", f"to france: shall we leave Burgundy empty?\n\n{SPRING['germany']}")
    assert "Army Munich -> Burgundy." in told and "To: france@example.org" in told
    substitute = ["--person", "Ida", "--address", "ida@example.org", "--reason", "he has left"]
    desk.run("seat", "replace", desk.path, "italy", *substitute)
    desk.people["italy"] = "ida"
    desk.go_on(LATE, passed=True)  # Turkey has not written
    board = desk.board
    assert board.season == "fall" and set(board.of("france")) == {"pic", "mar", "mao"}
    assert set(board.of("turkey")) == {"ank", "con", "smy"} and "apu" in board.of("italy")
    assert "turkey" in pbem.tell(desk.path)
    found = desk.mails()
    assert "Germany is in Denmark and Austria is in Serbia; not yet taken." in " ".join(found["england"].split())
    assert "France: Army Paris -> Picardy." in found["england"]
    assert len(re.findall("(?i)answer by", found["england"])) <= 1, "one date for all stands once"
    for power in POWERS:
        assert "entry 2: accepted" in desk.receive(power, FALL[power], LATE)
    desk.go_on("2026-11-21T18:00")
    assert set(desk.waiting.values()) == {"agree-end"} and "france" not in desk.waiting
    desk.mails()
    for power in sorted(desk.waiting):
        desk.receive(power, "no" if power == "germany" else "yes", LATE)
    desk.go_on("2026-12-20T18:00")
    found = desk.mails()
    assert "Not everybody agrees: the game goes on." in found["england"] and "Germany: the game" not in found["england"]
    builds = {"austria": "b A Budapest", "england": "build F EDI", "germany": "build A KIE", "italy": "waive"}
    assert desk.waiting == dict.fromkeys([*builds, "russia", "turkey"], "builds")
    for power, said in {**builds, "russia": "build A MOS\nbuild A STP", "turkey": "build F CON"}.items():
        assert "accepted" in desk.receive(power, said, "2026-12-21T18:00").splitlines()[0]
    desk.go_on("2026-12-22T18:00")
    assert desk.board.year == 1902 and len(desk.board.of("russia")) == 6 and len(desk.board.of("italy")) == 3
    desk.mails()
    for power in POWERS:
        desk.receive(power, "all hold\noffer draw" if power == "england" else "all hold", "2026-12-23T18:00")
    desk.go_on("2026-12-24T18:00")
    desk.mails()
    for power in sorted(desk.waiting):
        desk.receive(power, "yes", "2026-12-25T18:00")
    desk.go_on("2026-12-26T18:00")
    assert desk.board.result["shared"] == list(POWERS) and pbem.verify(desk.path)["exit"] == 0
    told = " ".join(desk.mails()["ida"].split())
    assert "drawn between Austria, England, France, Germany, Italy, Russia and Turkey" in told


def test_without_press_no_words_are_carried(tmp_path):
    """Gunboat: the charter says so, and a mail with words is told that they went nowhere."""
    desk = Desk(tmp_path, "--no-press")
    told = desk.receive("germany", f"to france: shall we leave Burgundy empty?\n\n{SPRING['germany']}")
    assert "Army Munich -> Burgundy." in told and "To: france@example.org" not in told
    assert "Burgundy empty" not in str(desk.mails())


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("“A Par–Bur”", "Army Paris -> Burgundy."),
        ("a mar sup a par — bur", "Army Marseilles supports Army Paris -> Burgundy."),
        ("• Fleet Brest to english channel", "Fleet Brest -> English Channel."),
        ("par stands", "Army Paris holds."),
        ("A Par-Bur (bounce)", "'(bounce)' is not part of an order."),
        ("A Par bur", "Did you mean A Par -> bur?"),
    ],
)
def test_a_line_as_thumbs_write_it_is_read_or_refused_and_never_passed_over(desk, line, read):
    desk.receive("france", "A PAR - PIC")
    told = " ".join(desk.receive("france", line).split())
    assert read in told and ("Army Paris -> Picardy." in told) == ("Fleet" in line or "Marseilles" in read)
