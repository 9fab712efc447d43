"""Every number that a case or a row of the table of sentences names is one that `pbem rules TITLE NUMBER` knows.

A case's id begins with the number of its rule; where it begins with a word instead (`found-…` of points that readers
disputed, `forced-…` of answers that nobody is asked for), or with a scenario of Cataclysm (`C.4-…`), the numbers in
its `rules` say which rules it shows.
"""

import ast
import json
import re
import sys
from pathlib import Path

import pytest

from pbem.core.title.coverage import numbers_of
from pbem.core.title.game import load, titles
from tests.case_files import FOLDER, TABLE, case_files

NUMBER = re.compile(r"(\d+(?:\.\d+)*|[A-Z]{2,}-\d+)(?=-)")
SCENARIO = re.compile(r"C\.(\d)-")
UNNUMBERED = re.compile(r"(found|forced)-")
NUMBERS = re.compile(r"\d+\.\d+(?:\.\d+)*|[A-Z]{2,}-\d+")
BEGINS = re.compile(rf"(?:(?:{NUMBERS.pattern})(?:, |\. | |$))+")
PLACE = re.compile(r"(?:^|, )(\d+\.\d+(?:\.\d+)*)")


def cases(title):
    return [case for path in case_files(title) for case in json.loads(path.read_text("utf-8"))["cases"]]


def is_known(id, numbers, scenarios):
    """Whether an id begins with a number of the book, with a scenario, or with a word that says why it has none."""
    if scenario := SCENARIO.match(id):
        return any(re.match(rf"c{scenario[1]}\b", each) for each in scenarios)
    found = NUMBER.match(id)
    return found[1] in numbers if found else bool(UNNUMBERED.match(id))


@pytest.mark.parametrize("title", titles())
def test_the_id_of_each_case_begins_with_a_number_of_the_book(title):
    numbers, scenarios = numbers_of(title), load(title).scenarios
    assert [case["id"] for case in cases(title) if not is_known(case["id"], numbers, scenarios)] == []


@pytest.mark.parametrize("title", titles())
def test_each_case_shows_and_expects_numbers_of_the_book(title):
    numbers = numbers_of(title)
    named = {(number, case["id"]) for case in cases(title) for number in [*case["rules"], *refusing(case["expect"])]}
    assert sorted((number, id) for number, id in named if number not in numbers) == []


def refusing(expect):
    """The rules that refuse by an expectation, of one edition or of each."""
    parts = [expect, *(part for part in expect.values() if isinstance(part, dict))]
    return [part["refused"] for part in parts if part.get("refused")]


@pytest.mark.parametrize("title", titles())
def test_each_row_of_the_table_of_sentences_stands_at_a_number_of_the_book(title):
    numbers = numbers_of(title)
    rows = json.loads((FOLDER / title / TABLE).read_text("utf-8"))["rows"]
    named = [(number, row["place"]) for row in rows for number in PLACE.findall(row["place"])]
    assert [(number, place) for number, place in named if number not in numbers] == []


def test_what_is_no_number_of_the_book_is_found():
    assert not is_known("4.99-nothing", {"4.9"}, ())
    assert not is_known("C.9-nothing", {}, ("c4-no-retreat",))
    assert not is_known("nothing-at-all", {}, ())
    assert is_known("4.9-something", {"4.9"}, ()) and is_known("found-R1-x", {}, ())


@pytest.mark.parametrize("title", titles())
def test_a_docstring_that_begins_with_a_number_begins_with_one_of_the_book(title):
    """In words and orders too, where no rule is borne by it."""
    numbers, found = numbers_of(title), []
    for path in sorted(Path(sys.modules[load(title).package].__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                begins = BEGINS.match(ast.get_docstring(node) or "")
                found += [(path.name, node.name, number) for number in NUMBERS.findall(begins[0] if begins else "")]
    assert len(found) > 20 and [row for row in found if row[2] not in numbers] == []


@pytest.mark.parametrize("title", titles())
def test_no_text_tells_a_number_that_an_edition_calls_otherwise(title):
    """What a rule tells goes through core.rules.numbers; what stands in a text does not."""
    renamed = {number for number, row in numbers_of(title).items() if "called" in row}
    told = re.compile(r"[\[(](\d+(?:\.\d+)+)[\])]")
    found = []
    for path in sorted(Path(sys.modules[load(title).package].__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        said = {
            ast.get_docstring(node, clean=False) for node in ast.walk(tree) if hasattr(node, "body") and has_text(node)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in said:
                found += [(path.name, number) for number in told.findall(node.value) if number in renamed]
    kinds = [(kind.name, kind.rule) for kind in load(title).kinds.values() if kind.rule in renamed]
    assert found + kinds == []


def has_text(node):
    return isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and bool(ast.get_docstring(node))
