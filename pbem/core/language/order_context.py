"""What is known while the fields of one order are made concrete, chosen or checked: its scope."""

from collections.abc import Sequence
from typing import Any, TypeGuard

from ..data.problems import TOLD, Problem
from ..rules.numbers import in_book
from ..rules.requests import Ask
from .types import PUBLISHED, Reading, Values

NOTHING: Any = object()  # what a field gives that has nothing to give


class OrderContext:
    """What is known while the fields of one order are made concrete, chosen or checked.

    kind, board, ask  the kind, the position and the question
    form              the Form of the order
    values            {field: value} of the fields that are known so far
    raw               {field: raw value} as the line has it; empty for a menu
    items, state      of a kind with many lines: the items before this one, and what they leave (Decision.follow)
    outer             the scope around that of a repeated part
    problems          Problems met so far
    notes             what went without saying, as Problems of the level TOLD
    """

    __slots__ = ("kind", "board", "ask", "form", "values", "raw", "items", "outer", "state", "problems", "notes")

    def __init__(
        self,
        kind: Any,
        board: Any,
        ask: Ask,
        form: Any = None,
        raw: Values | None = None,
        items: Sequence[Any] = (),
        outer: "OrderContext | None" = None,
        values: Values | None = None,
        state: Any = None,
    ) -> None:
        self.kind: Any = kind  # a title asks its own kinds for what is theirs
        self.board, self.ask, self.form = board, ask, form
        self.values, self.raw, self.items, self.outer = dict(values or {}), raw or {}, items, outer
        self.state: Any = outer.state if outer else state
        self.problems: list[Problem] = outer.problems if outer else []
        self.notes: list[Problem] = outer.notes if outer else []

    def __contains__(self, name: str) -> bool:
        """Whether a field is known."""
        return name in self.values

    def __getitem__(self, name: str) -> Any:
        """The value of a field, here or around; None if it is not known."""
        if name in self.values:
            return self.values[name]
        return self.outer[name] if self.outer else None

    @property
    def power(self) -> str:
        return self.ask.power

    @property
    def about(self) -> dict[str, Any]:
        return self.ask.about

    def within(self, raw: Values | None = None, values: Values | None = None) -> "OrderContext":
        """The scope of a part inside this one."""
        return OrderContext(self.kind, self.board, self.ask, self.form, raw, self.items, self, values)

    def note(self, code: str, rule: str = "", **fields: Any) -> None:
        """Tell what went without saying."""
        self.notes.append(Problem(code, rule=rule, level=TOLD, **fields))

    def refuse(self, code: str, rule: str = "", hint: str = "", **fields: Any) -> None:
        number = in_book(self.board, rule) or self.ask.rule or self.kind.rule
        self.problems.append(Problem(code, rule=number, hint=hint, **fields))


def is_reading(value: Any) -> TypeGuard[Reading]:
    """Whether a value is a reading of a line that has not met its question."""
    return isinstance(value, dict) and set(value) == {"form", "fields"}


def is_published(value: Any) -> bool:
    """Whether a reading says the published default, whatever that will be when its question comes."""
    return is_reading(value) and value["form"] == PUBLISHED and not value["fields"]
