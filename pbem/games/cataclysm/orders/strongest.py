"""The strongest operation of each form against each place, as answers to the question of a military action: what a
form tells the chances of."""

from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.attack import Attack
from ..rules.losses import steps
from ..rules.possible_operations import imaginable_operations
from ..rules.reach import supporters
from ..rules.sides import COMBAT_OF
from ..rules.supply import is_supplied
from .military import problems_of
from .operations import actions_left


def strongest_operations(board: Board, ask: Ask) -> list[list[Json]]:
    """Of each form against each place the legal operations to compare, with all actions that are left: of the units of
    one area and of each number of areas, what is left of the actions for augmentation (8.2).  In the order of what the
    attackers are more than the defenders, most first.

    With own units alone, and never by surprise: the units of others and a new war are decisions of their own.
    """
    found = grouped(((play["form"], play["target"]), play) for play in imaginable_operations(board, ask.power))
    legal = [[play for play in plays if not problems_of(board, ask, play)] for plays in found.values()]
    strongest = [_strongest(board, ask, plays) for plays in legal if plays]
    return sorted(strongest, key=lambda plays: -_surplus(board, ask.power, plays[-1]))


def stake(board: Board, power: str, area: str) -> float:
    """What a sensible player thinks that it is worth to a power to have an area."""
    place = board.area(area)
    if place.is_sea:
        return 0.6
    border = any(board.controller(near) not in (None, power) for near in board.near(area, "land"))
    return 1.0 + 2.0 * len(place.resources) + (area in board.limited) + 2.0 * bool(place.capital) + 0.5 * border


def _strongest(board: Board, ask: Ask, plays: list[Json]) -> list[Json]:
    """The operations to compare of one form against one place, out of those of one unit each."""
    near = [play for play in plays if not play.get("extended")] or plays
    units = _in_order(board, [play["units"][0] for play in near])
    areas, found = _places(board, units), []
    for number in range(1, min(len(areas), actions_left(board, ask)) + 1):
        able = [unit for unit in units if board.at(unit) in areas[:number]]
        play = _all_of(board, ask, near[0], able)
        if number == len(found) + 1 == len(_places(board, play["units"])):
            found.append(play)
    return found


def _all_of(board: Board, ask: Ask, play: Json, units: list[str]) -> Json:
    """An operation with as many of some units as find room, with support and augmentation."""
    play = play | {"units": units[:1]}
    for unit in units[1:]:
        play = _joined(board, ask, play, "units", unit)
    for unit in _in_order(board, supporters(board, ask.power, play["form"], play["target"])):
        if board.power_of(unit) == ask.power and unit not in play["units"]:
            play = _joined(board, ask, play, "support", unit)
    idle = actions_left(board, ask) - Attack(board, ask.power, play).cost
    return play | {"augment": idle} if idle > 0 else play


def _in_order(board: Board, units: list[str]) -> list[str]:
    """Units area by area, the areas with most steps first, in each the upgraded units first; those without supply,
    who weaken the others (9.6), only where no other is."""
    supplied = [unit for unit in units if is_supplied(board, unit)] or units
    weight = {
        area: _steps(board, [unit for unit in supplied if board.at(unit) == area]) for area in _places(board, supplied)
    }
    return sorted(
        supplied, key=lambda unit: (-weight[board.at(unit)], board.at(unit), unit not in board.upgraded, unit)
    )


def _places(board: Board, units: list[str]) -> list[str]:
    return list(dict.fromkeys(board.at(unit) for unit in units))


def _joined(board: Board, ask: Ask, play: Json, name: str, unit: str) -> Json:
    """The operation with one more unit, if it is legal with it; the first unit is, by itself."""
    larger = play | {name: [*play.get(name, ()), unit]}
    return play if problems_of(board, ask, larger) else larger


def _surplus(board: Board, power: str, play: Json) -> int:
    """By how many steps the attackers, support included, are more than those that stand against them."""
    kind = COMBAT_OF[play["form"]]
    there = [
        unit
        for each in dict.fromkeys((kind, "air"))
        for unit in board.units_in(play["target"], kind=each)
        if not board.is_friendly(power, board.power_of(unit))
    ]
    return _steps(board, [*play["units"], *play.get("support", ())]) - _steps(board, there)


def _steps(board: Board, units: list[str]) -> int:
    return steps([(unit, None, unit in board.upgraded) for unit in units])
