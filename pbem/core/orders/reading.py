"""Reading one line by all forms at once: what was meant by its words alone, or where it stops making sense.

The board plays no part.  The result is a *reading*: ``{"form": name, "fields": {field: raw value}}``, plain JSON with
names as ids and units as counts and types, which may wait until its question comes (Declared.settle).
"""

from ..data.problems import messages
from .lines import LineError, TooManyReadings
from .tokens import MAX_TOKENS, tokens_of

MAX_PARTIALS = 1000

messages(
    {
        "line-ends": "The line ends where {wanted} should follow.",
        "not-read": "{text!r} does not fit here.",
        "line-too-long": "The line has more than {limit} words.",
        "too-many-readings": "The line may be understood in too many ways.",
        "two-readings": "The line may be understood in two ways.",
    }
)


class Reader:
    """The tokens of a line, and the furthest place up to which any form could read them.

    fields    {name: Field} of the form that reads now
    expected  what could have stood at the furthest place: words, and Fields
    faults    LineErrors of names at that place that are ambiguous
    form      the form that reads now; `reached` are those that got to the furthest place
    """

    def __init__(self, tokens, names, fields=None):
        self.tokens, self.names, self.fields = tokens, names, fields or {}
        self.furthest, self.expected, self.faults = 0, [], []
        self.form, self.reached = None, []
        self._read, self.spans, self._root = {}, {}, self

    def within(self, fields):
        """The same line for a template with fields of its own."""
        inner = Reader(self.tokens, self.names, fields)
        inner._root, inner._read, inner.spans = self._root, self._read, self.spans
        return inner

    def once(self, field, at):
        """The readings of a field at a place, ``[(raw, end)]``, looked for once only."""
        place = (id(field), at)
        if place not in self._read:
            self._read[place] = self.bounded(list(field.scan(self, at)))
        return self._read[place]

    def expect(self, at, what):
        """Note that `what` (words or a Field) could have stood at a place where something else stands."""
        if self._reaches(at) and what not in self._root.expected:
            self._root.expected.append(what)

    def fault(self, at, error):
        """Note why the name at a place is none (a LineError)."""
        if self._reaches(at):
            self._root.faults.append(error)

    def _reaches(self, at):
        root = self._root
        if at > root.furthest:
            root.furthest, root.expected, root.faults, root.reached = at, [], [], []
        if at == root.furthest and root.form not in root.reached:
            root.reached.append(root.form)
        return at == root.furthest

    def bounded(self, partials):
        """The partials, or TooManyReadings."""
        if len(partials) > MAX_PARTIALS:
            raise TooManyReadings
        return partials

    def word(self, at):
        """The key of the token at a place, "" behind the last one."""
        return self.tokens[at].key if at < len(self.tokens) else ""

    def is_over(self, at):
        """Whether nothing follows but full stops and exclamation marks."""
        return all(not token.key.strip(".!") for token in self.tokens[at:])


def read_forms(text, names, kinds, explain=True):
    """``[(kind, reading)]``: every kind by whose forms the whole line can be read, in the order of `kinds`.

    Raises LineError: where no form goes on, or for a line that one kind reads in two ways.  Without `explain` it does
    not say what may have been meant: looking for that costs more than reading.
    """
    tokens = tokens_of(text)
    if len(tokens) > MAX_TOKENS:
        raise LineError("line-too-long", limit=MAX_TOKENS)
    reader, found = Reader(tokens, names), []
    try:
        for kind in kinds:
            readings = _readings(reader, kind)
            if len(readings) > 1:
                raise _two(kind, readings)
            found += [(kind, reading) for reading in readings]
    except TooManyReadings:
        raise LineError("too-many-readings") from None
    if not found:
        from .hints import refusal

        raise refusal(text, reader, kinds, (lambda other: _is_read(other, names, kinds)) if explain else None)
    return found


def _is_read(text, names, kinds):
    """Whether the forms of the kinds read a line."""
    try:
        return bool(read_forms(text, names, kinds, explain=False))
    except LineError:
        return False


class Readings:
    """Lines that were read already: each is read once, however often it stands in a file, or is looked at to find out
    where an order ends."""

    def __init__(self, names):
        self.names, self._known = names, {}

    def read(self, text, kinds, explain=True):
        """As `read_forms`; what it gives is the caller's own."""
        place = text, tuple(map(id, kinds))  # a petition may have the name of a kind
        found = self._known.get(place)
        if found is None or (isinstance(found, LineError) and explain):
            found = self._read(text, kinds, explain)
            if not (isinstance(found, LineError) and explain):
                self._known[place] = found
        if isinstance(found, LineError):
            raise found
        return [(kind, _copied(reading)) for kind, reading in found]

    def _read(self, text, kinds, explain):
        try:
            return read_forms(text, self.names, kinds, explain)
        except LineError as error:
            return error


def _copied(value):
    """A plain JSON value of its own."""
    if isinstance(value, dict):
        return {name: _copied(part) for name, part in value.items()}
    return [_copied(part) for part in value] if isinstance(value, list) else value


def nexts(text, names, kinds):
    """What may come behind the beginning of a line: words, and Fields; empty if nothing can.

    The second value tells whether the line may also end there.
    """
    reader = Reader(tokens_of(text), names)
    whole = [reading for kind in kinds for reading in _readings(reader, kind)]
    ends = reader.furthest == len(reader.tokens)
    return [one for one in reader.expected if one] if ends else [], bool(whole)


def _readings(reader, kind):
    """All different complete readings of the line by the forms of a kind."""
    found = []
    for form in kind.declared:
        reader.fields, reader.form = form.fields, form
        for at, values in form.node.read(reader, [(0, {})]):
            if reader.is_over(at):
                reading = {"form": form.name, "fields": values}
                if reading not in found:
                    found.append(reading)
            else:
                reader.expect(at, "")
    return found


def _two(kind, readings):
    from ..data.text import translate

    both = translate("It may mean {one!r} or {other!r}; write it so.")
    return LineError("two-readings", hint=both.format(one=kind.wording(readings[0]), other=kind.wording(readings[1])))
