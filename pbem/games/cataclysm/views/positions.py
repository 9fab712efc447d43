"""Positions: test boards and set-ups as JSON (contracts 2), read onto a board and written from one.

With base "empty" the table is bare: ``at.scenario`` names the scenario whose map and powers are used (all seven powers
on both maps without it).  Counters that stand nowhere else are available if they are flags or offensives, else unused.
"""

from collections.abc import Collection
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem

from ..board.board import Board
from ..board.parts import NORMAL
from ..board.recording import turn_up
from ..rules.production import next_turn_place
from ..rules.setup import set_up
from .setters import fits_scenario
from .table import LATE, TABLE

sides = ("power",)


def apply(board: Board, position: Json) -> list[Problem]:
    """Change the board as the position says; returns all problems."""
    at = position.get("at", {})
    if not fits_scenario(board, at.get("scenario")):
        return [Problem("ca-position-at", name="scenario", value=at["scenario"])]
    if position["base"] == "empty":
        _empty(board, at.get("scenario") or "empty", position.get("edition"))
    for part in position.get("clear", ()):
        _clear(board, part)
    given = {name.replace(" ", "."): value for name, value in position.get("set", {}).items()}
    late = {name: value for name, value in given.items() if name.rpartition(".")[2] in LATE}
    early = {name: value for name, value in given.items() if name not in late}
    problems = _read(board, "ca-position-at", "at", at)
    for area, power in TABLE.read(board, "control", position.get("control", {})):
        problems.append(Problem("ca-position-control", area=area, power=_listed(power)))
    problems += _read(board, "ca-position-set", "set", early)
    placements = position.get("units") or ()
    named = {placement["unit"] for placement in placements if placement["unit"]}
    for placement in placements:
        problems += _place(board, placement, named)
    problems += _read(board, "ca-position-set", "set", late)
    board.version += 1
    if not problems and board.stage == "play" and len(board.counters_at("hand")) != 1:
        problems.append(Problem("ca-position-hand", rule="3.7"))
    return problems


def _read(board: Board, code: str, part: str, values: Json) -> list[Problem]:
    return [Problem(code, name=name, value=value) for name, value in TABLE.read(board, part, values)]


def _listed(value: str) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def startable(board: Board) -> list[Problem]:
    """Why no game can start from the board: 3.7.5, a turn ends by a Crisis marker, so that the cup is never empty."""

    coming = {"distribute": f"track:{board.turn}", "end-phase": next_turn_place(board)}
    places = ["cup", coming.get(board.stage or "", "cup")]
    if any(board.type_of(id) == "crisis" for place in places for id in board.counters_at(place)):
        return []
    return [Problem("ca-position-cup", rule="3.7.5")]


def _empty(board: Board, scenario: str, edition: str | None) -> None:
    fresh = set_up("empty" if scenario == "empty" else scenario, edition or board.edition, board.options, board.pack)
    if scenario != "empty":
        _clear(fresh, "all")
    for name in fresh.__slots__:
        setattr(board, name, getattr(fresh, name))
    board.phase, board.stage = "action", "counter"
    board.drawer = board.drawer or board.parts.powers[0]


def _clear(board: Board, part: str) -> None:
    """Sweep away units, cubes, or everything that a set-up placed."""
    for id, counter in board.parts.counters.items():
        if part == "all":
            board.place[id] = "available" if counter.type in ("flag", "offensive") else "storage"
        elif part == "units" and counter.is_unit and board.place[id] in board.parts.areas:
            board.place[id] = "storage"
    if part in ("units", "all"):
        board.upgraded, board.coast = {}, {}
    if part in ("cubes", "all"):
        board.cubes = {}
    if part == "all":
        board.civil_wars, board.influence, board.limited, board.damage = [], [], [], {}
        board.wars, board.alliances, board.bases, board.no_surprise = [], {}, {}, []
        board.war_status, board.global_end = "peace", None
        for state in board.powers.values():
            state.update(raised=False, shaken=False, surrendered=None, failed={}, stability="steady", abilities=[])


def _place(board: Board, placement: Json, named: Collection[str]) -> list[Any]:
    """Put the units of one placement on the map; `named` are those that the position names anywhere."""
    area, found = placement["place"], []
    if area not in board.parts.areas or placement["unit"] not in (None, *board.place):
        return [_unplaced(placement)]
    for _ in range(placement["count"]):
        unit = placement["unit"] or _take(board, placement, named)
        if unit is None:
            return [_unplaced(placement)]
        found.append(unit)
    for unit in found:
        board.place[unit] = area
        for state in placement["state"].split("+") if placement["state"] else ():
            if state in ("tank", "carrier", "strategic", "upgraded"):
                turn_up(board, unit, True)
            elif board.class_of(unit) == "naval" and state in board.area(area).coasts:
                board.coast[unit] = state
            else:
                return [Problem("ca-position-set", name=unit, value=state)]
        if board.class_of(unit) == "naval" and board.area(area).coasts and unit not in board.coast:
            return [Problem("ca-position-coast", rule="2.2.1", area=area, coasts=" or !".join(board.area(area).coasts))]
    board.version += 1
    return []


def _unplaced(placement: Json) -> Problem:
    name, power = placement["unit"] or placement["type"], placement["side"] or "nobody"
    return Problem("ca-position-unit", area=placement["place"], name=name, power=power)


def _take(board: Board, placement: Json, named: Collection[str]) -> str | None:
    """An unused counter of the type that has no name in the position: from the force pool first, else from storage."""
    if placement["type"] == "minor":
        return f"{placement['place']}-minor" if f"{placement['place']}-minor" in board.parts.counters else None
    type = NORMAL.get(placement["type"], placement["type"])
    for place in ("available", "storage"):
        for id, counter in board.parts.counters.items():
            fits = counter.power == placement["side"] and counter.type == type and board.place[id] == place
            if fits and id not in named:
                board.place[id] = placement["place"]
                turn_up(board, id, placement["type"] in NORMAL)
                return id
    return None


# -- writing ---------------------------------------------------------------------------------------------------


def write(board: Board) -> Json:
    """at, set and units that make the same board from the empty one of its scenario."""
    fresh = Board(board.scenario, board.edition, board.options, board.pack)
    return {**TABLE.written(board, fresh), "units": _written_units(board)}


def _written_units(board: Board) -> list[dict[str, str]]:
    rows = []
    for area in board.parts.areas:
        for id in board.units_in(area):
            states = [board.side_of(id)] * (id in board.upgraded) + [board.coast.get(id, "")] * (id in board.coast)
            rows.append({"place": area, "unit": id, "type": board.type_of(id), "state": "+".join(states)})
    return rows
