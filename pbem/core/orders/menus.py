"""The menu of a question as data, for programs that have no rules: forms, fields, what is legal in them, and on what
that depends.

    {"kind": "op", "marks": […], "left_out": […], "lists": [["china-south", …], …], "forms": [
        {"form": "op 14", "shows": "op 14 SEA -> SEA with UNITS …", "means": "sea to sea", "gives": {"op": 14},
         "line": ["op 14", "$from", "->", "$to", "with", "$units", ["?", "via", "$via"], …], "fields": [
            {"name": "from", "is": "one", "needed": true, "values": 0},
            {"name": "units", "is": "list", "needed": true, "by": ["from"], "table": {"east-china-sea": 4, …}}, …]}]}

Domains are numbers of `lists`, for many are the same.  `by` names the fields chosen before on which the domain depends;
the keys of `table` are their values, joined by a bar.  Where such a field holds several things, the domain is what any
of them allows; where it is "counts", the domain is that of the things that are counted.  A domain that is not known
beforehand has neither, and `takes` says what is written there (area, unit, number …); what only the rules know is named
in `marks`, and what would make the menu too large in `left_out`.

`line` is the template (templates.as_data); fields stand in the order of choosing.  Of a list, `least` and `most` bound
how many are chosen (`exactly` so many in all; `room` how many of each thing that is counted), `beside` names for each
thing what may be chosen beside it, where that is not everything, and of the rows in `whole` all must be named.
`written` has the words of values that are not written as they are, `joint` what stands between things if no comma does.
Of the fields in one row of `together` all are said or none.  A field that is `asked` "always" is left out only where it
offers nothing; one that is "never" asked is for those who write it themselves.  In a `loose` form fields hang together
in ways that no table tells.  menulines.py reads all this without rules.
"""

from .fields import Each, Names, Number, Order, Scope, Word
from .templates import as_data
from .units import Units

MOST_ROWS = 250  # of one table; beyond, the domain is left out
BAR = "|"


class Watched(Scope):
    """A scope that notes which fields are looked at."""

    __slots__ = ("seen",)

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.seen = self.outer.seen if isinstance(self.outer, Watched) else []
        self.values = _Watching(self.values, self.seen)

    def __getitem__(self, name):
        if name not in self.seen:
            self.seen.append(name)
        return super().__getitem__(name)

    def within(self, raw=None, values=None):
        return Watched(self.kind, self.board, self.ask, self.form, raw, self.items, self, values)


class _Watching(dict):
    """The values of a scope, which notes what is asked for by name."""

    def __init__(self, values, seen):
        super().__init__(values)
        self._seen = seen

    def __getitem__(self, name):
        if name not in self._seen:
            self._seen.append(name)
        return super().__getitem__(name)

    def get(self, name, default=None):
        return self[name] if name in self else default


def export(kind, board, ask):
    """The menu of a question as plain JSON."""
    left_out, lists = [], []
    forms = [_form(kind, board, ask, form, left_out) for form in kind.declared if form.is_open(board, ask)]
    forms = [{**form, "fields": _numbered(form["fields"], lists)} for form in forms]
    return {"kind": kind.name, "marks": list(kind.marks), "left_out": left_out, "lists": lists, "forms": forms}


def _numbered(fields, lists):
    """Fields with the numbers of their domains, which go to `lists`."""
    def number(values):
        if values not in lists:
            lists.append(values)
        return lists.index(values)

    shown = [dict(field) for field in fields]
    for field in shown:
        if "values" in field:
            field["values"] = number(field["values"])
        for name in ("table", "beside"):
            if name in field:
                field[name] = {key: number(values) for key, values in field[name].items()}
        if "fields" in field:
            field["fields"] = _numbered(field["fields"], lists)
    return shown


def _form(kind, board, ask, form, left_out):
    scope = Watched(kind, board, ask, form)
    shown = {"form": form.name, "shows": form.shown(), "line": as_data(form.node)}
    if form.meaning:
        shown["means"] = form.meaning
    if form.gives:
        shown["gives"] = form.gives
    if form.starts:
        shown["loose"] = True
    if form.together:
        shown["together"] = sorted({tuple(sorted(names)) for names in form.together.values()})
    shown["fields"] = [
        _field(scope, form.fields, form.order, name, name in form.needed, left_out) for name in form.order
    ]
    return shown


def _field(scope, fields, order, name, needed, left_out):
    field = fields[name]
    shown = {"name": name, "is": _shape(field), "needed": needed}
    if isinstance(field, Each):
        inner, known = field.form, {**fields, **field.form.fields}
        part = scope.within(values={"parts": []})
        before = [*order[: order.index(name)], *inner.order]
        shown["fields"] = [_field(part, known, before, one, one in inner.needed, left_out) for one in inner.order]
        return {**shown, "line": as_data(inner.node), "joint": f"{field.separators[0]} "}
    before = order[: order.index(name)]
    shown.update(_domain(scope, fields, before, field) or {})
    shown.update(_written(field, shown), **_bounds(scope, field), **_beside(scope, fields, before, field, shown),
                 **_whole(scope, fields, before, field, shown))  # fmt: skip
    if shown.pop("too_many", False):
        left_out.append(f"{scope.form.name}: {name}")
    if "values" not in shown and "table" not in shown:
        shown["takes"] = "unit" if isinstance(field, Units) else next(iter(field.categories), shown["is"])
    return shown


def _written(field, shown):
    """The words of values that are not written as they are."""
    if isinstance(field, Word):
        return {"written": {key_of(value): field.write(value) for value in field.words.values()}}
    domains = [shown["values"]] if "values" in shown else shown.get("table", {}).values()
    words = {}
    for value in [value for domain in domains for value in domain]:
        text = _words_of(field, value, shown["is"])
        if text not in (None, str(value)):
            words[key_of(value)] = text
    return {"written": words} if words else {}


def _words_of(field, value, shape):
    try:
        return field.write([value] if shape == "list" else {value: 1} if shape == "counts" else value)
    except (KeyError, TypeError, AttributeError):
        return None  # no value by itself


def _bounds(scope, field):
    """How many things a list may hold, whether the field is left out lightly, and what stands between things."""
    bounds = {}
    if getattr(field, "least", 1) != 1:
        bounds["least"] = field.least
    if isinstance(getattr(field, "most", None), int):
        bounds["most"] = field.most
    if hasattr(field, "room"):
        bounds["room"] = field.room(scope)
    if field.exactly is not None:
        bounds["exactly"] = field.exactly(scope)
    if field.chance in (0, 100):
        bounds["asked"] = "always" if field.chance else "never"
    if getattr(field, "arrows", False):
        bounds["joint"] = " -> "
    if getattr(field, "twice", False):
        bounds["twice"] = True
    return bounds


def _beside(scope, fields, before, field, shown):
    """Of units that are chosen one by one: what may be chosen beside each of them, where that is not all."""
    grow, by = getattr(field, "grow", None), shown.get("by", [])
    if grow is None or not ("values" in shown or "table" in shown):
        return {}
    found, is_free = {}, True
    for values in _choices(scope, fields, by, before):
        legal, _ = _legal(scope, field, values)
        for unit in legal or ():
            others = _grown(scope, grow, values, unit)
            is_free = is_free and others is not None and {*others, unit} >= {*legal}
            found.setdefault(key_of(unit), {}).update(dict.fromkeys(others or ()))
    return {} if is_free else {"beside": {unit: [one for one in others if key_of(one) != unit]
                                          for unit, others in found.items()}}


def _whole(scope, fields, before, field, shown):
    """The rows of a list of which all must be named."""
    is_whole = getattr(field, "whole", None)
    if not callable(is_whole) or "table" not in shown:
        return {}
    rows = [BAR.join(key_of(values.get(name)) for name in shown["by"])
            for values in _choices(scope, fields, shown["by"], before)
            if is_whole(scope.within(values=values))]  # fmt: skip
    rows = [row for row in rows if row in shown["table"]]
    return {"whole": rows} if rows else {}


def _grown(scope, grow, values, unit):
    try:
        return list(grow(scope.within(values=values), [unit]))
    except (KeyError, TypeError, IndexError, AttributeError):
        return None


def _shape(field):
    for kind, word in ((Each, "parts"), (Order, "order"), (Number, "number"), (Word, "word")):
        if isinstance(field, kind):
            return word
    if field.schema().get("additionalProperties"):
        return "counts"
    several = isinstance(field, Names) or (isinstance(field, Units) and field.schema()["type"] == "array")
    return "list" if several else "one"


def _domain(scope, fields, before, field):
    """``{"values"}`` or ``{"by", "table"}`` of a field; None if its domain is not known."""
    by, known = [], False
    while True:
        rows, seen = {}, set()
        for values in _choices(scope, fields, by, before):
            legal, looked = _legal(scope, field, values)
            seen |= {name for name in looked if name in before and name not in by}
            if seen or len(rows) > MOST_ROWS:
                break
            known = known or legal is not None
            if legal is not None:
                rows[tuple(key_of(values.get(name)) for name in by)] = legal
        if not seen:
            break
        by = _with_theirs(scope, fields, before, {*by, *seen})
    if len(rows) > MOST_ROWS:
        return {"too_many": True}
    if not by:
        return {"values": rows.get((), [])} if known else None
    by, rows = _shortened(by, rows)
    table = {BAR.join(key): legal for key, legal in rows.items() if legal}
    return {"by": by, "table": table} if known else None


def _shortened(by, rows):
    """Rows without the fields that make no difference beside the others: a unit stands in one place only."""
    for name in list(by):
        place, fewer = by.index(name), {}
        for key, legal in rows.items():
            if fewer.setdefault(key[:place] + key[place + 1 :], legal) != legal:
                break
        else:
            by, rows = [*by[:place], *by[place + 1 :]], fewer
    return by, rows


def _with_theirs(scope, fields, before, names):
    """Names of fields, with those on which their own domains depend, in the order of choosing."""
    wanted = list(names)
    for name in wanted:
        place = before.index(name)
        inner = _domain(scope, fields, before[:place], fields[name]) or {}
        wanted += [one for one in inner.get("by", ()) if one not in wanted]
    return [name for name in before if name in wanted]


def _choices(scope, fields, names, before):
    """Every way to choose the named fields, one after the other; of lists one thing at a time."""
    if not names:
        yield {}
        return
    *earlier, name = names
    for values in _choices(scope, fields, earlier, before):
        legal, looked = _legal(scope, fields[name], values)
        several = _shape(fields[name]) == "list"
        for value in legal or ():
            yield {**values, name: [value] if several else value}


def _legal(scope, field, values):
    """``(domain or None, names of the fields looked at)`` where some fields are chosen."""
    inner = scope.within(values=values)
    del inner.seen[:]
    try:
        legal = field.legal(inner)
    except (KeyError, TypeError, IndexError, AttributeError):
        legal = None  # it needs a field that is not chosen here
    return (None if legal is None else list(legal)), list(inner.seen)


def key_of(value):
    """How a value stands in the keys of tables."""
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        return BAR.join(f"{name}={value[name]}" for name in sorted(value))
    if isinstance(value, bool):
        return "true" if value else "false"  # as JSON says it
    return "" if value is None else str(value)


# -- walking it without rules ---------------------------------------------------------------------------------------


def unreachable(menu, kind, answer):
    """What of an answer the menu does not offer, as ``form: field: value`` texts; empty if all of it is there."""
    faults = []
    for item in kind.items_of(answer):
        form, values = kind.dismantle(item)
        shown = next((one for one in menu["forms"] if one["form"] == form.name), None)
        if shown is None:
            faults.append(form.name)
            continue
        for field in shown["fields"]:
            if field["name"] in values and field["is"] not in ("parts", "order"):
                offered = domain_of(menu, field, values)
                value = values[field["name"]]
                faults += [
                    f"{form.name}: {field['name']}: {one}"
                    for one in (value if field["is"] == "counts" else _each(value))
                    if offered is not None and one not in offered
                ]  # fmt: skip
    return faults


def rows_of(field, values):
    """The keys of those rows of a table that the values chosen name."""
    keys = [""]
    for number, name in enumerate(field["by"]):
        keys = [f"{key}{BAR if number else ''}{key_of(one)}" for key in keys for one in _each(values.get(name))]
    return keys


def domain_of(menu, field, values):
    """What a field of a menu offers behind the values chosen; None if that is not known beforehand."""
    if "values" in field:
        return menu["lists"][field["values"]]
    if "table" not in field:
        return None
    keys = rows_of(field, values)
    numbers = dict.fromkeys(field["table"][key] for key in keys if key in field["table"])
    return [one for number in numbers for one in menu["lists"][number]]


def _each(value):
    return value if isinstance(value, list) else [value]
