"""What a player who is away would want in a battle and behind it: pure judgements for the published defaults.

Nothing here is a rule.  Whole numbers only: hits are expected in sixths, and a side is as strong as the hits that it
must be expected to score times the hits that it takes to destroy it (twice as many of the same are four times as
strong).
"""

from collections.abc import Iterable

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json

from ..board.board import Board
from ..board.pieces import Piece, split
from . import casualties, flight, guarantee
from .fire import attack_values
from .rounds import defence, tally
from .sea import attackers as ships_attacking
from .sea import defenders as ships_defending
from .sea import expected
from .trial import Trial

BEATEN = 2  # so many times as strong must the enemy be before an ordered attack is given up


# -- who is beaten -------------------------------------------------------------------------------------------


def toughness(units: dict[str, int]) -> int:
    """The hits that units take before they are gone."""
    return sum(count * casualties.toughness(token) for token, count in units.items())


def is_beaten(ours: int, theirs: int) -> bool:
    """Whether one strength is so far below another that nobody would go on: about one battle in five is won then."""
    return theirs > 0 and BEATEN * ours <= theirs


def land_is_lost(board: Board, area: str, landing: dict[str, int], amphibious: bool) -> bool:
    """Whether those who attack a territory, with those who still land there, are beaten by its defenders."""
    types = board.parts.types
    ours = summed([*tally(board.stacks(area, board.forces())).items(), *landing.items()])
    theirs = tally(board.defenders(area, board.enemy))
    hits = sum(count * value for _, count, value in attack_values(board, ours, amphibious))
    back = sum(count * defence(board, area, types[split(token)[1].type].defence) for token, count in theirs.items())
    fighting = {token: count for token, count in ours.items() if types[split(token)[1].type].attack}
    return is_beaten(hits * toughness(fighting), back * toughness(theirs))


def sea_is_lost(board: Board, zone: str, side: str) -> bool:
    """Whether the attackers or the defenders (`side`) of a sea battle are beaten."""
    ours, theirs = tally(ships_attacking(board, zone)), tally(ships_defending(board, zone))
    attack = expected(board, zone, ours, theirs, True) * toughness(ours)
    defend = expected(board, zone, theirs, ours, False) * toughness(theirs)
    return is_beaten(attack, defend) if side == "attack" else is_beaten(defend, attack)


def dives(board: Board, zone: str, side: str) -> bool:
    """Whether submarines go under: defenders that are beaten, where they keep nobody from landing by staying."""
    landing = any(one["zone"] == zone for one in board.landings)
    return side == "defence" and not landing and sea_is_lost(board, zone, side)


def is_cut_short(board: Board, area: str) -> bool:
    """Whether a landing has lost ships on its way, and what is left of it would be beaten: nobody ordered that."""
    lost, left = False, {}
    for one in (one for one in board.landings if one["area"] == area):
        ships = min(one["count"], board.count(one["zone"], one["force"], one["ship"]))
        lost = lost or ships < one["count"]
        for token, count in one["cargo"].items():
            left[token] = left.get(token, 0) + count * ships
    return lost and land_is_lost(board, area, left, True)


# -- where aircraft are safe -----------------------------------------------------------------------------------


def exposure(board: Board, place: str, side: str) -> int:
    """How alone aircraft would stand that come down there: 0 on a deck or beside land units of the side, 1 beside
    others of its units, 2 where nobody is."""
    if board.parts.areas[place].is_sea:
        return 0
    there = [one for _, one, _ in board.of_side(place, side) if not one.flying]
    return 2 if not there else int(all(board.parts.types[one.type].category != "land" for one in there))


def sheltered(board: Board, places: Iterable[str], side: str) -> list[str]:
    """Places to come down, the safest before others, else in the order given."""
    return sorted(places, key=lambda place: exposure(board, place, side))


def landings(board: Board) -> list[Json]:
    """Items that land every aircraft in the air: those first that find decks alone, so that nobody takes a deck from
    whoever needs it; each at the safest place, and at the nearest of these.

    Who finds none may hope for a carrier that comes (rescue.py).
    """
    plan, items = Trial(board, "noncombat"), list[Json]()
    flying = [
        (area, f"{force}/{one.key}", one)
        for area in sorted(board.units)
        for force, one, count in board.stacks(area, board.forces())
        for _ in range(count if one.flying else 0)
    ]
    side = plan.side
    flying.sort(key=lambda row: bool(guarantee.fields(board, row[0], row[2].left, side)))
    for area, token, one in flying:
        goal = _goal(plan, area, token, one)
        if goal:
            path = guarantee.way(plan, area, goal)
            if items and items[-1]["path"] == path and token in items[-1]["units"]:
                items[-1]["units"][token] += 1
            else:
                items.append({"go": "move", "units": {token: 1}, "path": path})
            flight.fly(plan, {token: 1}, path)
    return items


def _goal(plan: Trial, area: str, token: str, one: Piece) -> str | None:
    """Where an aircraft comes down; among decks the first that leaves no other fighter without one."""
    board, side = plan.board, plan.side
    options = sheltered(board, guarantee.places(board, area, one, side), side)
    if not options or guarantee.fields(board, area, one.left, side):
        return options[0] if options else None
    return min(options, key=lambda zone: _left_over(board, side, area, token, zone))


def _left_over(board: Board, side: str, area: str, token: str, zone: str) -> int:
    """How many fighters that need a deck find none when one of them takes a place on a deck in a zone."""
    room, needy = guarantee.decks_free(board, side), []
    room[zone] -= 1
    for place, other, count, zones in guarantee.without_a_field(board, side):
        count -= (place, other) == (area, token)
        needy += [(place, other, count, zones)] if count else []
    return sum(count for *_, count in guarantee.share(needy, room))
