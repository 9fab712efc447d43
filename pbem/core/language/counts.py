"""Things by number, in the answer ``{thing: count}``: what is bought, what is lost, pieces that are alike."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..data.json_types import Json
from ..data.problems import Problem
from .order_context import NOTHING, OrderContext
from .rng import Rng
from .units import Units


class Counts(Units):
    """Things and how many of each.  A title makes a subclass that reads them (`item`, `words`) and resolves them.

    of      scope → {thing: the most of it}; None if only the rules know
    price   scope → {thing: what one of it takes up}; 1 of each by default
    purse   scope → how much all of them may take up together; None if nothing bounds it
    wanted_number  (scope, draw) → how many random play takes, at most
    """

    def __init__(
        self,
        of: Callable[[OrderContext], Mapping[str, int]] | None = None,
        price: Callable[[OrderContext], Mapping[str, int]] | None = None,
        purse: Callable[[OrderContext], int | None] | None = None,
        wanted_number: Callable[[OrderContext, Rng], int] | None = None,
        **options: Any,
    ) -> None:
        options.setdefault("checked_by_rules", True)
        super().__init__(of, price=price, purse=purse, **options)
        self.mosts = of
        self.wanted_number: Callable[[OrderContext, Rng], int] = wanted_number or (
            lambda scope, draw: 1 + draw.below(4)
        )

    def room(self, scope: OrderContext) -> Mapping[str, int] | None:
        """How many of each thing there may be; None if it is not known beforehand."""
        return self.mosts(scope) if self.mosts else None

    def legal(self, scope: OrderContext) -> Sequence[str] | None:
        room = self.room(scope)
        return None if room is None else [thing for thing, most in room.items() if most > 0]

    def problems(self, scope: OrderContext, value: Any) -> Iterable[Problem]:
        return ()

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        """Some of the things, one after the other, as far as there is room."""
        room, prices, left = self.room(scope) or {}, self.prices(scope), self.most_in_all(scope)
        counts: dict[str, int] = {}
        for _ in range(self.wanted_number(scope, draw)):
            able = [
                thing
                for thing, most in room.items()
                if counts.get(thing, 0) < most and (left is None or prices.get(thing, 1) <= left)
            ]
            if not able:
                break
            thing = draw.choice(able)
            counts[thing] = counts.get(thing, 0) + 1
            left = None if left is None else left - prices.get(thing, 1)
        return counts or NOTHING

    def schema(self) -> Json:
        return {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}
