"""What is large, many or no file at all takes neither verifier long, and ends in an exit code that is documented."""

import copy
import json
import os
import subprocess
import sys

import pytest

from pbem.core.play.gamefile import from_bytes, read
from pbem.core.play.import_lines import take
from pbem.core.play.verify import verify
from pbem.core.record.log import line_of

from . import corpus, hand, small

CELL = corpus.CELLS[1]
LONG = 8  # seconds of processor
MANY = 30_000


def spent():
    """Seconds of processor that this process and those that it ran have had: others on the machine do not count."""
    return sum(os.times()[:4])


def write(folder, openings=None):
    """A finished game that keeps a part closed, in a folder, with what lies beside it."""
    game = hand.Hand(("a", "b"))
    game.play([game.orders("a", lines=[{"do": "x"}], close=[1]), game.orders("b")], muster=True)
    game.play([game.orders("a", kept=[[1, 1]])], asked=["a"], ended={"by": "points"})
    path = folder / "game"
    path.write_bytes(game.bytes())
    if openings is not None:
        (folder / "game.openings").write_bytes(
            openings if isinstance(openings, bytes) else json.dumps(openings).encode()
        )
    return game, path


def played(folder):
    """A game of a title, with a file beside it."""
    path = folder / "game"
    path.write_bytes(b"".join(corpus.played(CELL)[0]))
    return path


def good(game):
    return game.opening(game.lines[1][0]["documents"][0][0], 1, {"do": "x"})


@pytest.mark.longer
def test_many_openings_beside_a_game_are_looked_at_once(tmp_path):
    game, _ = write(tmp_path)
    right = good(game)
    rows = [{**right, "nonce": f"{number:064x}"} for number in range(MANY)]
    _, path = write(tmp_path, {"openings": [*rows, right], "pbem": "openings/1"})
    begun = spent()
    assert small.alone(path).returncode == 0
    path = played(tmp_path)
    assert verify(read(str(path))).exit_code == 0
    assert spent() - begun < LONG


NONSENSE = [
    b"",
    b"\xff",
    b"[" * 50_000,
    b'{"openings":[],"pbem":"openings/2"}',
    b'{"openings":{},"pbem":"openings/1"}',
    json.dumps({"openings": [None, 7, [], {}, {"nonce": 1}], "pbem": "openings/1"}).encode(),
]


@pytest.mark.parametrize("data", NONSENSE, ids=range(len(NONSENSE)))
def test_a_file_of_openings_that_opens_nothing_counts_for_nothing(tmp_path, data):
    _, path = write(tmp_path, data)
    ran = small.alone(path)
    assert (ran.returncode, ran.stderr) == (5, "")
    path = played(tmp_path)
    assert verify(read(str(path))).exit_code == 0


def test_a_malformed_opening_hides_no_good_one(tmp_path):
    game, _ = write(tmp_path)
    row = good(game)
    odd = [{**row, name: value} for name in row for value in (None, True, [], -1, "x", 2**70)]
    _, path = write(tmp_path, {"openings": [*odd, {**row, "more": 1}, row], "pbem": "openings/1"})
    ran = small.alone(path)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("name", ["game", "game.openings"])
def test_a_pipe_is_no_file(tmp_path, name):
    _, path = write(tmp_path)
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)
    ran = small.alone(path)
    assert (ran.returncode, ran.stderr) == (4 if name == "game" else 5, "")


@pytest.mark.parametrize("beside, command", [("state", "status"), ("state", "verify"), ("openings", "verify")])
def test_a_pipe_beside_a_game_holds_neither_up(tmp_path, beside, command, monkeypatch):
    """Nothing is waited for that nobody writes: it is as if no such file were there, or refused by name."""
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    path = played(tmp_path)
    os.mkfifo(tmp_path / f"game.{beside}")
    ran = subprocess.run([sys.executable, "-m", "pbem", command, path], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0 or ran.returncode == 4 and f"game.{beside}" in ran.stderr, ran
    assert "Traceback" not in ran.stderr
    assert small.alone(path).returncode == 0


def test_a_last_line_offered_many_times_is_not_made_again_each_time(tmp_path):
    lines, _, _, keys = corpus.played(CELL)
    path = played(tmp_path)
    file, last = read(str(path)), json.loads(lines[4])[0]
    game_id = hand.tagged("charter", hand.canonical(json.loads(lines[0])[0]["charter"]))
    before, offered = file.lines[3].head, []
    for number in range(200):
        other = {**copy.deepcopy(last), "state": f"{number:064x}"}
        offered.append(line_of(corpus.line_signed(other, game_id, keys[3], before)[:-1], "mail"))
    assert verify(from_bytes(b"".join(lines), "game")).exit_code == 0
    begun = spent()
    after, _, problems, forks = take(file, offered)
    assert spent() - begun < LONG
    assert after.n == file.n and len(problems) == 200 and len(forks) == 1
    assert {one.code for one in problems} == {"take-fork"}


def test_a_chain_that_would_be_hashed_for_ever_is_refused(tmp_path):
    game = hand.Hand(("a", "b"))
    game.charter["anchors"]["a"] = {**game.charter["anchors"]["a"], "n": 2**53 - 1}
    path = tmp_path / "game"
    path.write_bytes(game.bytes())
    begun = spent()
    assert small.alone(path).returncode == 4
    assert spent() - begun < LONG
