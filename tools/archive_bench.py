"""Games by the thousand in the archive: how long they take to be read, again, and to be asked.

    measure(games=1000)  ->  {"games", "rows", "megabytes", "load", "again", "questions": {name: seconds}}

A handful of games is played to the end by robots; the others are these under other names, with every digest made anew,
so that each is a game of its own that loads like any other (its draws would not verify).
"""

import os
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)
PLAYED = 5
NOBODY = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}  # a club of robots brings its own


def measure(games=1000, title="red-dragon"):
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
    """Write `count` games to a folder; their paths."""
    from pbem.core.play.robots import Club, play_on
    from pbem.core.play.selfplay import Chance
    from pbem.core.record import charter as charters
    from pbem.core.rules.game import load

    game = load(title)
    charter = charters.make(game, "bench", next(iter(game.scenarios)), anchors=NOBODY)
    played = []
    for number in range(min(count, PLAYED)):
        club = Club({**charter, "windows": "ask"}, f"bench {number}")
        played.append(play_on(club.new_game(), club, Chance(f"bench {number}")))
    paths = []
    for number in range(count):
        paths.append(os.path.join(folder, f"bench-{number}.json"))
        with open(paths[-1], "wb") as file:
            file.write(renamed(played[number % len(played)], number))
    return paths


def renamed(file, number):
    """A game file as the game ``bench-NUMBER`` between two of forty players, as bytes."""
    from pbem.core.data.canon import encode
    from pbem.core.record.log import Line, joined

    names = {seat: f"player {(number * (place + 3) + place) % 40}" for place, seat in enumerate(file.charter["seats"])}
    lines = []
    for old in file.lines:
        if lines:
            held = {**old.object, "before": lines[-1].head.hex()}
        else:
            held = {**old.object, "charter": {**file.charter, "game": f"bench-{number}", "names": names}}
        lines.append(Line(b"[" + encode(held) + b',"' + old.signature.encode() + b'"]'))
    return joined(lines)


if __name__ == "__main__":
    import json

    print(json.dumps(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1000), indent=1))
