"""No line, and no standing order, answers where the tripwire of its seat was met: in games of sensible and of random
players who type lists with tripwires.  What the tripwires hang on is noted here, from the boards of the game alone.
`make test` plays a beginning of each game, `make thorough` all."""

from functools import cache
from itertools import product

import pytest

from pbem.core.orders.orders import parse_line
from pbem.core.title.game import load
from pbem.core.trial import mail_players, players
from pbem.core.trial.selfplay import Chance
from pbem.interface.club import robots_charter
from tests.thorough import THOROUGH, some

SHORT = 7  # stops
GAMES = {"red-dragon": "ready", "cataclysm": "c3", "pacific": "standard"}
KINDS = ("sensible", "random")


@cache
def is_named(game, name):
    return not parse_line(f"ask me if {name} changed", game, game.powers[0])[1]


class Enough(Exception):
    """So many stops are looked at."""


class Written(mail_players.Table):
    """A game whose mails are kept: ``{(power, entry): names that its tripwires hang on}``."""

    def __init__(self, *args):
        self.wires, self.stops = {}, 0
        try:
            super().__init__(*args)
        except Enough:
            pass

    def _mail(self, seat, rows):
        if not THOROUGH and self.stops > SHORT:
            raise Enough
        self.stops += 1
        return super()._mail(seat, rows)


class Wired(mail_players.Person):
    """Whoever writes lists wants to be asked if one of some places has changed; in Red Dragon Rising, where an activity
    is over with its Op, in the one after."""

    def lines(self, file, rows):
        asked, later = super().lines(file, rows)
        board = file.current_board()
        for power in self.powers:
            names = [name for name in sorted(self.game.turns.seen(board, power)) if is_named(self.game, name)]
            few = Chance(f"{self.seed}/{file.n}/{power}").some(names, 80)
            lead, mark = f"{power}: " if self.lead else "", "next: " if self.game.id == "red-dragon" else ""
            later += [f"{lead}{mark}ask me if {name} changed" for name in few]
            turn = self.game.turns.number(board, power) + bool(mark)
            self.table.wires[power, file.next] = {(name, turn) for name in few}
        return asked, later


class Looked(mail_players.Judge):
    """A game again: what has changed for each power since the end of its own turn, at its mails and at each answer."""

    def __init__(self, table):
        super().__init__(table.file, table.asked)
        self.wires, self.powers = table.wires, [power for power, _ in table.wires]
        self.then = {power: self.seen(self.session.board, power) for power in self.powers}
        self.turn = {power: self.game.turns.number(self.session.board, power) for power in self.powers}
        self.met_then, self.mails, self.taken, self.fired = {}, {}, 0, 0
        self.session.on_close = self.note

    def seen(self, board, power):
        return {name: list(row) for name, row in self.game.turns.seen(board, power).items()}

    def note(self, session):
        for power in self.powers:
            number = self.game.turns.number(session.board, power)
            if number > self.turn[power]:
                self.turn[power], self.then[power] = number, self.seen(session.board, power)

    def changed(self, board, power):
        now, then, turn = self.seen(board, power), self.then[power], self.turn[power]
        return {name for name, of in self.mails.get(power, ()) if of == turn and now.get(name) != then.get(name)}

    def answer(self, board, ask):
        for n, use in self.uses[self._answered : self._answered + 1]:
            if (n, use["question"]) in self.asked and (ask.power, n) in self.wires:
                self.fired += bool(self.changed(board, ask.power) - self.met_then.get(ask.power, set()))
                self.mails[ask.power] = self.wires[ask.power, n]
                self.met_then[ask.power] = self.changed(board, ask.power)
        return super().answer(board, ask)

    def look(self, board, ask, value, n):
        met = self.changed(board, ask.power) - self.met_then.get(ask.power, set())
        self.taken += 1
        assert not met, f"entry {n}: {ask.question} was answered with {value}, and {met} has changed"


@pytest.mark.parametrize("title, kind", some([*product(GAMES, KINDS)], 6, 1))
def test_nothing_answers_where_a_tripwire_was_met(title, kind, monkeypatch):
    game, chance = load(title), Chance(title)
    if kind == "random":

        def sample(game, board, ask):
            return players.Choice(0.0, game.kinds[ask.kind].sample(board, ask, chance))

        monkeypatch.setattr(players, "best", sample)
    monkeypatch.setattr(mail_players, "Person", Wired)
    charter = robots_charter(game, GAMES[title], None, {}, None)
    Wired.table = table = Written.__new__(Written)
    table.__init__(charter, f"wires/{title}", "lists")
    looked = Looked(table)
    looked.session.run(looked)
    assert looked.taken and looked.fired
