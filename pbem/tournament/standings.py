"""The table of a tournament: points, and the tie-breaks that it agreed on.

sonneborn-berger   the points of those beaten, and half of those drawn with
buchholz           the points of all whom one met
direct             points in the games among those who are still level
wins               games won
A game that was given up, and a bye, give points and no tie-break: nobody was met.
"""


class Tally:
    """What every player has done so far, worked out from the results."""

    def __init__(self, cup, results):
        self.cup = cup
        self.games = {id: [] for id in cup.ids}  # [(opponent, mark, is played, side: 1 first or -1 second)]
        for pairing in cup.pairings:
            result = results.get(pairing["game"])
            players = [pairing["seats"][seat] for seat in cup.seats]
            for side, me, other in ((1, *players), (-1, *reversed(players))):
                mark = None if result is None or result.is_open else result.scores[me]
                self.games[me].append((other, mark, bool(result and result.is_played), side))
        self._points = {id: self._count(id) for id in cup.ids}

    def _count(self, id):
        worth = self.cup.points
        games = sum(worth[mark] for _, mark, _, _ in self.games[id] if mark)
        return games + worth["bye"] * sum(row["player"] == id for row in self.cup.byes if self._counts(row))

    def _counts(self, bye):
        """A bye of a Swiss round is worth points; in a round robin it is a round without a game."""
        return self.cup.system == "swiss"

    def points(self, id):
        return self._points[id]

    def met(self, one, other):
        return sum(opponent == other for opponent, *_ in self.games[one])

    def balance(self, id):
        """How much more often a player has had the first seat than the second."""
        return sum(side for *_, side in self.games[id])

    def last_side(self, id):
        return self.games[id][-1][3] if self.games[id] else 0

    def marks(self, id, mark):
        return sum(found == mark for _, found, _, _ in self.games[id])

    # -- tie-breaks, as whole numbers (Sonneborn-Berger twice over) ------------------------------------------

    def sonneborn_berger(self, id, level=()):
        worth = {"won": 2, "drawn": 1}
        return sum(worth.get(mark, 0) * self.points(other) for other, mark, played, _ in self.games[id] if played)

    def buchholz(self, id, level=()):
        return sum(self.points(other) for other, _, played, _ in self.games[id] if played)

    def direct(self, id, level=()):
        return sum(self.cup.points[mark] for other, mark, played, _ in self.games[id] if played and other in level)

    def wins(self, id, level=()):
        return self.marks(id, "won")


def standings(cup, results):
    """The table: ``[{"rank", "player", "name", "points", "played", "won", …}]``, best first; equals share a rank."""
    tally = Tally(cup, results)
    criteria = [lambda id, level: tally.points(id)]
    criteria += [getattr(tally, name.replace("-", "_")) for name in cup.tie_breaks]
    rows, rank = [], 1
    for group in _ranked(cup.ids, criteria):
        rows += [_row(cup, tally, id, rank, group) for id in group]
        rank += len(group)
    return rows


def _ranked(level, criteria):
    """Groups of players who are equal by all criteria, the best first."""
    if not criteria or len(level) == 1:
        return [level] if level else []
    values = {id: criteria[0](id, level) for id in level}
    groups = [[id for id in level if values[id] == value] for value in sorted(set(values.values()), reverse=True)]
    return [found for group in groups for found in _ranked(group, criteria[1:])]


def _row(cup, tally, id, rank, group):
    first, second = cup.seats
    sides = [side for *_, side in tally.games[id]]
    doubled = tally.sonneborn_berger(id)
    return {
        "rank": rank,
        "player": id,
        "name": cup.name_of(id),
        "points": tally.points(id),
        "played": sum(mark is not None for _, mark, _, _ in tally.games[id]),
        "won": tally.marks(id, "won"),
        "drawn": tally.marks(id, "drawn"),
        "lost": tally.marks(id, "lost"),
        "byes": sum(row["player"] == id for row in cup.byes),
        "sides": {first: sides.count(1), second: sides.count(-1)},
        "sonneborn_berger": f"{doubled // 2}.5" if doubled % 2 else str(doubled // 2),
        "buchholz": tally.buchholz(id),
    }
