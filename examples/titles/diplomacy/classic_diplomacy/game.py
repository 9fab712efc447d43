"""Diplomacy: the title as data and functions."""

from typing import Any

from pbem.kit import Game, Problem, board_parts, options_in, read_rulings

from . import telling
from .board import FACTS, TABLE, Board
from .mapping import mapped
from .orders import CONDITIONS, KINDS, TURNS
from .parts import AREAS, MAP, NAMES, PACKAGE, POWERS, fits, province
from .rules import ENDING, PROCEDURES, next_procedure

RULINGS = read_rulings(__file__.rpartition("/")[0])


def invariants(board: Board) -> list[Problem]:
    return [
        Problem("dip-misplaced", area=AREAS[id]["name"])
        for id, unit in board.units.items()
        if province(unit["at"]) != id or not fits(unit["type"], unit["at"])
    ]


def check_components(files: dict[str, Any]) -> list[Problem]:
    """Names and positions hang on the map as it is: a pack that changes it is refused."""
    return [] if files["map"] == MAP else [Problem("dip-fixed-map")]


GAME = Game(
    id=MAP["title"],
    name=MAP["name"],
    revision=1,
    package=PACKAGE,
    powers=list(POWERS),
    seats={len(POWERS): {power: [power] for power in POWERS}},
    scenarios=MAP["scenario"],
    options={**MAP["options"], **options_in(RULINGS)},
    rulings=RULINGS,
    is_diceless=True,
    ending=ENDING,
    kinds=KINDS,
    procedures=PROCEDURES,
    next_procedure=next_procedure,
    facts=FACTS,
    invariants=invariants,
    check_components=check_components,
    turns=TURNS,
    telling=telling,
    conditions=CONDITIONS,
    names=NAMES,
    mapped=mapped,
    **board_parts(Board, TABLE),
)
