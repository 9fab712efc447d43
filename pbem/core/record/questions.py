"""The open questions of a game as rows: for its status, and for reports."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypedDict

from ..data.boards import Board
from ..rules.requests import Ask, ask_from
from .charter import seat_of
from .files import File
from .seat_history import names_of

if TYPE_CHECKING:
    from ..orders.decision import Decision


class QuestionRow(TypedDict):
    """An open question: of whom, `name` being who sits there, or ""; `asked` is the question in a sentence."""

    seat: str
    name: str
    power: str
    power_name: str
    kind: str
    rule: str
    waiting: str
    asked: str


def question_rows(file: File, board: Board, say: Any) -> "Iterator[tuple[QuestionRow, Ask, Decision]]":
    """``(row, Ask, kind)`` of every question that waits for an answer.

    board   as it stands, on which the questions are described;  say  what the title's telling gives for it
    """
    names = names_of(file)
    for question in file.waiting:
        kind, ask = file.game.kinds[question["kind"]], ask_from(question)
        seat = seat_of(file.charter, question["power"])
        row: QuestionRow = {
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
