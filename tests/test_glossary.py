"""docs/glossary.md holds: what it calls retired stands in no paper, docstring or help any more, and names nothing."""

import ast
import functools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
SOURCES = {path: path.read_text("utf-8") for path in sorted((ROOT / "pbem").rglob("*.py"))}


def rows(heading):
    """The rows of the table below a heading, as lists of cells."""
    section = GLOSSARY.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in table[2:] if row]


@functools.cache
def read():
    """``(text, names)``: all that people read, papers and docstrings, of which the help of commands is made; and the
    names of all classes and functions."""
    papers = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "pbem").rglob("*.md")]
    found = [path.read_text("utf-8") for path in papers if path.name not in ("glossary.md", "CHANGELOG.md")]
    defined = set()
    for text in SOURCES.values():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                found.append(ast.get_docstring(node, clean=False) or "")
                defined.add(getattr(node, "name", ""))
    return "\n".join(found), defined


CODE = "\n".join(SOURCES.values())
NAMES = [name for old, _ in rows("Retired names") for name in re.findall(r"`([^`]+)`", old)]
MODULES = [name for name in NAMES if name.endswith(".py")]
GONE = [word for words, _, *gone in rows("Retired words") if gone and gone[0] for word in words.split(", ")]


def test_the_tables_are_read():
    assert len(MODULES) > 40 and len(NAMES) > 80 and len(GONE) >= 4
    assert all(len(row) == 2 for heading in ("At the table", "The record", "The program") for row in rows(heading))


def test_a_term_is_told_once():
    terms = [row[0] for heading in ("At the table", "The record", "The program") for row in rows(heading)]
    assert len(terms) == len(set(terms))


@pytest.mark.longer
def test_a_retired_module_is_gone_and_named_nowhere():
    places = [path.relative_to(ROOT / "pbem").as_posix() for path in SOURCES]
    assert {*MODULES}.isdisjoint(places)
    ends = {"/".join(place.split("/")[-2:]) for place in places}
    names = {"/".join(module.split("/")[-2:]) for module in MODULES} - ends  # elsewhere there may be one of that name
    named = "|".join(name.removesuffix(".py").replace("/", "[/.]") for name in sorted(names))
    assert re.findall(rf"\b(?:{named})\b.{{0,40}}", read()[0]) == []


def test_a_retired_name_is_defined_and_quoted_nowhere():
    text, defined = read()
    names = [name for name in NAMES if name not in MODULES and (name[0].isupper() or "_" in name)]
    assert defined.isdisjoint(names)
    assert re.findall(rf"`(?:{'|'.join(map(re.escape, names))})\b.{{0,40}}", text) == []


def test_a_word_that_is_gone_is_said_nowhere():
    assert re.findall(rf"(?i)\b(?:{'|'.join(map(re.escape, GONE))})s?\b.{{0,40}}", read()[0]) == []


def test_what_replaces_a_name_is_there():
    words = set(re.findall(r"\w+", CODE))
    for name in (name for _, new in rows("Retired names") for name in re.findall(r"`([^`]+)`", new)):
        last = name.rpartition(".")[2]
        assert (ROOT / "pbem" / name).exists() if name.endswith(".py") else last in words, name
