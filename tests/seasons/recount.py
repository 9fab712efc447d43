"""The table of a tournament, worked out again without the program: python tests/seasons/recount.py CUP GAMES

Reads the pairings, byes and acts of the tournament file, and of every game file its charter (who has which seat) and
the fact that ended it.  Points are 2, 1, 0, and 2 for a bye; then Sonneborn-Berger, Buchholz, the games among those who
are level, wins.  Nothing of pbem is imported.
"""

import json
import sys
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
    berger, buchholz = dict.fromkeys(players, 0.0), dict.fromkeys(players, 0)
    for marks, counts in played:
        for id, mark in marks.items() if counts else ():
            for other, theirs in marks.items():
                if other != id:
                    buchholz[id] += points[other]
                    better = WORTH[mark] > WORTH[theirs]
                    berger[id] += points[other] * (1 if better else 0.5 if mark == theirs == "drawn" else 0)
    rows = [(id, points[id], berger[id], buchholz[id], wins[id]) for id in players]

    def direct(row):
        level = {other[0] for other in rows if other[1:4] == row[1:4]} - {row[0]}
        return sum(WORTH[marks[row[0]]] for marks, counts in played if counts and row[0] in marks and level & {*marks})

    return sorted(rows, key=lambda row: (-row[1], -row[2], -row[3], -direct(row), -row[4]))


def main(path, folder):
    cup = {"acts": [], "byes": [], **json.loads(Path(path).read_text())}
    for row in table(cup, list(results(cup, folder))):
        print(*row)


if __name__ == "__main__":
    main(*sys.argv[1:])
