"""The turn page of a seat: one HTML file with the map, the story, the questions, and the program that writes orders.

It asks for nothing from elsewhere, holds its policy by hashes, and is whole without scripts: then the map, the story
and the answers as links are there.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from gzip import compress
from html import escape
from json import JSONEncoder
from operator import itemgetter
from string import Template
from typing import TypedDict

from pbem.core.data.boards import Board
from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences, text_beside
from pbem.core.data.text import listed, visible, visible_in
from pbem.core.play.gamefile import GameFile
from pbem.core.record.now import due_told
from pbem.core.record.seat_history import persons
from pbem.core.rules.facts import Fact
from pbem.core.seat.block import Stands, said
from pbem.maps.counters import read as read_of_maps
from pbem.maps.drawing import Picture
from pbem.maps.geometry import number
from pbem.maps.of_game import pictures_of
from pbem.maps.svg import FACE, GROUND, sample
from pbem.maps.svg import board as board_svg
from pbem.report.blocks import Table
from pbem.report.build import build
from pbem.report.html import items_html
from pbem.report.shapes import Report
from pbem.report.sheet import board_block, changes_block, story

from .asking import asking
from .boards import boards_html
from .inline import WIDE, inside, narrow, shared
from .inline import beside as linked
from .links import SERVED, order_text
from .plain import questions_html, sections_html
from .told import by_its_id

_read = partial(text_beside, __file__, "files")
say = Sentences(__name__)
MAILED, AT_HOME = 165_000, 200_000  # bytes of a page: with which a mail has 200 kB; for a browser on this machine
SENT = 50_000  # bytes of what web servers send of a page
MOST_OF_A_STORY = 6_000  # characters
PRINTED = (  # on a counter: all but its number; its sign; its code; and a mark of an area
    re.compile(rf'{re.escape(GROUND)}.*?(?=<text [^>]*class="cn">|</g>)'),
    re.compile(rf"{re.escape(GROUND)}<use [^>]*>"),
    re.compile(r'<text [^>]*class="cc">[^<]*</text>'),
    re.compile(r'<circle r="[^"]*" class="mark"/><text [^>]*>[^<]*</text>'),
)
# what is nothing but something named, at a place
PLACED = re.compile(r'<g transform="translate\((-?\d+) (-?\d+)\)"([^>]*)><use (href="#k[^"]*")/></g>')


class Beside(TypedDict):
    """What lies beside a page of a site, not in it: addresses of its style and of its scripts, and a function that
    draws the maps.  The first script brings what never moves on them."""

    style: str
    scripts: list[str]
    pictures: Callable[[Board, Sequence[Fact]], list[Picture]]


def style() -> str:
    """The style of a turn page."""
    return _read("turn.css") + read_of_maps("map.css")


def script() -> str:
    """The program of a turn page: its parts in one, made smaller by tools/page_program.py."""
    return _read("turn.min.js")


def turn_page(
    file: GameFile,
    seat: str,
    address: str = "",
    beside: Beside | None = None,
    stands: Stands | None = None,
    told: Iterable[str] = (),
    tried: str = "",
) -> str:
    """The turn page of a seat as HTML text; `address` is where orders are sent, if that is known: SERVED to the server
    that gives the page, ./NAME into the folder in which it lies, as a file of that name.

    beside   what lies beside it; without that the page is whole by itself
    stands   what stands for the seat; None on a page that others may see
    told     what is said at its head
    tried    orders of which boards that may come are drawn besides; raises Refused
    """
    asked, is_served = {**asking(file, seat), "address": address}, address == SERVED
    report = build(file, max(0, (file.last_answer(seat) or file.n) - 1), seat=seat)
    facts = [fact for _, step in file.story(report["entry"], report["since"]) for fact in step["facts"]]
    drawn = (
        beside["pictures"](file.current_board(), facts) if beside else pictures_of(file, file.current_board(), facts)
    )
    heading = say("heading", title=report["title_name"], who=_called(file, seat))
    forms = "'self'" if is_served else "'none'"
    due = due_told(file, seat, [seat] if stands and not stands["waiting"] else ())
    parts = {
        "title": escape(say("title", game=file.name, entry=asked["entry"], seat=seat)),
        "heading": escape(heading),
        "moment": escape(say("moment", game=file.name, entry=asked["entry"], moment=report["moment"])),
        "due": f'<p id="due"><strong>{escape(due)}</strong></p>' if due else "",
        "stands": stands_html(stands),
        "told": "\n".join(f'<p class="warn">{escape(one)}</p>' for one in [*told, *[say("draft")] * asked["is_draft"]])
        + say("links") * is_served,
        "questions": questions_html(asked),
        "sections": sections_html(asked),
        "by_hand": say(
            "by-form" if is_served else "by-mail",
            head=escape(order_text(asked, ())).replace("\r\n", "\n"),
            address=escape(address or say("adjudicator")),
        ),
        "conditions": escape(say("conditions", conditions="; ".join(asked["conditions"]))),
        "legend": legend_html(drawn),
        "story": story_html(report),
        "board": _board(report, drawn),
        **(linked(beside["style"], beside["scripts"]) if beside else inside(style(), [script()], forms=forms)),
        "data": _as_data(asked),
        "footer": escape(say("footer", seat=seat, entry=report["entry"], head=asked["head"])),
    }
    return _with_boards(parts, drawn, boards_html(file, asked, tried), bool(beside), AT_HOME if is_served else MAILED)


def _with_boards(
    parts: dict[str, str], drawn: Sequence[Picture], boards: Iterator[str], is_beside: bool, most: int
) -> str:
    """The page, of `most` bytes; with as many answers' boards that may come as it has room for."""
    found: list[str] = []
    page = longer = _with_maps(parts, drawn, found, is_beside)
    while len(longer) <= most and len(compress(longer.encode(), mtime=0)) <= SENT:
        page = longer
        if not (board := next(boards, "")):
            break
        found.append(board)
        longer = _with_maps(parts, drawn, found, is_beside)
    return page


def _with_maps(parts: dict[str, str], drawn: Sequence[Picture], boards: list[str], is_beside: bool) -> str:
    """The page, with boards that may come of answers."""
    maps = (_maps_with_room if is_beside else _maps)(drawn, boards)
    page = visible(Template(_read("turn.html")).substitute(parts, maps=maps))
    return page if is_beside else narrow(page)


def stands_html(stands: Stands | None) -> str:
    """What stands for a seat, in the words in which it is told everywhere."""
    if stands is None:
        return ""
    words = said(stands)
    rows = [
        f'<li>{escape(section)} <b>{no}</b> <code>{escape(line)}</code> <span class="soft">{escape(state)}</span></li>'
        for section, no, line, state in words.lines
    ]
    rows += [f"<li>{escape(one)}</li>" for one in words.more]
    ends = "<br>".join(map(escape, words.ends))
    return f'<section id="stands"><h2>{escape(words.head)}</h2><ul>{"".join(rows)}</ul><p>{ends}</p></section>'


def _called(file: GameFile, seat: str) -> str:
    """A seat as it is called: by its person, else by its powers."""
    person = persons(file)[seat]
    powers = [file.game.names.show(one) for one in file.powers[seat]]
    return listed(powers) if person == seat else person


def _as_data(asked: Json) -> str:
    """JSON that cannot end its element, its texts as people may see them; without what stands on the page already."""
    rows = [_without(row, "answers", "chances", "forms", "text", "rule", "power") for row in asked["questions"]]
    for row in rows:
        if row["menu"]:
            forms = [_without(form, "gives", "means") for form in row["menu"]["forms"]]
            row["menu"] = {**row["menu"], "forms": forms}
    plain = [id for id, name in asked["names"].items() if name == by_its_id(id)]
    data = {**_without(asked, "sections", "conditions"), "questions": rows, "plain": plain}
    data["names"] = _without(asked["names"], *plain)  # the page makes these of their ids
    encoder, lines = JSONEncoder(sort_keys=True, separators=(",", ":")), [""]
    for piece in encoder.iterencode(visible_in(data)):
        if len(lines[-1]) + len(piece) > WIDE:
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines).replace("<", "\\u003c")


def _without(row: Json, *names: str) -> Json:
    return {name: value for name, value in row.items() if name not in names}


# -- the map ---------------------------------------------------------------------------------------------------------


def _maps(drawn: Sequence[Picture], boards: list[str]) -> str:
    """The maps, each a picture of its own, behind a hidden one that holds what they share; and boards that may come."""
    figures, faces = _each_once("\n".join([*map(_figure, drawn), *boards]))
    defs = f"<defs>{shared(figures + faces)}{faces}</defs>"
    return f'<svg width="0" height="0" class="aside" aria-hidden="true">{defs}</svg>\n{figures}'


def _each_once(figures: str) -> tuple[str, str]:
    """Maps on which what is printed alike on several counters, their numbers apart, is named; and what is named so."""
    named = ""
    for row, pattern in enumerate(PRINTED):
        alike = [part for part, count in Counter(pattern.findall(figures + named)).items() if count > 1]
        for column, part in enumerate(alike):
            use = f'<use href="#k{row}-{column}"/>'
            figures, named = figures.replace(part, use), named.replace(part, use)
            named += f'<g id="k{row}-{column}">{part}</g>'
    return PLACED.sub(r'<use \4 x="\1" y="\2"\3/>', figures), named


def _maps_with_room(drawn: Sequence[Picture], boards: list[str]) -> str:
    """The maps, with room for what a program beside the page puts there; hidden until it has come."""
    figures = []
    for p in drawn:
        p.plan = {**p.plan, "ground": {layer: f'<g data-ground="{p.name}/{layer}"></g>' for layer in p.plan["ground"]}}
        figures.append(_figure(p).replace("<figure ", "<figure hidden ", 1))
    room = '<svg width="0" height="0" class="aside" aria-hidden="true"><defs data-ground="all"></defs></svg>'
    return "\n".join([room, *figures, *boards])


def _figure(p: Picture) -> str:
    width, height = number(p.plan["width"]), number(p.plan["height"])
    name = escape(p.name)
    body = "".join(board_svg(p, is_titled=False))
    return f"""<figure id="figure-{name}" data-map="{name}"><svg class="map" id="map-{name}" \
viewBox="0 0 {width} {height}" role="img" aria-label="Map, {name}: the board in words stands below" {FACE}>
{body}
</svg></figure>"""


def legend_html(drawn: Iterable[Picture]) -> str:
    """What the signs mean, as a list, each once."""
    rows = {}
    for p in drawn:
        rows.update({row["text"]: row for row in p.legend})
    start = '<svg class="legend" viewBox="0 0 34 19" aria-hidden="true">'
    items = [f"<li>{start}{sample(row)}</svg> {escape(text)}</li>" for text, row in rows.items()]
    return f"<ul>{''.join(items)}</ul>"


# -- story and board -------------------------------------------------------------------------------------------------


def story_html(report: Report) -> str:
    """What happened, as HTML; of a long one the end, for the page travels in a mail that tells the whole."""
    parts: list[str] = []
    size = 0
    for part in reversed(report["story"]):
        parts.append(items_html(story([part])))
        size += len(parts[-1])
        if size > MOST_OF_A_STORY:
            parts.append(say("before"))
            break
    told = "".join(reversed(parts)) or items_html(story([]))
    changed = changes_block(report)
    return told + (f"<h3>{escape(changed.title)}</h3>{items_html(changed.items)}" if changed.items else "")


def _board(report: Report, drawn: Iterable[Picture]) -> str:
    """Tables of the report, and every place in words; tables of places (with a name for their first column) tell
    nothing besides."""
    board = board_block(report)
    untold = [item for item in board.items if isinstance(item, Table) and not any(item.columns[:1])]
    tables = items_html(untold, board.title)
    return f"<details><summary>Tables</summary>{tables}</details>{_places(drawn)}"


def _places(drawn: Iterable[Picture]) -> str:
    rows = {}
    for p in drawn:
        rows.update({area["id"]: area["tip"] for area in p.cells + p.discs})
    told = [(id, text) for id, text in sorted(rows.items(), key=itemgetter(1)) if ";" in text]
    items = "".join(f'<li data-place="{id}">{escape(text)}.</li>' for id, text in told)
    return say("places", items=items)
