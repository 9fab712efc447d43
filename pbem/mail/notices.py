"""What the desk tells of its own accord: days that were granted, a seat that somebody else has taken, a message that
could not be read.

A notice's Message-ID follows from what it is about, so that it is sent once.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from pbem.core.data.sentences import Sentences
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
    text = said("granted", who=who, days=days, term=promised(file, row["seat"]).term)
    about = f"extension/{row['entry']}/{row['seat']}/{_granted_before(file, row)}"
    return _to_all(file, box, said("granted-subject", who=who, days=days), text, about, now)


def absent(
    file: "GameFile", box: "Letterbox", row: "Json", now: "datetime | None" = None
) -> "list[tuple[str | None, EmailMessage]]":
    """``[(seat, "referee" or None, message)]`` to everybody at once: somebody is away (a row of the calendar)."""
    who = persons(file)[row["seat"]]
    text = said("away", who=who, start=row["from"], end=row["to"])
    about = f"absence/{row['seat']}/{row['from'].replace(':', '')}"
    return _to_all(file, box, said("away-subject", who=who), text, about, now)


def _to_all(
    file: "GameFile", box: "Letterbox", subject: str, text: str, about: str, now: "datetime | None"
) -> "list[tuple[str | None, EmailMessage]]":
    to: list[tuple[str | None, list[str]]] = [
        *((seat, box.seats.get(seat, [])) for seat in file.charter["seats"]),
        ("referee", [box.referee]),
        (None, box.watchers),
    ]
    return [
        (who, _notice(box, file, known, subject, text, f"{about}/{who or 'watcher'}", now))
        for who, known in to
        if any(known)
    ]


def _granted_before(file: "GameFile", row: "Json") -> int:
    """How often days were granted before this row."""
    rows: list[Json] = file.calendar["extensions"]
    return rows.index(row)


def farewell(
    file: "GameFile", box: "Letterbox", seat: str, now: "datetime | None" = None
) -> "tuple[str, EmailMessage] | None":
    """``(seat, message)`` to the addresses that no longer speak for a seat; None if nobody is to be told."""
    to, number = box.former.get(seat), holder_since(file, seat)
    if not to or not number:
        return None
    text = said("left", why=why_taken(file, number, seat).rstrip("."), seat=seat, game=file.name)
    return seat, _notice(box, file, to, said("left-subject"), text, f"left/{number}/{seat}", now)


def set_aside(
    file: "GameFile", box: "Letterbox", arrival: "Json", path: str, now: "datetime", is_automatic: bool
) -> "list[tuple[str, EmailMessage]]":
    """``[(seat or "referee", message)]`` about a message that broke its reader: to the referee, for strangers' messages
    once a day; and to its sender, if that is a player and no robot, so many times an entry."""
    seats, mails = box.seats_of(arrival["from"]), []
    fields = {
        "n": arrival["n"],
        "sender": arrival["from"] or "nobody",
        "path": path,
        "why": arrival["why"].removeprefix("Set aside: ").partition(".")[0],
    }
    if box.referee and (seats and not is_automatic or not box.was_warned(box.referee, now)):
        mails.append(
            (
                "referee",
                _notice(
                    box,
                    file,
                    [box.referee],
                    said("aside-subject"),
                    said("aside", **fields),
                    f"aside/{arrival['n']}",
                    now,
                ),
            )
        )
        arrival["warned"] = [*arrival["warned"], box.referee]
    if seats and not is_automatic and box.arrivals.answers_to(arrival["from"], file.next, False) < MOST_BROKEN:
        arrival["answered"] = True
        mails.append(
            (
                seats[0],
                _notice(
                    box,
                    file,
                    [arrival["from"]],
                    said("broken-subject"),
                    said("broken", **fields),
                    f"broken/{arrival['n']}",
                    now,
                ),
            )
        )
    return mails


def nobodys(file: "GameFile", box: "Letterbox", arrival: "Json", seat: str, now: "datetime") -> "EmailMessage":
    """The message to the referee about a mail that answers one of ours, of which nobody can tell whose it is."""
    path = box.path("raw", f"{arrival['n']:06}.eml")
    text = said("nobodys", n=arrival["n"], seat=seat, why=arrival["why"], game=box.game_path, path=path)
    return _notice(box, file, [box.referee], said("nobodys-subject"), text, f"nobodys/{arrival['n']}", now)


def _notice(
    box: "Letterbox", file: "GameFile", to: Sequence[str], subject: str, text: str, about: str, now: "datetime | None"
) -> "EmailMessage":
    body = "\n".join(wrap(text, WIDTH, break_on_hyphens=False, break_long_words=False)) + "\n"
    own_id = f"<{file.name}/{about}@{host_of(box.address)}>"
    return message(box, file, list(to), f"[pbem {file.name} e{file.n}] {subject}", body, own_id, (), now)
