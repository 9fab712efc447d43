"""The table of sentences of each rulebook: each row names cases that exist, or says why none can show it.

A row has the place of a sentence, what it demands in words of our own, and either ids of cases or a reason. The header
counts rows and reasons by chapter; a chapter with more than one reason in twenty rows has been looked at again and
says with what result.
"""

import collections
import json
import re

import pytest

from tests.case_files import FOLDER, TABLE, case_editions

TABLES = sorted(FOLDER.glob(f"*/{TABLE}"))
LIMIT = 20
FIELDS = {"chapter", "place", "edition", "demands", "cases", "reason"}


def table_of(path):
    return json.loads(path.read_text("utf-8"))


def chapter_of(row):
    return row.get("chapter", row["place"].split(".")[0])


def counted(rows):
    """``{chapter: (rows, reasons)}``"""
    rows_of = collections.Counter(map(chapter_of, rows))
    reasons_of = collections.Counter(chapter_of(row) for row in rows if "reason" in row)
    return {chapter: (number, reasons_of[chapter]) for chapter, number in rows_of.items()}


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.parent.name)
def test_every_row_has_cases_or_a_reason(path):
    odd = [
        row["place"]
        for row in table_of(path)["rows"]
        if not set(row) <= FIELDS or not row["demands"] or bool(row.get("cases")) == bool(row.get("reason"))
    ]
    assert odd == []


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.parent.name)
def test_every_case_that_a_row_names_exists(path):
    known = case_editions(path.parent.name)
    missing = [
        (row["place"], case) for row in table_of(path)["rows"] for case in row.get("cases", []) if case not in known
    ]
    assert missing == []


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.parent.name)
def test_a_sentence_of_an_edition_has_a_case_of_that_edition(path):
    """A row without an edition speaks for all, so that its cases together have to hold in all."""
    known = case_editions(path.parent.name)
    editions = {edition for held in known.values() for edition in held or []}
    bare = []
    for row in table_of(path)["rows"]:
        wanted = {row["edition"]} if "edition" in row else editions
        held = {edition for case in row.get("cases", []) for edition in known[case] or editions}
        if "cases" in row and wanted - held:
            bare.append((row["place"], sorted(wanted - held)))
    assert bare == []


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.parent.name)
def test_no_sentence_stands_twice(path):
    places = [(row["place"], row.get("edition"), row["demands"]) for row in table_of(path)["rows"]]
    assert [place for place, times in collections.Counter(places).items() if times > 1] == []


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.parent.name)
def test_the_header_counts_what_no_case_can_show(path):
    table = table_of(path)
    told = {chapter: (entry["rows"], entry["reasons"]) for chapter, entry in table["chapters"].items()}
    shares = counted(table["rows"])
    for chapter, (rows, reasons) in shares.items():
        share = 100 * reasons / rows
        print(f"{path.parent.name} {chapter}: {rows} sentences, {reasons} without a case ({share:.1f} %)")
        if reasons * LIMIT > rows:
            assert table["chapters"][chapter].get("looked_again"), f"chapter {chapter}: look again"
    assert told == shares


# -- places by line, where a book has no numbers --------------------------------------------------------------------

LINES = re.compile(r"lines (\d+)(?: (?:s[\d-]+|last))?(?:-(\d+))?(?: s[\d-]+)?(?:, [\d, -]+)?")


def lines_of(row):
    """The first and the last line of a place as Pacific has them: lines 929 s2-3, or lines 722 last-724."""
    found = LINES.fullmatch(row["place"])
    assert found, row["place"]
    return int(found[1]), int(found[2] or found[1])


def by_chapter(rows):
    chapters = {}
    for row in rows:
        chapters.setdefault(row["chapter"], []).append(lines_of(row))
    return chapters


PACIFIC = FOLDER / "pacific" / TABLE


def test_rows_stand_in_the_order_of_their_lines_and_no_line_runs_backwards():
    for chapter, spans in by_chapter(table_of(PACIFIC)["rows"]).items():
        assert [first for first, _ in spans] == sorted(first for first, _ in spans), chapter
        assert [span for span in spans if span[0] > span[1]] == [], chapter


def test_chapters_do_not_reach_into_each_other():
    chapters = by_chapter(table_of(PACIFIC)["rows"])
    reach = sorted((spans[0][0], max(last for _, last in spans), chapter) for chapter, spans in chapters.items())
    assert [(one, other) for one, other in zip(reach, reach[1:]) if one[1] >= other[0]] == []
