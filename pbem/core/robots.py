"""Whole games played by robots through the real adjudication: entries, envelopes, game files and all.

Used by `selfplay -o`, by the contract tests and by the bench.  The chain is made from a throw-away seed in memory;
such games prove nothing about draws, they only have to hold.
"""

import os
from hashlib import sha256

from . import play, store
from .chain import Chain
from .charter import seat_of
from .gamefile import GameFile, render
from .requests import ask_from
from .seals import nonce_of
from .selfplay import Chance, Fault

MOST_ENTRIES = 20_000


class RobotKeeper:
    """A referee's secrets in memory, for games that count for nothing."""

    def __init__(self, seed, length=4096):
        self.chain = Chain(sha256(f"robot/{seed}".encode()).digest(), length)
        self.participant = "referee"
        self.pending = {}
        self.lines = []

    @property
    def anchor(self):
        return {"first": self.chain.anchor.hex(), "n": self.chain.length}

    def nonce(self, game, entry, line):
        return nonce_of(self.chain.secret, game, entry, line)

    def release(self, file, record, inputs, asked, seal=None, confirmed=False):
        return self.chain.link(record.next)

    def save(self):
        """Nothing of a robot is kept."""


def new_file(game, charter, seed):
    """A new game whose referee is a robot: ``(GameFile, RobotKeeper)``."""
    keeper = RobotKeeper(seed)
    return play.new_game({**charter, "fairness": "sealed", "referee": "referee", "openers": [], "muster": False,
                          "anchors": {"referee": keeper.anchor}}), keeper  # fmt: skip


def random_orders(file, chance):
    """One order document a seat, with a random legal answer to everything that it is asked now."""
    from pbem.core.selfplay import RandomFeed

    board = file.current_board()
    chooser = RandomFeed(file.game, None, chance)
    orders = {}
    for question in file.waiting:
        ask = ask_from(question)
        kind = file.game.kinds[ask.kind]
        value = chooser.sample(board, ask)
        seat = seat_of(file.charter, ask.power)
        order = orders.setdefault(seat, {"pbem": "orders/1", "game": file.name, "seat": seat,
                                         "entry": len(file.entries) + 1, "head": file.head, "answers": []})
        order["answers"].append({"power": ask.power, "kind": ask.kind, "value": value,
                                 "line": len(order["answers"]) + 1, "text": kind.text(value, ask)[0]})
    return list(orders.values())


def play_on(file, keeper, chance, entries=MOST_ENTRIES, reload=False):
    """Play a game file on for so many entries, or to its end; with `reload` it is written and read at every stop."""
    from .gamefile import check
    from .canon import loads

    for _ in range(entries):
        if file.is_over:
            return file
        play.adjudicate(file, random_orders(file, chance), keeper)
        if reload:
            file = check(loads(render(file.document)))
    return file


def play_file(game, charter, seed, folder, number, census=None):
    """Play one whole game through the real adjudication and write it; the number of decisions."""
    file, keeper = new_file(game, {**charter, "game": f"selfplay-{number}"}, seed)
    file = play_on(file, keeper, Chance(seed))
    if not file.is_over:
        raise Fault(f"the game did not end within {MOST_ENTRIES} entries")
    os.makedirs(folder, exist_ok=True)
    store.write(os.path.join(folder, f"selfplay-{number}.json"), render(file.document))
    if census is not None:
        _count(file, census)
    return sum(len(entry["answers"]) for entry in file.entries)


def _count(file, census):
    """The census of a game file: its facts and its ending (questions are counted where they are asked)."""
    facts = [fact for step in file.steps for fact in step["facts"]]
    census.played(file.game, GameFile(file.document).current_board(), facts, set())
