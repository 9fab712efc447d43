"""Doubt that lives on: a mail with doubtful lines lies open until its sender says what is meant, or time is over.

While it lies there a seat that is waited for has not answered, whatever else it has sent; at the deadline doubt is
*no*.  For a seat that is not asked nobody waits: what it had sent before stands, and acts.  What a mail may order is
told to its seat alone; everybody else hears that the seat was asked.
"""

from typing import TYPE_CHECKING

from pbem.core.record.now import Came, deadline, waited_seats

from .letterbox import Letterbox
from .receipt import marked, sentence, shortened, wrapped

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile


_HEADER = ("game", "seat", "entry", "head", "link", "yes", "--")


def open_doubt(box: Letterbox, entry: int, seat: str | None) -> "Json | None":
    """The row of the mail of a seat that waits for its word at an entry, or None."""
    found = None
    for row in box.arrivals.of_seat(entry, seat or ""):
        if row["verdict"] == "unsure":
            found = row
        elif row["verdict"] in ("accepted", "draft") or (found and row.get("takes") == found["n"]):
            found = None
    return found


def asked_seats(file: "GameFile", box: Letterbox) -> dict[str, int]:
    """``{seat: number of the arrival}`` of the seats that were asked what they mean, and have not said it."""
    doubtful = {row["seat"] for row in box.arrivals.unsure(file.next)}
    rows = {seat: open_doubt(box, file.next, seat) for seat in file.charter["seats"] if seat in doubtful}
    return {seat: row["n"] for seat, row in rows.items() if row}


def held_seats(file: "GameFile", box: Letterbox, now: "datetime | None") -> dict[str, int]:
    """The same of those who are waited for and have time left to say it: whatever else they have sent, they have not
    answered.  A seat that signs what counts has; `now` None: nobody's time is over."""
    return _held(file, asked_seats(file, box), now)


def _held(file: "GameFile", asked: dict[str, int], now: "datetime | None") -> dict[str, int]:
    waited = [seat for seat in waited_seats(file) if seat not in file.state["anchors"]]
    return {seat: n for seat, n in asked.items() if seat in waited and not (now and _is_over(file, seat, now))}


def came(file: "GameFile", box: Letterbox, now: "datetime | None" = None) -> Came:
    """What is known to have come for the entry that a game waits for, by its desk; `now` as in `held_seats`."""
    asked, last = asked_seats(file, box), {row["seat"]: row for row in box.accepted(file.next)}
    held = _held(file, asked, now)
    told: dict[str, str | None] = file.calendar.get("came", {}).get(str(file.next), {})
    later = [seat for seat, row in last.items() if row["at"][:16] >= (told.get(seat) or "")]
    left = {seat: last[seat]["open"] for seat in later if seat not in held}
    sent = [seat for seat in {**told, **last} if (left.get(seat) == [] if seat in later else seat in told)]
    return Came([seat for seat in sent if seat not in held], asked, left=left)


def _is_over(file: "GameFile", seat: str, now: "datetime") -> bool:
    found = deadline(file, seat)
    return found is not None and now >= found.until


def doubt_told(row: "Json") -> list[str]:
    """Rows for the seat on its mail that waits: how to answer, and what `yes` takes, behind a mark."""
    orders = [
        line for line in (row["reading"] or "").split("\n") if line and line.split()[0].rstrip(":") not in _HEADER
    ]
    words = [line for to, text in row.get("words", ()) for line in f"to {to}: {text}".split("\n")]
    if row.get("wish"):
        wish = sentence(f"wish-{row['wish']}", **row.get("fields", {}))
        return [*wrapped(sentence("open-wish", n=row["n"], wish=wish)), *_shown([*orders, *words])]
    unclear = [line for one in row.get("unclear", ()) for line in wrapped(one)]
    name = "open-unclear" if unclear else "open-doubt" if orders else "open-nothing"
    told = [*wrapped(sentence(name, n=row["n"])), *_shown(orders), *unclear]
    return told + ([*wrapped(sentence("open-words")), *_shown(words)] if words else [])


def _shown(lines: list[str]) -> list[str]:
    return shortened([row for line in lines for row in marked(line)])
