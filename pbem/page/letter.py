"""The HTML of a mail to a seat: what happened, and answers as links that are orders with one tap.

Many mail programs show attached pages without scripts; this part is for them, and stays below what they clip.
"""

from html import escape

from .asking import asking
from .turn import DRAFT, answer_links, story_html

MOST = 98_000  # bytes; some programs cut off what is longer than 102,400
BEGINS = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body>"""


def mail_html(file, seat, report, address, page_name="", page_link=""):
    """The HTML part of a mail to a seat that is asked something.

    page_name   the name of the attached turn page
    page_link   its address on the web, where the desk has a folder there
    """
    asked = {**asking(file, seat), "address": address}
    title = f"{report['title_name']}, game {file.name}, entry {asked['entry']}: {report['moment']}"
    parts = [
        BEGINS.format(title=escape(title)), f"<h1>{escape(title)}</h1>",
        f"<p><strong>{escape(DRAFT)}</strong></p>" if asked["is_draft"] else "",
        *(_question(asked, row) for row in asked["questions"]), _page(page_name, page_link),
    ]  # fmt: skip
    size, story = len("".join(parts).encode()), f"<h2>What happened</h2>{story_html(report)}"
    if size + len(story.encode()) < MOST:
        parts.append(story)
    return "\n".join([*parts, "</body></html>"])


def _question(asked, row):
    """One question, its default, and its answers as links."""
    text = f"<p>{escape(row['text'])}</p>" if row["text"] else ""
    known = "These are all the answers." if row["whole"] else "More answers are legal: see the attached page."
    return f"""<h2>{escape(row["power"])} is asked {escape(row["waiting"])} [{escape(row["rule"])}]</h2>
{text}<p>Tap an answer, and send the mail that opens. {known}</p>
{answer_links(asked, row)}"""


def _page(name, link):
    on_the_web = f' It is also <a href="{escape(link)}">on the web</a>.' if link else ""
    attached = f"The attached page {escape(name)} has the map and every legal choice to click." if name else ""
    return f"<p>{attached}{on_the_web}</p>" if name or link else ""
