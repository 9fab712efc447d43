"""What a board holds, in one table (table.json): for `show`, positions, corrections, conditions and cases."""

from pbem.core.data.collecting import paths
from pbem.core.data.json_types import Json
from pbem.core.title.table import Table, number, under, word

from ..board.board import ELIMINATED, OUT_OF_PLAY, POOL, STATE, Board
from ..board.parts import SIDES
from ..rules.movement import beside, sea_goals

# -- what is shown -----------------------------------------------------------------------------------------------


def state(board: Board, unit: str) -> str:
    if board.place[unit] == ELIMINATED:
        return "eliminated"
    return "reduced" if unit in board.reduced else "full"


def winner(board: Board) -> str | None:
    return board.result["winner"] if board.result else None


def ended(board: Board) -> str | None:
    return "/".join(board.result[name] for name in ("winner", "why", "rule")) if board.result else None


def contested(board: Board) -> list[str]:
    return [area for area in board.holder if board.is_contested(area)]


def units(board: Board, area: str, side: str | None = None) -> list[str]:
    return board.units_at(area, side)


def route(board: Board, start: str, goal: str, side: str) -> list[str]:
    return paths(start, lambda here: sea_goals(board, side, here)).get(goal, [])


def op(board: Board, number: str) -> int:
    return board.ops.get(str(number), 0)


def double(board: Board, side: str) -> bool:
    return board.double == side


def pool_count(board: Board) -> int:
    return len(board.at.get(POOL, ()))


def neighbours(board: Board, area: str) -> list[str]:
    return list(beside(board, area))


def distance(board: Board, start: str, goal: str) -> int:
    return board.parts.steps_from(start)[goal]


def placements(board: Board) -> list[Json]:
    """The units and what they carry, for the notation of positions."""
    found = []
    for place in (*board.parts.areas, *board.parts.boxes):
        for unit in board.units_at(place):
            if place != OUT_OF_PLAY or board.cargo(unit) or unit in board.reduced:
                cargo = [{"unit": id, "type": None, "state": _mark(board, id)} for id in board.cargo(unit)]
                found.append({"place": place, "unit": unit, "type": None, "state": _mark(board, unit), "cargo": cargo})
    return found


def _mark(board: Board, unit: str) -> str:
    return "damaged" if unit in board.reduced else ""


# -- of what -----------------------------------------------------------------------------------------------------


def all_events(board: Board) -> Json:
    return board.parts.tables["events"]


def all_ops(board: Board) -> tuple[str, ...]:
    return ("0", *board.parts.tables["ops"])


def sides(board: Board) -> tuple[str, ...]:
    return SIDES


# -- what is put -------------------------------------------------------------------------------------------------


def steps(board: Board) -> tuple[str, ...]:
    """The steps of the sequence, those of the set-up included."""
    return (*board.parts.tables["sequence"]["order"], "allied-set-up", "nk-coast", "prc-set-up")


put_step, put_vp = word("stage", steps), number("vp", None)


def put_war(board: Board, value: str) -> bool:
    """The war; with it both Koreas are in it, and the winner's land units there are bound (11.6)."""
    if value not in ("none", "on", *SIDES):
        return False
    board.war = value
    for country in board.parts.special["korea"]["countries"] if value != "none" else ():
        if board.country[country] == "neutral":
            put_country(board, country, board.parts.countries[country]["leans"])
    if value in SIDES:
        board.bound = winners_in_korea(board)
    return True


def winners_in_korea(board: Board) -> list[str]:
    """The land units in Korea of the side that has won the war."""
    areas, units = board.parts.special["korea"]["areas"], board.parts.units
    return [
        id
        for area in areas
        for id in units
        if board.place[id] == area and board.country[units[id].country] == board.war and units[id].category == "land"
    ]


def put_country(board: Board, country: str, value: str) -> bool:
    if value not in ("neutral", "out", *SIDES):
        return False
    board.country[country] = value
    for area in board.parts.lands_of(country):
        if value in SIDES and board.holder[area] == "neutral":
            board.holder[area] = value
    return True


def put_holder(board: Board, area: str, value: str) -> bool:
    value = value[0] if isinstance(value, list) and value else value
    if value not in ("neutral", *SIDES):
        return False
    board.holder[area] = value
    return True


def put_event(board: Board, event: str, value: int) -> bool:
    if type(value) is not int:
        return False
    board.events[event] = value
    data = board.parts.tables["events"][event].get("data", {})
    if value and "removes" in data:
        board.country[data["removes"]] = "out"
    if value and "closes" in data and not _stands(board, data["removes"]):
        board.closed = sorted({*board.closed, *board.parts.groups[data["closes"]]})
    if value and "opens" in data and data["opens"] not in board.limited:
        board.limited.append(data["opens"])
    return True


def _stands(board: Board, country: str) -> bool:
    """Whether a unit of the country is on the board: its areas are not closed then (6.17)."""
    return any(unit.country == country and board.area_of(id) for id, unit in board.parts.units.items())


def put_double(board: Board, side: str, value: bool) -> bool:
    if not isinstance(value, bool):
        return False
    if value:
        board.double = side
    elif board.double == side:
        board.double = None
    return True


def put_result(board: Board, value: str) -> bool:
    """How the game ended: ``allied/thirty-actions/4.1``."""
    winner, why, rule = (value.split("/") + ["", ""])[:3] if isinstance(value, str) else ("", "", "")
    if winner not in ("draw", *SIDES) or why not in board.parts.tables["game_end"]:
        return False
    board.result = {"winner": winner, "why": why, "rule": rule}
    return True


def is_coast(board: Board, unit: str, value: str) -> bool:
    """Whether a ship can lie at a coast of the area where it is."""
    area = board.parts.areas.get(board.place[unit])
    return area is not None and value in area.coasts and board.parts.units[unit].category == "naval"


put_coast, put_op = under("coasts", is_coast), under("ops", lambda board, number, value: type(value) is int)


def put_state(board: Board, unit: str, value: str) -> bool:
    if value not in ("full", "reduced"):
        return False
    board.reduced = [id for id in board.reduced if id != unit] + [unit] * (value == "reduced")
    return True


def put_scored(board: Board, area: str, value: int) -> bool:
    if type(value) is not int:
        return False
    if value:
        board.scored[area] = value
    else:
        board.scored.pop(area, None)
    return True


# -- what a position must say, for it does not follow from the rest of it ------------------------------------------


def limited_by_event(board: Board, fresh: Board, country: str) -> bool:
    """Limited, or opened by an event that has happened."""
    events = board.parts.tables["events"]
    opened = (events[id].get("data", {}).get("opens") for id in board.events)
    return country in board.limited or country in opened


def closed_by_event(board: Board, fresh: Board, area: str) -> bool:
    """Closed, or among what an event that has happened closes."""
    events = board.parts.tables["events"]
    groups = (events[id].get("data", {}).get("closes") for id in board.events)
    return area in board.closed or any(area in board.parts.groups[group] for group in groups if group)


def bound_by_war(board: Board, fresh: Board, unit: str) -> bool:
    """Bound, or among the land units that the end of the war has bound."""
    return unit in board.bound or (board.war in SIDES and unit in winners_in_korea(board))


# -- the table ---------------------------------------------------------------------------------------------------

TABLE = Table.from_rows(STATE, __file__, vars())
ARGUMENTS = {"area": "area|box", "side": "power", "number": int, "start": "area", "goal": "area"}
