"""Work that changes make due: done in its order, once, and never lost; of every title."""

import pytest

from pbem.core.data.fields import Vocabulary
from pbem.core.rules.due import Due
from pbem.core.rules.engine import Table
from pbem.core.rules.facts import Facts
from pbem.core.title.game import load

WORDS = Vocabulary({"from": ("id", "an area"), "to": ("id", "an area")})


class Bare:
    """A board with a queue and nothing else."""

    def __init__(self):
        self.due = {}


class Toy:
    """A title of two works, and a list of what was done."""

    def __init__(self):
        self.done, self.due, facts = [], Due("first", "second"), Facts(WORDS)
        facts.fact("moved", "from to", due={"second": lambda board, fact: [fact["from"], fact["to"]]})(
            lambda board, fact: None
        )
        facts.fact("struck", "", due=("first",))(lambda board, fact: None)
        self.facts, self.reducers = facts, facts.reducers
        self.due.does("first")(self.first)
        self.second = self.due.does("second", of=1)(self.second)

    def first(self, t):
        self.done.append("first")
        return
        yield

    def second(self, t, area, note=""):
        self.done.append(area + note)
        if area == "here":
            t.emit("struck")

    def run(self, step):
        t = Table(self, Bare())
        for request in self.due.step(step)(t):
            raise AssertionError(request)
        assert not t.board.due
        return self.done


def test_what_no_rule_has_called_for_is_done_at_the_end_of_the_step_in_the_order_of_names():
    toy = Toy()

    def step(t):
        t.emit("moved", **{"from": "there"}, to="afar")
        t.emit("struck")
        t.emit("moved", **{"from": "afar"}, to="home")
        return
        yield

    assert toy.run(step) == ["first", "there", "afar", "home"]


def test_what_work_makes_due_comes_into_its_turn():
    def step(t):
        t.emit("moved", **{"from": "here"}, to="there")
        return
        yield

    assert Toy().run(step) == ["here", "first", "there"]


def test_work_that_a_rule_has_done_is_not_done_again():
    toy = Toy()

    def step(t):
        t.emit("moved", **{"from": "here"}, to="there")
        toy.second(t, "there", note="!")
        yield from toy.due.now(t, "second", "here")

    assert toy.run(step) == ["there!", "here", "first"]


def test_work_without_a_rule_is_an_error():
    with pytest.raises(KeyError):
        list(Due("first").now(Table(Toy(), Bare()), "first"))


@pytest.mark.parametrize("title", ["cataclysm", "pacific", "red-dragon"])
def test_a_state_holds_no_queue_and_a_new_board_has_an_empty_one(title):
    from pbem.core.record import charter as charters

    game = load(title)
    charter = charters.make(game, "due", next(iter(game.scenarios)), anchors={})
    board = game.new_board(charter)
    assert board.due == {} and "due" not in board.to_json()
    board.due["falls",] = None
    assert game.board_from(board.to_json(), charter).due == {}
