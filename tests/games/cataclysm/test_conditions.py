"""The words of conditions are names: a slip of the pen is told, and never a condition that cannot hold."""

import pytest

from pbem.core.language.errors import ParseError
from pbem.core.rules.requests import Ask
from pbem.games.cataclysm.orders.conditions import CONDITIONS
from pbem.games.cataclysm.board.names import names
from pbem.games.cataclysm.rules.setup import set_up

NAMES = names()


@pytest.mark.parametrize(
    "text, condition",
    [
        ("Germany commitment is total war", ["commitment", "germany", "total-war"]),
        ("italy stability is Wavering", ["stability", "italy", "wavering"]),
        ("uk reserve is empty", ["reserve-of", "uk"]),
        ("uk reserve is flag", ["reserve-is", "uk", "flag"]),
        ("status quo is in play", ["marker", "status-quo"]),
        ("tank upgrade is drawn", ["drawn", "upgrade-tank"]),
        ("Il Duce is drawn", ["drawn", "il-duce"]),
        ("ussr posture is political purges", ["posture", "ussr", "political-purges"]),
    ],
)
def test_levels_are_read_as_they_are_called(text, condition):
    assert CONDITIONS.parse(text, NAMES) == [condition]
    assert CONDITIONS.parse(CONDITIONS.text(condition, NAMES), NAMES) == [condition]


@pytest.mark.parametrize(
    "text, quote",
    [
        ("germany commitment is rearmed", "rearmed"),
        ("italy stability is good", "good"),
        ("ussr posture is purged", "purged"),
    ],
)
def test_a_level_that_does_not_exist_is_refused(text, quote):
    with pytest.raises(ParseError) as refused:
        CONDITIONS.parse(text, NAMES)
    assert refused.value.problem.quote == quote


def holds(board, ask, condition):
    return CONDITIONS.holds(board, ask, condition, lambda: ({}, {}))


def test_what_was_drawn_and_what_is_in_play():
    board = set_up("c1", "2022")
    ask = Ask("play-unit", "uk", about={"counter": "uk-army-1"})
    assert holds(board, ask, ["drawn", "army"]) and not holds(board, ask, ["drawn", "air"])
    assert holds(board, Ask("play-upgrade", "uk", about={"counter": "uk-upgrade-tank-1"}), ["drawn", "upgrade-tank"])
    assert holds(board, ask, ["reserve-is", "germany", "flag"])
    assert not holds(board, ask, ["reserve-is", "germany", "offensive"])
    assert not holds(board, ask, ["reserve-is", "italy", "flag"])
    assert not holds(board, Ask("interrupt", "uk"), ["drawn", "army"])
    assert holds(board, ask, ["marker", "status-quo"])
    assert not holds(board, ask, ["marker", "trans-siberian-railroad"])
