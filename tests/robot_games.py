"""Games of robots, for tests of what is made from a game."""

from pbem.core.data.canon import dumps, loads
from pbem.core.play.gamefile import GameFile, from_bytes, render
from pbem.core.record import charter as charters
from pbem.core.title.game import load
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


def reloaded(file):
    """The file written and read, with the state written and read."""
    return GameFile(from_bytes(render(file)).lines, file.path, loads(dumps(file.state)))


def played_from_file(file, club, chance, entries):
    """A game played on, written and read at every stop."""
    for _ in range(entries):
        if not file.is_over:
            file = reloaded(play_on(file, club, chance, 1))
    return file
