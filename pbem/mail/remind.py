"""Reminders as messages: what the desk knows about deadlines, said to whom it waits for."""

from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.desk.reminders import lateness, reminders

from .compose import host_of, message
from .doubts import came, doubt_told, open_doubt
from .message_ids import report_id
from .pending import form_of

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from pbem.core.play.gamefile import GameFile
    from pbem.mail.letterbox import Letterbox

_say = Sentences(__name__)


def reminder_messages(file: "GameFile", box: "Letterbox", now: "datetime") -> "list[tuple[str, EmailMessage]]":
    """``[(seat, message)]`` for each seat that is waited for and has an address: what is due, and the form below.

    A reminder's Message-ID follows from entry, seat and stage, so that each is sent once however often this runs.
    """
    made, host, last = [], host_of(box.address), file.n
    sent = came(file, box, now)
    for row in reminders(file, now, sent):
        seat, to = row["seat"], box.seats.get(row["seat"])
        if not to:
            continue
        doubt = open_doubt(box, file.next, seat)
        said = [row["text"], *(["\n".join(doubt_told(doubt))] if doubt else []), lateness(file, now, sent)]
        text = "\n\n".join([*said, _say("how"), form_of(file, seat, box, came=sent)])
        own_id = f"<{file.name}/due/{last + 1}/{seat}/{row['stage']}@{host}>"
        subject = _say("subject", game=file.name, entry=last, stage=_say(row["stage"]))
        one = message(box, file.name, to, subject, text, own_id, [report_id(file, last, seat, host)], now)
        box.keep_sent(seat, one)
        made.append((seat, one))
    return made
