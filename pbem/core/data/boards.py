"""The board that core knows, whatever the title."""

from typing import Any, Protocol, TypeVar

from .json_types import Json

T = TypeVar("T")


def present(value: T | None, what: str) -> T:
    """`value`, where the caller relies on there being one; RuntimeError says what is missing."""
    if value is None:
        raise RuntimeError(f"there is no {what} here")
    return value


class Board(Protocol):
    """What core knows of the board of any title: the rest of it is the title's own (state_fields.py declares that).

    edition   the edition that is played
    options   {option or switchable ruling: the value that was agreed}
    """

    edition: str
    options: Json

    def option(self, name: str, /) -> Any:
        """The agreed value of an option or of a switchable ruling."""

    def to_json(self) -> Json:
        """All that the board keeps."""

    def replace(self, value: Json, /) -> None:
        """Be the board that `to_json` gave `value` of."""


class WithOptions:
    """What the boards of titles have in common: they are made with what a charter agreed on."""

    __slots__ = ()
    options: Json

    def option(self, name: str) -> Any:
        """The agreed value of an option or of a switchable ruling."""
        return self.options[name]
