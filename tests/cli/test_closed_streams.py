"""A stream that whoever called has closed (``>&-``, as some run programs in the background): no bug, and nothing that
was to be read or written there is taken for done."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.cli import tools

pytestmark = pytest.mark.skipif(os.name != "posix", reason="closes streams as a POSIX shell does")


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return tools.new_game(tmp_path_factory.mktemp("closed"))


def closed(closing, *words, before="", **streams):
    """Run a command with streams closed: ``closed(">&-", "status", game)``; `before` is Python to run in it first."""
    command = f'exec "$0" -c "{before}\nfrom pbem.cli import start; raise SystemExit(start())" "$@" {closing}'
    return subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, *map(str, words)],
        text=True,
        env={**os.environ, "PYTHONPATH": str(tools.ROOT)},
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **streams},
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "words",
    [("status",), ("status", "--json"), ("verify",), ("report",), ("map", "-o", "-"), ("ask", "prc", "my orders")],
)
def test_what_is_printed_to_nobody_is_lost_as_was_wished(game, words):
    verb, *more = words
    ran = closed(">&-", verb, game, *more)
    to_a_file = verb in ("report", "map")  # what is written, where others are printed
    assert ran.returncode == (4 if to_a_file else 0) and "bug" not in ran.stderr, ran
    assert ("standard output is closed" in ran.stderr) is to_a_file


def test_a_game_that_cannot_be_written_is_not_said_to_be_made(tmp_path):
    ran = closed(">&-", "new", "red-dragon/ready", "-o", "-", "--secret", tmp_path / "secret", "--seat", "prc=Ann")
    assert ran.returncode == 4 and "standard output is closed" in ran.stderr


def test_orders_that_nobody_sends_are_no_orders(game):
    ran = closed("<&-", "check", game, "-")
    assert ran.returncode == 4 and "standard input is closed" in ran.stderr


def test_a_complaint_to_nobody_does_not_stand_among_the_results(tmp_path):
    ran = closed("2>&-", "status", tmp_path / "none.json")
    assert (ran.returncode, ran.stdout) == (4, "")


@pytest.mark.parametrize(
    "words, patience, told",
    [
        (["status"], 0, "\r9 of 10 games\r10 of 10 games"),
        (["status"], 600, "end"),
        (["--quiet", "status"], 0, "end"),
    ],
)
def test_a_long_run_is_counted_on_a_terminal_where_its_lines_go_nowhere(game, tmp_path, words, patience, told):
    """What takes longer than two seconds: here 0, or 600; the terminal has "end" behind all that was said."""
    import pty

    for number in range(10):
        shutil.copy(game, tmp_path / f"g{number}.json")
    terminal, side = pty.openpty()
    try:
        before = f"import pbem.cli.output as output; output.PATIENCE = {patience}"
        ran = closed(">&-", *words, tmp_path, stderr=side, before=before)
        os.write(side, b"end")
        seen = os.read(terminal, 4096).decode()
    finally:
        os.close(side)
        os.close(terminal)
    assert ran.returncode == 0 and told in seen and "bug" not in seen
    assert (told == "end") is (seen == "end")
