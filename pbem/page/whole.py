"""Every line that a small menu leads to, for those who answer without scripts."""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.json_types import Json

from .menudata import Menu, MenuField, Part
from .menulines import is_complete, is_due, line_of, next_field, offered, viable

FEW = 3  # things of which every selection is written out


class TooMany(Exception):
    """A menu that leads to more lines than are wanted."""


def lines_of(menu: Menu, most: int) -> list[str] | None:
    """All lines of a menu; None if there are more than `most`, or if not all are known beforehand."""
    try:
        found = [line_of(form, values) for form in menu["forms"] for values in _ways(menu, form, {}, [], most)]
    except TooMany:
        return None
    return found if len(found) <= most else None


def _ways(menu: Menu, part: Part, values: Json, skipped: list[str], most: int) -> list[Json]:
    """Every way to fill a part, behind the values chosen."""
    field = next_field(part, values, skipped)
    if field is None:
        return [values]
    name = field["name"]
    ways: list[Json] = []
    if not is_due(menu, part, field, values, skipped):
        mates = [one for row in part.get("together", ()) if name in row for one in row]
        ways += _ways(menu, part, values, [*skipped, name, *mates], most)
    for value in _values(menu, part, field, values):
        ways += _ways(menu, part, {**values, name: value}, skipped, most)
        if len(ways) > most:
            raise TooMany
    return ways


def _values(menu: Menu, part: Part, field: MenuField, values: Json) -> list[Any]:
    """Everything that may stand in a field; raises TooMany where that is not known, or would be too much."""
    if field["is"] in ("parts", "counts", "order"):
        raise TooMany
    found: list[Any] | None = viable(menu, part, field, values)
    if found is None:
        raise TooMany
    if field["is"] != "list":
        return found
    if len(found) > FEW and field.get("exactly", field.get("most")) != 1:
        raise TooMany
    return [taken for taken in _selections(menu, field, values, []) if is_complete(menu, field, values, taken)]


def _selections(menu: Menu, field: MenuField, values: Json, taken: list[Any]) -> Iterator[list[Any]]:
    """Every selection of a list, each in one order."""
    yield taken
    known = offered(menu, field, values) or []
    start = max((known.index(one) for one in taken), default=-1)
    for one in offered(menu, field, values, taken) or ():
        if known.index(one) > start:
            yield from _selections(menu, field, values, [*taken, one])
