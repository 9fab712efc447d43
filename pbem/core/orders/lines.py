"""What is wrong with an order line that cannot be understood."""

from ..data.problems import NOT_UNDERSTOOD, Problem, messages

messages({"not-a-number": "{text} is not a number."})


class LineError(ValueError):
    """An order line that cannot be understood.

    `problem` tells what is wrong; its `quote` is the text complained about, by which the reader finds the
    column.
    """

    def __init__(self, code, quote="", hint="", rule="", **fields):
        self.problem = Problem(code, rule=rule, hint=hint, level=NOT_UNDERSTOOD, quote=quote, **fields)
        super().__init__(code)
