"""The demo throws its dice anew each time: what seldom comes is made to come here, and the dice are known ones."""

import os
import subprocess

from tests.cli.tools import pbem
from tools import demo


def here(command, **_):
    """A command of the demo in this process, whose secrets are known ones (tests/conftest.py)."""
    ran = pbem(*command[command.index("pbem") + 1 :])
    return subprocess.CompletedProcess(command, ran.code, ran.out, ran.err)


def test_a_game_that_begins_otherwise_is_thrown_away_and_another_begun(monkeypatch, capsys):
    monkeypatch.setenv("PBEM_MEMORY", "set by the demo")
    monkeypatch.setenv("PYTHONPATH", demo.ROOT)
    monkeypatch.setattr(demo.subprocess, "run", here)
    asked, asks, before = demo.asked, iter([[("allied", "strike-unit")], [("prc", "op")]]), os.getcwd()
    monkeypatch.setattr(demo, "asked", lambda: (asked(), next(asks))[1])
    monkeypatch.setattr(demo, "play", lambda: print("China's first Op"))
    try:
        assert demo.main() == 0
    finally:
        os.chdir(before)
    shown = capsys.readouterr().out
    assert shown.count("Cora makes the game.") == 2 and shown.endswith("China's first Op\n")
