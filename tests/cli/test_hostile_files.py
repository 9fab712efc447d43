"""Game files that are nonsense: refused with the exit code, in few words, without a hang (every test has a limit)."""

import os

import pytest

from tests.attacks.kit import Table
from tests.hostile_shapes import LINE, SHAPES, Good
from tests.verifier import small


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A game after its first entry, in which everything is as it should be."""
    return Table.copied(tmp_path_factory.mktemp("hostile"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", SHAPES)
def test_nonsense_is_refused_in_few_words(table, name, tmp_path):
    north = table.people["north"]
    path = tmp_path / "g.game"
    path.write_bytes(SHAPES[name](Good(north.game.read_bytes())))
    assert path.stat().st_size > LINE - 1000
    for command in ("status", "verify"):
        ran = north.pbem(command, path)
        assert ran.code == 4 and len(ran.err + ran.out) < 60_000, ran
    assert judged(small.module(), path) == 4


def judged(verifier, path):
    """The exit code of the small verifier, in this process."""
    try:
        return 4 if verifier.Check(verifier.contents(path, verifier.MOST_BYTES)).wrong else 0
    except (OSError, RecursionError, MemoryError, *verifier.MALFORMED):
        return 4


@pytest.mark.parametrize("command", ["status", "verify", "report", "take"])
def test_what_is_no_file_is_not_opened(table, tmp_path, command):
    """A pipe that nobody writes to, devices without end, a folder, a link to each."""
    north = table.people["north"]
    os.mkfifo(tmp_path / "pipe")
    os.symlink(tmp_path / "pipe", tmp_path / "to-a-pipe")
    os.symlink("/dev/zero", tmp_path / "to-a-device")
    for path in (
        tmp_path / "pipe",
        "/dev/zero",
        "/dev/urandom",
        tmp_path,
        tmp_path / "to-a-pipe",
        tmp_path / "to-a-device",
    ):
        files = [north.game, path] if command == "take" else [path]
        ran = north.pbem(command, *files)
        assert ran.code == 4 and "Traceback" not in ran.err, (path, ran)
    assert small.alone(tmp_path / "pipe").returncode == 4
    assert small.alone(tmp_path / "to-a-device").returncode == 4
