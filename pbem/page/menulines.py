"""Walking a menu without rules: what is asked next, what may be chosen, and the order line that the choices make.

`tools/turn_page/menu.js` says the same for a browser, and what only whoever clicks needs; a test holds the two equal.
A *part* is a form of a menu, or a field of it that repeats and has fields of its own.  `values` are {field: value} of
what is chosen so far; the value of a repeated part is a list of such, and that of an order inside the order is its
line.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.language.types import Pieces

from .menudata import Menu, MenuField, Part, are_counts, domain_of, key_of, rows_of

NOTHING_SAID: tuple[None, list[Any], dict[str, Any]] = (None, [], {})


def next_field(part: Part, values: Json, skipped: Collection[str] = ()) -> MenuField | None:
    """The field of a part that is chosen next; None when all are chosen, skipped, or shut out by an alternative."""
    for field in part["fields"]:
        name = field["name"]
        if name not in values and name not in skipped and field.get("asked") != "never":
            if not _is_shut_out(part["line"], name, values):
                return field
    return None


def is_due(menu: Menu, part: Part, field: MenuField, values: Json, skipped: Collection[str] = ()) -> bool:
    """Whether a field cannot be left out behind the values chosen, and the fields that were."""
    name = field["name"]
    mates = [name for row in part.get("together", ()) if field["name"] in row for name in row]
    if field["needed"] or any(name in values for name in mates):
        return True
    own, others = _alternatives(part["line"], name)
    if any(one in values for one in own):
        return True
    if others and all(_is_gone(menu, part, row, values, skipped) for row in others):
        return True
    return field.get("asked") == "always" and offered(menu, field, values) != []


def _alternatives(pieces: Pieces, name: str) -> tuple[list[str], list[list[str]]]:
    """``(names in its alternative, those that the other alternatives need)`` of a field that its alternative needs,
    where one alternative must be said."""
    for inside in _inside(pieces, "|"):
        rows = [[one[1:] for one in row if isinstance(one, str) and one.startswith("$")] for row in inside]
        own = next((place for place, row in enumerate(rows) if name in row), None)
        if all(rows) and own is not None:
            return _names(inside[own]), [row for place, row in enumerate(rows) if place != own]
    return [], []


def _is_gone(menu: Menu, part: Part, names: Collection[str], values: Json, skipped: Collection[str]) -> bool:
    """Whether an alternative was left out, or has nothing to offer."""
    fields = [field for field in part["fields"] if field["name"] in names]
    return any(name in skipped for name in names) or any(
        all(name in values for name in field.get("by", ())) and offered(menu, field, values) == [] for field in fields
    )


def offered(
    menu: Menu, field: MenuField, values: Json, taken: Collection[Any] = (), gone: Collection[Any] = ()
) -> list[Any] | None:
    """What a field offers behind the values chosen; None if that is not known beforehand.

    taken   things that its list holds already
    gone    things that an earlier line or part has used
    """
    domain = domain_of(menu, field, values) if field["is"] == "list" else _common(menu, field, values)
    if domain is None:
        return None
    if len(taken) >= field.get("exactly", field.get("most", len(taken) + 1)):
        return []
    keys = [key_of(one) for one in taken]
    for key in keys:
        if key in field.get("beside", {}):
            beside = [key_of(one) for one in menu["lists"][field["beside"][key]]]
            domain = [one for one in domain if key_of(one) in beside or key_of(one) in keys]
    prices, left = field.get("price", {}), purse_of(field, values) if field["is"] == "list" else None
    if left is not None:
        left -= sum(prices.get(key, 1) for key in keys)
        domain = [one for one in domain if prices.get(key_of(one), 1) <= left]
    if field.get("twice"):
        return domain
    used = [*keys, *map(key_of, gone)]
    return [one for one in domain if key_of(one) not in used]


def _common(menu: Menu, field: MenuField, values: Json) -> list[Any] | None:
    """The domain of one thing: of what it depends on, everything must allow it."""
    domain = domain_of(menu, field, values)
    if domain is None:
        return None
    for name in field.get("by", ()):
        chosen = values.get(name)
        if (isinstance(chosen, list) or are_counts(chosen)) and len(chosen) > 1:
            rows = [domain_of(menu, field, {**values, name: [one]}) or () for one in chosen]
            domain = [value for value in domain if all(value in row for row in rows)]
    return domain


def purse_of(field: MenuField, values: Json) -> int | None:
    """How much the things of a field may take up together; None if nothing bounds it."""
    purse = field.get("purse")
    return purse.get(rows_of(field, values)[0]) if isinstance(purse, dict) else purse


def is_complete(menu: Menu, field: MenuField, values: Json, taken: Sequence[Any]) -> bool:
    """Whether a list may end with the things taken, behind the values chosen."""
    if "whole" in field and any(row in field["whole"] for row in rows_of(field, values)):
        return bool(taken) and not offered(menu, field, values, taken)
    return len(taken) >= field.get("exactly", max(field.get("least", 1), 1))


def is_open(menu: Menu, part: Part, values: Json) -> bool:
    """Whether no field that is needed, and depends on nothing else, is without a choice."""
    for field in part["fields"]:
        known = all(name in values for name in field.get("by", ()))
        if field["needed"] and field["name"] not in values and known and offered(menu, field, values) == []:
            return False
    return True


def viable(
    menu: Menu,
    part: Part,
    field: MenuField,
    values: Json,
    taken: Collection[Any] = (),
    gone: Collection[Any] = (),
) -> list[Any] | None:
    """What a field offers that does not end at once in a field without a choice."""
    found = offered(menu, field, values, taken, gone)
    if found is None:
        return None
    name = field["name"]
    chosen = {key_of(one): [*taken, one] if field["is"] == "list" else one for one in found}
    return [one for one in found if is_open(menu, part, {**values, name: chosen[key_of(one)]})]


def _is_shut_out(pieces: Pieces, name: str, values: Json) -> bool:
    """Whether another alternative of the place of a field was chosen."""
    for rows in _inside(pieces):
        names = [_names(row) for row in rows]
        mine = next((place for place, row in enumerate(names) if name in row), None)
        others = [other for place, row in enumerate(names) if place != mine for other in row]
        if mine is not None and (any(other in values for other in others) or _is_shut_out(rows[mine], name, values)):
            return True
    return False


# -- writing -------------------------------------------------------------------------------------------------------


def line_of(part: Part, values: Json) -> str:
    """The order line of a part with its fields filled."""
    fields = {field["name"]: field for field in part["fields"]}
    text = _row(part["line"], values, fields)
    return text.replace(" ;", ";").replace(" ,", ",").replace(" :", ":")


def _row(pieces: Pieces, values: Json, fields: Mapping[str, MenuField]) -> str:
    texts = [_piece(piece, values, fields) for piece in pieces]
    return " ".join(text for text in texts if text)


def _piece(piece: str | Pieces, values: Json, fields: Mapping[str, MenuField]) -> str:
    if isinstance(piece, str):
        return words_of(fields[piece[1:]], values[piece[1:]]) if piece.startswith("$") else piece
    inside = _rows_of(piece)
    if piece[0] == "?":
        return _row(inside[0], values, fields) if any(_is_said(values, name) for name in _names(inside[0])) else ""
    rows = [row for row in inside if all(_is_said(values, name) for name in _names(row))]
    rows.sort(key=lambda row: not _names(row))  # what says nothing is written last
    return _row(rows[0], values, fields) if rows else ""


def _is_said(values: Json, name: str) -> bool:
    return values.get(name) not in NOTHING_SAID


def _names(pieces: Pieces) -> list[str]:
    """The fields of a row of a template."""
    found: list[str] = []
    for piece in pieces:
        if isinstance(piece, list):
            found += [name for row in _rows_of(piece) for name in _names(row)]
        elif piece.startswith("$"):
            found.append(piece[1:])
    return found


def _inside(pieces: Pieces, mark: str = "") -> Iterator[list[Pieces]]:
    """The rows of each piece that has some; of those that begin with a mark."""
    for piece in pieces:
        if isinstance(piece, list) and mark in ("", piece[0]):
            yield _rows_of(piece)


def _rows_of(piece: Pieces) -> list[Pieces]:
    """The row that may be left out, or those of which one is said."""
    return [piece[1:]] if piece[0] == "?" else [row for row in piece[1:] if isinstance(row, list)]


def words_of(field: MenuField, value: Any) -> str:
    """The words of a value in an order line."""
    if isinstance(value, str) and "values" not in field and "table" not in field:
        return value  # as it was typed
    if field["is"] == "parts":
        return field["joint"].join(line_of(field, part) for part in value)
    if field["is"] == "list":
        return field.get("joint", ", ").join(_one(field, one) for one in value)
    if field["is"] == "counts":
        return ", ".join(_counted(field, thing, count) for thing, count in sorted(value.items()))
    return _one(field, value)


def _counted(field: MenuField, thing: str, count: int) -> str:
    words = field.get("written", {}).get(thing, thing)
    return words if count == 1 else f"{count} {words}"


def _one(field: MenuField, value: Any) -> str:
    return field.get("written", {}).get(key_of(value), str(value))
