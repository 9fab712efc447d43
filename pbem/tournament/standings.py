"""The table of a tournament: points, and the tie-breaks that it agreed on.

buchholz            the points of all whom one met
buchholz-cut-1      the same without the fewest
buchholz-median     the same without the fewest and the most
sonneborn-berger    the points of those beaten, and half of those drawn with
direct              points in the games among those who are still level, if all of them have met
wins                games won
At a table of more than two, those beaten are all who came off worse; allies who win or lose together have not beaten
each other.  Where nobody was met, because of a bye, a round that was missed, or a game that was given up or abandoned,
a virtual opponent stands who has as many points as the player (FIDE Handbook C.07, 16.4); in a round robin the opponent
of the tables stands also where a game was given up, and a bye is no round.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations, takewhile
from typing import NamedTuple

from pbem.core.data.collecting import grouped
from pbem.core.record.outcome import DRAWN, LOST, WON

from .cup import ROUND_ROBIN, Cup
from .results import Result
from .shapes import Standing, Team

ORDER = {WON: 2, DRAWN: 1, LOST: 0}
Criterion = Callable[[str, Collection[str]], int]
"""(player, those who are level) → a number; the higher is the better."""


class Played(NamedTuple):
    """A game of one player.

    mark       its own; None while the game is open, and if it was abandoned
    marks      {opponent: mark, or None}
    is_open    True while it has no result
    is_played  whether those at the table met: what was given up or abandoned does not count so
    side       at a table of two 1 for the first seat and -1 for the second; else 0
    """

    others: list[str]
    mark: str | None
    marks: dict[str, str | None]
    is_open: bool
    is_played: bool
    side: int
    seat: str
    powers: tuple[str, ...]


class Met(NamedTuple):
    """An opponent, or a virtual one, as tie-breaks count it: its points, and twice the share of them that were won."""

    points: int
    doubled: int


class Tally:
    """What every player has done so far, worked out from the results."""

    def __init__(self, cup: Cup, results: Mapping[str, Result]) -> None:
        self.cup, self.results = cup, results
        self.games: dict[str, list[Played]] = defaultdict(list)
        for pairing in cup.pairings:
            result, kind = results.get(pairing["game"]), cup.seats_of(pairing)
            scores = (result.scores if result else None) or {}
            for place, seat in enumerate(kind):
                me = pairing["seats"][seat]
                others = [pairing["seats"][other] for other in kind if other != seat]
                marks = {other: scores.get(other) for other in others}
                side = (1, -1)[place] if len(kind) == 2 else 0
                is_open, is_played = result is None or result.is_open, bool(result and result.is_played)
                powers = tuple(kind[seat])
                self.games[me].append(Played(others, scores.get(me), marks, is_open, is_played, side, seat, powers))
        self._points = {id: self._count(id) for id in cup.ids}

    def _count(self, id: str) -> int:
        worth = self.cup.points
        games = sum(worth[game.mark] for game in self.games[id] if game.mark)
        if self.cup.system == ROUND_ROBIN:  # a bye is a round without a game there
            return games
        if self.cup.entered(id) > 1 and not any(game.mark for game in self.games[id]):
            return games  # who comes late has played nothing that a bye could stand beside
        return games + worth["bye"] * self.byes(id)

    def points(self, id: str) -> int:
        return self._points.get(id, 0)

    def met(self, one: str, other: str) -> int:
        return sum(other in game.others for game in self.games[one])

    def balance(self, id: str) -> int:
        """How much more often a player has had the first seat than the second, at tables of two."""
        return sum(game.side for game in self.games[id])

    def wish(self, id: str) -> int:
        """The side that makes a player's sides even, or else changes the last: 1, -1, or 0 before the first game."""
        balance, last = self.balance(id), self.games[id][-1].side if self.games[id] else 0
        return (balance < 0) - (balance > 0) or -last

    def running(self, id: str, powers: Collection[str]) -> int:
        """In how many games before the next, one after the other, a player has led any of some powers."""
        last = reversed(self.games[id])
        return sum(1 for _ in takewhile(lambda game: set(game.powers) & set(powers), last))

    def last_float(self, id: str) -> int:
        """1 if a player met one of fewer points in the last round, at a table of two, -1 if one of more, else 0."""
        return self._floats.get(id, 0)

    @cached_property
    def _floats(self) -> dict[str, int]:
        last = self.cup.last_round
        met = [list(pairing["seats"].values()) for pairing in self.cup.pairings if pairing["round"] == last]
        before = Tally(self.cup.after(last - 1), self.results) if met else self
        found = {}
        for one, other in met:
            apart = before.points(one) - before.points(other)
            found[one] = (apart > 0) - (apart < 0)
            found[other] = -found[one]
        return found

    def byes(self, id: str) -> int:
        return sum(row["player"] == id for row in self.cup.byes)

    def marks(self, id: str, mark: str) -> int:
        return sum(game.mark == mark for game in self.games[id])

    def held(self, id: str, powers: Collection[str]) -> int:
        """How often a player has led some powers, on average, as a fraction over 60 (tables have 1 to 5 seats)."""
        times = sum(len(set(game.powers) & set(powers)) for game in self.games[id])
        return 60 * times // len(powers)

    # -- tie-breaks, as whole numbers (Sonneborn-Berger twice over) ------------------------------------------

    def sonneborn_berger(self, id: str, level: Collection[str] = ()) -> int:
        return sum(one.points * one.doubled for one in self._opposed[id])

    def buchholz(self, id: str, level: Collection[str] = ()) -> int:
        return sum(self._points_met(id))

    def buchholz_cut_1(self, id: str, level: Collection[str] = ()) -> int:
        return sum(self._points_met(id)[1:])

    def buchholz_median(self, id: str, level: Collection[str] = ()) -> int:
        return sum(self._points_met(id)[1:-1])

    def _points_met(self, id: str) -> list[int]:
        return sorted(one.points for one in self._opposed[id])

    @cached_property
    def _opposed(self) -> dict[str, list[Met]]:
        return {id: [*self._met_by(id), *self._met_by_nobody(id)] for id in self.cup.ids}

    def _met_by(self, id: str) -> Iterator[Met]:
        own = self.points(id)
        for game in self.games[id]:
            if game.is_played or (self.cup.system == ROUND_ROBIN and game.mark):
                for other, theirs in game.marks.items():
                    yield Met(self.points(other), _twice_beaten(game.mark or LOST, theirs or LOST))
            elif not game.is_open:
                yield from [Met(own, ORDER[game.mark or LOST])] * len(game.others)

    def _met_by_nobody(self, id: str) -> list[Met]:
        """What byes, and rounds in which a player was not there, stand for."""
        if self.cup.system == ROUND_ROBIN or not self.cup.kinds:
            return []
        own, byes, size = self.points(id), self.byes(id), len(next(iter(self.cup.kinds.values()))) - 1
        missed = self.cup.last_round - len(self.games[id]) - byes
        return [*[Met(own, ORDER[WON])] * (byes * size), *[Met(own, ORDER[LOST])] * (missed * size)]

    def direct(self, id: str, level: Collection[str] = ()) -> int:
        if not all(self.met(one, other) for one, other in combinations(level, 2)):
            return 0
        games = [game for game in self.games[id] if game.is_played and set(game.others) & set(level)]
        return sum(self.cup.points[game.mark] for game in games if game.mark)

    def wins(self, id: str, level: Collection[str] = ()) -> int:
        return self.marks(id, WON)


def _twice_beaten(mine: str, theirs: str) -> int:
    """2 for an opponent who came off worse, 1 for one drawn with, else 0."""
    return 2 if ORDER[mine] > ORDER[theirs] else int(mine == theirs == DRAWN)


def field_of(tie_break: str) -> str:
    """The field of a row of the table that has a tie-break, of those that have one."""
    return tie_break.replace("-", "_")


def standings(cup: Cup, results: Mapping[str, Result]) -> list[Standing]:
    """The table: ``[{"rank", "player", "name", "points", "played", "won", …}]``, best first; equals share a rank."""
    tally = Tally(cup, results)
    criteria = [lambda id, level: tally.points(id)]
    criteria += [getattr(tally, field_of(name)) for name in cup.tie_breaks]
    rows, rank = [], 1
    for group in _ranked(cup.ids, criteria):
        rows += [_row(cup, tally, id, rank, group) for id in group]
        rank += len(group)
    return rows


def _ranked(level: list[str], criteria: list[Criterion]) -> list[list[str]]:
    """Groups of players who are equal by all criteria, the best first."""
    if not criteria or len(level) == 1:
        return [level] if level else []
    values = {id: criteria[0](id, level) for id in level}
    groups = [[id for id in level if values[id] == value] for value in sorted(set(values.values()), reverse=True)]
    return [found for group in groups for found in _ranked(group, criteria[1:])]


def _row(cup: Cup, tally: Tally, id: str, rank: int, group: Collection[str]) -> Standing:
    seats = list(dict.fromkeys(seat for kind in cup.kinds.values() for seat in kind))
    held = [game.seat for game in tally.games[id]]
    doubled = tally.sonneborn_berger(id)
    return {
        "rank": rank,
        "player": id,
        "name": cup.name_of(id),
        "points": tally.points(id),
        "played": sum(game.mark is not None for game in tally.games[id]),
        "won": tally.marks(id, "won"),
        "drawn": tally.marks(id, "drawn"),
        "lost": tally.marks(id, "lost"),
        "byes": tally.byes(id),
        "sides": {seat: held.count(seat) for seat in seats},
        "sonneborn_berger": f"{doubled // 2}.5" if doubled % 2 else str(doubled // 2),
        "buchholz": tally.buchholz(id),
        "buchholz_cut_1": tally.buchholz_cut_1(id),
        "buchholz_median": tally.buchholz_median(id),
    }


def teams(cup: Cup, rows: Iterable[Standing]) -> list[Team]:
    """The table of teams: ``[{"rank", "team", "points", "won", "players"}]``, points of their members added up."""
    found = grouped((team, row) for row in rows if (team := cup.team_of(row["player"])))
    worth = [(sum(row["points"] for row in one), sum(row["won"] for row in one)) for one in found.values()]
    table: list[Team] = [
        {
            "rank": 1 + sum(other > (points, won) for other in worth),
            "team": team,
            "points": points,
            "won": won,
            "players": [row["player"] for row in members],
        }
        for (team, members), (points, won) in zip(found.items(), worth)
    ]
    return sorted(table, key=lambda row: (row["rank"], row["team"]))
