"""The demo throws its dice anew each time: what seldom comes is made to come here."""

import os

from tools import demo


def test_a_game_that_begins_otherwise_is_thrown_away_and_another_begun(monkeypatch, capsys):
    monkeypatch.setenv("PBEM_MEMORY", "set by the demo")
    monkeypatch.setenv("PYTHONPATH", demo.ROOT)
    asked, asks, here = demo.asked, iter([[("allied", "strike-unit")]]), os.getcwd()
    monkeypatch.setattr(demo, "asked", lambda: next(asks, None) or asked() and [("prc", "op")])
    monkeypatch.setattr(demo, "play", lambda: print("China's first Op"))
    try:
        assert demo.main() == 0
    finally:
        os.chdir(here)
    shown = capsys.readouterr().out
    assert shown.count("Cora makes the game.") == 2 and shown.endswith("China's first Op\n")
