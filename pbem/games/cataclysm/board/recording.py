"""How facts are recorded: what every change does to the board, and the changes that many of them make."""

from pbem.core.rules.facts import Fact, Facts

from .board import Board
from .vocabulary import WORDS


def recorder() -> Facts:
    """The Facts of a module: every change bumps the version of the board."""
    return Facts(WORDS, changed)


def changed(board: Board, fact: Fact) -> None:
    board.version += 1
    board.steady = fact["type"] == "stage-reached"


def put(board: Board, counter: str, place: str) -> None:
    board.place[counter] = place


def turn_up(board: Board, counter: str, back: bool) -> None:
    """Show the back (True) or the front of a counter: upgraded units, offensives on their resource side."""
    if back:
        board.upgraded[counter] = True
    else:
        board.upgraded.pop(counter, None)


def put_back(board: Board, counter: str, place: str) -> None:
    """Off the map, with its front up."""
    put(board, counter, place)
    turn_up(board, counter, False)
    set_coast(board, counter, None)


def set_coast(board: Board, unit: str, coast: str | None) -> None:
    if coast:
        board.coast[unit] = coast
    else:
        board.coast.pop(unit, None)
