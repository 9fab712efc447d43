"""The doctor: is this desk set up so that mails will come and go?  Nothing is sent, nothing is written."""

import os
from typing import TYPE_CHECKING

from pbem.core.data.problems import BrokenFile, Refused
from pbem.core.data.tables import Sentences

from .compose import message, report_message
from .htmltext import reads_html
from .letterbox import Letterbox, desk_problems
from .message_ids import report_id, report_of_id

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile


_say = Sentences(__name__)


def examine(file: "GameFile", game_path: str) -> "list[Json]":
    """``[{"check", "fine", "hint"}]``, the most basic first; it ends where nothing more can be said."""
    try:
        box = Letterbox.open(game_path)
    except (Refused, BrokenFile) as error:
        return [_row("own-file", False, str(error))]
    problems = desk_problems(file, box)
    lacking = [seat for seat in file.charter["seats"] if not box.seats.get(seat)]
    rows = [
        _row("own-file-alone", True, path=box.path("desk.json")),
        _row("addresses", not problems, "; ".join(map(str, problems))),
        _row("every-seat", not lacking, _say("lacking", seats=lacking)),
        _row("html", reads_html(), _say("no-html")),
        _row("confirmed", not belief(box), belief(box)),
    ]
    for folder in (os.path.dirname(os.path.abspath(game_path)), box.folder):
        rows.append(_row("writable", os.access(folder, os.W_OK | os.X_OK), folder=folder))
    rows += [_kept(box)]
    if not problems:
        rows += [_way_back(file, box, seat) for seat in file.charter["seats"] if box.seats.get(seat)]
    return rows


def belief(box: Letterbox) -> str:
    """What to say of a desk that believes every From; "" of one that asks for proof."""
    return "" if box.authserv or box.dkim else _say("every-from")


def _row(check: str, fine: bool, hint: str = "", **fields: object) -> "Json":
    return {"check": _say(check, **fields), "fine": fine, "hint": "" if fine else hint}


def _kept(box: Letterbox) -> "Json":
    numbers = [row["n"] for row in box.arrivals]
    lost = [n for n in numbers if not os.path.exists(box.path("raw", f"{n:06}.eml"))]
    return _row("kept", not lost, _say("lost", numbers=lost), count=len(numbers))


def _way_back(file: "GameFile", box: Letterbox, seat: str) -> "Json":
    """Write the report to a seat, answer it in memory as that seat would, and see whether the desk knows it again."""
    from .letter import letter_of

    sent = report_message(box, file, file.n, seat)
    if sent is None:
        return _row("report-goes", False, seat=seat)
    answer = message(
        box, file.name, [sent["From"]], f"Re: {sent['Subject']}", "status\n", "<doctor@localhost>", [sent["Message-ID"]]
    )
    del answer["From"], answer["X-Loop"], answer["Auto-Submitted"]
    answer["From"] = box.seats[seat][0]
    letter = letter_of(answer.as_bytes())
    known = report_of_id(report_id(file, file.n, seat, "h"))
    fine = (
        letter.games == [file.name]
        and box.seats_of(letter.sender) == [seat]
        and not letter.automatic
        and report_of_id(letter.answers_to[0]) == known
    )
    return _row("way-back", fine, letter.automatic or _say("no-way-back"), seat=seat)


def greets(server: str) -> "Json":
    """The same of the mail server."""
    import smtplib

    from .outbox import TIMEOUT

    host, _, port = server.rpartition(":")
    try:
        with smtplib.SMTP(host or server, int(port or 25), timeout=TIMEOUT) as connection:
            code, _ = connection.noop()
        return _row("server", code == 250, server=server)
    except (OSError, ValueError) as error:
        return _row("server", False, str(error)[:200], server=server)
