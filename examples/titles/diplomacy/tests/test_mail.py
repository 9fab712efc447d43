"""Seven players by mail through the desk: a change of mind, words between them, a late player, a substitute, a draw."""

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

    def __init__(self, folder):
        super().__init__(folder)
        self.sent, self.people = 0, dict(zip(POWERS, POWERS))
        self.run("new", "diplomacy", "-o", self.path, "--days", 7, "--now", START)
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


def test_a_season_a_substitute_and_a_draw_by_mail(desk):
    for power in ("austria", "england", "italy", "russia"):
        assert "A VIE" in desk.receive(power, SPRING[power]) or power != "austria"
    told = desk.receive("france", "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO")
    assert "Army Paris -> Burgundy." in told and "passed over: lines 1 and 7 to 8." in " ".join(told.split())
    told = desk.receive("france", "A PAR-PIC")  # he thinks again of one unit
    assert "Army Paris -> Picardy." in told
    assert "PAR" not in desk.path.read_text("utf-8")
    told = desk.receive("germany", f"to france: shall we leave Burgundy empty?\n\n{SPRING['germany']}")
    assert "Army Munich -> Burgundy." in told
    substitute = ["--person", "Ida", "--address", "ida@example.org", "--reason", "he has left"]
    desk.run("seat", "replace", desk.path, "italy", *substitute)
    desk.people["italy"] = "ida"
    desk.go_on(LATE, passed=True)  # Turkey has not written
    board = desk.board
    assert board.season == "fall" and set(board.of("france")) == {"pic", "mar", "mao"}
    assert set(board.of("turkey")) == {"ank", "con", "smy"} and "apu" in board.of("italy")
    assert "turkey" in pbem.tell(desk.path)
    found = desk.mails()
    assert (
        "Bounced: Army Vienna -> Galicia" in found["england"] and "France: Army Paris -> Picardy." in found["england"]
    )
    assert "a draw is offered" in desk.receive("france", "offer draw\nall hold", LATE)
    for power in POWERS:
        if power not in ("france", "italy"):
            desk.receive(power, "all hold", LATE)
    desk.go_on("2026-12-20T18:00", passed=True)
    assert set(desk.waiting.values()) == {"agree-end"} and "france" not in desk.waiting
    for power in sorted(desk.waiting):
        desk.receive(power, "accept offer", "2026-12-21T18:00")
    desk.go_on("2027-01-20T18:00")
    assert desk.board.result["shared"] == list(POWERS)
