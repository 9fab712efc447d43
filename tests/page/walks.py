"""Walks through the menus that pages carry, by what menulines.py says, as the program of the page walks them."""

from pbem.core.language import menulines
from pbem.core.language.menudata import rows_of


def walked(menu, form, chance):
    """``values`` of a random way through a form; None where it ends in a field without a choice."""
    return _filled(menu, form, {}, {}, chance)


def _filled(menu, part, outer, gone, chance):
    own, skipped = {}, []
    while (field := menulines.next_field(part, own, skipped)) is not None:
        name, scope = field["name"], {**outer, **own}
        due = menulines.is_due(menu, part, field, scope, skipped)
        value = None if not due and chance.below(2) else _chosen(menu, part, field, scope, gone.get(name, ()), chance)
        if value is None and due:
            return None
        if value is None:
            skipped.append(name)
        else:
            own[name] = value
    return own


def _chosen(menu, part, field, scope, gone, chance):
    if field["is"] == "parts":
        return _parts(menu, field, scope, chance)
    if field["is"] == "counts":
        return _counts(menu, field, scope, chance)
    if field["is"] == "order" and field.get("menus"):
        return _order(menu, field, scope, chance)
    if field["is"] == "list":
        return _list(menu, part, field, scope, gone, chance)
    found = menulines.viable(menu, part, field, scope, (), gone)
    return chance.choice(found) if found else None


def _parts(menu, field, scope, chance):
    parts, used = [], {}
    for _ in range(1 + chance.below(2)):
        values = _filled(menu, field, scope, used, chance)
        if values is None:
            break
        parts.append(values)
        for name, value in values.items():
            used.setdefault(name, []).extend(value if isinstance(value, list) else ())
    return parts or None


def _order(menu, field, scope, chance):
    """The line of an order inside the order."""
    forms = [form for form in inner_forms(field, scope) if menulines.is_open(menu, form, {})]
    for _ in range(3 if forms else 0):
        form = chance.choice(forms)
        values = _filled(menu, form, {}, {}, chance)
        if values is not None:
            return menulines.line_of(form, values)
    return None


def _counts(menu, field, scope, chance):
    counts, found = {}, menulines.offered(menu, field, scope)
    for _ in range(field.get("exactly", 1 + chance.below(3)) if found else 0):
        left = [one for one in menulines.countable(menu, field, scope, counts) if one in found]
        if not left:
            return counts if counts and "exactly" not in field else None
        one = chance.choice(left)
        counts[one] = counts.get(one, 0) + 1
    return counts or None


def _list(menu, part, field, scope, gone, chance):
    taken, wanted = [], 1 + chance.below(4)
    while len(taken) < wanted or not menulines.is_complete(menu, field, scope, taken):
        found = menulines.viable(menu, part, field, scope, taken, gone)
        if not found:
            break
        taken.append(chance.choice(found))
    return taken if menulines.is_complete(menu, field, scope, taken) else None


def inner_forms(field, values):
    """The forms of an order inside the order, behind the values chosen; empty where it can only be typed."""
    if "which" not in field:
        return [form for forms in field.get("menus", ()) for form in forms]
    numbers = dict.fromkeys(field["which"][row] for row in rows_of(field, values) if row in field["which"])
    return [form for number in numbers for form in field["menus"][number]]


def needs_a_look(menu, form, values):
    """Whether the line that the choices make holds what only the rules can judge: the menu marks it."""
    fields = [field for field in form["fields"] if field["name"] in values or field["needed"]]
    crowded = any(field["is"] == "list" and len(values.get(field["name"], ())) > 1 for field in fields)
    return bool(form.get("loose") or any(_is_loose(field) for field in fields) or (menu["marks"] and crowded))


def _is_loose(field):
    return field["is"] in ("parts", "order", "counts") or ("values" not in field and "table" not in field)
