"""What a board of Pacific holds, in one table (table.json): for `show`, positions, corrections, conditions and cases.

Values of several parts are texts, with tokens of units (pieces.py): ZONE.landings "guam 1 us/transport=+(us/marine)
us/marine*1" is the shore, how many ships of which kind, and what each puts ashore; ZONE.bombard "guam us/battleship*2";
ZONE.kamikazes "2 us/battleship"; AREA.program as in orders, "stance SA losses infantry, armor".
"""

from collections.abc import Callable
from typing import Any

from pbem.core.data.collecting import spread, summed
from pbem.core.data.json_types import Json
from pbem.core.language.errors import ParseError
from pbem.core.title.table import Table, fitting, under, word

from .. import rules as rules
from ..board.board import STATE, Board
from ..board.names import make_names
from ..board.parts import FORCES, SIDES, Area, Type
from ..board.pieces import bare, piece, split
from ..orders.words import program_said, program_text
from ..rules import flight, kamikaze, transport
from ..rules.sequence import PHASES

# -- what is shown -----------------------------------------------------------------------------------------------


def units(board: Board, area: str, force: str | None = None) -> list[str]:
    stacks = board.stacks(area, (force,) if force else FORCES)
    counts = summed((bare(f"{owner}/{one.key}"), count) for owner, one, count in stacks)
    return [f"{count} {token}" if count > 1 else token for token, count in sorted(counts.items())]


def state(board: Board, area: str) -> list[str]:
    return [f"{count} {owner}/{one.key}" for owner, one, count in board.stacks(area)]


def distance(board: Board, start: str, goal: str, how: str = "air") -> int | None:
    borders = {"air": "near", "sea": "sea", "land": "land"}[how]
    return spread([start], lambda area: getattr(board.parts.areas[area], borders)).get(goal)


def flight_cost(board: Board, start: str, goal: str) -> int | None:
    path = flight.route(board, start, goal, board.side)
    return None if path is None else flight.cost(board, path, board.side)


def count(board: Board, type: str, force: str | None = None) -> int:
    return sum(_count(board, area, type, force) for area in board.units)


def _count(board: Board, area: str, type: str, force: str | None) -> int:
    total = 0
    for owner, one, units in board.stacks(area):
        if one.type == type and force in (None, owner):
            total += units
        for item in one.cargo:
            cargo_force, cargo = split(item.rstrip("+"))
            if cargo.type == type and force in (None, cargo_force):
                total += units
    return total


def winner(board: Board) -> str | None:
    return board.result["winner"] if board.result else None


def friendly(board: Board, area: str) -> bool:
    return SIDES[board.control[area]] == board.side


def kamikaze_targets(board: Board, zone: str) -> list[str]:
    return sorted(kamikaze.targets(board).get(zone, {}))


def bombarders(board: Board, zone: str) -> list[str]:
    return [f"{n} {ship}" for ship, n in sorted(transport.bombarders(board, zone).items())]


def bought(board: Board, nation: str) -> list[str]:
    return [f"{n} {type}" for type, n in sorted(board.bought.get(nation, {}).items())]


def written_bought(board: Board, nation: str) -> str:
    return _counted(board.bought.get(nation, {}), ",")


def neighbours(board: Board, area: str) -> list[str]:
    return sorted(board.parts.areas[area].near)


def held_since(board: Board, area: str) -> str | None:
    """The power and the round, "uk 3"."""
    found = (f"{one['by']} {one['round']}" for one in board.captures if one["capital"] == area)
    return next(found, None)


NO_PROGRAM = "none"


def ended(board: Board) -> str | None:
    return "/".join(board.result[name] or "draw" for name in ("winner", "why", "rule")) if board.result else None


def program(board: Board, area: str) -> str | None:
    return (program_text(board.programs[area]) or NO_PROGRAM) if area in board.programs else None


def landings(board: Board, zone: str) -> list[str]:
    return [
        f"{one['area']} {one['count']} {one['force']}/{one['ship']} {_counted(one['cargo'])}"
        for one in board.landings
        if one["zone"] == zone
    ]


def bombard(board: Board, zone: str) -> list[Any]:
    return [f"{one['area']} {_counted(one['units'])}" for one in board.bombard if one["zone"] == zone]


def kamikazes_sent(board: Board, zone: str) -> list[Any]:
    return [f"{one['count']} {one['target']}" for one in board.divine if one["zone"] == zone]


def _counted(counts: dict[str, int], between: str = " ") -> str:
    return between.join(f"{name}*{number}" for name, number in counts.items())


# -- what can be put --------------------------------------------------------------------------------------------


def put_control(board: Board, area: str, value: str | list[str]) -> bool:
    value = value[0] if isinstance(value, list) and value else value
    return _put(board.control, area, value, is_nation(board, area, value))


def is_nation(board: Board, zone: str, value: Any) -> bool:
    return isinstance(value, str) and value in board.parts.nations


put_convoy = under("markers", is_nation)
put_money = under("money", lambda board, nation, value: type(value) is int and value >= 0)


def put_bought(board: Board, nation: str, value: str) -> bool:
    counts = _types(value, board.parts.types)
    return _put(board.bought, nation, counts, counts is not None)


def _put(table: Json, name: str, value: Any, fits: bool) -> bool:
    if fits:
        table[name] = value
    return fits


def _types(text: str, types: dict[str, Type]) -> dict[str, int] | None:
    """``"infantry*2, tank"`` as {type: count}; None if it is nothing of the kind."""
    counts = {}
    for item in str(text).split(","):
        type, _, number = item.strip().partition("*")
        if type not in types or not (number or "1").isascii() or not (number or "1").isdecimal():
            return None
        counts[type] = int(number or 1)
    return counts


def put_captor(board: Board, area: str, value: int | str) -> bool:
    """The enemy who holds a capital, and since which round: ``"uk 3"``, or the round alone where one power only can
    have taken it."""
    by, _, round = str(value).rpartition(" ")
    by = by or {"axis": "japan", "allies": "us"}[board.side_of(area)]
    if by not in board.parts.turn["order"] or not (round.isascii() and round.isdecimal()):
        return False
    others = [one for one in board.captures if one["capital"] != area]
    board.captures = [*others, {"capital": area, "by": by, "round": int(round)}]
    return True


def put_program(board: Board, area: str, value: int | str) -> bool:
    """A program as orders write it; "none" is one that leaves all to what is published, and asks nothing."""
    try:
        found = program_said(value, make_names(board.pack)) if isinstance(value, str) else None
    except ParseError:
        found = None
    return _put(board.programs, area, found or {}, bool(found) or value == NO_PROGRAM)


def areas_listed(name: str, known: Callable[..., Any]) -> Callable[..., Any]:
    """A list of areas that is an attribute of the board."""
    return fitting(name, lambda board, value: are_among(value, known(board)))


def are_among(value: Any, known: Json) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) and one in known for one in value)


def declared(name: str, read: Callable[..., Any]) -> Callable[..., Any]:
    """What is declared in a zone, a text each: ``read(board, zone, text)`` gives one, or fails."""

    def put(board, zone, value):
        try:
            found = [read(board, zone, text) for text in value] if isinstance(value, list) else None
        except (AttributeError, KeyError, TypeError, ValueError):
            found = None
        if found is not None:
            setattr(board, name, [*(one for one in getattr(board, name) if one["zone"] != zone), *found])
        return found is not None

    return put


def read_landing(board: Board, zone: str, text: str) -> Json:
    area, count, token, *cargo = text.split(" ")
    force, _, ship = token.partition("/")
    ship, loaded = piece(ship).key, _tokens(cargo)
    return {
        "zone": zone,
        "area": _shore(board, area),
        "force": force,
        "count": int(count),
        "cargo": loaded,
        "ship": ship,
    }


def read_bombardment(board: Board, zone: str, text: str) -> Json:
    area, *units = text.split(" ")
    return {"zone": zone, "area": _shore(board, area), "units": _tokens(units)}


def read_kamikazes(board: Board, zone: str, text: str) -> Json:
    count, target = text.split(" ")
    piece(target.partition("/")[2])
    if not board.parts.areas[zone].kamikaze:
        raise ValueError(zone)
    return {"zone": zone, "target": target, "count": int(count)}


def _shore(board: Board, area: str) -> str:
    if area not in board.control:
        raise ValueError(area)
    return area


def _tokens(words: list[str]) -> dict[str, int]:
    """``["us/battleship*2"]`` as {token: count}."""
    found = {}
    for text in words:
        token, _, number = text.rpartition("*")
        piece(token.partition("/")[2])
        found[token] = int(number)
    return found


def put_result(board: Board, value: str) -> bool:
    """How the game has ended: ``axis/capitals/GAM-1``."""
    winner, why, rule = value.split("/") if isinstance(value, str) and value.count("/") == 2 else ("", "", "")
    fits = winner in ("axis", "allies", "draw") and bool(why and rule)
    if fits:
        board.result = {"winner": None if winner == "draw" else winner, "why": why, "rule": rule}
    return fits


# -- of what -----------------------------------------------------------------------------------------------------


def all_areas(board: Board) -> dict[str, Area]:
    return board.parts.areas


def zones_of(name: str) -> Callable[..., Any]:
    """All areas, first those of what is declared, in the order in which it was."""
    return lambda board: dict.fromkeys([*(one["zone"] for one in getattr(board, name)), *board.parts.areas])


def territories(board: Board) -> dict[str, str]:
    return board.control


# -- the table --------------------------------------------------------------------------------------------------

put_power = word("power", lambda board: board.parts.turn["order"])
put_phase = word("phase", lambda board: ("opening", *PHASES))
put_taken, put_fought = areas_listed("taken", territories), areas_listed("fought", all_areas)
put_raids, put_bombed = areas_listed("raids", territories), areas_listed("bombed", territories)
put_origins = under("origins", lambda board, area, value: are_among(value, board.parts.areas))
put_battles = areas_listed("battles", all_areas)
put_landings, zones_of_landings = declared("landings", read_landing), zones_of("landings")
put_bombard, zones_of_bombard = declared("bombard", read_bombardment), zones_of("bombard")
put_divine, zones_of_kamikazes = declared("divine", read_kamikazes), zones_of("divine")
TABLE = Table.from_rows(STATE, __file__, vars())
ARGUMENTS = {
    "zone": "area",
    "start": "area",
    "goal": "area",
    "type": "unit-type",
    "how": ["air", "sea", "land"],
}
