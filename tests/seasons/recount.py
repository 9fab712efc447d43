"""The table of a tournament, worked out again without the program: python tests/seasons/recount.py CUP GAMES

Reads the pairings, byes and acts of the tournament file, and of every game file its charter (who has which seat) and
the fact that ended it.  Points are 2, 1, 0, and 2 for a bye; then, in a Swiss tournament, Buchholz without the fewest,
Buchholz, the games among those who are level if all have met, Sonneborn-Berger, wins; in a league Sonneborn-Berger,
Buchholz, those games, wins.  Where nobody was met stands one of as many points.  Nothing of pbem is imported.
"""

import json
import sys
from itertools import combinations
from pathlib import Path

SIDES = {"germany": "fascist", "italy": "fascist", "japan": "fascist", "ussr": "communist"}
WORTH = {"won": 2, "drawn": 1, "lost": 0}
DECIDED = ("agreed", "adjudicated", "abandoned", "disputed", "forfeit")


def side(title, power):
    """The side for which a power plays."""
    if title == "cataclysm":
        return SIDES.get(power, "democratic")
    return power if title == "red-dragon" else "axis" if power == "japan" else "allies"


def ended(path):
    """``{seat: mark}`` by the last fact that ended a game, or None."""
    lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
    charter = lines[0][0]["charter"]
    facts = [
        fact
        for line in lines[1:]
        for step in line[0].get("steps", ())
        for fact in step["facts"]
        if fact["type"] == "game-ended"
    ]
    if not facts:
        return None
    winner, marks = facts[-1].get("winner"), {}
    sides = {
        seat: {side(charter["title"], p) for p, s in charter["powers"].items() if s == seat}
        for seat in charter["seats"]
    }
    drawn = not any(winner in found for found in sides.values())
    for seat, found in sides.items():
        marks[seat] = "drawn" if drawn else "won" if winner in found else "lost"
    return marks


def decided(cup, game):
    """``(marks or None, counts for tie-breaks)`` by the acts on a game; ``()`` if there are none."""
    acts = [act for act in cup["acts"] if act["act"] in DECIDED and act["game"] == game["game"]]
    if not acts:
        return ()
    last = acts[-1]
    if last["act"] == "forfeit":
        return {seat: "lost" if seat == last["seat"] else "won" for seat in game["seats"]}, False
    return {"disputed": None, "abandoned": {}}.get(last["act"], last.get("scores")), "scores" in last


def results(cup, folder):
    """``[({player: mark}, counts for tie-breaks)]`` of all games with a result."""
    for game in cup["pairings"]:
        marks, counts = decided(cup, game) or (ended(Path(folder) / f"{game['game']}.json"), True)
        if marks:
            yield {game["seats"][seat]: mark for seat, mark in marks.items()}, counts


def table(cup, played):
    """``[(player, points, sonneborn-berger, buchholz, wins)]``, the best first."""
    players = [one["id"] for one in cup["players"]]
    points = {id: 2 * sum(bye["player"] == id for bye in cup["byes"]) for id in players}
    wins = dict.fromkeys(players, 0)
    for marks, _ in played:
        for id, mark in marks.items():
            points[id] += WORTH[mark]
            wins[id] += mark == "won"
    seen, last = dict.fromkeys(players, 0), max(game["round"] for game in cup["pairings"])
    for game in cup["pairings"]:
        for id in game["seats"].values():
            seen[id] += 1
    met = {id: [] for id in players}  # (points of an opponent, share that was won)
    for marks, counts in played:
        for id, mark in marks.items():
            for other, theirs in marks.items():
                if other != id and counts:
                    met[id].append(
                        (points[other], 1 if WORTH[mark] > WORTH[theirs] else (mark == theirs == "drawn") / 2)
                    )
                elif other != id:
                    met[id].append((points[id], WORTH[mark] / 2))
    size = int(cup["tables"][0][0]) - 1 if cup.get("tables") else 1
    for game in given_up_by_nobody(cup):
        for id in game["seats"].values():
            met[id] += [(points[id], 0)] * (len(game["seats"]) - 1)
    for id in players:
        byes = sum(bye["player"] == id for bye in cup["byes"])
        met[id] += [(points[id], 1)] * byes * size + [(points[id], 0)] * (last - seen[id] - byes) * size
    buchholz = {id: sum(one for one, _ in met[id]) for id in players}
    cut = {id: buchholz[id] - min(one for one, _ in met[id]) for id in players}
    berger = {id: sum(one * share for one, share in met[id]) for id in players}
    swiss = cup["system"] == "swiss"
    rows = [(id, points[id], berger[id], buchholz[id], wins[id]) for id in players]

    def key(row):
        id = row[0]
        return (-row[1], -cut[id], -row[3]) if swiss else (-row[1], -row[2], -row[3])

    def direct(row):
        level = {other[0] for other in rows if key(other) == key(row)}
        together = [marks for marks, _ in played if len(level & {*marks}) > 1]
        if not all(any({one, other} <= {*marks} for marks in together) for one, other in combinations(level, 2)):
            return 0
        mine = [marks for marks, counts in played if counts and row[0] in marks and level - {row[0]} & {*marks}]
        return sum(WORTH[marks[row[0]]] for marks in mine if (level - {row[0]}) & {*marks})

    return sorted(rows, key=lambda row: (*key(row), -direct(row), *([-row[2]] if swiss else []), -row[4]))


def given_up_by_nobody(cup):
    """The games that were abandoned: a round for all at the table, without marks."""
    return [game for game in cup["pairings"] if (decided(cup, game) or (None,))[0] == {}]


def main(path, folder):
    cup = {"acts": [], "byes": [], **json.loads(Path(path).read_text())}
    for row in table(cup, list(results(cup, folder))):
        print(*row)


if __name__ == "__main__":
    main(*sys.argv[1:])
