"""pbem absence: announce an absence."""

import click

from .options import GAME, calendar_changing
from .output import json_option, wrote


@click.command("absence", epilog="Example: pbem absence malaya-7.json prc 2026-12-20 2027-01-03 --now 2026-12-01")
@GAME
@click.argument("seat")
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@click.option("--now", required=True, help="The time (UTC), 2026-11-21 or 2026-11-21T18:30.")
@json_option
def command(game: str, seat: str, start: str, end: str, now: str, as_json: bool) -> None:
    """Announce that SEAT is away from FROM to TO: its deadline moves by as much (if the charter counts days).

    It is told in a file beside GAME, its calendar, and is no part of the record."""
    from pbem.core.record import calendar
    from pbem.core.record.deadlines import time_of
    from pbem.desk import deadlines

    with calendar_changing(game) as file:
        deadlines.announce(file, seat, *map(time_of, (start, end, now)))
    wrote(as_json, calendar.path_of(game), "absence", file.name, f"{seat} is away from {start} to {end}.")
