"""pbem run: games carried on by their desks."""

import re
from collections.abc import Sequence
from datetime import datetime, time, timezone
from typing import TYPE_CHECKING

import click

from pbem.core.data.tables import Sentences
from pbem.core.data.text import listed

from .games import faults, print_row
from .options import require_desk
from .output import progress, say, warn
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json


_say = Sentences(__name__)


def hour(context: click.Context, parameter: click.Parameter, words: str) -> time | None:
    """The hour that is meant, None for ``complete``; else a usage error."""
    if words == "complete":
        return None
    if not re.fullmatch("([01]?[0-9]|2[0-3]):[0-5][0-9]", words):
        raise WrongUsage("hour", hour=words)
    hour, minute = map(int, words.split(":"))
    return time(hour, minute)


@declared("run")
def command(
    games: Sequence[str],
    at: time | None,
    path: str,
    passing: bool,
    server: str | None,
    plain: bool,
    web: str | None,
    now: str | None,
    as_json: bool,
) -> int:
    """Carry on each GAME with what came to its desk, until somebody has to answer, and mail what is new.

    For cron, a timer or a mail server's pipe: running it twice does no harm, and a game that cannot go on does not
    hold up the others. A folder means the games in it; those without a desk are left alone. A default is taken
    only with --deadlines-passed, and only where the charter counts days. The exit code is the worst of all.
    """
    from pbem.core.record.deadlines import time_of
    from pbem.interface.carrying_on import Run, carry_on, check_web, pages_of
    from pbem.interface.many import games_in, worst
    from pbem.mail.outbox import put

    require_desk()
    check_web(web)
    if "-" in games:
        raise WrongUsage("game-file")
    put(path, [])  # where mails cannot be left nothing is played
    clock = time_of(now) if now else datetime.now(timezone.utc)
    run = Run(path, clock, at, passing, None if plain else lambda file, box: pages_of(file, box, web))
    codes, paths = [], games_in(games)
    for done, game in enumerate(paths, 1):
        row = carry_on(game, run)
        codes.append(row["exit"])
        _tell(row, at, as_json)
        progress(done, len(paths), "games", hidden=not as_json)
    if server:
        codes.append(_sent(path, server, clock))
    return worst(codes)


def _tell(row: "Json", at: time | None, as_json: bool) -> None:
    """What became of a game: in a line, which is talk where nothing is wrong with it."""
    if as_json:
        print_row(row, row["result"])
        return
    told = _sentence(row["result"], at) if row["result"] else ""
    (warn if row["problems"] else say)(f"{row['file']}: {' '.join(f'{told} {faults(row)}'.split())}")


def _sentence(result: "Json", at: time | None) -> str:
    entries, mails = result["entries"], result["mails"]
    name = "one-entry" if len(entries) == 1 else "entries"
    parts = [_say(name, first=entries[0], last=entries[-1])] if entries else []
    parts += [_say("mails", count=mails)] if mails else []
    hour = at.strftime("%H:%M") if at else ""
    return " ".join([*parts, _say(result["why"], seats=listed(result["waiting"]) or "nobody", hour=hour)])


def _sent(path: str, server: str, clock: datetime) -> int:
    """Hand the mails to the server; the exit code."""
    from pbem.mail.outbox import send

    count, refused = send(path, server, clock)
    say(_say("sent", count=count))
    for problem in refused:
        warn(str(problem))
    return 4 if refused else 0
