"""Moves that were judged are carried out without being tried again, unless something has happened since."""

import pytest

from pbem.core.record import charter as charters
from pbem.core.rules.engine import Table
from pbem.core.title.game import load
from pbem.core.rules.requests import Ask
from pbem.games.pacific.rules.movement import Plan

GAME = load("pacific")
MOVES = [{"go": "move", "units": {"japan/infantry": 1}, "path": ["manchuria", "suiyuan"]}]


@pytest.fixture
def table():
    return Table(GAME, GAME.new_board(charters.make(GAME, "tried", "standard", anchors={})))


def judged(board, items):
    """The plan that was made by judging items."""
    GAME.kinds["combat-moves"].check(board, Ask("combat-moves", "japan"), items)
    return board.tried[3]


def test_the_plan_of_what_was_judged_is_taken_once(table):
    plan = judged(table.board, MOVES)
    assert Plan.judged(table.board, "combat", [dict(MOVES[0])]) is plan
    assert Plan.judged(table.board, "combat", MOVES) is not plan


def test_other_moves_and_other_phases_are_tried(table):
    for phase, items in (("combat", []), ("noncombat", MOVES)):
        plan = judged(table.board, MOVES)
        found = Plan.judged(table.board, phase, items)
        assert found is not plan and found.phase == phase


def test_a_fact_makes_the_plan_stale(table):
    plan = judged(table.board, MOVES)
    before = table.board.money["japan"]
    table.emit("money-changed", rule="INC-1", nation="japan", by=1, why="income")
    found = Plan.judged(table.board, "combat", MOVES)
    assert found is not plan and found.board.money["japan"] == before + 1


def test_a_sketch_has_no_plan_of_its_board(table):
    judged(table.board, MOVES)
    assert table.board.sketch().tried is None
