"""Every ruling of every title says who may choose: a group, by its option, or nobody, and why not."""

import json
import re
from pathlib import Path

import pytest

from pbem.core.data.components import folder_of
from pbem.core.title.coverage import Coverage
from pbem.core.title.game import TITLES, load
from pbem.core.title.rulings import choice, rulings_of
from tests.cli.tools import pbem


@pytest.mark.parametrize("title", TITLES)
def test_a_ruling_without_a_switch_says_why(title):
    silent = [row["id"] for row in rulings_of(load(title)) if not row["switchable"] and "fixed" not in row]
    assert not silent


NO_RULE_OF_OURS = {"cataclysm": {"R-1.4-cup", "R-7.2.3-aegean", "R-9.1-ruhr"}}
"""Rulings on an example, on a printed map, and on what a report may tell: no function carries them out."""


@pytest.mark.parametrize("title", TITLES)
def test_a_ruling_leads_to_its_place_in_the_code(title):
    coverage = Coverage(load(title))
    unnamed = {row["id"] for row in rulings_of(coverage.game) if not coverage.naming(row)}
    assert unnamed == NO_RULE_OF_OURS.get(title, set())


@pytest.mark.parametrize("title", TITLES)
def test_a_ruling_stands_once(title):
    text = (Path(folder_of(TITLES[title])) / "rulings.json").read_text("utf-8")
    ids = [row["id"] for row in json.loads(text)["rulings"]]
    assert sorted(ids) == sorted(load(title).rulings)


@pytest.mark.parametrize("title", TITLES)
def test_the_rules_read_every_switch_and_no_others(title):
    """By the one method of the board; only what makes a board reads what it will hold."""
    sources = [path.read_text("utf-8") for path in Path(folder_of(TITLES[title])).rglob("*.py")]
    read = {name for text in sources for name in re.findall(r"\boption(?:\(|s\[)\s*\"([a-z0-9-]+)\"", text)}
    assert read == set(load(title).options)


def test_players_read_who_may_choose():
    fixed = pbem("rulings", "red-dragon", "R-8.9-op7-allied-only")
    assert "May the PRC use Op 7?" in fixed.out and "Fixed: 8.9 says" in fixed.out
    switch = pbem("rulings", "red-dragon", "8.8")
    assert "Choose with --option op6-all-in-area (no: one reduced CVN;" in switch.out
    assert "Fixed: " in pbem("rules", "red-dragon", "8.9").out
    assert pbem("rulings", "red-dragon").out.count("Why: ") == len(load("red-dragon").rulings)


def test_a_default_by_edition_is_told_by_edition():
    row = {"switchable": True, "option": "x", "values": ["a", "b"], "default": {"2022": "b", "2018": "a"}}
    assert choice(row) == "Choose with --option x (a; b); the default is a in edition 2018, b in edition 2022."


def test_a_number_without_a_ruling_is_told():
    ran = pbem("rulings", "red-dragon", "9.99")
    assert ran.code == 2 and "red-dragon has no ruling on 9.99" in ran.err
