"""pbem due: who is late."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.data.problems import BrokenFile, Refused
from pbem.core.data.tables import Sentences

from .games import faults, print_row, rows, single
from .options import load_game
from .output import print_json, say, warn
from .parameters import declared

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.core.data.json_types import Json

_say = Sentences(__name__)


@declared("due")
def command(
    games: Sequence[str],
    now: str,
    only_late: bool,
    folder: str | None,
    cups: Sequence[str],
    jobs: int,
    as_json: bool,
) -> int:
    """Who still has to answer in each GAME, since when, until when, and who is late at the time --now.

    Several games, or all games of a folder, get a line for each seat (with --json: JSON Lines, one per game), and a
    damaged game file gets one of its own; the exit code is the worst of all. In a game that the director of a
    tournament has decided (--cup) nobody has to answer.
    """
    from pbem.core.record.deadlines import time_of
    from pbem.interface.many import worst
    from pbem.interface.reading import decisions, due

    time, game = time_of(now), single(games)
    named: dict[str, Any] = {"now": now, "decided": decisions(cups) if cups else {}}
    codes, found = [], []
    if game is None:
        for row in rows(games, jobs, "due", **named):
            codes.append(row["exit"])
            found += _told(row, only_late, as_json, time)
    else:
        of_game = _wanted(due(load_game(game), **named), only_late)
        found = of_game["waiting"]
        print_json(of_game) if as_json else _print(found, time)
    if not found and not as_json:
        print(_say("nobody-late" if only_late else "nobody"))
    if folder:
        _remind(found, time, folder)
    return worst(codes)


def _wanted(of_game: "Json", only_late: bool) -> "Json":
    """The JSON of a game, with the seats that are asked for."""
    return {**of_game, "waiting": [row for row in of_game["waiting"] if row["late"] or not only_late]}


def _told(row: "Json", only_late: bool, as_json: bool, at: "datetime") -> "list[Json]":
    """Print what is known of one of many games; its seats that are waited for."""
    of_game = _wanted(row["result"], only_late) if row["result"] else None
    if as_json:
        print_row(row, of_game)
    else:
        _print(of_game["waiting"] if of_game else [], at)
        if row["problems"]:
            print(f"{row['file']}: {faults(row)}")
    return of_game["waiting"] if of_game else []


def _print(waiting: "list[Json]", at: "datetime") -> None:
    for row in waiting:
        print(_sentence(row, at))


def _sentence(row: "Json", at: "datetime") -> str:
    from pbem.core.record.deadlines import day_told, stage_of, term_told, time_of

    who = f"{row['seat']} ({row['name']})" if row["name"] else row["seat"]
    first, until = (time_of(row[name]) if row["due"] else at for name in ("reminder", "due"))
    fields = {**row, "who": who, "asked": day_told(time_of(row["asked"])) if row["asked"] else ""}
    fields["due"] = day_told(until) if row["late"] else term_told(first, until, stage_of(first, until, at))
    names = ["sent" if row["sent"] else "muster" if row["muster"] else "waited"]
    names += [name for name in ("asked", "absent", "doubt") if row[name]]
    names += ["late" if row["late"] else "due"] * bool(row["due"])
    told = [f"{', '.join(_say(name, **fields) for name in names)}."]
    told += [_say("returned", **fields)] * bool(row["returned"])
    return " ".join([*told, row["note"]]).rstrip()


def _remind(waiting: "list[Json]", time: "datetime", folder: str) -> None:
    """Put reminders to these seats into a Maildir.

    A game without a desk is named, and keeps no other's reminders back.
    """
    from pbem.mail.letterbox import Letterbox
    from pbem.mail.outbox import put
    from pbem.mail.remind import reminder_messages

    made, wanted = [], {(row["file"], row["seat"]) for row in waiting}
    for path in dict.fromkeys(row["file"] for row in waiting):
        try:
            found = reminder_messages(load_game(path), Letterbox.open(path), time)
        except (BrokenFile, Refused) as error:
            warn("\n".join(str(problem) for problem in error.problems))
            continue
        made += [message for seat, message in found if (path, seat) in wanted]
    put(folder, made)
    say(_say("reminders", count=len(made), folder=folder))
