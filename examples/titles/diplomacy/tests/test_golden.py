"""Golden games and reports, kept as those of the house: played again they come to the same, letter by letter."""

from functools import cache
from pathlib import Path

import pytest

golden = pytest.importorskip("tools.golden", reason="the tools of a checkout of pbem write them")
reports = pytest.importorskip("tests.report.golden", reason="the same")
papers = pytest.importorskip("tools.pages", reason="the same")
GAMES = sorted(Path(__file__).parent.glob("golden/*/*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_comes_to_the_same_end_and_the_same_report(path):
    assert golden.faults(path) == []


def test_there_is_one_for_every_way_in_which_a_game_ends():
    assert {golden.ending_of(path) for path in GAMES if path.parent.name == "diplomacy"} == {"centres", "time", "draw"}


@cache
def pages():
    return reports.told(reports.game_of("diplomacy"))


@pytest.mark.parametrize("ending", reports.FORMATS)
def test_the_report_is_the_golden_one(ending):
    assert pages()[ending] == (reports.folder_of("diplomacy") / f"diplomacy.{ending}").read_text("utf-8")


@pytest.mark.parametrize("title", ["diplomacy", "four-bays"])
def test_its_pages_are_made(title, tmp_path):
    """tools/pages.py --of TITLE FOLDER: orders, facts, board, rulings, and how the game is won."""
    assert papers.write_pages_of(title, str(tmp_path)) == 0
    assert "centres after a fall" in (tmp_path / f"scenarios-{title}.md").read_text("utf-8")
