"""A bombardment that will not be fired is doubted before it is played."""

import pytest

from pbem.core.orders.orders import parse_line
from pbem.core.play.answers import judge
from pbem.core.rules.requests import Ask
from pbem.core.title.game import load
from pbem.games.pacific.words.asked import risks
from tests.order_corpus import board_of

LANDING = "ship 2 infantry hainan -> sz45 -> {zone} -> {area}\nmove battleship, destroyer sz45 -> {zone}\n"
GUNS = "bombard battleship {zone} -> {area}"


@pytest.mark.parametrize(("zone", "area", "told"), [("sz38", "philippines", 1), ("sz44", "borneo", 0)])
def test_guns_that_fight_at_sea_first_are_doubted(zone, area, told):
    game, ask = load("pacific"), Ask("combat-moves", "japan", None, {})
    position = {"base": "standard", "at": {"round": 1, "power": "japan", "phase": "combat-movement"}}
    item, problems = parse_line((LANDING + GUNS).format(zone=zone, area=area), game, "japan", ["combat-moves"])
    answer, problems = judge(game.kinds["combat-moves"], board_of(game, "standard", position), ask, item["value"])
    assert problems == [] and any(move["go"] == "bombard" for move in answer)
    found = risks(game, board_of(game, "standard", position), ask, answer)
    assert sum("no bombardment of" in one for one in found) == told
