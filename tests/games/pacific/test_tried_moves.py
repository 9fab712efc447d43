"""Moves that were judged are carried out without being tried again, unless the board is another one."""

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
    GAME.new_board(charters.make(GAME, "tried", "standard", anchors={})).parts.plans.clear()
    return Table(GAME, GAME.new_board(charters.make(GAME, "tried", "standard", anchors={})))


def judged(board, items):
    """What is wrong with items, and the plan that was made by judging them, if it is kept."""
    problems = GAME.kinds["combat-moves"].check(board, Ask("combat-moves", "japan"), items)
    return problems, board.parts.plans[-1][2] if board.parts.plans else None


def test_the_plan_of_what_was_judged_is_taken(table):
    _, plan = judged(table.board, MOVES)
    assert Plan.tried(table.board, "combat", [dict(MOVES[0])]) is plan


def test_the_plan_of_another_board_that_is_alike_is_taken(table):
    _, plan = judged(table.board, MOVES)
    assert Plan.tried(GAME.board_from(table.board.to_json()), "combat", MOVES) is plan


def test_moves_of_a_board_that_carried_them_out_are_tried_anew_there_alone(table):
    _, plan = judged(table.board, MOVES)
    again = GAME.board_from(table.board.to_json())
    for fact in plan.facts:
        table.emit(**fact)
    assert Plan.tried(table.board, "combat", MOVES) is not plan
    assert Plan.tried(again, "combat", MOVES) is plan


def test_other_moves_and_other_phases_are_tried(table):
    for phase, items in (("combat", []), ("noncombat", MOVES)):
        _, plan = judged(table.board, MOVES)
        found = Plan.tried(table.board, phase, items)
        assert found is not plan and found.phase == phase


def test_a_fact_makes_the_plan_stale(table):
    _, plan = judged(table.board, MOVES)
    before = table.board.money["japan"]
    table.emit("money-changed", rule="INC-1", nation="japan", by=1, why="income")
    found = Plan.tried(table.board, "combat", MOVES)
    assert found is not plan and found.board.money["japan"] == before + 1


def test_moves_that_are_changed_after_they_were_judged_are_tried(table):
    moves = [{**MOVES[0], "path": [*MOVES[0]["path"]]}]
    _, plan = judged(table.board, moves)
    moves[0]["path"][1] = "shantung"
    assert Plan.tried(table.board, "combat", moves) is not plan


def test_no_plan_is_kept_of_moves_that_are_refused(table):
    problems, plan = judged(table.board, [{**MOVES[0], "path": ["manchuria", "hawaii"]}])
    assert problems and plan is None
