"""The open questions of a game as rows: for its status, and for reports."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..data.boards import Board
from ..data.json_types import Json
from ..rules.requests import Ask, ask_from
from .charter import seat_of
from .files import File
from .persons import names_of

if TYPE_CHECKING:
    from ..orders.kinds import Kind


def question_rows(file: File, board: Board, say: Any) -> "Iterator[tuple[Json, Ask, Kind]]":
    """``(row, Ask, kind)`` of every question that waits for an answer.

    board   as it stands, on which the questions are described;  say  what the title's telling gives for it
    A row is {"seat", "name" (of who sits there, or ""), "power", "power_name", "kind", "rule", "waiting", "asked" (the
    question in a sentence)}.
    """
    names = names_of(file)
    for question in file.waiting:
        kind, ask = file.game.kinds[question["kind"]], ask_from(question)
        seat = seat_of(file.charter, question["power"])
        row = {
            "seat": seat,
            "name": names.get(seat, ""),
            "power": question["power"],
            "power_name": say.power(question["power"]),
            "kind": question["kind"],
            "rule": question["rule"],
            "waiting": kind.waiting,
            "asked": kind.describe(board, ask),
        }
        yield row, ask, kind
