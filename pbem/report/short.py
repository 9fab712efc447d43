"""The short report: news, what is asked, answers, the date; for those who have the rest on a page beside it.

It keeps to a screen or two of a phone.  Of a long story the changes are told, the most important first; what is left
out is counted, and where it stands is said.
"""

from textwrap import wrap

from pbem.core.data.text import counted, translate

from .asked import asked_block, ended
from .text import WIDTH, lines_of

MOST = 52  # lines, so that with the head and the footer of a mail they are 60
MOST_NOTES = 4
LEAST_NEWS = 6

_SENTENCES = {
    "left-out": "… and {lines} more in the full report.",
    "changes": "Much happened; what changed most:",
    "over": "The game is over. {told}",
    "nothing": "Nothing happened on the board.",
    "rest": "Board, draws and orders stand {where}. Head {head}.",
    "in-full": "in the full report: write report on a line",
    "on-page": "on the attached page, and in the full report: write report on a line",
}


def render(report, form="", page=False, due=""):
    """The canonical report in short, as text.

    form   the brief form of the seat that it is for
    page   True if a page with everything goes with it
    due    until when that seat has time, as a sentence; then its date does not stand in the list as well
    """
    head = _wrapped(f"{report['title_name'].upper()} · {report['game']} · entry {report['entry']}")
    head += [*_wrapped(report["moment"]), *([""] if due else []), *_wrapped(due)]
    if due:
        own = report["seat"]
        report = {**report, "deadlines": [row for row in report.get("deadlines", ()) if row["seat"] != own]}
    answers = [f"  {line}" for line in form.splitlines()]
    end = [*_section("Who is asked", _waiting(report)), *_section("To answer, reply with lines like these", answers)]
    where = _say("on-page" if page else "in-full")
    end += ["", *_wrapped(_say("rest", where=where, head=report["head"][:32]))]
    room = max(LEAST_NEWS, MOST - len(head) - len(end) - 3)
    lines = [*head, *_section("News", _news(report, room)), *end]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _say(name, **fields):
    return translate(_SENTENCES[name]).format(**fields)


def _news(report, room):
    """What happened in at most so many lines: all of it; or without details; or what changed."""
    notes = [row for note in report["notes"][:MOST_NOTES] for row in _item(_noted(note))]
    if report["over"]:
        notes = [*_item(_say("over", told=ended(report["over"]))), *notes]
    for told in (_story(report, 1), _story(report, 0)):
        if len(notes) + len(told) <= room:
            return [*notes, *told] or _item(_say("nothing"))
    rows = [_item(text) for text in report["changes"]] or [
        _item(line["text"]) for part in report["story"] for line in part["lines"] if not line["level"]
    ]
    return [*notes, *_cut(rows, room - len(notes))]


def _noted(note):
    who = f"{note['seat']} {note['what']}" if note.get("seat") else note["what"]
    return f"{who[0].upper()}{who[1:]}: {note['why']}" if note["why"] else f"{who[0].upper()}{who[1:]}."


def _story(report, most_level):
    rows = []
    for part in report["story"]:
        lines = [row for line in part["lines"] if line["level"] <= most_level for row in _item(line["text"])]
        rows += [*_wrapped(f"{part['heading']}:"), *lines] if lines else _wrapped(part["heading"])
    return rows


def _cut(items, room):
    """As many whole items as there is room for, and how many are left out."""
    lines = _wrapped(_say("changes"))
    for number, rows in enumerate(items):
        if len(lines) + len(rows) > room - (number + 1 < len(items)):
            left = counted(len(items) - number, "line")
            return [*lines, *_item(_say("left-out", lines=left))]
        lines += rows
    return lines


def _waiting(report):
    """Who is asked; the default stands in the full report, and the end of a game among the news."""
    asked = [] if report["over"] else asked_block(report).items
    return lines_of([sentence for sentence in asked if not sentence.quoted])


def _section(title, lines):
    return ["", f"--- {title} ".ljust(WIDTH, "-"), *lines] if lines else []


def _item(text):
    return wrap(
        text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _wrapped(text):
    return wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
