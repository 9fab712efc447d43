"""Pictures as SVG text: what lies below, who holds it, what stands there, and the legend.

Colours are classes of map.css, so that a page needs no style attributes; every shape is written once and used again.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from .counters import HEIGHT, WIDTH, read
from .drawing import Picture, pictures
from .geometry import at, number

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.maps.geometry import Point


TITLE = re.compile(r"<title>[^<]*</title>")
# What a counter is printed on; there are hundreds of them, and a `use` of it would cost a browser more than its text.
GROUND = f'<path d="M0 0h{WIDTH}v{HEIGHT}H0z" class="k"/>'  # shorter than a rect, and there are many
FACE = 'font-family="DejaVu Sans, Verdana, sans-serif"'


def of_title(title: str, view: "Json", name: str | None = None, focus: str | None = None) -> str:
    """A map as SVG text.

    title   id of the title
    view    what its `mapped` hook gives: heading, moment, sides, areas, types, moves, battles
    name    which of the title's maps; by default all on which the game is played, one below the other
    focus   an area of the map `name`: only its surroundings are drawn
    """
    return document(_below_each_other(pictures(title, view, name, focus)), view)


def _below_each_other(pictures: list[Picture]) -> list[Picture]:
    for before, picture in zip(pictures, pictures[1:]):
        picture.y = before.y + before.height
    return pictures


def document(pictures: Sequence[Picture], view: "Json") -> str:
    """A whole SVG document of pictures, each below the one before."""
    width = number(max(picture.width for picture in pictures))
    height = number(sum(picture.height for picture in pictures))
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="map-title map-desc" {FACE}>',
        f'<title id="map-title">{escape(view["heading"])}</title>',
        f'<desc id="map-desc">{escape(view["moment"])}</desc>',
        f"<style>\n{read('map.css')}</style>",
        f"<defs>\n{read('defs.svg')}{''.join(map(_clip, pictures))}</defs>",
        '<rect width="100%" height="100%" class="paper"/>',
    ]
    parts = [part for picture in pictures for part in _framed(picture, len(pictures) > 1)]
    return "\n".join([*head, *parts, "</svg>", ""])


def _clip(p: Picture) -> str:
    size = f'width="{number(p.width)}" height="{number(p.bottom - p.top)}"'
    return f'<clipPath id="shown-{p.name}"><rect {at(p.left, p.top)} {size}/></clipPath>\n'


def _framed(p: Picture, named: bool) -> Iterator[str]:
    """A picture with its heading above and its legend below."""
    heading = escape(f"{p.heading} · {p.name.capitalize()}" if named else p.heading)
    yield f'<g transform="translate(0 {number(p.y)})">'
    size, small = _fitting(19, heading, p), _fitting(12.5, p.moment, p)
    yield f'<text x="{p.margin}" y="24" font-size="{size}" font-weight="bold" class="print">{heading}</text>'
    yield f'<text x="{p.margin}" y="43" font-size="{small}" class="print">{escape(p.moment)}</text>'
    place = f"translate({number(-p.left)} {number(p.head - p.top)})"
    yield f'<g transform="{place}" clip-path="url(#shown-{p.name})">'
    yield from board(p)
    yield "</g>"
    yield f'<g transform="translate({p.margin} {number(p.head + p.bottom - p.top + p.margin)})">'
    yield from legend(p)
    yield "</g>\n</g>"


def _fitting(size: float, text: str, p: Picture) -> str:
    """The size at which a text fits the width of a picture."""
    return number(min(size, (p.width - 2 * p.margin) / (0.66 * len(text))))


def board(p: Picture, is_titled: bool = True) -> Iterator[str]:
    """Everything inside the frame, in the coordinates of the plan; a page that has it in words needs no titles."""
    return _layers(p) if is_titled else map(untitled, _layers(p))


def untitled(text: str) -> str:
    """SVG text without its titles."""
    return TITLE.sub("", text)


def _layers(p: Picture) -> Iterator[str]:
    ground = p.plan["ground"]
    yield ground["below"]
    yield from map(_area, p.cells)
    yield ground["lines"]
    for area in p.discs:
        yield _area(area)
        yield f'<use href="#{area["shape"]}" class="disc"/>'
    yield ground["over"]
    yield from map(base, p.bases)
    yield from _leads(p)
    yield from map(mark, p.marks)
    yield from standing(p).values()
    yield from map(arrow, p.arrows)
    yield ground["names"]
    yield from map(burst, p.battles)


def standing(p: Picture) -> dict[str, str]:
    """What stands in areas: ``{area: its counters}``."""
    return {
        area: f'<g data-area="{area}">{"".join(map(_counter, counters))}</g>'
        for area, counters in groupby(p.counters, key=itemgetter("area"))
    }


def burst(place: "Point") -> str:
    """The star of a fight."""
    x, y = place
    return f'<use href="#burst" {at(x - 15, y - 15)} width="30" height="30"/>'


def _area(area: "Json") -> str:
    """An area: its ground, who holds it, what it is called by a pointer or a screen reader."""
    return f'<g data-area="{area["id"]}"><title>{escape(area["tip"])}</title>{tinted(area)}</g>'


def tinted(area: "Json") -> str:
    """The ground of an area and the colours of who holds it."""
    shape, layers = area["shape"], [f'<use href="#{area["shape"]}" class="shape {area["kind"]}"/>']
    for owner in area["owners"]:
        tint = "" if area["is_contested"] else f'<use href="#{shape}" class="hold s{owner}"/>'
        layers.append(f'{tint}<use href="#{shape}" fill="url(#p{owner})"/>')
    if area["is_contested"]:
        layers.append(f'<use href="#{shape}" class="fought"/>')
    layers += [f'<use href="#{shape}" fill="url(#away)"/>'] * area["off_map"]
    layers += [f'<use href="#{shape}" fill="url(#nowhere)"/>'] * area["is_out"]
    return "".join(layers)


def base(base: "Json") -> str:
    """The circle of a base, with its code."""
    side = "base" if base["style"] is None else f"c{base['style']}"
    text = (
        f'<text x="{base["x"]}" y="{base["y"] + 2.6}" font-size="7" font-weight="bold" text-anchor="middle" '
        f'class="ink">{escape(base["code"])}</text>'
        if base["code"]
        else ""
    )
    circle = f'<circle cx="{base["x"]}" cy="{base["y"]}" r="{base["r"]}"/>'
    return f'<g class="{side}"><title>{escape(base["tip"])}</title>{circle}{text}</g>'


def _leads(p: Picture) -> Iterator[str]:
    """Lines from areas to counters that stand outside them, and the plates of islands."""
    yield from map(plate, p.plates)
    yield from (leader(counter) for counter in p.counters if counter["leader"])


def plate(plate: "Json") -> str:
    """The plate of counters that stand beside their area, and the line to it."""
    left, top, right, bottom = plate["box"]
    x, y = plate["from"]
    size = f'width="{number(right - left)}" height="{number(bottom - top)}"'
    return (
        f'<path d="M{number(x)} {number(y)}L{number((left + right) / 2)} {number(top)}" class="lead"/>'
        f'<rect {at(left, top)} {size} rx="3" class="plate"/>'
    )


def leader(counter: "Json") -> str:
    """The line from an area to a counter that stands outside it."""
    x1, y1, x2, y2 = map(number, counter["leader"])
    return f'<path d="M{x1} {y1}L{x2} {y2}" class="lead"/>'


def mark(mark: "Json") -> str:
    """A mark under the name of an area."""
    place, name = f"translate({round(mark['x'])} {round(mark['y'])})", escape(mark["name"])
    text = f'<text y="2.8" class="mt">{escape(mark["text"])}</text>'
    return f'<g transform="{place}"><title>{name}</title><circle r="5.4" class="mark"/>{text}</g>'


def _counter(counter: "Json") -> str:
    scale = "" if counter["scale"] == 1 else f" scale({counter['scale']})"
    place = f"translate({round(counter['x'])} {round(counter['y'])}){scale}"
    title = f"<title>{escape(counter['tip'])}</title>"
    return f'<g transform="{place}" class="c{counter["style"]}">{title}{_print(counter)}</g>'


def face(counter: "Json") -> str:
    """A counter without its place."""
    return f'<g class="c{counter["style"]}">{_print(counter)}</g>'


def _print(counter: "Json") -> str:
    """What is printed on a counter."""
    count = counter["count"]
    glyph = f'<use href="#{counter["glyph"]}" x="{2 if count > 1 else 8.5}" y="1.6" width="17" height="10.6"/>'
    many = f'<text x="{27 if count < 10 else 26}" y="10.4" class="cn">{count}</text>' if count > 1 else ""
    code = f'<text x="17" y="17.6" class="cc">{escape(counter["code"])}</text>' if counter["code"] else ""
    worn = '<path d="M0 19L6 19L0 13Z" class="ink"/>' if counter["worn"] else ""
    return f"{GROUND}{glyph}{code}{worn}{many}"


def arrow(arrow: "Json") -> str:
    """The arrow of a move."""
    path = arrow["path"]
    head = '" class="arrow" marker-end="url(#tip)"/>'
    return f'<g><title>{escape(arrow["tip"])}</title><path d="{path}" class="halo"/><path d="{path}{head}</g>'


# -- legend --------------------------------------------------------------------------------------------------------


def legend(p: Picture) -> Iterator[str]:
    """The rows of the legend, in columns from the top left."""
    for place, row in enumerate(p.legend):
        x, y = place // p.rows * p.column, place % p.rows * p.row
        text = f'<text x="41" y="13.5" font-size="11" class="print">{escape(row["text"])}</text>'
        yield f'<g transform="translate({number(x)} {number(y)})">{sample(row)}{text}</g>'


def sample(row: "Json") -> str:
    """The little picture before a row of the legend."""
    box = f'width="{WIDTH}" height="{HEIGHT}"'
    if row["what"] == "side":
        side = row["style"]
        return (
            f'<rect {box} class="land"/><rect {box} class="hold s{side}"/><rect {box} fill="url(#p{side})"/>'
            f'<rect x="9" y="4" width="16" height="11" rx="1.5" class="c{side}"/>'
        )
    if row["what"] == "glyph":
        return f'<g class="c7">{GROUND}<use href="#{row["glyph"]}" x="7.5" y="3" width="19" height="13"/></g>'
    if row["what"] == "mark":
        return (
            f'<circle cx="17" cy="9.5" r="5.4" class="mark"/><text x="17" y="12.3" class="mt">'
            f"{escape(row['mark'])}</text>"
        )
    return {
        "worn": f'<g class="c7">{GROUND}<path d="M0 19L6 19L0 13Z" class="ink"/></g>',
        "out": f'<rect {box} class="land"/><rect {box} fill="url(#nowhere)"/>',
        "contested": f'<rect {box} class="land"/><rect {box} class="fought"/>',
        "arrow": '<path d="M2 14Q17 2 30 8" class="arrow" marker-end="url(#tip)"/>',
        "battle": '<use href="#burst" x="7" y="0" width="19" height="19"/>',
    }[row["what"]]
