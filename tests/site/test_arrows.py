"""The map of a report shows what happened, also what no sentence of its own tells."""

import re

from pbem.core.record import charter as charters
from pbem.core.title.game import load
from pbem.core.trial.robots import Club, play_on
from pbem.core.trial.selfplay import Chance
from pbem.report.build import build
from pbem.site.pages import report_page


def test_moves_and_fights_of_a_report_are_arrows_and_stars_on_its_map():
    for title, entries in (("red-dragon", 14), ("pacific", 8), ("cataclysm", 24)):
        game = load(title)
        charter = charters.make(game, "a", next(iter(game.scenarios)), anchors={"referee": {"first": "0" * 64, "n": 1}})
        club = Club(charter, "arrows")
        file = play_on(club.new_game(), club, Chance("arrows"), entries)
        report = build(file, 0)
        facts = [fact for _, step in file.story(report["entry"], 0) for fact in step["facts"]]
        view = game.mapped(file.current_board(), facts)
        moved = [move for move in view["moves"] if move["from"] != move["to"]]
        text = report_page(file, report)
        assert moved, title
        assert text.count('class="arrow" marker-end') >= 1
        assert bool(view["battles"]) == bool(re.search('<use href="#[^"]*burst"', text)), title
