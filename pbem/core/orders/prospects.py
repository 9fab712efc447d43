"""What a form says of chances: those of the likely targets of a question, as the title reckons them.

A title tells them by `prospects` of the module that answers what players ask (`asked`), and reckons each as it reckons
the order that `pbem odds GAME SEAT ORDER` is asked about, so that both say the same.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from ..data.boards import Board
from ..data.text import counted
from ..rules.requests import Ask

if TYPE_CHECKING:
    from ..title.game import Game

MOST = 10  # likely targets of one question


class Prospects(NamedTuple):
    """The chances of likely targets.

    told      a sentence for each, at most `MOST` of those that are tried, the likeliest first
    left_out  how many more targets there are
    """

    told: list[str]
    left_out: int = 0


def prospects_told(game: "Game", board: Board, ask: Ask) -> list[str]:
    """Chances worth knowing before a question is answered, as sentences; none of a title that tells none.

    The last one says how many targets were left out, if any were.  The board stays as it is.
    """
    from ..title.game import asked_of

    asked: Any = asked_of(game)
    if asked is None:
        return []
    found: Prospects = asked.prospects(game, board, ask)
    if not found.left_out:
        return found.told
    more = "({targets} more: pbem odds GAME SEAT ORDER tells the chance of any order.)"
    return [*found.told, more.format(targets=counted(found.left_out, "target"))]
