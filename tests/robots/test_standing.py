"""The standing orders of a robot's sheet say what it would answer itself, whenever it is asked."""

import re

import pytest

from pbem.core.record.charter import make
from pbem.core.title.game import load
from pbem.core.trial.players import best
from pbem.core.trial.selfplay import RandomFeed, play_one
from tests.cli.tools import done

SCENARIOS = (("cataclysm", "c2"), ("pacific", "standard"), ("red-dragon", "ready"))


def kinds_of(title, scenario, folder):
    """The kinds of questions that the sheet of a robot answers for always."""
    path = folder / "g.json"
    done("new", f"{title}/{scenario}", "-o", path)
    done("adjudicate", path, "-o", path)
    seat = done("status", path, "--json").json["waiting"][0]["seat"]
    done("robot", path, seat, "-o", folder / "orders.txt")
    return {*re.findall(r"always (\S+): default", (folder / "orders.txt").read_text(encoding="utf-8"))}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title, scenario", SCENARIOS)
def test_what_a_sheet_says_always_is_what_the_robot_answers(title, scenario, tmp_path):
    kinds, met = kinds_of(title, scenario, tmp_path), set()

    class Asked(RandomFeed):
        def choose(self, board, ask):
            if ask.kind in kinds:
                met.add(ask.kind)
                assert best(self.game, board, ask).answer == self.game.kinds[ask.kind].default(board, ask), ask
            return super().choose(board, ask)

    game = load(title)
    charter = make(game, "standing", scenario, anchors={"referee": {"first": "0" * 64, "n": 1}})
    play_one(game, charter, "standing", players=Asked)
    assert met, kinds
