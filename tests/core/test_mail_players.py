"""Sensible people by mail: a sheet stops Pacific once a turn, and what their style writes the desk takes as it is."""

import pytest

from pbem.core.title.game import load
from pbem.core.trial.mail_players import Judge, Person, Table
from pbem.interface.club import robots_charter
from tests.cli.tools import pbem
from tests.thorough import THOROUGH

SHORT = 4  # stops


class Enough(Exception):
    """So many stops are looked at."""


class Beginning(Table):
    """The beginning of a game, the whole of it where proofs are thorough; `kinds` are those asked at each stop."""

    def __init__(self, charter, style):
        self.kinds = []
        try:
            super().__init__(charter, "beginning", style, self.note)
        except Enough:
            pass

    def note(self, file, rows):
        if len(self.kinds) == SHORT and not THOROUGH:
            raise Enough
        self.kinds.append({row.question["kind"] if row.question else "ahead" for row in rows})


def beginning(title, style, **charter):
    return Beginning({**robots_charter(load(title), "", None, {}, None), **charter}, style)


def test_a_sheet_of_pacific_is_a_whole_turn():
    table = beginning("pacific", "sheet")
    assert all(kinds == {"purchase"} for kinds in table.kinds)
    assert table.refused == 0 and len(table.kinds) >= SHORT


@pytest.mark.longer
def test_allies_together_are_asked_at_one_stop():
    table = beginning("pacific", "sheet", allies="together")
    assert {"purchase", "ahead"} in table.kinds


@pytest.mark.sampled(2)
@pytest.mark.parametrize("style", ["policies", "lists"])
def test_what_seldom_matters_is_asked_no_more_once_a_standing_order_takes_it(style, monkeypatch):
    """Of people who do not wish to be asked: a tripwire on a place that changed asks for what a line would answer."""
    monkeypatch.setattr(Person, "_wires", lambda self, answer: [])
    table = beginning("cataclysm", style)
    seldom = {*load("cataclysm").turns.seldom} - {"deploy"}  # which is an own plan: after three in a row the game asks
    lodged = [n for n, kinds in enumerate(table.kinds) if kinds & seldom]
    assert len(lodged) <= len(table.people)


def test_an_answer_that_its_player_would_not_give_is_counted():
    table = beginning("pacific", "single")

    class Stern(Judge):
        def look(self, board, ask, value, n):
            self.worse += 1

    judge = Stern(table.file, table.asked)
    judge.session.run(judge)
    assert judge.worse == 0  # everything was asked
    judge = Stern(table.file, set())
    judge.session.run(judge)
    assert judge.worse >= SHORT - 1


def test_chance_has_no_style():
    for option in (["--style", "sheet"], ["--allies-together"]):
        found = pbem("selfplay", "pacific", "--count-stops", *option)
        assert found.code == 2 and "chance plans nothing ahead" in found.err
