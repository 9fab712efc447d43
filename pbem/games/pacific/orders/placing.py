"""Decisions about where new units appear: placement and the bid (phase 7, and before the game)."""

from collections.abc import Sequence
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.shapes import record
from pbem.core.language.fields import Name
from pbem.core.language.form import Form, rest
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.pieces import split
from ..rules import placement
from .decision import Decision
from .words import NewUnits, Place, Tally

# -- placement -----------------------------------------------------------------------------------------------


def _to_place(scope: OrderContext, nation: str) -> dict[str, int]:
    """What of a nation's purchase no line before has placed, ``{type: count}``."""
    have = scope.about["units"].get(nation, {})
    left = {type: count - _count_of(scope.items, nation, type) for type, count in sorted(have.items())}
    return {type: count for type, count in left.items() if count > 0}


def _placing(scope: OrderContext) -> list[str]:
    """The nations that have something left to place."""
    return [nation for nation in sorted(scope.about["units"]) if _to_place(scope, nation)]


def _placeable(scope: OrderContext) -> dict[str, int]:
    """How many of each type can be placed in the area, beside what the lines before place."""
    board, nation, area = scope.board, scope["nation"], scope["area"]
    built = _placed_by(scope.items, nation)[1]
    room = {
        type: count
        for type, count in _to_place(scope, nation).items()
        if area in placement.places_for(board, nation, type)
    }
    if placement.COMPLEX in room:
        room[placement.COMPLEX] = int(area not in built)
    return room


def _seats(scope: OrderContext) -> int:
    """How many units can still be placed in the area."""
    used, area = _placed_by(scope.items, scope["nation"])[0], scope["area"]
    most = sum(_to_place(scope, scope["nation"]).values())
    fitting = (
        count
        for count in range(most, 0, -1)
        if not placement.beyond_capacity(scope.board, scope["nation"], {**used, area: used.get(area, 0) + count})
    )
    return next(fitting, 0)


def _sites(scope: OrderContext) -> list[str]:
    """Where something of the nation can still be placed."""
    used, built = _placed_by(scope.items, scope["nation"])
    return sorted(
        {
            area
            for type in _to_place(scope, scope["nation"])
            for area in placement.room_for(scope.board, scope["nation"], type, used, built)
        }
    )


class Placement(Decision):
    """``place 3 infantry in japan [for japan]``: [{"nation", "area", "units": {type: count}}]."""

    name = "placement"
    forms = (
        Form(
            "place UNITS {in/on/at AREA} [for NATION]",
            units=NewUnits(of=_placeable, price=lambda scope: {placement.COMPLEX: 0}, purse=_seats, needs=("area",)),
            area=Place(of=_sites, needs=("nation",)),
            nation=Name("nation", of=_placing, checked_by_rules=True, chance=100),
        ),
        rest("place"),
    )

    def fill(self, scope: OrderContext) -> None:
        """Whose units they are is clear where one nation only can place them."""
        if "nation" in scope.values:
            return
        nations = self.nations_for(scope.board, scope.ask, scope.values)
        if len(nations) > 1:
            named = {"area": scope.values["area"], "nations": " or ".join(nations)}
            scope.refuse("pac-place-whose", rule="ECO-2", **named)
        else:
            scope.values["nation"] = nations[0]

    def schema(self) -> Json:
        counts = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}
        said = {"nation": {"type": "string"}, "area": {"type": "string"}, "units": counts}
        return {"type": "array", "items": record(said, sorted(said))}

    def unmendable(self, board: Board, ask: Ask, state: Any, items: list[Json]) -> list[Problem]:
        return self.faults(board, ask, items)

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        """Until everything is placed that has a place."""
        return bool(self.left(scope.board, scope.ask, scope.items))

    @staticmethod
    def nations_for(board: Board, ask: Ask, item: Json) -> list[str]:
        """The nations that can place an item; if none can, one that has such units, for the refusal."""
        waiting = ask.about["units"]
        having = [nation for nation in waiting if all(type in waiting[nation] for type in item["units"])]
        able = [
            nation
            for nation in having
            if all(item["area"] in placement.places_for(board, nation, type) for type in item["units"])
        ]
        return able or having[:1] or list(waiting)[:1]

    def problems(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        return self.faults(board, ask, answer) or self.left(board, ask, answer)

    def faults(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        """What is wrong with the lines, whatever may follow them."""
        problems = [problem for item in answer for problem in self.misplaced(board, item)]
        for nation, have in ask.about["units"].items():
            own = [item for item in answer if item["nation"] == nation]
            problems += self.too_many(board, nation, own) + self.too_much(nation, have, own)
        return problems

    @staticmethod
    def misplaced(board: Board, item: Json) -> list[Problem]:
        """PLC-1. Types that the nation cannot place in the area."""
        found, area, nation = [], item["area"], item["nation"]
        for type, count in item["units"].items():
            places = placement.places_for(board, nation, type)
            if area not in places:
                rule = "PLC-4" if type == placement.COMPLEX else "CHN-3" if area == "szechwan" else "PLC-1"
                found.append(Problem("pac-no-place", rule=rule, nation=nation, type=type, area=area, legal=places))
            elif type == placement.COMPLEX and count > 1:
                found.append(Problem("pac-one-complex", rule="PLC-4", area=area))
        return found

    @staticmethod
    def too_many(board: Board, nation: str, items: list[Json]) -> list[Problem]:
        """PLC-2. Areas where more is placed than the complexes can build."""
        used = units_in(items)
        over = placement.beyond_capacity(board, nation, used)
        return [
            Problem("pac-place-limit", rule="PLC-2", area=area, most=used[area] - extra, count=used[area])
            for area, extra in over.items()
        ]

    @staticmethod
    def too_much(nation: str, have: dict[str, int], items: list[Json]) -> list[Problem]:
        """PLC-1. Types of which more is placed than there is."""
        counts = {type: _count_of(items, nation, type) for item in items for type in item["units"]}
        return [
            Problem("pac-place-count", rule="PLC-1", nation=nation, type=type, have=have.get(type, 0), count=count)
            for type, count in counts.items()
            if count > have.get(type, 0)
        ]

    @staticmethod
    def left(board: Board, ask: Ask, answer: Sequence[Json]) -> list[Problem]:
        """PLC-1. Types of which more could be placed."""
        found = []
        for nation, have in ask.about["units"].items():
            for type in have:
                count = have[type] - _count_of(answer, nation, type)
                places = placement.room_for(board, nation, type, *_placed_by(answer, nation)) if count > 0 else ()
                if places:
                    found.append(
                        Problem("pac-place-left", rule="PLC-1", nation=nation, type=type, count=count, legal=places)
                    )
        return found

    def completed(self, board: Board, ask: Ask, answer: list[Json]) -> list[Json]:
        """With all that has a place still, at the first place that takes it."""
        placed = [*answer]
        for nation, have in ask.about["units"].items():
            for type in have:
                while _count_of(placed, nation, type) < have[type]:
                    rooms = placement.room_for(board, nation, type, *_placed_by(placed, nation))
                    if not rooms:
                        break
                    placed.append({"nation": nation, "area": rooms[0], "units": {type: 1}})
        return self.join(placed)

    def default(self, board: Board, ask: Ask) -> list[Json]:
        """The only way there is; else ships where no enemy is, at complexes held from the start before others."""
        if not ask.is_open:
            return super().default(board, ask)
        return placement.usual(board, sorted(ask.about["units"]))


def _placed_by(items: Sequence[Json], nation: str) -> tuple[dict[str, int], list[str]]:
    """``(units by area, areas of new complexes)`` of a nation."""
    own = [item for item in items if item["nation"] == nation]
    return units_in(own), [item["area"] for item in own if placement.COMPLEX in item["units"]]


def _count_of(items: Sequence[Json], nation: str, type: str) -> int:
    return sum(item["units"].get(type, 0) for item in items if item["nation"] == nation)


def units_in(items: list[Json]) -> dict[str, int]:
    """``{area: units placed there}``, complexes apart."""
    return summed(
        (item["area"], count)
        for item in items
        if (count := sum(n for type, n in item["units"].items() if type != placement.COMPLEX))
    )


# -- the bid -------------------------------------------------------------------------------------------------


class BidUnits(Tally):
    """New units of the bidder, ``{token: count}``; those of his first force if none is named."""

    def resolve(self, scope: OrderContext, raw: list[Json]) -> dict[str, int]:
        own = scope.board.forces(scope.power)[0]
        plain = (wish for wish in raw if self.is_plain(scope, wish, ("state", "cargo", "empty")))
        return summed((f"{wish.get('force', own)}/{wish['type']}", wish["n"]) for wish in plain)

    def write(self, value: Any) -> str:
        if isinstance(value, list):
            return super().write(value)
        return ", ".join(
            self.words({"n": count, "force": token.partition("/")[0], "type": token.partition("/")[2]})
            for token, count in sorted(value.items())
        )


def _bid_left(scope: OrderContext) -> int:
    return scope.about["amount"] - scope.kind.cost(scope.board, scope.items)


def _biddable(scope: OrderContext) -> dict[str, int]:
    """What the bid can still pay in an area, of the forces that stand there."""
    board, area, power = scope.board, scope["area"], scope.power
    nation, types = board.parts.turn["powers"][power]["nations"][0], board.parts.types
    return {
        f"{force}/{type.id}": _bid_left(scope) // type.cost
        for force in board.forces(power)
        for type in types.values()
        if nation in type.buyers
        and type.id != placement.COMPLEX
        and (type.category == "sea") == board.parts.areas[area].is_sea
    }


def _bid_prices(scope: OrderContext) -> dict[str, int]:
    return {
        f"{force}/{type.id}": type.cost
        for force in scope.board.forces(scope.power)
        for type in scope.board.parts.types.values()
    }


def _held(scope: OrderContext) -> list[str]:
    board = scope.board
    return [area for area in sorted(board.units) if board.stacks(area, board.forces(scope.power))]


class Bid(Decision):
    """``bid 2 infantry in manchuria``: [{"area", "units": {token: count}}]."""

    name = "bid"
    forms = (
        Form(
            "bid UNITS {in AREA}",
            units=BidUnits(of=_biddable, price=_bid_prices, purse=_bid_left, needs=("area",)),
            area=Place(of=_held),
        ),
        Form("bid nothing", value=[], weight=0),
    )

    def unmendable(self, board: Board, ask: Ask, state: Any, items: list[Json]) -> list[Problem]:
        return self.problems(board, ask, items)

    def problems(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        problems = [fault for item in answer for fault in self.faults(board, ask, item)]
        if not problems and (cost := self.cost(board, answer)) > ask.about["amount"]:
            problems.append(Problem("pac-bid", rule="BID-1", amount=ask.about["amount"], cost=cost))
        return problems

    @staticmethod
    def cost(board: Board, items: list[Json]) -> int:
        types = board.parts.types
        return sum(types[split(token)[1].type].cost * count for item in items for token, count in item["units"].items())

    @staticmethod
    def faults(board: Board, ask: Ask, item: Json) -> list[Problem]:
        """BID-1. Why an item may not stand: units where the bidder has some, of types that he buys."""
        area, power = item["area"], ask.power
        if not board.stacks(area, board.forces(power)):
            return [Problem("pac-bid-place", rule="BID-1", power=power, area=area)]
        types, found = board.parts.types, []
        nation = board.parts.turn["powers"][power]["nations"][0]
        for token in item["units"]:
            force, one = split(token)
            wrong_element = (types[one.type].category == "sea") != board.parts.areas[area].is_sea
            if force not in board.forces(power) or nation not in types[one.type].buyers:
                sold = [type for type, row in types.items() if nation in row.buyers]
                found.append(Problem("pac-not-for-sale", rule="BID-1", nation=power, type=token, sold=sold))
            elif wrong_element or one.key != one.type or one.type == placement.COMPLEX:
                found.append(Problem("pac-bid-type", rule="BID-1", nation=power, type=one.type, area=area))
        return found

    def default(self, board: Board, ask: Ask) -> list[Json]:
        return []
