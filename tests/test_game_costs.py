"""tools/game_costs.py: a game is played by mail and looked at in the night, and each step has its cost."""

import json

import pytest

from tools import game_costs


@pytest.mark.longer
def test_every_step_has_its_cost(tmp_path, capsys):
    told = tmp_path / "costs.json"
    assert game_costs.main(["red-dragon", "--games", "1", "--turns", "1", "--json", str(told)]) == 0
    found = json.loads(told.read_text())["red-dragon"]
    kinds = {"reminder", "mail read", "turn made", "mails of a turn", "verified", "pages made", "read into the archive"}
    assert set(found) == kinds | {"load"}
    assert all(found[kind]["mean"] > 0 and found[kind]["of"] >= 1 for kind in kinds)
    assert capsys.readouterr().out.startswith("red-dragon")


class EndsAtOnce:
    """A desk whose game is over after its first entry."""

    def __init__(self):
        self.said = [{"waiting": [], "over": None}, {"waiting": [], "over": {"winner": "china"}}]

    def json(self, *words, **named):
        return self.said.pop(0)

    def run(self, *words, **named):
        assert len(self.said) == 1, "nothing is adjudicated after the end"


def test_a_game_that_ends_on_its_own_draws_asks_nobody():
    assert not game_costs._is_asked(EndsAtOnce(), "g.json")
