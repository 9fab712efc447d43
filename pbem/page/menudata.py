"""The menu of a question as data (menus.py makes it): the shape of it, and what it offers, without rules.

    {"kind": "op", "marks": […], "left_out": […], "lists": [["china-south", …], …], "forms": [
        {"form": "op 14", "shows": "op 14 SEA -> SEA with UNITS …", "means": "sea to sea", "gives": {"op": 14},
         "line": ["op 14", "$from", "->", "$to", "with", "$units", ["?", "via", "$via"], …], "fields": [
            {"name": "from", "is": "one", "needed": true, "values": 0},
            {"name": "units", "is": "list", "needed": true, "by": ["from"], "table": {"east-china-sea": 4, …}}, …]}]}

A domain that is not known beforehand has neither `values` nor `table`, and `takes` says what is written there (area,
unit, number …); what only the rules know is named in `marks`, and what would make the menu too large in `left_out`.
Fields stand in the order of choosing.

An order inside an order has its own menu in its field: `menus` are lists of forms of the other kind, with what is open
on the board as it will be then.  There is one, or `which` says by the fields in `by` which one counts.  Where a menu
would have more than LARGEST bytes the orders inside orders stay places without choices, and `left_out` names them.
menulines.py reads all this without rules.
"""

from typing import Any, TypedDict, TypeGuard

from pbem.core.data.json_types import Json
from pbem.core.language.types import Pieces, Values

BAR = "|"

_Needed = TypedDict("_Needed", {"name": str, "is": str, "needed": bool})


class FieldWords(_Needed, total=False):
    """What a menu says of a field beside its domain.

    is        "one" thing, a "list" of things, "counts" (things by number), a "number", a "word", an "order" inside the
              order, or "parts" with fields of their own
    by        the fields chosen before on which the domain depends.  Where such a field holds several things, the domain
              is what any of them allows; where it is "counts", that of the things that are counted
    takes     what is written there, of a field without a domain; "area" of every one that holds places of the map
    asked     "always": it is left out only where it offers nothing; "never": it is for those who write it themselves
    least, most, exactly  how many things are chosen, in all
    joint     what stands between things if no comma does
    twice     a thing may be chosen twice
    price     what one of a thing takes up, where that is not 1
    purse     how much the things may take up together, by the rows of the table where it depends on them; what lists
              and counts may hold beside each other is bounded so
    whole     the rows of which as many things must be chosen as may be beside each other
    written   the words of values that are not written as they are
    which     {row: number of the menu that counts} of an order inside the order
    line      of parts: their template
    together  of parts: rows of their fields of which all are said or none
    """

    by: list[str]
    takes: str
    asked: str
    least: int
    most: int
    exactly: int
    joint: str
    twice: bool
    price: dict[str, int]
    purse: int | dict[str, int | None]
    whole: list[str]
    written: dict[str, str]
    which: dict[str, int]
    line: Pieces
    together: list[list[str]]


class MenuField(FieldWords, total=False):
    """A field of a form; domains are numbers of `Menu.lists`, for many are the same.

    values  its domain, where that depends on no other field
    table   {row: domain}; a row is the values of the fields in `by`, joined by a bar
    room    of things that are counted: how many of each there may be, beside the list of the things
    beside  {thing: what may be chosen beside it}, where that is not everything
    fields  of parts: their fields
    menus   of an order inside the order: the forms that it may have
    """

    values: int
    table: dict[str, int]
    room: int | dict[str, int]
    beside: dict[str, int]
    fields: "list[MenuField]"
    menus: "list[list[MenuForm]]"


class _Formed(TypedDict):
    form: str
    shows: str
    line: Pieces


class FormWords(_Formed, total=False):
    """What a menu says of a form beside its fields.

    shows     the form as it is printed;  means  what it does
    line      its template (templates.as_data)
    gives     what it says by itself
    loose     its fields hang together in ways that no table tells
    together  rows of fields of which all are said or none
    """

    means: str
    gives: Values
    loose: bool
    together: list[list[str]]


class MenuForm(FormWords):
    """A form of a question."""

    fields: list[MenuField]


class Menu(TypedDict):
    """A menu of a question."""

    kind: str
    marks: list[str]
    left_out: list[str]
    lists: list[list[Any]]
    forms: list[MenuForm]


Part = MenuForm | MenuField
"""What has fields and a line: a form, or a field that is parts."""


def key_of(value: Any) -> str:
    """How a value stands in the keys of tables."""
    if isinstance(value, list) or are_counts(value):
        value = next(iter(value), None)
    if isinstance(value, dict):
        return BAR.join(f"{name}={value[name]}" for name in sorted(value))
    if isinstance(value, bool):
        return "true" if value else "false"  # as JSON says it
    return "" if value is None else str(value)


def are_counts(value: Any) -> TypeGuard[dict[str, int]]:
    """Whether a value is things by number: what is told apart by them is the things."""
    return isinstance(value, dict) and all(type(count) is int for count in value.values())


def things_of(value: Any) -> list[Any]:
    """The things that a field holds: those of a list, those that are counted, or the one."""
    return list(value) if isinstance(value, list) or are_counts(value) else [value]


def rows_of(field: MenuField, values: Json) -> list[str]:
    """The keys of those rows of a table that the values chosen name."""
    keys = [""]
    for number, name in enumerate(field["by"]):
        keys = [f"{key}{BAR if number else ''}{key_of(one)}" for key in keys for one in things_of(values.get(name))]
    return keys


def domain_of(menu: Menu, field: MenuField, values: Json) -> list[Any] | None:
    """What a field of a menu offers behind the values chosen; None if that is not known beforehand."""
    if "values" in field:
        return menu["lists"][field["values"]]
    if "table" not in field:
        return None
    keys = rows_of(field, values)
    numbers = dict.fromkeys(field["table"][key] for key in keys if key in field["table"])
    return [one for number in numbers for one in menu["lists"][number]]
