"""What follows a change is a queue: a rule that forgets to call for it loses nothing."""

import pytest

from pbem.core.rules.due import put
from pbem.games.cataclysm import GAME
from pbem.games.cataclysm.board.board import Board
from pbem.games.cataclysm.rules.due import DUE, due
from pbem.games.cataclysm.rules.retreat import overstacked
from pbem.games.cataclysm.rules.sequence import stopping
from pbem.games.cataclysm.rules.special_rules import STRESA

from cataclysm_table import board, run


@stopping
def forgetful(t, change, **fields):
    """A step that makes a change and calls for nothing that follows it."""
    t.emit(change, **fields)
    return
    yield


def test_units_that_a_change_of_control_leaves_nowhere_are_gone_at_the_end_of_the_step():
    made = board("poland: ge tank", edition="2018", cubes={"poland": "germany"})
    taken = {"area": "poland", "power": "ussr", "from": "germany", "by": "ussr", "cubes": {"ussr": 1}, "points": {}}
    away = ("retreat", "germany", {"to": {"ge-army-1": "berlin"}})
    assert not overstacked(made)
    facts = run(made, forgetful, answers=[away], change="control-changed", why="test", **taken)
    assert [fact["type"] for fact in facts][:2] == ["control-changed", "unit-moved"]
    assert facts[1]["rule"].startswith("10.10") and not overstacked(made) and not made.due


def test_who_waits_for_its_collapse_falls_at_the_end_of_the_step():
    made = board()
    facts = run(made, forgetful, change="collapse-due", power="italy", how="surrender")
    assert [fact["type"] for fact in facts if fact["type"].startswith("collapse-")][-1] == "collapse-ended"
    assert not made.queue and not made.due


def test_a_marker_whose_case_has_come_leaves_play_at_the_end_of_the_step():
    made = board(scenario="c1")
    assert made.in_play(STRESA)
    facts = run(made, forgetful, change="alliance-formed", ideology="democratic", powers=["france", "uk"], by="uk")
    assert {"marker": STRESA, "to": "removed"}.items() <= facts[1].items()
    assert not made.in_play(STRESA)


def test_work_that_a_rule_calls_for_is_due_no_more():
    made = board()
    put(made.due, ("units", "markers"))

    def calling(t):
        yield from due(t, "markers")
        assert list(t.board.due) == [("units",)]

    run(made, calling)


def test_what_a_step_before_has_left_is_no_work_of_the_next():
    """A board that facts have made again, as readers make it, has the names of all their changes."""
    made = board()
    put(made.due, DUE.order)

    def looking(t):
        assert not t.board.due
        return
        yield

    run(made, stopping(looking))


def test_no_state_holds_the_queue():
    made = board()
    put(made.due, ("units",))
    assert "due" not in made.to_json()
    assert Board.from_json(made.to_json()).due == {}


def test_everything_that_a_fact_makes_due_is_done_by_a_rule():
    made = board(scenario="c1")
    assert set(DUE.order) | {"tests"} == set(DUE.rules)
    GAME.reducers["collapse-due"](made, {"type": "collapse-due", "power": "italy", "how": "collapse"})
    assert list(made.due) == [("falls",)]
    with pytest.raises(KeyError):
        run(made, lambda t: due(t, "breakfast"))
