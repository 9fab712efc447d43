"""The menu of a question, made of its forms by the domains of their fields (menudomains.py); its shape is told in
menudata.py.

First the fields have their domains as lists (ShownField); what no line could say is taken out, and then each list gets
a number (`_numbered`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.core.data.boards import Board
from pbem.core.data.canon import dumps
from pbem.core.language.decision import Decision
from pbem.core.language.field import Field
from pbem.core.language.fields import Order, Repeated, Word
from pbem.core.language.form import Form
from pbem.core.language.templates import as_data
from pbem.core.language.types import Values
from pbem.core.language.units import Counts, Units
from pbem.core.rules.requests import Ask

from .menudata import BAR, FieldWords, FormWords, Menu, MenuField, MenuForm, key_of
from .menudomains import Domain, Watched, choices, domain, legal, looked_at, shape_of, with_theirs

MOST_MENUS = 6  # of one order inside an order
PLACE = "area"  # the category of what lies on the map
LARGEST = 25_000  # bytes of a menu that is let go


class ShownField(FieldWords, total=False):
    """A field in the making: with its domains as lists."""

    values: list[Any]
    table: dict[str, list[Any]]
    room: list[int] | dict[str, list[int]]
    beside: dict[str, list[Any]]
    fields: "list[ShownField]"
    menus: "list[list[ShownForm]]"


class ShownForm(FormWords):
    """A form in the making."""

    fields: list[ShownField]


def export(kind: Decision, board: Board, ask: Ask, items: Sequence[Any] = ()) -> Menu:
    """The menu of a question as plain JSON; of many lines that of one more line, behind those that gave `items`."""

    menu = _exported(kind, board, ask, items, True)
    if not _has_inner(menu["forms"]) or len(dumps(menu)) <= LARGEST:
        return menu
    return _exported(kind, board, ask, items, False)


def _exported(kind: Decision, board: Board, ask: Ask, items: Sequence[Any], is_deep: bool) -> Menu:
    """The menu; with `is_deep` orders inside orders have menus of their own."""
    left_out: list[str] = [] if is_deep else Shallow()
    lists, state = Lists(), None
    if items:
        state = kind.follow(board, ask, kind.start(board, ask), list(items))
    scopes = [
        Watched(kind, board, ask, form, items=items, state=state)
        for form in kind.forms
        if form.is_open(board, ask) and not form.is_rest and not form.is_typed
    ]
    forms = _numbered_forms([_form(scope, left_out) for scope in scopes], lists)
    return {
        "kind": kind.name,
        "marks": list(kind.may_fail_with),
        "left_out": list(left_out),
        "lists": lists.rows,
        "forms": forms,
    }


class Lists:
    """The domains of a menu, each once; ``[1]`` and ``[True]`` are two."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._numbers: dict[str, int] = {}

    def number(self, values: list[Any]) -> int:
        place = self._numbers.setdefault(repr(values), len(self.rows))
        if place == len(self.rows):
            self.rows.append(values)
        return place


class Shallow(list[str]):
    """What is left out of a menu in which orders inside orders are places without choices."""


def _has_inner(forms: list[MenuForm]) -> bool:
    return any("menus" in field for form in forms for field in form["fields"])


def _numbered_forms(forms: list[ShownForm], lists: Lists) -> list[MenuForm]:
    found: list[MenuForm] = []
    for form in forms:
        shown: Any = {**form, "fields": _numbered(form["fields"], lists)}  # a ShownForm with other fields
        found.append(shown)
    return found


def _numbered(fields: list[ShownField], lists: Lists) -> list[MenuField]:
    """Fields with the numbers of their domains, which go to `lists`."""
    found: list[MenuField] = []
    for field in fields:
        shown: Any = dict(field)  # a ShownField that becomes a MenuField
        for name in ("values", "table", "beside", "room"):
            if name in shown:
                lists_of = shown[name]
                is_table = isinstance(lists_of, dict)
                shown[name] = (
                    {key: lists.number(lists_of[key]) for key in lists_of} if is_table else lists.number(lists_of)
                )
        if "fields" in field:
            shown["fields"] = _numbered(field["fields"], lists)
        if "menus" in field:
            shown["menus"] = [_numbered_forms(forms, lists) for forms in field["menus"]]
        found.append(shown)
    return found


def _form(scope: Watched, left_out: list[str]) -> ShownForm:
    form: Form = scope.form
    shown: ShownForm = {"form": form.name, "shows": form.shown(), "line": as_data(form.node), "fields": []}
    if meaning := scope.kind.said(form)[0]:
        shown["means"] = meaning
    if form.gives:
        shown["gives"] = form.gives
    if form.starts:
        shown["loose"] = True
    if form.together:
        shown["together"] = _together(form)
    shown["fields"] = [
        _field(scope, form.fields, form.order, name, name in form.needed, left_out) for name in form.order
    ]
    return shown


def _together(form: Form) -> list[list[str]]:
    """The rows of fields that are all said or none, each once."""
    return [list(names) for names in sorted({tuple(sorted(one)) for one in form.together.values()})]


def _field(
    scope: Watched, fields: Mapping[str, Field], order: list[str], name: str, needed: bool, left_out: list[str]
) -> ShownField:
    field, before = fields[name], order[: order.index(name)]
    shown: ShownField = {"name": name, "is": shape_of(field), "needed": needed}
    if isinstance(field, Repeated):
        _put_parts(shown, scope, fields, before, field, left_out)
    elif isinstance(field, Order):
        _put_orders(shown, scope, fields, before, field, left_out)
        if field.chance == 0:
            shown["asked"] = "never"
    else:
        found = domain(scope, fields, before, field)
        _put_domain(shown, found)
        _put_words(shown, field)
        _put_bounds(shown, scope, field)
        _put_beside(shown, scope, field, choices(scope, fields, found.looked, before))
        _put_whole(shown, scope, field, choices(scope, fields, found.looked, before))
        if found.is_too_large:
            left_out.append(f"{scope.form.name}: {name}")
        takes = "unit" if isinstance(field, Units) else next(iter(field.categories), shown["is"])
        if not found.is_known or takes == PLACE:
            shown["takes"] = takes
    return shown


def _put_parts(
    shown: ShownField,
    scope: Watched,
    fields: Mapping[str, Field],
    before: list[str],
    field: Repeated,
    left_out: list[str],
) -> None:
    """Tell the fields of one part, and how parts are written."""
    inner, known = field.form, {**fields, **field.form.fields}
    part, order = scope.within(values={"parts": []}), [*before, *field.form.order]
    shown["fields"] = [_field(part, known, order, one, one in inner.needed, left_out) for one in inner.order]
    _without_idle_rows(shown["fields"])
    shown["line"], shown["joint"] = as_data(inner.node), f"{field.separators[0]} "
    if inner.together:
        shown["together"] = _together(inner)


def _without_idle_rows(fields: list[ShownField]) -> None:
    """Take from the tables of a part the rows by which it could never be said: another field that it needs offers
    nothing there.  (Who could fire is listed for each ship and sea, but at sea few have a target.)"""
    for needed in fields:
        if not needed["needed"] or "table" not in needed:
            continue
        for other in fields:
            if other is needed or "table" not in other or not set(needed["by"]) <= set(other["by"]):
                continue
            places = [other["by"].index(name) for name in needed["by"]]
            idle = [row for row in other["table"] if not needed["table"].get(_projected(row, places))]
            other["table"] = {row: found for row, found in other["table"].items() if row not in idle}
            if "whole" in other:
                other["whole"] = [row for row in other["whole"] if row not in idle]


def _projected(row: str, places: list[int]) -> str:
    """The key of a row by some of its fields."""
    parts = row.split(BAR)
    return BAR.join(parts[place] for place in places)


def _put_orders(
    shown: ShownField, scope: Watched, fields: Mapping[str, Field], before: list[str], field: Order, left_out: list[str]
) -> None:
    """Tell the menus of an order inside an order, on the board as it will be then; none where there are too many."""
    rows = None if isinstance(left_out, Shallow) else _inner_questions(scope, fields, before, field)
    if rows is None:
        left_out.append(f"{scope.form.name}: {field.name}")
        shown["takes"] = "order"
        return
    by, questions = rows
    menus: list[list[ShownForm]] = []
    which: dict[str, int] = {}
    for key, (board, ask) in questions.items():
        forms = [
            _form(Watched(field.kind, board, ask, form), left_out)
            for form in field.kind.forms
            if form.name not in field.but and form.is_open(board, ask)
        ]
        if forms not in menus:
            menus.append(forms)
        which[key] = menus.index(forms)
    shown["menus"] = menus
    if by:
        shown["by"], shown["which"] = by, which


def _inner_questions(
    scope: Watched, fields: Mapping[str, Field], before: list[str], field: Order
) -> tuple[list[str], dict[str, tuple[Any, Ask]]] | None:
    """``(fields on which the question depends, {row: (board, ask)})``; None if there are too many rows."""
    by: list[str] = []
    while True:
        questions: dict[str, tuple[Any, Ask]] = {}
        seen: set[str] = set()
        for values in choices(scope, fields, by, before):
            question, looked = looked_at(scope, values, field.under)
            seen |= {name for name in looked if name in before and name not in by}
            if seen or len(questions) >= MOST_MENUS:
                break
            if question:
                questions[BAR.join(key_of(values.get(name)) for name in by)] = question
        else:
            return by, questions
        if not seen:
            return None
        by = with_theirs(scope, fields, before, {*by, *seen})


def _put_domain(shown: ShownField, found: Domain) -> None:
    """Tell the domain of a field, of what is counted with its bounds; a purse that bounds nothing is not shown."""
    if found.is_known and not found.is_table:
        row = found.rows[()]
        shown["values"] = row.legal
        if row.room is not None:
            shown["room"] = row.room
        if row.purse is not None:
            shown["purse"] = row.purse
    elif found.is_known:
        rows = {BAR.join(key): row for key, row in found.rows.items() if row.legal}
        shown["by"], shown["table"] = found.by, {key: row.legal for key, row in rows.items()}
        room = {key: row.room for key, row in rows.items() if row.room is not None}
        if room:
            shown["room"] = room
        if any(row.purse is not None for row in rows.values()):
            shown["purse"] = {key: row.purse for key, row in rows.items()}


def _put_words(shown: ShownField, field: Field) -> None:
    """Tell the words of values that are not written as they are."""
    if isinstance(field, Word):
        shown["written"] = {key_of(value): field.write(value) for value in field.words.values()}
        return
    domains = [shown["values"]] if "values" in shown else shown.get("table", {}).values()
    words: dict[str, str] = {}
    for value in [value for one in domains for value in one]:
        text = _words_of(field, value, shown["is"])
        if text is not None and text != str(value):
            words[key_of(value)] = text
    if words:
        shown["written"] = words


def _words_of(field: Field, value: Any, shape: str) -> str | None:
    try:
        return field.write([value] if shape == "list" else {value: 1} if shape == "counts" else value)
    except (KeyError, TypeError, AttributeError):
        return None  # no value by itself


def _put_bounds(shown: ShownField, scope: Watched, field: Field) -> None:
    """Tell how many things a list may hold, whether the field is left out lightly, and what stands between things."""
    least, most = getattr(field, "least", 1), getattr(field, "most", None)
    if least != 1:
        shown["least"] = least
    if isinstance(most, int):
        shown["most"] = most
    exactly = field.exactly(scope) if field.exactly is not None else None
    if exactly is not None:
        shown["exactly"] = exactly
    if field.chance in (0, 100):
        shown["asked"] = "always" if field.chance else "never"
    if getattr(field, "arrows", False):
        shown["joint"] = " -> "
    if getattr(field, "twice", False):
        shown["twice"] = True
    prices = field.prices(scope) if isinstance(field, Units) else {}
    if isinstance(field, Counts) and prices:
        shown["price"] = dict(prices)
    elif prices and "purse" in shown:
        domains = [shown["values"]] if "values" in shown else shown["table"].values()
        shown["price"] = {unit: price for unit, price in prices.items() if any(unit in units for units in domains)}


def _put_beside(shown: ShownField, scope: Watched, field: Field, rows: Iterable[Values]) -> None:
    """Tell of units that are chosen one by one what may be chosen beside each of them, where that is not all; `rows`
    are the values of all fields on which their domain depends, also those that the table can do without."""
    if not isinstance(field, Units) or field.extend is None or not ("values" in shown or "table" in shown):
        return
    found: dict[str, dict[str, None]] = {}
    is_free = True
    for values in rows:
        units, _ = legal(scope, field, values)
        for unit in units or ():
            others = _grown(scope, field, values, unit)
            is_free = is_free and others is not None and {*others, unit} >= {*(units or ())}
            found.setdefault(key_of(unit), {}).update(dict.fromkeys(others or ()))
    if not is_free:
        shown["beside"] = {unit: [one for one in others if key_of(one) != unit] for unit, others in found.items()}


def _grown(scope: Watched, field: Units, values: Values, unit: str) -> list[str] | None:
    """What may be added to one unit."""
    if field.extend is None:
        return None
    try:
        return list(field.extend(scope.within(values=values), [unit]))
    except (KeyError, TypeError, IndexError, AttributeError):
        return None


def _put_whole(shown: ShownField, scope: Watched, field: Field, rows: Iterable[Values]) -> None:
    """Tell the rows of a list of which all must be named."""
    if not isinstance(field, Units) or field.all_required is None or "table" not in shown:
        return
    keys = [
        BAR.join(key_of(values.get(name)) for name in shown["by"])
        for values in rows
        if field.all_required(scope.within(values=values))
    ]
    whole = [key for key in keys if key in shown["table"]]
    if whole:
        shown["whole"] = whole
