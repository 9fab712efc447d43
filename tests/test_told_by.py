"""By which rules a fact is told, read off the code (tools/told_by.py): all that is told stands there, and little else.

That nothing is missing is seen in tests/core/test_published_facts.py, by games, and in tests/test_rulebook_cases.py.
"""

import pytest

from pbem.core.title.game import TITLES, load
from tools.told_by import told_by


@pytest.fixture(scope="module")
def told():
    return {title: told_by(load(title)) for title in TITLES}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", TITLES)
def test_every_fact_is_told_by_a_rule(told, title):
    """A fact that nothing tells is a dead one; that of a correction has the referee's word for a number."""
    assert [type for type, numbers in told[title].items() if not numbers] == ["corrected"]


def test_numbers_are_found_in_every_way_in_which_they_are_given(told):
    red, pacific, cataclysm = told["red-dragon"], told["pacific"], told["cataclysm"]
    assert cataclysm["combat-rolled"] == ["10.4", "10.5", "10.6"], "a table at the place itself"
    assert red["game-ended"] == ["4.1", "4.2", "4.3", "4.4", "4.6", "4.7"], "what a function gives back, as an argument"
    assert red["half-rolled"] == ["6.7", "6.8", "6.9", "6.10", "6.14"], "what a decorator gives to its function"
    assert red["end-offered"] == ["4.6"], "the ending of the title"
    assert pacific["units-loaded"] == ["TRN-1", "TRN-4", "CAR-1"], "one of two"
    assert cataclysm["operation-ended"] == ["9.2"], "the rule that runs"


@pytest.mark.parametrize("title", TITLES)
def test_most_facts_have_few_rules(told, title):
    """Names that are alike must not make everything possible."""
    assert sorted(map(len, told[title].values()))[len(told[title]) * 9 // 10] <= 10
