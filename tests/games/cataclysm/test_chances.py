"""The odds that explanations tell, against every roll counted one by one."""

from itertools import product

import pytest

from pbem.games.cataclysm.words import chances
from pbem.games.cataclysm.rules.checks import highest, score
from tools import annotated


def rolls(dice):
    return product(range(1, 7), repeat=dice)


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_every_result_of_the_dice_is_counted_once(dice):
    counted = {}
    for rolled in rolls(dice):
        counted[highest(rolled)] = counted.get(highest(rolled), 0) + 1
    assert dict(chances.results(dice)) == counted


@pytest.mark.parametrize(("dice", "by"), [(1, 0), (2, -1), (3, -4), (3, 1), (2, 4)])
def test_a_check(dice, by):
    passing = sum(score(rolled, [{"by": by}]) >= 5 for rolled in rolls(dice))
    told = chances.check({"dice": [1] * dice, "modifiers": [{"by": by}]}, None)
    assert told.endswith(f"it passes in {passing} of {6**dice} cases.")


@pytest.mark.parametrize(("one", "other"), [((2, 0), (2, 0)), ((3, 1), (2, -1)), ((1, -3), (2, -4))])
def test_two_rolls_against_each_other(one, other):
    ways = [0, 0, 0]
    for first, second in product(rolls(one[0]), rolls(other[0])):
        a, b = score(first, [{"by": one[1]}]), score(second, [{"by": other[1]}])
        ways[0 if a > b else 1 if a == b else 2] += 1
    assert chances.versus(one, other) == ways


def test_a_battle_in_words():
    side = {"dice": [6, 2], "modifiers": [{"by": 1}]}
    told = chances.combat({"attack": side, "defence": {"dice": [3], "modifiers": []}}, None)
    assert told == (
        "2 dice and +1 against 1 die and +0: the attacker is higher in 161 of 216 cases, "
        "the defender in 30, and they are equal in 25."
    )
    assert chances.fall({"threshold": 7}, None) == "It surrenders on 6 of 6 faces."


def test_the_odds_of_an_attack_name_no_check_that_others_make_after_it():
    """Greece may be up for grabs after this attack, and the United Kingdom would check for that."""
    words = ["GAME", "fascists", "italy: operation land -> greece with it-army-1; support it-air-1"]
    told = annotated.odds("cataclysm", {"entry": 5, "odds": words})
    assert told == "In land combat the attacker wins 30 %, nobody 19 %, the defender 51 %"
