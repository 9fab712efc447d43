"""The golden reports: one part of a game of each title, in every format.

    PYTHONPATH=. python tests/report/golden.py [TITLE...]            tells the kept games anew; then read the difference

Those of a title from outside lie beside its package, in tests/golden_files.

What was played is kept with them (golden_files/TITLE.json, a golden game of tools/golden.py): what was sent, and the
seed of the draws.  The game is made of it when it is wanted, so that pages change only when rules, sentences or formats
do.  Where what was sent is no longer allowed it is mended by hand; if the file is taken away, another game is played.
"""

import json
import re
import sys
from functools import cache
from pathlib import Path

from pbem.core.title.game import load
from pbem.core.trial.robots import random_orders
from pbem.core.trial.selfplay import Chance
from pbem.report import markdown, speak, text
from pbem.report.build import build
from pbem.report.sheet import sheet, with_blocks
from pbem.site.pages import report_page
from tools import golden

FOLDER = Path(__file__).resolve().parent / "golden_files"
TITLES = {"cataclysm": 10, "pacific": 6, "red-dragon": 22}  # title: entries
OUTSIDE = 3  # entries of another title
DIGEST = re.compile(r"\b[0-9a-f]{16,}\b")  # of keys and lines: they hang on the revision, and tell of no result
FORMATS = ("txt", "md", "html", "speak.txt", "report.json")


def folder_of(title):
    """Where the golden reports of a title lie."""
    return FOLDER if title in TITLES else Path(golden.home(title)) / "tests" / "golden_files"


def told(file):
    """``{ending of the file's name: text}``: the report on the second half of a game in every format."""
    report = build(file, len(file.entries) // 2, with_places=True)
    plain = {key: value for key, value in report.items() if key != "places"}
    pages = (
        text.render(sheet(plain)),
        markdown.render(sheet(plain)),
        report_page(file, plain),
        speak.render(sheet(report)),
        json.dumps(with_blocks(report), ensure_ascii=False, indent=1, sort_keys=True) + "\n",
    )
    return {ending: DIGEST.sub(_blank, page) for ending, page in zip(FORMATS, pages)}


def _blank(digest):
    return "0" * len(digest[0])


@cache
def game_of(title):
    """The kept game of a title, as far as it was played."""
    *_, file = golden.stops(golden.read(folder_of(title) / f"{title}.json"))
    return file


def another(title):
    """A golden game of the first entries of random play."""
    game, seed = load(title), "golden reports"
    names = dict(zip(next(iter(game.seats.values())), ("Ann", "Bob", "Cleo", "Dora")))
    kept = {"pbem": golden.FORM, "id": f"{title}-told", "about": "The first entries of random play.", "title": title}
    kept |= {"scenario": next(iter(game.scenarios)), "names": names, "play": [], "seed": seed}
    (club, file), chance, draws = golden.started(game, kept), Chance(seed), golden.Seed(seed)
    for _ in range(TITLES.get(title, OUTSIDE)):
        orders = random_orders(file, chance)
        kept["play"].append({order["seat"]: golden.lines_of(file, order) for order in orders})
        file = club.adjudicate(file, orders, draws=draws.source()).file
    return kept


def main(titles):
    for title in titles or TITLES:
        path = folder_of(title) / f"{title}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            golden.write_game(path, another(title))
        try:
            pages = told(game_of(title))
        except golden.Stray as stray:
            sys.exit(f"{path}: {stray}\n  Mend its orders, or remove it: then another game is played.")
        for ending, page in pages.items():
            (path.parent / f"{title}.{ending}").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
