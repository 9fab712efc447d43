"""What Red Dragon Rising says to robots: how a side stands, and which Ops are worth a try.

Rehearsals go on to the end of the game with Ops at random: what is good against anybody is good.
"""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.language.random_answers import Steady
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game
from pbem.core.trial.search import Pace, Style

from ..board.board import Board
from ..orders.strongest import strongest_attacks
from .sensible import standing

LANDINGS = (13, 14, 19)  # Ops that put troops ashore
TRIES = 8


def _raid(game: Game, board: Board, ask: Ask) -> list[Json]:
    """The attacks of which most hits are to be expected."""
    return strongest_attacks(board, ask.power)[:6] if ask.kind == "op" else []


def _land(game: Game, board: Board, ask: Ask) -> Iterator[Json]:
    """Landings, as far as some are met among Ops at random."""
    yield from (one for one in _sampled(game, board, ask) if one.get("op") in LANDINGS)


def _mass(game: Game, board: Board, ask: Ask) -> list[Json]:
    """Of Ops at random the one that moves most units."""
    found = [*_sampled(game, board, ask)]
    return [max(found, key=lambda one: len(one.get("units", ())))] if found else []


def _sampled(game: Game, board: Board, ask: Ask) -> Iterator[Json]:
    kind = game.kinds["op"]
    return (kind.sample(board, ask, Steady(number)) for number in range(TRIES) if ask.kind == "op")


def _policy(game: Game, board: Board, ask: Ask, chance: Any) -> Any:
    return game.kinds[ask.kind].sample(board, ask, chance)


STYLE = Style(
    standing,
    {"op": Pace(10, 48, 12), "return-fire": Pace(3, 8, 1), "intercept": Pace(3, 8, 1)},
    {"raid": _raid, "land": _land, "mass": _mass},
    _policy,
)
