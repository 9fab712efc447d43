"""Deadlines are one model: orders that came by mail count, a note stops no clock, a successor begins anew, dates bear
their zone, and a reminder is sent once."""

import json
import os
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from tests.cli.tools import new_game, pbem


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
    assert "has sent orders by mail" in pbem("due", game, "--now", "2027-04-01").out
    assert pbem("due", game, "--now", "2027-04-01", "--late").out.strip() == "Nobody is late."
    assert reminders(game, "2027-04-01", tmp_path / "out") == 0
    before = game.read_bytes()
    done = pbem("adjudicate", game, "-o", game, "--now", "2027-04-01", "--deadline-passed", "prc")
    assert done.code == 3 and "Orders of prc for this entry have come by mail" in done.err
    assert game.read_bytes() == before
    path = pbem("mail", "inbox", game).out.strip()
    assert pbem("adjudicate", game, path, "-o", game, "--now", "2027-04-01", "--deadline-passed").code == 0


def test_a_note_stops_no_clock_and_a_successor_inherits_no_absence(game):
    before = rows(game, "2027-03-02")["prc"]
    assert pbem("absence", game, "prc", "2027-03-03", "2027-03-08", "--now", "2027-03-02").code == 0
    assert rows(game, "2027-03-02")["prc"]["due"] > before["due"]
    given = ("--person", "Dora", "--reason", "left", "-o", game)
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
