"""Kinds of decision for units and upgrades (3.7.2, 3.7.3): where they enter, and what becomes of those that cannot."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.shapes import record
from pbem.core.language.field import Field
from pbem.core.language.fields import Area, Flag
from pbem.core.language.form import Form
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.coasts import unnamed_coast
from ..rules.deployment import deployment_problems, destinations
from ..rules.movement import may_occupy
from ..rules.playing import sites_for, upgradable
from ..rules.retreat import CUP, parted
from .deployment import SHAPE, Movers, Moves, gone_to, on_the_map
from .playing import DELAY, REJECT, RESERVE, UNIT, UPGRADE, Keeping, default_first
from .unit_fields import Coast, Force


class Placing(Keeping):
    """Common to units and upgrades: without a place they are kept, delayed or, since 2022, rejected."""

    keeps = ("reserve", "delay", "reject")

    def keep_problems(self, board: Board, ask: Ask, answer: dict[str, str]) -> list[Problem]:
        placeable = bool(self.places(board, ask))
        if answer["act"] == "delay" and placeable:
            return [Problem("ca-only-if-unplaceable", rule=self.rule)]
        if answer["act"] == "reject" and not placeable and not board.is_2022:
            return [Problem("ca-reject-not-allowed", rule=self.rule)]
        return super().keep_problems(board, ask, answer)

    def places(self, board: Board, ask: Ask) -> list[str]:
        raise TypeError(f"{type(self).__name__} does not say where it may go")

    def default(self, board: Board, ask: Ask) -> Any:
        """It is played, for a unit does nothing off the map; where it cannot be, it is kept."""
        plays = self.plays(board, ask)
        return plays[0] if plays else {"act": "delay" if board.reserve(ask.power) else "reserve"}

    def plays(self, board: Board, ask: Ask) -> list[Json]:
        return []

    def examples(self, board: Board, ask: Ask) -> list[Json]:
        """The places, before what keeps the counter."""
        return default_first(self.default(board, ask), [*self.plays(board, ask), *self.keepings(board, ask)])[:5]


# -- 3.7.2 -----------------------------------------------------------------------------------------------------


def sites(scope: OrderContext) -> Any:
    return PLAY_UNIT.places(scope.board, scope.ask)


def coasts_of(scope: OrderContext) -> Sequence[str]:
    """The coasts of the place on which a ship can be put."""
    board = scope.board
    naval = board.class_of(scope.about["counter"]) == "naval"
    return board.area(scope["area"]).coasts if naval and board.has_area(scope["area"]) else ()


class Placed(Movers):
    """The unit that is placed, whatever it is called there: by its id, its type, or its type and its place."""

    def is_at(self, scope: OrderContext, unit: str, area: str) -> bool:
        if unit != scope.about["counter"]:
            return super().is_at(scope, unit, area)
        went = gone_to(scope).get(unit)
        return area in (None, scope["area"], parted(went)[0] if went else None)

    def likely(self, scope: OrderContext, item: dict[str, str]) -> Iterator[Callable[..., Any]]:
        yield lambda unit: unit == scope.about["counter"]

    def reached(self, scope: OrderContext, unit: str) -> list[str]:
        went = gone_to(scope).get(unit)
        start = parted(went) if went and went != CUP else (scope["area"], scope["coast"])
        return destinations(scope.board, unit, True, start) if scope.board.has_area(start[0]) else []


class Onward(Moves):
    """The deployment of the placed unit; ``-> silesia`` moves it without naming it."""

    def __init__(self) -> None:
        placed = Placed(
            of=lambda scope: [scope.about["counter"]], search_in=on_the_map, checked_by_rules=True, rule="3.7.2"
        )
        shape = record({"act": {"const": "deploy"}, "moves": SHAPE}, ("act", "moves"))
        super().__init__(placed, placed, "([UNITS] -> TO | withdraw GONE)", shape, needs=("area", "coast"))

    def joined(self, scope: OrderContext, parts: list[Json]) -> Json:
        return {"act": "deploy", "moves": super().joined(scope, parts)}

    def parted(self, deploy: Json) -> list[Json]:
        return super().parted(deploy["moves"])

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        board, ask = scope.board, scope.ask
        place = {name: scope[name] for name in ("area", "coast") if scope[name] is not None}
        spots = PLAY_UNIT.onward(board, ask, place)
        moved = _moving({"act": "place", **place}, ask, draw.choice(spots)) if spots else None
        return NOTHING if moved is None or PLAY_UNIT.check(board, ask, moved) else moved["deploy"]


def some_place(scope: OrderContext, draw: Rng) -> dict[str, str] | None:
    """The start of a walk: one of the places, with its coast; with room, if the unit shall stay there."""
    plays = PLAY_UNIT.plays(scope.board, scope.ask)
    if scope.form.name == "place":
        plays = [plan for plan in plays if "deploy" not in plan]
    return {name: value for name, value in draw.choice(plays).items() if name in ("area", "coast")} if plays else None


def place(
    more: str,
    name: str,
    fields: dict[str, Field] | None = None,
    gives: dict[str, Json] | None = None,
    **options: Any,
) -> Form:
    """A form of placing a unit."""
    fields = {"area": Area(of=sites, checked_by_rules=True), "coast": Coast(of=coasts_of, chance=0), **(fields or {})}
    return Form(
        f"place [in] AREA [(coast | ) COAST] {more}",
        name,
        {"act": "place", **(gives or {})},
        fields,
        when=lambda board, ask: bool(PLAY_UNIT.places(board, ask)),
        starts=some_place,
        **options,
    )


class PlayUnit(Placing):
    """3.7.2 Where a unit is placed, and the deployment that may follow at once."""

    name = UNIT
    forms = (
        place("[; STAY]", "place", {"stay": Flag("stay")}, weight=3),
        place("; no deployment", "place over the limit", gives={"deploy": {"act": "deploy", "moves": []}}),
        place("; deploy DEPLOY", "place and deploy", {"deploy": Onward()}, weight=3),
        RESERVE,
        DELAY,
        REJECT,
    )

    def places(self, board: Board, ask: Ask) -> list[str]:
        return sites_for(board, ask.power, ask.about["counter"])

    def plays(self, board: Board, ask: Ask) -> list[Json]:
        """One for each site and coast: the unit stays, or where there is no room goes to the first spot that has."""
        unit = ask.about["counter"]
        return [
            self._with_room(board, ask, {"act": "place", "area": area, **({"coast": coast} if coast else {})})
            for area in self.places(board, ask)
            for coast in (board.area(area).coasts if board.class_of(unit) == "naval" else ()) or (None,)
        ]

    def default(self, board: Board, ask: Ask) -> dict[str, str]:
        """A site with room to stay comes before one that it would have to leave at once."""
        staying = [plan for plan in self.plays(board, ask) if "deploy" not in plan]
        return staying[0] if staying else super().default(board, ask)

    def _with_room(self, board: Board, ask: Ask, answer: dict[str, str]) -> Json:
        if not self._staying_problems(board, ask, answer):
            return answer
        moved = (_moving(answer, ask, to) for to in self.onward(board, ask, answer))
        free = (each for each in moved if not self._deployment_problems(board, ask, each))
        return next(free, {**answer, "deploy": {"act": "deploy", "moves": []}})

    def onward(self, board: Board, ask: Ask, answer: dict[str, str]) -> list[str]:
        """Where a unit that is placed so could deploy to at once, limits apart."""
        return destinations(board, ask.about["counter"], True, self._spot(answer))

    def _spot(self, answer: Json) -> tuple[str, None]:
        return answer["area"], answer.get("coast")

    def play_problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        if answer["area"] not in self.places(board, ask):
            name = board.area(answer["area"]).name if board.has_area(answer["area"]) else answer["area"]
            return [Problem("ca-not-a-site", rule=self.rule, area=name)]
        area = board.area(answer["area"])
        if answer.get("coast") and board.class_of(ask.about["counter"]) != "naval":
            return [Problem("ca-no-ship", rule="2.2.1", unit=ask.about["counter"])]
        if answer.get("coast") and answer["coast"] not in area.coasts:
            return [Problem("ca-no-coast", rule="2.2.1", area=area.name, coasts=", ".join(area.coasts))]
        coasts = [f"{area.id}/{coast}" for coast in area.coasts]
        if not answer.get("coast") and (unnamed := unnamed_coast(board, ask.about["counter"], area.id, coasts)):
            return unnamed
        if "deploy" not in answer:
            return self._staying_problems(board, ask, answer)
        return self._deployment_problems(board, ask, answer) if answer["deploy"]["moves"] else []

    def _staying_problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        """7.1 A unit stays only where it finds room: else it, or one that stood there, would be destroyed at once."""
        if may_occupy(board, ask.about["counter"], answer["area"]):
            return []
        return [Problem("ca-no-room-to-stay", rule="7.1", area=board.area(answer["area"]).name)]

    def _deployment_problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        """3.7.2 The deployment that follows at once, of this unit alone, judged from where it will be placed."""
        unit, spot = ask.about["counter"], self._spot(answer)
        return deployment_problems(board, ask.power, answer["deploy"]["moves"], [unit], {unit: spot})


def _moving(answer: dict[str, str], ask: Ask, to: str) -> Json:
    """An answer with the deployment of the placed unit to a spot."""
    return {**answer, "deploy": {"act": "deploy", "moves": [{"unit": ask.about["counter"], "to": to}]}}


# -- 3.7.3 -----------------------------------------------------------------------------------------------------


def open_to_upgrade(scope: OrderContext) -> list[str]:
    return PLAY_UPGRADE.places(scope.board, scope.ask)


class PlayUpgrade(Placing):
    """3.7.3 Which unit is upgraded."""

    name = UPGRADE
    forms = (
        Form(
            "upgrade (UNIT | in AREA)",
            gives={"act": "upgrade"},
            when=lambda board, ask: bool(PLAY_UPGRADE.places(board, ask)),
            weight=8,
            fields={
                "unit": Force(of=open_to_upgrade, search_in=on_the_map, checked_by_rules=True, chance=100),
                "area": Area(not_in_answer=True, chance=0),
            },
        ),
        RESERVE,
        DELAY,
        REJECT,
    )

    def places(self, board: Board, ask: Ask) -> list[str]:
        return upgradable(board, ask.power, ask.about["counter"])

    def plays(self, board: Board, ask: Ask) -> list[Json]:
        return [{"act": "upgrade", "unit": unit} for unit in self.places(board, ask)]

    def play_problems(self, board: Board, ask: Ask, answer: dict[str, str]) -> list[Problem]:
        if answer.get("unit") not in self.places(board, ask):
            return [Problem("ca-not-upgradable", rule=self.rule, unit=answer.get("unit"))]
        return []

    def fill(self, scope: OrderContext) -> None:
        """Where only the area is named, the first unit there that can be upgraded: they are alike."""
        area = scope.values.pop("area", None)
        if area is not None:
            found = [unit for unit in open_to_upgrade(scope) if scope.board.at(unit) == area]
            if found:
                scope.values["unit"] = found[0]
            else:
                scope.refuse("ca-not-upgradable", unit=area)


PLAY_UNIT: PlayUnit = PlayUnit()
PLAY_UPGRADE: PlayUpgrade = PlayUpgrade()
