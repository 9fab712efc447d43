"""The decision what the United States gives away (4.4.1, 12.2.2)."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, refusals
from pbem.core.language.fields import Area, Name, Word
from pbem.core.language.form import Form
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.america import KINDS, gift_problems, resources_left, with_kinds
from .decision import Decision


def resources(scope: OrderContext) -> list[Json]:
    """Those that the lines before leave."""
    return resources_left(scope.about["resources"], scope.items)


def areas(scope: OrderContext) -> list[str]:
    return list(dict.fromkeys(one["area"] for one in resources(scope)))


def kinds_there(scope: OrderContext) -> list[str]:
    return list(dict.fromkeys(one["kind"] for one in resources(scope) if one["area"] == scope["area"]))


def without_gift(scope: OrderContext) -> list[str]:
    """The powers to which no line before gives anything."""
    given = [item.get("to") for item in scope.items]
    return [power for power in scope.about["to"] if power not in given]


class Transfer(Decision):
    """12.2.2 What Lend Lease gives to whom: ``[{"to": power, "area": area, "kind": kind}, …]``.

    Without a kind it is the first resource of the area that is left.
    """

    name = "transfer"
    forms = (
        Form(
            "transfer AREA [KIND] -> TO",
            fields={
                "area": Area(of=areas, checked_by_rules=True),
                "kind": Word(KINDS, of=kinds_there, checked_by_rules=True, chance=100, needs=("area",)),
                "to": Name("power", of=without_gift, checked_by_rules=True),
            },
        ),
        Form("no transfer", value=[], weight=0),
    )

    def settle(self, board: Board, ask: Ask, answer: list[Json]) -> tuple[list[dict[str, str]], list[Any]]:
        """Kinds that are not named are those that are left when the named ones are taken."""
        answer, problems = super().settle(board, ask, answer)
        if refusals(problems) or refusals(self.check(board, ask, answer)):
            return answer, problems
        return with_kinds(ask.about, answer), problems

    def problems(self, board: Board, ask: Ask, answer: list[dict[str, str]]) -> list[Problem]:
        return gift_problems(ask.about, answer)

    def unmendable(self, board: Board, ask: Ask, state: Any, items: list[dict[str, str]]) -> list[Problem]:
        return gift_problems(ask.about, items)

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        return len(scope.items) < len(scope.about["to"]) and bool(draw.below(3))

    def default(self, board: Board, ask: Ask) -> Any:
        """Nothing is given away."""
        return []

    def examples(self, board: Board, ask: Ask) -> list[list[Any]]:
        first = ask.about["resources"][0]
        return [[], [{"to": ask.about["to"][0], "area": first["area"], "kind": first["kind"]}]]
