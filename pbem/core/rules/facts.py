"""How a title registers its facts: what each of them changes on the board, and what it makes due (due.py)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Fact = dict[str, Any]
Reducer = Callable[[Any, Fact], None]
Of = Callable[[Any, Fact], Iterable[str]]
"""(board before, fact) → what a work is to be done to, a name each: areas, say."""


class Facts:
    """The facts of a title, or of a part of it.

    reducers   {type: function(board, fact)}, as `Game` has them
    changed    (board, fact) → what every change does to a board beside its own
    """

    def __init__(self, changed: Reducer | None = None) -> None:
        self.reducers: dict[str, Reducer] = {}
        self.changed = changed

    def fact(self, type: str, due: tuple[str, ...] | Mapping[str, Of] = ()) -> Callable[[Reducer], Reducer]:
        """Register the function below as the one that changes the board by facts of a type.

        due   works that the change makes due: their names, or ``{name: what each is to be done to}``
        """
        works: dict[str, Of | None] = dict(due) if isinstance(due, Mapping) else dict.fromkeys(due)

        def register(change: Reducer) -> Reducer:
            def reducer(board: Any, fact: Fact) -> None:
                for name, of in works.items():
                    board.due.update(dict.fromkeys(((name, one) for one in of(board, fact)) if of else ((name,),)))
                change(board, fact)
                if self.changed:
                    self.changed(board, fact)

            self.reducers[type] = reducer if works or self.changed else change
            return change

        return register

    def told(self, *types: str) -> None:
        """Fact types that tell the story and change nothing."""
        for type in types:
            self.reducers[type] = unchanged


def unchanged(board: Any, fact: Fact) -> None:
    """Told in the report; the board stays as it is."""
