"""promises.md: every test, message and module that it names exists, and no test of mail is left out."""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (HERE / "promises.md").read_text(encoding="utf-8").split("\n")
    if line.startswith("| ") and not line.startswith("| promise ")
]
NAMED = [one for row in ROWS for one in re.findall(r"test_\w+::test_\w+", row[2])]
PLACES = (ROOT / "pbem" / "mail", HERE)


def names_in(path):
    return {node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


def test_every_row_names_a_promise_what_keeps_it_and_a_test():
    assert len(ROWS) >= 60
    assert [row for row in ROWS if len(row) != 3 or not all(row) or not re.search(r"::|/", row[2])] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])
def test_what_a_row_names_exists(row):
    for name in row[1].split(", "):
        assert any((place / name).exists() for place in (*PLACES, ROOT)), name
    for one in row[2].split(", "):
        file, _, name = one.partition("::")
        if name:
            assert name in names_in(HERE / f"{file}.py"), one
        else:
            folder, _, stem = one.partition("/")
            assert folder in ("corpus", "golden", "found") and list((HERE / folder).glob(f"{stem}.*")), one


def test_no_test_of_mail_is_left_out():
    own = {Path(__file__).stem}
    there = {
        f"{path.stem}::{name}"
        for path in HERE.glob("test_*.py")
        if path.stem not in own
        for name in names_in(path)
        if name.startswith("test_")
    }
    assert sorted(there - set(NAMED)) == []
