"""Counters on a map: what stands where, grouped as far as the room demands, and never left out.

A *piece* is what a title gives: ``{"side", "code", "type", "name", "count", "worn", "ids", "values"}`` (worn: how many
of them are damaged; ids: which they are, where units have ids; values: their printed numbers, by id or by type).  Where
the counters of an area do not fit one by one, those of a class are counted together, or they stand on a plate beside
it: a map may tell less than a list, but nothing false.
"""

import re
from collections.abc import Callable, Collection
from functools import partial

from pbem.core.data.checked import Named
from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.data.tables import text_beside
from pbem.core.data.text import piece_told

from .geometry import Box, Point, Region, free_places

read = partial(text_beside, __file__)
"""A file of this room, by its name, as text."""
WIDTH, HEIGHT = 34, 19
SCALES = (1, 0.85, 0.72)
LEAST = 0.62  # of counters beside an area that has no room
NEAR = 12  # steps in which a place for a block is looked for
Piece = Json
"""What a title gives to be shown as one counter."""


class Counter:
    """One drawn counter: the box it stands in, and what it shows; `is_led`: a line leads to its area."""

    def __init__(self, piece: Piece, box: Box, scale: float, is_led: bool = False) -> None:
        self.piece, self.box, self.scale, self.is_led = piece, box, scale, is_led
        self.x, self.y = box[0], box[1]


def arrange(pieces: list[Piece], region: Region, start: Point, taken: list[Box]) -> list[Counter] | None:
    """Counters for the pieces of one area inside it; `taken` gets their boxes.  None if there is no room.

    Smaller first, then those of a class together; sides never melt into one.
    """
    if not pieces:
        return []
    for group in (single, by_class):
        groups = group(pieces)
        for scale in SCALES:
            boxes = free_places(region, start, (WIDTH * scale, HEIGHT * scale), len(groups), taken)
            if len(boxes) == len(groups):
                return _put(groups, boxes, scale, taken)
    return None


def block(
    pieces: list[Piece], region: Region, start: Point, taken: list[Box], canvas: Region
) -> tuple[Box | None, list[Counter]]:
    """``(box, counters)`` of a block of counters that stands beside its area, in `region` or somewhere on the `canvas`;
    the box is None where only single counters find a place, each led to its area."""
    if not pieces:
        return None, []
    for where in (region, canvas):
        for group in (single, by_class):
            for scale in (1, 0.85, LEAST):
                box, boxes = _block_of(len(group(pieces)), scale, where, start, taken)
                if box:
                    taken.append(box)
                    return box, [Counter(piece, one, scale) for piece, one in zip(group(pieces), boxes)]
    groups = by_side(pieces)
    boxes = free_places(canvas, start, (WIDTH * LEAST, HEIGHT * LEAST), len(groups), taken)
    return None, _put(groups, boxes, LEAST, taken, is_led=True)


def _block_of(count: int, scale: float, region: Region, start: Point, taken: list[Box]) -> tuple[Box | None, list[Box]]:
    """The box of so many counters in one, two or three columns, and theirs in it; None if it has no place."""
    width, height = WIDTH * scale + 2, HEIGHT * scale + 2
    for columns in dict.fromkeys((min(count, 2), 1, min(count, 3))):
        size = (columns * width + 2, -(-count // columns) * height + 2)
        for box in free_places(region, start, size, 1, taken, step=NEAR):
            cells = [(box[0] + 2 + n % columns * width, box[1] + 2 + n // columns * height) for n in range(count)]
            return box, [(x, y, x + width - 2, y + height - 2) for x, y in cells]
    return None, []


def _put(groups: list[Piece], boxes: list[Box], scale: float, taken: list[Box], is_led: bool = False) -> list[Counter]:
    """Counters in reading order: rows from the top, each from the left; sides stay together."""
    boxes = sorted(boxes, key=lambda box: (round(box[1]), box[0]))
    taken.extend(boxes)
    return [Counter(piece, box, scale, is_led) for piece, box in zip(groups, boxes)]


def single(pieces: list[Piece]) -> list[Piece]:
    """Pieces as they are."""
    return pieces


def by_class(pieces: list[Piece]) -> list[Piece]:
    """One counter for what a side has of a class (land, air, naval)."""
    return _merged(pieces, lambda piece: (piece["side"], piece["class"]))


def by_side(pieces: list[Piece]) -> list[Piece]:
    """One counter for all that a side has."""
    return _merged(pieces, lambda piece: (piece["side"],))


def _merged(pieces: list[Piece], key: Callable[[Piece], tuple[str, ...]]) -> list[Piece]:
    return [_sum(group) for group in grouped((key(piece), piece) for piece in pieces).values()]


def _sum(group: list[Piece]) -> Piece:
    """A counter that stands for several: it has the glyph of its class and names all of them."""
    if len(group) == 1:
        return group[0]
    classes = sorted({piece["class"] for piece in group})
    codes = list(dict.fromkeys(piece["code"] for piece in group))
    name = ", ".join(piece_told(piece) for piece in group)
    return {
        **group[0],
        "code": codes[0] if len(codes) == 1 else "",
        "glyph": f"class-{classes[0]}" if len(classes) == 1 else "class-all",
        "count": sum(piece["count"] for piece in group),
        "worn": sum(piece.get("worn", 0) for piece in group),
        "name": name,
        "many": name,
        "grouped": True,
    }


def symbols_of(file: Json) -> tuple[list[Named], dict[str, Collection[str]]]:
    """The symbols that a file names, and those that there are, for `joined` (core.data.checked)."""
    named = [("symbol", f"symbols/{type}", symbol) for type, symbol in file["symbols"].items()]
    return named, {"symbol": re.findall('<symbol id="([^"]+)"', read("defs.svg"))}
