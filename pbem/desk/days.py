"""Days as people name them: "from Dec 1 to Dec 10", "1.12.-10.12.", "until 10 December"."""

import re
from datetime import datetime, timedelta

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month{n}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
_MONTH += r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_ORDINAL = r"(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<year{n}>[1-9]\d{{3}}))?"
_WAYS = (
    r"(?P<year{n}>[1-9]\d{{3}})-(?P<number{n}>\d{{1,2}})-(?P<day{n}>\d{{1,2}})",
    r"(?P<day{n}>\d{{1,2}})\.\s?(?P<number{n}>\d{{1,2}})(?:\.(?:\s?(?P<year{n}>[1-9]\d{{3}}))?)?",
    rf"(?P<day{{n}}>\d{{{{1,2}}}}){_ORDINAL}\.?\s+(?:of\s+)?{_MONTH}\b\.?{_YEAR}",
    rf"{_MONTH}\.?\s+(?P<day{{n}}>\d{{{{1,2}}}}){_ORDINAL}\b{_YEAR}",
    rf"(?P<day{{n}}>\d{{{{1,2}}}}){_ORDINAL}",
)
_DAY = re.compile("|".join(rf"\b{way.format(n=n)}(?!\w)" for n, way in enumerate(_WAYS)), re.IGNORECASE)
_UNTIL = re.compile(r"(?:until|till|through|up to)\b", re.IGNORECASE)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(
    r"\b(?:(?:this|next|coming|on)\s+)*"
    r"(tomorrow|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
    rf"\b\.?(,?\s+(?:the\s+)?(?:\d|{'|'.join(_MONTHS)}))?",
    re.IGNORECASE,
)
_FILL = re.compile(
    r"(?:from|the|to|until|till|through|up|and|including|inclusive|of|for|between|[-\u2013\u2014,.\s])*", re.IGNORECASE
)


def span(text: str, now: datetime) -> tuple[datetime, datetime] | None:
    """The first moment of the first day that a text names, or `now`, and the end of the last one; None if it does not
    name two days, or one with "until", and nothing else.  A day without a year is the next of that date, a day of a
    week the next of that name that is not today."""
    text = _WEEKDAY.sub(lambda match: match[2] or _next(match[1], now), text)
    found = [_named(match.groupdict()) for match in _DAY.finditer(text)]
    if (
        not _FILL.fullmatch(_DAY.sub(" ", text))
        or len(found) > 2
        or not (len(found) == 2 or _UNTIL.match(text.strip()))
    ):
        return None
    told = {word: next((one[word] for one in reversed(found) if one[word]), 0) for word in ("month", "year")}
    days = [day for one in found if (day := _day(one, told, now))]
    if len(days) != len(found) or not days:
        return None
    start, end = (days[0], days[-1]) if len(days) == 2 else (now, days[0])
    try:
        if end.date() < start.date() and not found[-1]["year"]:
            end = end.replace(year=end.year + 1)
        return max(start, now) if start.date() == now.date() else start, end + timedelta(days=1)
    except (ValueError, OverflowError):
        return None


def names_weekday(text: str) -> bool:
    """Whether a text names a day by its place in a week alone: "until Sunday"."""
    return any(not match[2] for match in _WEEKDAY.finditer(text))


def _next(name: str, now: datetime) -> str:
    """The next day of a name as a date."""
    ahead = 1 if name.lower() == "tomorrow" else (_WEEKDAYS.index(name[:3].lower()) - now.weekday() - 1) % 7 + 1
    return (now + timedelta(days=ahead)).date().isoformat()


def _named(groups: dict[str, str | None]) -> dict[str, int]:
    """``{"year", "month", "day"}`` of a day as it was named; 0 for what was not."""
    said = {name.rstrip("0123456789"): value for name, value in groups.items() if value}
    month = _MONTHS.index(said["month"][:3].lower()) + 1 if "month" in said else int(said.get("number", 0))
    return {"year": int(said.get("year", 0)), "month": month, "day": int(said["day"])}


def _day(one: dict[str, int], told: dict[str, int], now: datetime) -> datetime | None:
    """The day that was named; what was not said of it is that of the other one."""
    year, month = (one[word] or told[word] for word in ("year", "month"))
    try:
        found = now.replace(
            year=year or now.year, month=month, day=one["day"], hour=0, minute=0, second=0, microsecond=0
        )
        return found if year or found.date() >= now.date() else found.replace(year=now.year + 1)
    except ValueError:
        return None
