"""Reading one line by all forms at once: what was meant by its words alone, or where it stops making sense.

The board plays no part.  The result is a *reading*: ``{"form": name, "fields": {field: raw value}}``, plain JSON with
names as ids and units as counts and types, which may wait until its question comes (Decision.settle).
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from .errors import ParseError, TooManyReadings
from .names import Names
from .reader import MAX_TOKENS, ReadableField, ReadableKind, Reader, tokens_of
from .types import Reading

K = TypeVar("K", bound=ReadableKind)


def read_forms(text: str, names: Names, kinds: Sequence[K], explain: bool = True) -> list[tuple[K, Reading]]:
    """``[(kind, reading)]``: every kind by whose forms the whole line can be read, in the order of `kinds`.

    Raises ParseError: where no form goes on, or for a line that one kind reads in two ways.  Without `explain` it does
    not say what may have been meant: looking for that costs more than reading.
    """
    tokens = tokens_of(text, names.glue)
    if len(tokens) > MAX_TOKENS:
        raise ParseError("line-too-long", limit=MAX_TOKENS)
    reader = Reader(tokens, names)
    found: list[tuple[K, Reading]] = []
    try:
        for kind in kinds:
            readings = _readings(reader, kind)
            if len(readings) > 1:
                raise _two(kind, readings)
            found += [(kind, reading) for reading in readings]
    except TooManyReadings:
        raise ParseError("too-many-readings") from None
    if not found:
        from .hints import refusal

        raise refusal(text, reader, kinds, (lambda other: _is_read(other, names, kinds)) if explain else None)
    return found


def _is_read(text: str, names: Names, kinds: Sequence[ReadableKind]) -> bool:
    """Whether the forms of the kinds read a line."""
    try:
        return bool(read_forms(text, names, kinds, explain=False))
    except ParseError:
        return False


class Readings(Generic[K]):
    """Lines that were read already: each is read once, however often it stands in a file, or is looked at to find out
    where an order ends."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._known: dict[tuple[str, tuple[int, ...]], list[tuple[K, Reading]] | ParseError] = {}

    def read(self, text: str, kinds: Sequence[K], explain: bool = True) -> list[tuple[K, Reading]]:
        """As `read_forms`; what it gives is the caller's own."""
        place = text, tuple(map(id, kinds))  # a petition may have the name of a kind
        found = self._known.get(place)
        if found is None or (isinstance(found, ParseError) and explain):
            found = self._read(text, kinds, explain)
            if not (isinstance(found, ParseError) and explain):
                self._known[place] = found
        if isinstance(found, ParseError):
            raise found
        return [(kind, {"form": said["form"], "fields": _copied(said["fields"])}) for kind, said in found]

    def _read(self, text: str, kinds: Sequence[K], explain: bool) -> list[tuple[K, Reading]] | ParseError:
        try:
            return read_forms(text, self.names, kinds, explain)
        except ParseError as error:
            return error


def _copied(value: Any) -> Any:
    """A plain JSON value of its own."""
    if isinstance(value, dict):
        return {name: _copied(part) for name, part in value.items()}
    return [_copied(part) for part in value] if isinstance(value, list) else value


def nexts(text: str, names: Names, kinds: Sequence[ReadableKind]) -> tuple[list[str | ReadableField], bool]:
    """What may come behind the beginning of a line: words, and Fields; empty if nothing can.

    The second value tells whether the line may also end there.
    """
    reader = Reader(tokens_of(text, names.glue), names)
    whole = [reading for kind in kinds for reading in _readings(reader, kind)]
    ends = reader.furthest == len(reader.tokens)
    return [one for one in reader.expected if one] if ends else [], bool(whole)


def _readings(reader: Reader, kind: ReadableKind) -> list[Reading]:
    """All different complete readings of the line by the forms of a kind."""
    found: list[Reading] = []
    for form in kind.forms:
        reader.fields, reader.form = form.fields, form
        for at, values in form.node.read(reader, [(0, {})]):
            if reader.is_over(at):
                reading: Reading = {"form": form.name, "fields": values}
                if reading not in found:
                    found.append(reading)
            else:
                reader.expect(at, "")
    return found


def _two(kind: ReadableKind, readings: Sequence[Reading]) -> ParseError:

    both = "It may mean {one!r} or {other!r}; write it so."
    return ParseError("two-readings", hint=both.format(one=kind.wording(readings[0]), other=kind.wording(readings[1])))
