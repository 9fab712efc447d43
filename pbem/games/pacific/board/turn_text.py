"""What a turn has seen so far, written down in a position and read again: ``{name: value}`` of its ``set``.

    fought, raids, battles, taken, bombed     lists of areas
    plunder                                   IPCs
    AREA.origins                              areas from which attackers came
    AREA.program                              the attacker's program, as in orders: "stance SA losses infantry, armor"
    ZONE.landings                             "guam 1 us/transport=+(us/marine) us/marine*1": the shore, how many ships
                                              of which kind, and what each puts ashore
    ZONE.bombard                              "guam us/battleship*2"
    ZONE.kamikazes                            "2 us/battleship"

Units stand there as tokens (pieces.py).
"""

from ..orders.words import program_said, program_text
from .names import make_names
from .pieces import piece

LISTS = ("taken", "fought", "raids", "battles", "bombed")
AREA_LISTS = ("origins", "landings", "bombard", "kamikazes")


def written(board):
    """Everything that the turn has seen and that still stands on the board."""
    found = {name: list(getattr(board, name)) for name in LISTS if getattr(board, name)}
    if board.plunder:
        found["plunder"] = board.plunder
    for nation, counts in board.bought.items():
        found[f"{nation}.bought"] = _counted(counts, ",")
    for area, origins in board.origins.items():
        found[f"{area}.origins"] = list(origins)
    for area, program in board.programs.items():
        found[f"{area}.program"] = program_text(program)
    for one in board.landings:
        ship = f"{one['count']} {one['force']}/{one['ship']}"
        found.setdefault(f"{one['zone']}.landings", []).append(f"{one['area']} {ship} {_counted(one['cargo'])}")
    for one in board.bombard:
        found.setdefault(f"{one['zone']}.bombard", []).append(f"{one['area']} {_counted(one['units'])}")
    for one in board.divine:
        found.setdefault(f"{one['zone']}.kamikazes", []).append(f"{one['count']} {one['target']}")
    return found


def set_on(board, name, value):
    """Set one of them; whether the value is one."""
    thing, _, what = name.partition(".")
    areas = board.parts.areas
    if name in LISTS or what in AREA_LISTS:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            return False
    try:
        if name in LISTS:
            known = board.control if name in ("taken", "raids", "bombed") else areas
            setattr(board, name, list(value))
            return all(area in known for area in value)
        return thing in areas and AREA_READERS[what](board, thing, value)
    except (KeyError, ValueError, TypeError):
        return False


def _origins(board, area, value):
    board.origins[area] = list(value)
    return all(origin in board.parts.areas for origin in value)


def _program(board, area, value):
    from pbem.core.orders.lines import LineError

    if not isinstance(value, str):
        return False
    try:
        board.programs[area] = program_said(value, make_names(board.pack))
    except LineError:
        return False
    return bool(board.programs[area])


def _landings(board, zone, value):
    for text in value:
        area, count, token, *cargo = text.split(" ")
        force, _, ship = token.partition("/")
        board.landings.append(
            {
                "zone": zone,
                "area": area,
                "force": force,
                "count": int(count),
                "cargo": _counts(cargo),
                "ship": piece(ship).key,
            }
        )
    return all(one["area"] in board.control for one in board.landings)


def _bombard(board, zone, value):
    for text in value:
        area, *units = text.split(" ")
        board.bombard.append({"zone": zone, "area": area, "units": _counts(units)})
    return all(one["area"] in board.control for one in board.bombard)


def _kamikazes(board, zone, value):
    for text in value:
        count, target = text.split(" ")
        piece(target.partition("/")[2])
        board.divine.append({"zone": zone, "target": target, "count": int(count)})
    return board.parts.areas[zone].kamikaze


AREA_READERS = {
    "origins": _origins,
    "program": _program,
    "landings": _landings,
    "bombard": _bombard,
    "kamikazes": _kamikazes,
}


def _counted(counts, between=" "):
    return between.join(f"{name}*{number}" for name, number in counts.items())


def _counts(words):
    """``["us/battleship*2"]`` as {token: count}."""
    found = {}
    for word in words:
        token, _, number = word.rpartition("*")
        piece(token.partition("/")[2])
        found[token] = int(number)
    return found
