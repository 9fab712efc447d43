"""What every Op is checked for: the shape of the order, whose units they are and where, whom they could attack."""

from pbem.core.problems import Problem, messages
from pbem.core.rulebook import rule
from pbem.core.text import listed

from .areas import ceasefire_problems, korean_attack_problems, together_problems
from .combat import fire_problems
from .parts import OTHER

messages(
    {
        "rd-no-such-op": "There is no Op {op} to declare.",
        "rd-missing-field": "Op {op} lacks {field}.",
        "rd-unknown-field": "Op {op} has no {field}.",
        "rd-bad-field": "{field} of Op {op} is not {wanted}.",
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


def shape_problems(board, number, fields, move):
    """Problems of the form alone: missing, unknown or misshapen fields, names of areas and units that do not exist.

    `fields` maps the fields of the Op to shapes; a shape that ends in ? is optional.
    """
    problems = []
    for name, shape in fields.items():
        if name not in move:
            if not shape.endswith("?"):
                problems.append(Problem("rd-missing-field", rule="8.2", op=number, field=name))
            continue
        kind = shape.rstrip("?")
        if kind in ("area", "sea", "land"):
            problems += _area_problems(board, number, name, kind, move[name])
            continue
        fits, wanted = SHAPES[kind]
        if not fits(move[name]):
            problems.append(Problem("rd-bad-field", rule="8.2", op=number, field=name, wanted=wanted))
        elif kind in ("units", "fire", "load", "moves"):
            problems += _unknown_units(board, kind, move[name])
        elif kind == "path":
            for area in move[name]:
                problems += _area_problems(board, number, name, "area", area)
    for name in move:
        if name not in fields and name != "op":
            problems.append(Problem("rd-unknown-field", rule="8.2", op=number, field=name))
    return problems


def _area_problems(board, number, field, kind, id):
    area = board.parts.areas.get(id) if isinstance(id, str) else None
    if area is None or (kind == "sea" and area.is_land) or (kind == "land" and not area.is_land):
        wanted = {"area": "an area", "sea": "a sea", "land": "a land area"}[kind]
        return [Problem("rd-bad-field", rule="8.2", op=number, field=field, wanted=wanted)]
    return []


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
        return [Problem("rd-bad-field", rule="8.2", op=3, field=id, wanted="an area") for id in unknown] + [
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
