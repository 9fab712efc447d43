"""What a sensible player of Red Dragon Rising thinks of an Op: how he stands behind it, by a few throws of his own.

A victory point is worth 3, a carrier 6 besides its factors, the game 30.  The throws are the same for all Ops that are
compared and have nothing to do with those to come.  The enemy passes until then and replies with the attack of which
most hits are to be expected; whatever else is asked is answered as published.
"""

from contextlib import suppress
from typing import Any

from pbem.core.data.canon import encode
from pbem.core.data.json_types import Json
from pbem.core.data.problems import refusals
from pbem.core.draws.draws import ThrowawaySource
from pbem.core.language.random_answers import Steady
from pbem.core.rules.engine import Session
from pbem.core.rules.requests import Ask, Following, Roll
from pbem.core.title.game import Game

from ..board.board import Board
from ..orders.strongest import strongest_attacks

POINT, GAME, CARRIER = 3.0, 30.0, 6.0
THROWS = 2
ATTACKS, OTHERS = 5, 6  # Ops that are looked at: attacks, the most hits first, and others
NEAR = {"taiwan": 2.5, "taiwan-strait": 1.2, "china-south": 0.1}  # what troops of China there are worth besides
WATCHED = ("taiwan-strait", "taiwan", "okinawa", "east-china-sea")


def valued(game: Game, board: Board, ask: Ask, wished: Any) -> list[tuple[float, Any]]:
    """Ops and what they are worth, or the one that is wished for; [] of other questions."""
    if ask.kind != "op" or ask.power in board.ceasefire:
        return []
    shown = board.to_json()
    answers = _thought_of(game, board, ask) if wished is None else [wished]
    return [(_behind(game, board, shown, ask.power, answer), answer) for answer in answers]


def _thought_of(game: Game, board: Board, ask: Ask) -> list[Json]:
    """A pass, the strongest attacks, and some of what else is legal, each once."""
    kind = game.kinds["op"]
    answers = [kind.default(board, ask), *strongest_attacks(board, ask.power)[:ATTACKS]]
    answers += [kind.sample(board, ask, Steady(number)) for number in range(OTHERS)]
    return list({encode(answer): answer for answer in answers}.values())


def _behind(game: Game, board: Board, shown: Json, side: str, op: Json) -> float:
    found = [standing(_played(game, board, shown, side, op, throw), side) for throw in range(THROWS)]
    return round(sum(found) / len(found), 3)


def _played(game: Game, board: Board, shown: Json, side: str, op: Json, throw: int) -> Board:
    """A board of its own behind the next Op of a side, and the reply to it."""
    copy = Board(board.parts, board.options, board.edition, shown)
    feed = _Thrown(game, f"{throw + 1:064x}", side, op)

    def close(session: Session) -> None:
        if feed.declared == 2:
            raise _Played

    with suppress(_Played):
        Session(game, copy, on_close=close).run(feed)
    return copy


class _Played(Exception):
    """The reply is over."""


class _Thrown:
    """Throws of its own, and who declares what: `declared` are the Op of the side and the reply."""

    def __init__(self, game: Game, seed: str, side: str, op: Json) -> None:
        self.game, self.source, self.side, self.op = game, ThrowawaySource(seed), side, op
        self.declared = 0

    def petition(self, board: Any) -> Following | None:
        return None

    def heard(self, board: Any, verbs: object) -> Following | None:
        return None

    def roll(self, request: Roll) -> Any:
        return self.source.draw(request.label, request.kind, request.of)["result"]

    def peek(self, board: Any, ask: Ask) -> Any:
        if not ask.is_open and len(ask.options) == 1:
            return ask.options[0]
        kind = self.game.kinds[ask.kind]
        wished = self._op(board, ask.power) if ask.kind == "op" else None
        is_legal = wished is not None and not refusals(list(kind.check(board, ask, wished)))
        return wished if is_legal else kind.default(board, ask)

    def _op(self, board: Board, side: str) -> Any:
        """The Op of a side; None for a pass."""
        if side == self.side:
            return None if self.declared else self.op
        return next(iter(strongest_attacks(board, side)), None) if self.declared else None

    def answer(self, board: Any, ask: Ask) -> Any:
        found = self.peek(board, ask)
        if ask.kind == "op":
            self.declared += (ask.power == self.side) == (self.declared == 0)
        return found


def standing(board: Board, side: str) -> float:
    """How well a side stands."""
    china = POINT * board.vp + sum(_of_unit(board, unit) for unit in board.place if board.side[unit] == "prc")
    china -= sum(_of_unit(board, unit) for unit in board.place if board.side[unit] == "allied")
    winner = board.result["winner"] if board.result else None
    china += GAME * ((winner == "prc") - (winner == "allied"))
    return china if side == "prc" else -china


def _of_unit(board: Board, id: str) -> float:
    """What a unit on the map is worth to its side, with where it is."""
    if not board.is_on_map(id):
        return 0.0
    unit, area = board.parts.units[id], board.area_of(id)
    worth = 1.0 + 0.15 * max(board.factors(id).values(), default=0) + CARRIER * (id in board.parts.carriers)
    worth *= 0.6 if id in board.reduced else 1.0
    if board.side[id] == "allied":
        return worth + 0.12 * (area in WATCHED)
    return worth + NEAR.get(area or "", 0.0) * (unit.category == "land")
