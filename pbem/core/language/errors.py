"""What is wrong with an order line that cannot be understood."""

from ..data.problems import NOT_UNDERSTOOD, Problem


class ParseError(ValueError):
    """An order line that cannot be understood.

    `problem` tells what is wrong; its `quote` is the text complained about, by which the reader finds the
    column.
    """

    def __init__(self, code: str, quote: str = "", hint: str = "", rule: str = "", **fields: object) -> None:
        self.problem = Problem(code, rule, hint, NOT_UNDERSTOOD, "", quote, **fields)
        super().__init__(code)


class TooManyReadings(Exception):
    """A line that could be read in so many ways that none is looked for."""
