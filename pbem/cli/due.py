"""pbem due: who is late."""

import click

from pbem.core.data.text import listed

from .options import CUPS, load_game
from .output import json_option, print_json, say


@click.command("due", epilog="Example: pbem due games/*.json --now 2026-12-01")
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=click.Path())
@click.option("--now", required=True, help="The time (UTC), 2026-11-21 or 2026-11-21T18:30.")
@click.option("--late", "only_late", is_flag=True, help="Only seats whose default may be taken now.")
@click.option(
    "--messages",
    "folder",
    type=click.Path(),
    help="Write a reminder to each of them into this Maildir; the game's desk must have addresses (pbem mail set-up).",
)
@CUPS
@json_option
def command(games, now, only_late, folder, cups, as_json):
    """Whom each GAME waits for, since when, until when, and who is late at the time --now.

    A folder stands for the games below it. A file that cannot be read is named at the end, with exit code 4, and keeps
    nothing of the other games back. Of a game that the director of a tournament --cup has decided nobody is waited for.
    """
    from pbem.core.data.problems import BrokenFile, Refused
    from pbem.core.record.deadlines import shown, time_of
    from pbem.interface.many import games_in
    from pbem.interface.reading import decisions, due_rows, outcome_of

    time, rows, problems, sound, decided = time_of(now), [], [], [], decisions(cups) if cups else {}
    for path in games_in(games):
        try:
            file = load_game(path)
            rows += due_rows(file, time, decided)
            sound += [path] * outcome_of(file, decided).waits
        except (BrokenFile, Refused) as error:  # one game's trouble is no other's
            problems += error.problems
    rows = [row for row in rows if row["late"] or not only_late]
    if folder:
        _remind(sound, time, {(row["file"], row["seat"]) for row in rows} if only_late else None, folder)
    if as_json:
        print_json({"pbem": "due/1", "now": shown(time), "waiting": rows})
    else:
        nobody = "Nobody is late." if only_late else "Nobody is waited for."
        click.echo("\n".join(_sentence(row) for row in rows) or nobody)
    if problems:
        raise BrokenFile(problems)


def _sentence(row):
    from pbem.core.record.deadlines import day_told, term_told, time_of

    who = f"{row['seat']} ({row['name']})" if row["name"] else row["seat"]
    what = "is waited for at the muster" if row["muster"] else "is waited for"
    parts = [f"{row['game']}: {who} {what}"]
    if row["asked"]:
        parts.append(f"since {day_told(time_of(row['asked']))}")
    if row["absent"]:
        parts.append("is away now")
    if row["sent"]:
        parts.append("has sent orders")
    if row["late"]:
        parts.append(f"is late since {day_told(time_of(row['due']))}")
    elif row["due"]:
        parts.append(f"has time until {term_told(time_of(row['reminder']), time_of(row['due']))}")
    told = ", ".join(parts) + "."
    return f"{told} Mails to {listed(row['returned'])} come back." if row["returned"] else told


def _remind(games, time, wanted, folder):
    """Put the reminders of these games into a Maildir; `wanted` are the (file, seat) to remind, or None for all.

    A game without a desk is named, and keeps no other's reminders back.
    """
    from pbem.core.data.problems import BrokenFile, Refused
    from pbem.mail.letterbox import Letterbox
    from pbem.mail.outbox import put
    from pbem.mail.remind import reminder_messages

    made = []
    for path in games:
        try:
            found = reminder_messages(load_game(path), Letterbox.open(path), time)
        except (BrokenFile, Refused) as error:
            say("\n".join(str(problem) for problem in error.problems))
            continue
        made += [message for seat, message in found if wanted is None or (path, seat) in wanted]
    put(folder, made)
    say(f"{len(made)} reminders are in {folder}.")
