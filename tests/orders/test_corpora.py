"""Orders as different people type them, of every title (tests/order_corpus.py tells what a corpus is)."""

from collections import Counter

import pytest

from pbem.core.title.game import load, titles
from tests.order_corpus import CORPORA, lines, understood

LEAST = 3  # lines of each kind


KINDS = sorted({(title, row[2]) for title in CORPORA for row in lines(title)})


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("title", "kind"), KINDS)
def test_a_line_is_understood_or_refused(title, kind):
    """All lines of a kind."""
    rows = [row for row in lines(title) if row[2] == kind]
    wanted = {number: expected for number, *_, expected in rows}
    assert {number: understood(title, *asked, typed) for number, *asked, typed, _ in rows} == wanted


@pytest.mark.parametrize("title", CORPORA)
def test_a_line_all_in_capitals_or_small_letters_is_the_same_line(title):
    """Whatever the keyboard did.  Without lines that hold marks of the corpus or of HTML, or letters beyond ASCII."""
    rows = [row for row in lines(title) if row[-2].isascii() and not {"\\", "&"} & {*row[-2]}]
    assert len(rows) > 150
    for number, *asked, typed, expected in rows:
        for said in (typed.upper(), typed.lower()):
            assert understood(title, *asked, said) == expected, f"line {number}: {said}"


@pytest.mark.parametrize("title", titles())
def test_every_kind_of_every_title_has_its_lines(title):
    typed = Counter(row[2] for row in lines(title))
    meant = Counter(row[2] for row in lines(title) if not row[-1].startswith("!"))
    assert {kind: typed[kind] for kind in load(title).kinds if typed[kind] < LEAST} == {}
    assert [kind for kind in load(title).kinds if not meant[kind]] == []
    assert set(typed) <= {*load(title).kinds, "standing"}
