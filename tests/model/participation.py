"""What the model takes from the program: who takes part in an entry, whose document acts in it, whose words suffice.

Nothing here decides anything.  The functions of `pbem.core.record.participation` are asked about positions of the
model, so that what is proven of the model is proven of them.
"""

import functools
from typing import NamedTuple

from pbem.core.record import participation
from pbem.core.record.participation import NOW, REFEREE, SAYINGS, TABLE, Call


class Position(NamedTuple):
    """What the published file says before an entry.

    asked      seats with an open question
    openers    in which order seats open, without a referee
    level      "shared" or "sealed"
    defaults   seats whose questions have their defaults
    nobody     seats that no person holds
    veiled     answers of several are closed first
    closed     closed lines are in force
    """

    seats: tuple[str, ...]
    referee: bool
    asked: tuple[str, ...]
    muster: bool
    openers: tuple[str, ...] = ()
    level: str = "shared"
    defaults: tuple[str, ...] = ()
    nobody: tuple[str, ...] = ()
    veiled: bool = False
    closed: bool = False

    @property
    def persons(self):
        return tuple(seat for seat in self.seats if seat not in self.nobody)

    @property
    def people(self):
        """All who speak."""
        return (*self.persons, *([REFEREE] if self.referee else []))

    @property
    def charter(self):
        return {"seats": list(self.seats), "powers": {seat: seat for seat in self.seats}}

    @property
    def state(self):
        return {
            **{"n": 0, "fairness": self.level, "muster": self.muster, "bots": list(self.nobody)},
            **{"defaults": list(self.defaults), "asked": [{"power": seat} for seat in self.asked]},
            **{"referee": REFEREE if self.referee else None, "openers": list(self.openers)},
        }


@functools.cache
def call(position, silent=frozenset(), heard=frozenset()):
    """Who takes part when these are called silent; at `sealed`, when documents of `heard` are there."""
    return Call(position.charter, position.state, silent, heard)


@functools.cache
def is_refused(position, silent, heard, shut):
    """True if somebody is called silent who may not be."""
    return any(call(position, silent - shut, heard).problems_of_silence(silent, shut))


@functools.cache
def is_enough(position, what, who, speakers):
    """True if the words of these suffice for a statement."""
    statement = {"what": what, "who": who}
    return participation.is_enough(position.state, list(position.persons), statement, speakers)


def acts_now(call, seat):
    """True if what a document of the seat says of lines acts in this entry."""
    return TABLE[call.role(seat)][3] == NOW


def stand_in_play(what):
    """True for statements that stand in a line of play."""
    return SAYINGS[what].place in ("play", "people")
