"""What every Op is checked for: the shape of the order, whose units they are and where, whom they could attack."""

from pbem.core.data.problems import Problem, messages
from pbem.core.data.text import listed
from pbem.core.rules.rulebook import rule

from ..board.parts import OTHER
from .areas import ceasefire_problems, korean_attack_problems, together_problems
from .combat import fire_problems

messages(
    {
        "rd-no-such-op": "There is no Op {op} to declare.",
        "rd-missing-field": "Op {op} needs {what}.",
        "rd-unknown-field": "Op {op} has no part called {field}.",
        "rd-bad-field": "{field} of Op {op} must be {wanted}.",
        "rd-no-area": "There is no area called {area}.",
        "rd-wrong-area": "{area} is no {wanted}; Op {op} {does} a {wanted}.",
        "rd-unknown-unit": "There is no unit {unit}.",
        "rd-twice": "{unit} is named twice.",
        "rd-not-yours": "{unit} is not one of your units.",
        "rd-neutral-unit": "{unit} is neutral.",
        "rd-not-there": "{unit} is not in {area} but in {place}.",
        "rd-wrong-kind": "{unit} is no {wanted}; Op {op} uses no others.",
        "rd-no-enemy": "There is no enemy unit in {area} to attack.",
    }
)


# -- the shape of an order ---------------------------------------------------------------------------------


def _is_ids(value):
    return isinstance(value, list) and bool(value) and all(isinstance(id, str) for id in value)


def _is_pairs(value):
    return isinstance(value, list) and all(_is_ids(pair) and len(pair) == 2 for pair in value)


def _is_load(value):
    return isinstance(value, dict) and all(_is_ids(cargo) for cargo in value.values())


def _is_moves(value):
    return (
        isinstance(value, list) and bool(value)
        and all(
            isinstance(move, dict) and sorted(move) == ["from", "to", "units"] and isinstance(move["from"], str)
            and isinstance(move["to"], str) and _is_ids(move["units"])
            for move in value
        )
    )  # fmt: skip


SHAPES = {
    "text": (lambda value: isinstance(value, str), "a name"),
    "units": (_is_ids, "a list of units"),
    "path": (lambda value: value == [] or _is_ids(value), "a list of areas"),
    "fire": (_is_pairs, "a list of pairs of a shooter and its target"),
    "load": (_is_load, "a list of units for each ship"),
    "moves": (_is_moves, "a list of moves, each from an area to an area with units"),
    "flag": (lambda value: isinstance(value, bool), "true or false"),
}


MISSING = {
    "from": "the area that it starts from", "to": "the area that it goes to", "at": "the area that it is aimed at",
    "units": "units", "unit": "a unit", "country": "a country", "moves": "moves",
}  # fmt: skip
AREA_KINDS = {"area": "area", "sea": "sea area", "land": "land area"}
TO_THE_NEXT = (12, 13, 14, 19)  # Ops from an area to one beside it
DOES = {"from": "starts from", "to": "goes to", "at": "is aimed at"}


def shape_problems(board, number, fields, move):
    """Problems of the form alone: missing, unknown or misshapen fields, names of areas and units that do not exist.

    `fields` maps the fields of the Op to shapes; a shape that ends in ? is optional.
    """
    problems = []
    for name, shape in fields.items():
        if name not in move:
            if not shape.endswith("?"):
                hint = _form_of(number)
                problems.append(
                    Problem("rd-missing-field", rule="8.2", hint=hint, op=number, field=name, what=MISSING[name])
                )
            continue
        kind = shape.rstrip("?")
        if kind in ("area", "sea", "land"):
            problems += _area_problems(board, number, name, kind, move)
            continue
        fits, wanted = SHAPES[kind]
        if not fits(move[name]):
            problems.append(Problem("rd-bad-field", rule="8.2", op=number, field=name, wanted=wanted))
        elif kind in ("units", "fire", "load", "moves"):
            problems += _unknown_units(board, kind, move[name])
        elif kind == "path":
            problems += [_no_area(area) for area in move[name] if area not in board.parts.areas]
    for name in move:
        if name not in fields and name != "op":
            problems.append(
                Problem("rd-unknown-field", rule="8.2", hint=_form_of(number), op=number, field=name)
            )
    return problems


def _form_of(number):
    """How the Op is written, as a hint."""
    from ..orders.op_order import GRAMMAR

    form = next((form for form, _, _ in GRAMMAR if form.split()[:2] == ["op", str(number)]), "")
    return f"Write: {form}" if form else ""


def _area_problems(board, number, field, kind, move):
    """What is wrong with the area in a field: there is none, or it is land where a sea is meant, or the reverse."""
    areas, id = board.parts.areas, move[field]
    area = areas.get(id) if isinstance(id, str) else None
    if area is None:
        return [_no_area(id)]
    if kind == "area" or area.is_land == (kind == "land"):
        return []
    start = areas.get(move.get("from")) if isinstance(move.get("from"), str) else None
    hint = _beside(areas, start, kind) if start and field == "to" and number in TO_THE_NEXT else ""
    return [
        Problem("rd-wrong-area", rule="8.2", hint=hint, op=number, field=field, area=area.name,
                does=DOES[field], wanted=AREA_KINDS[kind])
    ]  # fmt: skip


def _no_area(id):
    return Problem("rd-no-area", rule="8.2", area=id)


def _beside(areas, start, kind):
    """The areas of a kind next to where an Op starts, as a hint."""
    near = start.neighbours if kind == "land" else start.seas
    names = [areas[id].name for id in near if areas[id].is_land == (kind == "land")]
    return f"Next to {start.name}: {listed(names)}." if names else ""


def _unknown_units(board, kind, value):
    units = board.parts.units
    if kind == "units":
        named = value
    elif kind == "fire":
        named = [id for pair in value for id in pair]
    elif kind == "load":
        named = [id for ship, cargo in value.items() for id in (ship, *cargo)]
    else:
        named = [id for part in value for id in part["units"]]
        unknown = [id for part in value for id in (part["from"], part["to"]) if id not in board.parts.areas]
        return [_no_area(id) for id in unknown] + [
            Problem("rd-unknown-unit", rule="2.3", unit=id) for id in named if id not in units
        ]
    problems = [Problem("rd-unknown-unit", rule="2.3", unit=id) for id in dict.fromkeys(named) if id not in units]
    if kind == "units":
        problems += [Problem("rd-twice", rule="2.2", unit=id) for id in dict.fromkeys(named) if named.count(id) > 1]
    return problems


# -- whose units, and where ----------------------------------------------------------------------------------


@rule("8.2", "One's own units", also=("2.2",))
def own_problems(board, side, ids, area, number):
    """8.2 The units of an Op are one's own and in the area that it names."""
    problems = []
    for id in ids:
        if board.side[id] == "neutral":
            problems.append(Problem("rd-neutral-unit", rule=_joining_rule(board, id), unit=id))
        elif board.side[id] != side:
            problems.append(Problem("rd-not-yours", rule=number, unit=id))
        elif board.area_of(id) != area:
            problems.append(Problem("rd-not-there", rule=number, unit=id, area=area, place=board.place[id]))
    return problems


def _joining_rule(board, unit):
    country, special = board.parts.units[unit].country, board.parts.special
    if country in special["korea"]["countries"]:
        return "11.2"
    return special["acts_alone"].get(country, "8.11")


def category_problems(board, ids, categories, number, op):
    """Problems of units that are of none of the categories."""
    units = board.parts.units
    wanted = f"{listed(categories, 'or')} unit"
    return [
        Problem("rd-wrong-kind", rule=number, unit=id, wanted=wanted, op=op)
        for id in ids
        if units[id].category not in categories
    ]


# -- attacks -------------------------------------------------------------------------------------------------


def enemies(board, side, area):
    """The enemy's units in an area; neutral ones are no enemies (8.2), cargo is none by itself (9.9)."""
    return board.units_at(area, OTHER[side])


def companions(board, side, area, command, categories=("naval",)):
    """One's own units of a command in an area: those of the categories, and land units at sea where ships are meant."""
    units, parts = board.parts.units, board.parts
    at_sea = "naval" in categories and not parts.areas[area].is_land
    return [
        id for id in board.units_at(area, side)
        if (units[id].category in categories or at_sea) and parts.command_of(units[id].country) == command
    ]  # fmt: skip


def command_of_units(board, ids):
    """The command of the first unit, "" without units."""
    return board.parts.command_of(board.parts.units[ids[0]].country) if ids else ""


def wants_attack(move):
    return bool(move.get("attack")) or "fire" in move


@rule("10.1", "Attacks", also=("6.16",))
def attack_problems(board, side, area, shooters, must, fire, number, origin=None, ashore=(), targets=None):
    """10.1 An attack needs enemies; none under a cease-fire (6.16), none in Korea before the war (11.2)."""
    problems = ceasefire_problems(board, side)
    problems += korean_attack_problems(board, *[place for place in (origin, area) if place])
    problems += together_problems(board, [id for id, _ in fire or () if id in shooters] + list(must))
    targets = enemies(board, side, area) if targets is None else targets
    if not targets:
        return [*problems, Problem("rd-no-enemy", rule=number, area=area)]
    if fire is not None:
        problems += fire_problems(board, shooters, targets, fire, must, ashore)
    return problems
