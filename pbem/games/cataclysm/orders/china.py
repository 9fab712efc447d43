"""The decisions of the patrons of the Chinese factions (11.4.5, 11.4.7)."""

from typing import Any

from pbem.core.language.fields import Area, Names
from pbem.core.language.form import Form
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask
from pbem.core.title.decisions import options

from ..board.board import Board
from ..rules.china import other_faction
from .decision import Decision


class Battle(Names):
    """Two areas, from one to the other, in the answer ``hubei>shaanxi``."""

    def __init__(self) -> None:
        super().__init__("area", of=options, arrows=True)

    def resolve(self, scope: OrderContext, raw: list[str]) -> str:
        return ">".join(raw)

    def write(self, value: str) -> str:
        return super().write(value.split(">") if isinstance(value, str) else value)

    def schema(self) -> dict[str, str]:
        return {"type": "string"}

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        return draw.choice(self.domain(scope))

    def problems(self, scope: OrderContext, value: str) -> tuple[Any, ...]:
        return ()


def areas(scope: OrderContext) -> list[str]:
    """The areas among the options, without the words."""
    return [option for option in scope.ask.options if scope.board.has_area(option)]


class ChinaAttack(Decision):
    """11.4.5 C Which army attacks which one; by default where the aid favours the attacker most."""

    name = "china-attack"
    forms = (Form("battle (in china | ) BATTLE", answer_field="battle", battle=Battle()),)

    def default(self, board: Board, ask: Ask) -> str:
        """Where the attacker rolls the die for more aid, or at least the defender does not; then where the defender has
        no aid that would save it from a marginal victory; of equals the first in the order of the map."""
        return min(ask.options, key=lambda pair: self._hardship(board, ask.about["faction"], pair))

    def _hardship(self, board: Board, faction: str, pair: str) -> tuple[int, bool]:
        here, there = pair.split(">")
        own = sum(board.aid(here, faction).values())
        other = sum(board.aid(there, other_faction(faction)).values())
        return (other > own) - (own > other), other > 0


class ChinaRetreat(Decision):
    """11.4.1, 11.4.5 Where a Chinese army retreats to; in 2018 it may stand against a power."""

    name = "china-retreat"
    forms = (
        Form("chinese retreat/army stand", name="stand", value="stand", when=lambda board, ask: "stand" in ask.options),
        Form("chinese retreat/army (-> | to | ) AREA", name="retreat", answer_field="area", area=Area(of=areas)),
    )


class ChinaExpand(Decision):
    """11.4.7 Where a faction tries to expand; by default to the first area of the map: an attempt costs nothing."""

    name = "china-expand"
    forms = (
        Form("expand (in china | ) none", name="none", value="none", when=lambda board, ask: "none" in ask.options),
        Form("expand (in china | ) AREA", name="expand", answer_field="area", area=Area(of=areas)),
    )
