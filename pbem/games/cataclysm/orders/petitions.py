"""What a power may say at any moment, unasked: petitions."""

from collections.abc import Iterator

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.language.decision import Decision
from pbem.core.language.fields import Name, Names, Number, Word
from pbem.core.language.form import Form
from pbem.core.language.order_context import OrderContext
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.special_rules import may_leave_treaty

SELDOM = 200  # in random play a power looks for something to say at one rest point in so many
LEVELS = ("never", "support", "all", "ask")


def enemies(scope: OrderContext) -> list[str]:
    return scope.board.enemies(scope.power)


def patronized(scope: OrderContext) -> list[str]:
    return areas_of_aid(scope.board, scope.power)


def areas_of_aid(board: Board, power: str) -> list[str]:
    """Where a power has aid or influence, civil wars first."""
    held = board.patronized(power)
    return [area for area in (*board.civil_wars, *board.influence, *board.parts.areas, "china") if area in held]


def markers(scope: OrderContext) -> list[int]:
    return list(range(1, 1 + scope.kind.held(scope.board, scope.power, scope["area"])))


def friends(scope: OrderContext) -> list[str]:
    return scope.board.same_ideology(scope.power)


def in_play(board: Board, ask: Ask) -> bool:
    return board.is_active(ask.power)


class OfferArmistice(Decision):
    """5.6.2 A power offers peace to enemies, at any time."""

    name, rule, waiting = "armistice", "5.6.2", "to offer an armistice"
    random_rate = SELDOM
    forms = tuple(
        Form(
            f"{begun} (with | -> | ) WITH",
            weight=weight,
            when=in_play,
            fields={"with": Names("power", of=enemies, checked_by_rules=True)},
        )
        for begun, weight in (("offer armistice", 1), ("armistice", 0))
    )

    def problems(self, board: Board, ask: Ask, answer: dict[str, list[str]]) -> Iterator[Problem]:
        others, enemies = answer["with"], board.enemies(ask.power)
        if any(other not in enemies for other in others):
            yield Problem("ca-no-enemies-to-ask", rule="5.6.2", power=ask.power, others=", ".join(others))


class WithdrawAid(Decision):
    """11.2.3 A patron takes back its aid or its marker under Influence: all of an area, or a number of markers."""

    name, rule, waiting = "withdraw-aid", "11.2", "to withdraw aid"
    random_rate = SELDOM
    forms = (
        Form(
            "withdraw aid (from | in | ) AREA",
            name="all",
            when=in_play,
            area=Name("area", "war", of=patronized, checked_by_rules=True),
        ),
        Form(
            "withdraw aid COUNT (from | in | ) AREA",
            name="some",
            when=in_play,
            area=Name("area", "war", of=patronized, checked_by_rules=True),
            count=Number(of=markers, checked_by_rules=True, needs=("area",)),
        ),
    )

    def problems(self, board: Board, ask: Ask, answer: Json) -> Iterator[Problem]:
        area, have = answer["area"], self.held(board, ask.power, answer["area"])
        if not have:
            yield Problem("ca-no-aid", rule="11.2.3", power=ask.power, area=area)
        elif not 1 <= answer.get("count", have) <= have:
            yield Problem("ca-aid-count", rule="11.2.3", power=ask.power, area=area, have=have, count=answer["count"])

    def held(self, board: Board, power: str, area: str) -> int:
        """How many markers a power can take back."""
        return sum(held.get(power, 0) for held in (board.aid(area), board.influence_in(area)))


class GrantSupport(Decision):
    """9.1, 10.2 Whether an ally may use one's units: a setting that stands until changed."""

    name, rule, waiting = "support", "10.2", "to allow the use of its units"
    random_rate = SELDOM
    forms = (
        Form(
            "lend (units to | units | to | ) TO LEVEL",
            when=in_play,
            to=Name("power", of=friends, checked_by_rules=True),
            level=Word(LEVELS),
        ),
    )

    def problems(self, board: Board, ask: Ask, answer: dict[str, str]) -> Iterator[Problem]:
        if not board.is_active(ask.power):
            yield Problem("ca-lends-no-more", rule="10.2", power=ask.power)
        elif answer["to"] not in board.same_ideology(ask.power):
            yield Problem("ca-support-whom", rule="10.2", other=answer["to"])


def may_end(board: Board, ask: Ask) -> bool:
    return may_leave_treaty(board, ask.power)


class EndTreaty(Decision):
    """12.1.3 Japan ends the Washington Naval Treaty, at any time."""

    name, rule, waiting = "end-treaty", "12.1.3", "to end the naval treaty"
    random_rate = SELDOM
    forms = (
        Form("end/leave treaty", name="end treaty", when=may_end),
        Form("end/leave the treaty", name="end the treaty", weight=0, when=may_end),
    )

    def problems(self, board: Board, ask: Ask, answer: Json) -> Iterator[Problem]:
        if not may_leave_treaty(board, ask.power):
            yield Problem("ca-no-treaty", rule="12.1.3")


PETITIONS = {kind.name: kind for kind in (OfferArmistice(), WithdrawAid(), GrantSupport(), EndTreaty())}
