"""The lock beside a file (core/data/store.py): one run at a time, and nothing left of one that was killed."""

import os
import subprocess
import sys
import threading
import time

import pytest

from pbem.core.data.problems import BrokenFile
from pbem.core.data.store import Lock

COUNTS = """
import sys
from pbem.core.data.store import Lock
for _ in range(20):
    with Lock(sys.argv[1]):
        with open(sys.argv[1]) as file:
            count = int(file.read())
        with open(sys.argv[1], "w") as file:
            file.write(str(count + 1))
"""
DIES = """
import os, sys
from pbem.core.data.store import Lock
Lock(sys.argv[1]).__enter__()
os._exit(9)
"""


def started(code, path):
    return subprocess.Popen([sys.executable, "-c", code, str(path)])


def test_many_runs_that_count_lose_nothing(tmp_path):
    path = tmp_path / "count"
    path.write_text("0")
    runs = [started(COUNTS, path) for _ in range(5)]
    assert [run.wait() for run in runs] == [0] * 5
    assert path.read_text() == "100"
    assert os.listdir(tmp_path) == ["count"]


def test_a_killed_run_leaves_nothing_locked(tmp_path):
    assert started(DIES, tmp_path / "game").wait() == 9
    with Lock(str(tmp_path / "game"), seconds=0):
        assert os.path.exists(tmp_path / "game.lock")


def test_two_names_of_a_file_are_one_lock(tmp_path):
    (tmp_path / "game").write_text("")
    (tmp_path / "other").symlink_to("game")
    with Lock(str(tmp_path / "game")), pytest.raises(BrokenFile) as refused:
        Lock(str(tmp_path / "other"), seconds=0.1).__enter__()
    assert refused.value.problems[0].code == "file-locked"


def test_who_waits_does_not_take_a_lock_that_has_lost_its_name(tmp_path):
    first, late = Lock(str(tmp_path / "game")), Lock(str(tmp_path / "game"))
    first.__enter__()
    with open(first.path) as seen:  # what a waiting run has open while the first one ends
        first.__exit__()
        with late:
            assert not os.path.samestat(os.fstat(seen.fileno()), os.stat(late.path))


@pytest.mark.parametrize("trap", ["no/folder/game", "loop"])
def test_a_lock_that_cannot_be_made_is_named(tmp_path, trap):
    (tmp_path / "loop.lock").symlink_to("elsewhere")
    with pytest.raises(BrokenFile) as refused:
        Lock(str(tmp_path / trap), seconds=0).__enter__()
    assert refused.value.problems[0].code == "file-not-written"
    assert not os.path.exists(tmp_path / "elsewhere")


def test_two_in_one_process_keep_each_other_waiting(tmp_path):
    path, order = str(tmp_path / "game"), []

    def late():
        with Lock(path):
            order.append("second")

    with Lock(path):
        thread = threading.Thread(target=late)
        thread.start()
        thread.join(0.2)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]
    with Lock(path), pytest.raises(BrokenFile):
        Lock(path, seconds=0).__enter__()


def test_a_forked_process_that_lives_on_keeps_nothing_locked(tmp_path):
    path, (ends, begins) = str(tmp_path / "game"), os.pipe()
    with Lock(path):
        child = os.fork()
        if child == 0:
            os.close(begins)
            os.read(ends, 1)  # until the other one closes
            os._exit(0)
    with Lock(path, seconds=0):
        pass
    os.close(begins)
    os.waitpid(child, 0)
    os.close(ends)


def test_the_wait_has_an_end(tmp_path):
    path = str(tmp_path / "game")
    with Lock(path):
        start = time.monotonic()
        with pytest.raises(BrokenFile) as refused:
            Lock(path, seconds=0.3).__enter__()
        assert 0.25 < time.monotonic() - start < 5
    assert refused.value.problems[0].code == "file-locked"
