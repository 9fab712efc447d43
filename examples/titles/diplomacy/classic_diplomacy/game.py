"""Diplomacy: the title as data and functions."""

from pbem.kit import Conditions, Game, Problem, Turns, board_parts, options_in, read_rulings

from . import telling
from .board import FACTS, HERE, TABLE, Board
from .mapping import mapped
from .orders import KINDS
from .parts import AREAS, MAP, NAMES, NEAR, PACKAGE, POWERS, place_of, province
from .rules import ENDING, PROCEDURES, next_procedure

RULINGS = read_rulings(HERE)
CONDITIONS = Conditions(
    {
        "owner": ("{area} is {power}", "the power owns the centre", lambda b, a, area, p: b.owner.get(area) == p),
        "year": ("year {number}", "the year has come", lambda b, a, number: b.year >= number),
    }
)
TURNS = Turns(
    lambda board, power: 2 * (board.year - MAP["year"]) + (board.season == "fall") + 1,
    lambda number: f"{'fall' if number % 2 == 0 else 'spring'} {MAP['year'] + (number - 1) // 2}",
    once=("orders", "retreats", "builds", "removals"),
    stands_for=lambda id: place_of(id) or id,
    subjects=dict.fromkeys(("orders", "retreats", "removals"), ("unit",)),
)


def invariants(board: Board) -> list[Problem]:
    return [
        Problem("dip-misplaced", area=AREAS[id]["name"])
        for id, unit in board.units.items()
        if province(unit["at"]) != id or unit["at"] not in NEAR[unit["type"]]
    ]


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
    check_components=lambda files: [] if files["map"] == MAP else [Problem("dip-fixed-map")],  # names hang on the map
    turns=TURNS,
    victory=telling.victory,
    telling=telling,
    conditions=CONDITIONS,
    names=NAMES,
    mapped=mapped,
    **board_parts(Board, TABLE),
)
