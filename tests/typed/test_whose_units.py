"""What a sentence attacks is never what goes: no words of anybody order the units of an enemy."""

import itertools
import json

import pytest

from pbem.core.orders.orders import read
from pbem.core.rules.requests import Asked
from pbem.core.title.game import load
from tests.order_corpus import HEADER, board_at, lines, understood
from tests.thorough import some

NOBODY_OF_OURS = (
    "The {foe} {units} in {a} {verb} {b}",
    "{verb} the {foe} {units} in {b} from {a}",
    "{a} to {b}: the {foe} {units}",
)
ALL_OF_OURS = (
    "The fleet in {a} {verb}s the {foe} {units} in {b}.",
    "The fleet from {a} {verb}s the {foe} {units} at {b}.",
    "The forces in {a} {verb} {b}, the {foe} {units}.",
    "From {a} {verb} the {foe} {units} in {b} with everything",
)
VERBS = ("attack", "strike", "hit", "move", "sail")
MOVES = {"base": "standard", "at": {"round": 2, "power": "us", "phase": "combat-movement"}}
BOARDS = ("pacific", "us", "combat-moves", MOVES), ("red-dragon", "allied", "op", {"at": {"step": "allied-action"}})
SEAS = ("sea zone 11", "sz20", "Hawaiian Islands"), ("East China Sea", "Taiwan Strait", "China Central")
NAMED = {
    "pacific": (("Japanese", "japan"), ("carriers", "fighters", "2 infantry"), SEAS[0]),
    "red-dragon": (("Chinese", "prc"), ("SAGs", "both SSKs", "Su-30"), SEAS[1]),
}


@pytest.mark.parametrize("title, power, kind, position", BOARDS)
def test_no_sentence_orders_units_of_the_enemy(title, power, kind, position):
    game, ((foe, owner), units, areas) = load(title), NAMED[title]
    asked = Asked({kind: [power]})
    asked.board = lambda: board_at(title, json.dumps(position))
    ways = itertools.product(NOBODY_OF_OURS + ALL_OF_OURS, VERBS, units, itertools.permutations(areas, 2))
    for sentence, verb, unit, (a, b) in some([*ways], 15):
        text = sentence.format(foe=foe, units=unit, verb=verb, a=a, b=b)
        orders, _ = read(HEADER.format(seat=power) + text, game, {power: [power]}, power, asked=asked)
        assert not (orders.answers and sentence in NOBODY_OF_OURS), text
        assert owner not in json.dumps([item["value"] for item in orders.answers]), text


@pytest.mark.parametrize("title", ("pacific", "red-dragon", "cataclysm"))
def test_a_line_may_name_its_question(title):
    game = load(title)
    rows = [row for row in lines(title) if row[2] in game.kinds and row[6][0] not in "!(" and "\\n" not in row[5]]
    for _, *place, typed, meant in rows:
        begun = typed.split()[0].casefold().rstrip(":")
        if begun in game.kinds[place[1]].verbs:
            assert understood(title, *place, f"{place[1]}: {typed}") == meant
