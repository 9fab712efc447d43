"""Room on a map: which places inside an area are free for counters.

Lengths are units of the layout's canvas.  A box is ``(left, top, right, bottom)``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Size = tuple[float, float]
"""Width and height."""
Ring = Sequence[Sequence[float]]
"""A closed line of points."""
Polygons = Iterable[Mapping[str, Any]]
"""As the layouts have them: an `outer` ring each, and perhaps `holes`."""


class Region:
    """The inside of an area: polygons with holes, filled by the even-odd rule.

    It remembers which places lie inside it, for whoever draws a map many times (`free_places`)."""

    def __init__(self, polygons: Polygons) -> None:
        self.rings = [ring for polygon in polygons for ring in (polygon["outer"], *polygon.get("holes", ()))]
        xs = [x for ring in self.rings for x, _ in ring]
        ys = [y for ring in self.rings for _, y in ring]
        self.bounds = (min(xs), min(ys), max(xs), max(ys))
        self._places: dict[tuple[Point, Size, Size], tuple[list[tuple[Box, Box]], Iterator[tuple[Box, Box]]]] = {}

    def places(self, start: Point, size: Size, steps: Size) -> Iterator[tuple[Box, Box]]:
        """The boxes of `size` inside, on a grid of `steps` through `start`, the nearest first: ``(box, the box with a
        margin)``.  Each is found when it is first asked for."""
        key = (start, size, steps)
        if key not in self._places:
            self._places[key] = ([], self._looked_for(*key))
        found, others = self._places[key]
        yield from found
        for place in others:
            found.append(place)
            yield place

    def _looked_for(self, start: Point, size: Size, steps: Size) -> Iterator[tuple[Box, Box]]:
        (width, height), (left, top, right, bottom) = steps, self.bounds
        columns = range(-int((start[0] - left) // width) - 1, int((right - start[0]) // width) + 2)
        rows = range(-int((start[1] - top) // height) - 1, int((bottom - start[1]) // height) + 2)
        cells = [((column * width) ** 2 + (row * height) ** 2 * 2, row, column) for row in rows for column in columns]
        for _, row, column in sorted(cells):
            x, y = start[0] + column * width, start[1] + row * height
            box = (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
            margin = (box[0] - 1.5, box[1] - 1.5, box[2] + 1.5, box[3] + 1.5)
            if self.holds_box(margin):
                yield box, margin

    def holds(self, x: float, y: float) -> bool:
        """True if a point is inside."""
        inside = False
        for ring in self.rings:
            before_x, before_y = ring[-1]
            for here_x, here_y in ring:
                if (here_y > y) != (before_y > y):
                    crossing = before_x + (y - before_y) * (here_x - before_x) / (here_y - before_y)
                    inside ^= x < crossing
                before_x, before_y = here_x, here_y
        return inside

    def holds_box(self, box: Box) -> bool:
        """True if the corners, the middles of the sides and the centre of a box are inside."""
        left, top, right, bottom = box
        across, down = (left + right) / 2, (top + bottom) / 2
        points = (
            (left, top),
            (right, top),
            (left, bottom),
            (right, bottom),
            (across, top),
            (across, bottom),
            (left, down),
            (right, down),
            (across, down),
        )
        return all(self.holds(x, y) for x, y in points)


def overlap(one: Box, other: Box) -> bool:
    """True if two boxes have more than a line in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def free_places(
    region: Region, start: Point, size: Size, count: int, taken: list[Box], step: float | None = None
) -> list[Box]:
    """Up to `count` boxes of `size` inside a region, the ones nearest to `start` first.

    taken   boxes that must stay free; the ones found are not added
    step    how far the places tried lie apart; by default as far as the boxes are wide and tall
    They lie on a grid through `start`, so that counters stand in rows.
    """
    found, steps = [], (step, step) if step else (size[0] + 2, size[1] + 2)
    if count:
        for box, (left, top, right, bottom) in region.places(start, size, steps):
            for other in taken:  # overlap(), written out: a film asks it millions of times
                if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                    break
            else:
                found.append(box)
                if len(found) == count:
                    break
    return found


def label_box(label: "Json") -> Box:
    """The box of a label, generously: the faces of browsers differ."""
    half = max(len(line) for line in label["lines"]) * label["size"] * 0.62 / 2
    tall = len(label["lines"]) * label["size"] * 1.12 / 2
    return (label["x"] - half, label["y"] - tall, label["x"] + half, label["y"] + tall)


def path_of(polygons: Polygons) -> str:
    """Polygons as the data of an SVG path."""
    rings = [ring for polygon in polygons for ring in (polygon["outer"], *polygon.get("holes", ()))]
    return "".join(line_of(ring) + "z" for ring in rings)


def line_of(points: Ring) -> str:
    """Points as a piece of SVG path data, each but the first told from the one before, which is shorter."""
    (x, y), *others = points
    pieces = [f"M{x} {y}l"]
    for next_x, next_y in others:
        across, down = _short(next_x - x), _short(next_y - y)
        pieces += [across if across[0] == "-" else f" {across}", down if down[0] == "-" else f" {down}"]
        x, y = next_x, next_y
    return "".join(pieces).replace("l ", "l")


def _short(value: float) -> str:
    return f"{value + 0:.1f}".removesuffix(".0")


def number(value: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def at(x: float, y: float) -> str:
    return f'x="{number(x)}" y="{number(y)}"'
