"""Facts as a title declares them: what each holds, what it changes on the board, and what it makes due (due.py).

    FACTS = Facts(Vocabulary(WORDS))

    @FACTS.fact("unit-moved", "power unit from to coast?", due=("markers",))
    def unit_moved(board, made): ...

    FACTS.narrative({"dice-rolled": "power dice hits"})  # changes nothing

The fields are words of the vocabulary (core/data/fields.py); every fact has ``type`` and ``rule`` besides.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..data.fields import Vocabulary
from ..data.json_types import Json
from ..data.state_fields import copied
from .corrections import corrected

CORRECTED = Vocabulary(
    {
        "at": ("[text/number]", "the way to what changes: names and places"),
        "entry": ("number", "the line that it is a note of"),
        "patch": ("[(at value?)]", "changes of the board's JSON"),
        "value": ("any", "what stands there then; nothing where it is taken away"),
    }
).fields("entry patch")
"""What the fact of a referee's correction holds, in every title (corrections.py)."""
Fact = Json
Reducer = Callable[[Any, Fact], None]
Of = Callable[[Any, Fact], Iterable[str]]
"""(board before, fact) → what a work is to be done to, a name each: areas, say."""


class Facts:
    """The facts of a title, or of a part of it.

    words      the vocabulary of their fields, and of those of questions (`Decision.about`)
    changed    (board, fact) → what every change does to a board beside its own
    reducers   {type: function(board, fact)}
    fields     {type: Fields}
    tells      types that tell something where they change nothing; a fact of any other type changes the board, or is
               not emitted
    """

    def __init__(self, words: Vocabulary, changed: Reducer | None = None) -> None:
        self.words, self.changed = words, changed
        self.reducers: dict[str, Reducer] = {"corrected": corrected}
        self.fields = {"corrected": CORRECTED}
        self.tells: set[str] = set()

    def fact(
        self, type: str, fields: str, due: tuple[str, ...] | Mapping[str, Of] = (), tells: bool = False
    ) -> Callable[[Reducer], Reducer]:
        """Register the function below as the one that changes the board by facts of a type.

        due    works that the change makes due: their names, or ``{name: what each is to be done to}``
        tells  it says something where it changes nothing, too
        """
        self.tells |= {type} if tells else set()
        works: dict[str, Of | None] = dict(due) if isinstance(due, Mapping) else dict.fromkeys(due)
        self.fields[type] = self.words.fields(fields)

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

    def sets(self, type: str, fields: str, attribute: str, to: str, by: str = "", **more: Any) -> None:
        """Facts that set an attribute of the board to what their field `to` holds; or `by` another field, what stands
        there under what that one holds."""

        def change(board: Any, fact: Fact) -> None:
            if by:
                getattr(board, attribute)[fact[by]] = copied(fact[to])
            else:
                setattr(board, attribute, copied(fact[to]))

        self.fact(type, fields, **more)(change)

    def narrative(self, types: Mapping[str, str]) -> None:
        """Facts that tell the story and change nothing: ``{type: fields}``."""
        for type, fields in types.items():
            self.reducers[type], self.fields[type] = unchanged, self.words.fields(fields)
            self.tells.add(type)

    def join(self, *others: "Facts") -> "Facts":
        """These facts with those of other parts of the title."""
        for other in others:
            self.reducers |= other.reducers
            self.fields |= other.fields
            self.tells |= other.tells
        return self


def unchanged(board: Any, fact: Fact) -> None:
    """Told in the report; the board stays as it is."""
