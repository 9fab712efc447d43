"""`pbem run`: games carried on by their desks, as far as nobody is waited for."""

import json
import os
import signal
import subprocess
import sys
import time
from mailbox import Maildir

import pytest

from tests.cli.tools import ROOT, new_game, orders, pbem, set_up_desk

NOW = "2026-01-01T10:00"
PEOPLE = {"prc": "ann", "allied": "bob"}


@pytest.fixture
def games(tmp_path):
    """A folder of two games with a desk each, which wait for China."""
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("a", "b"):
        game = new_game(folder, f"{name}.json", options=("--days", "7", "--now", "2026-01-01"))
        set_up_desk(game, **{seat: f"{who}-{name}@example.org" for seat, who in PEOPLE.items()})
    return folder


def run(games, *words, now=NOW):
    """``({name: JSON}, exit code)`` of a run."""
    done = pbem("run", games, "-o", games.parent / "outbox", "--now", now, "--json", *words)
    rows = [json.loads(line) for line in done.out.splitlines()]
    return {os.path.basename(row["file"]).removesuffix(".json"): row for row in rows}, done.code


def sends(games, name, seat, *lines):
    """Mail orders for what a game asks to its desk, which accepts them."""
    number = len(list(games.parent.glob("mail-*")))
    message, game = games.parent / f"mail-{number}", games / f"{name}.json"
    head = f"From: {PEOPLE[seat]}-{name}@example.org\nTo: pbem+{name}@club.example\nMessage-ID: <{number}@x>\n\n"
    message.write_text(head + orders(game, seat, *lines))
    done = pbem("mail", "in", game, "--from", message, "--out", games.parent / "outbox")
    assert "accepted" in done.err, done


def reports(games):
    """To whom reports went so far."""
    outbox = games.parent / "outbox"
    found = list(Maildir(outbox, create=False)) if outbox.exists() else []
    return sorted(message["To"] for message in found if "receipt" not in message["Subject"])


def everybody(*names):
    return sorted(f"{who}-{name}@example.org" for who in PEOPLE.values() for name in names)


def test_what_is_complete_goes_on_and_the_rest_waits_and_nobody_has_a_mail_twice(games):
    sends(games, "a", "prc", "pass")
    rows, code = run(games)
    assert code == 0 and [(name, row["entries"], row["why"], row["waiting"]) for name, row in rows.items()] == [
        ("a", [2], "waits", ["allied"]),
        ("b", [], "waits", ["prc"]),
    ]
    assert reports(games) == everybody("a", "b")
    again, _ = run(games)
    assert [(row["entries"], row["mails"]) for row in again.values()] == [([], 0), ([], 0)]
    assert reports(games) == everybody("a", "b")


def test_a_game_goes_on_until_somebody_is_waited_for_with_one_report_on_all_of_it(games):
    run(games)
    sends(games, "a", "prc", "pass", "next, whatever happens: pass")
    sends(games, "a", "allied", "pass")
    rows, _ = run(games)
    assert rows["a"]["entries"] == [2] and rows["a"]["waiting"] == ["allied"] and rows["a"]["mails"] == 2
    assert "PRC action 3 of 30" in pbem("status", games / "a.json").out


def test_a_new_game_begins_by_itself(games):
    game = games / "c.json"
    assert pbem("new", "red-dragon/ready", "-o", game, "--days", "7", "--now", "2026-01-01").code == 0
    set_up_desk(game, prc="ann-c@example.org", allied="bob-c@example.org")
    rows, _ = run(games)
    assert rows["c"]["entries"] == [1] and rows["c"]["mails"] == 2


def test_with_an_hour_a_game_goes_on_once_a_day_from_then_on(games):
    def entries(now):
        return run(games, "--when", "18:00", now=now)[0]["a"]["entries"]

    run(games)
    sends(games, "a", "prc", "pass")
    assert entries("2026-01-01T17:59") == []
    assert entries("2026-01-01T18:00") == [2]
    sends(games, "a", "allied", "pass")
    assert entries("2026-01-01T23:50") == [] and entries("2026-01-02T00:10") == [] and entries("2026-01-02T17:59") == []
    assert entries("2026-01-03T03:00") == [3]  # the machine was off at six


def test_defaults_are_taken_when_days_are_over_and_only_if_that_is_wished(games):
    run(games)
    assert [row["entries"] for row in run(games, now="2026-01-20")[0].values()] == [[], []]
    rows, _ = run(games, "--deadlines-passed", now="2026-01-20")
    assert [row["entries"] for row in rows.values()] == [[2], [2]], "whoever is asked now has days of its own"
    assert [row["waiting"] for row in rows.values()] == [["allied"], ["allied"]]


def test_without_days_in_the_charter_no_default_is_taken(games):
    game = new_game(games, "c.json")
    set_up_desk(game, prc="ann-c@example.org", allied="bob-c@example.org")
    assert run(games, "--deadlines-passed", now="2030-01-01")[0]["c"]["entries"] == []


def test_whoever_was_asked_what_is_meant_is_waited_for_until_the_days_are_over(games):
    run(games)
    message = games.parent / "mail-unsure"
    text = orders(games / "a.json", "prc", "op 5, no wait, pass")
    message.write_text(f"From: ann-a@example.org\nTo: pbem+a@club.example\nMessage-ID: <u@x>\n\n{text}")
    done = pbem("mail", "in", games / "a.json", "--from", message, "--out", games.parent / "outbox")
    assert "unsure" in done.err, done
    assert run(games)[0]["a"]["entries"] == []
    assert run(games, "--deadlines-passed", now="2026-01-20")[0]["a"]["entries"] == [2]


def test_what_cannot_go_on_is_named_and_keeps_no_other_back(games):
    (games / "aa.json").write_text('[{"charter":{"game":"aa"')
    (games / "c.json").write_bytes((games / "a.json").read_bytes())
    os.unlink(games / "a.json.secret")
    sends(games, "b", "prc", "pass")
    rows, code = run(games)
    assert code == 4 and rows["aa"]["problems"]
    assert {name: row.get("why") for name, row in rows.items()} == {
        "a": "no-secret",
        "aa": None,
        "b": "waits",
        "c": "no-desk",
    }
    assert rows["b"]["entries"] == [2] and reports(games) == everybody("a", "b")


def lies(games, text):
    """Orders of China in the place of those that lie at the desk."""
    sends(games, "a", "prc", "pass")
    return lies_anew(games, text)


def lies_anew(games, text):
    """Others in the place of those."""
    (path,) = pbem("mail", "inbox", games / "a.json").out.split()
    with open(path, "w") as file:
        file.write(text)
    return pbem("run", games / "a.json", "-o", games.parent / "outbox", "--now", NOW)


def test_orders_that_hold_no_more_are_named_and_the_game_stands(games):
    done = lies(games, orders(games / "a.json", "prc", "op 5 with 99 su-30"))
    assert done.code == 3 and "Nothing was played." in done.err, done
    assert pbem("status", games / "a.json", "--json").json["entry"] == 2


def test_orders_at_the_desk_that_were_damaged_are_named_by_every_command_that_reads_them(games):
    game, damaged = games / "a.json", ("", "{", '{"a": 1}', "game a\nseat prc\nop 99\n")
    for done in [lies(games, damaged[0]), *(lies_anew(games, text) for text in damaged[1:])]:
        commands = ("form", "prc"), ("status", "--seat", "prc")
        for ran in (done, *(pbem(name, game, *words) for name, *words in commands)):
            assert ran.code in (3, 4) and "-prc.txt" in ran.err, ran


def test_a_game_that_is_over_has_its_last_report_and_rests(games):
    pbem("desk", "end", games / "a.json", "--reason", "given up", "-o", games / "a.json")
    rows, _ = run(games)
    assert (rows["a"]["why"], rows["a"]["waiting"], rows["a"]["mails"]) == ("over", [], 2)
    assert run(games)[0]["a"]["mails"] == 0


@pytest.mark.parametrize("words", ["25:00", "6", "noon", "18:60", "", "18:00:00"])
def test_an_hour_that_is_none_is_refused(games, words):
    done = pbem("run", games, "-o", games.parent / "outbox", "--when", words)
    assert done.code == 2 and "neither complete nor an hour" in done.err
    assert not (games.parent / "outbox").exists()


def test_a_server_that_is_away_keeps_the_mails_for_the_next_run(games):
    done = pbem("run", games, "-o", games.parent / "outbox", "--now", NOW, "--smtp", "localhost:1")
    assert done.code == 4 and reports(games) == everybody("a", "b")


@pytest.mark.longer
def test_a_run_that_is_killed_has_written_whole_entries_and_the_next_one_goes_on(games):
    """At any moment of it: what was written stands, and everybody has each report once."""
    sends(games, "a", "prc", "pass")
    command = [sys.executable, "-m", "pbem", "run", str(games), "-o", str(games.parent / "outbox"), "--now", NOW]
    for delay in (0.2, 0.5, 0.8, 1.1):
        process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    rows, code = run(games)
    assert code == 0 and rows["a"]["waiting"] == ["allied"]
    assert pbem("verify", games / "a.json").code == 0
    assert set(reports(games)) == set(everybody("a", "b"))


def test_where_mails_could_not_be_left_or_would_be_wrong_nothing_is_played(games):
    sends(games, "a", "prc", "pass")
    game, outbox = games / "a.json", games.parent / "outbox"
    for words in (
        [game, "-o", game],
        [game, "-o", "/proc/x"],
        [game, "-o", outbox, "--web", "club"],
        ["-", "-o", outbox],
    ):
        done = pbem("run", "--now", NOW, *words)
        assert done.code in (2, 4) and done.err and not done.out, done
    assert pbem("status", game, "--json").json["entry"] == 2
