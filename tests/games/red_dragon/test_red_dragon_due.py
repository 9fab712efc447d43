"""A rule of Red Dragon that forgets what follows its change loses nothing."""

from pbem.core.rules.engine import Table
from pbem.core.title.game import load
from pbem.games.red_dragon.board.board import blank
from pbem.games.red_dragon.rules.due import DUE


def after(board, type, choose, **fields):
    """The facts of a step that makes one change and calls for nothing that follows it; ``choose(ask)`` answers."""
    t = Table(load("red-dragon"), board)

    @DUE.step
    def forgetful(t):
        t.emit(type, **fields)
        return
        yield

    step, answer = forgetful(t), None
    try:
        while True:
            answer = choose(step.send(answer))
    except StopIteration:
        assert not board.due
        return t.facts[1:]


def nobody(ask):
    raise AssertionError(ask)


def put(board, place, *units):
    for unit in units:
        board.put(unit, place)


def land(board, side):
    units = board.parts.units
    return [id for id, unit in units.items() if unit.category == "land" and board.side[id] == side]


def test_an_area_that_land_units_enter_changes_hands_scores_and_is_left_by_those_who_may_not_stay():
    board = blank()
    army = land(board, "prc")[0]
    wing = next(id for id, unit in board.parts.units.items() if unit.category == "air" and unit.country == "us")
    put(board, "china-central", army)
    put(board, "taiwan", wing)
    way = {"from": "china-central", "to": "taiwan"}
    facts = after(board, "units-moved", lambda ask: ask.options[0], side="prc", units=[army], **way)
    assert [(fact["type"], fact["rule"]) for fact in facts[:3]] == [
        ("control-changed", "3.5"),
        ("vp-changed", "4.5"),
        ("units-rebased", "9.7"),
    ]
    assert board.place[wing] != "taiwan"


def test_units_over_the_limit_of_an_area_fall():
    board = blank()
    area = next(area for area in board.holder if board.parts.areas[area].limits)
    limit = board.parts.areas[area].limits["land"]
    board.holder[area] = "prc"
    *there, last = land(board, "prc")[: limit + 1]
    put(board, area, *there)
    put(board, "china-central", last)

    def choose(ask):
        assert (ask.kind, ask.about["why"], ask.about["count"]) == ("remove-units", "stacking", 1)
        return [last]

    after(board, "units-moved", choose, side="prc", units=[last], to=area, **{"from": "china-central"})
    assert board.place[last] == "eliminated"


def test_who_holds_an_area_is_looked_at_again_when_its_last_land_unit_falls():
    board = blank()
    ours, theirs = land(board, "prc")[0], land(board, "allied")[0]
    put(board, "guam-saipan", ours, theirs)
    facts = after(board, "unit-eliminated", nobody, unit=theirs, why="combat")
    assert facts[0]["type"] == "control-changed" and facts[0]["now"] == "prc"
