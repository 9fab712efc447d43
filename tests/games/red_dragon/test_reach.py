"""Where a counter can go, for counters that stand on no area."""

import pytest

from pbem.core.bench import cases
from pbem.core.title.game import load
from pbem.games.red_dragon.words.asked import reach

GAME = load("red-dragon")


@pytest.mark.parametrize(
    "place, told",
    [
        ("eliminated", "US CVN 1 is not in play: eliminated."),
        ("out-of-play", "US CVN 1 is not in play: out of play."),
        ("pool", "US CVN 1 is not in play: the Reinforcement pool."),
    ],
)
def test_a_counter_in_a_box_goes_nowhere_and_is_told_where_it_is(place, told):
    board, problems = cases.board_at(GAME, {"base": "empty", "units": f"{place}: us cvn-1"})
    assert problems == []
    assert reach(board, ["allied"], "us cvn 1", GAME.names) == [told]
