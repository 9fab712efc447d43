"""Look at the pages in a real browser: make browser-test.

Plays a few turns of every title, writes the site of these games, and opens its pages in headless Chromium (wide, phone,
dark): it fails on what an accessibility checker finds, on a page wider than a phone, and on any request to elsewhere.
It follows every link from a disk and from a web server, plays every film in both, and prints the pages: nothing dark,
nothing cut, nothing to click.
It plays the first turns of a game of practice of every title, from the command on.
Then it plays on turn pages: random clicks, the keyboard alone, roles and names alone, a finger, without scripts,
without storage; every order that comes out is checked.  Screenshots are left in build/screens.

    tools/browser_test.py [--turns 4] [--walks 3] [--title red-dragon] [--only-turns]

Needs Chromium (CHROMIUM names it), node and npm.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

GAMES = {"red-dragon": 12, "pacific": 4, "cataclysm": 8}  # title: entries to play
THOROUGH = ["keyboard", "tree", "touch", "looks", "bare", "storage", "newcomer", "later", "time"]
PROGRAMS = ("check.mjs", "turn.mjs", "places.mjs", "practice.mjs")
LOOKS = 5  # seconds that somebody looks at a step before clicking
SOONEST = 300  # milliseconds until a page can be used, on a processor four times as slow


def main():
    wanted = _arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was found so far is told in any case
    from page_program import SMALL, program

    missing = missing_programs()
    if missing:
        raise SystemExit(f"This needs {', '.join(missing)}.")
    build = ROOT / "build"
    screens, kit = build / "screens", build / "browser"
    shutil.rmtree(screens, ignore_errors=True)
    screens.mkdir(parents=True)
    env = prepared(kit)
    if SMALL.read_text(encoding="ascii") != program(kit):
        raise SystemExit("pbem/page/files/turn.min.js is not what its sources make: make page-program")
    sound = wanted.only_turns or _site_is_sound(build / "site", screens, kit, env)
    titles = [wanted.title] if wanted.title else list(GAMES)
    sound = _practice_is_sound(titles, build / "practice", screens, kit, env) and sound
    raise SystemExit(0 if _turns_are_sound(wanted, build / "turns", screens, kit, env) and sound else 1)


def missing_programs():
    """What a look at pages needs and is not installed."""
    return [name for name in (os.environ.get("CHROMIUM", "chromium"), "node", "npm") if not shutil.which(name)]


def prepared(kit):
    """Put the programs that drive the browser into a folder, with what they need; the environment to run them in."""
    kit.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", *PROGRAMS):
        shutil.copy(ROOT / "tests" / "browser" / name, kit / name)
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=kit, check=True, timeout=180)
    return {**os.environ, "CHROMIUM": shutil.which(os.environ.get("CHROMIUM", "chromium"))}


def _arguments():
    parser = argparse.ArgumentParser(description="Look at the pages in a real browser.")
    parser.add_argument("--turns", type=int, default=4, help="turn pages of a title")
    parser.add_argument("--walks", type=int, default=3, help="random walks of a question")
    parser.add_argument("--thorough", type=int, default=1, help="pages of a title that are looked at in every way")
    parser.add_argument("--title", choices=GAMES, help="only this title")
    parser.add_argument("--only-turns", action="store_true", help="turn pages alone, not those of the site")
    return parser.parse_args()


def _site_is_sound(public, screens, kit, env):
    shutil.rmtree(public, ignore_errors=True)
    public.mkdir(parents=True)
    _write_site(public)
    alone = _films(public.parent, public / "films")
    pages = [*sorted(public.glob("*.html")), *sorted(public.glob("*/*.html"))]
    words = ["node", "check.mjs", str(screens), str(public), *map(str, pages)]
    looked = subprocess.run(words, cwd=kit, timeout=600, env=env)
    with served(public) as address:
        words = ["node", "places.mjs", str(screens), str(public), f"{address}/index.html", *map(str, alone)]
        followed = subprocess.run(words, cwd=kit, timeout=600, env=env)
    return looked.returncode == followed.returncode == 0


@contextmanager
def served(folder):
    """The address at which a web server of Python's own gives a folder meanwhile, on this machine alone."""

    class Silent(SimpleHTTPRequestHandler):
        def log_message(self, *words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _practice_is_sound(titles, folder, screens, kit, env):
    """The first turns of a game of practice of each title, as `pbem practice` serves them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with ExitStack() as servers:
        games = [{"title": title, "address": servers.enter_context(practised(title, folder))} for title in titles]
        plan, found = folder / "plan.json", folder / "found.jsonl"
        plan.write_text(json.dumps({"games": games, "turns": 3, "screens": str(screens)}))
        ran = subprocess.run(["node", "practice.mjs", str(plan), str(found)], cwd=kit, timeout=600, env=env)
    rows = [json.loads(line) for line in found.read_text().splitlines()]
    for row in rows:
        print(f"{row['title']}: {[len(clicks) for clicks in row['clicks']]} clicks in the first turns of practice")
        print("\n".join(row["faults"]))
    return ran.returncode == 0 and len(rows) == len(games) and not any(row["faults"] for row in rows)


@contextmanager
def practised(title, folder):
    """The address at which `pbem practice` serves a game of this title meanwhile."""
    words = [sys.executable, "-m", "pbem", "practice", title, "--json"]
    env = {**os.environ, "BROWSER": "true", "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(words, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            lines = iter(server.stdout.readline, "}\n")
            yield json.loads("".join(lines) + "}")["address"]
        finally:
            server.send_signal(signal.SIGINT)


def _turns_are_sound(wanted, folder, screens, kit, env):
    from browser_pages import Judge, pages_of

    from pbem.core.title.game import load

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    games, asked, plan, kinds = {}, Counter(), [], []
    for title in [wanted.title] if wanted.title else GAMES:
        pages = pages_of(title, wanted.turns, folder)
        step = max(1, len(pages) // max(1, wanted.thorough))
        for place, (path, record, named, is_rare) in enumerate(pages):
            games[str(path)] = title, record
            asked.update((title, kind) for kind in named)
            plan.append(
                {
                    "path": str(path),
                    "walks": max(wanted.walks, 3 * is_rare),
                    "how": ["walk", "units", *(THOROUGH if place % step == 0 else [])],
                }
            )
        kinds += [(title, kind) for kind in load(title).kinds]
    judge, times, clicked = Judge(games, asked, folder), [], []
    for page in _played(plan, screens, kit, env):
        judge.faults += page["faults"]
        clicked += [(games[page["path"]][0], row) for row in page["newcomers"]]
        times += [row["time"] for row in page["times"]]
        for row in page["orders"]:
            judge.judge(row)
    rows = judge.table(kinds)
    rows += _newcomers(clicked)
    rows.append(f"Ready after {sorted(times)} ms; the goal is {SOONEST} on a machine that does nothing else.")
    print("\n".join([*rows, *judge.faults, f"{len(games)} turn pages: {len(judge.faults)} faults."]))
    return not judge.faults


def _newcomers(clicked):
    """What somebody who has read nothing clicked until an answer was written and its mail opened."""
    return [
        f"{title} {row['kind']}: a newcomer clicks {row['clicks']} times; with {LOOKS} s for each that is "
        f"{row['clicks'] * LOOKS} s"
        for title, row in clicked
    ]


def _played(plan, screens, kit, env):
    """What came of each page, as far as the browser got: an interruption ends it, and what is there is counted."""
    found = kit / "found.jsonl"
    found.write_text("")
    (kit / "plan.json").write_text(json.dumps({"pages": plan, "seed": 7, "screens": str(screens)}))
    playing = subprocess.Popen(["node", "turn.mjs", "plan.json", str(found)], cwd=kit, env=env)
    try:
        if playing.wait():
            print(f"The browser ended with {playing.returncode}.")
    except KeyboardInterrupt:
        playing.terminate()
        playing.wait()
        print("Interrupted: this is what was found until then.")
    rows = found.read_text(encoding="utf-8").split("\n")[:-1]
    print(f"{len(rows)} of {len(plan)} pages were played on.")
    return map(json.loads, rows)


def _write_site(folder):
    from pbem.core.play.gamefile import render
    from pbem.core.record import charter as charters
    from pbem.core.title.game import load
    from pbem.core.trial.robots import Club, play_on
    from pbem.core.trial.selfplay import Chance
    from pbem.site.pages import site

    paths = []
    for title, entries in GAMES.items():
        game = load(title)
        scenario = next(iter(game.scenarios))
        seats = next(iter(charters.arrangements(game, scenario).values()))
        charter = charters.make(
            game,
            f"{title}-club",
            scenario,
            names=dict(zip(seats, ("Ana", "Ben", "Cleo"))),
            anchors={"referee": {"first": "0" * 64, "n": 1}},
        )
        club = Club(charter, title)
        paths.append(str(folder.parent / f"{title}-club.json"))
        Path(paths[-1]).write_bytes(render(play_on(club.new_game(), club, Chance(title), entries)))
    site(paths, str(folder), cups=[_cup()])


def _films(games, folder):
    """The games of the site as films in one file each; their paths."""
    from pbem.interface.reading import tell

    folder.mkdir()
    paths = []
    for game in sorted(games.glob("*-club.json")):
        paths.append(folder / f"{game.stem}.html")
        paths[-1].write_text(tell(game, "film", verified=True), encoding="utf-8")
    return paths


def _cup():
    """A tournament with teams, a bye and acts."""
    from pbem.tournament.cup import new

    people = [{"id": f"p{n}", "name": f"Player {n}", "team": ("Reds", "Blues")[n % 2]} for n in range(5)]
    pairings = [
        {"round": 1, "table": n, "game": f"cup-1-{n}", "seats": {"prc": f"p{2 * n - 2}", "allied": f"p{2 * n - 1}"}}
        for n in (1, 2)
    ]
    return new(
        {
            "pbem": "tournament/1",
            "name": "cup",
            "title": "red-dragon",
            "scenario": "ready",
            "system": "swiss",
            "rounds": 2,
            "players": people,
            "referees": [{"id": "zoe", "name": "Zoe"}],
            "pairings": [{**one, "referee": "zoe"} for one in pairings],
            "byes": [{"round": 1, "player": "p4"}],
            "acts": [
                {"act": "disputed", "game": "cup-1-1", "reason": "two stories"},
                {"act": "adjudicated", "game": "cup-1-1", "scores": {"prc": "won", "allied": "lost"}, "reason": "led"},
            ],
        }
    )


if __name__ == "__main__":
    main()
