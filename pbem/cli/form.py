"""pbem form: an order form for exactly what a seat is asked, as text or as a page to click."""

from functools import partial

import click

from .options import GAME, choice_option, load_game, output_option, seat_named
from .output import json_option, write


@click.command("form", epilog="Example: pbem form malaya-7.json prc --format html -o turn.html")
@GAME
@click.argument("seat")
@choice_option(
    "--format",
    "kind",
    of=["text", "html", "json"],
    default="text",
    help="A text to edit, a page with the map on which orders are clicked together, or the questions as JSON.",
)
@click.option(
    "--to",
    "address",
    default="",
    metavar="ADDRESS",
    help="Where the page sends orders; by default the address of the game's desk, if it has one.",
)
@output_option("Where to write it.", default="-")
@partial(json_option, text="The same as --format json.")
def command(game: str, seat: str, kind: str, address: str, path: str, as_json: bool) -> None:
    """Write an order form for what SEAT is asked now: the questions, legal answers, and the published default.

    The page (--format html) is one file that needs no network: it works from a mail or a folder, on a phone too, and
    writes the orders for you. Without scripts it still shows the map, the story, and answers as links.
    """
    from pbem.interface.reading import form

    file = load_game(game)
    seat = seat_named(file, seat)
    text = form(file, seat, "json" if as_json else kind, address=address)
    write(path, text)
