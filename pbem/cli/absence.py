"""pbem absence: announce an absence."""

import click

from .options import GAME, load_game
from .output import say


@click.command(
    "absence", epilog="Example: pbem absence malaya-7.json prc 2026-12-20 2027-01-03 --now 2026-12-01 -o malaya-7.json"
)
@GAME
@click.argument("seat")
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@click.option("--now", required=True, help="The time (UTC), 2026-11-21 or 2026-11-21T18:30.")
@click.option("-o", "--output", "path", required=True, type=click.Path(allow_dash=True), help="The next game file; it "
              "may be GAME itself.")
def command(game, seat, start, end, now, path):
    """Announce that SEAT is away from FROM to TO: its deadline moves by as much (if the charter counts days)."""
    from pbem.core.data import store
    from pbem.core.record import gamefile
    from pbem.desk import deadlines

    with store.Lock(game if path == "-" else path):
        file = load_game(game)
        deadlines.announce(file, seat, *map(deadlines.time_of, (start, end, now)))
        store.write(path, gamefile.render(file.document))
    say(f"{seat} is away from {start} to {end}.")
