"""A rule of Pacific that forgets what follows a change of control loses nothing."""

from pbem.core.record import charter as charters
from pbem.core.rules.engine import Table
from pbem.core.title.game import load
from pbem.games.pacific.rules.due import DUE

GAME = load("pacific")


def after(area, to, units=None):
    """The board and the facts of a step of Japan's that only changes who holds an area."""
    board = GAME.new_board(charters.make(GAME, "due", "standard", anchors={}))
    board.units[area], board.seen = units or {}, {}
    t = Table(GAME, board)

    @DUE.step
    def forgetful(t):
        t.emit("control-changed", area=area, to=to, before=board.control[area])
        return
        yield

    for request in forgetful(t):
        raise AssertionError(request)
    assert not board.due
    return board, t.facts[1:]


def test_guns_of_a_territory_change_hands_with_it():
    board, facts = after("philippines", "japan", {"us": {"aa-gun": 1}})
    assert [(fact["type"], fact["rule"]) for fact in facts] == [("units-removed", "CTL-6"), ("units-placed", "CTL-6")]
    assert board.units["philippines"] == {"japan": {"aa-gun+": 1}}


def test_a_capital_that_falls_is_plundered():
    board, facts = after("india", "japan")
    assert [fact["type"] for fact in facts] == ["capital-taken", "capital-plundered"]
    assert not board.money["india"] and board.captures[0]["capital"] == "india"
