"""The report as one HTML page: no scripts, nothing from elsewhere; for phones, for print, dark and light."""

import os
import re
from html import escape

from pbem.core.data.text import visible

from .asked import head
from .build import evidence_sentence, line_sentence

LEFTWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
LATIN = re.compile("[A-Za-z]")
_LABELLED = 'aria-labelledby="map-{place}-map-title map-{place}-map-desc"'


def render(report, form="", maps=(), history=(), verified=None, links=()):
    """The canonical report as an HTML page.

    form       the order form of the seat that it is for
    maps       [(caption, SVG text)]
    history    the story of all that came before, as in ``report["story"]``
    links      [(text, address)] to other pages
    verified   the words of a verification, or None if none was made
    """
    lines = [line_sentence(report, line) for line in report["lines"]]
    pictures = [(caption, _inline(svg, place)) for place, (caption, svg) in enumerate(maps)]
    return (
        environment()
        .get_template("report.html")
        .render(
            r=report,
            form=form,
            evidence=evidence_sentence(report),
            maps=pictures,
            history=history,
            verified=verified,
            lines=lines,
            links=list(links),
            **waited_for(report),
        )
    )


def environment(*folders):
    """The templates of some folders, and of reports: parts of pages that other pages have too.  What people wrote,
    names and reasons, does to no page what it should not: see shown()."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
    found = Environment(
        loader=FileSystemLoader([*folders, own]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
    )
    found.filters["plain"], found.filters["coded"] = Plain, coded
    return found


class Plain(str):
    """A text for a place that takes no elements: an attribute, a title (filter ``plain``)."""


def shown(value):
    """What a page shows of a value: a text with controls of screens and of direction written out
    (core.data.text.visible), and, where it has letters that run from right to left, apart from what stands around it,
    so that they turn no numbers and no names beside them."""
    from jinja2.filters import do_mark_safe

    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    text = visible(value)
    if isinstance(value, Plain) or not LEFTWARDS.search(text):
        return text
    direction = ' dir="ltr"' if LATIN.search(text) else ""  # a sentence of ours, or a name alone
    return do_mark_safe(f"<bdi{direction}>{escape(text)}</bdi>")


def coded(text):
    """A sentence with the commands in it, which stand between backticks, as a page shows commands."""
    from jinja2.filters import do_forceescape, do_mark_safe

    known = map(shown, re.split("`([^`]+)`", text))
    parts = [str(one) if hasattr(one, "__html__") else do_forceescape(one) for one in known]
    return do_mark_safe("".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts)))


def waited_for(report, decision=""):
    """What the part asked.html needs: the head of the report, and what a director decided, as a sentence."""
    return {"said": head(report), "decision": decision}


def _inline(svg, place):
    """An SVG inside a page: it fits the width, and its ids are no other picture's."""
    own = rf"\1map-{place}-\2"
    text = re.sub(r'((?:\bid|href)="#?)([\w-]+")', own, svg.strip())
    text = re.sub(r"(url\(#)([\w-]+\))", own, text)
    text = text.replace('aria-labelledby="map-title map-desc"', _LABELLED.format(place=place))
    text = re.sub(r' width="[\d.]+" height="[\d.]+"', ' class="map"', text, count=1)
    return text
