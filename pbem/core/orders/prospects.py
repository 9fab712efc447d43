"""What a form says of chances: those of the likely targets of a question, as the title reckons them.

A title tells them by `prospects` of the module that answers what players ask (`asked`), and reckons each as it reckons
the order that `pbem odds GAME SEAT ORDER` is asked about, so that both say the same.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..data.boards import Board
from ..data.tables import Sentences
from ..rules.requests import Ask

if TYPE_CHECKING:
    from ..title.game import Game

_say = Sentences(__name__)
MOST = 10  # likely targets of one question
BEHIND = " # "  # between an order and what may come of it: whoever copies the row has the order and a comment


class Prospect(NamedTuple):
    """What the dice of one order may bring.

    line     the order as it is written; "" of a sentence that is about no single one
    told     its chances
    is_head  whether it only heads the rows behind it
    """

    line: str
    told: str
    is_head: bool = False

    def __str__(self) -> str:
        return f"{self.line}{BEHIND}{self.told}" if self.line else self.told


class Prospects(NamedTuple):
    """The chances of likely targets.

    rows      at most `MOST` of those that are tried, first those of which most is to be hoped
    left_out  how many more targets there are
    """

    rows: Sequence[Prospect]
    left_out: int = 0


NONE = Prospects(())


def told_alone(lines: Iterable[str]) -> list[Prospect]:
    """Sentences about no single order, as rows."""
    return [Prospect("", line) for line in lines]


def prospects_of(game: "Game", board: Board, ask: Ask) -> Prospects:
    """Chances worth knowing before a question is answered; none of a title that tells none.  The board stays as it
    is."""
    from ..title.game import asked_of

    asked: Any = asked_of(game)
    found: Prospects = asked.prospects(game, board, ask) if asked else NONE
    return found


def prospects_told(game: "Game", board: Board, ask: Ask) -> list[str]:
    """The same as sentences.  The last one says how many targets were left out, if any were."""
    rows, left_out = prospects_of(game, board, ask)
    return [*map(str, rows), *([_say("more", targets=left_out)] if left_out else [])]


def chances_of(game: "Game", board: Board, ask: Ask, answer: Any) -> list[str]:
    """What the dice of a legal answer may bring, in the sentences of `pbem odds`; none where nothing is rolled at once.

    board   a board of its own, which may be changed
    """
    from ..title.game import asked_of

    asked: Any = asked_of(game)
    found: list[str] = asked.chance(game, board, ask, answer) if asked else []
    return found
