"""The short report: news, what is asked, answers, the date; for those who have the rest on a page beside it.

It keeps to a few screens of a phone, the sheet of the turn included.  Of a long story the changes are told, the most
important first; what is left out is counted, and where it stands is said.
"""

from collections.abc import Iterable, Sequence

from pbem.core.data.sentences import Sentences
from pbem.core.data.text import counted

from .asked import asked_block, ended
from .blocks import Block, Heading, Item, Lines, Sentence
from .shapes import Report
from .sheet import TITLES, note, sheet_of
from .text import brief, lines_of

MOST = 72  # lines, so that with the head and the footer of a mail they are 80
MOST_NOTES, MOST_LINES = 4, 8
_LEFT = ("not needed", "refused", "left out", "expired")  # fates of lines that were not used
LEAST_NEWS = 6

_say = Sentences(__name__)


def render(report: Report, form: str = "", page: bool = False, due: str = "") -> str:
    """The canonical report in short, as text.

    form   the brief form of the seat that it is for
    page   True if a page with everything goes with it
    due    until when that seat has time, as a sentence; then its date does not stand in the list as well
    """
    rest = _say("rest", where=_say("on-page" if page else "in-full"), head=report["head"][:32])
    before = [Block("due", "", (Sentence(due),))] if due else []
    before += _of_own_lines(report)
    after = [
        Block("asked", _say("asked"), tuple(_asked(report, bool(due)))),
        Block("form", TITLES["form"], (Lines(tuple(form.splitlines())),) if form else ()),
        Block("rest", "", (Sentence(rest),)),
    ]
    after = [block for block in after if block.items]
    around = brief(sheet_of(report, [*before, *after])).count("\n")
    news = Block("news", _say("news"), tuple(_news(report, max(LEAST_NEWS, MOST - around - 2))))
    return brief(sheet_of(report, [*before, news, *after]))


def _news(report: Report, room: int) -> list[Item]:
    """What happened in at most so many lines: all of it; or without details; or what changed."""
    first: list[Item] = [Sentence(_say("over", told=ended(report["over"])))] if report["over"] else []
    first += [note(report, row) for row in report["notes"][:MOST_NOTES]]
    if len(report["notes"]) > MOST_NOTES:
        first.append(_left_out(len(report["notes"]) - MOST_NOTES, "note"))
    for told in (_story(report, 1), _story(report, 0)):
        if _height([*first, *told]) <= room:
            return [*first, *told] or [Sentence(_say("nothing"))]
    texts = report["changes"] or [
        line["text"] for part in report["story"] for line in part["lines"] if not line["level"]
    ]
    return [*first, *_cut([Sentence(text) for text in texts], room - _height(first))]


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


def _story(report: Report, most_level: int) -> list[Item]:
    items: list[Item] = []
    for part in report["story"]:
        items.append(Heading(part["heading"]))
        items += [Sentence(line["text"]) for line in part["lines"] if line["level"] <= most_level]
    return items


def _cut(items: Sequence[Item], room: int) -> list[Item]:
    """As many whole items as there is room for, and how many are left out."""
    kept: list[Item] = [Sentence(_say("changes"))]
    for number, item in enumerate(items):
        if _height([*kept, item]) > room - (number + 1 < len(items)):
            return [*kept, _left_out(len(items) - number, "line")]
        kept.append(item)
    return kept


def _left_out(count: int, what: str) -> Sentence:
    return Sentence(_say("left-out", lines=counted(count, what)))


def _asked(report: Report, is_dated: bool) -> list[Sentence]:
    """Who is asked; the default stands in the full report, and the end of a game among the news."""
    if report["over"]:
        return []
    if is_dated:
        own = report["seat"]
        report = {**report, "deadlines": [row for row in report.get("deadlines", ()) if row["seat"] != own]}
    return [sentence for sentence in asked_block(report).sentences if not sentence.quoted]
