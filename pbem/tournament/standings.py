"""The table of a tournament: points, and the tie-breaks that it agreed on.

sonneborn-berger   the points of those beaten, and half of those drawn with
buchholz           the points of all whom one met
direct             points in the games among those who are still level
wins               games won
At a table of more than two, those beaten are all who came off worse; allies who win or lose together have not beaten
each other.  A game that was given up or abandoned, and a bye, give no tie-break: nobody was met.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from pbem.core.rules.outcome import DRAWN, LOST, WON

from .cup import ROUND_ROBIN, Cup
from .results import Result
from .shapes import Standing, Team

ORDER = {WON: 2, DRAWN: 1, LOST: 0}
Criterion = Callable[[str, Collection[str]], int]
"""(player, those who are level) → a number; the higher is the better."""


class Played(NamedTuple):
    """A game of one player.

    mark       its own; None while the game is open
    marks      {opponent: mark, or None}
    is_played  whether it counts for tie-breaks
    side       at a table of two 1 for the first seat and -1 for the second; else 0
    """

    others: list[str]
    mark: str | None
    marks: dict[str, str | None]
    is_played: bool
    side: int
    seat: str
    powers: tuple[str, ...]


class Tally:
    """What every player has done so far, worked out from the results."""

    def __init__(self, cup: Cup, results: Mapping[str, Result]) -> None:
        self.cup = cup
        self.games: dict[str, list[Played]] = {id: [] for id in cup.ids}
        for pairing in cup.pairings:
            result, kind = results.get(pairing["game"]), cup.seats_of(pairing)
            scores = (result.scores if result else None) or {}
            for place, seat in enumerate(kind):
                me = pairing["seats"][seat]
                others = [pairing["seats"][other] for other in kind if other != seat]
                marks = {other: scores.get(other) for other in others}
                side = (1, -1)[place] if len(kind) == 2 else 0
                counts = bool(result and result.is_played)
                self.games[me].append(Played(others, scores.get(me), marks, counts, side, seat, tuple(kind[seat])))
        self._points = {id: self._count(id) for id in cup.ids}

    def _count(self, id: str) -> int:
        worth = self.cup.points
        games = sum(worth[game.mark] for game in self.games[id] if game.mark)
        if self.cup.system == ROUND_ROBIN:  # a bye is a round without a game there
            return games
        return games + worth["bye"] * sum(row["player"] == id for row in self.cup.byes)

    def points(self, id: str) -> int:
        return self._points[id]

    def met(self, one: str, other: str) -> int:
        return sum(other in game.others for game in self.games[one])

    def balance(self, id: str) -> int:
        """How much more often a player has had the first seat than the second, at tables of two."""
        return sum(game.side for game in self.games[id])

    def last_side(self, id: str) -> int:
        return self.games[id][-1].side if self.games[id] else 0

    def marks(self, id: str, mark: str) -> int:
        return sum(game.mark == mark for game in self.games[id])

    def held(self, id: str, powers: Collection[str]) -> int:
        """How often a player has led some powers, on average, as a fraction over 60 (tables have 1 to 5 seats)."""
        times = sum(len(set(game.powers) & set(powers)) for game in self.games[id])
        return 60 * times // len(powers)

    # -- tie-breaks, as whole numbers (Sonneborn-Berger twice over) ------------------------------------------

    def sonneborn_berger(self, id: str, level: Collection[str] = ()) -> int:
        return sum(
            _twice_beaten(game.mark, mark) * self.points(other)
            for game in self._met(id)
            for other, mark in game.marks.items()
            if game.mark and mark
        )

    def buchholz(self, id: str, level: Collection[str] = ()) -> int:
        return sum(self.points(other) for game in self._met(id) for other in game.others)

    def direct(self, id: str, level: Collection[str] = ()) -> int:
        return sum(self.cup.points[game.mark] for game in self._met(id) if game.mark and set(game.others) & set(level))

    def _met(self, id: str) -> list[Played]:
        return [game for game in self.games[id] if game.is_played]

    def wins(self, id: str, level: Collection[str] = ()) -> int:
        return self.marks(id, "won")


def _twice_beaten(mine: str, theirs: str) -> int:
    """2 for an opponent who came off worse, 1 for one drawn with, else 0."""
    return 2 if ORDER[mine] > ORDER[theirs] else int(mine == theirs == DRAWN)


def standings(cup: Cup, results: Mapping[str, Result]) -> list[Standing]:
    """The table: ``[{"rank", "player", "name", "points", "played", "won", …}]``, best first; equals share a rank."""
    tally = Tally(cup, results)
    criteria = [lambda id, level: tally.points(id)]
    criteria += [getattr(tally, name.replace("-", "_")) for name in cup.tie_breaks]
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
        "byes": sum(row["player"] == id for row in cup.byes),
        "sides": {seat: held.count(seat) for seat in seats},
        "sonneborn_berger": f"{doubled // 2}.5" if doubled % 2 else str(doubled // 2),
        "buchholz": tally.buchholz(id),
    }


def teams(cup: Cup, rows: Iterable[Standing]) -> list[Team]:
    """The table of teams: ``[{"rank", "team", "points", "won", "players"}]``, points of their members added up."""
    found: dict[str, list[Standing]] = {}
    for row in rows:
        team = cup.team_of(row["player"])
        if team:
            found.setdefault(team, []).append(row)
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
