"""What of an answer the menus of its question do not offer."""

from pbem.core.language.fields import Order
from pbem.page.menudata import domain_of, rows_of, things_of
from pbem.page.menus import export

from .walks import room_of


def unreachable(menu, kind, answer):
    """What of an answer the menu does not offer, as ``form: field: value`` texts; empty if all of it is there."""
    return [fault for item in kind.items_of(answer) for fault in _lacking(menu, kind, item)]


def unreached(kind, board, ask, answer, menu):
    """What of an answer no menu offers, line by line: `menu` for the first line, or that behind those before."""
    items = kind.items_of(answer)
    faults = []
    for place, item in enumerate(items):
        if _lacking(menu, kind, item):
            faults += _lacking(export(kind, board, ask, items[:place]), kind, item)
    return faults


def _lacking(menu, kind, item):
    """What of one item a menu does not offer."""
    form, values = kind.dismantle(item)
    shown = next((one for one in menu["forms"] if one["form"] == form.name), None)
    if shown is None:
        return [form.name]
    faults = []
    for field in shown["fields"]:
        name, own = field["name"], form.fields[field["name"]]
        if isinstance(own, Order) and field.get("menus") and name in values:
            faults += _unreachable_inside(menu, own.kind, field, values)
        elif name in values and field["is"] not in ("parts", "order"):
            value, offered = values[name], domain_of(menu, field, values)
            faults += [one for one in things_of(value) if offered is not None and one not in offered]
            if "room" in field:
                room = room_of(menu, field, values)
                faults += [f"{count} {one}" for one, count in value.items() if count > room.get(one, 0)]
    return [f"{form.name}: {fault}" for fault in faults]


def _unreachable_inside(menu, kind, field, values):
    """The same of an order inside an order."""
    keys = rows_of(field, values) if "which" in field else []
    menus = [field["menus"][field["which"][key]] for key in keys if key in field["which"]] or field["menus"]
    found = []
    for forms in menus:
        found = unreachable({**menu, "forms": forms}, kind, values[field["name"]])
        if not found:
            return []
    return found
