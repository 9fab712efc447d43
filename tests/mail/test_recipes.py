"""The scripts and the crontab of docs/recipes as they stand, but for the place of the program, with a server that the
test is itself; and one game's trouble that is no other's.

Real servers run them too (test_server.py, club.py).
"""

import os
import re
import shutil
import subprocess
import sys
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from tests.cli.tools import ROOT, new_game, pbem

from .test_outbox import server  # noqa: F401

RECIPES = ROOT / "docs" / "recipes"
PEOPLE = {"a": "ann@example.org", "b": "bob@example.net"}


@pytest.fixture
def home(tmp_path):
    """A folder as /srv/pbem is: the program, the scripts, two games with a desk each and one that is broken."""
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    program = tmp_path / "venv" / "bin" / "pbem"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m pbem "$@"\n')
    program.chmod(0o755)
    for name in ("pbem-deliver", "pbem-poll", "pbem-remind", "pbem-night", "pbem-run", "pbem-play"):
        shutil.copy(RECIPES / name, tmp_path / name)
    games = tmp_path / "games"
    games.mkdir()
    for name, address in PEOPLE.items():
        game = new_game(games, f"{name}.json", options=("--days", "7", "--now", "2026-01-01"))
        assert pbem("mail", "set-up", game, "--address", "pbem@club.example", "--seat", f"prc={address}").code == 0
        assert pbem("mail", "out", game, "-o", tmp_path / "sent before").code == 0
    for name in ("new", "cur", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    return tmp_path


def breaks(home, name="aa.json"):
    """A game whose file is broken, with a desk; it stands before the others."""
    broken = home / "games" / name
    broken.write_text('[{"charter":{"game":"aa"')
    shutil.copytree(home / "games" / "a.json.mail", home / "games" / f"{name}.mail")
    return broken


def run(home, *words, given=b""):
    """Run a script as cron or a mail server does: with next to no environment."""
    return subprocess.run(
        [str(home / words[0]), *map(str, words[1:])],
        input=given,
        capture_output=True,
        timeout=60,
        env={"PATH": f"{home}/venv/bin:/bin", "PBEM_MEMORY": os.environ["PBEM_MEMORY"]},
    )


def mail(sender, game, text, number=1):
    return f"From: {sender}\nTo: pbem+{game}@club.example\nMessage-ID: <{number}@x>\n\n{text}\n".encode()


def subjects(server):  # noqa: F811
    return sorted((to, str(message_from_bytes(data, policy=default)["Subject"])) for to, data in server.got)


def test_a_pipe_reads_and_answers_whatever_becomes_of_other_games(home, server):  # noqa: F811
    breaks(home)
    done = run(
        home, "pbem-deliver", home / "games", home / "outbox", server.name, given=mail(PEOPLE["a"], "a", "status")
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert [to for to, _ in subjects(server)] == [PEOPLE["a"]]


def test_a_pipe_that_cannot_read_now_asks_to_come_again_and_tells_nobody_why(home, server):  # noqa: F811
    desk = home / "games" / "a.json.mail" / "desk.json"
    words = desk.read_text()
    desk.write_text("{")
    given = mail(PEOPLE["a"], "a", "status")
    done = run(home, "pbem-deliver", home / "games", home / "outbox", server.name, given=given)
    assert (done.returncode, done.stdout, done.stderr) == (75, b"", b"")  # all of it would stand in a bounce
    assert "desk.json" in (home / "outbox.log").read_text()
    other = run(
        home, "pbem-deliver", home / "games", home / "outbox", server.name, given=mail(PEOPLE["b"], "b", "status")
    )
    assert other.returncode == 0 and [to for to, _ in subjects(server)] == [PEOPLE["b"]]
    desk.write_text(words)
    assert run(home, "pbem-deliver", home / "games", home / "outbox", server.name, given=given).returncode == 0
    assert [to for to, _ in subjects(server)] == [PEOPLE["a"], PEOPLE["b"]]


@pytest.mark.sampled(3)
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[:-40],
        lambda raw: b"",
        lambda raw: raw.replace(b'"draws":[[', b'"draws":[["x",', 1),
        lambda raw: raw.replace(b'"scenario":"ready"', b'"scenario":"nope"', 1),
    ],
    ids=["cut", "empty", "an altered draw", "another charter"],
)
def test_a_mail_for_a_game_that_is_damaged_waits_until_it_is_mended(home, server, damage):  # noqa: F811
    """It is neither called unreadable nor taken for a mail without a game: nobody is to write it again."""
    game = home / "games" / "a.json"
    raw, given = game.read_bytes(), mail(PEOPLE["a"], "a", "pass")
    game.write_bytes(damage(raw))
    assert game.read_bytes() != raw
    Path(f"{game}.state").unlink(missing_ok=True)
    given = ("pbem-deliver", home / "games", home / "outbox", server.name), given
    assert run(home, *given[0], given=given[1]).returncode == 75
    assert "a.json" in (home / "outbox.log").read_text() and server.got == []
    assert run(home, *given[0], given=mail(PEOPLE["b"], "b", "status")).returncode == 0
    game.write_bytes(raw)
    assert run(home, *given[0], given=given[1]).returncode == 0
    assert [to for to, _ in subjects(server)] == [PEOPLE["a"], PEOPLE["b"]]
    assert not (home / "games" / "unsorted.mail").exists()


def test_whoever_is_refused_is_named_to_no_other(home, server):  # noqa: F811
    server.answers = {PEOPLE["b"]: "550 no such user"}
    for name in PEOPLE:
        pbem("mail", "out", home / "games" / f"{name}.json", "-o", home / "outbox", "--step", 1)
    done = run(
        home, "pbem-deliver", home / "games", home / "outbox", server.name, given=mail(PEOPLE["a"], "a", "status")
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert PEOPLE["b"] in (home / "outbox.log").read_text()
    assert [to for to, _ in subjects(server)] == [PEOPLE["a"]] * 2
    assert not any(PEOPLE["b"].encode() in data or b"no such user" in data for _, data in server.got)


@pytest.mark.longer
def test_the_crontab_runs_as_it_stands(home, server):  # noqa: F811
    """Its lines, run by sh with the environment that it sets, but for the place of /srv/pbem and the server's port."""
    text = (RECIPES / "crontab").read_text().replace("/srv/pbem", str(home)).replace("localhost:25", server.name)
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    set_path, jobs = lines[0], [line.split(None, 5)[5] for line in lines[1:]]
    assert set_path.startswith("PATH=") and len(jobs) == 3
    breaks(home)
    (home / "games" / "c.json").write_bytes((home / "games" / "a.json").read_bytes())  # one that has no desk
    (home / "Maildir" / "new" / "1").write_bytes(mail(PEOPLE["a"], "a", "status"))
    environment = {"HOME": str(home), "PATH": set_path.removeprefix("PATH="), "PBEM_MEMORY": str(home / "memory")}
    for _ in range(2):  # whatever has run once today does nothing again
        for job in jobs:
            subprocess.run(["/bin/sh", "-c", job], env=environment, capture_output=True, timeout=60)
    assert not os.listdir(home / "Maildir" / "new")
    told = subjects(server)
    assert [to for to, _ in told] == [PEOPLE["a"]] * 2 + [PEOPLE["b"]], told
    assert sum("reminder" in subject for _, subject in told) == 2
    assert sum("receipt" in subject for _, subject in told) == 1


@pytest.mark.longer
def test_a_broken_game_keeps_nobody_from_being_reminded(home, server):  # noqa: F811
    broken = breaks(home)
    done = run(home, "pbem-remind", home / "games", home / "outbox", server.name)
    assert done.returncode == 4 and str(broken) in done.stdout.decode()
    assert [to for to, _ in subjects(server)] == [PEOPLE["a"], PEOPLE["b"]]
    done = run(home, "pbem-remind", home / "games", home / "outbox", server.name)
    assert len(server.got) == 2


def test_a_poll_leaves_new_what_could_not_be_read_and_reads_the_rest(home, server):  # noqa: F811
    desk = home / "games" / "a.json.mail" / "desk.json"
    desk.write_text("{")
    (home / "Maildir" / "new" / "1").write_bytes(mail(PEOPLE["a"], "a", "status"))
    (home / "Maildir" / "new" / "2").write_bytes(mail(PEOPLE["b"], "b", "status", 2))
    done = run(home, "pbem-poll", home / "Maildir", home / "games", home / "outbox", server.name)
    assert done.returncode == 4 and "desk.json" in done.stderr.decode()
    assert os.listdir(home / "Maildir" / "new") == ["1"]
    assert [to for to, _ in subjects(server)] == [PEOPLE["b"]]


@pytest.mark.longer
def test_a_run_plays_on_and_mails_and_a_night_publishes_and_files(home, server):  # noqa: F811
    broken = breaks(home)
    head = pbem("status", home / "games" / "a.json", "--json").json["head"]
    orders = f"game a\nseat prc\nentry 2\nhead {head}\npass"
    (home / "Maildir" / "new" / "1").write_bytes(mail(PEOPLE["a"], "a", orders))
    assert run(home, "pbem-poll", home / "Maildir", home / "games", home / "outbox", server.name).returncode == 0
    before = {name: (home / "games" / f"{name}.json").read_bytes() for name in PEOPLE}
    plays = ("pbem-run", home / "games", home / "outbox", server.name)
    done = run(home, *plays)
    assert done.returncode == 4 and str(broken) in done.stderr.decode()
    after = {name: (home / "games" / f"{name}.json").read_bytes() for name in PEOPLE}
    assert after["a"].startswith(before["a"]) and len(after["a"]) > len(before["a"]) and after["b"] == before["b"]
    reports = [to for to, subject in subjects(server) if "receipt" not in subject]
    assert reports == [PEOPLE["a"]], subjects(server)
    run(home, *plays)
    assert len(server.got) == 2, "nobody has a mail twice"
    done = run(home, "pbem-night", home / "games", home / "public", home / "club.db")
    assert done.returncode == 4 and str(broken) in done.stderr.decode()
    assert all((home / "public" / name / "index.html").is_file() for name in PEOPLE)
    rows = pbem("archive", "query", home / "club.db", "select name from games order by name", "--json").json["rows"]
    assert rows == [{"name": "a"}, {"name": "b"}]


def test_a_pipe_carries_on_what_a_mail_makes_complete(home, server):  # noqa: F811
    head = pbem("status", home / "games" / "a.json", "--json").json["head"]
    given = mail(PEOPLE["a"], "a", f"game a\nseat prc\nentry 2\nhead {head}\npass")
    assert run(home, "pbem-play", home / "games", home / "outbox", server.name, given=given).returncode == 0
    stands = pbem("status", home / "games" / "a.json", "--json").json
    assert stands["head"] != head and [one["power"] for one in stands["waiting"]] == ["allied"]
    assert sum("receipt" in subject for _, subject in subjects(server)) == 1
    assert [to for to, subject in subjects(server) if "receipt" not in subject] == [PEOPLE["a"]]


def units(home, server_name):
    """``{name: text}`` of the units in the recipe of systemd, but for the place of /srv/pbem and the server's port."""
    text = (RECIPES / "systemd.txt").read_text().replace("/srv/pbem", str(home)).replace("localhost:25", server_name)
    _, *rows = re.split("^# /etc/systemd/system/(.+)\n", text, flags=re.MULTILINE)
    return dict(zip(rows[::2], rows[1::2]))


@pytest.mark.longer
def test_every_command_of_the_timers_does_its_work(home, server):  # noqa: F811
    (home / "Maildir" / "new" / "1").write_bytes(mail(PEOPLE["a"], "a", "status"))
    pbem("desk", "end", home / "games" / "a.json", "--reason", "given up", "-o", home / "games" / "a.json")
    environment = {"PATH": f"{home}/venv/bin:/usr/bin:/bin", "PBEM_MEMORY": os.environ["PBEM_MEMORY"]}
    found = units(home, server.name)
    assert sorted(found) == ["pbem-daily.service", "pbem-daily.timer", "pbem.service", "pbem.timer"]
    for name in ("pbem.service", "pbem-daily.service"):
        for line in re.findall("^ExecStart=-?(.+)$", found[name], re.MULTILINE):
            done = subprocess.run(line.split(), env=environment, capture_output=True, timeout=60)
            assert done.returncode == 0, (line, done.stderr)
    assert not os.listdir(home / "Maildir" / "new") and (home / "public" / "b" / "index.html").is_file()
    told = subjects(server)
    assert [to for to, _ in told] == [PEOPLE["a"]] * 2, told
    assert sum("receipt" in subject for _, subject in told) == 1


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_takes_its_units(home):
    found = units(home, "localhost:25")
    for name, text in found.items():
        (home / name).write_text(text.replace("User=pbem", "User=root"))
    done = subprocess.run(
        ["systemd-analyze", "verify", *sorted(str(home / name) for name in found)], capture_output=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr.decode()) == (0, b"", "")
