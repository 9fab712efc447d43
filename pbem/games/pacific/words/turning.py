"""What decided a turn: battles, with the chance of what the dice did, for the lead of a report; and their tables."""

from collections.abc import Iterable, Iterator
from itertools import chain

from pbem.core.data.json_types import Json
from pbem.core.rules.facts import Fact
from pbem.core.title.game import FightTable, Turning

from ..board.parts import SIDES
from ..board.pieces import split
from ..board.printed import SIDE_NAMES, Say
from ..rules.chances import luck

COLUMNS = ("round", "side", "fires", "needs", "rolls", "hits", "loses")
OPENING = {"antiaircraft": "guns", "bombardment": "ships", "first strike": "first", "kamikaze": "kamikazes"}
LOST = ("lost", "antiaircraft", "first strike")


def turning(facts: Iterable[Fact], say: Say) -> Iterator[Turning]:
    """The dice of both sides in each battle, of those that go on as well."""
    rolled = list[Fact]()
    for fact in facts:
        if fact["type"] == "battle-ended":
            yield _lucks(fact, fact["luck"])
            rolled = []
        elif fact["type"] == "dice-rolled":
            rolled.append(fact)
    if rolled:
        yield _lucks(rolled[-1], luck([one for one in rolled if one["area"] == rolled[-1]["area"]]))


def _lucks(fact: Fact, lucks: Json) -> Turning:
    """The dice of a battle: how often so much, or so little, is hit."""
    sides = [
        {**row, "side": side, "share": (min(row["at_least"], row["at_most"]), 1000)} for side, row in lucks.items()
    ]
    weight = max((max(row["sixths"], 6 * row["hits"]) for row in sides), default=0)
    share = min((row["share"] for row in sides), default=(1000, 1000))
    return Turning(weight, share, "dice", {"area": fact["area"], "sides": sides}, fact)


def fights(facts: Iterable[Fact], say: Say) -> Iterator[FightTable]:
    """The rounds of each battle: who fired what, and who lost what."""
    battle: list[Fact] = []
    for fact in chain(facts, [{"type": "battle-ended"}]):
        if fact["type"] == "dice-rolled" or battle and fact["type"] == "units-removed" and fact["why"] in LOST:
            battle.append(fact)
        elif fact["type"] == "battle-ended":
            if battle:
                yield FightTable(battle, COLUMNS, _Rounds(say, battle).rows)
            battle = []


class _Rounds:
    """The rows of a battle: each side in each round begins one, with its losses; every kind of unit that fires has its
    own."""

    def __init__(self, say: Say, battle: Iterable[Fact]) -> None:
        self.say, self.round, self.rows, self.first = say, 0, list[list[str]](), dict[str, list[str]]()
        for fact in battle:
            if fact["type"] == "dice-rolled":
                self._fired(fact)
            else:
                self._lost(fact)

    def _fired(self, fact: Fact) -> None:
        if fact["what"] == "attack" or fact["what"] in OPENING and self.round == 0:
            self.first = {}
        self.round += fact["what"] == "attack"
        begun = OPENING.get(fact["what"], str(self.round))
        rows = [[begun, self._side(fact["side"]), *cells, ""] for cells in self._shots(fact)]
        for row in rows[1:]:
            row[:2] = ["", ""]
        self.rows += rows
        if rows:
            self.first[fact["side"]] = rows[0]

    def _shots(self, fact: Fact) -> Iterator[list[str]]:
        groups: dict[tuple[str, int], list[int]] = {}
        dice = iter(fact["dice"])
        for token, count, value in fact["shots"]:
            name = split(token)[1].type if "/" in token else token
            groups.setdefault((name, value), []).extend(next(dice) for _each in range(count))
        for (name, value), rolled in groups.items():
            hits = sum(one <= value for one in rolled)
            yield [self.say.type(name, len(rolled)), str(value), self.say.dice(rolled), str(hits) if hits else ""]

    def _lost(self, fact: Json) -> None:
        side = SIDES[next(iter(fact["units"])).partition("/")[0]]
        if side not in self.first:
            self.first[side] = ["", self._side(side), "", "", "", "", ""]
            self.rows.append(self.first[side])
        cell, lost = self.first[side][-1], self.say.losses(fact["units"])
        self.first[side][-1] = f"{cell}, {lost}" if cell else lost

    def _side(self, side: str) -> str:
        return SIDE_NAMES[side].removeprefix("the ")
