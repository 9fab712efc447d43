"""A field of an order: what stands in a place of a template.  Those of every title are in fields.py."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..data.boards import present
from ..data.json_types import Json
from ..data.problems import Problem
from ..rules.requests import Ask
from .names import Names
from .order_context import NOTHING, OrderContext
from .reader import ReadableField
from .rng import Rng

Domain = Callable[[OrderContext], Any] | Sequence[Any]
"""What is legal in a field now: a list, or what gives one (of things by number: {thing: the most of it})."""


class Field(ReadableField):
    """One place of a template.

    of                the domain: a list, or function(OrderContext) that gives one; None if only the rules know it
    not_in_answer     the field is said, but is no part of the answer (the area of units that have ids)
    checked_by_rules  what is outside the domain is refused by the kind's `problems`, in the words of the rule
    name              what the form calls it
    chance            of 100: how often random play fills the field where it may be left out
    tested            random play leaves the field out again where the rules refuse what it says
    needs             names of fields that must be known first
    exactly           scope → how many things it holds in all, where the question fixes that
    """

    exactly: Callable[[OrderContext], int | None] | None = None
    name = ""

    def __init__(
        self,
        of: Domain | None = None,
        not_in_answer: bool = False,
        checked_by_rules: bool = False,
        chance: int = 50,
        needs: Iterable[str] = (),
        wanted: str = "",
        tested: bool = False,
        exactly: Callable[[OrderContext], int | None] | None = None,
    ) -> None:
        self.tested, self.exactly = tested, exactly
        self.of, self.chance, self.needs = of, chance, tuple(needs)
        self.not_in_answer, self.checked_by_rules = not_in_answer, checked_by_rules
        self.wanted = wanted or self.wanted

    def resolve(self, scope: OrderContext, raw: Any) -> Any:
        """The value of a raw value on the board; what is wrong with it is refused on the scope."""
        return raw

    def write(self, value: Any) -> str:
        """The canonical words of a value, or of a raw one."""
        return str(value)

    def brief(self, value: Any, ask: Ask) -> str:
        """Those with its question at hand: no more than tells a value apart there."""
        return self.write(value)

    def schema(self) -> Json:
        """The JSON Schema of a value."""
        raise NotImplementedError

    def legal(self, scope: OrderContext) -> Sequence[Any] | None:
        """The domain as a list; None if it is not known beforehand."""
        return self.of(scope) if callable(self.of) else self.of

    def domain(self, scope: OrderContext) -> Sequence[Any]:
        """The domain of a field that is known to have one."""
        return present(self.legal(scope), f"domain of {self.name}")

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        """A random value of the domain; NOTHING if there is none."""
        values = self.legal(scope)
        return draw.choice(values) if values else NOTHING

    def problems(self, scope: OrderContext, value: Any) -> Iterable[Problem]:
        """What is wrong with a value of the right shape, as far as the field knows it."""
        if self.checked_by_rules or self.of is None:
            return
        legal = self.legal(scope)
        if legal is not None and value not in legal:
            yield self.outside(scope, value, legal)

    def outside(self, scope: OrderContext, value: Any, legal: Sequence[Any]) -> Problem:
        rule, shown = scope.ask.rule or scope.kind.rule, [self.write(one) for one in legal[:12]]
        return Problem("not-legal-here", rule=rule, value=self.write(value), legal=shown)

    def shown(self, name: str) -> str:
        """How the field stands in a printed form."""
        return name.upper()

    def inner_words(self) -> set[str]:
        """The keys of words with which the field, or a part of it, may begin."""
        return set()

    def leads(self, names: Names) -> Sequence[str]:
        """Words by which a line is known that begins with the field."""
        return ()

    def spare_words(self) -> list[str]:
        """The words in it that mean nothing (Form.spare_words)."""
        return []
