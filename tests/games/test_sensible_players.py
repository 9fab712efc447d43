"""Sensible players of the three titles: what they answer is legal, the same each time, and not silly."""

import pytest

from pbem.core.record.charter import make
from pbem.core.title.game import load
from pbem.core.trial.players import SensibleFeed
from pbem.core.trial.selfplay import play_one, watcher

SCENARIOS = (("cataclysm", "c2"), ("pacific", "standard"), ("red-dragon", "ready"))


def charter_of(game, scenario):
    return make(game, "sensible", scenario, anchors={"referee": {"first": "0" * 64, "n": 1}})


class Watched(SensibleFeed):
    """Looks at each answer on the board on which it is given."""

    def choose(self, board, ask):
        answer = super().choose(board, ask)
        self.look(board, ask, answer)
        return answer

    def look(self, board, ask, answer):
        """What nobody in his senses does."""


class Pacific(Watched):
    def look(self, board, ask, answer):
        from pbem.games.pacific.players import sensible

        if ask.kind == "combat-moves" and answer:
            value = sensible.valued(self.game, board, ask, answer)[0][0]
            assert value >= sensible.LEAST, answer  # nothing is begun that is likely lost


class Cataclysm(Watched):
    def look(self, board, ask, answer):
        from pbem.games.cataclysm.words.forecast import outlook

        if isinstance(answer, dict) and answer.get("act") == "operation":
            assert outlook(self.game, board, ask.power, answer).won >= 0.5


class RedDragon(Watched):
    def look(self, board, ask, answer):
        if ask.kind == "op":
            assert not [one for one in self.game.kinds["op"].check(board, ask, answer) if one.is_refusal]


FEEDS = {"cataclysm": Cataclysm, "pacific": Pacific, "red-dragon": RedDragon}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title, scenario", SCENARIOS)
def test_a_game_of_sensible_players_ends_and_holds_what_must_hold(title, scenario):
    game = load(title)
    charter = charter_of(game, scenario)
    board, _, decisions = play_one(game, charter, "00/3", watch=watcher(game), players=FEEDS[title])
    assert game.result(board)
    assert decisions > 10


@pytest.mark.sampled(6)
@pytest.mark.parametrize("title, scenario", SCENARIOS)
def test_the_same_seed_makes_the_same_game(title, scenario):
    game = load(title)
    games = [play_one(game, charter_of(game, scenario), "00/3", players=SensibleFeed)[1] for _ in range(2)]
    assert games[0] == games[1]
