"""The first block of every report: how the game ended, or who is asked what, until when, and what happens without an
answer."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from pbem.core.data.text import capital, counted, listed
from pbem.core.record.deadlines import Term, row_told

from .blocks import Block, Sentence
from .shapes import Over, Report, Waiting

Row = TypeVar("Row", bound=Mapping[str, object])
MOST = 3  # lines of a published default; how many more there are is told


def asked_block(report: Report, decision: str = "") -> Block:
    """Who is waited for; or what a director decided, as a sentence."""
    said = [Sentence(decision, lead="A director decided.")] if decision else _sentences(report)
    return Block("asked", "", tuple(said))


def _sentences(report: Report) -> list[Sentence]:
    if report["over"]:
        over = report["over"]
        return [Sentence(ended(over), over["rule"], lead="The game is over.")]
    if report["asked"]:
        told = "{who}; this report is on a time gone by.".format(who=listed(report["asked"]))
        return [Sentence(told, lead="Then asked:")]
    said = [one for rows in alike(report["waiting"]) for one in _question(rows)]
    said += [_waited(one) for one in report.get("called", ())]
    return [*(said or [_waited("the adjudicator, to draw and play on.")]), *dates(report)]


def _waited(who: str, rule: str = "") -> Sentence:
    return Sentence(capital(who) if who.startswith("the ") else who, rule, lead="Waiting for")


def alike(waiting: Iterable[Row]) -> Iterable[list[Row]]:
    """The questions in groups of those of which everything is the same but who is asked."""
    found: dict[str, list[Row]] = {}
    for row in waiting:
        same = [row.get(name) for name in ("waiting", "rule", "answered", "default", "since")]
        found.setdefault(repr(same), []).append(row)
    return found.values()


def _question(rows: list[Waiting]) -> list[Sentence]:
    """Who is asked what, and what happens without an answer."""
    row, who = rows[0], listed(map(asked_name, rows))
    done = " (have answered)" if len(rows) > 1 else " (has answered)"
    default = tuple(shortened(row["default"]))
    return [
        _waited(f"{who}{done * row['answered']} {row['waiting']}", row["rule"]),
        Sentence("the published default:", lead="No answer:", quoted=default),
    ]


def dates(report: Report) -> list[Sentence]:
    """Until when everybody has time who is waited for: a line a date."""
    found = by_date(report.get("deadlines", ()))
    everybody = len(found) == 1 and len(*found.values()) > 1
    told = [date if everybody else f"{date} ({listed(names)})" for date, names in found.items()]
    return [Sentence(f"{date}.", lead="Answer by") for date in told]


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
    who = f"Won by {name}." if name else "It is a draw."
    return f"{who} {why}"


def asked_name(row: Waiting) -> str:
    """Who is asked, of a row of `waiting`: the power, and the person who sits there."""
    return f"{row['power_name']} ({row['name']})" if row["name"] else row["power_name"]


def shortened(lines: list[str]) -> list[str]:
    """The first lines of a published default, and how many more there are."""
    if len(lines) <= MOST:
        return list(lines)
    return [*lines[:MOST], "… ({lines} more)".format(lines=counted(len(lines) - MOST, "line"))]
