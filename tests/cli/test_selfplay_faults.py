"""A game of `pbem selfplay` that stands still is named, so that the same draws lead to it again."""

import pytest

from pbem.cli.group import run
from pbem.core.signing import adjudication


@pytest.mark.parametrize("extra", [["-o", "games"], []])
def test_a_game_that_stands_still_is_named(extra, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    if extra:
        monkeypatch.setattr(adjudication, "adjudicate", lambda file, *_: adjudication.Outcome(file, missing=["prc"]))
        what = "entry 1: the game stands still; "
    else:
        monkeypatch.setattr("pbem.core.trial.robots.play_one", lambda *_: 1 // 0)
        what = "ZeroDivisionError: "
    command = ["selfplay", "red-dragon/ready", "--draws", "0a", "--no-census", *extra]
    assert run(command) == 1
    told = capsys.readouterr().err
    assert f"This is a bug in pbem: red-dragon/ready, draws 0a, game 1, {what}" in told
    assert "Nothing was written" not in told
