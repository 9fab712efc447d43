"""Positions: the start of each scenario, test boards, and a board written back (contracts: positions and scenarios)."""

from functools import lru_cache

from pbem.core.data import components
from pbem.core.data.problems import NOT_UNDERSTOOD, BrokenFile, Problem, messages
from pbem.core.rules.game import load
from pbem.core.rules.revisions import title_of

from .board import ABOARD, OUT_OF_PLAY, Board, blank
from .parts import PACKAGE, SIDES

SCENARIOS = ("standard", "ready")

messages(
    {
        "rd-position-step": "There is no step {step} in the sequence.",
        "rd-position-action": "The action of a position is a number, not {action!r}.",
        "rd-position-set": "A position cannot set {name} to {value}.",
        "rd-position-control": "{area} cannot be under the control of {side}.",
        "rd-position-unit": "There is no further unit {what}.",
        "rd-position-cargo": "{unit} cannot be aboard {ship}.",
    }
)


def scenarios():
    """The scenarios of the title: ``{id: {"name", "summary"}}``."""
    found = {}
    for id in SCENARIOS:
        record = components.load(PACKAGE, f"scenarios/{id}")
        found[id] = {"name": record["name"], "summary": record["summary"]}
    return found


def new_board(charter):
    """The board at the start of a charter's scenario, or of its position."""
    if charter.get("pack") or charter.get("position"):
        return _set_up(charter)
    board = blank(charter)
    options = tuple(sorted(board.options.items()))
    board.replace(_start(charter.get("scenario", "empty"), board.edition, options))
    return board


@lru_cache(maxsize=8)
def _start(scenario, edition, options):
    """The JSON of the first board of a scenario of the title's own; it is never changed (Board.replace copies)."""
    return _set_up({"scenario": scenario, "edition": edition, "options": dict(options)}).to_json()


def _set_up(charter):
    """The board of a charter, read from the scenario and from the charter's position."""
    from pbem.core.data.positions import apply

    board, pack = blank(charter), charter.get("pack")
    game = title_of(charter) if pack else load("red-dragon")
    scenario = components.load(PACKAGE, f"scenarios/{charter.get('scenario', 'empty')}", pack)
    for position in (scenario, charter.get("position")):
        if position and position.get("id") != "empty":
            problems = apply(board, {**position, "base": position.get("base", "empty")}, game)
            if problems:
                raise BrokenFile([problem.at(f"position {position.get('id')}") for problem in problems])
    return board


class Positions:
    """How the title reads and writes positions (core.positions)."""

    sides = ("country",)

    @staticmethod
    def apply(board, position):
        """Change a board; one whose base is "empty" begins empty.  Returns the problems."""
        return apply_position(board, position)

    @staticmethod
    def write(board):
        """What makes the same board from "empty"."""
        return written(board)


def apply_position(board, position):
    """The changes of a position, units already read into placements."""
    problems = []
    if position["base"] == "empty":
        clear(board)
    if "units" in position.get("clear", ()):
        board.place = dict.fromkeys(board.parts.units, OUT_OF_PLAY)
        board.rebuild()
    stage = position.get("at", {}).get("step")
    actions = position.get("at", {}).get("action", board.actions)
    if type(actions) is int:
        board.actions = actions
    else:
        problems.append(Problem("rd-position-action", level=NOT_UNDERSTOOD, action=actions))
    steps = (*board.parts.tables["sequence"]["order"], "allied-set-up", "nk-coast", "prc-set-up")
    if stage is not None and stage not in steps:
        problems.append(Problem("rd-position-step", level=NOT_UNDERSTOOD, step=stage))
    board.stage = stage or ("prc-action" if position["base"] == "empty" else board.stage)
    problems += _put_units(board, position.get("units", ()))
    for area, side in position.get("control", {}).items():
        side = side[0] if isinstance(side, list) and side else side
        if area not in board.holder or side not in ("neutral", *SIDES):
            problems.append(Problem("rd-position-control", level=NOT_UNDERSTOOD, area=area, side=side))
        else:
            board.holder[area] = side
    board.rebuild()
    _derive_scores(board)
    for name, value in position.get("set", {}).items():
        if not _set(board, name, value):
            problems.append(Problem("rd-position-set", level=NOT_UNDERSTOOD, name=name, value=value))
    board.rebuild()
    _derive_holders(board, position)
    _derive_scores(board)
    for name, value in position.get("set", {}).items():
        if name.endswith(".scored"):
            _set(board, name, value)
    return problems


def clear(board):
    """Make the board empty: no unit in play, control as at the start."""
    empty = Board(board.parts, board.options, board.edition)
    for name in empty.__slots__:
        setattr(board, name, getattr(empty, name))


def _put_units(board, placements):
    problems = []
    taken = {each["unit"] for one in placements for each in (one, *one["cargo"]) if each["unit"]}
    for placement in placements:
        for unit in _ids(board, placement, taken, problems):
            board.place[unit] = placement["place"]
            if placement["state"] and unit not in board.reduced:
                board.reduced.append(unit)
            for cargo in placement["cargo"]:
                for id in _ids(board, cargo, taken, problems):
                    if not board.parts.units[unit].capacity or not board.parts.units[id].is_heavy:
                        problems.append(Problem("rd-position-cargo", rule="9.9", unit=id, ship=unit))
                    board.place[id] = ABOARD + unit
    return problems


def _ids(board, placement, taken, problems):
    """The counters that a placement means; of a type the first ones that are not named."""
    if placement["unit"]:
        return [placement["unit"]]
    found = []
    for id, unit in board.parts.units.items():
        if len(found) < placement["count"] and id not in taken and unit.type == placement["type"]:
            if placement["side"] in (None, unit.country):
                found.append(id)
                taken.add(id)
    if len(found) < placement["count"]:
        what = " ".join(filter(None, [placement["side"], placement["type"]]))
        problems.append(Problem("rd-position-unit", level=NOT_UNDERSTOOD, what=what))
    return found


def _derive_holders(board, position):
    """An area where land units of one side alone stand is theirs, unless the position says otherwise (3.5)."""
    from ..rules.areas import in_neutral_country

    for area in board.holder:
        alone = [side for side in SIDES if board.has_land(side, area)]
        if len(alone) == 1 and area not in position.get("control", {}) and not in_neutral_country(board, area):
            board.holder[area] = alone[0]


def _derive_scores(board):
    board.scored = {
        area: board.parts.areas[area].vp
        for area in board.holder
        if board.parts.areas[area].vp and board.is_friendly("prc", area)
    }


# -- set ---------------------------------------------------------------------------------------------------------


def _set(board, name, value):
    """Set what a query names; False if that is not possible."""
    thing, _, what = name.rpartition(".")
    setter = SETTERS.get(name) or SETTERS.get(f"*.{what}") or SETTERS.get(f"{thing}.*")
    if setter is None:
        return False
    argument = thing if f"*.{what}" in SETTERS and name not in SETTERS else what
    return setter(board, argument, value) is not False


def _set_number(field):
    def setter(board, _, value):
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        setattr(board, field, value)
        return True

    return setter


def _set_war(board, _, value):
    """The war; with it both Koreas are in it, and the winner's land units there are bound (11.6)."""
    if value not in ("none", "on", *SIDES):
        return False
    board.war = value
    korea = board.parts.special["korea"]
    for country in korea["countries"] if value != "none" else ():
        if board.country[country] == "neutral":
            _set_country(board, country, board.parts.countries[country]["leans"])
    if value in SIDES:
        board.bound = [unit for area in korea["areas"] for unit in _land_units(board, area, value)]
    return True


def _land_units(board, area, side):
    units = board.parts.units
    return [id for id in units if board.place[id] == area and _side(board, id) == side and units[id].category == "land"]


def _side(board, unit):
    return board.country[board.parts.units[unit].country]


def _set_flag(field):
    def setter(board, _, value):
        setattr(board, field, bool(value))

    return setter


def _set_country(board, country, value):
    if country not in board.country or value not in ("neutral", "out", *SIDES):
        return False
    board.country[country] = value
    for area in board.parts.lands_of(country):
        if value in SIDES and board.holder[area] == "neutral":
            board.holder[area] = value
    return True


def _set_event(board, event, value):
    if event not in board.parts.tables["events"] or not isinstance(value, int):
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


def _stands(board, country):
    """Whether a unit of the country is on the board: its areas are not closed then (6.17)."""
    return any(unit.country == country and board.area_of(id) for id, unit in board.parts.units.items())


def _set_list(field, known):
    def setter(board, argument, value):
        if argument not in known(board):
            return False
        held = getattr(board, field)
        if value and argument not in held:
            held.append(argument)
        elif not value and argument in held:
            held.remove(argument)
        return True

    return setter


def _set_double(board, side, value):
    if side not in SIDES:
        return False
    if value:
        board.double = side
    elif board.double == side:
        board.double = None
    return True


def _set_result(board, _, value):
    """How the game ended: ``allied/thirty-actions/4.1``."""
    winner, why, rule = (value.split("/") + ["", ""])[:3] if isinstance(value, str) else ("", "", "")
    if winner not in ("draw", *SIDES) or why not in board.parts.tables["game_end"]:
        return False
    board.result = {"winner": winner, "why": why, "rule": rule}
    return True


def _set_coast(board, unit, value):
    area = board.parts.areas.get(board.place.get(unit))
    if area is None or value not in area.coasts:
        return False
    board.coasts[unit] = value
    return True


def _set_op(board, number, value):
    if number not in ("0", *board.parts.tables["ops"]) or not isinstance(value, int):
        return False
    board.ops[number] = value
    return True


def _set_state(board, unit, value):
    if unit not in board.parts.units or value not in ("full", "reduced"):
        return False
    if value == "reduced" and unit not in board.reduced:
        board.reduced.append(unit)
    elif value == "full" and unit in board.reduced:
        board.reduced.remove(unit)
    return True


def _set_scored(board, area, value):
    if area not in board.holder or not isinstance(value, int):
        return False
    if value:
        board.scored[area] = value
    else:
        board.scored.pop(area, None)
    return True


SETTERS = {
    "vp": _set_number("vp"),
    "actions": _set_number("actions"),
    "must": _set_number("must"),
    "result": _set_result,
    "korea.war": _set_war,
    "russia.uses": _set_number("russian"),
    "russia.now": _set_flag("russian_now"),
    "interception.spent": _set_flag("spent"),
    "country.*": _set_country,
    "event.*": _set_event,
    "ceasefire.*": _set_list("ceasefire", lambda board: SIDES),
    "double.*": _set_double,
    "op.*": _set_op,
    "closed.*": _set_list("closed", lambda board: board.holder),
    "limited.*": _set_list("limited", lambda board: board.country),
    "bound.*": _set_list("bound", lambda board: board.place),
    "*.coast": _set_coast,
    "*.state": _set_state,
    "*.scored": _set_scored,
}


# -- writing -----------------------------------------------------------------------------------------------------


def written(board):
    """A position with base "empty" that makes the same board."""
    empty = Board(board.parts, board.options, board.edition)
    changes = {"vp": board.vp, "korea.war": board.war, "russia.uses": board.russian, "must": board.must}
    changes.update({f"country.{id}": side for id, side in board.country.items() if side != empty.country[id]})
    changes.update({f"event.{id}": times for id, times in board.events.items()})
    changes.update({f"op.{number}": times for number, times in board.ops.items()})
    changes.update({f"{unit}.coast": coast for unit, coast in board.coasts.items()})
    for name in ("closed", "limited", "bound", "ceasefire"):
        changes.update({f"{name}.{id}": True for id in getattr(board, name)})
    changes.update(_against_events(board))
    if board.result:
        changes["result"] = "/".join(board.result[name] for name in ("winner", "why", "rule"))
    if board.war in SIDES:
        free = [id for area in board.parts.special["korea"]["areas"] for id in _land_units(board, area, board.war)]
        changes.update({f"bound.{id}": id in board.bound for id in free})
    if board.double:
        changes[f"double.{board.double}"] = True
    changes.update({"russia.now": board.russian_now, "interception.spent": board.spent})
    changes.update({f"{area}.scored": board.scored.get(area, 0) for area in board.holder})
    return {
        "at": {"step": board.stage, "action": board.actions},
        "set": {
            name: value for name, value in sorted(changes.items()) if value not in (0, False, "none") or _tells(name)
        },
        "control": dict(board.holder),
        "units": _placements(board),
    }


def _against_events(board):
    """What the events that have happened would close or limit by themselves, as it is."""
    changes = {}
    for id in board.events:
        data = board.parts.tables["events"][id].get("data", {})
        if "opens" in data:
            changes[f"limited.{data['opens']}"] = data["opens"] in board.limited
        for area in board.parts.groups[data["closes"]] if "closes" in data else ():
            changes[f"closed.{area}"] = area in board.closed
    return changes


def _tells(name):
    """Whether a False or 0 is to be written down: where it is not what the rest of the position implies."""
    return name.endswith(".scored") or name.startswith(("bound.", "closed.", "limited."))


def _placements(board):
    found = []
    for place in (*board.parts.areas, *board.parts.boxes):
        if place == OUT_OF_PLAY:
            continue
        for unit in board.units_at(place):
            cargo = [{"unit": id, "type": None, "state": _mark(board, id)} for id in board.cargo(unit)]
            found.append({"place": place, "unit": unit, "type": None, "state": _mark(board, unit), "cargo": cargo})
    out = [id for id in board.units_at(OUT_OF_PLAY) if board.cargo(id) or id in board.reduced]
    for unit in out:
        cargo = [{"unit": id, "type": None, "state": _mark(board, id)} for id in board.cargo(unit)]
        found.append({"place": OUT_OF_PLAY, "unit": unit, "type": None, "state": _mark(board, unit), "cargo": cargo})
    return found


def _mark(board, unit):
    return "damaged" if unit in board.reduced else ""
