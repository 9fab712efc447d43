"""pbem explain: why an entry went as it did."""

import click

from .options import GAME, load_game
from .output import json_option, tell


@click.command("explain", epilog="Example: pbem explain malaya-7.json 12.3")
@GAME
@click.argument("place", metavar="ENTRY[.EVENT]")
@json_option
def command(game: str, place: str, as_json: bool) -> None:
    """Play one entry of GAME again from what was sent: each draw and answer with what else there "
    "was, and what followed."""
    from pbem.report.explain import as_text, explain

    step, _, event = place.partition(".")
    if not step.isdigit() or (event and not event.isdigit()):
        raise click.BadParameter(f"{place!r} is no entry; write 12, or 12.3 for its third event.", param_hint="ENTRY")
    found = explain(load_game(game), int(step), int(event) if event else None)
    tell(as_json, found, as_text, found)
