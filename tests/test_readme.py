"""The README is true: its commands are run, and what it shows is what comes out (tools/readme.py; make docs)."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
SPEC = importlib.util.spec_from_file_location("readme", ROOT / "tools" / "readme.py")
TOOL = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(TOOL)


FIRST = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [TEXT, FIRST], ids=["README", "first-game"])
def test_the_tiny_game_goes_as_it_is_told(text):
    assert TOOL.played(text) == text, "run: make docs"


@pytest.mark.longer
def test_what_is_not_so_would_be_noticed():
    changes = {"waits for allied": "waits for prc", "Everything holds": "All holds", "pacific | ": "pacific | 1"}
    for told, other in changes.items():
        assert told in TEXT
        assert TOOL.played(TEXT.replace(told, other, 1)) == TEXT


def test_a_paper_whose_command_fails_is_not_written(tmp_path, monkeypatch, capsys):
    papers = [tmp_path / "one.md", tmp_path / "two.md"]
    papers[0].write_text("```console\n$ pbem --version\n```\n")
    papers[1].write_text("```console\n$ pbem status nowhere.json\n```\n")
    before = [paper.read_bytes() for paper in papers]
    monkeypatch.setattr(TOOL, "PAPERS", papers)
    with pytest.raises(TOOL.Failed, match="pbem status nowhere.json ends with exit code 4"):
        TOOL.main()
    assert [paper.read_bytes() for paper in papers] == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.md", "two.md"]


def test_another_revision_finds_the_first_secret_with_which_the_turn_goes_as_before(monkeypatch):
    charter = TOOL.first_charter(TOOL.README)
    assert TOOL.fitting(charter) == TOOL.NUMBER
    monkeypatch.setattr(TOOL, "TURN", {2: {"6.2/allied": TOOL.TURN[2]["6.2/allied"]}})  # a search of moments
    monkeypatch.setattr(TOOL, "NUMBER", 0)
    later = {**charter, "revision": charter["revision"] + 1}
    found = TOOL.fitting(later)
    fit = [TOOL.fits(later, TOOL.secret(number)) for number in range(1, found + 1)]
    assert fit == [False] * (found - 1) + [True] and not TOOL.fits(charter, TOOL.secret(found))
    monkeypatch.setattr(TOOL, "MOST", found)
    with pytest.raises(TOOL.Failed, match="mend TURN and the pictures"):
        TOOL.fitting(later)


def test_a_number_that_was_found_is_written_down_and_played_by(tmp_path, monkeypatch, capsys):
    source, paper = tmp_path / "readme.py", tmp_path / "paper.md"
    source.write_text(Path(TOOL.__file__).read_text("utf-8"), "utf-8")
    paper.write_text(TEXT, "utf-8")
    number = TOOL.NUMBER + 1
    for name, value in (("__file__", str(source)), ("PAPERS", [paper]), ("NUMBER", TOOL.NUMBER)):
        monkeypatch.setattr(TOOL, name, value)
    monkeypatch.setattr(TOOL, "fitting", lambda charter: number)
    assert TOOL.main() == 0
    assert f"\nNUMBER = {number}\n" in source.read_text("utf-8") and f"number {number} now" in capsys.readouterr().out
    assert "Everything holds." in paper.read_text("utf-8") and paper.read_text("utf-8") != TEXT


def test_a_turn_by_the_page_and_the_whole_game_by_text_are_shown():
    commands = {name: re.findall(r"(?m)^\$ pbem (\w+)", text) for name, text in (("page", TEXT), ("text", FIRST))}
    assert commands["page"] == ["new", "adjudicate", "form", "adjudicate", "verify"] and "--format html" in TEXT
    assert commands["text"] == ["new", "adjudicate", "form", "check", "adjudicate", "verify"]
    assert FIRST.count("```text ann.txt\n") == 2 and "```text turn.txt\n" in FIRST


def test_the_pictures_are_there():
    pictures = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", TEXT)
    assert len(pictures) == 2 and all((ROOT / path).read_bytes()[:4] == b"\x89PNG" and alt for alt, path in pictures)


def test_the_exit_codes_are_those_of_the_program():
    from pbem.cli import group

    told = {int(number) for number in re.findall(r"(?m)^\| ([0-9]+) \|", TEXT)}
    ends = {group.BUG, group.USAGE, group.REFUSED, group.BROKEN, group.INCOMPLETE, group.INTERRUPTED}
    assert told == {0, *ends}


def test_every_title_and_its_rights_are_told():
    from pbem.core.title.game import load, titles

    for title in titles():
        assert f"`{title}`" in TEXT and load(title).name in TEXT
    assert "your own copy" in TEXT and "not affiliated" in TEXT and len(TEXT) < 14_000
