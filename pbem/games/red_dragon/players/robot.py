"""What Red Dragon Rising says to robots: how a side stands, and which Ops are worth a try.

Rehearsals go on to the end of the game with Ops at random: what is good against anybody is good.
"""

from collections.abc import Iterator

from pbem.core.data.json_types import Json
from pbem.core.language.random_answers import Steady
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game
from pbem.core.trial.search import Pace, Style

from ..board.board import Board
from ..orders.strongest import landings, strongest_attacks
from ..words.asked import risks
from .sensible import standing

GAME = 90.0  # that is won or lost, besides what the sensible player thinks of it
LANDED, TRIES = 6, 6  # landings, and Ops at random, that are looked at


def _raid(game: Game, board: Board, ask: Ask) -> list[Json]:
    """The attacks of which most hits are to be expected."""
    return strongest_attacks(board, ask.power)[:6] if ask.kind == "op" else []


def _land(game: Game, board: Board, ask: Ask) -> list[Json]:
    """Landings, first where nobody is."""
    return landings(board, ask.power)[:LANDED] if ask.kind == "op" else []


def _mass(game: Game, board: Board, ask: Ask) -> list[Json]:
    """Of Ops at random the one that moves most units."""
    found = [*_sampled(game, board, ask)]
    return [max(found, key=lambda one: len(one.get("units", ())))] if found else []


def _sampled(game: Game, board: Board, ask: Ask) -> Iterator[Json]:
    kind = game.kinds["op"]
    return (kind.sample(board, ask, Steady(number)) for number in range(TRIES) if ask.kind == "op")


def _measure(board: Board, side: str) -> float:
    winner = board.result["winner"] if board.result else None
    return standing(board, side) + GAME * ((winner == side) - (winner not in (None, side)))


STYLE = Style(
    _measure,
    {"op": Pace(8, 60, 12), "return-fire": Pace(3, 8, 1), "intercept": Pace(3, 8, 1)},
    {"raid": _raid, "land": _land, "mass": _mass},
    vetoes=risks,
)
