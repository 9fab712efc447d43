"""pbem adjudicate: play to the next stop."""

import os

import click

from .options import GAME, ORDERS, SECRET, locked, not_over, orders_or_refusal, seat_named, secret_path, settled
from .output import json_option, print_json, problems_json, say, shown


@click.command(
    "adjudicate",
    epilog="Example: pbem adjudicate malaya-7.json prc.txt allied.txt -o malaya-7.json --report turn.txt",
)
@GAME
@ORDERS
@click.option(
    "-o",
    "--output",
    "path",
    required=True,
    type=click.Path(allow_dash=True),
    help="The next game file; it may be GAME itself.",
)
@click.option("--report", "report", type=click.Path(allow_dash=True), help="Write the report on this run here.")
@SECRET
@click.option(
    "--deadline-passed",
    "silent",
    multiple=True,
    is_flag=False,
    flag_value="*",
    metavar="[SEAT]",
    help="Take the published default of SEAT, or of every seat that has not answered.",
)
@click.option("--now", help="The time (UTC), 2026-11-21T18:30: whose days are over, and when the next stop comes.")
@json_option
def command(game, orders, path, report, secret, silent, now, as_json):
    """Read GAME and order files, play to the next stop with fair draws, and write the next game file.

    Every file is checked first: if one line that answers what is asked now is refused, nothing is drawn or written.
    While somebody has not answered, what came is kept in the secret file and nothing is drawn.
    """
    secret = secret_path(game, secret)
    not_over(path, ("the secret file", secret), *(("an order file", name) for name in orders))
    for output in [report] if report else []:
        not_over(
            output,
            ("the game", game),
            ("the game", path),
            ("the secret file", secret),
            *(("an order file", name) for name in orders),
        )
    with locked(game, path, secret):
        outcome = _adjudicate(game, orders, path, report, secret, silent, now)
    if as_json:
        print_json(described(outcome))
    else:
        _talk(outcome)


def _adjudicate(game, orders, path, report, secret, silent, now):
    from pbem.core.data import store
    from pbem.core.play import play, remake
    from pbem.core.record import calendar, gamefile
    from pbem.core.record.charter import check_installed
    from pbem.core.record.deadlines import note_stop
    from pbem.core.record.keeper import open_keeper

    file = settled(game, secret)
    check_installed(file.game, file.charter)
    found, problems = orders_or_refusal(file, orders, sealed=True)
    keeper = open_keeper(secret, file)
    seats, now = _silent(file, silent, now, _waiting(file, found))
    outcome = play.adjudicate(file, found, keeper, seats)
    outcome.notes = [*problems, *outcome.notes]
    after = outcome.file
    after.path = game if path == "-" else path
    after._calendar = dict(file.calendar)
    if now:
        note_stop(after, now)
    gamefile.write(after, path)
    if path != "-":
        remake.remember(after, outcome.finder)
        if now or outcome.missing or path != game:
            calendar.write({**after.calendar, **_arrived(outcome)}, path)
    keeper.save(after)
    if report:
        store.write(report, _report(outcome), lasting=False)  # it can be made again
    return outcome


def _arrived(outcome):
    """Of which seats something has come, while others are waited for."""
    if not outcome.missing:
        return {}
    seats = [seat for seat in outcome.file.charter["seats"] if seat in outcome.came and seat not in outcome.missing]
    return {"arrived": {"entry": outcome.file.next, "seats": seats}}


def _waiting(file, found):
    """The seats whose orders have come by mail and are not given here: nobody is passed over whose orders wait."""
    if not os.path.exists(f"{file.path}.mail"):
        return []
    from pbem.mail.letterbox import sent_seats

    given = {one["seat"] if isinstance(one, dict) else one.seat for one in found}
    return [seat for seat in sent_seats(file.path, file) if seat not in given]


def _silent(file, named, now, sent):
    """``(seats, time)``: those that --deadline-passed names, or that are late at --now, and that time or None."""
    seats = file.charter["seats"] if "*" in named else [seat_named(file, seat) for seat in named]
    seats = [seat for seat in seats if "*" not in named or seat not in sent]
    if now is None and not (seats and "calendar" in file.charter):
        return seats, None
    from pbem.desk import deadlines

    time = deadlines.time_of(now) if now else None
    if "*" in named and time and "calendar" in file.charter:
        return deadlines.late_seats(file, time, sent), time
    deadlines.check_late(file, seats, time, sent)
    return seats, time


def _report(outcome):
    from .report import rendered

    return rendered(outcome.file)


def described(outcome):
    """The outcome as JSON (schemas/outcome.schema.json)."""
    file = outcome.file
    return {
        "pbem": "outcome/1",
        "game": file.name,
        "entry": outcome.entry["n"] if outcome.entry else None,
        "head": file.head,
        "missing": outcome.missing,
        "over": file.result,
        "waiting": file.waiting,
        "notes": problems_json(outcome.notes),
        "fates": {
            seat: [part.to_json(file.game, file.is_over) for part in parts] for seat, parts in outcome.fates.items()
        },
    }


def _talk(outcome):
    """What happened, in a few sentences on standard error."""
    from pbem.core.data.text import counted, listed

    file = outcome.file
    for problem in outcome.notes:
        say(shown(problem))
    if outcome.entry is None:
        say(f"Nothing was drawn: the game waits for {listed(outcome.missing)}. What came is kept.")
        return
    draws = counted(len(outcome.entry["draws"]), "draw")
    say(f"Entry {outcome.entry['n']} is written, with {draws}. Head {file.head[:32]}.")
    if file.is_over:
        say("The game is over.")
    elif file.waiting:
        seats = dict.fromkeys(file.charter["powers"][question["power"]] for question in file.waiting)
        say(f"The game waits for {listed(seats)}.")
