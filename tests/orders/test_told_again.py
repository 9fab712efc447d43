"""The record holds what an order says, not how it was typed: its text is made again, and read again says the same."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orderfile import text_of_item
from pbem.core.orders.orders import read
from pbem.core.seat.sheet import plain
from pbem.core.title.game import load
from tests.order_corpus import CORPORA, HEADER, lines, typed_text, understood

LEAST = {"red-dragon": 60, "cataclysm": 100, "pacific": 100}  # lines that are told again
STANDING = {
    "prc red-dragon": [
        "always return-fire: default",
        "public always intercept in taiwan: no; else ask me",
        "secret always return-fire from taiwan is prc until taiwan is contested: return fire default "
        "if no enemy in taiwan; else ask me",
    ],
    "germany cataclysm": ["always combat-reply: default", "always regroup in lorraine: default; else ask me"],
    "japan pacific": [
        "always submerge: default if round 2; else ask me",
        "always losses in mariana-islands until turn 4: lose order artillery, infantry, fighter",
    ],
}


def items_of(game, power, text, asked=()):
    orders, problems = read(HEADER.format(seat=power) + text, game, {power: [power]}, power, asked=asked)
    return [] if refusals(problems) else [*orders.answers, *orders.standing]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", CORPORA)
def test_lines_of_many_hands_mean_the_same_when_they_are_told_again(title):
    game, seen = load(title), 0
    for number, power, kind, position, about, typed, _ in lines(title):
        items = items_of(game, power, typed_text(typed), [kind])
        if len(items) != 1 or not hasattr(game.kinds[items[0].get("when") or items[0]["kind"]], "forms"):
            continue
        told = text_of_item(plain(items[0]), game)
        [again] = items_of(game, power, told, [kind])
        assert text_of_item(plain(again), game) == told, (number, typed)
        if kind != "standing":
            one, two = (understood(title, power, kind, position, about, text) for text in (typed, told))
            assert one == two, (number, typed, told)
        seen += 1
    assert seen >= LEAST[title]


@pytest.mark.parametrize("whose", STANDING)
def test_standing_lines_with_all_their_clauses(whose):
    power, title = whose.split()
    game = load(title)
    for text in STANDING[whose]:
        [item] = items_of(game, power, text)
        told = text_of_item(plain(item), game)
        [again] = items_of(game, item["power"], told)
        assert plain(again) == plain(item), told
