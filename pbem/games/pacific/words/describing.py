"""What a question says to the one who is asked, where that names units in print."""

from pbem.core.data.text import counted
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules import kamikaze
from .printed import Say


def losses(board: Board, ask: Ask) -> str:
    """LND-3. How many hits there are, and who may take them."""
    hits, say = counted(sum(ask.about["hits"].values()), "hit"), Say(board)
    units = say.units(ask.about["units"])
    return f"Choose what is destroyed by {hits} in {board.parts.areas[ask.about['area']].name}: {units}."


def targets(board: Board, ask: Ask) -> str:
    """KAM-1. How many kamikazes are left, and which ships they may attack."""
    say, areas = Say(board), board.parts.areas
    zones = "; ".join(f"{areas[zone].name}: {say.units(ships)}" for zone, ships in kamikaze.targets(board).items())
    return f"Kamikazes left: {board.kamikazes}. Targets: {zones}."


DESCRIBED = {"losses": losses, "kamikaze": targets}
