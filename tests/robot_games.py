"""Games of robots, for tests of what is made from a game."""

from pbem.core.record import charter as charters
from pbem.core.rules.game import load
from pbem.core.trial.robots import Club, play_on
from pbem.core.trial.selfplay import Chance


def game_file(name, title="red-dragon", entries=5, people=None):
    """A game of so many entries; `people` {seat: name}."""
    game = load(title)
    charter = charters.make(
        game,
        name,
        next(iter(game.scenarios)),
        names=people or {},
        anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}},
    )
    club = Club(charter, name)
    return play_on(club.new_game(), club, Chance(name), entries)
