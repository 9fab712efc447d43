"""What Cataclysm says to robots: how an ideology stands, and what is worth a try.

Rehearsals go on for some counters with answers at random; who is fascist attacks whom he likes, others whom they are
at war with.
"""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game
from pbem.core.trial.search import Pace, Style

from ..board.board import Board
from ..orders.operations import may_act
from ..orders.strongest import strongest_operations
from ..words.forecast import outlook
from ..words.telling import measures

_say = Sentences(__name__)

WEIGHTS = (100.0, 6.0, 3.0, 3.0, 1.0, 0.5, 0.2)  # in the order of what the title measures
LEAST = 0.3  # chance of an operation that is begun
LAND = ("army", "tank")
OPERATIONS = ("play-offensive", "military-action")


def _measure(board: Board, power: str) -> float:
    return sum(weight * value for weight, value in zip(WEIGHTS, measures(board)[power].values()))


def _raid(game: Game, board: Board, ask: Ask) -> Iterator[Json]:
    """The operations in which the attackers are most above the defenders."""
    if ask.kind in OPERATIONS and may_act(board, ask):
        yield from (plays[-1] for plays in strongest_operations(board, ask)[:3])


def _mass(game: Game, board: Board, ask: Ask) -> Iterator[Json]:
    """Units built, as the menu shows them first."""
    shown = game.kinds[ask.kind].examples(board, ask) if ask.is_open else []
    yield from (one for one in shown if isinstance(one, dict) and one.get("act") in ("build", "deploy", "place"))


def _vetoes(game: Game, board: Board, ask: Ask, answer: Any) -> Iterator[str]:
    """The last troops in the own capital leave it, or an operation is seldom won."""
    home = board.parts.capital[ask.power]
    held = [unit for unit in board.units_in(home, ask.power) if board.type_of(unit) in LAND] if home else []
    plan = answer if isinstance(answer, dict) else {}
    going = {*plan.get("units", ()), *(move["unit"] for move in plan.get("moves", ()))}
    if held and going >= {*held} and plan.get("target") != home:
        yield _say("capital")
    if plan.get("act") == "operation" and (won := float(outlook(game, board, ask.power, plan).won)) < LEAST:
        yield _say("seldom", times=round(100 * won))


STYLE = Style(
    _measure,
    {
        "play-flag": Pace(5, 24, 3),
        "free-action": Pace(5, 24, 3),
        "play-offensive": Pace(4, 24, 3),
        "military-action": Pace(4, 16, 3),
    },
    {"raid": _raid, "mass": _mass},
    vetoes=_vetoes,
    weighed=("play-unit", "play-upgrade"),
)
