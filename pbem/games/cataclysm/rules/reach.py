"""9.3 to 9.5 and 10.2 What an operation can reach: ranges and invasion paths, the limits of the target area, the
units that support it."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from ..board.names import spell
from .attack import Attack
from .coasts import coasts_attacked, coasts_matter
from .movement import coasts_in_range, is_adjacent_for, operation_range, unit_range, within
from .occupation import Stacks, is_airfield, is_port, occupation_problems


def reach_problems(attack: Attack) -> list[Problem]:
    """9.3.1 next door, 9.3.2 along an invasion path, 9.4.1 and 9.5.1 within range."""
    board, target = attack.board, attack.target
    name = board.area(target).name
    if attack.form == "land":
        return [
            Problem("ca-not-adjacent", rule="9.3.1", unit=unit, place=board.area(board.at(unit)).name, area=name)
            for unit in attack.units
            if target not in board.near(board.at(unit), "land")
        ]
    if attack.form == "invasion":
        why = path_bar(board, attack.power, board.at(attack.units[0]), attack.path, target)
        return [Problem("ca-path", rule="9.3.2", why=why)] if why else []
    reached = {unit: operation_range(board, unit, target, attack.form) for unit in attack.units}
    astray = [unit for unit, how in reached.items() if not how and operation_range(board, unit, target)]
    far = [unit for unit, how in reached.items() if how == "extended" and not attack.play.get("extended")]
    if astray or (all(reached.values()) and not far and _parted_by_coasts(attack)):
        return [Problem("ca-other-coast", rule="2.2.1", unit=unit, area=name) for unit in astray or attack.units[-1:]]
    return [
        *(Problem("ca-out-of-range", rule="7.3", unit=unit, area=name) for unit, how in reached.items() if not how),
        *(Problem("ca-extended", rule="7.3.3", unit=unit, area=name) for unit in far),
    ]


@rule("2.2.1", "The coast of a naval operation", also=("9.4",))
def common_coasts(attack: Attack) -> list[str | None]:
    """2.2.1 The coasts of the target that all ships of an attack reach, at extended range where it is declared (7.3.3),
    the nearest first; none where the target has not two coasts or no ship attacks."""
    board, target = attack.board, attack.target
    ships = [unit for unit in attack.units if board.class_of(unit) == "naval"]
    if not ships or not board.area(target).coasts:
        return []
    more = 1 if attack.play.get("extended") else 0
    found = [coasts_in_range(board, unit, target, attack.form, unit_range(board, unit) + more) for unit in ships]
    return [coast for coast in found[0] if all(coast in each for each in found)]


def _parted_by_coasts(attack: Attack) -> bool:
    """Whether the ships of an attack reach no coast of the target in common."""
    board = attack.board
    ships = any(board.class_of(unit) == "naval" for unit in attack.units)
    return ships and coasts_matter(board, attack.target) and not common_coasts(attack)


@rule("9.3.2", "Invasion path")
def path_bar(board: Board, power: str, origin: str, path: list[str], target: str) -> str | None:
    """9.3.2 One or two sea or mixed areas in a line from origin to target, each with a fleet friendly to the
    power. Why it is not possible, or None."""
    if not 1 <= len(path) <= 2:
        return "it takes one or two sea or mixed areas"
    line = [origin, *path, target]
    for one, other in zip(line, line[1:]):
        if other not in board.near(one, "naval"):
            return f"{board.area(one).name} and {board.area(other).name} are not adjacent by sea"
    for area in path:
        if board.area(area).kind == "land":
            return f"{board.area(area).name} is land"
        if not any(board.is_friendly(power, board.power_of(unit)) for unit in board.units_in(area, kind="fleet")):
            return f"no friendly fleet is in {board.area(area).name}"
    return None


def invasion_paths(board: Board, power: str, origin: str, target: str) -> list[list[str]]:
    """Every legal invasion path, the shortest first."""
    seas = [area for area in board.near(origin, "naval") if board.area(area).kind != "land"]
    paths = [[area] for area in seas]
    paths += [[area, other] for area in seas for other in board.near(area, "naval") if other not in (origin, target)]
    return [path for path in paths if path_bar(board, power, origin, path, target) is None]


@rule("7.1", "Occupation limits in the target area")
def stacking_problems(attack: Attack) -> list[Problem]:
    """9.2 step 6 The limits hold for the units of the attacking side in the target area, support included."""
    board = attack.board
    moved = dict.fromkeys((*attack.units, *attack.support), attack.target)
    stacks = Stacks(board, moved)
    return occupation_problems(board, stacks, attack.target, board.ideology(attack.power), operation=True)


@rule("10.2", "Support of the attack")
def support_problems(attack: Attack) -> list[Problem]:
    """10.2 The attacker's support as declared: units that may support, once each, with permission."""
    board = attack.board
    problems = []
    for unit in attack.support:
        why = support_bar(board, attack.power, unit, attack.form, attack.target)
        if not why and unit in attack.units:
            why = "it attacks"
        if why:
            problems.append(Problem("ca-not-supporting", rule="10.2", unit=unit, why=why))
    return problems


def supporters(board: Board, power: str, form: str, target: str) -> list[str]:
    """Units that could support a power's side from outside the target, sorted by area and id."""
    found = []
    for owner in board.friends(power):
        found += [
            unit
            for unit in board.units_of(owner)
            if board.at(unit) != target and support_bar(board, power, unit, form, target) is None
        ]
    return sorted(found, key=lambda unit: (board.power_of(unit) != power, board.at(unit), unit))


def support_bar(board: Board, power: str, unit: str, form: str, target: str) -> str | None:
    """10.2 Why a unit cannot support a power's side in a combat, or None: air units from an airfield support
    any combat, fleets from a port naval combat; from adjacent areas, or where they stand in the target itself."""
    if unit not in board.place or board.at(unit) not in board.parts.areas:
        return "it is not on the map"
    owner, here = board.power_of(unit), board.at(unit)
    if owner is None or not board.is_friendly(power, owner):
        return "it belongs to somebody else"
    type = board.type_of(unit)
    if not (type == "air" or (type == "fleet" and form in ("naval", "base"))):
        return "only air units support, and fleets in naval combat"
    if owner != power and permission(board, owner, power) == "never":
        return f"{spell('power', owner)} does not permit it"
    based = is_airfield(board, owner, here) if type == "air" else is_port(board, owner, here)
    if not based:
        return "it is in no friendly port or airfield"
    if here != target and not is_adjacent_for(board, unit, target):
        return "its area is not adjacent"
    return None if type == "air" or _on_the_coast(board, unit, form, target) else "it is on the other coast"


@rule("2.2.1", "Support on the coast that is attacked", also=("10.2",))
def _on_the_coast(board: Board, unit: str, form: str, target: str) -> bool:
    """2.2.1 Whether a fleet comes to, or lies on, a coast of the target on which the combat is or can be fought."""
    play = board.operation_if_any
    if not coasts_matter(board, target):
        return True
    coasts = coasts_attacked(board, board.owner_of(unit), form, target)
    if play and play["target"] == target and play["coast"]:
        coasts = [play["coast"]]
    if coasts is None:
        return True
    if board.at(unit) == target:
        return board.coast.get(unit) in coasts
    return any(coast in coasts for coast in within(board, unit, 1, target).get(target, ()))


@rule("10.2", "Support of the attack that must be given", also=("2.3.2", "2.3.3"))
def bound_to_attack(board: Board, power: str, play: Json) -> list[Any]:
    """10.2 Units of the attacker and its friends that stand in the target area itself, at a base of theirs, and can
    support: they must, unless their owner never permits it; sorted."""
    form, target, named = play["form"], play["target"], (*play["units"], *play.get("support", ()))
    return [
        unit
        for unit in board.units_in(target)
        if unit not in named and support_bar(board, power, unit, form, target) is None
    ]


@rule("9.1", "Permission of allies", also=("10.2",))
def permission(board: Board, owner: str, user: str) -> str:
    """9.1, 10.2 What an ally permits: never, support, all or ask; without a setting the option of the charter
    (ruling R-10.2-permission)."""
    return board.support.get(owner, {}).get(user) or board.option("permission")
