"""What Pacific says to robots: how a side stands, and which moves are worth a try.

Rehearsals go on to the end of the own turn; what the enemy could do then is told by the measure.
"""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game
from pbem.core.trial.players import best
from pbem.core.trial.search import Pace, Style, Thinks

from ..board.board import Board
from ..board.parts import OTHER, SIDES
from ..orders.reaching import free_shores
from ..rules import battle, economy
from ..words import forecast
from ..words.telling import measures
from . import fleets
from .sensible import LEAST, chance, combat_plan, is_legal

_say = Sentences(__name__)

GAME, POINT, UNITS = 500.0, 20.0, 1.0  # in IPCs
PRODUCTION, PAID = 5.0, 8.0  # an IPC a turn of either side, and one more of Japan's, which is paid in points
HOPELESS = 0.1  # chance of a battle that nobody begins
HELD = 0.2  # of an IPC a turn that stands empty beside the enemy


def _measure(board: Board, power: str) -> float:
    won, points, production, units, _ = measures(board)[power].values()
    side = SIDES[power]
    paid = economy.production(board, "japan") * (1 if side == "axis" else -1)
    stands = fleets.ahead(board, side) - _bared(board, side)
    return GAME * won + POINT * points + PRODUCTION * production + PAID * paid + UNITS * units + stands


def _bared(board: Board, side: str) -> float:
    """What stands empty, pays, and has the enemy beside it."""
    found = 0.0
    for area in board.control:
        place = board.parts.areas[area]
        if place.ipc and board.is_friendly(area, side) and not board.of_side(area, side):
            near = any(board.of_side(other, OTHER[side]) for other in place.land)
            found += HELD * (PRODUCTION + PAID) * (place.ipc + 3 * bool(place.complex)) * near
    return found


def _planned(least: float, lands: bool | None = None) -> Thinks:
    """The plan of the sensible player at other odds, against land or ships alone."""

    def think(game: Game, board: Board, ask: Ask) -> list[list[Json]]:
        areas = board.parts.areas
        return [combat_plan(game, board, ask, least, lambda goal: lands is None or areas[goal].is_sea != lands)[1]]

    return _of("combat-moves", think)


def _of(kind: str, think: Thinks) -> Thinks:
    """What is thought of questions of a kind."""
    return lambda game, board, ask: think(game, board, ask) if ask.kind == kind else []


def _by_sea(game: Game, board: Board, ask: Ask) -> list[list[Json]]:
    """The plan of the sensible player with troops ashore wherever nobody is, and with ships in convoys that nobody
    guards."""
    plan, taken = combat_plan(game, board, ask, LEAST)[1], set[str]()
    items = plan
    for goal, moves in free_shores(board, ask):
        if goal not in taken and is_legal(board, ask, [*items, *moves]):
            items, taken = [*items, *moves], {*taken, goal}
    return [items, fleets.convoys(board, ask, plan)]


def _forward(game: Game, board: Board, ask: Ask) -> list[list[Json]]:
    """What the sensible player does without a battle, and fleets and troops that go on to the front."""
    return [fleets.forward(board, ask, best(game, board, ask).answer)]


def _vetoes(game: Game, board: Board, ask: Ask, answer: Any) -> Iterator[str]:
    """An industrial complex is left empty beside the enemy, or a battle is hardly won."""
    items = answer if ask.kind == "combat-moves" else ()
    going = summed((item.get("path", [""])[0], sum(item.get("units", {}).values())) for item in items)
    for area in going.keys() & board.parts.areas.keys():
        place, held = board.parts.areas[area], sum(count for *_, count in board.of_side(area, board.side))
        if place.complex and going[area] >= held and any(board.of_side(other, board.enemy) for other in place.land):
            yield _say("empty", area=area)
    after = forecast.after_combat_moves(board.sketch(), ask, answer)
    for area in battle.due(after) if after else ():
        if board.of_side(area, board.enemy) and chance(game, after, area) <= HOPELESS:
            yield _say("hopeless", area=area)


STYLE = Style(
    _measure,
    {"combat-moves": Pace(1, 40, -1), "noncombat-moves": Pace(0, 2, -1)},
    {
        "hold": _planned(2.0),
        "mass": _planned(0.5),
        "raid": _planned(0.6, False),
        "land": _planned(0.6, True),
        "by sea": _of("combat-moves", _by_sea),
        "forward": _of("noncombat-moves", _forward),
    },
    lambda game, board, ask, chance: best(game, board, ask).answer,
    _vetoes,
)
