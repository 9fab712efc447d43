"""The decision of a deployment (8.4): which units move where, in their order, or go back to the cup."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.language.fields import Repeated
from pbem.core.language.form import Form
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.language.units import Described
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.vocabulary import WORDS
from ..rules.coasts import with_only_coast
from ..rules.deployment import deployment_problems, destinations, is_immobile, movable
from ..rules.retreat import CUP, parted
from ..rules.targets import minor_army_stays
from .decision import Decision
from .operations import is_open
from .unit_fields import Forces, Spot

SHAPE = {**WORDS.type("[(unit to:text)]"), "minItems": 1}


def gone_to(scope: OrderContext) -> dict[str, str]:
    """``{unit: spot}`` of the units that the parts before have moved."""
    return {unit: part.get("to", CUP) for part in scope["parts"] or () for unit in _units_of(part)}


def _units_of(part: Json) -> Sequence[str]:
    return part.get("units") or part.get("gone") or ()


class Movers(Forces):
    """Own units, also by the area to which earlier parts of the order have brought them; of several that may be meant,
    those that can go where they are sent."""

    def _taken(self, scope: OrderContext, item: Described, pool: list[str]) -> list[str]:
        if item["type"] == "minor":
            scope.problems.append(minor_army_stays(True))
            return []
        return super()._taken(scope, item, pool)

    def is_at(self, scope: OrderContext, unit: str, area: str) -> bool:
        went = gone_to(scope).get(unit)
        return area == parted(went)[0] if went else super().is_at(scope, unit, area)

    def likely(self, scope: OrderContext, item: Described) -> Iterator[Callable[..., Any]]:
        to = scope.raw.get("to", CUP)
        yield lambda unit: unit not in gone_to(scope)
        yield lambda unit: to in {name for spot in self.reached(scope, unit) for name in (spot, parted(spot)[0])}
        yield from super().likely(scope, item)

    def reached(self, scope: OrderContext, unit: str) -> list[str]:
        """The spots that a unit can go to, limits apart."""
        went = gone_to(scope).get(unit)
        return destinations(scope.board, unit, start=parted(went) if went and went != CUP else None)


def on_the_map(scope: OrderContext) -> list[str]:
    board = scope.board
    return [unit for unit in board.units_of(scope.power) if board.at(unit) in board.parts.areas]


def open_to_move(scope: OrderContext) -> list[str]:
    return [unit for unit in movable(scope.board, scope.power) if not is_immobile(scope.board, unit)]


def open_to_withdraw(scope: OrderContext) -> list[str]:
    return [unit for unit in movable(scope.board, scope.power) if is_immobile(scope.board, unit)]


class Moves(Repeated):
    """``UNITS -> SPOT; withdraw UNITS``, in the answer ``[{"unit", "to"}, …]``.

    movers     the field of the units
    template   of a part
    """

    def __init__(
        self,
        movers: Movers,
        withdrawn: Movers,
        template: str = "(UNITS -> TO | withdraw GONE)",
        shape: Json = SHAPE,
        **options: Any,
    ) -> None:
        to = Spot(cup=True, of=self._spots, needs=("units",), checked_by_rules=True)
        fields = {"units": movers, "gone": withdrawn, "to": to}
        super().__init__(template, fields, join=self.joined, split=self.parted, begun="deploy", shape=shape, **options)
        self.movers = movers

    def _spots(self, scope: OrderContext) -> list[str]:
        units = scope["units"] or self.movers.domain(scope)
        return list(dict.fromkeys(spot for unit in units for spot in self.movers.reached(scope, unit)))

    def joined(self, scope: OrderContext, parts: list[Json]) -> list[dict[str, str]]:
        """A place with one coast that can be reached is that coast (2.2.1)."""
        moves, before = [], []
        for part in parts:
            inner = scope.within(values={"parts": list(before)})
            for unit in _units_of(part) or self.movers.domain(inner):
                moves.append({"unit": unit, "to": self._coast(inner, unit, part.get("to", CUP))})
            before.append(part)
        return moves

    def _coast(self, scope: OrderContext, unit: str, to: str) -> str:
        board = scope.board
        two = board.has_area(to) and board.area(to).coasts and board.class_of(unit) == "naval"
        spot = with_only_coast(to, self.movers.reached(scope, unit)) if two else to
        if spot != to and scope.outer and scope.outer.raw:
            scope.note("unsaid", what=f"{unit} -> {spot}")
        return spot

    def parted(self, moves: list[dict[str, str]]) -> list[Json]:
        """The parts that say some moves."""
        return [
            {"gone": [move["unit"]]} if move["to"] == CUP else {"units": [move["unit"]], "to": move["to"]}
            for move in moves
        ]

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        return some_moves(scope.board, scope.power, draw) or NOTHING


def some_moves(board: Board, power: str, draw: Rng) -> list[dict[str, str]]:
    """Up to three random moves that are legal one after the other."""
    moves = []
    for unit in draw.some(movable(board, power), 3):
        tried = [*moves, {"unit": unit, "to": draw.choice(destinations(board, unit))}]
        if not deployment_problems(board, power, tried):
            moves = tried
    return moves


MOVES = Moves(
    Movers(of=open_to_move, search_in=on_the_map, checked_by_rules=True, rule="8.4"),
    Movers(of=open_to_withdraw, search_in=on_the_map, checked_by_rules=True, rule="8.4.1"),
)


class Deploy(Decision):
    """8.4 ``{"act": "deploy", "moves": [{"unit", "to"}, …]}``; `to` is a spot, or ``cup`` to withdraw a
    fortress or logistics unit."""

    name = "deploy"
    forms = (
        Form("no deployment", gives={"act": "deploy", "moves": []}, when=lambda board, ask: ask.kind == "deploy"),
        Form(
            "deploy MOVES",
            gives={"act": "deploy"},
            moves=MOVES,
            weight=2,
            when=lambda board, ask: is_open(board, ask) and bool(movable(board, ask.power)),
        ),
    )

    def problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        return deployment_problems(board, ask.power, answer["moves"])

    def default(self, board: Board, ask: Ask) -> Json:
        """Everything stays: whoever is away has put it there on purpose."""
        return {"act": "deploy", "moves": []}

    def examples(self, board: Board, ask: Ask) -> list[Json]:
        """One move of each of four units."""
        shown = [self.default(board, ask)]
        for unit in movable(board, ask.power)[:4]:
            plans = ([{"unit": unit, "to": to}] for to in destinations(board, unit) if to != CUP)
            legal = (plan for plan in plans if not deployment_problems(board, ask.power, plan))
            shown += [{"act": "deploy", "moves": plan} for plan in [next(legal, None)] if plan]
        return shown


DEPLOY = Deploy()
