"""What is wrong with an order line that cannot be understood."""

from ..data.problems import NOT_UNDERSTOOD, Problem, Refused


class ParseError(Refused, ValueError):
    """Words that cannot be understood: an order line, a name.  Who does not look for it refuses what he was asked for.

    `problem` tells what is wrong; its `quote` is the text complained about, by which the reader finds the
    column.
    """

    def __init__(self, code: str, quote: str = "", hint: str = "", rule: str = "", **fields: object) -> None:
        self.problem = Problem(code, rule, hint, NOT_UNDERSTOOD, "", quote, **fields)
        self.problems, self.fates = [self.problem], None


class TooManyReadings(Exception):
    """A line that could be read in so many ways that none is looked for."""
