"""Games by the thousand in the archive: how long they take to be read, again, and to be asked.

    measure(games=100)  ->  {"games", "rows", "megabytes", "load", "again", "questions": {name: seconds}}

Every game is played to its end by robots, because a game is made again while it is read.
"""

import os
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)
NOBODY = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}  # a club of robots brings its own


def measure(games=100, title="red-dragon"):
    """Make `games` game files, read them into an archive twice, and ask it what clubs ask."""
    from pbem.archive import db, questions
    from pbem.core.rules.game import load

    with tempfile.TemporaryDirectory() as folder:
        paths = make(folder, games, title)
        place = os.path.join(folder, "club.db")
        found = {"games": games, "megabytes_of_games": round(sum(map(os.path.getsize, paths)) / 1e6, 1)}
        began = time.perf_counter()
        loaded = db.load(db.open_archive(place), paths)
        found["load"] = round(time.perf_counter() - began, 2)
        assert len(loaded.read) == games and not loaded.problems, loaded.problems[:1]
        began = time.perf_counter()
        loaded = db.load(db.open_archive(place), paths)
        found["again"] = round(time.perf_counter() - began, 2)
        assert len(loaded.unchanged) == games
        found["megabytes"] = round(os.path.getsize(place) / 1e6, 1)
        archive = db.open_archive(place, True)
        found["rows"] = sum(archive[name].count for name in archive.table_names() if "_fts" not in name)
        asked = {
            "luck of one game": lambda: questions.luck(archive, f"bench-{games - 1}"),
            "slow": lambda: questions.slow(archive),
            "standings": lambda: questions.standings(archive),
            "search": lambda: questions.search(archive, load(title).powers[0]),
            "facts by rule": lambda: db.ask(archive, "select rule, count(*) from facts group by rule"),
        }
        found["questions"] = {name: _seconds(question) for name, question in asked.items()}
    return found


def _seconds(question):
    began = time.perf_counter()
    columns, rows = question()
    assert rows
    return round(time.perf_counter() - began, 4)


def make(folder, count, title="red-dragon"):
    """Play `count` games between two of forty players each, and write them to a folder; their paths."""
    from pbem.core.play.robots import Club, play_on
    from pbem.core.play.selfplay import Chance
    from pbem.core.record import charter as charters
    from pbem.core.record.gamefile import render
    from pbem.core.rules.game import load

    game, paths = load(title), []
    for number in range(count):
        names = {seat: f"player {(number * (place + 3) + place) % 40}" for place, seat in enumerate(_seats(game))}
        charter = charters.make(game, f"bench-{number}", next(iter(game.scenarios)), names=names, anchors=NOBODY)
        club = Club({**charter, "windows": "ask"}, f"bench {number}")
        paths.append(os.path.join(folder, f"bench-{number}.json"))
        with open(paths[-1], "wb") as file:
            file.write(render(play_on(club.new_game(), club, Chance(f"bench {number}"))))
    return paths


def _seats(game):
    return next(iter(game.seats.values()))


if __name__ == "__main__":
    import json

    print(json.dumps(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 100), indent=1))
