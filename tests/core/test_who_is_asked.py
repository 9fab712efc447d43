"""Whoever adjudication waits for is asked: no question is hidden by an answer that is in no record."""

import itertools

import pytest

from pbem.core.record import charter as charters
from pbem.core.record.now import asked_seats
from pbem.core.title.game import load
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from tests.toy.game import CHARTER

NOBODY = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
VALUES = {"bid": [0, 1, 2], "intervene": ["no"], "act": ["wait"]}


pytestmark = pytest.mark.usefixtures("toy_is_a_title")


def lines(file, seat, chance):
    """Lines for later, and others taken back, of a seat that is not asked."""
    power = chance.choice([power for power, holder in file.charter["powers"].items() if holder == seat])
    kind = chance.choice(sorted(VALUES))
    line = {"power": power, "value": chance.choice(VALUES[kind]), "line": 9, "text": "for later", "public": True}
    asks = {"power": power, "when": kind, "ask": True, "line": 9, "text": "ask", "public": True}
    back = {"what": chance.choice(["standing", "queue"]), "line": 9, "text": "back"}
    rows = [{"standing": [{**line, "when": kind}]}, {"standing": [asks]}, {"revoked": [back]}, {"revoked": [back]}, {}]
    return chance.choice(rows)


def people(file, club, chance):
    """Now and then somebody takes over a seat, or nobody does any more."""
    if chance.below(6):
        return
    seat, person = chance.choice(file.charter["seats"]), chance.choice(["Bea", None])
    if person or len(file.people) > 1:
        row = {"what": "substitute", "why": "word came", "seat": seat, "anchor": None}
        club.said(file, {**row, "person": person} if person else row)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("windows, seed", [*itertools.product(["ask", "default"], range(25))])
def test_whatever_stands_or_is_taken_back_adjudication_misses_only_who_is_asked(windows, seed):
    chance = Chance(f"{windows}/{seed}")
    club = robots.Club({**CHARTER, "windows": windows, "options": {"turns": 9}}, f"{seed}")
    file = club.new_game()
    while not file.is_over:
        asked = asked_seats(file)
        missing = club.adjudicate(file, []).missing
        assert missing and set(missing) <= set(asked) or not missing
        people(file, club, chance)
        orders = {order["seat"]: order for order in robots.random_orders(file, chance)}
        for seat in [one for one in file.people if one not in asked]:
            orders[seat] = {**robots.blank_order(file, seat), **lines(file, seat, chance)}
        found = club.adjudicate(file, list(orders.values()))
        assert not found.missing, "everybody who is asked has answered"
        file = found.file


@pytest.mark.parametrize("title, scenario, draws", [("cataclysm", "c5", "1100/1")])
def test_a_window_that_opens_twice_in_a_row_asks_everybody_again(title, scenario, draws):
    """After an interrupt [3.5] the others' answers to the first offer are no answers to the second."""
    charter = charters.make(load(title), "window", scenario, anchors=NOBODY)
    club, chance = robots.Club({**charter, "windows": "ask"}, draws), Chance(draws)
    file = club.new_game()
    for _ in range(8):
        found = club.adjudicate(file, robots.random_orders(file, chance))
        assert not found.missing
        file = found.file
