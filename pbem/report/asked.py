"""The head of every report, made once for all that print it: how the game ended, or who is asked what, until when, and
what happens without an answer."""

from typing import Any

from pbem.core.data.text import counted, listed, translate
from pbem.core.record.deadlines import row_told

MOST = 3  # lines of a published default; how many more there are is told


def head(report: dict[str, Any]) -> dict[str, Any]:
    """What a report says first; what is empty is not to be said.

    over      how the game ended, in sentences; `rule` the number that says so
    then      who was asked then, of a report on a time gone by
    rows      the questions, as in the report; `who` is asked, and the default is shortened
    muster    who is called to a muster, as a sentence
    nobody    True where the adjudicator draws and plays on
    dates     [(who, until when)]
    """
    over, rows = report["over"], [] if report["over"] or report["asked"] else report["waiting"]
    muster = "" if over or report["asked"] else muster_sentence(report)
    return {
        "over": ended(over) if over else "",
        "rule": over["rule"] if over else "",
        "then": [] if over else report["asked"],
        "rows": [{**row, "who": asked_name(row), "default": shortened(row["default"])} for row in rows],
        "muster": muster,
        "nobody": not (over or report["asked"] or rows or muster),
        "dates": [] if over or report["asked"] else dates(report),
    }


def ended(over: dict[str, Any]) -> str:
    """The end of a game in sentences: who won stands there once."""
    name, why = over["winner_name"], over["why"]
    if name and name.casefold() in why.casefold():
        return str(why)
    who = translate("Won by {who}.").format(who=name) if name else translate("It is a draw.")
    return f"{who} {why}"


def asked_name(row: dict[str, Any]) -> str:
    """Who is asked, of a row of `waiting`: the power, and the person who sits there."""
    return f"{row['power_name']} ({row['name']})" if row["name"] else str(row["power_name"])


def shortened(lines: list[str]) -> list[str]:
    """The first lines of a published default, and how many more there are."""
    if len(lines) <= MOST:
        return list(lines)
    return [*lines[:MOST], translate("… ({lines} more)").format(lines=counted(len(lines) - MOST, "line"))]


def muster_sentence(report: dict[str, Any]) -> str:
    """Who is waited for at a muster without being asked anything, as a sentence; or ""."""
    if not report.get("mustered"):
        return ""
    return translate("{who} to take part in the muster: an order, or ready.").format(who=listed(report["mustered"]))


def dates(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Until when everybody has time who is waited for."""
    return [(row["name"] or row["seat"], row_told(row)) for row in report.get("deadlines", ())]
