"""What a shell expects of a program: Ctrl-C, a pipe that nobody reads, a full disk, quiet."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli import tools

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and devices of Unix")
START = "from pbem.cli import start; raise SystemExit(start())"
STOPS_AFTER = """
import os, signal
from pbem.core.data import store
write = store.write
def written(path, *more, **named):
    write(path, *more, **named)
    if str(path).endswith({ending!r}):
        os.kill(os.getpid(), signal.SIGINT)
store.write = written
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return tools.new_game(tmp_path_factory.mktemp("habits"))


def ran(*words, before="", **streams):
    """A command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", f"{before}\n{START}", *map(str, words)],
        text=True,
        env={**os.environ, "PYTHONPATH": str(tools.ROOT)},
        timeout=60,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **streams},
    )


@pytest.mark.parametrize(
    "ending, told",
    [
        ("g.json.secret", "g.json.secret was written before, complete."),
        ("g.json", "written before, each complete: {0}/g.json.secret and {0}/g.json."),
    ],
)
def test_who_interrupts_is_told_what_was_written(tmp_path, ending, told):
    stopped = ran("new", "red-dragon/ready", "-o", tmp_path / "g.json", before=STOPS_AFTER.format(ending=ending))
    assert stopped.returncode == 130 and told.format(tmp_path) in stopped.stderr, stopped
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_who_interrupts_before_anything_was_written_is_told_that(game):
    before = "import signal; from pbem.core.play import gamefile; gamefile.read = lambda path: signal.raise_signal(2)"
    stopped = ran("status", game, before=before)
    assert stopped.returncode == 130 and "Interrupted; nothing was written." in stopped.stderr


def test_an_archive_holds_what_it_held(game, tmp_path):
    before = "import signal; from pbem.archive import db; db.rows_of = lambda *_: signal.raise_signal(2)"
    stopped = ran("archive", "load", tmp_path / "club.db", game, before=before)
    assert stopped.returncode == 130 and "club.db holds what it held before." in stopped.stderr
    assert tools.pbem("archive", "query", tmp_path / "club.db", "select count(*) n from games", "--json").json[
        "rows"
    ] == [{"n": 0}]


def test_all_processes_end_at_once_and_without_a_word(tmp_path):
    """As a terminal interrupts them: all that belong to it."""
    words = ("selfplay", "red-dragon", "--games", "900", "--no-census", "--jobs", "2", "-o", str(tmp_path / "games"))
    command = [sys.executable, "-c", START, *words]
    environment = {**os.environ, "PYTHONPATH": str(tools.ROOT)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True) as run:
        while not list(tmp_path.glob("games/*.json")):
            time.sleep(0.1)
        os.killpg(run.pid, signal.SIGINT)
        told = run.communicate(timeout=30)[1]
    assert run.returncode == 130 and "games is whole." in told and "Traceback" not in told
    assert all(path.read_bytes().endswith(b"]\n") for path in tmp_path.glob("games/*.json"))


def test_questions_that_nobody_answers_end_without_orders(game, tmp_path):
    ended = ran("order", game, "prc", "-o", tmp_path / "prc.txt")
    assert ended.returncode == 2 and "The input has ended; nothing was written." in ended.stderr


@pytest.mark.parametrize(
    "words", [("rules", "red-dragon"), ("report", "{}", "--json"), ("map", "{}", "-o", "-"), ("verify", "{}", "{}")]
)
def test_a_pipe_that_nobody_reads_any_more_is_no_error(game, words):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = ran(*(word.format(game) for word in words), stdout=pipe)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("words", [("status", "{}"), ("map", "{}", "-o", "-"), ("rules", "red-dragon")])
def test_a_disk_that_is_full_is_no_bug(game, words):
    with open("/dev/full", "wb") as full:
        done = ran(*(word.format(game) for word in words), stdout=full)
    assert done.returncode == 4 and "No space left on device" in done.stderr and "bug" not in done.stderr


def test_talk_to_nobody_keeps_nothing_from_being_done(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = ran("new", "red-dragon/ready", "-o", tmp_path / "g.json", stderr=pipe)
    assert done.returncode == 0 and tools.pbem("verify", tmp_path / "g.json").code == 0


def test_a_place_below_a_file_is_named(game):
    """As a folder that cannot be written, for root too."""
    done = tools.pbem("site", game, "-o", game / "public", "--jobs", "1")
    assert done.code == 4 and f"{game}" in done.err and "bug" not in done.err


def test_quiet_leaves_results_and_what_is_wrong(game, tmp_path):
    talk = tools.done("map", game, "-o", tmp_path / "a.svg")
    quiet = tools.done("--quiet", "map", game, "-o", tmp_path / "b.svg")
    assert talk.err and (quiet.out, quiet.err) == ("", "")
    assert tools.done("-q", "status", game).out == tools.done("status", game).out
    wrong = tools.pbem("-q", "status", tmp_path / "none.json")
    assert wrong.code == 4 and "cannot be read" in " ".join(wrong.err.split())
    behind = tools.pbem("map", game, "-o", tmp_path / "c.svg", "--quiet")
    assert behind.code == 2 and "pbem --quiet map" in behind.err
