"""What the fields of an Op may hold now: places, units, paths and cargo, as the menu offers them.

The rules of the Ops (ops.py, ops_air.py, ops_sea.py, landings.py) judge; what they take is said here a second time, and
a test holds the two together (docs/architecture.md, "What is legal, and what is offered").
"""

from collections.abc import Sequence
from typing import Any

from pbem.core.data.collecting import spread
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng

from ..board.board import Board
from ..board.parts import OTHER, Unit
from ..rules.areas import (
    assault_limit,
    entry_problems,
    has_usable_base,
    korean_attack_problems,
    leaving_problems,
    operating_problems,
    start_problems,
)
from ..rules.checks import command_of_units, companions, enemies
from ..rules.landings import ALL, able_of_any_command, airborne, assault_force, attackers_in, defenders, target_problems
from ..rules.movement import at_sea_count, islands_between, may_fly, may_pass, sea_goals
from ..rules.ops import check_6, check_9
from ..rules.ops_air import check_5
from ..rules.ops_sea import admits, coast_problems, joining, land_next_to, off_map_problems, ships_of

# -- units -----------------------------------------------------------------------------------------------------


def units_in(board: Board, side: str, area: str) -> list[str]:
    """One's own units in an area, aboard ships too."""
    found = []
    for id in board.units_at(area, side) if isinstance(area, str) else ():
        found += [id, *board.cargo(id)]
    return found


def of_command(scope: OrderContext, ids: list[str], taken: Sequence[str]) -> list[str]:
    """Those of `ids` that are of the command of the units taken."""
    parts = scope.board.parts
    command = parts.command_of(parts.units[taken[0]].country)
    return [id for id in ids if parts.command_of(parts.units[id].country) == command]


def category(board: Board, side: str, area: str, name: str) -> list[str]:
    return [id for id in board.units_at(area, side) if board.parts.units[id].category == name]


def leaving(board: Board, side: str, area: str) -> list[Unit]:
    """Land units that may leave."""
    ids = category(board, side, area, "land")
    return [board.parts.units[id] for id in ids if not leaving_problems(board, [id], area)]


def occupied(board: Board, side: str, land: bool) -> list[str]:
    """The areas of one kind with one's own units."""
    sides, areas = board.side, board.parts.areas
    return [id for id in areas if areas[id].is_land == land and any(sides[one] == side for one in board.at.get(id, ()))]


def ashore(scope: OrderContext) -> list[str]:
    """Land areas with one's own units."""
    return occupied(scope.board, scope.power, True)


def at_sea(scope: OrderContext) -> list[str]:
    """Seas with one's own units."""
    return occupied(scope.board, scope.power, False)


# -- by Op -----------------------------------------------------------------------------------------------------


def land_goals(scope: OrderContext) -> list[str]:
    """Op 3: where land units of the mainland may go."""
    return [area for area in scope.board.parts.special["op3"]["to"] if area != scope["from"]]


def seas_beside(scope: OrderContext) -> list[str]:
    return scope.board.parts.areas[scope["from"]].seas


def chinese(scope: OrderContext) -> list[str]:
    """Op 3: land units of the PRC in an area of the mainland that may enter the other."""
    board, side, here = scope.board, scope.power, scope["from"]
    named = [id for part in scope["parts"] or () for id in part["units"]]
    ids = category(board, side, here, "land") if here in board.parts.special["op3"]["from"] else []
    ids = [id for id in ids if board.parts.units[id].country == "prc" and id not in named]
    return [id for id in ids if not entry_problems(board, side, [id], scope["to"])]


def strikers(scope: OrderContext) -> list[str]:
    """Op 5: aircraft where it starts that its rule takes."""
    return [id for id in striking_aircraft(scope) if not check_5(scope.board, scope.power, {"units": [id]})]


def striking_aircraft(scope: OrderContext) -> list[str]:
    """The same, and those that would find nobody to attack."""
    board, side = scope.board, scope.power
    ids = units_in(board, side, board.parts.special["op5"]["from"])
    return [id for id in ids if {one.code for one in check_5(board, side, {"units": [id]})} <= {"rd-no-enemy"}]


def reduced(scope: OrderContext) -> list[str]:
    return [id for id in scope.board.reduced if scope.board.side[id] == scope.power]


def airlifted(scope: OrderContext) -> list[str]:
    """Op 7: light land units in a base that they may use."""
    board, side, here = scope.board, scope.power, scope["from"]
    return [one.id for one in leaving(board, side, here) if one.is_light and is_free_base(board, side, one.id, here)]


def base_goals(scope: OrderContext) -> list[str]:
    """Ops 7 and 16: other bases that all of the units may enter."""
    board, side, here, ids = scope.board, scope.power, scope["from"], scope["units"]
    goals = [area for area in board.holder if area != here and is_free_base(board, side, ids[0], area)]
    return [area for area in goals if not entry_problems(board, side, ids, area)]


def is_free_base(board: Board, side: str, unit: str, area: str) -> bool:
    """Whether an area is uncontested, with a base that a unit may use."""
    return not board.is_contested(area) and has_usable_base(board, side, unit, area)


def damaged_carriers(scope: OrderContext) -> list[str]:
    """Op 6: carriers that its rule takes."""
    return [id for id in reduced(scope) if not check_6(scope.board, scope.power, {"unit": id})]


def neutral_countries(scope: OrderContext) -> list[str]:
    """Op 9: countries that its rule takes."""
    named = scope.board.parts.tables["ops"]["9"]["countries"]
    return [id for id in named if not check_9(scope.board, scope.power, {"country": id})]


def ports(scope: OrderContext) -> list[str]:
    """Op 12: bases, or wherever ships lie, as agreed."""
    areas, is_base_needed = scope.board.parts.areas, scope.board.option("op12-requires-base") == "yes"
    return [area for area in ashore(scope) if areas[area].base or not is_base_needed]


def sailing(scope: OrderContext) -> list[str]:
    """Op 12: what lies on the coast of the goal and may enter it, ships of the port, and light units if there is room
    at sea."""
    board, side, here = scope.board, scope.power, scope["from"]
    ships = [id for id in category(board, side, here, "naval") if not leaving_problems(board, [id], here)]
    light = [one.id for one in leaving(board, side, here) if one.is_light and one.goes_to_sea and room_at_sea(scope)]
    return [
        id
        for id in ships + light
        if not coast_problems(board, [id], here, scope["to"]) and not entry_problems(board, side, [id], scope["to"])
    ]


def sailing_beside(scope: OrderContext, ids: list[str], taken: Sequence[str]) -> list[str]:
    """Op 12: those of its command, and light units as long as there is room."""
    prices = price_at_sea(scope)
    is_full = sum(prices.get(id, 1) for id in taken) >= room_at_sea(scope)
    return of_command(scope, [id for id in ids if id in prices or not is_full], taken)


def room_at_sea(scope: OrderContext) -> int:
    """9.8 How many land units of a side may still go to sea."""
    return max(scope.board.parts.tables["limits"]["at_sea_units_per_side"] - at_sea_count(scope.board, scope.power), 0)


def price_at_sea(scope: OrderContext) -> dict[str, int]:
    """Ships take none of that room."""
    return {id: 0 for id, unit in scope.board.parts.units.items() if unit.category == "naval"}


def amphibious(scope: OrderContext) -> list[str]:
    """Op 12: ships that sail and have room for heavy units."""
    units = scope.board.parts.units
    loaded = {part["ship"] for part in scope["parts"] or ()}
    return [id for id in scope["units"] or () if units[id].capacity and id not in loaded]


def heavy(scope: OrderContext) -> list[str]:
    loaded = [id for part in scope["parts"] or () for id in part["cargo"]]
    mine = leaving(scope.board, scope.power, scope["from"])
    return [one.id for one in mine if one.is_heavy and one.id not in loaded]


def room_aboard(scope: OrderContext) -> int:
    return scope.board.parts.units[scope["ship"]].capacity - len(scope.board.cargo(scope["ship"]))


def afloat(scope: OrderContext) -> list[str]:
    """Ops 13 and 14: units in a sea."""
    return scope.board.units_at(scope["from"], scope.power)


def shores(scope: OrderContext) -> list[str]:
    """Op 13: land areas beside the sea that are contested or open to the units, and may be entered by all of them and
    by what is aboard."""
    board, side, ids = scope.board, scope.power, scope["units"]
    movers = [*ids, *(id for ship in ids for id in board.cargo(ship))]
    return [
        area
        for area in land_next_to(board, scope["from"])
        if area in board.holder and admits(board, side, movers, area) and not entry_problems(board, side, movers, area)
    ]


def next_seas(scope: OrderContext) -> list[str]:
    """Op 14: seas that all of the units may enter."""
    board, side, ids = scope.board, scope.power, scope["units"]
    return [sea for sea in sea_goals(board, side, scope["from"]) if not entry_problems(board, side, ids, sea)]


def islands(scope: OrderContext) -> list[Any]:
    board, here, there = scope.board, scope["from"], scope["to"]
    if there in board.parts.areas[here].seas:
        return []
    return [id for id in islands_between(board, here, there) if may_pass(board, scope.power, here, there, id)]


def naval_targets(scope: OrderContext) -> list[str]:
    """Op 15: the sea itself, or a land area beside it, with enemies."""
    here = scope["from"]
    areas = [at for at in (here, *land_next_to(scope.board, here)) if not off_map_problems(scope.board, at)]
    return _open_to_attack(scope, here, areas) if category(scope.board, scope.power, here, "naval") else []


def _open_to_attack(scope: OrderContext, here: str, areas: Sequence[str]) -> list[str]:
    """Those of some areas with enemies that may be attacked from a place (11.2)."""
    board = scope.board
    return [at for at in areas if enemies(board, scope.power, at) and not korean_attack_problems(board, here, at)]


def attacking_ships(scope: OrderContext) -> list[str]:
    """Op 15: ships, in their own sea with the land units of their command there, for all take part (10.2)."""
    board, side, here = scope.board, scope.power, scope["from"]
    ids = [id for id in category(board, side, here, "naval") if not operating_problems(board, side, [id], here)]
    if in_own_sea(scope):
        return [id for id in board.units_at(here, side) if of_command(scope, ids, [id])]
    return ids


def in_own_sea(scope: OrderContext) -> bool:
    return scope["at"] == scope["from"]


def planes(scope: OrderContext) -> list[str]:
    """Op 16: aircraft that may act from an area (7.9, 7.10)."""
    board, side, here = scope.board, scope.power, scope["from"]
    return [id for id in category(board, side, here, "air") if not start_problems(board, side, [id], here)]


def attacking_planes(scope: OrderContext) -> list[str]:
    """Op 17: aircraft; as agreed long-range ones too."""
    units, are_far = scope.board.parts.units, scope.board.option("long-range-op-17") == "yes"
    return [id for id in planes(scope) if are_far or not units[id].is_long_range]


def of_one_range(scope: OrderContext, ids: list[str], taken: Sequence[str]) -> list[str]:
    """Op 17: long-range aircraft, or none."""
    units = scope.board.parts.units
    same = [id for id in ids if units[id].is_long_range == units[taken[0]].is_long_range]
    return of_command(scope, same, taken)


def hostile_seas(scope: OrderContext) -> list[str]:
    """Op 17: seas beside the area with enemies."""
    return _open_to_attack(scope, scope["from"], scope.board.parts.areas[scope["from"]].seas)


def bombers(scope: OrderContext) -> list[str]:
    """Op 18: long-range aircraft in an area where their command may start."""
    board, place = scope.board, scope["from"]
    starts, units = board.parts.special["op18"], board.parts.units
    ids = [id for id in category(board, scope.power, place, "air") if units[id].is_long_range]
    return [id for id in ids if place in starts.get(board.parts.command_of(units[id].country), ())]


def strike_goals(scope: OrderContext) -> list[str]:
    areas, here = scope.board.parts.areas, scope["from"]
    goals = [area for area in areas if area != here and not (scope.power == "prc" and areas[area].off_map)]
    return _open_to_attack(scope, here, goals)


def beaches(scope: OrderContext) -> list[str]:
    """Op 19: areas with a landing mark that may be assaulted from a sea."""
    board = scope.board
    return [
        area
        for area in board.parts.areas[scope["from"]].neighbours
        if board.parts.areas[area].landing and not target_problems(board, scope.power, area)
    ]


def landing(scope: OrderContext) -> list[str]:
    """Op 19: land units at sea that may enter the area."""
    board, side, units = scope.board, scope.power, scope.board.parts.units
    ids = [id for id in units_in(board, side, scope["from"]) if units[id].category == "land"]
    return [id for id in ids if not entry_problems(board, side, [id], scope["to"])]


def assault_room(scope: OrderContext) -> int | None:
    return assault_limit(scope.board.parts, scope["to"])


def contested(scope: OrderContext) -> list[str]:
    board, side = scope.board, scope.power
    return [area for area in board.holder if board.is_contested(area) and able_of_any_command(board, side, area)]


def whole_command(scope: OrderContext, taken: Sequence[str] = ()) -> list[str]:
    """Op 20: all units of a command with land units in the area."""
    return attackers_in(scope.board, scope.power, {"at": scope["at"]})


def random_path(board: Board, side: str, here: str, there: str, draw: Rng) -> list[str] | None:
    """The areas between two areas on a shortest way that may be flown, chosen at random among equals; None without."""
    areas = board.parts.areas
    steps = spread(
        [there], lambda area: (near for near in areas[area].neighbours if near == here or may_fly(board, side, near))
    )
    if here not in steps:
        return None
    path, place = [], here
    while steps[place] > 1:
        place = draw.choice([next_ for next_ in areas[place].neighbours if steps.get(next_) == steps[place] - 1])
        path.append(place)
    return path


# -- the fight of an Op --------------------------------------------------------------------------------------------

Fight = tuple[list[str], list[str], list[str], Sequence[str]]
"""(those who fire by default, those who may, targets, those landing)"""


def fight(scope: OrderContext) -> Fight | None:
    """Who fires in the attack of an Op; None without a fight."""
    board, side, number, ids = scope.board, scope.power, scope.form.gives["op"], scope["units"] or []
    if side in board.ceasefire:
        return None
    if number == 4:
        goal = board.parts.special["op4"]["to"]
        force = airborne(board)
        return (force, force, enemies(board, side, goal), ()) if board.has_land(OTHER[side], goal) else None
    if number == 5:
        return ids, ids, enemies(board, side, board.parts.special["op5"]["to"]), ()
    if number == 20:
        ids = ids or attackers_in(board, side, {"at": scope["at"]})
    if not ids or any(id not in board.parts.units for id in ids):
        return None
    if number == 19:
        force = assault_force(board, side, scope["from"], scope["to"], ids)
        return force, force, defenders(board, side, scope["to"]), ids
    if number in (12, 13, 14):
        return after_sailing(board, side, number, ids, scope["to"], scope["fire"])
    return ids, ids, enemies(board, side, scope["at"]), ()


def fight_there(scope: OrderContext) -> Fight:
    """The same of Op 20 where nobody says who attacks: the first shot may name another command."""
    force, able = whole_command(scope), able_of_any_command(scope.board, scope.power, scope["at"])
    return force, able, enemies(scope.board, scope.power, scope["at"]), ()


def after_sailing(
    board: Board, side: str, number: int, ids: list[str], there: str, shots: list[list[str]] | None
) -> Fight:
    """The fight where ships arrive: friends that are there may join; they do if a shot names them."""
    movers = [*ids, *(id for ship in ids for id in board.cargo(ship))] if number == 13 else ships_of(board, ids)
    ashore = [id for id in movers if board.parts.units[id].category == "land"] if number == 13 else ()
    friends = companions(board, side, there, command_of_units(board, ids), ALL if number == 13 else ("naval",))
    friends = [id for id in (friends if number == 13 else ships_of(board, friends)) if id not in movers]
    given = {"fire": shots} if shots is not None else {}
    return movers + joining(friends, movers, given), movers + friends, enemies(board, side, there), ashore


def whole_sea(board: Board, side: str, sea: str) -> list[str]:
    """All ships of the first command with ships in the sea."""
    ships = ships_of(board, board.units_at(sea, side))
    return companions(board, side, sea, command_of_units(board, ships)) if ships else []
