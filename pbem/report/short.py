"""The short report: the lead, the date, what was not used, news, the form; for those who have the rest on a page beside
it.

It keeps to a screen or two of a phone.  Of a long story the heaviest lines are told; what is left out is counted, and
where it stands is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted

from .blocks import Block, Item, Lines, Sentence
from .lead import lead_block
from .sheet import TITLES, note, sheet_of, story
from .text import brief, lines_of

if TYPE_CHECKING:
    from .shapes import Part, Report, StoryLine

MOST = 72  # lines, so that with the head and the footer of a mail they are 80
MOST_NOTES, MOST_LINES = 4, 8
_LEFT = ("not needed", "refused", "left out", "expired")  # fates of lines that were not used
LEAST_NEWS = 6

_say = Sentences(__name__)


def render(report: Report, form: str = "", page: bool = False, due: str = "") -> str:
    """The canonical report in short, as text.

    form   the brief form of the seat that it is for
    page   True if a page with everything goes with it
    due    until when that seat has time, as a sentence
    """
    rest = _say("rest", where=_say("on-page" if page else "in-full"), head=report["head"][:32])
    before = [lead_block(report), *([Block("due", "", (Sentence(due),))] if due else []), *_of_own_lines(report)]
    after = [
        Block("form", TITLES["form"], (Lines(tuple(form.splitlines())),) if form else ()),
        Block("rest", "", (Sentence(rest),)),
    ]
    after = [block for block in after if block.items]
    around = brief(sheet_of(report, [*before, *after])).count("\n")
    news = Block("news", _say("news"), tuple(_news(report, max(LEAST_NEWS, MOST - around - 2))))
    return brief(sheet_of(report, [*before, news, *after]))


def _news(report: Report, room: int) -> list[Item]:
    """What happened in at most so many lines: all of it; or without details; or what matters most of it."""
    first: list[Item] = [note(report, row) for row in report["notes"][:MOST_NOTES]]
    if len(report["notes"]) > MOST_NOTES:
        first.append(_left_out(len(report["notes"]) - MOST_NOTES, "note"))
    if not report["story"]:
        return first or [Sentence(_say("nothing"))]
    plain = [_of_lines(part, _without_details(part)) for part in report["story"]]
    for told in (story(report["story"]), story(plain)):
        if _height([*first, *told]) <= room:
            return [*first, *told]
    return [*first, *_weightiest(plain, room - _height(first))]


def _without_details(part: Part) -> list[StoryLine]:
    """The lines of a paragraph without details, and without the single rolls of fights."""
    rolls = {number for fight in part.get("fights", ()) for number in fight["lines"]}
    told = [line for number, line in enumerate(part["lines"]) if line["weight"] or number not in rolls]
    return [line for line in told if not line["level"]]


def _of_lines(part: Part, lines: list[StoryLine]) -> Part:
    """Some lines of a paragraph, all as sentences."""
    return {"heading": part["heading"], "procedure": part["procedure"], "lines": lines}


def _weightiest(parts: Sequence[Part], room: int) -> list[Item]:
    """As many of the heaviest lines as there is room for, in their order, and how many are left out."""
    lines = sorted((line for part in parts for line in part["lines"]), key=lambda line: -line["weight"])
    for count in range(min(len(lines), room), 0, -1):
        kept = set(map(id, lines[:count]))
        told = [_of_lines(part, [line for line in part["lines"] if id(line) in kept]) for part in parts]
        items = [*story(part for part in told if part["lines"]), _left_out(len(lines) - count, "line")]
        if _height(items) <= room:
            return items
    return [_left_out(len(lines), "line")]


def _of_own_lines(report: Report) -> list[Block]:
    """What was left of the lines of the seat that the report is for: why what could not be done was not, and all that
    was not used."""
    own = [row for row in report["lines"] if row["seat"] == report["seat"] and row["fate"] in _LEFT]
    why: list[Item] = [Sentence(_say("not-done", reason=row["reason"])) for row in own if row["reason"]]
    lines = [line for row in own for line in row["text"].split("\n")]
    more = [_say("left-out", lines=counted(len(lines) - MOST_LINES, "order"))] if len(lines) > MOST_LINES else []
    unused: list[Item] = [Sentence(_say("unused")), Lines((*lines[:MOST_LINES], *more))] if lines else []
    return [Block("unused", "", (*why[:MOST_NOTES], *unused))] if own else []


def _height(items: Iterable[Item]) -> int:
    return len(lines_of(items, is_tight=True))


def _left_out(count: int, what: str) -> Sentence:
    return Sentence(_say("left-out", lines=counted(count, what)))
