"""A sample of the honest random games (tests/honest.py): both verifiers take them."""

import signal
import subprocess
import sys

import pytest

from pbem.core.play.gamefile import render
from pbem.core.signing import adjudication
from tests import honest

CELLS = honest.cells()
CI = CELLS[:24]
SAMPLE = [cell for cell in CELLS if cell[0] == "red-dragon"][:3]


@pytest.mark.parametrize("cell", SAMPLE, ids=lambda cell: "-".join(map(str, cell)))
def test_an_honest_game_comes_to_its_end_and_holds(cell):
    number, _, told, objections = honest.played((1, cell))
    assert objections == [] and number == 1
    assert told["ending"] != "given-up" and told["entries"] > 0


def test_an_answer_in_a_closed_line_that_was_not_needed():
    """At sealed the line of France would have answered; Germany's claim came first, and the line stays closed."""
    cell = ("cataclysm", "c5", "sealed", True, "ask", "closed")
    assert honest.objections(render(honest.Honest(cell, 1002).play(15).file)) == []


def test_every_pair_that_can_come_together_does():
    pairs = set().union(*map(honest._held, honest.kinds()))
    assert set().union(*map(honest._held, honest.cells())) == pairs
    assert len(honest.cells()) == honest.GAMES and honest.cells(24) == honest.cells()[:24]


def test_the_games_of_every_day_hold_every_value():
    for columns in honest.FACTORS:
        values = {tuple(kind[column] for column in columns) for kind in honest.kinds()}
        assert {tuple(cell[column] for column in columns) for cell in CI} == values


def test_a_game_that_stands_still_is_named(monkeypatch):
    monkeypatch.setattr(adjudication, "adjudicate", lambda file, *_: adjudication.Outcome(file, missing=["prc"]))
    cell = next(cell for cell in SAMPLE if cell[2] == "sealed")
    *_, told, (objection,) = honest.played((3, cell))
    assert told is None
    assert (
        objection.startswith(f"red-dragon/{cell[1]} (level sealed, ")
        and ", draws 3, game 3, entry 1: Fault: " in objection
    )
    assert "stands still" in objection and "waits for prc" in objection


def test_the_table_says_what_became_of_every_game(capsys):
    first, second = CI[:2]
    tally = honest.Tally([(1, first), (2, first), (3, second), (4, second)])
    told = {"ending": "peace", "entries": 7, "longest": (2, "a/question"), "counts": {}}
    tally.add(1, first, told, [])
    tally.add(3, second, None, ["it stands still"])
    assert tally.told() == 1
    out = capsys.readouterr().out
    assert (
        "| 1 | peace 1 | 7 | 2: a/question | 1 not played |\n" in out
        and "| 0 |  |  |  | 1 not played, 1 stopped |" in out
    )
    assert "OBJECTION it stands still" in out and "1 of 4 games came to their ends, 1 went wrong" in out


@pytest.mark.longer
def test_an_interruption_prints_what_was_played(tmp_path):
    command = [sys.executable, honest.__file__, "--title", "red-dragon", "--jobs", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert " red-dragon " in run.stderr.readline()
        run.send_signal(signal.SIGTERM)
        out, err = run.communicate(timeout=60)
    assert run.returncode == 1, (out, err)
    assert "Interrupted." in out and "| red-dragon |" in out and " games came to their ends, 0 went wrong" in out
