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
how many are chosen (`exactly` so many in all), `beside` names for each thing what may be chosen beside it, where that
is not everything, and of the rows in `whole` all must be named.  Of things that are counted, `room` is the list of how
many of each there may be, beside the list of the things themselves, and `purse` how much they may take up together, one
each or what `price` says; both by the rows of the table, where there is one.
`written` has the words of values that are not written as they are, `joint` what stands between things if no comma does.
Of the fields in one row of `together` all are said or none.  A field that is `asked` "always" is left out only where it
offers nothing; one that is "never" asked is for those who write it themselves.  In a `loose` form fields hang together
in ways that no table tells.

An order inside an order has its own menu in its field: `menus` are lists of forms of the other kind, with what is open
on the board as it will be then.  There is one, or `which` says by the fields in `by` which one counts.  Where a menu
would have more than LARGEST bytes the orders inside orders stay places without choices, and `left_out` names them.
menulines.py reads all this without rules.
"""

from ..data.canon import dumps
from .counts import Counts
from .fields import Each, Names, Number, Order, Word
from .scopes import Scope
from .templates import as_data
from .units import Units

MOST_ROWS = 250  # of one table; beyond, the domain is left out
MOST_MENUS = 6  # of one order inside an order
LARGEST = 25_000  # bytes of a menu that is let go
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
        return Watched(self.kind, self.board, self.ask, self.form, raw, self.items, self, values, self.state)


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


def export(kind, board, ask, items=()):
    """The menu of a question as plain JSON; of many lines that of one more line, behind those that gave `items`."""

    menu = _exported(kind, board, ask, items, True)
    if not _has_inner(menu["forms"]) or len(dumps(menu)) <= LARGEST:
        return menu
    return _exported(kind, board, ask, items, False)


def _exported(kind, board, ask, items, is_deep):
    """The menu; with `is_deep` orders inside orders have menus of their own."""
    left_out, lists, state = ([] if is_deep else Shallow()), Lists(), None
    if items:
        state = kind.follow(board, ask, kind.start(board, ask), list(items))
    scopes = [
        Watched(kind, board, ask, form, items=items, state=state) for form in kind.declared if form.is_open(board, ask)
    ]
    forms = [_form(scope, left_out) for scope in scopes]
    forms = [{**form, "fields": _numbered(form["fields"], lists)} for form in forms]
    return {
        "kind": kind.name,
        "marks": list(kind.marks),
        "left_out": list(left_out),
        "lists": lists.rows,
        "forms": forms,
    }


class Lists:
    """The domains of a menu, each once; ``[1]`` and ``[True]`` are two."""

    def __init__(self):
        self.rows, self._numbers = [], {}

    def number(self, values):
        place = self._numbers.setdefault(repr(values), len(self.rows))
        if place == len(self.rows):
            self.rows.append(values)
        return place


class Shallow(list):
    """What is left out of a menu in which orders inside orders are places without choices."""


def _has_inner(forms):
    return any("menus" in field for form in forms for field in form["fields"])


def _numbered(fields, lists):
    """Fields with the numbers of their domains, which go to `lists`."""
    shown = [dict(field) for field in fields]
    for field in shown:
        for name in ("values", "table", "beside", "room"):
            if name in field:
                found = field[name]
                is_table = isinstance(found, dict)
                field[name] = {key: lists.number(found[key]) for key in found} if is_table else lists.number(found)
        if "fields" in field:
            field["fields"] = _numbered(field["fields"], lists)
        if "menus" in field:
            field["menus"] = [
                [{**form, "fields": _numbered(form["fields"], lists)} for form in forms] for forms in field["menus"]
            ]
    return shown


def _form(scope, left_out):
    form = scope.form
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
        _without_idle_rows(shown["fields"])
        return {**shown, "line": as_data(inner.node), "joint": f"{field.separators[0]} "}
    before = order[: order.index(name)]
    if isinstance(field, Order):
        return {**shown, **_inner(scope, fields, before, field, left_out)}
    shown.update(_domain(scope, fields, before, field) or {})
    shown.update(
        _written(field, shown),
        **_bounds(scope, field),
        **_beside(scope, fields, before, field, shown),
        **_whole(scope, fields, before, field, shown),
    )
    if shown.pop("too_many", False):
        left_out.append(f"{scope.form.name}: {name}")
    if "values" not in shown and "table" not in shown:
        shown["takes"] = "unit" if isinstance(field, Units) else next(iter(field.categories), shown["is"])
    return shown


def _without_idle_rows(fields):
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


def _projected(row, places):
    """The key of a row by some of its fields."""
    parts = row.split(BAR)
    return BAR.join(parts[place] for place in places)


def _inner(scope, fields, before, field, left_out):
    """The menus of an order inside an order, on the board as it will be then; none where they would be too many."""
    asked = {"asked": "never"} if field.chance == 0 else {}
    rows = None if isinstance(left_out, Shallow) else _inner_questions(scope, fields, before, field)
    if rows is None:
        left_out.append(f"{scope.form.name}: {field.name}")
        return {"takes": "order", **asked}
    by, questions = rows
    menus, which = [], {}
    for key, (board, ask) in questions.items():
        forms = [
            _form(Watched(field.kind, board, ask, form), left_out)
            for form in field.kind.declared
            if form.name not in field.but and form.is_open(board, ask)
        ]
        if forms not in menus:
            menus.append(forms)
        which[key] = menus.index(forms)
    return {"menus": menus, **({"by": by, "which": which} if by else {}), **asked}


def _inner_questions(scope, fields, before, field):
    """``(fields on which the question depends, {row: (board, ask)})``; None if there are too many rows."""
    by = []
    while True:
        questions, seen = {}, set()
        for values in _choices(scope, fields, by, before):
            question, looked = _looked_at(scope, values, field.under)
            seen |= {name for name in looked if name in before and name not in by}
            if seen or len(questions) >= MOST_MENUS:
                break
            if question:
                questions[BAR.join(key_of(values.get(name)) for name in by)] = question
        else:
            return by, questions
        if not seen:
            return None
        by = _with_theirs(scope, fields, before, {*by, *seen})


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
    if field.exactly is not None:
        bounds["exactly"] = field.exactly(scope)
    if field.chance in (0, 100):
        bounds["asked"] = "always" if field.chance else "never"
    if getattr(field, "arrows", False):
        bounds["joint"] = " -> "
    if getattr(field, "twice", False):
        bounds["twice"] = True
    if isinstance(field, Counts) and (prices := field.prices(scope)):
        bounds["price"] = prices
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
    return (
        {}
        if is_free
        else {"beside": {unit: [one for one in others if key_of(one) != unit] for unit, others in found.items()}}
    )


def _whole(scope, fields, before, field, shown):
    """The rows of a list of which all must be named."""
    is_whole = getattr(field, "whole", None)
    if not callable(is_whole) or "table" not in shown:
        return {}
    rows = [
        BAR.join(key_of(values.get(name)) for name in shown["by"])
        for values in _choices(scope, fields, shown["by"], before)
        if is_whole(scope.within(values=values))
    ]
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
    """``{"values"}`` or ``{"by", "table"}`` of a field, of what is counted with its bounds; None if its domain is not
    known."""
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
                rows[tuple(key_of(values.get(name)) for name in by)] = legal, *_room(scope, field, values, legal)
        if not seen:
            break
        by = _with_theirs(scope, fields, before, {*by, *seen})
    if len(rows) > MOST_ROWS:
        return {"too_many": True}
    if not known:
        return None
    if not by:
        return _as_shown(["values", "room", "purse"], rows.get((), ([],)))
    by, rows = _shortened(by, rows)
    table = {BAR.join(key): row for key, row in rows.items() if row[0]}
    columns = zip(*table.values()) if table else [[]]
    return {"by": by, **_as_shown(["table", "room", "purse"], [dict(zip(table, column)) for column in columns])}


def _as_shown(names, columns):
    """Columns by their names; a purse that bounds nothing is not shown."""
    found = dict(zip(names, columns))
    purse = found.get("purse")
    if purse is None or (isinstance(purse, dict) and set(purse.values()) == {None}):
        found.pop("purse", None)
    return found


def _room(scope, field, values, legal):
    """Of things that are counted: how many of each there may be, and how much all may take up together."""
    if not isinstance(field, Counts):
        return ()
    inner = scope.within(values=values)
    room = field.room(inner)
    return [room[thing] for thing in legal], field.most_in_all(inner)


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
        shape = _shape(fields[name])
        for value in legal or ():
            yield {**values, name: [value] if shape == "list" else {value: 1} if shape == "counts" else value}


def _legal(scope, field, values):
    """``(domain or None, names of the fields looked at)`` where some fields are chosen."""
    legal, looked = _looked_at(scope, values, field.legal)
    return (None if legal is None else list(legal)), looked


def _looked_at(scope, values, function):
    """``(what a function gives for the scope with these fields chosen, names of the fields it looked at)``.

    It gives None where it needs a field that is not chosen.
    """
    inner = scope.within(values=values)
    del inner.seen[:]
    try:
        found = function(inner)
    except (KeyError, TypeError, IndexError, AttributeError):
        found = None
    return found, list(inner.seen)


def key_of(value):
    """How a value stands in the keys of tables."""
    if isinstance(value, list) or are_counts(value):
        value = next(iter(value), None)
    if isinstance(value, dict):
        return BAR.join(f"{name}={value[name]}" for name in sorted(value))
    if isinstance(value, bool):
        return "true" if value else "false"  # as JSON says it
    return "" if value is None else str(value)


def are_counts(value):
    """Whether a value is things by number: what is told apart by them is the things."""
    return isinstance(value, dict) and all(type(count) is int for count in value.values())


# -- walking it without rules ---------------------------------------------------------------------------------------


def unreachable(menu, kind, answer):
    """What of an answer the menu does not offer, as ``form: field: value`` texts; empty if all of it is there."""
    return [fault for item in kind.items_of(answer) for fault in _lacking(menu, kind, item)]


def unreached(kind, board, ask, answer):
    """What of an answer no menu offers, line by line: the menu of the first line, or that behind the lines before."""
    menu, items, faults = export(kind, board, ask), kind.items_of(answer), []
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
        if field["is"] == "order" and field.get("menus") and field["name"] in values:
            faults += _unreachable_inside(menu, form, field, values)
        elif field["name"] in values and field["is"] not in ("parts", "order"):
            value, offered = values[field["name"]], domain_of(menu, field, values)
            faults += [one for one in _each(value) if offered is not None and one not in offered]
            if "room" in field:
                room = room_of(menu, field, values)
                faults += [f"{count} {one}" for one, count in value.items() if count > room.get(one, 0)]
    return [f"{form.name}: {fault}" for fault in faults]


def room_of(menu, field, values):
    """How many of each thing a field that counts may hold, behind the values chosen."""
    if "values" in field:
        rows = [(field["values"], field["room"])]
    else:
        rows = [(field["table"][key], field["room"][key]) for key in rows_of(field, values) if key in field["table"]]
    return {thing: most for things, room in rows for thing, most in zip(menu["lists"][things], menu["lists"][room])}


def _unreachable_inside(menu, form, field, values):
    """The same of an order inside an order."""
    keys = rows_of(field, values) if "which" in field else []
    menus = [field["menus"][field["which"][key]] for key in keys if key in field["which"]] or field["menus"]
    kind, found = form.fields[field["name"]].kind, []
    for forms in menus:
        found = unreachable({**menu, "forms": forms}, kind, values[field["name"]])
        if not found:
            return []
    return found


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
    return list(value) if isinstance(value, list) or are_counts(value) else [value]
