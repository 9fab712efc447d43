"""pbem explain: why an entry went as it did."""

import click

from .options import GAME, load_game
from .output import json_option, tell


@click.command("explain", epilog="Example: pbem explain malaya-7.json 12.3")
@GAME
@click.argument("place", metavar="ENTRY[.EVENT]")
@json_option
def command(game: str, place: str, as_json: bool) -> None:
    """Replay one entry of GAME from what was sent: every roll and every answer, what else it could have been, and what
    followed."""
    from pbem.interface.looking import place_in
    from pbem.report.explain import as_text, explain

    file = load_game(game)
    found = explain(file, *place_in(file, place))
    tell(as_json, found, as_text, found)
