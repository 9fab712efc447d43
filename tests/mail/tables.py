"""A game at a desk that `pbem run` carries on, with players who know nothing but the mails that they get."""

import email
import json
import os
import re

from tests.cli.tools import done, orders, set_up_desk

DAY = "2026-01-01T10:00"


class Table:
    """A new game with its desk, played to its first stop.

    seats    in charter order
    sent     how many mails of players were taken, and `refused` how many were not
    """

    def __init__(self, folder, title, *options):
        self.games, self.outbox = folder / "games", folder / "outbox"
        self.games.mkdir()
        self.game = self.games / "p.json"
        done("new", title, "-o", self.game, "--days", "3", "--now", "2026-01-01", *options)
        self.seats = json.loads(self.game.read_text().split("\n")[0])[0]["charter"]["seats"]
        set_up_desk(self.game, **{seat: f"{seat}@example.org" for seat in self.seats})
        self.number = self.sent = self.refused = 0
        self.read = set()  # names of the mails that were looked at
        self.run()

    def run(self, *words, now=DAY):
        return done("run", self.games, "-o", self.outbox, "--now", now, "--plain", "--json", *words).json

    def mail(self, seat, *lines, text=None):
        """Send orders; the receipt."""
        self.number += 1
        message = self.games.parent / f"mail-{self.number}"
        head = f"From: {seat}@example.org\nTo: pbem+p@club.example\nMessage-ID: <{self.number}@x>\n\n"
        message.write_text(head + (text or orders(self.game, seat, *lines)))
        before = self.mails()
        done("mail", "in", self.game, "--from", message, "--out", self.outbox, "--now", DAY)
        receipt = self.text(*(self.mails() - before))
        self.sent, self.refused = self.sent + ("\nAccepted" in receipt), self.refused + ("\nAccepted" not in receipt)
        return receipt

    def mails(self):
        return {*os.listdir(self.outbox / "new")} if self.outbox.exists() else set()

    def text(self, name):
        part = email.message_from_bytes((self.outbox / "new" / name).read_bytes())
        while part.is_multipart():
            part = part.get_payload(0)
        return part.get_payload(decode=True).decode().replace("\r\n", "\n")

    def asking(self):
        """``{seat: sheet}`` of the mails that ask for orders and were not looked at yet."""
        new = self.mails() - self.read
        self.read |= new
        found = {}
        for name in sorted(new):
            message = email.message_from_bytes((self.outbox / "new" / name).read_bytes())
            if "your orders, please" in " ".join(message["Subject"].split()):
                found[message["To"].partition("@")[0]] = sheet_in(self.text(name))
        return found


def sheet_in(text):
    """The sheet in the text of a mail, as the order file that it is."""
    rows = [row.strip() for row in text.split("\n")]
    start = next(at for at, row in enumerate(rows) if row.startswith("game "))
    return rows[start : rows.index("--", start) + 1]


def offered(sheet):
    """The order lines that a sheet offers, the default first."""
    return [row[2:] for row in sheet if re.match(r"# \S", row)]


def likely(sheet):
    """The likely orders of a sheet, each with the power that it is for, if one is named in the question."""
    text = re.sub(r"\n##     +", " ", "\n".join(sheet))
    rows = [row for row in text.split("\n") if row.startswith("##   ")]
    return [row[5:].partition(": ")[0] for row in rows if re.match(r"##   (move|ship|op \d|operation) ", row)]
