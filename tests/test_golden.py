"""The golden games (tools/golden.py): played again from order text, they come to the same facts and the same report."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.core.data.problems import BrokenFile
from pbem.core.title.game import load, titles
from tools import golden, gone_cases

FOLDER = Path(golden.FOLDER)
PATHS = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_comes_to_the_same_end_and_the_same_report(path):
    assert golden.faults(path) == []


@pytest.mark.parametrize("title", [title for title in titles() if (FOLDER / title).is_dir()])
def test_every_ending_of_a_title_has_a_golden_game(title):
    shown = {golden.ending_of(path) for path in golden.paths(title)}
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

    def changed(self, type, **fields):
        left[0] -= 1
        return emit(self, type, **{**fields, "rule": "0.0"} if left[0] == 0 else fields)

    def begin(after=21):
        left[0] = after

    monkeypatch.setattr(Table, "emit", changed)
    return begin


@pytest.mark.parametrize("title", titles())
def test_a_fact_that_changes_is_named_with_both_values(title, otherwise):
    """The recorded games of every title hold each of their facts."""
    recorded = golden.read(golden.paths(title)[0])
    otherwise(12)  # before any answer is tried out to see what it comes to
    try:
        found = golden.outcome(golden.replay(recorded))
    except (golden.Stray, BrokenFile):
        return
    [told] = golden.differences(recorded["expect"], found)
    assert re.fullmatch(r'entry \d+: fact [a-z-]+: rule was "[^"]+", is "0\.0"', told), told


def test_a_fact_that_came_or_went_is_told_and_so_is_another_result():
    was = golden.read(next(path for path in PATHS if path.stem == "no-prc-units"))["expect"]
    now = {**was, "result": None, "facts": [*was["facts"][:3], [2, {"type": "fog", "rule": "1"}], *was["facts"][4:]]}
    gone, new = was["facts"][3][1], '{"type": "fog", "rule": "1"}'
    assert golden.differences(was, now) == [
        f"result: was {golden.json.dumps(was['result'])}, is nothing",
        f"entry 1: a fact event-checked is gone: {golden.json.dumps(gone)}",
        f"entry 2: a fact fog is new: {new}",
    ]
    many = golden.differences(was, {**was, "facts": []})
    assert len(many) == golden.MOST_TOLD + 1 and many[-1] == f"and {len(was['facts']) - golden.MOST_TOLD} more"


@pytest.mark.parametrize("title", titles())
def test_no_golden_game_hangs_on_the_revision(title, monkeypatch):
    """What is drawn in it is given, and nothing that it comes to is a digest."""
    monkeypatch.setattr(load(title), "revision", load(title).revision + 1)
    recorded = golden.read(golden.paths(title)[0])
    assert golden.outcome(golden.replay(recorded)) == recorded["expect"]
    assert not re.search(r"[0-9a-f]{16}|revision", golden.json.dumps(recorded))


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
    """What is decided otherwise in a position that no golden game meets is a new revision all the same; and then two
    lines are the whole difference."""
    revision, before = load("red-dragon").revision, texts(tmp_path)
    golden.main(["red-dragon", "--because", "8.21: seldom."])
    after = texts(tmp_path)
    assert f"Revision {revision + 1}: 8.21: seldom." in after["CHANGELOG.md"]
    assert f"revision={revision + 1}," in after["pbem/games/red_dragon/__init__.py"]
    assert {name for name in after if after[name] != before[name]} == {
        "CHANGELOG.md",
        "pbem/games/red_dragon/__init__.py",
    }


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
    assert "revision" not in new and new["facts"] != old["facts"]


def test_by_the_same_reason_it_goes_on_when_what_was_named_is_mended(copies, tmp_path, otherwise, monkeypatch, capsys):
    """The revision rises once, however often the command is run until all fits."""
    reason, words = "8.12: interceptors fly first.", golden.read(copies)["play"]
    golden.write_game(copies, {**golden.read(copies), "play": [{"prc": "op 99 nowhere"}]})
    golden.main(["red-dragon", "--because", reason])
    assert "go on by the same words" in capsys.readouterr().out
    monkeypatch.setattr(load("red-dragon"), "revision", load("red-dragon").revision + 1)
    golden.write_game(copies, {**golden.read(copies), "play": words})
    before = texts(tmp_path)
    otherwise()
    golden.main(["red-dragon", "--because", reason])
    after = texts(tmp_path)
    assert {name for name in after if after[name] != before[name]} == set(SHORT)


@pytest.fixture
def checkout(tmp_path):
    """A repository with two cases of a title, and their table of sentences."""

    def write(name, text):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True)

    write("tests/cases/toy/1.json", '{"cases": [{"id": "1.1-a-toy"}, {"id": "1.1-a-toy-more"}]}')
    write("tests/cases/toy/sentences.json", '{"rows": [\n {"cases": ["1.1-a-toy"]},\n {"cases": ["1.1-never"]}]}')
    write("docs/toy.md", "One line.\nThe case 1.1-a-toy, and 1.1-a-toy-more.\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    return write


def test_whatever_names_a_case_that_has_gone_is_told_with_file_and_line(checkout, tmp_path):
    gone = "names the case {}, which has gone"
    never = "tests/cases/toy/sentences.json:3: " + gone.format("1.1-never")
    assert gone_cases.faults("toy", tmp_path) == [never]
    checkout("tests/cases/toy/1.json", '{"cases": [{"id": "1.1-a-toy-more"}]}')
    table = "tests/cases/toy/sentences.json:2: " + gone.format("1.1-a-toy")
    assert gone_cases.faults("toy", tmp_path) == ["docs/toy.md:2: " + gone.format("1.1-a-toy"), table, never]
    checkout("docs/toy.md", "The case 1.1-a-toy-more.\n")
    assert gone_cases.faults("toy", tmp_path) == [table, never]


@pytest.mark.parametrize("title", titles())
def test_no_table_names_a_case_that_has_gone(title):
    assert gone_cases.faults(title) == []
