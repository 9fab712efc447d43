"""The game file as those modules know it that it needs itself: they cannot import it (gamefile.py)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from ..data.json_types import Json
from .charter import Charter
from .entries import Entry
from .lines import Lines
from .state import Reached, State

if TYPE_CHECKING:
    from ..title.game import Game


class File(Protocol):
    """What they ask of a GameFile, each as it is said there."""

    lines: Lines
    path: str
    charter: Charter
    game_id: bytes
    reached: Reached

    @property
    def game(self) -> "Game": ...

    @property
    def name(self) -> str: ...

    @property
    def n(self) -> int: ...

    @property
    def next(self) -> int: ...

    @property
    def head(self) -> str: ...

    @property
    def state(self) -> State: ...

    @property
    def stand(self) -> Json: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def calendar(self) -> Json: ...

    @property
    def waiting(self) -> list[Json]: ...

    @property
    def answered(self) -> list[str]: ...

    @property
    def desk(self) -> Callable[[Any], Any] | None: ...

    @property
    def result(self) -> Json | None: ...

    def statements(self, what: str, /) -> list[tuple[int, Json]]: ...

    def entry(self, number: int, /) -> Entry: ...

    def head_of(self, number: int, /) -> str: ...

    def tally(self, number: int, /) -> Json: ...

    def current_board(self) -> Any: ...
