"""The parts of a title that its board and its table give (core.data.boards.StateBoard, core.title.table.Table)."""

from typing import Any

from ..data.boards import StateBoard
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem
from ..data.text import did_you_mean
from ..title.table import PARTS, Table
from . import positions


class TablePositions:
    """Positions of a title whose table and board say all that there is to read and write.

    sides   the categories of names that may stand before a unit
    """

    def __init__(self, board: type[StateBoard], table: Table, sides: tuple[str, ...]) -> None:
        self.board, self.table, self.sides = board, table, sides

    def apply(self, board: Any, position: Json) -> list[Problem]:
        """Change a board as a position says; what of it cannot be."""
        if position["base"] == "empty" or "units" in position.get("clear", ()):
            board.sweep()
        wrong = [one for part in PARTS for one in self.table.read(board, part, position.get(part, {}))]
        wrong += [(one["place"], one["type"] or one["unit"]) for one in position["units"] if not board.place(one)]
        known = [one.key(of) for one in self.table.fields.values() if one.put for of in one.arguments(board)]
        hints = {name: did_you_mean(name, known) for name, _ in wrong if name not in known}
        return [Problem("position-value", hint=hints.get(name, ""), name=name, value=value) for name, value in wrong]

    def write(self, board: Any) -> Json:
        """What a position says of a board, from an empty one."""
        empty = self.board(board.options, board.edition)
        empty.sweep()
        return {**self.table.written(board, empty), "units": list(board.placements())}


def board_parts(board: type[StateBoard], table: Table, sides: tuple[str, ...] = ("power",)) -> dict[str, Any]:
    """``{part of a Game: what it is}``: `table`, `new_board`, `board_from` and `position`."""

    def new_board(charter: Json) -> StateBoard:
        from ..title.game import load

        made = board(charter["options"], charter["edition"])
        problems = positions.apply(made, found, load(charter["title"])) if (found := charter.get("position")) else []
        if problems:
            raise BrokenFile(problems)
        return made

    def board_from(value: Json, charter: Json | None = None) -> StateBoard:
        return board.from_json(value)

    return {
        "table": table,
        "new_board": new_board,
        "board_from": board_from,
        "position": TablePositions(board, table, sides),
    }
