"""8.6, 8.21, 8.22 Ops of land units: 4 airborne assault, 19 amphibious assault, 20 attack in a contested area."""

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import OTHER
from .areas import (
    assault_limit,
    ceasefire_problems,
    crowding,
    entry_problems,
    in_neutral_country,
    korean_attack_problems,
    leaving_problems,
    operating_problem,
    operating_problems,
    stacking,
    together_problems,
)
from .checks import attack_problems, command_of_units, companions, enemies, own_problems, wants_attack
from .combat import combat, fire_problems
from .korea import join
from .ops_sea import land_next_to

ALL = ("land", "air", "naval")


# -- 4 ----------------------------------------------------------------------------------------------------------


def airborne(board: Board) -> list[str]:
    """The airborne and airmobile PRC units in the area where Op 4 starts, sorted."""
    start, units = board.parts.special["op4"], board.parts.units
    return [
        id
        for id in board.units_at(start["from"], "prc")
        if units[id].type in start["types"] and units[id].country == "prc"
    ]


@rule("8.6", "Op 4: airborne assault")
def check_4(board: Board, side: str, move: Json) -> list[Problem]:
    """8.6 Once, with every airborne and airmobile unit in China Central."""
    start = board.parts.special["op4"]
    units, goal = airborne(board), start["to"]
    problems = []
    if board.ops.get("4"):
        problems.append(Problem("rd-op-used", rule="8.6", op=4))
    if not units:
        problems.append(Problem("rd-no-airborne", rule="8.6", area=start["from"]))
    problems += leaving_problems(board, units, start["from"])
    problems += entry_problems(board, side, units, goal)
    if board.has_land(OTHER[side], goal):
        problems += attack_problems(board, side, goal, units, units, move.get("fire"), "8.6")
    else:
        problems += fire_problems(board, units, [], move.get("fire", []))
    return problems


@rule("8.6", "Op 4: airborne assault", also=("10.1",))
def op_4(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.6 They all go to Taiwan, and must attack if there are enemy land units, they alone (10.1)."""
    start = t.board.parts.special["op4"]
    units, goal = airborne(t.board), start["to"]
    t.emit("units-moved", side=side, units=units, **{"from": start["from"]}, to=goal)
    yield from stacking(t, goal)
    if t.board.has_land(OTHER[side], goal):
        yield from combat(t, goal, side, units, enemies(t.board, side, goal), move.get("fire"))
    return units


# -- 19 ---------------------------------------------------------------------------------------------------------


@rule("8.21", "Op 19: amphibious assault", also=("7.3", "7.14", "9.4", "9.9"))
def check_19(board: Board, side: str, move: Json) -> list[Problem]:
    """8.21 Land units at sea in one sea assault one adjacent area with a landing mark that the enemy controls or
    contests; the PRC also one of a neutral country, either side neutral Spratly (9.4).

    Ruling: R-8.21-no-landing-mark, R-9.4-neutral-spratly, R-8.21-contested-area.
    """
    here, there, ids = move["from"], move["to"], move["units"]
    area = board.parts.areas[there]
    problems = own_problems(board, side, ids, here, "8.21")
    problems += [
        Problem("rd-land-only", rule="8.21", unit=id) for id in ids if board.parts.units[id].category != "land"
    ]
    problems += together_problems(board, ids)
    if here not in area.seas:
        near = land_next_to(board, here)
        problems.append(Problem("rd-not-next-to-sea", rule="8.21", here=here, there=there, near=near))
    if not area.landing:
        problems.append(Problem("rd-no-landing", rule="8.21", area=there))
    problems += target_problems(board, side, there)
    problems += entry_problems(board, side, ids, there)
    limit = assault_limit(board.parts, there)
    if limit is not None and len(ids) > limit:
        problems.append(Problem("rd-assault-size", rule="7.3", limit=limit, area=there, count=len(ids)))
    problems += ceasefire_problems(board, side) + korean_attack_problems(board, there)
    if problems:
        return problems
    shooters, foes = assault_force(board, side, here, there, ids), defenders(board, side, there)
    problems += fire_problems(board, shooters, foes, move.get("fire", []), ids)
    return problems + crowding(board, side, ids, there)


@rule("8.21", "What may be assaulted", also=("9.4",))
def target_problems(board: Board, side: str, area: str) -> list[Problem]:
    """8.21 An enemy or contested area; a neutral one for the PRC only, unless it belongs to no country (9.4)."""
    where = board.parts.areas[area]
    if board.is_contested(area) or board.holder[area] == OTHER[side] or area in board.closed:
        return []
    if board.holder[area] == side:
        return [Problem("rd-not-hostile", rule="8.21", area=area)]
    if not where.nation or side == "prc":
        return []
    return [Problem("rd-neutral-area", rule="8.21", area=area)]


@rule("8.21", "Op 19: amphibious assault", also=("7.14", "9.9", "10.1"))
def op_19(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.21 A neutral country joins the Allies at once; the units land, with the fire of the ships in their sea, which
    stay there, and of their own units that are ashore (10.2).  The combat of a first landing is compulsory, if there
    are land units to fight (10.1).

    Ruling: R-8.21-empty-enemy-area, R-8.21-assault-targets, R-8.21-units-ashore.
    """
    board, ids, here, there = t.board, move["units"], move["from"], move["to"]
    if in_neutral_country(board, there):
        join(t, board.parts.areas[there].nation, "allied", "invasion", "8.21")
    first, fought = not board.has_land(side, there), bool(defenders(board, side, there))
    carriers = sorted({board.place[id].partition(":")[2] for id in ids} - {""})
    others = [id for id in assault_force(board, side, here, there, ids) if id not in ids]
    t.emit("units-landed", side=side, units=ids, **{"from": here}, to=there)
    yield from stacking(t, there)
    foes = enemies(board, side, there)
    landed = [id for id in ids if board.place[id] == there]
    if foes and fought and landed and (first or wants_attack(move)):
        force = [*landed, *(id for id in others if board.place[id] in (here, there))]
        yield from combat(t, there, side, force, foes, move.get("fire"), spared=carriers)
    return ids


@rule("10.2", "Nobody is kept out", also=("8.21",))
def assault_force(board: Board, side: str, sea: str, area: str, landing: list[str]) -> list[str]:
    """10.2 Who takes part in an assault: the landing units, the ships of their command in the sea, and what their
    command has ashore; other land units at sea do not.  Ruling: R-8.21-units-ashore."""
    command = command_of_units(board, landing)
    ships = [id for id in companions(board, side, sea, command) if board.parts.units[id].category == "naval"]
    ashore = able_there(board, side, area, command) if board.option("landing-with-units-ashore") == "yes" else []
    return [*landing, *ships, *ashore]


@rule("10.1", "No combat without enemy land units", also=("8.21",))
def defenders(board: Board, side: str, area: str) -> list[str]:
    """10.1 Those that an assault has to fight: the enemies in an area, or the units of its neutral country, which
    become enemies.  Without land units among them nobody fights, and they must leave (9.7).

    Ruling: R-8.21-empty-enemy-area.
    """
    foes = board.units_at(area, "neutral") if in_neutral_country(board, area) else enemies(board, side, area)
    has_land = any(board.parts.units[id].category == "land" for id in foes)
    return foes if has_land or board.option("first-landing-fights-aircraft") == "yes" else []


# -- 20 ---------------------------------------------------------------------------------------------------------


@rule("8.22", "Op 20: attack in a contested area", also=("10.2",))
def check_20(board: Board, side: str, move: Json) -> list[Problem]:
    """8.22 All units of a command in a contested land area attack the enemies there."""
    at = move["at"]
    if not board.is_contested(at):
        contested = [area for area in board.holder if board.is_contested(area)]
        return [Problem("rd-not-contested", rule="8.22", area=at, contested=contested)]
    ids = attackers_in(board, side, move)
    problems = own_problems(board, side, ids, at, "8.22")
    present = able_there(board, side, at, command_of_units(board, ids))
    problems += [Problem("rd-all-in-area", rule="10.2", unit=id) for id in present if id not in ids]
    problems += operating_problems(board, side, ids, at)
    return problems + attack_problems(board, side, at, ids, ids, move.get("fire"), "8.22", origin=at)


@rule("8.22", "Op 20: attack in a contested area")
def op_20(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.22 One exchange of fire between the two sides in the area."""
    at = move["at"]
    units = attackers_in(t.board, side, move)
    yield from combat(t, at, side, units, enemies(t.board, side, at), move.get("fire"))
    return units


def attackers_in(board: Board, side: str, move: Json) -> list[str]:
    """The units named, or all of the command that the first shot names, or all of the command with land units."""
    if "units" in move:
        return move["units"]
    named = [shooter for shooter, _ in move.get("fire") or () if shooter in board.units_at(move["at"], side)]
    if not named:
        units = board.parts.units
        named = [id for id in board.units_at(move["at"], side) if units[id].category == "land"]
    return able_there(board, side, move["at"], command_of_units(board, named))


def able_there(board: Board, side: str, at: str, command: str) -> list[str]:
    """All of a command in an area, but for those whose country does not operate there: a forced rebase (9.7) may have
    brought them, and the others attack without them.  Ruling: R-7.5-operating-limits."""
    parts = board.parts
    present = companions(board, side, at, command, ALL)
    return [id for id in present if not operating_problem(board, side, parts.units[id], parts.areas[at])]


def able_of_any_command(board: Board, side: str, at: str) -> list[str]:
    """Those of every command in an area that operate there."""
    units = board.units_at(at, side)
    commands = dict.fromkeys(command_of_units(board, [id]) for id in units)
    return [id for command in commands for id in able_there(board, side, at, command)]
