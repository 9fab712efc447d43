"""A club's site of 200 games of all three titles: seconds and bytes of the first run and of one with nothing changed.

    python tools/site_bench.py [--games 200] [--jobs 2] [--keep FOLDER] [--json FILE]

The games are random play (67 of Red Dragon Rising and of Pacific, 66 of Cataclysm of 200), stopped after 22 entries.
With --keep they stay in FOLDER/games, and a later run of the same folder uses them again.  Wall time is worth something
on a machine that does nothing else; processor time, of all processes together, always.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TITLES = {"red-dragon": "ready", "pacific": "standard", "cataclysm": "c2"}
ENTRIES = 22  # the age of the games
GOAL_SECONDS, GOAL_BYTES = 60, 40e6  # of 200 games
GOAL_KEY = 300  # milliseconds until a film answers its first key, as for a turn page


def write_games(folder, games, jobs=2):
    """Write so many random games of all titles, in turns, into a folder; their paths.  What lies there stays."""
    os.makedirs(folder, exist_ok=True)
    wanted = [(folder, list(TITLES)[number % len(TITLES)], number // len(TITLES)) for number in range(games)]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(_write_game, wanted, chunksize=4))


def _write_game(wanted):
    from pbem.core.data import store
    from pbem.core.play.robots import Club, play_on
    from pbem.core.play.selfplay import Chance
    from pbem.core.record.gamefile import render
    from pbem.core.rules.game import load
    from tools.bench import charter_of

    folder, title, number = wanted
    seed = f"film-{title}-{number}"
    path = os.path.join(folder, f"{seed}.json")
    if not os.path.exists(path):
        club = Club({**charter_of(load(title), TITLES[title]), "game": seed}, seed)
        store.write(path, render(play_on(club.new_game(), club, Chance(seed), ENTRIES)), lasting=False)
    return path


def measured(folder, games=200, jobs=2):
    """``[{"run", "wall", "cpu", "bytes", "files"}]`` of the first run and of one with nothing changed, each a process;
    in the last also "keys", the milliseconds in which films answer a key, or what is missing to see that.

    wall, cpu   seconds; cpu is of all processes together
    """
    kept = write_games(os.path.join(folder, "games"), games, jobs)
    with tempfile.TemporaryDirectory(prefix="run-", dir=folder) as fresh:  # nothing is known of the games from before
        environment = {**os.environ, "PBEM_MEMORY": os.path.join(fresh, "memory")}
        public = os.path.join(fresh, "public")
        os.makedirs(environment["PBEM_MEMORY"])
        paths = [shutil.copy(path, fresh) for path in kept]
        command = [sys.executable, "-m", "pbem", "site", *paths, "-o", public, "--jobs", str(jobs)]
        rows = [{"run": run, **_run(command, environment, public)} for run in ("first", "again")]
        seen = [os.path.join(public, os.path.basename(path).removesuffix(".json"), "index.html") for path in paths[:3]]
        return [rows[0], {**rows[1], "keys": _keys(seen)}]


def _keys(pages):
    """The milliseconds in which films answer a key, in a browser; or what is missing to see that, as text."""
    from tools.browser_test import key_times, missing_programs

    missing = missing_programs()
    return f"not measured: no {', no '.join(missing)} here" if missing else key_times(pages)


def _run(command, environment, public):
    before, start = os.times(), time.perf_counter()
    subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wall, after = time.perf_counter() - start, os.times()
    cpu = sum(after[2:4]) - sum(before[2:4])  # of processes that ended
    sizes = [os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(public) for name in names]
    return {"wall": round(wall, 2), "cpu": round(cpu, 2), "bytes": sum(sizes), "files": len(sizes)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", metavar="FOLDER", help="where the games are made, and stay")
    parser.add_argument("--json", metavar="FILE", help="write the figures here too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pbem-site-") as folder:
        rows = measured(arguments.keep or folder, arguments.games, arguments.jobs)
    for row in rows:
        share = row["bytes"] / arguments.games / 1000
        print(
            f"{arguments.games} games, {row['run']} run, {arguments.jobs} jobs: {row['wall']:.1f} s wall, "
            f"{row['cpu']:.1f} s processor, {row['bytes'] / 1e6:.1f} MB in {row['files']} files, {share:.0f} kB a game"
        )
    print(f"goals of 200 games: {GOAL_SECONDS} s wall on two cores, {GOAL_BYTES / 1e6:.0f} MB")
    print(f"the film answers its first key after (ms; goal {GOAL_KEY}): {rows[-1]['keys']}")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"pbem": "site-bench/1", "games": arguments.games, "rows": rows}, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    main()
