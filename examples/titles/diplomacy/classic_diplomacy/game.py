"""Diplomacy: the title as data and functions."""

from typing import Any

from pbem.kit import Game, Problem, board_parts, options_in, read_rulings

from . import telling
from .board import FACTS, TABLE, Board
from .mapping import mapped
from .orders import CONDITIONS, KINDS, TURNS
from .parts import AREAS, MAP, NAMES, POWERS, fits, province
from .rules import ENDING, PROCEDURES, next_procedure

RULINGS = read_rulings(__file__.rpartition("/")[0])
YEARS = ["1902", "1905", "1910", "1920", "1935"]
OWN = {
    "centres": ("18", ["18", "15", "10"], "How many centres win."),
    "last-year": ("1935", YEARS, "The year after which all that are left share a draw."),
}


def options() -> dict[str, Any]:
    """What a group may agree on: how long is played, and the rulings that can be switched."""
    own = {
        name: {"values": values, "default": default, "rules": ["victory"], "text": text}
        for name, (default, values, text) in OWN.items()
    }
    return {**own, **options_in(RULINGS)}


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
    id="diplomacy",
    name="Diplomacy",
    revision=1,
    package="classic_diplomacy",
    powers=list(POWERS),
    seats={7: {power: [power] for power in POWERS}},
    scenarios={"classic": {"name": "Classic", "summary": "Europe in the spring of 1901."}},
    options=options(),
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
