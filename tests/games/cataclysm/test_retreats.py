"""10.10 Retreats of several units, on random boards of both editions: an assignment is legal if and only if the units
can leave in some order as it says, and nobody is destroyed for whom a haven exists at its turn; a part of one can be
completed.

The order is looked for here by trying them all, on boards on which the units before have really moved.
"""

import random
from itertools import permutations

import pytest

from pbem.games.cataclysm.board.parts import CODES
from pbem.games.cataclysm.rules.movement import fits
from pbem.games.cataclysm.rules.occupation import Stacks
from pbem.games.cataclysm.rules.retreat import (
    default_retreat,
    in_turn,
    needs_choice,
    parted,
    retreat_options,
    retreat_problems,
    retreat_spots,
    with_the_rest,
)
from tests.games.cataclysm.cataclysm_table import board, put
from tests.thorough import THOROUGH, some

BOARDS = 3000
SIDES = (("france", "uk", "usa"), ("germany", "italy"))
TYPES = ("army", "tank", "air", "strategic", "fleet", "carrier")


def random_table(number, edition):
    """A board on which units of one to three allies leave an area, with few places around it, and these units."""
    draw = random.Random(f"retreats {edition} {number}")
    side, other = draw.sample(SIDES, 2)
    made = board(
        edition=edition,
        war=(" ".join(side), " ".join(other)),
        allies=[" ".join(side)],
        commitment=dict.fromkeys([*side, *other], "mobilization"),
    )
    owners = draw.sample(side, draw.choice((1, 2, min(3, len(side)))))
    target = draw.choice([area for area in made.parts.areas if len(made.near(area, "any")) > 1])
    near = {area for first in made.near(target, "any") for area in (first, *made.near(first, "any"))} - {target}
    for area in sorted(near):
        if not made.area(area).is_sea:
            holder = draw.choice([*side, *side, other[0], None])
            made.cubes[area] = {holder: 1} if holder and made.controller(area) != holder else made.cubes.get(area, {})
    made.version += 1
    for area in sorted(near):
        for _ in range(draw.randint(0, 5)):
            place(made, area, draw.choice(owners), draw.choice(TYPES))
    units = [place(made, target, draw.choice(owners), draw.choice(TYPES), False) for _ in range(draw.randint(2, 4))]
    return made, sorted(filter(None, units)), draw


def place(made, area, power, kind, within_limits=True):
    """A unit of a power in an area, if it has one left and may stand there; its id."""
    before = dict(made.place)
    try:
        put(made, area, [CODES[power], kind])
    except StopIteration:
        return None
    unit = next(id for id in made.place if made.place[id] != before[id])
    made.version += 1
    if within_limits and not fits(made, Stacks(made), unit, area):
        made.place[unit] = "storage"
        made.upgraded.pop(unit, None)
        made.coast.pop(unit, None)
        made.version += 1
        return None
    return unit


def is_legal(made, units, to):
    """Whether the units can leave in some order, by the effectiveness of their powers, as `to` says."""
    ranks = sorted({made.effectiveness(made.power_of(unit)) for unit in units}, reverse=True)
    own = [[unit for unit in units if made.effectiveness(made.power_of(unit)) == rank] for rank in ranks]
    orders = [[]]
    for each in own:
        orders = [[*order, *more] for order in orders for more in permutations(each)]
    return any(leaves(made, order, to) for order in orders)


def leaves(made, order, to):
    """Whether the units can leave one after the other; each is moved on the board, and all are put back."""
    places, coasts = dict(made.place), dict(made.coast)
    try:
        for unit in order:
            spots = retreat_spots(made, unit)
            if (to[unit] not in spots) if unit in to else bool(spots):
                return False
            move(made, unit, to.get(unit))
        return True
    finally:
        made.place.update(places)
        made.coast.clear()
        made.coast.update(coasts)
        made.version += 1


def move(made, unit, text):
    area, coast = parted(text) if text else ("available", None)
    made.place[unit] = area
    made.coast.pop(unit, None)
    if coast:
        made.coast[unit] = coast
    made.version += 1


def assignments(made, units, draw):
    """The published default and some others: to places near, each unit perhaps nowhere."""
    yield default_retreat(made, retreat_options(made, units))
    known = sorted({text for unit in units for text in [*retreat_spots(made, unit), *nearest(made, unit, units)]})
    for _ in range(5):
        spots = (
            {unit: draw.choice([*(retreat_spots(made, unit) or known), *known, None]) for unit in units}
            if known
            else {}
        )
        yield {unit: text for unit, text in spots.items() if text}


def nearest(made, unit, units):
    """Where the unit could go if the places in its range were taken by the others."""
    return retreat_options(made, units)[unit]


NUMBERS = some(range(BOARDS // 2), 30)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("edition", ["2018", "2022"])
def test_an_assignment_is_legal_if_the_units_can_leave_so_in_some_order(edition):
    seen = {"legal": 0, "illegal": 0, "several powers": 0, "lost": 0, "retreats": 0}
    for number in NUMBERS:
        made, units, draw = random_table(number, edition)
        if len(units) < 2:
            continue
        seen["retreats"] += 1
        options = retreat_options(made, units)
        for place, to in enumerate(assignments(made, units, draw)):
            legal = is_legal(made, units, to)
            assert (retreat_problems(made, options, to) == []) == legal, (number, units, to)
            assert legal or place, (number, "the published default is not legal")
            seen["legal" if legal else "illegal"] += 1
            if legal:
                order, left = in_turn(made, options, to)
                assert not left and leaves(made, list(order), to), (number, units, to)
                seen["lost"] += len(to) < len(units)
                part = {unit: text for unit, text in to.items() if draw.random() < 0.5}
                whole = with_the_rest(made, options, part)
                assert part.items() <= whole.items() and is_legal(made, units, whole), (number, units, part)
        seen["several powers"] += len({made.power_of(unit) for unit in units}) > 1
        if not needs_choice(made, options):
            looks = {look(made, units, to) for to in assignments(made, units, draw) if is_legal(made, units, to)}
            assert len(looks) == 1, (number, looks)
    assert seen["retreats"] > (1000 if THOROUGH else 30)
    assert all(count > len(NUMBERS) // 20 for count in seen.values()), seen


def look(made, units, to):
    return tuple(sorted((to.get(unit, ""), made.power_of(unit), made.side_of(unit)) for unit in units))
