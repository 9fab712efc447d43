"""Decisions about money: purchase and the British convoys (phases 1 and 9)."""

from collections.abc import Callable, Iterator
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.language.fields import Name, Number, Repeated
from pbem.core.language.form import Form
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules import economy, placement
from .decision import Decision
from .words import NewUnits

# -- money ---------------------------------------------------------------------------------------------------


def _spent(scope: OrderContext, nation: str) -> dict[str, int]:
    """What the lines before buy for a nation, ``{type: count}``."""
    return scope.kind.join(scope.items).get(nation, {})


def _affordable(scope: OrderContext) -> dict[str, int]:
    """How many of each type a purse can still pay; complexes only where they can be built."""
    board, nation = scope.board, scope["nation"]
    spent, left = _spent(scope, nation), _money_left(scope)
    room = {type: left // board.parts.types[type].cost for type in economy.for_sale(board, nation)}
    if placement.COMPLEX in room:
        sites = len(placement.building_sites(board, nation)) - spent.get(placement.COMPLEX, 0)
        room[placement.COMPLEX] = min(room[placement.COMPLEX], sites)
    return room


def _money_left(scope: OrderContext) -> int:
    return scope.board.money[scope["nation"]] - economy.cost(scope.board, _spent(scope, scope["nation"]))


def _price(board: Board) -> Callable[[str], tuple[int, str]]:
    """By price, and by name where that is the same."""
    return lambda type: (board.parts.types[type].cost, type)


def _prices(scope: OrderContext) -> dict[str, int]:
    return {type.id: type.cost for type in scope.board.parts.types.values()}


class Purchase(Decision):
    """``buy 3 infantry, transport [for india]``: {nation: {type: count}}."""

    name = "purchase"
    forms = (
        Form(
            "buy UNITS [for NATION]",
            weight=6,
            units=NewUnits(
                of=_affordable,
                price=_prices,
                purse=_money_left,
                needs=("nation",),
                wanted_number=lambda scope, draw: draw.below(9) + _money_left(scope) // 12,
            ),
            nation=Name("nation", of=lambda scope: economy.buyers(scope.board), checked_by_rules=True, chance=100),
        ),
        Form("buy nothing [for NATION]", nation=Name("nation", of=lambda scope: economy.buyers(scope.board))),
    )

    def fill(self, scope: OrderContext) -> None:
        """Where one purse only may buy, it pays."""
        buyers = economy.buyers(scope.board)
        if "nation" not in scope.values and scope.form.name == "buy":
            if len(buyers) == 1:
                scope.values["nation"] = buyers[0]
            else:
                scope.refuse("pac-which-purse", rule="ECO-2", buyers=buyers)
        nation = scope.values.get("nation")
        same = [item for item in scope.items if nation is None or item.get("nation", nation) == nation]
        if any(("units" in item) != ("units" in scope.values) for item in same):
            scope.refuse("pac-buys-and-not", rule="ECO-2", nation=nation or " and ".join(buyers))

    def join(self, items: list[Json]) -> dict[str, dict[str, int]]:
        answer = {}
        for item in items:
            for type, count in item.get("units", {}).items():
                bought = answer.setdefault(item["nation"], {})
                bought[type] = bought.get(type, 0) + count
        return answer

    def split(self, answer: dict[str, dict[str, int]]) -> list[Json]:
        return [{"nation": nation, "units": units} for nation, units in answer.items()]

    def schema(self) -> Json:
        counts = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}
        return {"type": "object", "additionalProperties": counts}

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        return len(scope.items) < len(economy.buyers(scope.board)) + draw.below(2)

    def unmendable(self, board: Board, ask: Ask, state: Any, items: list[Json]) -> list[Problem]:
        return self.problems(board, ask, self.join(items))

    def problems(self, board: Board, ask: Ask, answer: dict[str, dict[str, int]]) -> list[Problem]:
        problems, buyers = [], economy.buyers(board)
        for nation, units in answer.items():
            if nation not in buyers:
                problems.append(Problem("pac-no-purse", rule="ECO-6", nation=nation, buyers=buyers))
                continue
            problems += self.not_for_sale(board, nation, units)
            cost, money = economy.cost(board, units), board.money[nation]
            if cost > money:
                problems.append(Problem("pac-too-dear", rule="BUY-1", nation=nation, money=money, cost=cost))
            wanted, sites = units.get(placement.COMPLEX, 0), placement.building_sites(board, nation)
            if wanted > len(sites):
                problems.append(Problem("pac-no-site", rule="PLC-4", count=wanted, sites=len(sites), legal=sites))
        return problems

    @staticmethod
    def not_for_sale(board: Board, nation: str, units: dict[str, int]) -> list[Problem]:
        """BUY-2. A Problem for each type that a nation cannot have."""
        sold = economy.for_sale(board, nation)
        return [
            Problem("pac-not-for-sale", rule="BUY-2", nation=nation, type=type, sold=sold)
            for type in units
            if type not in sold
        ]

    def choices(self, board: Board, ask: Ask) -> list[str]:
        """What each purse can buy, with prices in IPCs."""
        types, rows = board.parts.types, []
        for nation in economy.buyers(board, ask.power):
            sold = [f"{type} {types[type].cost}" for type in sorted(economy.for_sale(board, nation), key=_price(board))]
            rows.append(f"{nation}, {board.money[nation]} IPCs: {', '.join(sold)}")
        return rows

    def default(self, board: Board, ask: Ask) -> dict[str, int]:
        return {}

    def examples(self, board: Board, ask: Ask) -> list[dict[str, dict[str, int]]]:
        buyers = economy.buyers(board, ask.power)[:4]
        return [{}, *({nation: {"infantry": board.money[nation] // 3}} for nation in buyers)]


def _together(scope: OrderContext, parts: list[Json]) -> dict[str, int]:
    """The shares of lines; a nation named twice gets both, and one that is not named what is left."""
    shares = summed((part["nation"], part["number"]) for part in parts)
    left = max(scope.about.get("pool", 0) - sum(shares.values()), 0)
    return {"india": left, "australia": left, **shares} if left and len(shares) == 1 else shares


def _some_split(scope: OrderContext, draw: Rng) -> dict[str, dict[str, int]]:
    part = draw.below(scope.about["pool"] + 1)
    return {"shares": {"india": part, "australia": scope.about["pool"] - part}}


class SplitConvoys(Decision):
    """``split india 7, australia 5``: {nation: IPCs}.  The default answers at once, so that a game does not begin with
    a mail on small change."""

    name = "split-convoys"
    forms = (
        Form(
            "split SHARES",
            answer_field="shares",
            starts=_some_split,
            shares=Repeated(
                "NATION NUMBER",
                {
                    "nation": Name("nation", of=["india", "australia"]),
                    "number": Number(of=lambda scope: range(scope.about["pool"] + 1)),
                },
                separators=(",", ";"),
                join=_together,
                split=lambda shares: [{"nation": nation, "number": part} for nation, part in shares.items()],
                shape={"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
            ),
        ),
    )

    def problems(self, board: Board, ask: Ask, answer: dict[str, int]) -> Iterator[Problem]:
        total = sum(answer.values())
        if total != ask.about["pool"] or set(answer) - {"india", "australia"}:
            example = self.text(self.default(board, ask))[0]
            yield Problem("pac-split", rule="ECO-3", pool=ask.about["pool"], sum=total, example=example)

    def default(self, board: Board, ask: Ask) -> dict[str, int]:
        half = ask.about["pool"] // 2
        return {"india": ask.about["pool"] - half, "australia": half}
