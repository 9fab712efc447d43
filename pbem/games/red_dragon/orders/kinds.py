"""The decisions of the title beside `op` and those that place units: fire, interception, losses, where units go."""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.language.fields import Area
from pbem.core.language.form import Form
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask
from pbem.core.title.decisions import options

from ..board.board import Board
from ..board.names import area_name, area_names, unit_names
from ..rules import absent
from ..rules.combat import completed, default_fire, fire_problems, in_order
from ..rules.ops_air import interception_problems, interceptors
from .decision import Decision
from .op_order import Op
from .placing import PlaceUk, RelocateUnits, SetUp
from .unit_fields import Counter, Counters, Shots


def returning(scope: OrderContext) -> tuple[list[str], list[str], list[str], tuple[Any, ...]]:
    """Who returns fire, and at whom."""
    about = scope.about
    return about["shooters"], about["shooters"], about["targets"], ()


class ReturnFire(Decision):
    """Whom the defenders fire at (10.2)."""

    name = "return-fire"
    forms = (Form("return fire (default | FIRE)", fire=Shots(returning, spared=lambda scope: scope.about["spared"])),)

    def problems(self, board: Board, ask: Ask, answer: dict[str, list[list[str]]]) -> list[Problem]:
        about, shooters, shots = ask.about, ask.about["shooters"], answer.get("fire", [])
        return fire_problems(board, shooters, about["targets"], shots, spared=about["spared"])

    def default(self, board: Board, ask: Ask) -> dict[str, list[list[str]]]:
        return {"fire": default_fire(board, ask.about["shooters"], ask.about["targets"])}

    def fill(self, scope: OrderContext) -> None:
        """Those not named fire by the published default, unless the check refuses what is named."""
        about, shots = scope.about, scope.values.get("fire", [])
        named = [shooter for shooter, _ in shots]
        if all(one in about["shooters"] and other in about["targets"] for one, other in shots):
            extra = completed(scope.board, about["shooters"], about["targets"], shots)
            shots = in_order(scope.board, shots + [shot for shot in extra if shot[0] not in named])
        scope.values["fire"] = shots


def intercepting(scope: OrderContext) -> tuple[list[str], list[str], list[str], tuple[Any, ...]] | None:
    """Who fires in an interception, and at whom."""
    if scope["area"] not in scope.about["areas"]:
        return None
    force = interceptors(scope.board, scope["area"], scope.about["units"])
    return force, force, scope.about["units"], ()


class Intercept(Decision):
    """Whether and where the Allies intercept aircraft (8.12)."""

    name = "intercept"
    forms = (
        Form(
            "intercept (in/at | ) AREA [; (fire default | fire FIRE)]",
            weight=2,
            area=Area(
                of=lambda scope: scope.about["areas"], checked_by_rules=True, known=lambda board: board.parts.areas
            ),
            fire=Shots(intercepting),
        ),
        Form("no interception", value="no", weight=3),
    )

    def problems(self, board: Board, ask: Ask, answer: str | Json) -> list[Problem]:
        return [] if isinstance(answer, str) else interception_problems(board, ask.about, answer)

    def default(self, board: Board, ask: Ask) -> str:
        return "no"

    def fill(self, scope: OrderContext) -> None:
        if "fire" in scope.values:
            scope.values["fire"] = in_order(scope.board, scope.values["fire"])


def some_losses(scope: OrderContext, draw: Rng) -> dict[str, list[str]]:
    """As many units as must go, those that come first before others."""
    about, chosen = scope.about, list(scope.about["first"])
    left = [id for id in about["from"] if id not in chosen]
    while len(chosen) < about["count"]:
        chosen.append(left.pop(draw.below(len(left))))
    return {"units": chosen}


class RemoveUnits(Decision):
    """Which of one's own units are lost: to an event, to over-stacking, to the Korean War."""

    name = "remove-units"
    forms = (
        Form(
            "remove UNITS",
            answer_field="units",
            starts=some_losses,
            units=Counters(of=lambda scope: scope.about["from"], least=0, exactly=lambda scope: scope.about["count"]),
        ),
    )

    def problems(self, board: Board, ask: Ask, answer: list[str]) -> Iterator[Problem]:
        about, rule = ask.about, ask.rule or self.rule
        if len(answer) != about["count"]:
            yield Problem("rd-count", rule=rule, count=len(answer), wanted=about["count"], units=about["from"][:12])
        if any(id not in answer for id in about["first"]):
            others = [id for id in answer if id not in about["first"]]
            yield from (Problem("rd-first", rule=rule, unit=id, first=about["first"]) for id in others)

    def default(self, board: Board, ask: Ask) -> list[str]:
        """Those that are missed least (absent.py), those that come first before all others."""
        about = ask.about
        return absent.dispensable(board, about["from"], about["count"], about["first"])


class StrikeUnit(Decision):
    """Which enemy unit an event removes (6.20 to 6.22)."""

    name = "strike-unit"
    forms = (Form("strike UNIT", answer_field="unit", unit=Counter(of=options)),)

    def default(self, board: Board, ask: Ask) -> str:
        """The strongest of the enemy, a carrier before all; a neutral, whose country joins him for it, if need be."""

        def worth(id):
            return board.side[id] == "neutral", id not in board.parts.carriers, -board.strength(id), id

        return min(ask.options, key=worth)


def _moving(board: Board, sentence: str, ask: Ask) -> str:
    """A question on units that leave an area, in names."""
    parts, about = board.parts, ask.about
    units, here = unit_names(parts, about["units"]), area_name(parts, about["from"])
    return sentence.format(units=units, here=here, goals=area_names(parts, ask.options, "or"))


class RebaseTie(Decision):
    """Where the opponent's units are driven to, among equally near bases (9.7)."""

    name = "rebase-tie"

    def default(self, board: Board, ask: Ask) -> str:
        """Where they are worth least to the enemy."""
        return absent.worst_base(board, ask.power, ask.about["units"], ask.options)


KINDS = Decision.all(
    (SetUp(), Op(), Intercept(), ReturnFire(), PlaceUk(), RemoveUnits(), StrikeUnit(), RelocateUnits(), RebaseTie())
)
