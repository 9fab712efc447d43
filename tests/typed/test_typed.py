"""Lines in players' own words are read as they were meant, and never as anything else."""

import json
import re

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import read
from pbem.core.orders.sayings import table_of
from pbem.core.rules.requests import Asked
from pbem.core.title.game import load
from tests.order_corpus import HEADER, board_at

from .reading import MAILS, MISREAD, REFUSED, TITLES, results

MOST_REFUSED = 0.05


@pytest.mark.parametrize("folder", ["", "held", *MAILS])
def test_lines_and_mails_are_read_as_they_were_meant_or_asked_back(folder):
    """Mails by a sample."""
    rows = [row for title in TITLES for row in results(title, folder, 3 if folder in MAILS else 1)]
    assert [row for row in rows if row[0] == MISREAD] == []
    refused = [row for row in rows if row[0] == REFUSED]
    assert len(refused) <= MOST_REFUSED * len(rows), refused


@pytest.mark.parametrize("title", TITLES)
def test_a_newcomer_is_shown_orders_that_can_be_read(title):
    game = load(title)
    examples = table_of(game).examples
    assert examples.keys() == set(game.powers)
    for power, rows in examples.items():
        for line, meaning in rows:
            orders, problems = read(HEADER.format(seat=power) + line, game, {power: [power]}, power)
            assert not refusals(problems) and not orders.is_empty and meaning, (line, problems)


TWO_GOALS = "4 infantry shantung -> anhwe and kiangsi", "fighter FIC > kwangsi, same for yunnan"


@pytest.mark.parametrize("typed", [*TWO_GOALS, TWO_GOALS[0].replace("4", "4,")])
def test_two_goals_in_one_order_are_refused_with_a_line_for_each(typed):
    _, [problem] = moved(typed)
    lines = re.findall("“(.*?)”", str(problem))
    assert problem.code == "several-goals" and len(lines) == 2
    orders, problems = moved("\n".join(lines))
    assert not refusals(problems) and len(orders.answers[0]["value"]) == 2


@pytest.mark.parametrize("units", ["1 infantry", "9,9 infantry", f"{'9' * 23} infantry", "2 infantry, 1 fighter", ""])
def test_what_cannot_be_shared_out_is_left_to_say(units):
    _, [problem] = moved(f"{units} shantung -> anhwe and kiangsi")
    assert "“UNITS shantung -> anhwe” and “UNITS shantung -> kiangsi”" in str(problem)


def moved(typed):
    """What is read of combat moves of Japan."""
    position = {"base": "standard", "at": {"round": 1, "power": "japan", "phase": "combat-movement"}}
    asked = Asked({"combat-moves": ["japan"]})
    asked.board = lambda: board_at("pacific", json.dumps(position))
    return read(HEADER.format(seat="japan") + typed, load("pacific"), {"japan": ["japan"]}, asked=asked)
