"""The titles under contract, a line each, and the games that the contracts play with them."""

import functools
import os

from pbem.core.data.problems import refusals
from pbem.core.draws.draws import ThrowawaySource
from pbem.core.play.answers import judge
from pbem.core.record import charter as charters
from pbem.core.rules.engine import Session
from pbem.core.rules.rulebook import watching
from pbem.core.title.game import load, titles
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance, Fault, RandomFeed, throwaway_seed, watcher
from tests.robot_games import played_from_file
from tests.thorough import THOROUGH, some
from tests.toy.game import CHARTER as TOY

PIECES = range(int(os.environ.get("PBEM_WIDE", "1")))  # how many times the usual games of a property (make wide)
ANCHORS = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}


class Contract:
    """One title and scenario under contract.

    options   agreed options, if not the published defaults
    seeds     random games in memory, each up to `decisions` decisions; make test plays every fourth, half as long
    stops     entries of the game that is played by file; make test plays half of them
    charter   for a title that is not installed: its charter, ready made
    """

    def __init__(self, title, scenario, options=None, seeds=4, decisions=120, stops=30, charter=None):
        self.title, self.scenario, self.options = title, scenario, options or {}
        self.decisions, self.stops = (decisions, stops) if THOROUGH else (decisions // 2, stops // 2)
        self.every_seed = [f"contract-{n}" for n in range(seeds)]
        self.seeds = some(self.every_seed, 4)
        self._charter = charter

    def __repr__(self):
        return f"{self.title}/{self.scenario}"

    def piece(self, number, count):
        """``(seeds, decisions)`` of a piece of a wide run: the first has the usual games, the others as many of their
        own, three times as long."""
        if not number:
            return some(self.every_seed[:count], 4), self.decisions
        return [f"piece-{number}-{n}" for n in range(count)], 3 * self.decisions

    @property
    def game(self):
        return load(self.title)

    @functools.cached_property
    def charter(self):
        if self._charter:
            return self._charter
        made = charters.make(self.game, "contract", self.scenario, options=self.options, anchors=ANCHORS)
        return {**made, "windows": "ask"}

    def play_file(self, seed, reload=False, entries=None):
        """A game file played by robots up to the limit of entries; every question waits for an answer."""
        club = robots.Club(self.charter, seed)
        play_on = played_from_file if reload else robots.play_on
        return play_on(club.new_game(), club, Chance(seed), entries or self.stops)

    def stops_of(self, seed):
        """The same game at each of its stops, before anybody has answered: ``(file, club, chance)``."""
        club, chance = robots.Club(self.charter, seed), Chance(seed)
        file = club.new_game()
        for _ in range(self.stops):
            if file.is_over:
                return
            yield file, club, chance
            file = club.adjudicate(file, robots.random_orders(file, chance)).file

    def play(self, seed, feed=None):
        """A random game in memory with the invariants watched; ``(board, facts, feed)``."""
        feed = feed or SettledFeed(self.game, seed, self.decisions)
        board = self.game.new_board(self.charter)
        session = Session(self.game, board, watcher(self.game))
        with watching():
            stop = session.run(feed)
        assert stop.why == "over" or feed.decisions >= feed.most, stop.asks
        facts = [fact for step in session.closed for fact in step["facts"]]
        return board, facts + (session.step["facts"] if session.step else []), feed


@functools.cache
def played(contract, seed):
    """A random game of a contract that is only looked at afterwards: ``(board, facts)``."""
    return contract.play(seed)[:2]


def stops_read(contract, seed):
    """The files of the stops of a random game, for who only reads them: make test has one game for all of those."""
    return _stops_read(contract, seed if THOROUGH else "read")


@functools.cache
def _stops_read(contract, seed):
    return [file for file, _, _ in contract.stops_of(seed)]


class SettledFeed(RandomFeed):
    """Random answers as people's would be recorded: settled against the board first.  Ends after `most` decisions."""

    def __init__(self, game, seed, most):
        super().__init__(game, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
        self.most = most

    def peek(self, board, ask):
        return None if self.decisions >= self.most else super().peek(board, ask)

    def answer(self, board, ask):
        """What was shown at a peek counts, also where another peek reached the limit meanwhile."""
        shown = (ask.question, id(ask)) in self._peeked
        return super().answer(board, ask) if shown or self.decisions < self.most else None

    def sample(self, board, ask):
        answer = super().sample(board, ask)
        settled, problems = judge(self.game.kinds[ask.kind], board, ask, answer)
        if refusals(problems):
            raise Fault(f"{ask.question}: the sample {answer!r} settles to what is refused: {problems[0]}")
        return settled


CONTRACTS = [
    Contract(
        "toy",
        "standard",
        charter={
            **TOY,
            "names": {},
            "components": {},
            "hold": 0,
            "deadline": "",
            "muster": False,
            "openers": [],
            "windows": "ask",
        },
    ),
    Contract("red-dragon", "ready"),
    Contract("red-dragon", "standard"),
    Contract("cataclysm", "c2"),
    Contract("cataclysm", "c1", seeds=2, decisions=150, stops=25),
    Contract("pacific", "standard", decisions=160, stops=40),
    Contract("pacific", "balanced", {"bid": "9", "bid-power": "japan"}, seeds=2),
]
CONTRACTS += [
    Contract(title, next(iter(load(title).scenarios)))
    for title in titles()
    if title not in {contract.title for contract in CONTRACTS}
]
