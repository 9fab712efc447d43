"""Look at the pages in a real browser: make browser-test.

Plays a few turns of every title, writes the site of these games, opens its pages in headless Chromium (wide, phone,
dark) and fails on what an accessibility checker finds, on a page wider than a phone, and on any request to elsewhere.
Screenshots are left in build/screens.  Needs Chromium (CHROMIUM names it), node and npm.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

GAMES = {"red-dragon": 12, "pacific": 4, "cataclysm": 8}  # title: entries to play


def main():
    missing = [name for name in (os.environ.get("CHROMIUM", "chromium"), "node", "npm") if not shutil.which(name)]
    if missing:
        raise SystemExit(f"This needs {', '.join(missing)}.")
    build = ROOT / "build"
    screens, public, kit = build / "screens", build / "site", build / "browser"
    for folder in (screens, public):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    _write_site(public)
    kit.mkdir(exist_ok=True)
    for name in ("package.json", "check.mjs"):
        shutil.copy(ROOT / "tests" / "browser" / name, kit / name)
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=kit, check=True, timeout=180)
    pages = [public / "index.html", *sorted(public.glob("*/index.html"))]
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    done = subprocess.run(["node", "check.mjs", str(screens), *map(str, pages)], cwd=kit, timeout=300,
                          env={**os.environ, "CHROMIUM": chromium})  # fmt: skip
    raise SystemExit(done.returncode)


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
