"""The golden reports: one part of a game of each title, in every format.

    PYTHONPATH=. python tests/report/golden.py [TITLE...]            tells the kept games anew; then read the difference

The games are kept with them (golden_files/TITLE.json holds the game file), so that pages change only when rules,
sentences or formats do.  A game of other rules than those that are there is played anew before, with its draws.
"""

import json
import sys
from pathlib import Path

from pbem.core.play.robots import Club, play_on
from pbem.core.play.selfplay import Chance
from pbem.core.record import charter as charters
from pbem.core.record.gamefile import from_bytes, render
from pbem.core.rules.game import load
from pbem.report import markdown, speak, text
from pbem.report.build import build
from pbem.report.sheet import sheet, with_blocks
from pbem.site.pages import report_page

FOLDER = Path(__file__).resolve().parent / "golden_files"
TITLES = {"cataclysm": 10, "pacific": 6, "red-dragon": 14}  # title: entries
FORMATS = ("txt", "md", "html", "speak.txt", "report.json")


def told(file):
    """``{ending of the file's name: text}``: the report on the second half of a game in every format."""
    report = build(file, len(file.entries) // 2, with_places=True)
    report["head"] = "0" * 64  # that of a game made for this page tells nothing
    plain = {key: value for key, value in report.items() if key != "places"}
    return dict(
        zip(
            FORMATS,
            (
                text.render(sheet(plain)),
                markdown.render(sheet(plain)),
                report_page(file, plain),
                speak.render(sheet(report)),
                json.dumps(with_blocks(report), ensure_ascii=False, indent=1, sort_keys=True) + "\n",
            ),
        )
    )


def game_of(title):
    """The kept game of a title."""
    return from_bytes((FOLDER / f"{title}.json").read_bytes(), f"{title}.json")


def renewed(title):
    """The kept game of a title, played anew if its charter is none of the rules that are there; a first one if there
    is none."""
    game, kept = load(title), game_of(title) if (FOLDER / f"{title}.json").exists() else None
    charter = charters.made_again(game, kept.charter) if kept else first_charter(game)
    if kept and charter is kept.charter:
        return kept
    club = Club(charter, "golden reports")
    return play_on(club.new_game(), club, Chance("golden reports"), TITLES[title])


def first_charter(game):
    names = dict(zip(next(iter(game.seats.values())), ("Ann", "Bob", "Cleo", "Dora")))
    anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    return charters.make(game, f"{game.id}-told", next(iter(game.scenarios)), names=names, anchors=anchors)


def main(titles):
    for title in titles or TITLES:
        (FOLDER / f"{title}.json").write_bytes(render(renewed(title)))
        for ending, page in told(game_of(title)).items():
            (FOLDER / f"{title}.{ending}").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
