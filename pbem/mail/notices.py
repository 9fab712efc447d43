"""What the desk tells of its own accord: days that were granted, a seat that somebody else has taken, a message that
could not be read.

A notice's Message-ID follows from what it is about, so that it is sent once.
"""

from collections.abc import Iterable
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted
from pbem.core.record.deadlines import holder_since, why_taken
from pbem.core.record.seat_history import persons
from pbem.desk.deadlines import promised

from .compose import host_of, message

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.mail.letterbox import Letterbox


WIDTH = 72
MOST_BROKEN = 5  # answers to an address whose mails cannot be read, while the game stands at one entry

said = Sentences(__name__)


def granted(
    file: "GameFile", box: "Letterbox", row: "Json", now: "datetime | None" = None
) -> "list[tuple[str | None, EmailMessage]]":
    """``[(seat, "referee" or None, message)]`` to everybody at once: days were granted (a row of the calendar)."""
    who, days = persons(file)[row["seat"]], counted(row["days"], "day")
    before = file.calendar["extensions"].index(row)
    about = f"extension/{row['entry']}/{row['seat']}/{before}"
    return _to_all(file, box, "granted", about, now, who=who, days=days, term=promised(file, row["seat"]).term)


def absent(
    file: "GameFile", box: "Letterbox", row: "Json", now: "datetime | None" = None
) -> "list[tuple[str | None, EmailMessage]]":
    """``[(seat, "referee" or None, message)]`` to everybody at once: somebody is away (a row of the calendar)."""
    about = f"absence/{row['seat']}/{row['from'].replace(':', '')}"
    return _to_all(file, box, "away", about, now, who=persons(file)[row["seat"]], start=row["from"], end=row["to"])


def _to_all(
    file: "GameFile", box: "Letterbox", name: str, about: str, now: "datetime | None", **fields: Any
) -> "list[tuple[str | None, EmailMessage]]":
    to: list[tuple[str | None, list[str]]] = [
        *((seat, box.seats.get(seat, [])) for seat in file.charter["seats"]),
        ("referee", [box.referee]),
        (None, box.watchers),
    ]
    return [
        (who, _notice(file, box, known, name, f"{about}/{who or 'watcher'}", now, **fields))
        for who, known in to
        if any(known)
    ]


def farewell(
    file: "GameFile", box: "Letterbox", seat: str, now: "datetime | None" = None
) -> "tuple[str, EmailMessage] | None":
    """``(seat, message)`` to the addresses that no longer speak for a seat; None if nobody is to be told."""
    to, number = box.former.get(seat), holder_since(file, seat)
    if not to or not number:
        return None
    why = why_taken(file, number, seat).rstrip(".")
    return seat, _notice(file, box, to, "left", f"left/{number}/{seat}", now, why=why, seat=seat, game=file.name)


def set_aside(
    file: "GameFile", box: "Letterbox", arrival: "Json", why: str, now: "datetime", is_automatic: bool
) -> "list[tuple[str, EmailMessage]]":
    """``[(seat or "referee", message)]`` about a message that broke its reader: to the referee, for strangers' messages
    once a day; and to its sender, if that is a player and no robot, so many times an entry."""
    seats, sender, number = box.seats_of(arrival["from"]), arrival["from"], arrival["n"]
    to = []
    if box.referee and (seats and not is_automatic or not box.was_warned(box.referee, now)):
        to.append(("referee", box.referee, "aside"))
        arrival["warned"] = [*arrival["warned"], box.referee]
    if seats and not is_automatic and box.arrivals.answers_to(sender, file.next, False) < MOST_BROKEN:
        to.append((seats[0], sender, "broken"))
        arrival["answered"] = True
    path = box.path("raw", f"{number:06}.eml")
    fields = {"n": number, "sender": sender or "nobody", "path": path, "why": why}
    return [(who, _notice(file, box, [one], name, f"{name}/{number}", now, **fields)) for who, one, name in to]


def nobodys(file: "GameFile", box: "Letterbox", arrival: "Json", seat: str, now: "datetime") -> "EmailMessage":
    """The message to the referee about a mail that answers one of ours, of which nobody can tell whose it is."""
    number = arrival["n"]
    fields = {"n": number, "seat": seat, "why": arrival["why"], "path": box.path("raw", f"{number:06}.eml")}
    return _notice(file, box, [box.referee], "nobodys", f"nobodys/{number}", now, game=box.game_path, **fields)


def _notice(
    file: "GameFile", box: "Letterbox", to: Iterable[str], name: str, about: str, now: "datetime | None", **fields: Any
) -> "EmailMessage":
    """A message in the sentences of a name, and of it with "-subject"."""
    subject, text = (said(one, **fields) for one in (f"{name}-subject", name))
    body = "\n".join(wrap(text, WIDTH, break_on_hyphens=False, break_long_words=False)) + "\n"
    own_id = f"<{file.name}/{about}@{host_of(box.address)}>"
    return message(box, file.name, list(to), f"[pbem {file.name} e{file.n}] {subject}", body, own_id, (), now)
