"""Whoever knows all closed lines, none, or those of some seats alone comes to the same stop (docs/record.md).

Three seats have lines, open and closed, for a question that is put to all of them: together, or as an offer that the
first in order may take up.  What whoever knows everything makes of them, everybody else must make who knows what was
opened by it, whatever else he knows.
"""

import copy
import itertools

import pytest

from pbem.core.play.answers import Finder, Part, Terms
from pbem.core.play.feed import Feed
from pbem.core.rules.engine import Session, Stop
from pbem.core.rules.requests import Ask, Offer, Together
from pbem.core.trial.selfplay import Chance
from tests.core.test_answers import board
from tests.toy.game import CHARTER, GAME

SEATS = {"north": "a", "south": "b", "isles": "c"}
TABLE = {**CHARTER, "powers": SEATS, "seats": [*SEATS.values()]}
ABOUT = {"area": "hill", "dice": 2, "attacker": "north"}
REQUESTS = {
    "offer": lambda: Offer("intervene", SEATS, about=ABOUT, rule="3.2"),
    "together": lambda: Together([Ask("intervene", power, about=ABOUT) for power in SEATS]),
}
ILLEGAL = {"claim": {"unit": "no-such-unit"}}


def values(power):
    return ["no", {"claim": {"unit": f"{power}-foot-1"}}, ILLEGAL]


def line(power, number, value, standing, closed):
    said = {"ask": True} if value == "ask" else {"value": value}
    item = {
        "power": power,
        "line": number,
        **said,
        **({"when": "intervene"} if standing else {"kind": "intervene", "turn": 1}),
    }
    return Part(SEATS[power], 1, 1, number, item, "lines", f"{power} {number}" if closed else None)


def random_lines(chance):
    found = []
    for power in SEATS:
        for number in range(chance.below(4)):
            standing = chance.below(2) == 0
            value = chance.choice([*values(power), *(["ask"] if standing else [])])
            found.append(line(power, number + 1, value, standing, chance.below(3) > 0))
    return found


def outcome(parts, request, known):
    """What comes of a request for somebody who knows the open parts and these closed ones: ``(asked, answers, what
    became of what is open to all then, C of what it opens)``."""
    parts = [copy.copy(part) for part in parts if not part.closed or part.closed in known]
    finder = Finder(GAME, TABLE, parts, [], Terms(windows="ask"))
    feed = Feed(None, finder)
    session = Session(GAME, board(**{f"{power}_foot_1": "hill" for power in SEATS}))
    found = session._meet(REQUESTS[request](), feed)
    asked = [ask.power for ask in found.asks] if isinstance(found, Stop) else None
    fates = {part.address: (part.fate, part.count) for part in parts if not part.closed or part.is_shown}
    opened = {part.closed for part in parts if part.closed and part.is_shown}
    return (asked, [(question, given.value) for question, given in feed.given], fates, opened)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("request_", REQUESTS)
def test_whoever_knows_the_closed_lines_of_some_seats_comes_to_the_same_stop(request_):
    chance, stops, opening = Chance("partial knowledge"), 0, 0
    for _ in range(400):
        parts = random_lines(chance)
        closed = {part.closed: part.seat for part in parts if part.closed}
        whole = outcome(parts, request_, closed)
        stops, opening = stops + (whole[0] is not None), opening + bool(whole[0] and whole[3])
        for some in itertools.chain.from_iterable(itertools.combinations(SEATS.values(), n) for n in range(3)):
            known = whole[3] | {mark for mark, seat in closed.items() if seat in some}
            told = [(part.closed, part.item) for part in parts]
            assert outcome(parts, request_, known) == whole, (some, told, whole[3])
    assert stops > 100 and opening > 10


def test_an_illegal_closed_line_of_one_seat_stops_play_for_another_who_knows_its_own_alone():
    """The seat before it declines openly, and its own closed line declines too: play would go on for that seat."""
    falls = line("north", 1, ILLEGAL, standing=False, closed=True)
    parts = [falls, line("north", 2, "no", True, False), line("south", 1, "no", False, True)]
    whole = outcome(parts, "offer", {part.closed for part in parts})
    assert whole[3] == {falls.closed} and whole[0] == ["north", "south", "isles"]
    assert outcome(parts, "offer", {falls.closed, "south 1"}) == whole == outcome(parts, "offer", {falls.closed})


def test_a_closed_no_over_an_open_claim_is_opened_where_another_seat_stops_the_offer():
    hides = line("north", 1, "no", standing=False, closed=True)
    parts = [hides, line("north", 2, values("north")[1], True, False)]
    whole = outcome(parts, "offer", {hides.closed})
    assert whole[0] == ["south", "isles"] and whole[3] == {hides.closed} and whole[1] == []
    assert hides.fate == "kept"
