"""The pages of cases, which `make docs` writes into build/cases: a player reads them, and finds every case."""

import json
import re
from pathlib import Path

import pytest

from pbem.core.title.game import TITLES, load
from tests.case_files import FOLDER
from tools import case_pages

ROOT = Path(__file__).resolve().parents[1]
SOME = {"red-dragon": "04-victory", "pacific": "13-phase-5-convoys", "cataclysm": "10.10-retreat"}


@pytest.fixture(scope="module", params=TITLES)
def made(request):
    """``(title, a file of cases, its page)``"""
    title, name = request.param, SOME[request.param]
    document = json.loads((FOLDER / title / f"{name}.json").read_text("utf-8"))
    return title, document, case_pages.page(load(title), name, document)


@pytest.mark.sampled(3)
def test_each_case_says_by_which_rule_when_and_then(made):
    _, document, page = made
    told = page.split("\n### ")[1:]
    assert len(told) == len(document["cases"]) and document["shows"] in page
    for case, text in zip(document["cases"], told):
        assert all(rule in text for rule in case["rules"]) and "**Then" in text, case["id"]
        assert case.get("why", "") in text and re.search(r"(?m)^- ", text.partition("**Then")[2]), case["id"]


def test_no_page_shows_the_signs_of_json(made):
    assert re.findall(r'.*(?:\{"|": |None|True|False).*', made[2]) == []


def test_its_rulings_are_links_to_their_page(made):
    title, _, page = made
    rulings = (ROOT / "docs" / "generated" / f"rulings-{title}.md").read_text("utf-8")
    heads = {case_pages.anchor(head) for head in re.findall(r"(?m)^## (.+)$", rulings)}
    links = re.findall(r"\]\(\.\./\.\./\.\./docs/generated/rulings-[a-z-]+\.md#([^)]+)\)", page)
    assert links and set(links) <= heads


def test_an_edition_in_which_something_else_comes_out_is_told_apart():
    case = {"id": "2.8-x", "rules": ["2.8"], "compute": "losses", "with": {"scores": [7, 2]}}
    case["expect"] = {"2018": {"value": 3}, "2022": {"value": None}}
    lines = case_pages.Told(load("cataclysm"), case).lines()
    assert "**Then, in the edition 2018**" in lines and "- It is none." in lines
    assert "- `losses` is computed of scores 7, 2." in lines


@pytest.mark.parametrize("title", TITLES)
def test_the_index_links_every_file_of_cases(title, monkeypatch):
    monkeypatch.setattr(case_pages, "page", lambda game, name, document: "")
    found = case_pages.pages(load(title))
    links = re.findall(r"\]\(([^)]+)\)", found["index.md"])
    assert sorted(links) == sorted(set(found) - {"index.md"}) and len(links) > 15
