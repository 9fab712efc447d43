"""pbem ask: what a player asks, answered from the board."""

from collections.abc import Sequence

from pbem.interface.files import seat_of

from .options import load_game
from .output import answered_with
from .parameters import declared


@declared("ask")
def command(game: str, seat: str, question: Sequence[str], secret: str | None, as_json: bool) -> None:
    """Answer a QUESTION of SEAT: what can I do now; what can UNIT reach; what threatens AREA; where are my UNITS; how
    strong is AREA; prices; my orders; chance of ORDER; whose turn is it; or a query of pbem show.

    Without QUESTION, what the seat is asked and may answer. Nothing is written, and you learn nothing that the game
    file does not show everybody.
    """
    from pbem.desk.questions import answered
    from pbem.mail.pending import stands_told

    file = load_game(game)
    seat = seat_of(file, seat)
    lines = answered(file, seat, " ".join(question) or "menu", lambda: stands_told(file, seat, secret=secret))
    answered_with(as_json, file, seat, " ".join(question), lines)
