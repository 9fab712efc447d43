"""Positions: boards written down, in the notation of messages (contracts: positions and scenarios).

    Guam: us marine; SZ25: japan transport(japan infantry*2), japan destroyer; SZ43: uk fighter!patrol

In the middle of a turn ``!`` is followed by all that a unit has done, with hyphens: ``us fighter!moves2-raid`` has two
moves left and is on a raid, ``uk battleship!damaged-spent`` has been hit and has moved or fought.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem

from ..board.board import Board
from ..board.parts import FORCES
from ..board.pieces import key, piece
from .table import TABLE

STATES = {"damaged": "!", "submerged": "~", "patrol": "^", "raid": "#", "left": "%", "unloaded": "=", "spent": "+"}
sides = ("force",)


def place_units(board: Board, placements: Sequence[Mapping[str, Any]]) -> list[Problem]:
    """Put placements (core.title.positions.read_units) on the board; the Problems met."""
    problems = []
    for placed in placements:
        token = token_of(placed)
        if token is None:
            problems.append(Problem("pac-position-unit", text=f"{placed['side']} {placed['type']}"))
            continue
        force, _, name = token.partition("/")
        board.add(placed["place"], force, name, placed["count"])
    return problems


def token_of(placed: Mapping[str, Any]) -> str | None:
    """The token of a placement, its cargo with it; None if the title has no such unit."""
    state = _state(placed["state"])
    if placed["side"] not in FORCES or placed["type"] in (None, "industrial-complex") or state is None:
        return None
    aboard = []
    for item in placed["cargo"]:
        token = token_of(item)
        if token is None:
            return None
        aboard += [token] * item["count"]
    return f"{placed['side']}/{key(placed['type'], *state, aboard)}"


def _state(text: str) -> tuple[int | None, str] | None:
    """``moves2-raid`` as (moves left or None, flags); None if it is no state."""
    words = text.split("-") if text else []
    moves = None
    if words and words[0].startswith("moves"):
        moves, words = words[0][5:], words[1:]
    known = [word for word in STATES if word in words]
    if len(known) != len(words) or (moves is not None and moves not in tuple("0123456")):
        return None
    return moves if moves is None else int(moves), "".join(STATES[word] for word in known)


def write_units(board: Board) -> list[Json]:
    """All units as placements, area by area."""
    return [
        {"place": area, **placement(f"{force}/{one.key}", count)}
        for area in sorted(board.units)
        for force, one, count in board.stacks(area)
    ]


def placement(token: str, count: int = 1) -> Json:
    force, _, name = token.partition("/")
    one = piece(name)
    words = [] if one.moves is None else [f"moves{one.moves}"]
    state = "-".join(words + [word for word, flag in STATES.items() if flag in one.marks])
    cargo = [placement(item, one.cargo.count(item)) for item in sorted(set(one.cargo))]
    return {"side": force, "unit": None, "type": one.type, "count": count, "state": state, "cargo": cargo}


def apply(board: Board, position: Json) -> list[Problem]:
    """Change a board by a position: clear, at, set, control, units.  Returns the Problems met."""
    if position.get("base") == "empty" or "units" in position.get("clear", ()):
        board.units, board.seen = {}, {}
    at = position.get("at", {})
    if "phase" not in at and (at or position.get("base") == "empty"):
        board.phase = "purchase"
    wrong = []
    for part in ("at", "control", "set"):
        wrong += TABLE.read(board, part, position.get(part, {}))
    problems = [Problem("pac-position-name", name=name, value=value) for name, value in wrong]
    return problems + place_units(board, position.get("units", ()))


def write(board: Board) -> Json:
    """A position with base ``empty`` that gives this board back at any rest point, in the middle of a turn too."""
    fresh = Board(board.options, board.players, board.edition, board.pack)
    return {**TABLE.written(board, fresh), "units": write_units(board)}
