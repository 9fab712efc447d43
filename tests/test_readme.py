"""The README is true: its commands are run, and what it shows is what comes out (tools/readme.py; make docs)."""

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
SPEC = importlib.util.spec_from_file_location("readme", ROOT / "tools" / "readme.py")
TOOL = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(TOOL)


def test_the_tiny_game_of_the_readme_goes_as_it_is_told():
    assert TOOL.played(TEXT) == TEXT, "run: make docs"


def test_what_is_not_so_would_be_noticed():
    changes = {"waits for allied": "waits for prc", "Everything holds": "All holds", "pacific | ": "pacific | 1"}
    for told, other in changes.items():
        assert told in TEXT
        assert TOOL.played(TEXT.replace(told, other, 1)) == TEXT


def test_six_commands_and_the_file_that_ann_mails_are_shown():
    commands = re.findall(r"(?m)^\$ pbem (\w+)", TEXT)
    assert commands == ["new", "adjudicate", "form", "check", "adjudicate", "verify"]
    assert TEXT.count("```text ann.txt\n") == 2 and "```text turn.txt\n" in TEXT


def test_the_exit_codes_are_those_of_the_program():
    from pbem.cli import group

    told = {int(number) for number in re.findall(r"(?m)^\| ([0-9]) \|", TEXT)}
    assert told == {0, group.BUG, group.USAGE, group.REFUSED, group.BROKEN, group.INCOMPLETE}


def test_every_title_and_its_rights_are_told():
    from pbem.core.rules.game import load, titles

    for title in titles():
        assert f"`{title}`" in TEXT and load(title).name in TEXT
    assert "your own copy" in TEXT and "not affiliated" in TEXT and len(TEXT) < 14_000
