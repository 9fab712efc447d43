"""The golden games (tools/golden.py): played again from order text, they come to the same facts and the same report."""

from pathlib import Path

import pytest

from pbem.core.data.problems import BrokenFile
from pbem.core.rules.game import load, titles
from tools import golden

FOLDER = Path(golden.FOLDER)
PATHS = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_comes_to_the_same_end_and_the_same_report(path):
    recorded = golden.read(path)
    file = golden.replay(recorded)
    assert golden.outcome(file) == recorded["expect"]
    assert golden.report(file).encode() == path.with_suffix(".txt").read_bytes()


@pytest.mark.parametrize("title", [title for title in titles() if (FOLDER / title).is_dir()])
def test_every_ending_of_a_title_has_a_golden_game(title):
    shown = {golden.read(path)["expect"]["result"]["by"] for path in golden.paths(title)}
    assert shown == golden.endings(load(title)) and len(shown) > 1


def test_a_golden_game_that_no_longer_fits_says_where():
    recorded = golden.read(next(path for path in PATHS if path.stem == "no-prc-units"))
    with pytest.raises(golden.Stray, match="no result is left for the draw 6.1/prc"):
        golden.replay({**recorded, "draws": {**recorded["draws"], "6.1/prc": []}})
    with pytest.raises(golden.Stray, match="draws that nobody asked for"):
        golden.replay({**recorded, "draws": {**recorded["draws"], "6.1/prc": [6, 6]}})
    with pytest.raises(golden.Stray, match="stop 1: .*8.21"):
        golden.replay({**recorded, "play": [{"prc": "op 19 taiwan-strait -> taiwan with prc-marine-1"}]})


@pytest.mark.parametrize("title", titles())
def test_a_fact_that_changes_without_a_new_revision_is_noticed(title, monkeypatch):
    """The smallest change of one fact: the recorded games of every title hold each of them."""
    from pbem.core.rules.engine import Table

    recorded = golden.read(golden.paths(title)[0])
    emit, left = Table.emit, [20]

    def otherwise(self, type, rule="", **fields):
        left[0] -= 1
        return emit(self, type, "0.0" if left[0] == 0 else rule, **fields)

    monkeypatch.setattr(Table, "emit", otherwise)
    try:
        found = golden.outcome(golden.replay(recorded))
    except (golden.Stray, BrokenFile):
        return
    assert left[0] < 0 and found != recorded["expect"]
