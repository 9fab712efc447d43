"""pbem absence: announce an absence."""

from pbem.core.data.tables import Sentences

from .options import calendar_changing
from .output import wrote
from .parameters import declared

_say = Sentences(__name__)


@declared("absence")
def command(game: str, seat: str, start: str, end: str, now: str, as_json: bool) -> None:
    """Announce that SEAT is away from FROM to TO: its deadline moves by as many days (if the charter counts days).

    It is noted in a file beside GAME, its calendar, and is not part of the record."""
    from pbem.core.record import calendar
    from pbem.core.record.deadlines import time_of
    from pbem.desk import deadlines

    with calendar_changing(game) as file:
        deadlines.announce(file, seat, *map(time_of, (start, end, now)))
    wrote(as_json, calendar.path_of(game), "absence", file.name, _say("away", seat=seat, start=start, end=end))
