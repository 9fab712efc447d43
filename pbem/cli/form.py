"""pbem form: an order form for exactly what a seat is asked."""

import click

from .options import GAME, load_game, seat_named


@click.command("form", epilog="Example: pbem form malaya-7.json prc -o prc.txt")
@GAME
@click.argument("seat")
@click.option("-o", "--output", "path", default="-", type=click.Path(allow_dash=True), help="Where to write it.")
def command(game, seat, path):
    """Write an order form for what SEAT is asked now: questions, legal answers, the published default."""
    from pbem.core.data.store import write
    from pbem.core.orders.forms import form

    file = load_game(game)
    seat = seat_named(file, seat)
    write(path, form(file, seat))
