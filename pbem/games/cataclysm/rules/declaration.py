"""6.2, 9.8 The board as a declaration of war or a surprise attack leaves it, on which what follows is judged before
anything has been rolled."""

from contextlib import suppress
from functools import partial
from typing import Any

from pbem.core.rules.engine import Table, run_alone
from pbem.core.rules.requests import Ask
from pbem.core.rules.rulebook import rule
from pbem.core.title.game import Game, load

from ..board.board import Board
from .victory import PlayEnds
from .wars import begin_war


@rule("6.2", "The board after a declaration of war", also=("6.1.3", "12.1", "12.1.3", "12.2.2"))
def after_declaration(board: Board, power: str, targets: list[str]) -> Board:
    """6.2 A copy of the board on which the power has declared war with success: markers that a war ends are gone, and
    its allies have joined if they can.  The declaration itself must be legal.

    Whatever else is asked is answered as published; at a draw the board is taken as it stands.
    """
    return _after(board, power, targets, "declaration")


@rule("9.2", "The board after a surprise attack has begun a war", also=("9.8", "6.1.3"))
def after_surprise(board: Board, power: str, target: str) -> Board:
    """9.2 step 4 A copy of the board on which the power has begun a war by surprise and its allies have joined,
    so that they are friends when support is committed in step 7 (10.2)."""
    return _after(board, power, [target], "surprise")


def _after(board: Board, power: str, targets: list[str], how: str) -> Board:
    return board.known((how, power, tuple(targets)), lambda: _made(board, power, targets, how))


def _made(board: Board, power: str, targets: list[str], how: str) -> Board:
    game = load("cataclysm")
    made = type(board).from_json(board.to_json(), board.pack)
    with suppress(PlayEnds):
        run_alone(begin_war(Table(game, made), power, list(targets), how), partial(_answer, game, made))
    return made


def _answer(game: Game, board: Board, ask: Ask) -> Any:
    """Allies join; all else by the published defaults."""
    if ask.kind == "join-war":
        return "join" if "join" in ask.options else ask.options[0]
    return game.kinds[ask.kind].default(board, ask)
