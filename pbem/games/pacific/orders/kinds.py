"""Every kind of decision of the title, the petitions, and the conditions of standing and conditional lines."""

from pbem.core.orders.conditions import Conditions
from pbem.core.orders.decision import Decision
from pbem.core.orders.draw_and_resign import AGREE, AgreeToEnd, petitions
from pbem.core.rules.requests import Ask

from ..board.board import Board
from .battle import Losses
from .choosing import Claim, Intercept, Kamikaze, Landing, NextBattle, Press, Stranded, Submerge
from .money import Purchase, SplitConvoys
from .moves import CombatMoves, NoncombatMoves
from .patrols import LandPatrol
from .placing import Bid, Placement

POWER_NAMES = {"japan": "Japan", "uk": "The United Kingdom", "us": "The United States"}
KINDS: dict[str, Decision] = {
    kind.name: kind()
    for kind in (
        Bid,
        SplitConvoys,
        Purchase,
        LandPatrol,
        CombatMoves,
        Kamikaze,
        Intercept,
        NextBattle,
        Landing,
        Submerge,
        Losses,
        Press,
        Stranded,
        Claim,
        NoncombatMoves,
        Placement,
    )
}
KINDS[AGREE] = AgreeToEnd(lambda board, power: POWER_NAMES[power])
PETITIONS = petitions()


def _lost(board: Board, ask: Ask, number: str) -> bool:
    return sum(ask.about.get("hits", {}).values()) >= number


def _round(board: Board, ask: Ask, number: str) -> bool:
    return ask.about.get("round", 0) >= number


def _controls(board: Board, ask: Ask, area: str, nation: str) -> bool:
    return board.control.get(area) == nation


CONDITIONS = Conditions(
    {
        "control": ("{area} is {nation}", "the nation controls the territory", _controls),
        "losses": ("losses {number}", "at least so many hits are to be taken", _lost),
        "round": ("round {number}", "at least so many rounds were fought", _round),
        "turn": ("turn {number}", "the game has reached this round", lambda board, ask, number: board.round >= number),
    }
)
