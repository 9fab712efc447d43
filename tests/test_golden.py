"""The golden games (tools/golden.py): played again from order text, they come to the same facts and the same report."""

import shutil
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
    assert golden.outcome(file, load(recorded["title"]).revision) == recorded["expect"]
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


@pytest.fixture
def otherwise(monkeypatch):
    """The smallest change of the rules of every title: one fact of each game bears another number."""
    from pbem.core.rules.engine import Table

    emit, left = Table.emit, [0]

    def changed(self, type, rule="", **fields):
        left[0] -= 1
        return emit(self, type, "0.0" if left[0] == 0 else rule, **fields)

    def begin(after=20):
        left[0] = after

    monkeypatch.setattr(Table, "emit", changed)
    return begin


@pytest.mark.parametrize("title", titles())
def test_a_fact_that_changes_without_a_new_revision_is_noticed(title, otherwise):
    """The recorded games of every title hold each of them."""
    recorded = golden.read(golden.paths(title)[0])
    otherwise()
    try:
        found = golden.outcome(golden.replay(recorded), recorded["expect"]["revision"])
    except (golden.Stray, BrokenFile):
        return
    assert found != recorded["expect"]


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """One golden game of Red Dragon Rising, the changelog and the title's source, to be written on; the game's path."""
    for name, path in (("RULINGS", "CHANGELOG.md"), ("TITLES", "pbem/games"), ("FOLDER", "tests/golden")):
        monkeypatch.setattr(golden, name, str(tmp_path / path))
    for path in ("CHANGELOG.md", "pbem/games/red_dragon/__init__.py", *SHORT):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(golden.ROOT) / path, tmp_path / path)
    return tmp_path / SHORT[0]


SHORT = ["tests/golden/red-dragon/no-prc-units.json", "tests/golden/red-dragon/no-prc-units.txt"]


def texts(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.*") if path.is_file()
    }


def test_nothing_changes_where_no_fact_changed(copies, tmp_path):
    before = texts(tmp_path)
    golden.main(["red-dragon"])
    assert texts(tmp_path) == before


def test_a_reason_raises_the_revision_where_no_golden_game_shows_the_change(copies, tmp_path):
    """What is decided otherwise in a position that no golden game meets is a new revision all the same."""
    revision = load("red-dragon").revision
    old = golden.read(copies)["expect"]
    golden.main(["red-dragon", "--because", "8.21: seldom."])
    assert f"Revision {revision + 1}: 8.21: seldom." in (tmp_path / "CHANGELOG.md").read_text("utf-8")
    assert f"revision={revision + 1}," in (tmp_path / "pbem/games/red_dragon/__init__.py").read_text("utf-8")
    assert golden.read(copies)["expect"] == {**old, "revision": revision + 1}


def test_a_long_reason_is_told_in_lines_of_the_changelog(copies, tmp_path):
    reason = "8.12: " + ", ".join(["interceptors fly first (R-8.12-interception-area)"] * 4)
    golden.main(["red-dragon", "--because", reason])
    told = (tmp_path / "CHANGELOG.md").read_text("utf-8").partition("### Red Dragon Rising\n\n")[2].partition("\n\n")[0]
    assert " ".join(told.split()) == f"Revision {load('red-dragon').revision + 1}: {reason}."
    assert [len(line) <= 120 and "R-8.12-interception-area" in line for line in told.splitlines()] == [True, True]


def test_facts_are_not_written_anew_under_the_revision_that_made_them(copies, tmp_path, otherwise, capsys):
    before = texts(tmp_path)
    otherwise()
    assert golden.main(["red-dragon"]) == 1
    assert texts(tmp_path) == before
    said = capsys.readouterr().out
    assert "Nothing was written" in said and "no-prc-units" in said and "--because" in said


def test_with_a_reason_the_revision_rises_and_the_changelog_says_why(copies, tmp_path, otherwise):
    revision = load("red-dragon").revision
    before = texts(tmp_path)
    otherwise()
    golden.main(["red-dragon", "--because", "8.12: interceptors fly first."])
    after = texts(tmp_path)
    line = f"### Red Dragon Rising\n\nRevision {revision + 1}: 8.12: interceptors fly first.\n\nRevision {revision}:"
    assert line in after["CHANGELOG.md"] and line not in before["CHANGELOG.md"]
    source = "pbem/games/red_dragon/__init__.py"
    assert f"revision={revision + 1}," in after[source]
    assert after[source].replace(f"revision={revision + 1},", f"revision={revision},") == before[source]
    old, new = golden.json.loads(before[SHORT[0]])["expect"], golden.read(copies)["expect"]
    assert new["revision"] == revision + 1 and new["facts"] != old["facts"]


def test_facts_of_an_older_revision_are_written_by_the_one_that_is_there(copies, monkeypatch):
    """The revision was raised by hand, with its line: then nothing is in the way."""
    monkeypatch.setattr(load("red-dragon"), "revision", load("red-dragon").revision + 1)
    golden.main(["red-dragon"])
    assert golden.read(copies)["expect"]["revision"] == load("red-dragon").revision
