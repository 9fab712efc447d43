"""The chances that a page tells while an order is composed are those of `pbem odds`, line by line."""

import pytest

from pbem.core.title.game import titles
from pbem.desk.questions import chance_of
from pbem.page.asking import asking
from tests.desk.test_chances_of_forms import waiting_for

NONE = ["Nothing is rolled for it at once."]
ASKED = {
    "red-dragon": [("op", None), ("return-fire", None)],
    "pacific": [("combat-moves", None), ("press", None)],
    "cataclysm": [("play-flag", None), ("military-action", "c6")],
}
STOPS = 40
PAGES = 4  # of each kind of question


def test_every_title_is_here():
    assert set(ASKED) <= set(titles())


@pytest.mark.parametrize("title, kind, scenario", [(title, *row) for title, rows in ASKED.items() for row in rows])
def test_what_a_page_says_of_an_order_is_what_odds_says(title, kind, scenario):
    compared = rolled = 0
    stops = waiting_for(title, kind, stops=STOPS, scenario=scenario)
    for _, (file, seat, _) in zip(range(PAGES), stops):
        for row in asking(file, seat)["questions"]:
            for answer in row["answers"]:
                lines = [answer["lines"], *([[answer["short"]]] if answer["short"] else [])]
                for one in lines:
                    assert (answer["chances"] or NONE) == chance_of(file, seat, one), one
                    compared += 1
                rolled += bool(answer["chances"])
    assert compared and rolled
