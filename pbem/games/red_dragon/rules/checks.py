"""What every Op is checked for: the shape of the order, whose units they are and where, whom they could attack."""

from collections.abc import Sequence

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.text import listed
from pbem.core.rules.rulebook import rule

from ..board.board import ELIMINATED, OUT_OF_PLAY, Board
from ..board.parts import OTHER
from .areas import ceasefire_problems, korean_attack_problems, together_problems
from .combat import fire_problems

# -- whose units, and where ----------------------------------------------------------------------------------


@rule("8.2", "One's own units", also=("2.2",))
def own_problems(board: Board, side: str, ids: list[str], area: str, number: str) -> list[Problem]:
    """8.2 The units of an Op are one's own and in the area that it names."""
    problems = []
    for id in ids:
        if board.side[id] == "neutral":
            problems.append(Problem("rd-neutral-unit", rule=_joining_rule(board, id), unit=id))
        elif board.side[id] != side:
            problems.append(Problem("rd-not-yours", rule=number, unit=id))
        elif (place := board.area_of(id)) is None:
            problems.append(Problem("rd-off-board", rule=number, unit=id, area=area, state=_state(board, id)))
        elif place != area:
            problems.append(Problem("rd-not-there", rule=number, unit=id, area=area, place=place))
    return problems


def _state(board: Board, unit: str) -> str:
    """What has become of a unit that is on no area."""
    box = board.place[unit]
    name = board.parts.boxes[box]["name"]
    return name.lower() if box in (ELIMINATED, OUT_OF_PLAY) else f"in the {name}"


def _joining_rule(board: Board, unit: str) -> str:
    country, special = board.parts.units[unit].country, board.parts.special
    if country in special["korea"]["countries"]:
        return "11.2"
    return special["acts_alone"].get(country, "8.11")


def category_problems(board: Board, ids: list[str], categories: Sequence[str], number: str, op: int) -> list[Problem]:
    """Problems of units that are of none of the categories."""
    units = board.parts.units
    wanted = f"{listed(categories, 'or')} unit"
    return [
        Problem("rd-wrong-kind", rule=number, unit=id, wanted=wanted, op=op)
        for id in ids
        if units[id].category not in categories
    ]


# -- attacks -------------------------------------------------------------------------------------------------


def enemies(board: Board, side: str, area: str) -> list[str]:
    """The enemy's units in an area; neutral ones are no enemies (8.2), cargo is none by itself (9.9)."""
    return board.units_at(area, OTHER[side])


def companions(board: Board, side: str, area: str, command: str, categories: Sequence[str] = ("naval",)) -> list[str]:
    """One's own units of a command in an area: those of the categories, and land units at sea where ships are meant."""
    units, parts = board.parts.units, board.parts
    at_sea = "naval" in categories and not parts.areas[area].is_land
    return [
        id
        for id in board.units_at(area, side)
        if (units[id].category in categories or at_sea) and parts.command_of(units[id].country) == command
    ]


def command_of_units(board: Board, ids: list[str]) -> str:
    """The command of the first unit, "" without units."""
    return board.parts.command_of(board.parts.units[ids[0]].country) if ids else ""


def wants_attack(move: Json) -> bool:
    return bool(move.get("attack")) or "fire" in move


@rule("10.1", "Attacks", also=("6.16",))
def attack_problems(
    board: Board,
    side: str,
    area: str,
    shooters: list[str],
    movers: list[str],
    fire: list[list[str]] | None,
    number: str,
    origin: str | None = None,
    ashore: Sequence[str] = (),
) -> list[Problem]:
    """10.1 An attack needs enemies; none under a cease-fire (6.16), none in Korea before the war (11.2).  Those that
    move act together (7.8); of others that may fire, `shooters` has none but of their command.
    """
    problems = ceasefire_problems(board, side)
    problems += korean_attack_problems(board, origin, area)
    problems += together_problems(board, movers)
    targets = enemies(board, side, area)
    if not targets:
        return [*problems, Problem("rd-no-enemy", rule=number, area=area)]
    if fire is not None:
        problems += fire_problems(board, shooters, targets, fire, ashore)
    return problems
