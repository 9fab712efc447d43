"""pbem title: what is written runs at once, and what is broken in it is named; the page of the kit has every name."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pbem.kit

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "adding-a-title.md").read_text("utf-8")
HEAD = 8  # lines of an order form before its questions


class Club:
    """A place to play with a title that was written there."""

    def __init__(self, folder):
        self.folder = folder
        self.pbem("title", "new", "hill-and-dale")
        self.home = folder / "hill-and-dale"
        about = self.home / "hill_and_dale-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pbem-hill-and-dale\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text("[pbem.titles]\nhill-and-dale = hill_and_dale\n")

    def pbem(self, *arguments, code=0):
        path = os.pathsep.join([str(ROOT), str(self.folder / "hill-and-dale")])
        env = {**os.environ, "PYTHONPATH": path, "PBEM_MEMORY": str(self.folder / "memory")}
        words = [sys.executable, "-m", "pbem", *map(str, arguments)]
        ran = subprocess.run(words, cwd=self.folder, env=env, capture_output=True, text=True)
        assert ran.returncode == code, (arguments, ran.stdout, ran.stderr)
        return ran.stdout + ran.stderr

    def write(self, name, value):
        (self.folder / name).write_text(json.dumps(value))
        return name

    def change(self, name, old, new):
        path = self.home / "hill_and_dale" / name
        text = path.read_text("utf-8")
        assert old in text
        self.write_module(path, text.replace(old, new))
        return lambda: self.write_module(path, text)

    def write_module(self, path, text):
        """Nothing compiled is left: of two texts of one length in one second the older would be taken."""
        path.write_text(text)
        shutil.rmtree(self.home / "hill_and_dale" / "__pycache__", ignore_errors=True)


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    return Club(tmp_path_factory.mktemp("club"))


def test_the_paper_leads_from_nothing_to_a_played_turn(club):
    shown = PAGE.partition("## From nothing")[2].partition("Then change it")[0]
    commands = re.findall(r"(?m)^    (pbem \S+(?: \S+)*?)(?:  .*)?$", shown)
    assert [line.split()[1] for line in commands] == [
        "title", "title", "new", "form", "form", "adjudicate", "report", "map"
    ]  # fmt: skip
    assert "FAILS" not in club.pbem("title", "check", "hill-and-dale")
    club.pbem("new", "hill-and-dale", "-o", "g.json")
    for power in ("north", "south"):
        form = club.pbem("form", "g.json", power)
        (club.folder / f"{power}.txt").write_text(re.sub(r"(?m)^# march \w+", "march hill", form, count=1))
    told = club.pbem("adjudicate", "g.json", "north.txt", "south.txt", "-o", "g.json")
    assert "Entry 1 is written. Head" in told
    report = club.pbem("report", "g.json")
    assert "North marches to Hill." in report and "Can you trust the record?" in report
    club.pbem("map", "g.json", "-o", "g.svg")
    assert "North army" in (club.folder / "g.svg").read_text("utf-8")


def test_it_is_small(club):
    text = (club.home / "hill_and_dale" / "__init__.py").read_text("utf-8")
    assert len(text.splitlines()) <= 200 and "FIRST" not in text


def test_positions_corrections_and_cases_are_for_it_as_for_others(club):
    position = {"pbem": "position/1", "title": "hill-and-dale", "id": "x", "base": "empty", "at": {"turn": 2}}
    club.write("p.json", {**position, "units": "hill: north army; ford: south army", "set": {"north.points": 1}})
    club.pbem("new", "hill-and-dale", "--position", "p.json", "-o", "p-game.json")
    written = json.loads(club.pbem("position", "p-game.json"))
    assert written["units"] == "hill: north army; ford: south army" and written["set"] == {"north.points": 1}
    patch = {"pbem": "patch/1", "title": "hill-and-dale", "set": {"south.points": 5}}
    club.pbem("correct", "p-game.json", club.write("c.json", patch), "--reason", "a slip", "-o", "p-game.json")
    assert club.pbem("show", "p-game.json", "south.points").strip() == "5"
    case = {
        "id": "1-a-point",
        "title": "hill-and-dale",
        "rules": ["1"],
        "given": {"base": "standard"},
        "play": [{"north": "march hill"}, {"south": "march ford"}],
        "expect": {"standard": {"board": {"north.points": "+1"}}},
    }
    club.write("case.json", {"shows": "A point.", "cases": [case]})
    assert "1-a-point" in club.pbem("case", "case.json")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("words/facts.json", '"turn-ended": null', '"turn": null', "fact turn-ended: words/facts.json has no sentence"),
        ("__init__.py", 'return board.stands[ask.power]', 'return "moor"', "'moor' is offered and refused"),
        ("words/orders.json", '"march hill"', '"go hill"', "the example 'go hill' cannot be read"),
        ("__init__.py", 'board.points[made["power"]] += 1', 'board.points["east"] += 1', "KeyError: 'east'"),
        ("words/questions.json", "{turn}", "{season}", "KeyError: 'season'"),
        ("__init__.py", "class Telling:", "class Telling:\n    measures = staticmethod(lambda board: 3)",
         "measures: it gives 3, and not {power: {name: number}}"),
        ("__init__.py", "def turn(t):", "def turn(t, season=1):", "season is no word of the vocabulary"),
        ("__init__.py", "if to != t.board.stands[power]:", "if to:", "fact army-moved: it changes nothing"),
        ("__init__.py", 'else ("turn", {})', 'else ("turn", {"power": 3})', "turn() got an unexpected"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_told(club, file, old, new, told):
    undo = club.change(file, old, new)
    found = club.pbem("title", "check", "hill-and-dale", code=5)
    undo()
    assert told in found and "bug in pbem" not in found


def test_a_question_without_words_is_asked_in_a_sentence_all_the_same(club):
    undo = club.change("words/questions.json", '"asked"', '"was asked"')
    club.pbem("new", "hill-and-dale", "-o", "q.json")
    form = club.pbem("form", "q.json", "north")
    undo()
    assert "## You are asked to march." in form


def test_a_fault_of_a_title_is_told_as_its_own(club):
    club.pbem("new", "hill-and-dale", "-o", "f.json")
    undo = club.change("__init__.py", "lambda board, say: f", "lambda say: f")
    told = club.pbem("report", "f.json", code=1)
    undo()
    assert "This is a bug of the title hill-and-dale" in told and "send us" not in told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (', "edition": "id"}', "}", "the state of Board lacks what is agreed: edition"),
        ('"default": "3"', '"default": "44"', "publishes 44 for the option turns, which is not one of its values."),
    ],
)
def test_what_a_title_lacks_is_told_when_it_is_loaded(club, old, new, told):
    undo = club.change("__init__.py", old, new)
    found = " ".join(club.pbem("title", "check", "hill-and-dale", code=4).split())
    undo()
    assert told in found and "a bug" not in found


def test_a_position_that_names_what_is_not_there_is_told_what_was_meant(club):
    club.pbem("new", "hill-and-dale", "-o", "near.json")
    patch = {"pbem": "patch/1", "title": "hill-and-dale", "set": {"nort.points": 5}}
    found = club.pbem("correct", "near.json", club.write("n.json", patch), "--reason", "x", "-o", "near.json", code=3)
    assert "nort.points cannot be 5. Did you mean north.points?" in " ".join(found.split())


def test_a_title_that_cannot_be_imported_is_told_with_its_line_and_stops_no_other(club):
    back = club.change("__init__.py", 'AREAS = {"hill": "Hill"', 'AREAS = {"hill": {}["wc"]')
    assert "(cannot be used: pbem title check hill-and-dale)" in club.pbem("titles")
    told = " ".join(club.pbem("title", "check", "hill-and-dale", code=4).split())
    assert re.search(r"KeyError: 'wc' \(\S+hill_and_dale/__init__\.py:\d+\)", told), told
    back()


def test_what_is_no_title_is_refused(club):
    assert "exists" in club.pbem("title", "new", "hill-and-dale", code=2)
    assert "cannot name a title" in club.pbem("title", "new", "Hill_and_Dale", code=2)
    points = {"title": "x", "width": 9, "height": 9, "symbols": {}, "areas": {"a": {"at": [1, 1], "name": "A"}}}
    assert "kind" in club.pbem("title", "map", club.write("points.json", points), code=3)


def test_the_page_of_the_kit_has_every_name():
    page = (ROOT / "docs" / "generated" / "kit.md").read_text("utf-8")
    assert re.findall(r"(?m)^## `(.*)`$", page) == pbem.kit.__all__
    assert sorted(pbem.kit.__all__) == sorted(name for name in vars(pbem.kit) if name[0] != "_" and name != "core")
