"""Look at the pages in a real browser: make browser-test.

Plays a few turns of every title, writes the site of these games, and opens its pages in headless Chromium (wide, phone,
dark): it fails on what an accessibility checker finds, on a page wider than a phone, and on any request to elsewhere.
Then it plays on turn pages: random clicks, the keyboard alone, roles and names alone, a finger, without scripts,
without storage; every order that comes out is checked.  Screenshots are left in build/screens.

    tools/browser_test.py [--turns 6] [--walks 3] [--title red-dragon] [--only-turns]

Needs Chromium (CHROMIUM names it), node and npm.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

GAMES = {"red-dragon": 12, "pacific": 4, "cataclysm": 8}  # title: entries to play
THOROUGH = ["keyboard", "tree", "touch", "looks", "bare", "storage", "time"]
SOONEST = 300  # milliseconds until a page can be used, on a processor four times as slow
TIMED = 2 if os.environ.get("CI") else 1  # machines that do other things meanwhile get twice the time


def main():
    wanted = _arguments()
    missing = [name for name in (os.environ.get("CHROMIUM", "chromium"), "node", "npm") if not shutil.which(name)]
    if missing:
        raise SystemExit(f"This needs {', '.join(missing)}.")
    build = ROOT / "build"
    screens, kit = build / "screens", build / "browser"
    shutil.rmtree(screens, ignore_errors=True)
    for folder in (screens, kit):
        folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "check.mjs", "turn.mjs"):
        shutil.copy(ROOT / "tests" / "browser" / name, kit / name)
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=kit, check=True, timeout=180)
    env = {**os.environ, "CHROMIUM": shutil.which(os.environ.get("CHROMIUM", "chromium"))}
    sound = wanted.only_turns or _site_is_sound(build / "site", screens, kit, env)
    raise SystemExit(0 if _turns_are_sound(wanted, build / "turns", screens, kit, env) and sound else 1)


def _arguments():
    parser = argparse.ArgumentParser(description="Look at the pages in a real browser.")
    parser.add_argument("--turns", type=int, default=6, help="turn pages of a title")
    parser.add_argument("--walks", type=int, default=3, help="random walks of a question")
    parser.add_argument("--thorough", type=int, default=2, help="pages of a title that are looked at in every way")
    parser.add_argument("--title", choices=GAMES, help="only this title")
    parser.add_argument("--only-turns", action="store_true", help="turn pages alone, not those of the site")
    return parser.parse_args()


def _site_is_sound(public, screens, kit, env):
    shutil.rmtree(public, ignore_errors=True)
    public.mkdir(parents=True)
    _write_site(public)
    pages = [public / "index.html", *sorted(public.glob("*/index.html"))]
    done = subprocess.run(["node", "check.mjs", str(screens), *map(str, pages)], cwd=kit, timeout=300, env=env)
    return done.returncode == 0


def _turns_are_sound(wanted, folder, screens, kit, env):
    from browser_pages import judged, pages_of

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    made, plan = {}, []
    for title in [wanted.title] if wanted.title else GAMES:
        pages = pages_of(title, wanted.turns, folder)
        made.update({str(path): file for path, file in pages})
        step = max(1, len(pages) // max(1, wanted.thorough))
        plan += [{"path": str(path), "how": ["walk", *(THOROUGH if place % step == 0 else [])]}
                 for place, (path, _) in enumerate(pages)]  # fmt: skip
    (kit / "plan.json").write_text(json.dumps({"pages": plan, "seed": 7, "walks": wanted.walks,
                                               "screens": str(screens)}))  # fmt: skip
    done = subprocess.run(["node", "turn.mjs", "plan.json"], cwd=kit, env=env, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr)
        return False
    found = json.loads(done.stdout)
    rows, faults = judged(found, made)
    slow = sorted(row["time"] for row in found["times"])
    faults += [f"a page takes {slow[0]} ms until it can be used"] * (bool(slow) and slow[0] > SOONEST * TIMED)
    print("\n".join([*rows, f"Ready after {slow} ms on a slow processor.", *faults,
                     f"{len(made)} turn pages: {len(faults)} faults."]))  # fmt: skip
    return not faults


def _write_site(folder):
    from pbem.core.play.robots import Club, play_on
    from pbem.core.play.selfplay import Chance
    from pbem.core.record import charter as charters
    from pbem.core.rules.game import load
    from pbem.site.pages import site

    files = []
    for title, entries in GAMES.items():
        game = load(title)
        charter = charters.make(game, f"{title}-club", next(iter(game.scenarios)),
                                anchors={"referee": {"first": "0" * 64, "n": 1}})  # fmt: skip
        club = Club(charter, title)
        files.append(play_on(club.new_game(), club, Chance(title), entries))
    site(files, str(folder))


if __name__ == "__main__":
    main()
