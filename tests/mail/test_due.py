"""Deadlines are one model: orders that came by mail count, a note stops no clock, a successor begins anew, dates bear
their zone, and a reminder is sent once."""

import json
import os
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from tests.cli.tools import new_game, orders, pbem, write_orders


@pytest.fixture
def game(tmp_path):
    path = new_game(tmp_path, options=("--days", "7", "--now", "2027-03-01"))
    assert pbem("mail", "set-up", path, "--address", "pbem@club.example", "--seat", "prc=ann@example.org").code == 0
    calendar = json.loads(Path(f"{path}.calendar").read_text())
    calendar["stops"] = {str(pbem("status", path, "--json").json["entry"]): "2027-03-01T12:00"}
    Path(f"{path}.calendar").write_text(json.dumps(calendar))
    return path


def order(game, text="pass", number=1):
    status = pbem("status", game, "--json").json
    header = f"game g\nseat prc\nentry {status['entry']}\nhead {status['head']}\n"
    mail = f"From: ann@example.org\nTo: pbem+g@club.example\nMessage-ID: <{number}@x>\n\n{header}{text}\n"
    (game.parent / "m.eml").write_text(mail)
    done = pbem("mail", "in", game, "--from", game.parent / "m.eml", "--json")
    assert done.json["verdict"] == "accepted", done
    return done.json


def rows(game, now):
    return {row["seat"]: row for row in pbem("due", game, "--now", now, "--json").json["waiting"]}


def reminders(game, now, folder):
    assert pbem("due", game, "--now", now, "--messages", folder).code == 0
    return len(os.listdir(folder / "new"))


def test_whoever_has_sent_orders_is_neither_late_nor_reminded_nor_passed_over(game, tmp_path):
    assert rows(game, "2027-04-01")["prc"]["late"] and not rows(game, "2027-04-01")["prc"]["sent"]
    order(game)
    assert not rows(game, "2027-04-01")["prc"]["late"] and rows(game, "2027-04-01")["prc"]["sent"]
    assert "has sent orders" in pbem("due", game, "--now", "2027-04-01").out
    assert pbem("due", game, "--now", "2027-04-01", "--late").out.strip() == "Nobody is late."
    assert reminders(game, "2027-04-01", tmp_path / "out") == 0
    before = game.read_bytes()
    done = pbem("adjudicate", game, "-o", game, "--now", "2027-04-01", "--deadline-passed", "prc")
    assert done.code == 3 and "Orders from prc for this entry came by mail" in done.err
    assert game.read_bytes() == before
    path = pbem("mail", "inbox", game).out.strip()
    assert pbem("adjudicate", game, path, "-o", game, "--now", "2027-04-01", "--deadlines-passed").code == 0


def test_a_note_stops_no_clock_and_a_successor_inherits_no_absence(game):
    before = rows(game, "2027-03-02")["prc"]
    assert pbem("absence", game, "prc", "2027-03-03", "2027-03-08", "--now", "2027-03-02").code == 0
    assert rows(game, "2027-03-02")["prc"]["due"] > before["due"]
    given = ("--person", "Dora", "--reason", "left", "--again", "-o", game)
    assert pbem("seat", "replace", game, "prc", *given).code == 0
    after = rows(game, "2027-03-04")["prc"]
    assert (after["asked"], after["due"], after["absent"]) == (before["asked"], before["due"], False)
    assert after["name"] == "Dora"


def test_each_reminder_is_sent_once_and_says_the_date_with_its_zone(game, tmp_path):
    out = tmp_path / "out"
    counts = [reminders(game, f"2027-03-{day:02}T07:00", out) for day in range(2, 14)]
    assert counts == sorted(counts) and counts[0] == 0 and counts[-1] == 4
    texts = [message_from_bytes(path.read_bytes(), policy=default).get_content() for path in (out / "new").iterdir()]
    assert all(" UTC" in text for text in texts) and sum("your last day" in text for text in texts) == 1


def test_the_report_says_until_when(game, tmp_path):
    assert pbem("mail", "out", game, "-o", tmp_path / "out").code == 0
    (path,) = (tmp_path / "out" / "new").iterdir()
    text = message_from_bytes(path.read_bytes(), policy=default).get_body(("plain",)).get_content()
    assert "Your orders are due on Monday, 8 March 2027" in " ".join(text.split())


DATE = "Monday, 8 March 2027, 12:00 UTC"


def mailed(game, text, number, options=()):
    """The answer to a mail of the PRC, as one line."""
    path = game.parent / "m.eml"
    path.write_text(f"From: ann@example.org\nTo: pbem+g@club.example\nMessage-ID: <{number}@y>\n\n{text}\n")
    (answer,) = pbem("mail", "in", game, "--from", path, "--now", "2027-03-02", "--json", *options).json["mails"]
    body = message_from_bytes(answer.encode(), policy=default).get_body(("plain",))
    return " ".join(body.get_content().split())


def test_everything_that_tells_a_date_tells_the_same(game, tmp_path, pages):
    pbem("mail", "out", game, "-o", tmp_path / "out")
    pbem("mail", "prefer", game, "prc", "full", "html")
    pbem("mail", "out", game, "-o", tmp_path / "full", "--step", "1")
    pbem("due", game, "--now", "2027-03-06", "--messages", tmp_path / "reminders")
    pbem("site", game, "-o", tmp_path / "site")
    told = {
        f"report {kind}": pbem("report", game, "--format", kind, "--seat", "prc").out
        for kind in ("text", "short", "markdown", "html", "speak")
    }
    told |= {
        "form": pbem("form", game, "prc").out,
        "page": pbem("form", game, "prc", "--format", "html").out,
        "status": pbem("status", game).out,
        "due": pbem("due", game, "--now", "2027-03-02").out,
        "ask": pbem("ask", game, "prc", "until when").out,
        "site": (tmp_path / "site" / "index.html").read_text(),
        "status by mail": mailed(game, "status", 1),
        "question by mail": mailed(game, "who is waited for?", 2),
        "refused": mailed(game, orders(game, "prc", "op 5 with nobody"), 3),
        "accepted": mailed(game, orders(game, "prc", "pass"), 4),
    }
    for folder in ("out", "full", "reminders"):
        (path,) = (tmp_path / folder / "new").iterdir()
        message = message_from_bytes(path.read_bytes(), policy=default)
        bodies = {part: message.get_body((part,)) for part in ("plain", "html")}
        told |= {f"{folder} {part}": body.get_content() for part, body in bodies.items() if body}
    assert len(told) == 20
    dates = {
        "accepted": "Wednesday, 10 March 2027, 12:00 UTC",
        "report short": "by Mon 8 Mar 12:00 UTC",
        "site": '<time datetime="2027-03-08T12:00Z">',
    }
    lacking = [
        name for name, text in told.items() if dates.get(name, DATE) not in " ".join(text.replace("\n##", " ").split())
    ]
    assert lacking == []
    rows = pbem("status", game, "--json").json["deadlines"]
    assert (
        rows
        == pbem("report", game, "--json").json["deadlines"]
        == [{"seat": "prc", "name": "", "first": "2027-03-08T12:00", "until": "2027-03-10T12:00"}]
    )
    (row,) = pbem("due", game, "--now", "2027-03-02", "--json").json["waiting"]
    assert (row["reminder"], row["due"]) == (rows[0]["first"], rows[0]["until"])


def mustered(game):
    """By a note of 3 March a seat has another holder, Bob, and everybody is called to a muster."""
    given = ("--person", "Bob", "--address", "bob@example.net", "--reason", "left")
    note = ("--again", "-o", game, "--now", "2027-03-03")
    assert pbem("seat", "replace", game, "allied", *given, *note).code == 0


def test_a_silent_seat_that_is_asked_nothing_stops_no_muster(game, tmp_path):
    mustered(game)
    assert {seat: (row["muster"], row["due"]) for seat, row in rows(game, "2027-03-04").items()} == {
        "prc": (False, "2027-03-10T12:00"),
        "allied": (True, "2027-03-12T00:00"),
    }
    ready = write_orders(game, "prc", "pass")
    done = pbem("adjudicate", game, ready, "-o", game, "--now", "2027-03-05")
    assert done.code == 0 and "waits for allied" in done.err, done
    assert rows(game, "2027-03-05")["prc"]["sent"] and not rows(game, "2027-03-05")["allied"]["sent"]
    early = pbem("adjudicate", game, ready, "-o", game, "--now", "2027-03-11", "--deadline-passed", "allied")
    assert early.code == 3 and "Friday, 12 March 2027, 00:00 UTC" in early.err
    for day, said in (
        ("2027-03-07", "Half of your time is over: your part in the muster is due on"),
        ("2027-03-11", "it still counts; then the game may go on without you"),
        ("2027-03-12", "the game may go on without you now"),
    ):
        folder = tmp_path / day
        assert pbem("due", game, "--now", day, "--messages", folder).code == 0
        (path,) = (folder / "new").iterdir()
        message = message_from_bytes(path.read_bytes(), policy=default)
        text = " ".join(message.get_content().split())
        assert message["To"] == "bob@example.net" and said in text and "answer: ready" in text
    late = pbem("due", game, "--now", "2027-03-12", "--late").out
    assert "allied (Bob) still has to answer the muster" in late and "prc" not in late
    entry = pbem("status", game, "--json").json["entry"]
    done = pbem("adjudicate", game, ready, "-o", game, "--now", "2027-03-12", "--deadlines-passed")
    assert done.code == 0 and pbem("status", game, "--json").json["entry"] == entry + 1, done
    told = pbem("report", game).out
    assert "Bob did not answer; the published default was taken." in told
    assert pbem("verify", game).code == 0


def test_a_ready_by_mail_counts_at_a_muster(game):
    mustered(game)
    path = game.parent / "m.eml"
    text = orders(game, "allied", "ready")
    path.write_text(f"From: bob@example.net\nTo: pbem+g@club.example\nMessage-ID: <1@z>\n\n{text}")
    assert pbem("mail", "in", game, "--from", path, "--json").json["verdict"] == "accepted"
    assert rows(game, "2027-04-01")["allied"] == {**rows(game, "2027-04-01")["allied"], "sent": True, "late": False}
    assert "allied" not in pbem("due", game, "--now", "2027-04-01", "--late").out


def test_at_a_muster_of_chains_nobody_is_passed_over_and_it_is_said(tmp_path):
    anchors = [f"{seat}={pbem('seat', 'init', '-o', tmp_path / seat).out.strip()}" for seat in ("prc", "allied")]
    path = tmp_path / "g.json"
    given = ("--anchor", anchors[0], "--anchor", anchors[1], "--days", "7", "--now", "2027-03-01")
    assert pbem("new", "red-dragon/ready", "-o", path, *given).code == 0
    assert set(rows(path, "2027-03-02")) == {"prc", "allied"}
    assert "nothing can be played without it" in " ".join(pbem("form", path, "prc").out.replace("\n##", " ").split())
    assert rows(path, "2027-03-12")["prc"]["late"]
    done = pbem("adjudicate", path, "-o", path, "--now", "2027-03-12", "--deadlines-passed")
    assert done.code == 0 and "waits for prc and allied" in done.err
