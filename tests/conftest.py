"""Lets every test import the toy title as ``tests.toy``, however pytest was started."""

import collections
import functools
import gc
import importlib
import itertools
import json
import os
import random
import signal
import sys
import tempfile
import warnings
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# what is imported is compiled once, here and in the processes that tests start, whatever the shell says
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# a shell that starts us with & has Ctrl-C passed over, by us and by all that tests start
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = str(Path(__file__).parent.parent)
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)

from pbem.core.record import secret  # noqa: E402  found there, if pbem is not installed
from pbem.core.rules import rulebook  # noqa: E402
from pbem.core.rules.engine import Session, Table  # noqa: E402
from pbem.core.title import game as titles  # noqa: E402
from pbem.core.title.published import Published  # noqa: E402
from tests.thorough import THOROUGH, WHOLE  # noqa: E402

importlib.import_module("tools")  # before pytest puts tests/cli, which has a tools.py too, in front of the path
importlib.import_module("tests.sound")  # before a test asks which titles there are


# how fast a machine makes examples is no fault of what is tested
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

MEMORY, ROOM = "/dev/shm", 2 * 1024**3
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK):
    # every turn is flushed to the disk several times, which takes most of a test of mails where the disk is a real one
    room = os.statvfs(MEMORY)
    if room.f_bavail * room.f_frsize > ROOM:
        os.environ["TMPDIR"], tempfile.tempdir = MEMORY, None

# in a fork, a search for rubbish would write to, and so copy, all that the tests hold
os.register_at_fork(after_in_child=gc.freeze)

TESTS = itertools.count()

# what tests import whose samples are larger where proofs are thorough
SAMPLES = {"some", "THOROUGH", "WHOLE", "CONTRACTS", "SettledFeed", "of_cases", "SHAPES", "results"}

os.environ["PBEM_MEMORY"] = tempfile.mkdtemp()  # for games that are read while tests are collected
Path(os.environ["PBEM_MEMORY"], "machine").write_text("0" * 32)


@pytest.hookimpl(hookwrapper=True)
def pytest_collection():
    """What is collected stays: rubbish is not looked for meanwhile, nor in it afterwards."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config, items):
    """Of a test that bears the mark `sampled(every)` a sample of its examples is run, always the same and of each test
    another part, of one that is `longer` none; where proofs are thorough the others, and whole files whose samples are
    larger there.
    What is named (-k too) is run, and everything where they are whole."""
    if WHOLE or config.option.keyword or any("[" in name for name in config.args):
        return
    number, kept, left = collections.Counter(), [], []
    for item in items:
        mark, name = item.get_closest_marker("sampled"), item.nodeid.partition("[")[0]
        is_in_sample = mark is None or (number[name] - zlib.crc32(name.encode())) % mark.args[0] == 0
        is_in_sample = is_in_sample and item.get_closest_marker("longer") is None
        number[name] += 1
        has_more = "contract" in item.fixturenames or not SAMPLES.isdisjoint(vars(item.module))
        is_wanted = has_more or not is_in_sample if THOROUGH else is_in_sample
        (kept if is_wanted else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


@pytest.fixture
def toy_is_a_title(monkeypatch):
    monkeypatch.setitem(titles.TITLES, "toy", "tests.toy")


@pytest.fixture(autouse=True, scope="session")
def nothing_is_left_in_the_repository():
    """States are kept beside games: a test that reads a game where it lies in the repository leaves one there."""
    before = states()
    yield
    assert states() == before


def states():
    below = [path for name in ("examples", "tests") for path in Path(ROOT, name).rglob("*.state")]
    return {*Path(ROOT).glob("*.state"), *below}


@pytest.fixture(autouse=True)
def a_test_is_alone(request, tmp_path_factory, monkeypatch):
    """What every test begins with, and what it must not leave behind."""
    _has_no_memory_of_games(tmp_path_factory, monkeypatch)
    _throws_known_dice(request.node.nodeid, monkeypatch)
    _tells_what_was_declared(monkeypatch)
    _reads_messages_here(request.node, monkeypatch)
    yield
    _watches_no_more(request.node.nodeid)
    assert gc.isenabled(), RUBBISH


@pytest.fixture(autouse=True, scope="module")
def the_tests_of_a_file_freeze_nothing():
    """Asked once a file: what is frozen is counted one by one."""
    frozen = gc.get_freeze_count()
    yield
    assert gc.get_freeze_count() <= frozen, RUBBISH


RUBBISH = """rubbish is not collected any more: a process grows to gigabytes, each mail that is read in a fork of it
takes ten times as long, and what a generator that nobody wants any more was watching is watched for ever"""


def _has_no_memory_of_games(tmp_path_factory, monkeypatch):
    """What this machine has reached of a game is remembered for one test alone."""
    folder = os.path.join(tmp_path_factory.getbasetemp(), f"memory-{next(TESTS)}")
    os.mkdir(folder, 0o700)
    with open(os.path.join(folder, "machine"), "wb") as file:
        file.write(b"0" * 32)  # a secret that was made for several tests has not moved
    monkeypatch.setenv("PBEM_MEMORY", folder)


def _throws_known_dice(name, monkeypatch):
    """New secret files begin with bytes made of the test's name, so that no test stands or falls by the day's dice."""
    known = []

    def fresh():
        known[:] = known or [random.Random(name)]
        return known[0].randbytes(32)

    monkeypatch.setattr(secret, "fresh", fresh)


@functools.lru_cache(8)
def published(game):
    """What a title declares, made once: it takes longer than most cases."""
    return Published(game)


def _tells_what_was_declared(monkeypatch):
    """Every fact of every test has the shape that its title declares, and so has every step with its arguments, what
    every question tells, and what answers it."""
    emit, answer, open_step = Table.emit, Session._answer, Session.open_step

    def emitted(self, type, **fields):
        fact = emit(self, type, **fields)
        fits(published(self.game).of_fact(fact))
        return fact

    def answered(self, ask, feed):
        fits(published(self.game).of_question(ask))
        given = answer(self, ask, feed)
        if given is not None:
            fits(published(self.game).misfit(f"answer-{ask.kind}", given))
        return given

    def opened(self, procedure, args):
        fits(published(self.game).misfit(f"step-{procedure}", args))
        return open_step(self, procedure, args)

    monkeypatch.setattr(Table, "emit", emitted)
    monkeypatch.setattr(Session, "_answer", answered)
    monkeypatch.setattr(Session, "open_step", opened)


def fits(fault):
    """A fault of a shape, in words, is one of the test."""
    assert not fault, fault


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef):
    """Nor by those of a fixture that several tests share, which is made before the fixtures of a test: it has bytes
    made of its own name."""
    if fixturedef.scope == "function":
        yield
        return
    known = random.Random(f"{fixturedef.baseid}::{fixturedef.argname}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.core.record.secret.fresh", lambda: known.randbytes(32))
        yield


def _watches_no_more(name):
    """A test after which somebody still watches which rules run is named, and those after it do not suffer by it."""
    if rulebook._WATCH[0] is not None:
        for one in rulebook._LOOKING:
            one.put_back()
        rulebook._WATCH[0] = None
        warnings.warn(f"{name} left rules watched", stacklevel=1)


def _reads_messages_here(test, monkeypatch):
    """A fork of a process that holds all tests is dear, and of most tests of mails it is not what they are about; those
    that are about it bear the mark `forked`."""
    if test.get_closest_marker("forked") is None:
        for name in ("pbem.mail.letter", "pbem.mail.incoming"):
            if name in sys.modules:
                monkeypatch.setattr(sys.modules[name], "run_in_sandbox", read_here)


def read_here(work, seconds=0):
    """What `run_in_sandbox` gives, without a process of its own."""
    from pbem.mail.sandbox import Stopped

    try:
        return json.loads(json.dumps(work()))
    except MemoryError:
        raise Stopped("it took too much memory") from None
    except RecursionError:
        raise Stopped("it is nested without end") from None
    except Exception as error:
        raise Stopped(f"it cannot be read ({type(error).__name__})") from None
