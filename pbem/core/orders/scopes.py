"""What is known while the fields of one order are made concrete, chosen or checked: its scope."""

from ..data.problems import TOLD, Problem

NOTHING = object()  # what a field gives that has nothing to give


class Scope:
    """What is known while the fields of one order are made concrete, chosen or checked.

    kind, board, ask  the kind, the position and the question
    form              the Form of the order
    values            {field: value} of the fields that are known so far
    raw               {field: raw value} as the line has it; empty for a menu
    items, state      of a kind with many lines: the items before this one, and what they leave (Declared.follow)
    outer             the scope around that of a repeated part
    problems          Problems met so far
    notes             what went without saying, as Problems of the level TOLD
    """

    __slots__ = ("kind", "board", "ask", "form", "values", "raw", "items", "outer", "state", "problems", "notes")

    def __init__(self, kind, board, ask, form=None, raw=None, items=(), outer=None, values=None, state=None):
        self.kind, self.board, self.ask, self.form = kind, board, ask, form
        self.values, self.raw, self.items, self.outer = dict(values or {}), raw or {}, items, outer
        self.state = outer.state if outer else state
        self.problems = outer.problems if outer else []
        self.notes = outer.notes if outer else []

    def __getitem__(self, name):
        """The value of a field, here or around; None if it is not known."""
        if name in self.values:
            return self.values[name]
        return self.outer[name] if self.outer else None

    @property
    def power(self):
        return self.ask.power

    @property
    def about(self):
        return self.ask.about

    def within(self, raw=None, values=None):
        """The scope of a part inside this one."""
        return Scope(self.kind, self.board, self.ask, self.form, raw, self.items, self, values)

    def note(self, code, rule="", **fields):
        """Tell what went without saying."""
        self.notes.append(Problem(code, rule=rule, level=TOLD, **fields))

    def refuse(self, code, rule="", hint="", **fields):
        self.problems.append(Problem(code, rule=rule or self.ask.rule or self.kind.rule, hint=hint, **fields))


def is_reading(value):
    """Whether a value is a reading of a line that has not met its question."""
    return isinstance(value, dict) and set(value) == {"form", "fields"}


def resolved(scope, form):
    """Make the raw fields of a scope concrete, in the order of choosing."""
    for name in form.order:
        if name in scope.raw:
            scope.values[name] = form.fields[name].resolve(scope, scope.raw[name])
