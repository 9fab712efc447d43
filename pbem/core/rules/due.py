"""What follows a change: a queue of work, which the change itself puts there.

Each fact declares what it makes due (``@fact("control-changed", due=("units", "markers"))``, facts.py), and the board
keeps it, as `due`, until the work is done.  Where the book says at which moment something follows, the rule calls for
it at that moment; what no rule has called for is worked off at the end of the step (`Due.step`), or before where the
sequence of play says so (`Due.work_off`): nothing is lost that a rule forgot.  At the beginning of a step nothing is
due, and no state holds the queue.

A title names its works once, in the order in which they are done where nobody says more::

    DUE = Due("stacking", "control")

    @DUE.does("control", of=1)  # of one area: ("control", area) stands on the queue
    def control(t, area): ...

The names stand between chapters that need each other by turns: whoever changes the map does not import the chapter of
what follows.
"""

from collections.abc import Callable, Generator
from functools import wraps
from typing import Any

Work = tuple[str, ...]
"""What stands on a queue: the name of the work, and what it is to be done to."""
Queue = dict[Work, None]
"""Work in the order in which it became due, each once."""
Steps = Generator[Any, Any, Any]
Rule = Callable[..., Any]
"""A rule: a generator function, or a function where nothing is asked or drawn."""


class Due:
    """The works that the facts of a title make due, and the rules that do them.

    order   their names, in the order in which what is left is worked off
    rules   {name: rule}
    """

    def __init__(self, *order: str) -> None:
        self.order = order
        self.rules: dict[str, Rule] = {}

    def does(self, name: str, of: int = 0) -> Callable[[Rule], Rule]:
        """Register the rule below as the one that does the work `name`; however it is called, the work is no longer
        due.

        of   how many of its arguments say what the work is done to
        """

        def register(rule: Rule) -> Rule:
            @wraps(rule)
            def work(t: Any, *args: Any, **options: Any) -> Any:
                t.board.due.pop((name, *args[:of]), None)
                return rule(t, *args, **options)

            self.rules[name] = work
            return work

        return register

    def now(self, t: Any, name: str, *args: Any) -> Steps:
        """Do at once what is due by that name; raises KeyError where no rule does it."""
        done = self.rules[name](t, *args)
        return (yield from done) if isinstance(done, Generator) else done

    def work_off(self, t: Any, *more: str) -> Generator[Any, Any, None]:
        """Do all that is due, and the works `more`, name by name in their order, what is of one name as it came; what
        that makes due comes into its turn."""
        queue: Queue = t.board.due
        put(queue, more)
        while queue:
            name, *args = min(queue, key=self._place)  # the first of those that are equal
            yield from self.now(t, name, *args)

    def step(self, procedure: Rule) -> Rule:
        """A procedure that begins with nothing due, and works off at its end what is left."""

        @wraps(procedure)
        def worked(t: Any, **args: Any) -> Generator[Any, Any, None]:
            t.board.due.clear()
            yield from procedure(t, **args) or ()
            yield from self.work_off(t)

        return worked

    def _place(self, work: Work) -> int:
        return self.order.index(work[0])


def put(queue: Queue, names: tuple[str, ...]) -> None:
    """Put work on a queue that is done to nothing in particular."""
    queue.update(dict.fromkeys((name,) for name in names))
