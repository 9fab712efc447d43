"""Who is late, at a time that the caller gives; absences that are announced, and days that are asked for.

What the dates are is told by `core.record.deadlines`.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.core.data.problems import Problem, Refused
from pbem.core.data.text import counted
from pbem.core.record.deadlines import Deadline, absences, day_told, extensions, is_absent, shown, stage_of, time_of
from pbem.core.record.now import Came, by_seat, deadline, missing, now, waited_seats

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile


def late_seats(file: "GameFile", time: datetime, came: Came | None = None) -> list[str]:
    """The seats that may be passed over at `time`: their deadline and grace are over, and the game can do without them.

    came   what is known to have come for the entry that is due: who has answered is not late
    """
    rows = now(file, came)
    passed = [by_seat(rows)[seat][0].deadline for seat in missing(rows)]
    return [found.seat for found in passed if found and _is_late(found, time) and not found.is_needed]


def _is_late(found: Deadline | None, time: datetime) -> bool:
    return found is not None and stage_of(found.first, found.until, time) == "late"


def check_late(file: "GameFile", seats: Collection[str], now: datetime | None, sent: Collection[str] = ()) -> None:
    """Raise Refused unless each of the seats may be passed over at `now` (None: the caller gave no time)."""
    agreed = file.charter.get("calendar")
    Refused.if_any(Problem("orders-came", seat=seat) for seat in seats if seat in sent)
    if not agreed:
        return
    if now is None:
        raise Refused([Problem("deadline-needs-now", days=agreed["days"])])
    problems = []
    for seat in [seat for seat in waited_seats(file) if seat in seats]:
        found = deadline(file, seat)
        if found is None:
            problems.append(Problem("no-stop-time", seat=seat))
        elif now < found.until:
            problems.append(Problem("not-late", seat=seat, until=day_told(found.until), now=day_told(now)))
    Refused.if_any(problems)


def announce(file: "GameFile", seat: str, start: datetime, end: datetime, now: datetime) -> None:
    """Put an absence into the calendar.  Raises Refused with everything that the charter forbids."""
    agreed = file.charter.get("calendar")
    if not agreed:
        raise Refused([Problem("no-calendar")])
    own = absences(file, seat)
    problems = _no_seat(file, seat)
    if end <= start:
        problems.append(Problem("absence-order", start=shown(start), end=shown(end)))
    elif (end - start) > timedelta(days=agreed["window_days"]):
        problems.append(Problem("absence-long", most=agreed["window_days"], days=(end - start).days))
    if len(own) >= agreed["windows"]:
        problems.append(Problem("absence-many", seat=seat, count=len(own), most=agreed["windows"]))
    if start < now:
        problems.append(Problem("absence-past", start=day_told(start), now=day_told(now)))
    Refused.if_any(problems)
    file.calendar["absences"].append({"seat": seat, "from": shown(start), "to": shown(end), "entry": file.next})


def _no_seat(file: "GameFile", seat: str) -> list[Problem]:
    seats = file.charter["seats"]
    return [] if seat in seats else [Problem("no-seat", seat=seat, seats=seats)]


def promised(file: "GameFile", seat: str) -> Deadline:
    """The Deadline of a seat; Refused where nobody can say until when."""
    found = deadline(file, seat)
    if found is None:
        raise Refused([Problem("no-stop-time", seat=seat)])
    return found


def extend(file: "GameFile", seat: str, days: int, now: datetime) -> "Json":
    """Grant a seat more days for what it is asked now, as the charter allows; the row of the calendar.  Raises Refused
    with everything that the charter forbids."""
    check_extension(file, seat, days, now)
    row = {"seat": seat, "days": days, "at": shown(now), "entry": file.next}
    file.calendar.setdefault("extensions", []).append(row)
    return row


def check_extension(file: "GameFile", seat: str, days: int, now: datetime) -> None:
    """Raise Refused with everything that the charter forbids about so many days more."""
    agreed = file.charter.get("calendar")
    if not agreed:
        raise Refused([Problem("no-calendar")])
    if "extensions" not in agreed:
        raise Refused([Problem("extension-none")])
    limits = agreed["extensions"]
    found = [*_no_seat(file, seat), *_ungranted(file, seat, days, limits), *_untimely(file, seat, days, limits, now)]
    Refused.if_any(found)


def days_left(file: "GameFile", seat: str) -> int:
    """The most days that a seat may still ask for at once; 0 where the charter grants none."""
    limits = (file.charter.get("calendar") or {}).get("extensions")
    if not limits:
        return 0
    had = {"seat": extensions(file, seat), "game": file.calendar.get("extensions", ())}
    left: list[int] = [limits[whose] - sum(row["days"] for row in rows) for whose, rows in had.items()]
    return max(0, min(int(limits["once"]), *left))


def _ungranted(file: "GameFile", seat: str, days: int, limits: "Json") -> Iterator[Problem]:
    """What of the charter's limits stands against so many days more."""
    if days < 1:
        yield Problem("extension-days", days=days)
    if days > limits["once"]:
        yield Problem("extension-long", seat=seat, most=counted(limits["once"], "day"), days=counted(days, "day"))
    everybody = file.calendar.get("extensions", ())
    for code, most, had in (
        ("extension-seat", limits["seat"], extensions(file, seat)),
        ("extension-game", limits["game"], everybody),
    ):
        left = most - sum(row["days"] for row in had)
        if days > left:
            told = f"{counted(left, 'day')} {'is' if left == 1 else 'are'}"
            yield Problem(code, seat=seat, most=counted(most, "day"), left=told)


def _untimely(file: "GameFile", seat: str, days: int, limits: "Json", now: datetime) -> Iterator[Problem]:
    """What stands against it at this moment."""
    found = deadline(file, seat)
    if seat not in waited_seats(file):
        yield Problem("extension-idle", seat=seat)
    elif found is None:
        yield Problem("no-stop-time", seat=seat)
    elif now >= found.first and not limits["late"]:
        yield Problem("extension-late", seat=seat, first=day_told(found.first))
    elif now >= found.until + timedelta(days=days):
        yield Problem(
            "extension-over", seat=seat, days=counted(days, "day"), until=day_told(found.until + timedelta(days=days))
        )


def state(file: "GameFile", time: datetime, came: Came | None = None) -> "list[Json]":
    """Who is waited for and since when: ``[{"seat", "name", "asked", "reminder", "due", "sent", "late", "absent",
    "muster", "doubt"}]``; `came` as in `late_seats`; "muster" is true of a seat that is asked nothing and called to a
    muster, "doubt" the arrival about which it was asked what it means."""
    rows = []
    for seat, own in by_seat(now(file, came)).items():
        found, has_sent = own[0].deadline, all(row.answered for row in own)
        rows.append(
            {
                "seat": seat,
                "name": own[0].person,
                "asked": shown(found.asked) if found else None,
                "reminder": shown(found.first) if found else None,
                "due": shown(found.until) if found else None,
                "sent": has_sent,
                "late": _is_late(found, time) and not has_sent,
                "absent": is_absent(file, seat, time),
                "muster": not own[0].question and not own[0].is_ahead,
                "doubt": own[0].doubt,
            }
        )
    return rows


__all__ = ["announce", "check_late", "extend", "late_seats", "state", "time_of"]
