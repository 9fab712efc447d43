"""Starting fast: a command imports click, its own module and its title, and nothing of weight (docs/performance.md)."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from pbem.cli.commands import COMMANDS

ROOT = Path(__file__).resolve().parent.parent.parent
HEAVY = {
    *"""
    argparse asyncio attr concurrent dataclasses datetime decimal email http jsonschema logging numpy pandas
    pathlib pdb pkg_resources random referencing rich rpds setuptools sqlite3 sqlite_utils subprocess tempfile
    traceback unittest urllib xml
""".split()
}
PROBE = """
import sys
{first}
before = set(sys.modules)
import io, json
from contextlib import redirect_stderr, redirect_stdout
from pbem.cli import main
with redirect_stdout(io.TextIOWrapper(io.BytesIO())), redirect_stderr(io.StringIO()):
    try:
        code = main(sys.argv[1:])
    except SystemExit as stop:
        code = stop.code
print(json.dumps([code, sorted(set(sys.modules) - before)]))
"""


def imported(*arguments, first="import click", cwd=None):
    """``(exit code, names of the modules)`` that a command imports beyond what `first` does, in a fresh interpreter.

    Without site, whose .pth files may import what they like.
    """
    paths = [str(ROOT), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    run = subprocess.run(
        [sys.executable, "-S", "-c", PROBE.format(first=first), *arguments],
        cwd=cwd,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        check=True,
    )
    return tuple(json.loads(run.stdout))


def heavy(names):
    return sorted({name for name in names if name.partition(".")[0] in HEAVY})


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The path of a fresh game of a real title."""
    folder = tmp_path_factory.mktemp("startup")
    code, names = imported("new", "red-dragon/ready", "-o", "g.json", cwd=folder)
    assert code == 0 and heavy(names) == []
    return folder / "g.json"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)], ids=" ".join)
def test_help_imports_nothing_of_weight_and_no_title(arguments):
    code, names = imported(*arguments)
    assert code == 0
    assert heavy(names) == []
    assert not [name for name in names if name.startswith("pbem.games.")]
    wanted = {f"pbem.cli.{name.replace(chr(45), chr(95))}" for name in arguments if name in COMMANDS}
    assert {
        name for name in names if name.startswith("pbem.cli.") and name.split(".")[2].replace("_", "-") in COMMANDS
    } == wanted


def test_the_version_is_answered_without_click():
    code, names = imported("--version", first="")
    assert code == 0
    assert "click" not in names and heavy(names) == []


@pytest.mark.parametrize("command", ["status", "form prc", "show", "report"])
def test_a_command_on_a_game_imports_nothing_of_weight(game, command):
    """jsonschema only explains a refusal; what fits is seen without it."""
    name, *rest = command.split()
    where = [str(game), *rest]
    code, names = imported(name, *where, cwd=game.parent)
    assert code == 0
    assert heavy(names) == []


def test_a_turn_imports_what_signs_and_no_more(game):
    code, names = imported("adjudicate", str(game), "-o", str(game), cwd=game.parent)
    assert code == 0 and "nacl" in names
    assert not {"jsonschema", "jinja2", "networkx", "sqlite_utils", "logging", "pathlib"} & set(names)


def test_status_of_a_game_that_was_seen_needs_no_title(game):
    assert imported("status", str(game))[0] == 0
    code, names = imported("status", str(game))
    assert code == 0 and not [name for name in names if name.startswith(("pbem.games.", "pbem.core.orders."))]


def test_a_command_imports_its_title_only(game):
    code, names = imported("status", str(game))
    titles = {name.split(".")[2] for name in names if name.startswith("pbem.games.")}
    assert code == 0 and titles == {"red_dragon"}
