"""What random answers are drawn from, in self-play and for examples."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Rng(Protocol):
    """A source of chance for `Decision.sample`, not for rules: Chance in selfplay.py, Steady in random_answers.py."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""

    def choice(self, items: Sequence[T], /) -> T:
        """One of a sequence that is not empty."""

    def some(self, items: Sequence[T], /, most: int | None = None) -> list[T]:
        """Some of a sequence, at least one if there is any, in its order."""
