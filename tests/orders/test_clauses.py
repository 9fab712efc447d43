"""Every clause that a line may leave out has a case in which leaving it out changes what comes of it (clauses.json)."""

import json

import pytest

from pbem.core.bench import cases
from pbem.core.title.game import load, titles
from tests.case_files import case_files
from tests.orders.clauses import TABLE, clauses, matters, said_in
from tests.thorough import some

ROWS = json.loads(TABLE.read_text("utf-8"))


@pytest.mark.parametrize("title", titles())
def test_every_optional_clause_has_its_case(title):
    """If not: write one, then `python -m tests.orders.clauses TITLE`."""
    wanted = {" · ".join((title, *clause)) for clause in clauses(load(title))}
    assert {key for key in ROWS if key.startswith(f"{title} · ")} == wanted
    assert sorted(key for key in wanted if not ROWS[key]) == []


@pytest.mark.parametrize("title", titles())
def test_without_the_clause_the_case_does_not_hold(title):
    game = load(title)
    named = {key: case for key, case in ROWS.items() if case and key.startswith(f"{title} · ")}
    known = {case["id"]: case for path in case_files(title) for case in cases.read(path.read_bytes())}
    for key in some(sorted(named), 4):
        clause = tuple(key.split(" · ")[1:])
        case = known[named[key]]
        shown = [less for said, less in said_in(game, case) if said == clause]
        assert any(matters(game, case, less) for less in shown), key
