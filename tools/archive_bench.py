"""Games by the thousand in the archive: how long they take to be read, again, and to be asked.

    measure(games=1000)  ->  {"games", "rows", "megabytes", "load", "again", "questions": {name: seconds}}

A handful of games is played to the end by robots; the others are these under other names, with every head made anew,
so that each is a game of its own.  They lie there as at a club that has adjudicated them: the state beside the game is
one that this machine remembers, so that no rule runs (their lines would not verify).
"""

import contextlib
import os
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)
PLAYED = 5


def measure(games=1000, title="red-dragon"):
    """Make `games` game files, read them into an archive twice, and ask it what clubs ask."""
    from pbem.archive import db, questions
    from pbem.core.rules.game import load

    with tempfile.TemporaryDirectory() as folder, remembering(os.path.join(folder, "memory")):
        paths = make(folder, games, title)
        place = os.path.join(folder, "club.db")
        found = {"games": games, "megabytes_of_games": round(sum(map(os.path.getsize, paths)) / 1e6, 1)}
        found["entries"] = sum(_lines(path) - 1 for path in paths)
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


@contextlib.contextmanager
def remembering(folder):
    """What this machine reached of games is remembered in `folder` meanwhile."""
    before = os.environ.get("PBEM_MEMORY")
    os.environ["PBEM_MEMORY"] = folder
    try:
        yield
    finally:
        os.environ.pop("PBEM_MEMORY")
        os.environ.update({"PBEM_MEMORY": before} if before else {})


def _lines(path):
    with open(path, "rb") as file:
        return file.read().count(b"\n")


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
    anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    charter = charters.make(game, "bench", next(iter(game.scenarios)), anchors=anchors)
    played = []
    for number in range(min(count, PLAYED)):
        club = Club({**charter, "windows": "ask"}, f"bench {number}")
        played.append(play_on(club.new_game(), club, Chance(f"bench {number}")))
    return [write_renamed(folder, played[number % len(played)], number) for number in range(count)]


def write_renamed(folder, file, number):
    """Write a game as the game ``bench-NUMBER`` between two of forty players, with the days of its stops; its path."""
    from pbem.core.play.replay import remember
    from pbem.core.record import calendar
    from pbem.core.record.gamefile import GameFile, write

    path = os.path.join(folder, f"bench-{number}.json")
    names = {seat: f"player {(number * (place + 3) + place) % 40}" for place, seat in enumerate(file.charter["seats"])}
    renamed = GameFile(rebound(file, {**file.charter, "game": f"bench-{number}", "names": names}), path, file.state)
    write(renamed, path)
    remember(renamed)
    stops = {str(n): f"2027-{1 + n // 28:02}-{1 + n % 28:02}T12:00" for n in range(1, min(file.n, 299) + 1)}
    calendar.write({**calendar.read(path), "stops": stops}, path)
    return path


def rebound(file, charter):
    """The lines of a file under another charter, bound to each other anew, and signed by nobody."""
    from pbem.core.data.canon import encode
    from pbem.core.record.log import Line, written

    lines = [Line(written(encode({**file.lines[0].object, "charter": charter})))]
    for entry in file.entries:
        lines.append(Line(written(encode({**entry, "before": lines[-1].head.hex()}))))
    return lines


if __name__ == "__main__":
    import json

    print(json.dumps(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1000), indent=1))
