"""Who is reminded of what, in words, and when it is of use: at half time, on the last day, in the grace, when it has
passed.

Each of them is said once; a seat that has sent its orders, or is away, is left in peace.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.core.data.sentences import Sentences
from pbem.core.data.text import counted
from pbem.core.record.deadlines import day_told, stage_of, time_of
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
        stage = _stage(row, now)
        if stage and not row["sent"] and not row["absent"]:
            rows.append({"seat": row["seat"], "stage": stage, "text": _said(file, row, stage)})
    return rows


def _said(file: "GameFile", row: "Json", stage: str) -> str:
    found = deadline(file, row["seat"])
    if found is None:
        said = _say(stage)
    elif stage in ("half", "last"):
        what = "orders" if found.what == "ahead" else found.what
        said = _say(f"{stage}-{what}", first=day_told(found.first))
    else:
        said = found.told()
    return f"{said} {_say('muster')}" if row["muster"] else said


def _stage(row: "Json", now: datetime) -> str:
    """The stage of a seat's time, or "" while it is too early to say anything."""
    if row["due"] is None:
        return "undated"
    end, begin = time_of(row["reminder"]), time_of(row["asked"])
    if over := stage_of(end, time_of(row["due"]), now):
        return over
    if now >= end - _LAST_DAY:
        return "last"
    return "half" if now >= begin + (end - begin) / 2 else ""


def lateness(file: "GameFile", now: datetime, came: Came | None = None) -> str:
    """One sentence on everybody who is waited for, that all may read: lateness is public."""
    rows = state(file, now, came)
    if not rows:
        return _say("now-nobody")
    return " ".join(_told(row, now) for row in rows)


def _told(row: "Json", now: datetime) -> str:
    signs = ("absent", "away"), ("sent", "sent"), ("late", "late"), ("due", "left")
    word = next((word for sign, word in signs if row[sign]), "waited")
    left = time_of(row["due"]) - now if row["due"] else timedelta()
    time = counted(left.days, "day") if left.days else counted(left.seconds // 3600, "hour")
    told = day_told(time_of(row["due"])) if row["due"] else ""
    return _say(f"now-{word}", who=row["name"] or row["seat"], due=told, left=time)
