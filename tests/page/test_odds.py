"""The chances that a page tells while an order is composed are those of `pbem odds`, line by line."""

import pytest

from pbem.core.title.game import titles
from pbem.desk.questions import chance_of
from pbem.page.asking import asking
from tests.desk.test_chances_of_forms import waiting_for

NONE = ["No dice are rolled for it at once."]
ASKED = {  # title: [(kind of question, scenario, who is asked at windows)]
    "red-dragon": [("op", None, "default"), ("return-fire", None, "ask")],
    "pacific": [("combat-moves", None, "default"), ("press", None, "ask")],
    "cataclysm": [("play-flag", None, "default"), ("military-action", "c6", "default")],
}
STOPS = 40
PAGES = 4  # of each kind of question


def test_every_title_is_here():
    assert set(ASKED) <= set(titles())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "title, kind, scenario, windows", [(title, *row) for title, rows in ASKED.items() for row in rows]
)
def test_what_a_page_says_of_an_order_is_what_odds_says(title, kind, scenario, windows):
    compared = rolled = 0
    stops = waiting_for(title, kind, stops=STOPS, scenario=scenario, windows=windows)
    for _, (file, seat, _) in zip(range(PAGES), stops):
        for row in asking(file, seat)["questions"]:
            for answer in row["answers"]:
                for one in (answer["lines"], answer["full"]):
                    assert (answer["chances"] or NONE) == chance_of(file, seat, one), one
                    compared += 1
                rolled += bool(answer["chances"])
    assert compared and rolled
