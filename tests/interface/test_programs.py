"""The small programs of examples/programs, each run as somebody would."""

import shutil
import subprocess
import sys

import pytest

from tests.cli.tools import ROOT, finished_game, new_game, write_orders

PROGRAMS = ROOT / "examples" / "programs"


def run(name, *arguments, said=""):
    return subprocess.run(
        [sys.executable, str(PROGRAMS / name), *map(str, arguments)], input=said, capture_output=True, text=True
    )


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_a_git_club_plays_what_was_pushed(tmp_path, monkeypatch):
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Referee")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "referee@example.org")
    game = new_game(tmp_path, "taiwan.json")
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    folder = tmp_path / "taiwan"
    folder.mkdir()
    bad = write_orders(game, "prc", "op 5 with us-cvn-1", name="taiwan/prc.txt")
    assert run("git_club.py", tmp_path).returncode == 3
    assert "us-cvn-1" in (tmp_path / "taiwan.answer.txt").read_text() and bad.exists()
    write_orders(game, "prc", "op 5 with prc-jh-7-1", "then: pass", name="taiwan/prc.txt")
    done = run("git_club.py", tmp_path)
    assert done.returncode == 0, done.stderr
    assert not bad.exists()
    log = subprocess.run(["git", "log", "--format=%s"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert len(log.stdout.splitlines()) == 2 and log.stdout.startswith("taiwan: ")


def test_a_run_for_the_night_goes_on_after_a_broken_game(tmp_path):
    over = finished_game(tmp_path)
    (tmp_path / "broken.json").write_bytes(over.read_bytes().replace(b'"n":1', b'"n":7', 1))
    done = run("nightly.py", tmp_path, "2026-12-01")
    lines = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert done.returncode == 4, done.stderr
    assert lines[over.name] == "holds" and lines["broken.json"] != "holds"


def test_a_chat_bridge_answers_and_plays(tmp_path):
    game = new_game(tmp_path)
    done = run(
        "chat_bridge.py",
        game,
        said="prc: status\nprc: show vp\nnobody: form\nprc: op 5 with us-cvn-1\nprc: op 5 with prc-jh-7-1; pass\n",
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[0].startswith("prc is asked") and "There is no seat nobody" in done.stdout
    assert "us-cvn-1" in done.stdout
    assert len(game.read_bytes().splitlines()) >= 2
