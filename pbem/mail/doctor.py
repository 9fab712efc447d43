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
    rows = []
    try:
        box = Letterbox.open(game_path)
    except (Refused, BrokenFile) as error:
        return [_row("The desk's own file can be read.", False, str(error))]
    rows.append(_row(f"The desk's own file can be read, by its owner alone: {box.path('desk.json')}.", True))
    problems = desk_problems(file, box)
    rows.append(_row("Every address is valid and belongs to one seat.", not problems, "; ".join(map(str, problems))))
    lacking = [seat for seat in file.charter["seats"] if not box.seats.get(seat)]
    rows.append(_row("Every seat has an address.", not lacking, f"Lacking: {', '.join(lacking)}." if lacking else ""))
    rows.append(_row("Mails in HTML only can be read.", reads_html(), "" if reads_html() else _say("no-html")))
    rows.append(_row("A mail counts only if something confirms its sender.", not belief(box), belief(box)))
    for folder in (os.path.dirname(os.path.abspath(game_path)), box.folder):
        rows.append(_row(f"{folder} can be written.", os.access(folder, os.W_OK | os.X_OK), ""))
    rows += [_kept(box)]
    if not problems:
        rows += [_way_back(file, box, seat) for seat in file.charter["seats"] if box.seats.get(seat)]
    return rows


def belief(box: Letterbox) -> str:
    """What to say of a desk that believes every From; "" of one that asks for proof."""
    if box.authserv or box.dkim:
        return ""
    return _say("every-from")


def _row(check: str, fine: bool, hint: str = "") -> "Json":
    return {"check": check, "fine": fine, "hint": hint}


def _kept(box: Letterbox) -> "Json":
    numbers = [row["n"] for row in box.arrivals]
    lost = [n for n in numbers if not os.path.exists(box.path("raw", f"{n:06}.eml"))]
    return _row(
        f"The messages of all {len(numbers)} arrivals are kept.",
        not lost,
        f"Lost: {', '.join(map(str, lost))}." if lost else "",
    )


def _way_back(file: "GameFile", box: Letterbox, seat: str) -> "Json":
    """Write the report to a seat, answer it in memory as that seat would, and see whether the desk knows it again."""
    from .letter import letter_of

    sent = report_message(box, file, file.n, seat)
    if sent is None:
        return _row(f"The report to {seat} has an address to go to.", False)
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
    why = letter.automatic or "The address, the name of the game or the seat is not found in it."
    return _row(f"{seat}'s answer to its report finds game and seat.", fine, "" if fine else why)


def greets(server: str) -> "Json":
    """The same of the mail server."""
    import smtplib

    from .outbox import TIMEOUT

    host, _, port = server.rpartition(":")
    try:
        with smtplib.SMTP(host or server, int(port or 25), timeout=TIMEOUT) as connection:
            code, _ = connection.noop()
        return _row(f"The mail server {server} answers.", code == 250)
    except (OSError, ValueError) as error:
        return _row(f"The mail server {server} answers.", False, str(error)[:200])
