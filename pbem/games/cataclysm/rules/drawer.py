"""3.3 The drawer: the power that draws counters, and decides where nobody else does."""

from pbem.core.rules.rulebook import rule

from ..board.board import Board


@rule("3.3", "Who draws")
def drawer_of(board: Board) -> str:
    """3.3 The player with the lowest score: the power with the fewest points of the ideology with the fewest (ruling
    R-3.3-drawer)."""
    return min(
        board.in_order(board.active()),
        key=lambda power: (board.ideology_points(board.ideology(power)), board.points(power)),
    )


@rule("3.3", "Who draws", also=("11.3",))
def who_draws(board: Board) -> str:
    """3.3 The power that was named to draw this turn; who would be it where none was named or it has fallen."""
    return board.drawer if board.drawer in board.active() else drawer_of(board)
