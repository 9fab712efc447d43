"""docs/fairness.md says what the code does, and the small verifier is what the page says it is."""

import ast
import configparser
import re
import sys
from pathlib import Path

from pbem.core.record.participation import TABLE

from . import small

ROOT = Path(__file__).resolve().parent.parent.parent
ATTACKS = (ROOT / "tests" / "attacks" / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")


def test_the_table_of_participation_is_that_of_the_code():
    head = ["who, at entry e", "answers what is asked", "petitions", "keeps, brings, leaves out", "envelope"]
    rows = [head, ["---"] * len(head), *TABLE.values()]
    assert "".join(f"| {' | '.join(row)} |\n" for row in rows) in PAGE


def test_every_attack_is_on_the_page_and_every_file_it_names_is_there():
    named = set(re.findall(r"test_[a-z_]+\.py", ATTACKS.partition("## ")[0]))
    assert named == {path.name for path in (ROOT / "tests" / "attacks").glob("test_*.py")}


def test_every_promise_names_a_test_that_is_there():
    page = ATTACKS.partition("## What is promised")[2]
    rows = [row for row in page.splitlines() if row.startswith("| ") and "| |" not in row and "---" not in row]
    assert len(rows) > 50
    for row in rows[1:]:
        named = re.findall(r"`([a-z_0-9/]*test_[a-z_0-9]+\.py)(?:::(test_\w+))?`", row)
        assert named, row
        for path, name in named:
            code = (ROOT / (path if "/" in path else f"tests/attacks/{path}")).read_text(encoding="utf-8")
            assert not name or f"\ndef {name}(" in code, (path, name)


def test_the_exit_codes_are_those_of_both_verifiers():
    assert re.findall(r"^\| (\d) \|", PAGE, re.MULTILINE) == ["0", "2", "4", "5"]
    assert sorted(re.findall(r"\d", re.search(r"Exit code (.*)", source())[1])) == ["0", "2", "4", "5"]


def source():
    return small.PATH.read_text(encoding="utf-8")


def test_the_small_verifier_is_one_readable_file_of_the_standard_library():
    lines = source().splitlines()
    assert len(lines) <= 680 and len(source()) < 43_000 and max(map(len, lines)) <= 120  # what one reads in an evening
    names = set()
    for node in ast.walk(ast.parse(source())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    assert names and names <= set(sys.stdlib_module_names)


def test_it_is_shipped_beside_the_package():
    """In the source distribution, and as share/pbem/pbem_verify.py where a wheel is installed."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    assert parser["options.data_files"]["share/pbem"].split() == [str(small.PATH.relative_to(ROOT))]


def test_it_runs_alone_with_the_exit_codes_that_it_documents(tmp_path):
    from . import hand

    game = hand.with_a_referee()
    path = tmp_path / "game"
    path.write_bytes(game.bytes())
    head = game.head(2)
    for options, code in [
        ((), 0),
        (("--head", head), 0),
        (("--head", head[:32].upper()), 0),
        (("--head", "ab" * 16), 4),
        (("--head", head[:8]), 4),
        (("--wrong",), 2),
    ]:
        ran = small.alone(path, *options)
        assert (ran.returncode, "Traceback" in ran.stderr) == (code, False), options
    assert small.alone(tmp_path / "nowhere").returncode == 4
    del game.lines[-1][0]["opened"]
    game.lines[-1][0]["used"].pop()
    game.sign_last("referee")
    path.write_bytes(game.bytes())
    assert small.alone(path).returncode == 5
