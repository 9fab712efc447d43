"""Whatever people write, no mail of the desk holds a character that controls a screen or turns its letters about: not
in a header, not in its text, not in its HTML, nor in the page that goes with it; and every kind of mail is tried."""

import ast
import html
import json
import random
from email import message_from_bytes, message_from_string
from email.policy import default
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.mail import compose, letter
from tests.cli.tools import done, new_game, set_up_desk, write_orders

ANN, BOB, DORA, CORA, WIM = (f"{name}@example.org" for name in ("ann", "bob", "dora", "cora", "wim"))
BAD = "\x1b[31m\u202e\u2066\u200f\u061c\u200b\x9b\x07\u2028\ufeff\U000e0041"
NAMED = "\u202e\u2066\u200f\u061c\u200b\ufeff\U000e0041"  # as much of it as a name may hold
PEOPLE = (f"Ann{NAMED}", f"Bob{NAMED}")
KEPT = "\n\r\t\xa0\u3000"
ROOT = Path(compose.__file__).parent
FIRST_PARTS = {"receipt", "notice", "press", "extension", "left", "aside", "broken", "due", "unsorted"}


def raw(text):
    """The characters of a text that a screen obeys or nobody sees."""
    return {f"{ord(one):#x}" for one in text if not one.isprintable() and one not in KEPT}


def flaws(made):
    """Where a message holds such characters: {part: which}."""
    found = {name: raw(str(value)) for name, value in made.items()}
    for part in made.walk():
        if part.get_content_maintype() == "text":
            text = part.get_content()
            found[part.get_content_type()] = (
                raw(html.unescape(text)) if "html" in part.get_content_type() else raw(text)
            )
    return {place: which for place, which in found.items() if which}


def kind(made):
    """What kind of mail it is, by its Message-ID: a report, or one of FIRST_PARTS."""
    first, second = str(made["Message-ID"]).strip().strip("<").split("/")[:2]
    return first if first == "unsorted" else "report" if second.isdigit() else second


class Desk:
    """A game of people with such names; `mails` are all that the desk has written, `said` what became of what came."""

    def __init__(self, folder):
        people = ("--seat", f"prc={PEOPLE[0]}", "--seat", f"allied={PEOPLE[1]}")
        days = ("--days", "7", "--grace", "2", "--extensions", "3/6/12", "--now", "2027-03-01")
        self.folder, self.game = folder, new_game(folder, options=(*people, *days))
        set_up_desk(self.game, "--referee", CORA, "--watcher", WIM, prc=ANN, allied=BOB)
        stops = {str(done("status", self.game, "--json").json["entry"]): "2027-03-01T12:00"}
        calendar = json.loads(Path(f"{self.game}.calendar").read_text())
        Path(f"{self.game}.calendar").write_text(json.dumps({**calendar, "stops": stops}))
        self.number, self.mails, self.said = 0, [], []

    def post(self, *words):
        """A command that writes mails into a folder of its own."""
        self.number += 1
        out = self.folder / f"out{self.number}"
        done(*words, out)
        self.mails += [message_from_bytes(one.read_bytes(), policy=default) for one in (out / "new").iterdir()]

    def takes(self, text, sender=ANN, to="pbem+g@club.example", subject=f"hello {BAD}", name=f"Mallory {BAD}", more=""):
        """A mail comes in from a program that writes whatever it likes."""
        self.number += 1
        head = f'From: "{name}" <{sender}>\nTo: {to}\nSubject: {subject}\nMessage-ID: <{self.number}@x>\n'
        path = self.folder / f"{self.number}.eml"
        path.write_text(f"{head}{more}Content-Type: text/plain; charset=utf-8\n\n{text}\n".replace("\u2028", "\x85"))
        told = done("mail", "in", "--games", self.folder, "--from", path, "--now", "2027-03-02", "--json").json
        self.mails += [message_from_string(one, policy=default) for one in told["mails"]]
        self.said.append(told["verdict"])

    def header(self, seat="prc"):
        status = done("status", self.game, "--json").json
        return f"game g\nseat {seat}\nentry {status['entry']}\nhead {status['head']}\n"


def everything(desk):
    """Every kind of mail that a desk sends, about people and words of that kind."""
    game = desk.game
    done("desk", "note", game, f"closed {BAD}", "--now", "2027-03-01")
    done("absence", game, "prc", "2027-07-01", "2027-07-14", "--now", "2027-03-01")
    desk.post("mail", "out", game, "-o")
    for wish in ("full plain", "speech", "full html", "short plain", "short html"):
        desk.takes(f"prefer {wish}")
        desk.post("mail", "out", game, "--step", 1, "-o")
    desk.takes("extend 2 days")
    desk.post("due", game, "--now", "2027-04-01", "--messages")
    for text in (f"pass {BAD}", f"pass # {BAD}", "pass", f"opp {BAD} 12", f"to all: hello {BAD}\n\n", f"to {BAD}: hi"):
        desk.takes(text)
        desk.takes(desk.header() + text)
    for text in (
        "status\nform\nreport\nhelp",
        f"what threatens {BAD}?",
        "extend 2 days",
        f"prefer {BAD}",
        BAD,
        "accept 99",
    ):
        desk.takes(text)
    desk.takes(f"{desk.header()}pass\nthis {BAD} may be one: op")
    desk.takes(f"{desk.header('allied')}pass {BAD}")
    desk.takes(f"{desk.header()}pass {BAD}", sender="eve@evil.test")
    desk.takes(f"pass {BAD}", to=f"pbem+nonesuch{BAD}@club.example")
    reason = ("--reason", f"gone {BAD}")
    done("seat", "replace", game, "prc", "--person", f"Dora {NAMED}", "--address", DORA, *reason)
    desk.post("mail", "out", game, "-o")
    done("adjudicate", game, write_orders(game, "prc", "concede"), write_orders(game, "allied", "ready"), "-o", game)
    desk.post("mail", "out", game, "-o")
    desk.takes("pass", sender=DORA)


def unreadable(desk, monkeypatch):
    """A mail that breaks its reader: its sender is told, and the referee."""
    monkeypatch.setattr(letter, "automatic", lambda message, sender, subject: 1 // 0 if "X-Kills" in message else "")
    desk.takes(f"pass {BAD}", sender=BOB, name="Bob", more="X-Kills: me\n")


@pytest.mark.longer
def test_no_mail_of_any_kind_controls_who_reads_it(tmp_path, monkeypatch):
    desk = Desk(tmp_path)
    everything(desk)
    unreadable(desk, monkeypatch)
    assert {str(made["Subject"]): found for made in desk.mails if (found := flaws(made))} == {}
    assert {kind(made) for made in desk.mails} == {*FIRST_PARTS, "report"}
    assert {"accepted", "refused", "question", "press", "talk", "forged", "stranger", "no-game"} <= {*desk.said}
    assert {part.get_content_type() for made in desk.mails for part in made.walk()} >= {"text/plain", "text/html"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(5))
def test_whatever_a_template_is_filled_with_its_mail_obeys_nobody(seed):
    chance = random.Random(seed)
    box = SimpleNamespace(own_address=lambda game: f"pbem+{game}@club.example", referee=CORA)
    for number in range(200):
        ranges = ((0, 0x250), (0x600, 0x700), (0x2000, 0x2100), (0xD800, 0xE100), (0xFE00, 0x10000), (0xE0000, 0xE0200))
        text, subject = (
            "".join(chr(chance.randrange(*chance.choice(ranges))) for _ in range(chance.randrange(1, 300)))
            for _ in "ab"
        )
        made = compose.message(box, "g", [ANN], subject, text, f"<{number}@x>")
        again = message_from_bytes(made.as_bytes(), policy=default)
        assert flaws(again) == {}, (seed, number)
        assert str(again["To"]) == ANN and len(again.keys()) == len(set(again.keys())), (seed, number)


def test_every_mail_goes_through_one_door():
    """So what holds there holds for all: one function makes messages, and each module that calls it is tried above."""
    makers, callers = set(), set()
    for path in ROOT.parent.rglob("*.py"):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "message(" in text.lower() or "MIME" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                makers |= {path.stem} if node.func.id in ("EmailMessage", "MIMEText", "MIMEMultipart") else set()
                callers |= {path.stem} if node.func.id == "message" and path.parent == ROOT else set()
    assert makers == {"compose"}
    # the last sends nothing
    assert callers == {"on_its_way", "compose", "notices", "press", "remind", "no_game_inbox", "doctor"}


def test_what_would_be_a_flaw_is_one():
    made = message_from_string("Subject: a\n\nb\x1b[2J\n", policy=default)
    assert flaws(made) == {"text/plain": {"0x1b"}}
    page = message_from_string("Content-Type: text/html\n\n<p>&#8238;abc</p>\n", policy=default)
    assert flaws(page) == {"text/html": {"0x202e"}}
