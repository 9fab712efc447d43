"""What a board holds, thing by thing, in one table: queries, what a position may set, and what it writes.

    TABLE = Table(
        Field("vp", "Japan's victory points.", lambda board: board.vp, put=number("vp")),
        Field("money", "The IPCs of a nation.", lambda board, nation: board.money[nation], put=…, of=nations),
    )

The names of the parameters of `get` say of what a field is (queries.py); a position names it before the field:
``japan.money``.  What can only be looked at has no `put`.
"""

from collections.abc import Callable, Iterable
from typing import Any

Get = Callable[..., Any]
Put = Callable[..., bool]


class Field:
    """One thing that a board holds, or that follows from it.

    name   the query, and the word of positions
    text   what it is, as a sentence
    get    (board, *arguments) → its value
    put    (board, *arguments, value) → whether the value is one; then it is put there.  None: nothing can be put
    of     board → the arguments by which it is written down; None: it is written without one, if `put` is there
    kept   whether `written` writes it where it differs from a fresh board; else a title writes it by itself
    """

    __slots__ = ("name", "text", "get", "put", "of", "kept")

    def __init__(
        self,
        name: str,
        text: str,
        get: Get,
        put: Put | None = None,
        of: Callable[[Any], Iterable[str]] | None = None,
        kept: bool = True,
    ) -> None:
        self.name, self.text, self.get, self.put, self.of, self.kept = name, text, get, put, of, kept
        get.__doc__ = text


class Table:
    """The fields of a title, by name, in the order in which positions write them."""

    def __init__(self, *fields: Field) -> None:
        self.fields = {field.name: field for field in fields}

    def queries(self) -> dict[str, Get]:
        """``{name: function(board, *arguments)}``, as `Game` has them."""
        return {name: field.get for name, field in self.fields.items()}

    def put(self, board: Any, name: str, value: Any) -> bool:
        """Put a value where a position names it, ``vp`` or ``japan.money``; False if it cannot stand there."""
        of, _, what = name.rpartition(".")
        field = self.fields.get(what)
        if field is None or field.put is None or bool(of) != bool(field.of):
            return False
        if field.of is None:
            return field.put(board, value)
        return of in field.of(board) and field.put(board, of, value)

    def written(self, board: Any, fresh: Any) -> dict[str, Any]:
        """What differs from a fresh board, ``{name of a position: value}``."""
        found = {}
        for field in self.fields.values():
            if field.put and field.kept:
                for arguments in [[one] for one in field.of(board)] if field.of else [[]]:
                    value = field.get(board, *arguments)
                    if value != field.get(fresh, *arguments):
                        found[".".join([*arguments, field.name])] = value
        return found
