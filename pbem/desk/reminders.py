"""Who is reminded of what, in words, and when it is of use: at half time, on the last day, in the grace, when it has
passed.

Each of them is said once; a seat that has sent its orders, or is away, is left in peace.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted
from pbem.core.record.deadlines import Deadline, day_told, time_of
from pbem.core.record.now import Came, deadline

from .deadlines import state

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile


_say = Sentences(__name__)
_LAST_DAY = timedelta(days=1)


def reminders(file: "GameFile", now: datetime, came: Came | None = None) -> "list[Json]":
    """``[{"seat", "stage", "text"}]`` of the seats to which something of use can be said now.

    came    what is known to have come for the entry that is due
    stage   half, last, grace, late; undated if the charter counts no days
    """
    rows = []
    file.clock = now
    for row in state(file, now, came):
        found = deadline(file, row["seat"])
        stage = _stage(found, now)
        if stage and not row["sent"] and not row["absent"]:
            text = _said(found, stage) + f" {_say('muster')}" * row["muster"]
            rows.append({"seat": row["seat"], "stage": stage, "text": text})
    return rows


def _said(found: Deadline | None, stage: str) -> str:
    if found is None or stage not in ("half", "last"):
        return found.told() if found else _say(stage)
    return _say(f"{stage}-{'orders' if found.what == 'ahead' else found.what}", first=day_told(found.first))


def _stage(found: Deadline | None, now: datetime) -> str:
    """The stage of a seat's time, or "" while it is too early to say anything."""
    if found is None or found.stage:
        return found.stage if found else "undated"
    if now >= found.first - _LAST_DAY:
        return "last"
    return "half" if now >= found.asked + (found.first - found.asked) / 2 else ""


def lateness(file: "GameFile", now: datetime, came: Came | None = None) -> str:
    """One sentence on everybody who is waited for, that all may read: lateness is public."""
    rows = state(file, now, came)
    return " ".join(_told(row, now) for row in rows) if rows else _say("now-nobody")


def _told(row: "Json", now: datetime) -> str:
    signs = ("absent", "away"), ("sent", "sent"), ("late", "late"), ("due", "left")
    word = next((word for sign, word in signs if row[sign]), "waited")
    left = time_of(row["due"]) - now if row["due"] else timedelta()
    time = counted(left.days, "day") if left.days else counted(left.seconds // 3600, "hour")
    told = day_told(time_of(row["due"])) if row["due"] else ""
    return _say(f"now-{word}", who=row["name"] or row["seat"], due=told, left=time)
