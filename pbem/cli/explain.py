"""pbem explain: why an entry went as it did."""

from .options import load_game
from .output import tell
from .parameters import declared


@declared("explain")
def command(game: str, place: str, as_json: bool) -> None:
    """Replay one entry of GAME from what was sent: every roll and every answer, what else it could have been, and what
    came of it."""
    from pbem.interface.looking import place_in
    from pbem.report.explain import as_text, explain

    file = load_game(game)
    found = explain(file, *place_in(file, place))
    tell(as_json, found, as_text, found)
