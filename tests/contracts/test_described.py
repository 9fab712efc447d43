"""Every question says in one sentence, or some, what the answer needs to know."""

import pytest

from pbem.core.title.game import load
from tests.spoken import faults_of_question
from tests.thorough import THOROUGH

from .case_plays import of_cases

TITLES = ("cataclysm", "pacific", "red-dragon")  # another title may begin with the few words of its kinds


@pytest.mark.parametrize("title", TITLES)
def test_no_kind_says_nothing_of_its_question(title):
    game = load(title)
    assert [name for name in game.kinds if not game.telling.words.of_kind(name).get("asked")] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", TITLES)
def test_what_is_said_of_a_question_are_sentences(title):
    """Of some questions of its cases; of all of them in tests/test_rulebook_cases.py."""
    asked = {(kind, text) for kind, text, *_ in of_cases(title)[1]}
    odd = [fault for kind, text in sorted(asked) for fault in faults_of_question(kind, text)]
    assert not odd, "\n".join(odd[:12])
    if THOROUGH:  # a sample does not ask all
        assert {*load(title).kinds} - {kind for kind, _ in asked} <= {"agree-end"}
