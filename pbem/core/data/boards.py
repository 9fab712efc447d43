"""The board that core knows, whatever the title."""

from collections.abc import Iterable
from typing import Any, ClassVar, Protocol, TypeVar

from .json_types import Json
from .state_fields import State

T = TypeVar("T")
B = TypeVar("B", bound="StateBoard")


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
    edition: str

    def option(self, name: str) -> Any:
        """The agreed value of an option or of a switchable ruling."""
        return self.options[name]


class StateBoard(WithOptions):
    """A board of which a State says all that it keeps, ``options`` and ``edition`` among what is agreed.

        class Board(StateBoard):
            state = STATE
            __slots__ = STATE.slots

    What only its title knows of positions are three methods: `sweep`, `place` and `placements`.
    """

    state: ClassVar[State]
    __slots__ = ()

    def __init_subclass__(cls) -> None:
        lacking = [name for name in ("options", "edition") if name not in cls.state.agreed]
        if lacking:
            raise TypeError(f"the state of {cls.__name__} lacks what is agreed: {' and '.join(lacking)}")

    def __init__(self, options: Json | None = None, edition: str = "standard") -> None:
        for name, value in {"options": dict(options or {}), "edition": edition}.items():
            setattr(self, name, value)  # slots of the title's own class
        self.state.begin(self)

    def to_json(self) -> Json:
        """All that the board keeps."""
        return self.state.shown(self)

    @classmethod
    def from_json(cls: type[B], value: Json) -> B:
        """The board that `to_json` gave `value` of."""
        board = cls(value["options"], value["edition"])
        board.replace(value)
        return board

    def replace(self, value: Json) -> None:
        """Be the board that `to_json` gave `value` of."""
        self.state.restore(self, value)

    def copy(self: B) -> B:
        """Another board, like this one."""
        return self.from_json(self.to_json())

    def sweep(self) -> None:
        """Take everything off the board: the base ``empty`` of a position, or its ``clear``."""

    def place(self, placed: Json) -> bool:
        """Put units there, as a position names them (core.title.positions.Placement); False if they cannot stand so."""
        return False

    def placements(self) -> Iterable[Json]:
        """What stands on the board, as `place` takes it."""
        return ()
