"""Positions: boards written down, in the notation of messages (contracts: positions and scenarios).

    Guam: us marine; SZ25: japan transport(japan infantry*2), japan destroyer
"""

from pbem.core.problems import Problem, messages

from .board import TURN, Board
from .parts import FORCES, SIDES
from .pieces import key, piece

messages(
    {
        "pac-position-unit": "{text} is no unit.",
        "pac-position-area": "there is no area {area}.",
        "pac-position-name": "{name} cannot be set.",
        "pac-position-value": "{name} cannot be {value}.",
    }
)


def read_units(board, text):
    """Put the units of a notation on the board; the Problems met."""
    problems = []
    for place in text.split(";"):
        area, _, items = place.partition(":")
        area = area_id(area)
        if area not in board.parts.areas:
            problems.append(Problem("pac-position-area", area=area))
            continue
        for item in split_items(items):
            token, count = read_unit(board, item)
            if token is None:
                problems.append(Problem("pac-position-unit", text=item))
            else:
                force, _, name = token.partition("/")
                board.add(area, force, name, count)
    return problems


def area_id(text):
    text = text.strip().casefold().replace(" ", "-")
    return text


def split_items(text):
    found, depth, current = [], 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            found.append(current.strip())
            current = ""
        else:
            current += letter
    return [item for item in [*found, current.strip()] if item]


def read_unit(board, text):
    """``us battleship*2!`` as a token and a count; (None, 0) if it is no unit of the title."""
    body, _, cargo = text.partition("(")
    flags = "".join(flag for flag in "!^~" if flag in body)
    body = body.translate({ord(flag): None for flag in "!^~"})
    name, _, number = body.partition("*")
    force, _, type = name.strip().partition(" ")
    type = type.strip().replace(" ", "-")
    if not _known(board, force, type) or (number and not number.strip().isdigit()):
        return None, 0
    aboard = []
    for item in split_items(cargo.rstrip(") ")):
        token, count = read_unit(board, item)
        if token is None:
            return None, 0
        aboard += [token] * count
    return f"{force}/{key(type, None, flags, aboard)}", int(number or 1)


def _known(board, force, type):
    return force in FORCES and type in board.parts.types and type != "industrial-complex"


def write_units(board):
    """The notation of all units, area by area."""
    places = []
    for area in sorted(board.units):
        items = [write_unit(f"{force}/{one.key}", count) for force, one, count in board.stacks(area)]
        places.append(f"{area}: {', '.join(items)}")
    return "; ".join(places)


def write_unit(token, count=1):
    force, _, name = token.partition("/")
    one = piece(name)
    text = f"{force} {one.type}" + (f"*{count}" if count != 1 else "")
    text += "".join(flag for flag in "!^~" if flag in one.flags)
    if one.cargo:
        items = sorted({item.rstrip("+") for item in one.cargo})
        counts = [write_unit(item, sum(c.rstrip("+") == item for c in one.cargo)) for item in items]
        text += f"({', '.join(counts)})"
    return text


def apply(board, position):
    """Change a board by a position: clear, at, set, control, units.  Returns the Problems met."""
    problems = []
    if position.get("base") == "empty" or "units" in position.get("clear", ()):
        board.units = {}
    at = position.get("at", {})
    for name in ("round", "power", "phase"):
        if name in at:
            setattr(board, name, at[name])
    if "phase" not in at and "base" in position and at:
        board.phase = "purchase"
    for area, nation in position.get("control", {}).items():
        board.control[area] = nation if isinstance(nation, str) else nation[0]
    for name, value in position.get("set", {}).items():
        problems += set_value(board, name, value)
    units = position.get("units", "")
    problems += read_units(board, units if isinstance(units, str) else "; ".join(units)) if units else []
    return problems


def set_value(board, name, value):
    """Set what a query of the same name reads; a list of Problems."""
    thing, _, what = name.partition(".")
    if name in ("vp", "kamikazes", "recruits", "round", "power", "phase", "plunder"):
        setattr(board, name, value)
    elif what == "control" and thing in board.control and value in board.parts.nations:
        board.control[thing] = value
    elif what == "convoy" and thing in board.markers:
        board.markers[thing] = value
    elif what == "money" and thing in board.money:
        board.money[thing] = value
    elif what == "complex" and thing in board.control:
        board.complexes = sorted({*board.complexes, thing} if value else set(board.complexes) - {thing})
    elif what == "held-since" and thing in board.control:
        by = {"axis": "japan", "allies": "us"}[SIDES[board.control[thing]]]
        board.captures.append({"capital": thing, "by": by, "round": value})
    elif what == "bought" and thing in board.money:
        board.bought[thing] = dict(_counts(value))
    elif name == "taken":
        board.taken = list(value)
    else:
        return [Problem("pac-position-name", name=name)]
    return []


def _counts(text):
    for item in text.split(","):
        type, _, number = item.strip().partition("*")
        yield type, int(number or 1)


def write(board):
    """A position with base ``empty`` that gives this board back at a rest point between turns."""
    fresh = Board(board.options, board.edition)
    setting = {}
    for name in ("vp", "kamikazes", "recruits"):
        if getattr(board, name) != getattr(fresh, name):
            setting[name] = getattr(board, name)
    for nation, amount in sorted(board.money.items()):
        if amount != fresh.money[nation]:
            setting[f"{nation}.money"] = amount
    for zone, holder in board.markers.items():
        if holder != fresh.markers[zone]:
            setting[f"{zone}.convoy"] = holder
    for site in sorted({*board.complexes, *fresh.complexes}):
        if (site in board.complexes) != (site in fresh.complexes):
            setting[f"{site}.complex"] = site in board.complexes
    for one in board.captures:
        setting[f"{one['capital']}.held-since"] = one["round"]
    control = {area: nation for area, nation in board.control.items() if nation != fresh.control[area]}
    position = {
        "pbem": "position/1",
        "title": "pacific",
        "edition": board.edition,
        "base": "empty",
        "at": {"round": board.round, "power": board.power, "phase": board.phase},
    }
    if control:
        position["control"] = control
    if setting:
        position["set"] = setting
    if board.units:
        position["units"] = write_units(board)
    return position


def is_between_turns(board):
    """Whether nothing of the turn so far would be lost in a position."""
    return not any(getattr(board, name) for name in TURN)
