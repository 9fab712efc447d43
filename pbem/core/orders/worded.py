"""Kinds whose lines are declared, and whose answers the title makes itself from what the lines say.

The words are read as those of every declared kind: all of them count, all forms side by side.  What follows, from types
and counts to pieces, is the title's own `settled`; so are `check`, `default`, `sample` and `text`.
"""

from .declaring import Declared
from .fields import is_reading
from .lines import LineError


class Worded(Declared):
    """A title writes `said`, `settled`, `lines` and the other parts of a Kind."""

    walks = False

    def said(self, form, fields):
        """The item that a line says, by the name of its form and its raw fields; raises LineError."""
        raise TypeError(f"{type(self).__name__} does not say what its lines mean")

    def gather(self, items):
        """The answer that the items of several lines make."""
        return items if self.many else items[0]

    def settled(self, board, ask, answer):
        """``(answer, problems)`` of what was gathered, on the board."""
        return answer, []

    def lines(self, answer, ask=None):
        """The canonical order lines of a settled answer."""
        raise TypeError(f"{type(self).__name__} cannot be written as order text")

    def text(self, answer, ask=None):
        said = answer if self.many and isinstance(answer, list) else [answer]
        if said and all(map(is_reading, said)):
            return [self.wording(one) for one in said]
        return self.lines(answer, ask)

    def examples(self, board, ask):
        """The published default; a title may show more."""
        return [self.default(board, ask)]

    def settle(self, board, ask, answer):
        lines = answer if self.many and isinstance(answer, list) else [answer]
        if not any(map(is_reading, lines)):
            return self.settled(board, ask, answer)
        items, problems = [], []
        for place, one in enumerate(lines):
            try:
                items.append(self.said(one["form"], one["fields"]) if is_reading(one) else one)
            except LineError as error:
                problems.append(error.problem.at(f"/{place}"))
        return (answer, problems) if problems else self.settled(board, ask, self.gather(items))
