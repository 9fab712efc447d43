"""Every kind of decision of the title, the petitions, and the conditions of standing and conditional lines."""

from pbem.core.language.conditions import CHANGED, HELD, LOST, Conditions
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.parts import FORCES, SIDES
from .battle import Losses
from .choosing import Kamikaze, Landing, Press, Stranded, Submerge
from .decision import Decision
from .money import Purchase, SplitConvoys
from .moves import CombatMoves, NoncombatMoves
from .patrols import LandPatrol
from .placing import Bid, Placement

KINDS = Decision.all(
    (
        Bid(),
        SplitConvoys(),
        Purchase(),
        LandPatrol(),
        CombatMoves(),
        Kamikaze(),
        Landing(),
        Submerge(),
        Losses(),
        Press(),
        Stranded(),
        NoncombatMoves(),
        Placement(),
    )
)


def _lost(board: Board, ask: Ask, number: str) -> bool:
    return sum(ask.about.get("hits", {}).values()) >= number


def _round(board: Board, ask: Ask, number: str) -> bool:
    return ask.about.get("round", 0) >= number


def _enemy_in(board: Board, ask: Ask, area: str) -> bool:
    there = (force.partition("/")[0] for force in board.units.get(area, ()))
    return any(SIDES[force] != SIDES[ask.power] for force in there)


def _no_enemy_in(board: Board, ask: Ask, area: str) -> bool:
    return not _enemy_in(board, ask, area)


def _controls(board: Board, ask: Ask, area: str, nation: str) -> bool:
    return board.control.get(area) == nation


def _fewer(board: Board, ask: Ask, number: int, type: str, area: str) -> bool:
    own = [force for force in FORCES if SIDES[force] == SIDES[ask.power]]
    units = sum(count for _, one, count in board.stacks(area, own) if one.type == type)
    return units + (type == "industrial-complex" and area in board.complexes) < number


CONDITIONS = Conditions(
    {
        "control": ("{area} is {nation}", "the nation controls the territory", _controls),
        "lost": ("{area} lost", "one's own side has lost the territory since one's last turn", LOST),
        "holds": ("{area} holds", "one's own side holds the territory", HELD),
        "changed": ("{area} changed", "since one's last turn: who controls the place, or enemy units there", CHANGED),
        "fewer": (
            "fewer than {number} {unit-type} in {area}",
            "one's own side has fewer of the type there",
            _fewer,
        ),
        "no-enemy": ("no enemy in {area}", "no unit of the enemy is there", _no_enemy_in),
        "enemy": ("enemy in {area}", "units of the enemy are there", _enemy_in),
        "losses": ("losses {number}", "at least so many hits are to be taken", _lost),
        "round": ("round {number}", "at least so many rounds were fought", _round),
        "turn": ("turn {number}", "the game has reached this round", lambda board, ask, number: board.round >= number),
    }
)
