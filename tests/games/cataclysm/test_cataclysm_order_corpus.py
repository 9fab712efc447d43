"""Orders of this title as different people type them (tests/order_corpus.py tells what a corpus is)."""

from pathlib import Path

import pytest

from pbem.core.rules.game import load
from tests.order_corpus import lines, understood

CORPUS = Path(__file__).parent / "order_corpus.txt"
GAME = load("cataclysm")


@pytest.mark.parametrize(
    "number, power, kind, position, about, typed, expected", lines(CORPUS), ids=lambda one: str(one)[:40]
)
def test_a_line_is_understood_or_refused(number, power, kind, position, about, typed, expected):
    assert understood(GAME, "c2", power, kind, position, dict(about), typed) == expected, f"line {number}"
