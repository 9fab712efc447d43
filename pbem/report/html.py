"""The report as one HTML page: no scripts, nothing from elsewhere; for phones, for print, dark and light.  Other pages
print its blocks with the same functions."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import count, groupby
from typing import TYPE_CHECKING, Any

from pbem.core.data.tables import Sentences
from pbem.core.data.text import visible

from .blocks import Block, Figure, Heading, Item, Lines, Proof, Sentence, Sheet, Table

if TYPE_CHECKING:
    from jinja2 import Environment

_say = Sentences(__name__)

LEFTWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
LATIN = re.compile("[A-Za-z]")
_LABELLED = 'aria-labelledby="map-{place}-map-title map-{place}-map-desc"'


def render(sheet: Sheet, links: Iterable[tuple[str, str]] = ()) -> str:
    """A sheet as an HTML page.

    links   [(text, address)] to other pages
    """
    blocks = {block.kind: block_html(block) for block in sheet.blocks}
    foot = blocks.pop("trust", "")
    return (
        environment()
        .get_template("report.html")
        .render(sheet=sheet, main="\n".join(blocks.values()), foot=foot, links=list(links))
    )


def block_html(block: Block) -> str:
    """A block with its title, if it has one."""
    title = f"<h2>{marked(block.title)}</h2>\n" if block.title else ""
    if block.kind in _LABELS:
        items = "\n".join(f"<p>{_words(item)}</p>" for item in block.sentences)
        return f'<section class="asked" aria-label="{_say(block.kind)}">\n{title}{items}\n</section>'
    items = items_html(block.items, block.title)
    if block.kind == "history":
        items = f"<details><summary>{_say('so-far')}</summary>\n{items}\n</details>"
    return f"{title}{items}"


_LABELS = ("lead", "asked")  # blocks whose sections stand out, with a label


def items_html(items: Iterable[Item], title: str = "") -> str:
    """The items of a block; sentences that follow each other are a list, a table without a title has the block's."""
    place = count()
    parts: list[str] = []
    for kind, group in groupby(items, type):
        if kind is Sentence:
            parts.append(
                f'<ul class="story">\n{"".join(_sentence(item) for item in group if isinstance(item, Sentence))}</ul>'
            )
        else:
            parts += [_item(item, title, place) for item in group]
    return "\n".join(parts)


def _item(item: Item, title: str, place: Iterator[int]) -> str:
    if isinstance(item, Figure):
        return _figure(item, next(place))
    return _table(item, item.title or title) if isinstance(item, Table) else _PRINTERS[type(item)](item)


def marked(text: str) -> str:
    """A text as HTML: with controls of screens and of direction written out (core.data.text.visible), and, where it
    has letters that run from right to left, apart from what stands around it, so that they turn no numbers and no
    names beside them."""
    text = visible(text)
    if not LEFTWARDS.search(text):
        return escape(text)
    direction = ' dir="ltr"' if LATIN.search(text) else ""  # a sentence of ours, or a name alone
    return f"<bdi{direction}>{escape(text)}</bdi>"


def coded(text: str) -> str:
    """A sentence with the commands in it, which stand between backticks, as a page shows commands."""
    parts = re.split("`([^`]+)`", text)
    return "".join(f"<code>{marked(part)}</code>" if place % 2 else marked(part) for place, part in enumerate(parts))


def environment(*folders: str) -> "Environment":
    """The templates of some folders, and of reports.  What people wrote, names and reasons, does to no page what it
    should not: see marked()."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
    found = Environment(
        loader=FileSystemLoader([*folders, own]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    found.filters["plain"] = Plain
    return found


class Plain(str):
    """A text for a place that takes no elements: an attribute, a title (filter ``plain``)."""


def _shown(value: Any) -> Any:
    """What a template shows of a value."""
    from jinja2.filters import do_mark_safe

    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return visible(value) if isinstance(value, Plain) else do_mark_safe(marked(value))


def _sentence(sentence: Sentence) -> str:
    detail = ' class="detail"' if sentence.is_detail else ""
    return f"<li{detail}>{_words(sentence)}</li>\n"


def _words(sentence: Sentence) -> str:
    lead = f"<strong>{marked(sentence.lead)}</strong> " if sentence.lead else ""
    quoted = f" <code>{marked('; '.join(sentence.quoted))}</code>" if sentence.quoted else ""
    rule = f' <span class="rule">[{escape(sentence.rule)}]</span>' if sentence.rule else ""
    return f"{lead}{marked(sentence.text)}{quoted}{rule}"


def _proof(proof: Proof) -> str:
    return f"<p>{coded(proof.text)}</p>"


def _heading(heading: Heading) -> str:
    return f"<h3>{marked(heading.text)}</h3>"


def _table(table: Table, title: str) -> str:
    label = escape(visible(title))
    head = "".join(f'<th scope="col">{marked(column or "What")}</th>' for column in table.columns)
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{label}"><table><caption>{marked(title)}</caption>\n'
        + (f"<thead><tr>{head}</tr></thead>\n" if any(table.columns) else "")
        + f"<tbody>{''.join(map(_row, table.rows))}</tbody></table></div>"
    )


def _row(row: Iterable[str]) -> str:
    first, *others = map(marked, row)
    return f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in others)}</tr>'


def _figure(figure: Figure, place: int) -> str:
    """A picture, which pbem.maps made and escaped."""
    caption = f"<figcaption>{marked(figure.caption)}</figcaption>"
    return f'<figure tabindex="0">{_inline(figure.svg, place)}{caption}</figure>'


def _order_lines(item: Lines) -> str:
    return f'<pre tabindex="0">{marked(chr(10).join(item.lines))}</pre>'


def _inline(svg: str, place: int) -> str:
    """An SVG inside a page: it fits the width, and its ids are no other picture's."""
    own = rf"\1map-{place}-\2"
    text = re.sub(r'((?:\bid|href)="#?)([\w-]+")', own, svg.strip())
    text = re.sub(r"(url\(#)([\w-]+\))", own, text)
    text = text.replace('aria-labelledby="map-title map-desc"', _LABELLED.format(place=place))
    return re.sub(r' width="[\d.]+" height="[\d.]+"', ' class="map"', text, count=1)


_PRINTERS: dict[type[Item], Callable[[Any], str]] = {Proof: _proof, Heading: _heading, Lines: _order_lines}
