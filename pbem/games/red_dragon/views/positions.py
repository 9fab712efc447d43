"""Positions: the start of each scenario, test boards, and a board written back (contracts: positions and scenarios)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pbem.core.data import components
from pbem.core.data.json_types import Json
from pbem.core.data.problems import NOT_UNDERSTOOD, BrokenFile, Problem
from pbem.core.record.revisions import title_of
from pbem.core.title.game import load

from ..board.board import ABOARD, OUT_OF_PLAY, Board, blank
from ..board.parts import PACKAGE, SIDES
from ..rules.areas import in_neutral_country
from .table import TABLE, placements

sides = ("country",)


def new_board(charter: Json) -> Board:
    """The board at the start of a charter's scenario, or of its position."""
    if charter.get("pack") or charter.get("position"):
        return _set_up(charter)
    board = blank(charter)
    options = tuple(sorted(board.options.items()))
    board.replace(_start(charter.get("scenario", "empty"), board.edition, options))
    return board


@lru_cache(maxsize=8)
def _start(scenario: str, edition: str, options: Sequence[tuple[str, str]]) -> Json:
    """The JSON of the first board of a scenario of the title's own; it is never changed (Board.replace copies)."""
    return _set_up({"scenario": scenario, "edition": edition, "options": dict(options)}).to_json()


def _set_up(charter: Json) -> Board:
    """The board of a charter, read from the scenario and from the charter's position."""
    from pbem.core.title import positions

    board, pack = blank(charter), charter.get("pack")
    game = title_of(charter) if pack else load("red-dragon")
    scenario = components.load(PACKAGE, f"scenarios/{charter.get('scenario', 'empty')}", pack)
    for position in (scenario, charter.get("position")):
        if position and position.get("id") != "empty":
            problems = positions.apply(board, {**position, "base": position.get("base", "empty")}, game)
            if problems:
                raise BrokenFile([problem.at(f"position {position.get('id')}") for problem in problems])
    return board


def apply(board: Board, position: Json) -> list[Any]:
    """Change a board by a position, units already read into placements; one whose base is "empty" begins empty.
    Returns the problems.

    What stands where comes first: some of what is set depends on it.
    """
    if position["base"] == "empty":
        clear(board)
        board.stage = "prc-action"
    if "units" in position.get("clear", ()):
        board.place = dict.fromkeys(board.parts.units, OUT_OF_PLAY)
        board.rebuild()
    problems = [_misput("rd-position-at", *one) for one in TABLE.read(board, "at", position.get("at", {}))]
    problems += _put_units(board, position.get("units", ()))
    given = position.get("set", {})
    scored = {name: value for name, value in given.items() if name.endswith(".scored")}
    others = {name: value for name, value in given.items() if name not in scored}
    problems += [_misput("rd-position-set", *one) for one in TABLE.read(board, "set", others)]
    control = TABLE.read(board, "control", position.get("control", {}))
    problems += [Problem("rd-position-control", level=NOT_UNDERSTOOD, area=area, side=side) for area, side in control]
    board.rebuild()
    _derive_holders(board, position)
    _derive_scores(board)
    return problems + [_misput("rd-position-set", *one) for one in TABLE.read(board, "set", scored)]


def _misput(code: str, name: str, value: Any) -> Problem:
    return Problem(code, level=NOT_UNDERSTOOD, name=name, value=value)


def clear(board: Board) -> None:
    """Make the board empty: no unit in play, control as at the start."""
    empty = Board(board.parts, board.options, board.edition)
    for name in empty.__slots__:
        setattr(board, name, getattr(empty, name))


def _put_units(board: Board, placements: list[Json]) -> list[Any]:
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


def _ids(board: Board, placement: Json, taken: set[str], problems: list[Any]) -> list[str]:
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


def _derive_holders(board: Board, position: Json) -> None:
    """An area where land units of one side alone stand is theirs, unless the position says otherwise (3.5)."""
    for area in board.holder:
        alone = [side for side in SIDES if board.has_land(side, area)]
        if len(alone) == 1 and area not in position.get("control", {}) and not in_neutral_country(board, area):
            board.holder[area] = alone[0]


def _derive_scores(board: Board) -> None:
    board.scored = {
        area: board.parts.areas[area].vp
        for area in board.holder
        if board.parts.areas[area].vp and board.is_friendly("prc", area)
    }


def write(board: Board) -> Json:
    """A position with base "empty" that makes the same board."""
    found = TABLE.written(board, Board(board.parts, board.options, board.edition))
    found["set"] = dict(sorted(found["set"].items()))
    return {**found, "units": placements(board)}
