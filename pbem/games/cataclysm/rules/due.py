"""What follows a change of control, a war, an alliance or a fall: a queue of work, which the change itself puts there.

Each fact declares what it makes due (``@fact("control-changed", due=("units", "markers", "falls"))``, in board/), and
the board keeps the names until the work is done.  Where the book says at which moment something follows, the rule calls
`due` at that moment; what no rule has called is worked off where the sequence of play goes on (`work_off`): nothing is
lost that a rule forgot.  At the beginning of a step nothing is due.

The names stand between chapters that need each other by turns: whoever changes the map does not import the chapter of
what follows, which registers its rule with `does`.
"""

from collections.abc import Callable, Generator
from functools import wraps
from typing import Any

Work = Callable[..., Generator[Any, Any, Any]]
ORDER = ("units", "markers", "falls")
"""The order of what is left: who may not stay leaves (7.1), markers leave play (12.0), powers fall (5.5.3)."""
WORK: dict[str, Work] = {}
"""{name: rule} of all that can be due."""


def does(name: str) -> Callable[[Work], Work]:
    """Register the rule below as the one that does the work `name`; however it is called, the work is no longer due."""

    def register(rule: Work) -> Work:
        @wraps(rule)
        def work(t: Any, *args: Any, **options: Any) -> Generator[Any, Any, Any]:
            t.board.due.discard(name)
            return (yield from rule(t, *args, **options))

        WORK[name] = work
        return work

    return register


def due(t: Any, name: str, *args: Any) -> Generator[Any, Any, Any]:
    """Do at once what is due by that name; raises KeyError where no rule does it.

    ``units``    units that may no longer stay leave (7.1)
    ``tests``    the stability tests in `args` (5.5.1), then ``falls``
    ``markers``  special markers whose case has come leave play (12.0)
    ``falls``    whoever waits for its collapse or surrender, one after the other (5.5.3); then perhaps the end (1.7)
    """
    return (yield from WORK[name](t, *args))


def work_off(t: Any, *more: str) -> Generator[Any, Any, None]:
    """Do all that is due, and `more`, in the order of `ORDER`; what that makes due comes into its turn."""
    queue = t.board.due
    queue.update(more)
    while queue:
        yield from due(t, next(name for name in ORDER if name in queue))
