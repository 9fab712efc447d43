"""The odds in words: what is certain is told as certain, and nothing else is."""

import pytest

from tests.cli.tools import pbem


@pytest.mark.parametrize(
    "attack, defence, sentence",
    [
        ("transport", "transport", "the defender 100.0%."),
        ("transport", "transport", "On average the attacker loses 8.00 IPCs, the defender 0.00."),
        ("submarine", "fighter", "nobody 100.0%"),
        ("8 infantry", "infantry", "The attacker wins > 99.9%"),
    ],
)
def test_what_is_certain_is_told_as_certain(attack, defence, sentence):
    run = pbem("odds", "pacific", attack, defence)
    assert run.code == 0 and sentence in run.out, run.out
