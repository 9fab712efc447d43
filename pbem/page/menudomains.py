"""What is legal in a field of a menu, and on which of the fields chosen before that depends.

Nobody says it: the function that gives a domain is run on a scope that notes what it looks at, once for every way to
choose that.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pbem.core.language.field import Field
from pbem.core.language.fields import Names, Number, Order, Repeated, Word
from pbem.core.language.order_context import OrderContext
from pbem.core.language.types import Values
from pbem.core.language.units import Counts, Units

from .menudata import key_of

MOST_ROWS = 250  # of one table; beyond, the domain is left out

T = TypeVar("T")


class Watched(OrderContext):
    """A scope that notes which fields are looked at (`seen`), and the domains met so far, for all scopes within it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.seen: list[str] = self.outer.seen if isinstance(self.outer, Watched) else []
        self.met: dict[tuple[Any, ...], tuple[list[Any] | None, list[str]]] = (
            self.outer.met if isinstance(self.outer, Watched) else {}
        )
        self.values = _Watching(self.values, self.seen)

    def __getitem__(self, name: str) -> Any:
        if name not in self.seen:
            self.seen.append(name)
        return super().__getitem__(name)

    def within(self, raw: Values | None = None, values: Values | None = None) -> "Watched":
        return Watched(self.kind, self.board, self.ask, self.form, raw, self.items, self, values, self.state)


class _Watching(dict[str, Any]):
    """The values of a scope, which notes what is asked for by name."""

    def __init__(self, values: Values, seen: list[str]) -> None:
        super().__init__(values)
        self._seen = seen

    def __getitem__(self, name: str) -> Any:
        if name not in self._seen:
            self._seen.append(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None, /) -> Any:
        return self[name] if name in self else default


class Row(NamedTuple):
    """What is legal in one row of a table; of things that are counted also how many of each there may be, and how much
    all may take up together."""

    legal: list[Any]
    room: list[int] | None = None
    purse: int | None = None


Rows = dict[tuple[str, ...], Row]
"""{keys of the values of the fields on which it depends: row}"""


class Domain(NamedTuple):
    """The domain of a field.

    by            the fields that make a difference to it
    looked        all fields that it looks at, also those that the rows can do without
    rows          none where it is not known beforehand, or too large to be listed
    is_known      whether it is known beforehand
    is_table      whether it is told row by row: it looks at other fields, if they make a difference or not
    is_too_large  whether there would be more than MOST_ROWS
    """

    by: list[str]
    rows: Rows
    is_known: bool = False
    is_table: bool = False
    is_too_large: bool = False
    looked: Sequence[str] = ()


def domain(scope: Watched, fields: Mapping[str, Field], before: list[str], field: Field) -> Domain:
    """The domain of a field, behind the fields chosen before."""
    by, found = _found(scope, fields, before, field)
    if len(found) > MOST_ROWS:
        return Domain([], {}, is_too_large=True)
    rows = {key: row for key, row in found.items() if row is not None}
    return Domain(*_shortened(by, rows), True, is_table=bool(by), looked=by) if rows else Domain([], {})


def _found(
    scope: Watched, fields: Mapping[str, Field], before: list[str], field: Field
) -> tuple[list[str], dict[tuple[str, ...], Row | None]]:
    """``(fields that a domain looks at, {keys of their values: row, or None where it is not known})``, of which one
    more than MOST_ROWS at most."""
    by: list[str] = []
    while True:
        rows: dict[tuple[str, ...], Row | None] = {}
        seen: set[str] = set()
        for values in choices(scope, fields, by, before):
            found, looked = legal(scope, field, values)
            if isinstance(field, Units) and field.purse:
                looked += looked_at(scope, values, field.purse)[1]
            seen |= {name for name in looked if name in before and name not in by}
            if seen or len(rows) > MOST_ROWS:
                break
            key = tuple(key_of(values.get(name)) for name in by)
            rows[key] = None if found is None else _row(scope, field, values, found)
        if not seen:
            return by, rows
        by = with_theirs(scope, fields, before, {*by, *seen})


def _row(scope: Watched, field: Field, values: Values, found: list[Any]) -> Row:
    if not isinstance(field, Units):
        return Row(found)
    inner = scope.within(values=values)
    most, prices = field.most_in_all(inner), field.prices(inner)
    if isinstance(field, Counts):
        room = field.room(inner) or {}
        return Row(found, [room[thing] for thing in found], most)
    bounds = most is not None and sum(prices.get(unit, 1) for unit in found) > most
    return Row(found, purse=most if bounds else None)


def _shortened(by: list[str], rows: Rows) -> tuple[list[str], Rows]:
    """Rows without the fields that make no difference beside the others: a unit stands in one place only."""
    for name in list(by):
        place = by.index(name)
        fewer: Rows = {}
        for key, row in rows.items():
            if fewer.setdefault(key[:place] + key[place + 1 :], row) != row:
                break
        else:
            by, rows = [*by[:place], *by[place + 1 :]], fewer
    return by, rows


def with_theirs(scope: Watched, fields: Mapping[str, Field], before: list[str], names: Iterable[str]) -> list[str]:
    """Names of fields, with those on which their own domains depend, in the order of choosing."""
    wanted = list(names)
    for name in wanted:
        place = before.index(name)
        by, _ = _found(scope, fields, before[:place], fields[name])
        wanted += [one for one in by if one not in wanted]
    return [name for name in before if name in wanted]


def choices(scope: Watched, fields: Mapping[str, Field], names: Sequence[str], before: list[str]) -> Iterator[Values]:
    """Every way to choose the named fields, one after the other; of lists one thing at a time."""
    if not names:
        yield {}
        return
    *earlier, name = names
    for values in choices(scope, fields, earlier, before):
        found, _ = legal(scope, fields[name], values)
        shape = shape_of(fields[name])
        for value in found or ():
            yield {**values, name: [value] if shape == "list" else {value: 1} if shape == "counts" else value}


def legal(scope: Watched, field: Field, values: Values) -> tuple[list[Any] | None, list[str]]:
    """``(domain or None, names of the fields looked at)`` where some fields are chosen."""
    key = id(field), repr(values), repr(dict(scope.values))
    if key not in scope.met:
        found, looked = looked_at(scope, values, field.legal)
        scope.met[key] = None if found is None else list(found), looked
    found, looked = scope.met[key]
    return found, list(looked)


def looked_at(scope: Watched, values: Values, function: Callable[[OrderContext], T]) -> tuple[T | None, list[str]]:
    """``(what a function gives for the scope with these fields chosen, names of the fields it looked at)``.

    It gives None where it needs a field that is not chosen.
    """
    inner = scope.within(values=values)
    del inner.seen[:]
    found: T | None
    try:
        found = function(inner)
    except (KeyError, TypeError, IndexError, AttributeError):
        found = None
    return found, list(inner.seen)


def shape_of(field: Field) -> str:
    """What a field holds, as a menu says it (menudata.FieldWords)."""
    for kind, word in ((Repeated, "parts"), (Order, "order"), (Number, "number"), (Word, "word")):
        if isinstance(field, kind):
            return word
    if field.schema().get("additionalProperties"):
        return "counts"
    several = isinstance(field, Names) or (isinstance(field, Units) and field.schema()["type"] == "array")
    return "list" if several else "one"
