"""Small boards at random, and every Op that the rules take there: what menus of Ops are held against."""

from itertools import combinations

from pbem.core.title import positions
from pbem.core.data.problems import refusals
from pbem.core.title.game import load
from pbem.core.trial.selfplay import Chance
from pbem.games.red_dragon.board.board import blank
from pbem.games.red_dragon.orders.op_domains import random_path, units_in
from pbem.games.red_dragon.rules.checks import enemies

GAME = load("red-dragon")
OP = GAME.kinds["op"]
PARTS = blank().parts
APART = ((), (), ("china-central", "taiwan"), ("us-base", "north-pacific"))  # where Ops start and end in every game
MOST = 2  # units of one Op, as far as they are tried
ORDER = ("unit", "country", "from", "to", "at", "units", "via", "attack")  # of the fields that are tried


def small_board(seed):
    """A board of three to six areas beside each other, with four to ten units and some chance of anything that the
    rules of Ops look at: the war, countries that have joined, a cease-fire, areas that are closed."""
    chance = Chance(seed)
    while True:
        board, given = blank({"options": _options(seed)}), _position(chance)
        if not positions.apply(board, given, GAME):
            return board


def _options(seed):
    """What is agreed: every fourth time something else than the published default. Each is drawn by itself, so that one
    more of them leaves the boards as they are."""
    chances = {name: Chance(f"{seed} {name}") for name in GAME.options}
    return {
        name: chance.choice(GAME.options[name]["values"]) for name, chance in chances.items() if not chance.below(4)
    }


def _position(chance):
    areas = PARTS.areas
    start = chance.choice(list(areas))
    places = list(dict.fromkeys([start, *chance.some(areas[start].neighbours, 4), *chance.choice(APART)]))
    holders = {place: _holder(place, chance) for place in places if areas[place].is_land}
    return {
        "base": "empty",
        "units": "; ".join(f"{place}: {there}" for place, there in _units(places, holders, chance).items()),
        "control": holders,
        "set": _settings(places, chance),
    }


def _holder(place, chance):
    if PARTS.areas[place].mainland:
        return "prc"
    return "allied" if PARTS.areas[place].prc_forbidden else chance.choice(["prc", "allied"])


def _settings(places, chance):
    """What has happened so far."""
    joined = {f"country.{id}": one["leans"] for id, one in PARTS.countries.items() if chance.below(3)}
    found = {"korea.war": chance.choice(["none", "on", "on", "prc", "allied"]), **joined}
    if not chance.below(6):
        found[f"ceasefire.{chance.choice(['prc', 'allied'])}"] = True
    if not chance.below(4):
        found[f"limited.{chance.choice(['vietnam', 'malaysia'])}"] = True
    if not chance.below(6):
        found[f"closed.{chance.choice([place for place in PARTS.areas if PARTS.areas[place].is_land])}"] = True
    return found


def _units(places, holders, chance):
    """``{place: units as a position names them}``: ships in port and aircraft with those who hold it."""
    left, there = list(PARTS.units.values()), {place: [] for place in places}
    for _ in range(4 + chance.below(7)):
        place = chance.choice(places)
        fitting = [unit for unit in left if _may_stand(unit, place, holders)]
        kinds = list(dict.fromkeys((unit.category, unit.is_long_range) for unit in fitting))
        if not kinds:
            continue
        kind = chance.choice(kinds)
        unit = chance.choice([unit for unit in fitting if (unit.category, unit.is_long_range) == kind])
        left.remove(unit)
        carried = [one for one in left if one.is_heavy and one.country == unit.country][: chance.below(3)]
        if not unit.capacity or place in holders:
            carried = []
        left = [one for one in left if one not in carried]
        hold = f" ({', '.join(map(_named, carried))})" if carried else ""
        there[place].append(f"{_named(unit)}{'!' if unit.steps > 1 and not chance.below(4) else ''}{hold}")
    if not chance.below(3):
        there["pool"] = [_named(chance.choice([unit for unit in left if unit.country == "us"]))]
    return {place: ", ".join(units) for place, units in there.items() if units}


def _named(unit):
    return unit.id.replace("-", " ", 1)


def _may_stand(unit, place, holders):
    side = PARTS.countries[unit.country]["leans"]
    if place not in holders:
        lands, seas = PARTS.operates.get(unit.country, ((), None))
        return (unit.category == "naval" or unit.goes_to_sea) and (seas is None or place in seas)
    return holders[place] == side or (unit.category == "land" and not PARTS.areas[place].mainland)


# -- what the rules take -------------------------------------------------------------------------------------------


def refused(board, ask, answer):
    """The codes for which the rules refuse an Op, with what goes without saying in it; none where they take it."""
    whole, problems = OP.settle(board, ask, answer)
    return {problem.code for problem in refusals(problems) or refusals(OP.check(board, ask, whole))}


def legal_ops(board, ask, form):
    """The fields of every Op of a form that the rules take, of one or two units each, its fire left open."""
    rows = [{}]
    for name in names_of(form):
        rows = [_with(row, name, value) for row in rows for value in _values(board, ask.power, form, name, row)]
    asked = [row for row in rows if not says_nothing(board, ask.power, form, row)]
    return [row for row in asked if not refused(board, ask, answer_of(form, row))]


def some_op(board, side, form, chance):
    """The fields of an Op of a form at random, most often an illegal one; None where no line would say it."""
    row = {}
    for name in names_of(form):
        values = list(_values(board, side, form, name, row))
        if not values:
            return None
        row = _with(row, name, chance.choice(values))
    return None if says_nothing(board, side, form, row) else row


def answer_of(form, row):
    """The answer that fields make."""
    return {**form.gives, **({"moves": [row]} if "moves" in form.fields else row)}


def says_nothing(board, side, form, row):
    """What the rules take and no menu offers, for it changes nothing: to sail heavy units by name, which need a ship to
    be named for them (9.9) or go without saying; to attack from the sea with land units, which have no fire there
    (2.12); to attack where an assault meets nobody, or whom it fights anyway (10.1)."""
    number, units = form.gives["op"], [PARTS.units[id] for id in row.get("units", ())]
    if number == 12:
        return any(unit.is_heavy for unit in units)
    if number == 15:
        ashore = [unit for unit in units if unit.category == "land"]
        return bool(ashore) and (row["at"] != row["from"] or len(ashore) == len(units))
    return number == 19 and "attack" in row and not enemies(board, side, row["to"])


def names_of(form):
    """The fields that are tried, so that units are looked for where the Op starts."""
    return [name for name in ORDER if name in _fields(form)]


def _fields(form):
    return form.fields["moves"].form.fields if "moves" in form.fields else form.fields


def _with(row, name, value):
    return row if value is None else {**row, name: value}


def _values(board, side, form, name, row):
    """What may be written in a field, legal or not; None is to leave it out."""
    field = _fields(form)[name]
    if name == "unit":
        return [id for place in PARTS.areas for id in units_in(board, side, place)]
    if name == "country":
        return list(board.country)
    if name == "attack":
        return [None, True]
    if name == "via":  # islands go without saying
        return [_way(board, side, row) if hasattr(field, "twice") and side == "prc" else None]
    if name == "units":
        return _groups(board, side, form, row)
    found = [id for id, area in PARTS.areas.items() if field.kind in ("area", "land" if area.is_land else "sea")]
    return [place for place in found if units_in(board, side, place)] if name == "from" else found


def _way(board, side, row):
    """A way for aircraft; None beside the goal, or where there is none."""
    return random_path(board, side, row["from"], row.get("to", row.get("at")), Chance("way")) or None


def _groups(board, side, form, row):
    """Up to MOST units of the area where the Op starts; none where they may go without saying, or all."""
    start = row.get("from", row.get("at", PARTS.special["op5"]["from"]))
    own = units_in(board, side, start)
    groups = [list(ids) for count in range(1, MOST + 1) for ids in combinations(own, count)]
    if form.gives["op"] not in (15, 20):
        return groups
    return [None, *groups, *([board.units_at(start, side)] if len(own) > MOST else [])]
