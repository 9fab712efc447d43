"""No mail falls on the floor: whoever plays somewhere is told, the referee sees everything, bounces are recognised."""

import json
import os
from email import message_from_string
from email.policy import default
from pathlib import Path

import pytest

from tests.cli.tools import new_game, pbem, set_up_desk

pytestmark = pytest.mark.forked

BOUNCE = """\
From: MAILER-DAEMON@mx.example.net
To: pbem+g@club.example
Return-Path: <>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"
Message-ID: <bounce-1@mx.example.net>

--b1
Content-Type: text/plain

I could not deliver your message.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; bob@example.net
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b1
Content-Type: message/rfc822

From: pbem+g@club.example
To: bob@example.net
Subject: [pbem g e1] your orders, please
Message-ID: <g/1/allied/0123456789abcdef0123456789abcdef@club.example>

text
--b1--
"""


@pytest.fixture
def game(tmp_path):
    path = new_game(tmp_path)
    set_up_desk(path, "--referee", "cora@example.com", prc="ann@example.org", allied="bob@example.net")
    return path


def take(game, text, name="m.eml", out="out"):
    path = game.parent / name
    path.write_text(text)
    done = pbem("mail", "in", "--games", game.parent, "--from", path, "--out", game.parent / out, "--json")
    assert done.code == 0, done
    return done.json


def mail(to, text, number=1, sender="ann@example.org", subject="hello"):
    return f"From: {sender}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{number}@x>\n\n{text}\n"


def test_the_header_of_the_orders_names_the_game_where_the_address_does_not(game):
    status = pbem("status", game, "--json").json
    header = f"game g\nseat prc\nentry {status['entry']}\nhead {status['head']}\n"
    assert take(game, mail("pbem@club.example", header + "pass"))["verdict"] == "accepted"
    assert take(game, mail("pbem+gg@club.example", header + "pass", 2))["verdict"] == "accepted"


def test_whoever_plays_somewhere_is_told_that_a_mail_names_no_game(game):
    told = take(game, mail("pbem+gee@club.example", "pass"))
    assert told["verdict"] == "no-game" and len(told["mails"]) == 1
    assert "You hold prc in g: write to pbem+g@club.example" in told["mails"][0]
    assert take(game, mail("pbem+gee@club.example", "pass"))["mails"] == []  # the same once more
    assert take(game, mail("pbem@club.example", "pass", 2, "eve@evil.test"))["mails"] == []
    assert [len(take(game, mail("pbem@club.example", f"pass {n}", n + 3))["mails"]) for n in range(4)] == [1, 1, 0, 0]
    log = pbem("mail", "log", "--games", game.parent, "--json").json["came"]
    assert [row["game"] for row in log] == [None] * 6
    assert all(Path(row["raw"]).exists() for row in log)


def test_a_bounce_is_recognised_and_shown_where_the_referee_looks(game):
    told = take(game, BOUNCE)
    assert told["verdict"] == "bounce" and told["mails"] == [] and told["seat"] == "allied"
    assert "did not reach bob@example.net: 5.1.1 550 5.1.1 no such user" in told["why"]
    due = pbem("due", game, "--now", "2027-01-04", "--json").json["waiting"]
    assert {row["seat"]: row["returned"] for row in due} == {"prc": []}
    (game.parent / "g.json.mail" / "desk.json").write_text(
        (game.parent / "g.json.mail" / "desk.json")
        .read_text()
        .replace("ann@example.org", "bob@example.net")
        .replace('"allied":["bob@example.net"]', '"allied":["bo@example.net"]')
    )
    assert "Mails to bob@example.net come back." in pbem("due", game, "--now", "2027-01-04").out
    take(game, mail("pbem+g@club.example", "status", 9, "bob@example.net"))
    assert "come back" not in pbem("due", game, "--now", "2027-01-04").out


def test_the_log_tells_what_came_and_what_went(game):
    take(game, mail("pbem+g@club.example", "status"))
    take(game, mail("pbem+g@club.example", "\x1b[31m red", 2, subject="\x1b[31m"))
    log = pbem("mail", "log", game, "--outbox", game.parent / "out")
    assert log.code == 0 and "\x1b" not in log.out
    assert "ann@example.org (prc): question. Asked for: status." in log.out and "waits for ann@example.org" in log.out
    assert pbem("mail", "log").code == 2


def test_every_mail_of_the_desk_says_whom_to_ask(game):
    told = message_from_string(take(game, mail("pbem+g@club.example", "status"))["mails"][0], policy=default)
    words = " ".join(told.get_content().split())
    assert "For all that a program cannot answer, write to the referee: cora@example.com" in words
    pbem("mail", "out", game, "-o", game.parent / "reports")
    for path in (game.parent / "reports" / "new").iterdir():
        assert b"cora@example.com" in path.read_bytes()


def test_a_game_without_a_desk_keeps_no_reminders_of_others_back(game, tmp_path):
    other = new_game(tmp_path, "h.json")
    done = pbem("due", other, game, "--now", "2027-01-04", "--messages", tmp_path / "due")
    assert done.code == 0 and "This game has no addresses yet" in done.err
    assert len(os.listdir(tmp_path / "due" / "new")) == 1
    assert json.loads((game.parent / "g.json.mail" / "desk.json").read_text())["referee"] == "cora@example.com"


def test_one_games_trouble_is_no_others(game, tmp_path):
    box = tmp_path / "box"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    other = new_game(tmp_path, "h.json")
    pbem("mail", "set-up", other, "--address", "pbem@club.example", "--seat", "prc=ann@example.org")
    (tmp_path / "h.json.mail" / "desk.json").chmod(0o644)
    (box / "new" / "1").write_text(mail("pbem+h@club.example", "status", 1))
    (box / "new" / "2").write_text(mail("pbem+g@club.example", "status", 2))
    done = pbem("mail", "in", "--games", tmp_path, "--from", box, "--out", tmp_path / "out")
    assert done.code == 4 and "h.json.mail/desk.json" in done.err, done
    assert [path.name for path in (box / "new").iterdir()] == ["1"] and len(os.listdir(tmp_path / "out" / "new")) == 1


def unreadable(monkeypatch):
    """Whatever says "a killer" breaks its reader from now on."""
    from pbem.mail import letter

    def kills(message, sender, subject):
        if "a killer" in message.as_string():
            os.kill(os.getpid(), 9)
        return ""

    monkeypatch.setattr(letter, "automatic", kills)


def notices(game, out="out"):
    """``{(address, last words of the subject)}`` of what went out."""
    mails = [message_from_string(path.read_text(), policy=default) for path in (game.parent / out / "new").iterdir()]
    return sorted((mail["To"], mail["Subject"].partition("] ")[2]) for mail in mails)


def test_a_message_that_breaks_its_reader_is_told_to_the_referee_and_to_the_player_who_sent_it(game, monkeypatch):
    unreadable(monkeypatch)
    told = take(game, mail("pbem+g@club.example", "a killer"))
    assert told["verdict"] == "unreadable" and "Set aside" in told["why"]
    assert notices(game) == [
        ("ann@example.org", "your mail could not be read"),
        ("cora@example.com", "a message was set aside"),
    ]
    for number in (2, 3, 4):  # of strangers' once a day
        take(game, mail("pbem+g@club.example", f"a killer {number}", number, "mallory@evil.example"))
    assert len(notices(game)) == 2
    take(game, mail("pbem+g@club.example", "a killer 5", 5))
    assert [to for to, _ in notices(game)].count("cora@example.com") == 2


def test_a_player_whose_robot_breaks_readers_is_not_answered_without_end(game, monkeypatch):
    unreadable(monkeypatch)
    for number in range(9):
        take(game, mail("pbem+g@club.example", f"a killer {number}", number))
    assert [to for to, _ in notices(game)].count("ann@example.org") == 5


def test_the_games_of_a_folder_are_looked_for_once_a_run(game, monkeypatch):
    from pbem.mail import letterbox

    for name in ("new", "cur", "tmp"):
        (game.parent / "box" / name).mkdir(parents=True)
    for number in range(4):
        text = mail("pbem+g@club.example", f"report {number % 2}", number)
        (game.parent / "box" / "new" / f"{number}.eml").write_text(text)
    looked = []
    found = letterbox.games_in
    monkeypatch.setattr(letterbox, "games_in", lambda folder: looked.append(folder) or found(folder))
    done = pbem("mail", "in", "--games", game.parent, "--from", game.parent / "box", "--out", game.parent / "out")
    assert done.code == 0 and done.err.count("question.") == 4 and len(looked) == 1
