"""The first block of every report: how the game ended, or who is asked what, until when, and what happens without an
answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from pbem.core.data.tables import Sentences
from pbem.core.data.text import capital, listed
from pbem.core.record.deadlines import Term, row_told

from .blocks import Block, Sentence

if TYPE_CHECKING:
    from .shapes import Over, Report, Waiting

_say = Sentences(__name__)

Row = TypeVar("Row", bound=Mapping[str, object])
MOST = 3  # lines of a published default; how many more there are is told


def asked_block(report: Report, decision: str = "") -> Block:
    """Who is waited for; or what a director decided, as a sentence."""
    said = [Sentence(decision, lead=_say("director"))] if decision else _sentences(report)
    return Block("asked", "", tuple(said))


def _sentences(report: Report) -> list[Sentence]:
    if report["over"]:
        over = report["over"]
        return [Sentence(ended(over), over["rule"], lead=_say("over"))]
    if report["asked"]:
        return [Sentence(_say("gone-by", who=report["asked"]), lead=_say("then-asked"))]
    said = [one for rows in alike(report["waiting"]) for one in _question(rows)]
    said += [_waited(one) for one in report.get("called", ())]
    return [*(said or [_waited(_say("adjudicator"))]), *dates(report)]


def _waited(who: str, rule: str = "") -> Sentence:
    return Sentence(capital(who) if who.startswith("the ") else who, rule, lead=_say("waiting"))


def alike(waiting: Iterable[Row]) -> Iterable[list[Row]]:
    """The questions in groups of those of which everything is the same but who is asked."""
    found: dict[str, list[Row]] = {}
    for row in waiting:
        same = [row.get(name) for name in ("waiting", "rule", "answered", "default", "since")]
        found.setdefault(repr(same), []).append(row)
    return found.values()


def _question(rows: list[Waiting]) -> list[Sentence]:
    """Who is asked what, and what happens without an answer."""
    row, default = rows[0], tuple(shortened(rows[0]["default"]))
    fields = {"who": [*map(asked_name, rows)], "count": len(rows), "waiting": row["waiting"]}
    told = _waited(_say("answered" if row["answered"] else "asked", **fields), row["rule"])
    return [told, Sentence(_say("default"), lead=_say("no-answer"), quoted=default)]


def dates(report: Report) -> list[Sentence]:
    """Until when everybody has time who is waited for: a line a date."""
    found = by_date(report.get("deadlines", ()))
    everybody = len(found) == 1 and len(*found.values()) > 1
    told = [date if everybody else f"{date} ({listed(names)})" for date, names in found.items()]
    return [Sentence(f"{date}.", lead=_say("by")) for date in told]


def by_date(terms: Iterable[Term]) -> dict[str, list[str]]:
    """``{date in words: names}`` of those who have time until then."""
    found: dict[str, list[str]] = {}
    for row in terms:
        found.setdefault(row_told(row), []).append(row["name"] or row["seat"])
    return found


def ended(over: Over) -> str:
    """The end of a game in sentences: who won stands there once."""
    name, why = over["winner_name"], over["why"]
    if name and name.casefold() in why.casefold():
        return str(why)
    return _say("won" if name else "drawn", name=name, why=why)


def asked_name(row: Waiting) -> str:
    """Who is asked, of a row of `waiting`: the power, and the person who sits there."""
    return f"{row['power_name']} ({row['name']})" if row["name"] else row["power_name"]


def shortened(lines: list[str]) -> list[str]:
    """The first lines of a published default, and how many more there are."""
    return list(lines) if len(lines) <= MOST else [*lines[:MOST], _say("more", lines=len(lines) - MOST)]
