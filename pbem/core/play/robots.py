"""Whole games played by robots through the real adjudication: entries, envelopes, game files and all.

Used by `selfplay -o`, by the contract tests and by the bench.  The chain is made from a throw-away seed in memory;
such games prove nothing about draws, they only have to hold.
"""

import os
from hashlib import sha256

from ..data import store
from ..draws.chain import Chain
from ..record.charter import seat_of
from ..record.gamefile import render
from ..record.seals import nonce_of
from ..rules.requests import ask_from
from ..rules.rulebook import watching
from . import play
from .selfplay import Chance, Fault, RandomFeed, check_fold, volunteered, watcher

MOST_ENTRIES = 20_000


class RobotKeeper:
    """A participant's secrets in memory, for games that count for nothing."""

    def __init__(self, participant, seed, length=4096):
        self.chain = Chain(sha256(f"robot/{participant}/{seed}".encode()).digest(), length)
        self.participant = participant
        self.pending = {}
        self.lines, self.opened = [], []

    @property
    def anchor(self):
        return {"first": self.chain.anchor.hex(), "n": self.chain.length}

    def nonce(self, game, entry, line):
        return nonce_of(self.chain.secret, game, entry, line)

    def release(self, file, record, inputs, asked, seal=None, confirmed=False):
        return self.chain.link(record.next - record.roster.chains[self.participant].base)

    def save(self):
        """Nothing of a robot is kept."""


class Club:
    """The people of one game as robots: everybody with a chain, at either level, with or without a referee.

    keepers   {participant: RobotKeeper}
    """

    def __init__(self, charter, seed, fairness="sealed", referee=True):
        seats = charter["seats"] if fairness == "shared" else []
        self.keepers = {name: RobotKeeper(name, seed) for name in [*seats, *["referee"] * referee]}
        self.charter = {
            **charter, "fairness": fairness, "referee": "referee" if referee else None,
            "openers": [] if referee else list(charter["seats"]), "muster": fairness == "shared",
            "anchors": {name: keeper.anchor for name, keeper in self.keepers.items()},
        }  # fmt: skip

    def new_game(self):
        return play.new_game(self.charter)

    def adjudicate(self, file, orders, silent=()):
        """One run, by whoever has to open it; everybody's envelope is with the orders."""
        record = file.record
        call = record.call(play.asked_seats(file))
        orders = self._with_musters(file, call, orders)
        if call.seal_needed:
            orders = self._with_seals(file, record, call, orders)
        orders = [self._with_link(record, order) for order in orders]
        return play.adjudicate(file, orders, self.keepers[call.opener], silent)

    def _with_musters(self, file, call, orders):
        """At a muster, a seat with nothing to answer says that it is ready."""
        sent = {order["seat"] for order in orders}
        if not call.muster:
            return orders
        return orders + [{**blank_order(file, seat), "ready": True} for seat in self.charter["seats"]
                         if seat not in sent]

    def _with_seals(self, file, record, call, orders):
        """Everybody is asked: the opener seals first, and the others quote the seal."""
        own = next(order for order in orders if order["seat"] == call.opener)
        mark = play.seal_orders(file, own, self.keepers[call.opener], closed=True)["seal"]
        return [order if order is own else {**order, "seal": mark} for order in orders]

    def _with_link(self, record, order):
        keeper = self.keepers.get(order["seat"])
        return {**order, "link": keeper.release(None, record, "", []).hex()} if keeper else order


def blank_order(file, seat):
    """An order document of a seat that says nothing yet."""
    return {"pbem": "orders/1", "game": file.name, "seat": seat, "entry": len(file.entries) + 1, "head": file.head,
            "answers": []}


def random_orders(file, chance, census=None):
    """One order document a seat, with a random legal answer to everything that it is asked now, and at a rest point
    perhaps a petition."""
    board = file.current_board()
    chooser = RandomFeed(file.game, None, chance, census)
    orders = {}
    for question in file.waiting:
        ask = ask_from(question)
        value = chooser.sample(board, ask)
        kind = file.game.kinds[ask.kind]
        order = orders.setdefault(seat_of(file.charter, ask.power), blank_order(file, seat_of(file.charter, ask.power)))
        order["answers"].append({"power": ask.power, "kind": ask.kind, "value": value,
                                 "line": len(order["answers"]) + 1, "text": kind.text(value, ask)[0]})
    given = volunteered(file.game, board, chance) if orders and not any(file.inputs(file.open["from"])) else None
    if given is not None:
        _petition(file, orders, given, census)
    return list(orders.values())


def _petition(file, orders, given, census):
    verb, power, value = given
    seat = seat_of(file.charter, power)
    order = orders.setdefault(seat, blank_order(file, seat))
    line = {"power": power, "verb": verb, "value": value, "line": len(order["answers"]) + 1}
    order["petitions"] = [{**line, "text": file.game.petitions[verb].text(value)[0]}]
    if census is not None:
        census.count(f"petition:{verb}")


def play_on(file, club, chance, entries=MOST_ENTRIES, reload=False, census=None):
    """Play a game file on for so many entries, or to its end; with `reload` it is written and read at every stop."""
    from ..data.canon import loads
    from ..record.gamefile import check

    for _ in range(entries):
        if file.is_over:
            return file
        club.adjudicate(file, random_orders(file, chance, census))
        if reload:
            file = check(loads(render(file.document)))
    return file


def play_file(charter, seed, folder, number, census=None, checked=False):
    """Play one whole game through the real adjudication and write it; the number of decisions.

    Nobody takes a published default: every question waits for its answer.
    """
    club = Club({**charter, "game": f"selfplay-{number}", "windows": "ask"}, seed)
    with watching() as ran:
        file = play_on(club.new_game(), club, Chance(seed), census=census)
    if not file.is_over:
        raise Fault(f"the game did not end within {MOST_ENTRIES} entries")
    os.makedirs(folder, exist_ok=True)
    store.write(os.path.join(folder, f"selfplay-{number}.json"), render(file.document))
    facts, board = [fact for step in file.steps for fact in step["facts"]], file.current_board()
    if checked:
        check_fold(file.game, charter, board, facts, watcher(file.game))
    if census is not None:
        census.played(file.game, board, facts, ran)
    return sum(len(entry["answers"]) for entry in file.entries)
