"""What the board tells of who stands where."""

import pytest

from pbem.core.record.charter import make
from pbem.games.pacific import GAME
from pbem.games.pacific.board.parts import FORCES
from pbem.games.pacific.views.table import units
from tests.contracts.titles import ANCHORS


@pytest.fixture
def board():
    made = GAME.new_board(make(GAME, "board", "standard", anchors=ANCHORS))
    for area in ("guam", "sz17"):
        made.units.pop(area, None)
    made.add("guam", "japan", "infantry", 2)
    made.add("guam", "us", "infantry", 1)
    made.add("guam", "us", "armor", 3)
    return made


@pytest.mark.parametrize("kind", [tuple, list, iter])
def test_stacks_of_some_forces_are_those_of_each(board, kind):
    whole = [(force, one.key, count) for force, one, count in board.stacks("guam")]
    for force in FORCES:
        found = [(owner, one.key, count) for owner, one, count in board.stacks("guam", kind([force]))]
        assert found == [row for row in whole if row[0] == force]
    assert len(whole) == 3 and board.total("guam", "infantry", kind(["us"])) == 1


def test_what_was_seen_of_an_area_goes_with_its_units(board):
    assert board.blocks("sz17", "axis") is False
    board.add("sz17", "japan", "destroyer", 1)
    assert board.blocks("sz17", "axis") and not board.blocks("sz17", "allies")
    sketch = board.sketch()
    sketch.add("sz17", "japan", "destroyer", -1)
    assert board.blocks("sz17", "axis") and not sketch.blocks("sz17", "axis")


def test_units_are_asked_for_by_force(board):
    assert units(board, "guam", "us") == ["3 us/armor", "us/infantry"]
    assert units(board, "guam") == ["2 japan/infantry", "3 us/armor", "us/infantry"]
