"""The words of conditions are names: a slip of the pen is told, and never a condition that cannot hold."""

import pytest

from pbem.core.lines import LineError
from pbem.games.cataclysm.conditions import CONDITIONS
from pbem.games.cataclysm.names import names

NAMES = names()


@pytest.mark.parametrize("text, condition", [
    ("Germany commitment is total war", ["commitment", "germany", "total-war"]),
    ("italy stability is Wavering", ["stability", "italy", "wavering"]),
    ("ussr posture is political purges", ["posture", "ussr", "political-purges"]),
])  # fmt: skip
def test_levels_are_read_as_they_are_called(text, condition):
    assert CONDITIONS.parse(text, NAMES) == [condition]
    assert CONDITIONS.parse(CONDITIONS.text(condition, NAMES), NAMES) == [condition]


@pytest.mark.parametrize("text, quote", [
    ("germany commitment is rearmed", "rearmed"),
    ("italy stability is good", "good"),
    ("ussr posture is purged", "purged"),
])  # fmt: skip
def test_a_level_that_does_not_exist_is_refused(text, quote):
    with pytest.raises(LineError) as refused:
        CONDITIONS.parse(text, NAMES)
    assert refused.value.problem.quote == quote
