"""8.14 to 8.17 Ops of naval units: 12 put to sea, 13 enter port or shore, 14 sea to sea, 15 naval attack."""

from pbem.core.data.json_types import Json
from pbem.core.data.problems import ODD, Problem
from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .areas import (
    crowding,
    entry_problems,
    is_open_to,
    leaving_problems,
    of_category,
    operating_problems,
    stacking,
    together_problems,
)
from .checks import (
    attack_problems,
    category_problems,
    command_of_units,
    companions,
    enemies,
    own_problems,
    wants_attack,
)
from .combat import combat
from .movement import at_sea_problems, islands_between, loading_problems, sea_move_problems, unload

# -- 12 ---------------------------------------------------------------------------------------------------------


@rule("8.14", "Op 12: put to sea", also=("3.3", "9.8", "9.9"))
def check_12(board: Board, side: str, move: Json) -> list[Problem]:
    """8.14 Naval units of one land area with a base go to one adjacent sea; land units embark with them.

    Ruling: R-8.14-op12-base.
    """
    here, there, ids = move["from"], move["to"], move["units"]
    area, units = board.parts.areas[here], board.parts.units
    load = move.get("load", {})
    cargo = [id for carried in load.values() for id in carried]
    moving = list(dict.fromkeys([*ids, *cargo]))
    problems = own_problems(board, side, moving, here, "8.14")
    if not area.base and board.option("op12-requires-base") == "yes":
        problems.append(Problem("rd-no-base", rule="8.14", area=here))
    if there not in area.seas:
        problems.append(Problem("rd-not-next-to", rule="8.14", here=here, there=there, near=area.seas))
    problems += coast_problems(board, ids, here, there)
    problems += category_problems(board, ids, ("naval", "land"), "8.14", 12)
    light = [id for id in ids if units[id].category == "land" and not units[id].is_heavy]
    problems += at_sea_problems(board, side, light)
    heavy = [id for id in ids if units[id].is_heavy]
    problems += loading_problems(board, heavy, ships_of(board, ids), load)
    problems += leaving_problems(board, moving, here)
    problems += together_problems(board, moving)
    problems += entry_problems(board, side, ids, there)
    return problems + sea_attack_problems(board, side, move, there, "8.14")


@rule("8.14", "Op 12: put to sea", also=("9.8", "9.9"))
def op_12(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.14 Heavy units board, the ships sail, light units go At Sea; an attack may follow (10.1)."""
    ships, there = move["units"], move["to"]
    for ship, cargo in sorted(move.get("load", {}).items()):
        t.emit("units-loaded", rule="9.9", side=side, ship=ship, units=cargo)
    t.emit("units-moved", side=side, units=ships, **{"from": move["from"]}, to=there)
    yield from attack_at_sea(t, side, move, there)
    return ships


@rule("3.3", "Coasts")
def coast_problems(board: Board, ids: list[str], here: str, there: str) -> list[Problem]:
    """3.3 Where a land area has two coasts, a ship puts to sea from the one where it lies.  Ruling: R-3.3-coasts."""
    coasts = board.parts.areas[here].coasts
    return [
        Problem("rd-other-coast", rule="3.3", unit=id, area=here)
        for id in ids
        if id in board.coasts and coasts.get(board.coasts[id]) != there
    ]


def ships_of(board: Board, ids: list[str]) -> list[str]:
    return [id for id in ids if board.parts.units[id].category == "naval"]


# -- 13 ---------------------------------------------------------------------------------------------------------


@rule("8.15", "Op 13: enter port or shore", also=("9.6", "9.8", "9.9"))
def check_13(board: Board, side: str, move: Json) -> list[Problem]:
    """8.15 Naval units of one sea go to one adjacent land area that is friendly or contested; land units at sea come
    ashore with them.  Ruling: R-8.15-friendly-landing.
    """
    here, there, ids = move["from"], move["to"], move["units"]
    area = board.parts.areas[there]
    problems = own_problems(board, side, ids, here, "8.15")
    problems += afloat_problems(board, ids, "8.15", 13)
    problems += together_problems(board, ids)
    if here not in area.seas:
        near = land_next_to(board, here)
        problems.append(Problem("rd-not-next-to", rule="8.15", here=here, there=there, near=near))
    cargo = [id for ship in ids for id in board.cargo(ship)]
    if not admits(board, side, [*ids, *cargo], there):
        problems.append(Problem("rd-not-yours-to-enter", rule="8.15", area=there))
    problems += entry_problems(board, side, [*ids, *cargo], there)
    if problems:
        return problems
    if wants_attack(move):
        movers = [*ids, *cargo]
        ashore = of_category(board, movers, "land")
        command = command_of_units(board, ids)
        shooters = movers + companions(board, side, there, command, ("land", "air", "naval"))
        problems += attack_problems(board, side, there, shooters, movers, move.get("fire"), "8.15", ashore=ashore)
    if not area.base and board.option("op12-requires-base") == "yes" and ships_of(board, ids):
        problems.append(Problem("rd-stuck", rule="8.14", level=ODD, area=there))
    return problems + crowding(board, side, [*ids, *cargo], there)


@rule("8.15", "Op 13: enter port or shore", also=("9.6", "9.9"))
def op_13(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.15 They enter, what is aboard comes ashore (9.9); they may attack, and units already there may join.

    Ruling: R-8.15-cargo.
    """
    board, ids, there = t.board, move["units"], move["to"]
    entered(t, side, ids, move["from"], there)
    landed = unload(t, ids, there)
    yield from stacking(t, there)
    if wants_attack(move):
        movers = [id for id in [*ids, *landed] if board.place[id] == there]
        friends = companions(board, side, there, command_of_units(board, ids), ("land", "air", "naval"))
        attackers = movers + joining(friends, movers, move)
        if attackers and (foes := enemies(board, side, there)):
            yield from combat(t, there, side, attackers, foes, move.get("fire"))
    return ids


def admits(board: Board, side: str, ids: list[str], area: str) -> bool:
    """8.15 Whether a land area is contested, or friendly to every unit that would enter it."""
    units = [board.parts.units[id] for id in ids]
    return board.is_contested(area) or all(is_open_to(board, side, unit.country, unit.category, area) for unit in units)


def entered(t: Turn, side: str, ids: list[str], here: str, there: str) -> None:
    """Units enter a land area from a sea; ships lie on the coast they came to, where there are two."""
    coasts = {sea: coast for coast, sea in t.board.parts.areas[there].coasts.items()}
    coast = {"coast": coasts[here]} if here in coasts else {}
    t.emit("units-moved", side=side, units=ids, **{"from": here}, to=there, **coast)


def afloat_problems(board: Board, ids: list[str], number: str, op: int) -> list[Problem]:
    """Problems of units that do not sail by themselves: aircraft, and cargo, which goes with its ship (9.9)."""
    problems = category_problems(board, ids, ("naval", "land"), number, op)
    for id in ids:
        place = board.place[id]
        if place not in board.parts.areas and board.area_of(id):
            problems.append(Problem("rd-aboard", rule="9.9", unit=id, ship=place.partition(":")[2]))
    return problems


def land_next_to(board: Board, sea: str) -> list[str]:
    areas = board.parts.areas
    return [id for id in areas[sea].neighbours if areas[id].is_land]


# -- 14 ---------------------------------------------------------------------------------------------------------


@rule("8.16", "Op 14: sea to sea", also=("9.1", "9.2", "9.3"))
def check_14(board: Board, side: str, move: Json) -> list[Problem]:
    """8.16 Naval units of one sea go to one adjacent sea, or through an island that their side holds."""
    here, there, ids = move["from"], move["to"], move["units"]
    problems = own_problems(board, side, ids, here, "8.16")
    problems += afloat_problems(board, ids, "8.16", 14)
    problems += together_problems(board, ids)
    seas = board.parts.areas[here].seas
    if there not in seas and not islands_between(board, here, there):
        problems.append(Problem("rd-not-next-to", rule="8.16", here=here, there=there, near=seas))
    problems += sea_move_problems(board, side, here, there, move.get("via"))
    problems += entry_problems(board, side, ids, there)
    return problems + sea_attack_problems(board, side, move, there, "8.16")


@rule("8.16", "Op 14: sea to sea")
def op_14(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.16 They sail; an attack may follow, which ships already there may join."""
    via = {"via": move["via"]} if "via" in move else {}
    t.emit("units-moved", side=side, units=move["units"], **{"from": move["from"]}, to=move["to"], **via)
    yield from attack_at_sea(t, side, move, move["to"])
    return move["units"]


@rule("8.16", "Attack after sailing", also=("8.14", "10.1"))
def sea_attack_problems(board: Board, side: str, move: Json, sea: str, number: str) -> list[Problem]:
    """8.16 The ships that sail all take part (10.2); ships of their command already there may join.

    Ruling: R-10.2-participants.
    """
    if not wants_attack(move):
        return []
    movers = move["units"]
    friends = companions(board, side, sea, command_of_units(board, movers))
    must = ships_of(board, movers)
    return attack_problems(board, side, sea, must + ships_of(board, friends), must, move.get("fire"), number)


@rule("8.16", "Attack after sailing", also=("8.14", "10.1"))
def attack_at_sea(t: Turn, side: str, move: Json, sea: str) -> Asking[None]:
    """8.16 The attack of those that sailed and of those that join them."""
    if not wants_attack(move):
        return
    friends = companions(t.board, side, sea, command_of_units(t.board, move["units"]))
    attackers = move["units"] + joining(friends, move["units"], move)
    if foes := enemies(t.board, side, sea):
        yield from combat(t, sea, side, attackers, foes, move.get("fire"))


def joining(friends: list[str], movers: list[str], move: Json) -> list[str]:
    """Which units already there join: those that the fire names, or all of them where the fire is left open."""
    friends = [id for id in friends if id not in movers]
    if "fire" not in move:
        return friends
    named = [shooter for shooter, _ in move["fire"]]
    return [id for id in friends if id in named]


# -- 15 ---------------------------------------------------------------------------------------------------------


@rule("3.5", "The off-map base", also=("8.17",))
def off_map_problems(board: Board, at: str) -> list[Problem]:
    """3.5 The off-map base is a land area beside the seas in the east, and may be attacked from there.

    Ruling: R-3.5-off-map-base.
    """
    if not board.parts.areas[at].off_map or board.option("off-map-base-attacked") == "yes":
        return []
    return [Problem("rd-out-of-reach", rule="3.5", area=at)]


@rule("8.17", "Op 15: naval attack", also=("10.1", "7.11"))
def check_15(board: Board, side: str, move: Json) -> list[Problem]:
    """8.17 Naval units of one sea attack enemies there, all together (10.2), or in one adjacent land area."""
    here, at, ids = move["from"], move["at"], move["units"]
    problems = own_problems(board, side, ids, here, "8.17")
    problems += afloat_problems(board, ids, "8.17", 15)
    problems += operating_problems(board, side, ids, here)
    near = [here, *land_next_to(board, here)]
    if at not in near:
        problems.append(Problem("rd-not-a-neighbour", rule="8.17", at=at, here=here, near=near))
    problems += off_map_problems(board, at)
    if problems:
        return problems
    if at == here:
        absent = [id for id in companions(board, side, here, command_of_units(board, ids)) if id not in ids]
        problems += [Problem("rd-all-take-part", rule="10.2", unit=id) for id in absent]
    return problems + attack_problems(board, side, at, ids, ids, move.get("fire"), "8.17")


@rule("8.17", "Op 15: naval attack", also=("10.1",))
def op_15(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.17 One exchange of fire; friends in an attacked land area do not join."""
    at = move["at"]
    yield from combat(t, at, side, move["units"], enemies(t.board, side, at), move.get("fire"))
    return move["units"]
