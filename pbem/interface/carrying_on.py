"""A game carried on by its desk: what came by mail is played until somebody is waited for, and told in mails."""

import os
from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from pbem.core.data import store
from pbem.core.data.json_types import Json
from pbem.core.data.problems import BrokenFile, Refused

from .files import desk_knows, desk_of, locked, secret_path, settle
from .many import row_of, told_broken
from .no_such_thing import NoSuchThing

if TYPE_CHECKING:
    from email.message import EmailMessage

    from pbem.core.data.problems import Problem
    from pbem.core.play.gamefile import GameFile
    from pbem.core.signing.adjudication import Outcome
    from pbem.mail.compose import PageOf
    from pbem.mail.letterbox import Letterbox
    from pbem.report.shapes import Report

MakesPages = Callable[["GameFile", "Letterbox"], "PageOf | None"]
"""What goes with the mails of a game besides text."""


class Run(NamedTuple):
    """How games are carried on.

    outbox   a Maildir, for what is new
    now      the time (UTC)
    at       the hour (UTC) from which a game is played, once a day; None: whenever all that it waits for is there
    passing  whether published defaults are taken of seats whose days, as the charter counts them, are over
    pages    what goes with mails besides text; None: nothing
    """

    outbox: str
    now: datetime
    at: time | None = None
    passing: bool = False
    pages: MakesPages | None = None


def carry_on(game: str, run: Run) -> Json:
    """Play a game from what came to its desk until somebody is waited for, and put mails on it into the outbox.

    A row as `many.each` gives it, with what is odd or refused in "problems"; the result (schemas/run.schema.json) says
    what was written, and why the game stands.  What was written before a fault stands, and is mailed."""
    secret = secret_path(game, None)
    try:
        with locked(game, secret):
            file, notes = settle(game, secret)
            box = desk_of(game)
            if box is None:
                return row_of(game, 0, _result(file, run, [], 0, "no-desk"), notes)
            return _carried_on(file, box, run, secret, notes)
    except Refused as refused:
        return row_of(game, 3, None, refused.problems)
    except BrokenFile as broken:
        return told_broken(game, broken.problems)


def _carried_on(file: "GameFile", box: "Letterbox", run: Run, secret: str, notes: "list[Problem]") -> Json:
    """The row of a game with a desk; the caller holds its locks."""
    game, entries, code = file.path, list[int](), 0
    why = _why_not(file, run, secret)
    while not why:
        try:
            outcome = _played(file, box, run, secret)
        except Refused as refused:
            notes, code, why = [*notes, *refused.problems], 3, "refused"
            break
        notes = [*notes, *outcome.notes]
        entries += range(file.next, outcome.file.next)
        file = outcome.file
        why = "waits" if outcome.entry is None else _why_not(file, run._replace(at=None), secret)
    made = written(file, box, None, run.outbox, run.now, run.pages(file, box) if run.pages else None)
    return row_of(game, code, _result(file, run, entries, len(made), why), notes)


def _played(file: "GameFile", box: "Letterbox", run: Run, secret: str) -> "Outcome":
    """One entry more, or what came is kept; seats that were asked what a mail of theirs means are not heard yet."""
    from pbem.core.record.deadlines import shown
    from pbem.mail.doubts import held_seats

    from .playing import played

    inbox = box.inbox(file.next, held_seats(file, box, run.now))
    silent = ["*"] if run.passing and "calendar" in file.charter else []
    return played(file, inbox, file.path, None, secret, silent, shown(run.now))


def _result(file: "GameFile", run: Run, entries: list[int], mails: int, why: str) -> Json:
    from pbem.core.record.now import missing, now

    return {
        "pbem": "run/1",
        "game": file.name,
        "entries": entries,
        "head": file.head,
        "why": "over" if file.is_over else why,
        "waiting": missing(now(file, desk_knows(file, run.now))),
        "mails": mails,
    }


def _why_not(file: "GameFile", run: Run, secret: str) -> str:
    """Why a game is not played on at this time, in a word; "" if it is."""
    from pbem.core.record.secret import Secret

    if file.is_over:
        return "over"
    if not os.path.exists(secret):
        return "no-secret"
    if not _is_hour(file, run):
        return "hour"
    who = Secret.read(secret).who
    return "opener" if who and file.call().opener not in (who, None) else ""


def _is_hour(file: "GameFile", run: Run) -> bool:
    """Whether the hour has come since the game stopped last."""
    from pbem.core.record.deadlines import time_of

    if run.at is None:
        return True
    came = run.now.replace(hour=run.at.hour, minute=run.at.minute, second=0, microsecond=0)
    came -= timedelta(days=came > run.now)
    stop = file.calendar["stops"].get(str(file.next))
    return stop is None or time_of(stop) < came


def written(
    file: "GameFile",
    box: "Letterbox",
    entry: int | None,
    path: str,
    time: "datetime | None",
    pages: "PageOf | None",
    mbox: bool = False,
) -> "list[EmailMessage]":
    """The mails of an entry made again, or with None what is new, written where they will be sent from."""
    from pbem.mail.compose import news, outgoing
    from pbem.mail.notices import farewell
    from pbem.mail.outbox import mbox_of, put

    file.clock = time
    if entry is None:
        told, made = news(box, file, time, pages)
        left = [one for seat in box.former if (one := farewell(file, box, seat, time))]
        made += [message for _, message in left]
    else:
        told, made, left = [], outgoing(box, file, entry, time, pages), []
    if mbox:
        store.write(path, mbox_of(made, time))
    else:
        put(path, made)
    box.note_reported(file, file.n, told)
    if left:
        box.former = {seat: known for seat, known in box.former.items() if seat not in dict(left)}
        box.save_desk(file)
    return made


def pages_of(file: "GameFile", box: "Letterbox", web: str | None) -> "PageOf":
    """What goes with a mail to a seat that is asked besides text: a turn page, and answers to tap."""
    from pbem.mail.compose import page_name
    from pbem.mail.pending import stands_of
    from pbem.page.letter import mail_html
    from pbem.page.turn import turn_page
    from pbem.site.game import turn_name

    check_web(web)
    address = box.own_address(file.name)

    def pages(report: "Report", seat: str) -> tuple[str, str]:
        link = f"{web.rstrip('/')}/{file.name}/{turn_name(seat)}" if web else ""
        stands = stands_of(file, seat, box=box)
        body = mail_html(file, seat, report, address, page_name(file, report["entry"]), link, stands)
        return turn_page(file, seat, address, stands=stands), body

    return pages


def check_web(web: str | None) -> None:
    """Raise NoSuchThing for what is no address of a folder on the web."""
    if web and not web.startswith(("https://", "http://")):
        raise NoSuchThing("web", address=web)
