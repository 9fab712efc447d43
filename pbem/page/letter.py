"""The HTML of a mail to a seat: what happened, and answers as links that are orders with one tap.

Many mail programs show attached pages without scripts; this part is for them, and stays below what they clip.
"""

from html import escape

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.data.text import visible
from pbem.core.play.gamefile import GameFile
from pbem.core.record.now import due_told
from pbem.core.seat.block import Stands
from pbem.report.html import block_html
from pbem.report.shapes import Report
from pbem.report.sheet import TITLES, changes_block

from .asking import asking
from .plain import answer_links
from .turn import say, stands_html, story_html

_say = Sentences(__name__)

MOST = 60_000  # bytes: below what programs clip, and no burden on a phone
FEWER = (24, 12, 6, 3, 1)  # answers of a question; fewer where they are long
BEGINS = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>\
</head><body>"""
ENDS = "</body></html>"


def mail_html(
    file: GameFile,
    seat: str,
    report: Report,
    address: str,
    page_name: str = "",
    page_link: str = "",
    stands: Stands | None = None,
) -> str:
    """The HTML part of a mail to a seat that is asked something: until when, what, the answers, the news.

    page_name   the name of the attached turn page
    page_link   its address on the web, where the desk has a folder there
    stands      what stands for the seat
    """
    asked = {**asking(file, seat), "address": address}
    title = f"{report['title_name']}, game {file.name}, entry {asked['entry']}: {report['moment']}"
    due = due_told(file, seat, [seat] if stands and not stands["waiting"] else ())
    head = [
        BEGINS.format(title=escape(title)),
        f"<h1>{escape(report['title_name'])}: {escape(file.name)}</h1>",
        f"<p>Entry {asked['entry']}: {escape(report['moment'])}</p>",
        f"<p><strong>{escape(due)}</strong></p>" if due else "",
        f"<p><strong>{escape(say('draft'))}</strong></p>" if asked["is_draft"] else "",
        stands_html(stands),
    ]
    page = _page(page_name, page_link)
    for most in FEWER:
        body = "\n".join([*head, *(_question(asked, row, most) for row in asked["questions"]), page])
        if len(body.encode()) < MOST * 3 // 4:
            break
    return visible("\n".join([body, _news(report, MOST - len(body.encode()) - len(ENDS) - 2), ENDS]))


def _news(report: Report, room: int) -> str:
    """What happened; what changed, if all of it is too much; or where it stands."""
    for told in (f"<h2>{TITLES['story']}</h2>{story_html(report)}", block_html(changes_block(report))):
        if len(told.encode()) <= room:
            return told
    return _say("long-story")


def _question(asked: Json, row: Json, most: int) -> str:
    """One question, its default, and answers as links, at most so many."""
    text = f"<p>{escape(row['text'])}</p>" if row["text"] else ""
    is_whole = row["whole"] and len(row["answers"]) <= most
    heading = _say("asked", **{name: escape(row[name]) for name in ("power", "waiting", "rule")})
    links = answer_links(asked, {**row, "answers": row["answers"][:most]})
    return f"<h2>{heading}</h2>\n{text}<p>{_say('all' if is_whole else 'more')}</p>\n{links}"


def _page(name: str, link: str) -> str:
    told = [_say("page", name=escape(name))] * bool(name) + [_say("web", link=escape(link))] * bool(link)
    return f"<p>{' '.join(told)}</p>" if told else ""
