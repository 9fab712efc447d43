"""A fair map from points and names: around each point the cell of what is nearer to it than to all others.

    {"title": "hill-and-dale", "width": 600, "height": 400, "symbols": {"army": "infantry"},
     "areas": {"hill": {"at": [300, 200], "name": "Hill", "kind": "land", "near": ["dale"]}, …}}

(schemas/points.schema.json).  What borders another area in the game and in the picture has a line between them, what
borders in the picture alone a heavier one.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.core.data.checked import joined
from pbem.core.data.problems import ODD, Problem
from pbem.core.data.text import listed

from .counters import symbols_of
from .ground import ground

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json

    from .geometry import Point

Ring = list[tuple["Point", str]]
"""[(corner, which area lies behind the edge that begins there; "" for the rim)]"""


def layouts(points: "Json") -> "Json":
    """The layouts.json of a title whose areas are given as points, ground drawn."""
    areas, borders = {}, []
    for id, area in points["areas"].items():
        ring = _cell(id, points)
        areas[id] = _area(id, area, ring)
        borders += _borders(id, ring, points["areas"])
    size = {"width": points["width"], "height": points["height"]}
    plan = {"areas": areas, "borders": borders, "connectors": [], "exits": [], "gaps": [], **size}
    plan["ground"] = ground({**plan, "name": "main"})
    return {"pbem": "layout/1", "title": points["title"], "maps": {"main": plan}, "symbols": points["symbols"]}


def joins(points: "Json") -> "Iterator[Problem]":
    """What no schema sees of points: areas and symbols that are there, each area at a point of its own on the map."""
    areas = points["areas"].items()
    borders = [(f"areas/{id}/near", id, to) for id, area in areas for to in area["near"]]
    at = [(f"areas/{id}/at", "the point {}, {}".format(*area["at"])) for id, area in areas]
    names = [(f"areas/{id}/name", f"the name {area['name']}") for id, area in areas]
    symbols, known = symbols_of(points)
    yield from joined(symbols, {"area": list(points["areas"]), **known}, {"area": borders}, [*at, *names])
    for id, area in areas:
        x, y = area["at"]
        if not (0 <= x <= points["width"] and 0 <= y <= points["height"]):
            yield Problem("point-off-the-map", where=f"areas/{id}/at", area=id, x=x, y=y)


def apart(points: "Json", made: "Json") -> "Iterator[Problem]":
    """Areas that border each other in the game, and not in the layouts that were made of them."""
    rows = made["maps"]["main"]["borders"]
    seen = {(row["a"], row["b"]) for row in rows if len(set(map(tuple, row["lines"][0]))) > 1}
    for id, area in points["areas"].items():
        if others := [to for to in area["near"] if id < to and (id, to) not in seen]:
            yield Problem("cells-apart", level=ODD, area=id, others=listed(others))


def _area(id: str, area: "Json", ring: Ring) -> "Json":
    x, y = area["at"]
    label = {"lines": [area.get("label", area["name"])], "size": area.get("size", 11), "x": x, "y": y - 14}
    outer = [list(corner) for corner, _ in ring]
    place = {"x": x, "y": y + 8, "r": 16, "shape": "cell", "polygons": [{"outer": outer}]}
    return {"name": area["name"], "kind": area["kind"], "label": label, **place}


def _cell(id: str, points: "Json") -> Ring:
    width, height = points["width"], points["height"]
    ring: Ring = [((0, 0), ""), ((width, 0), ""), ((width, height), ""), ((0, height), "")]
    own = points["areas"][id]["at"]
    for other, area in points["areas"].items():
        if other != id:
            ring = _cut(ring, own, area["at"], other)
    return [((round(x), round(y)), behind) for (x, y), behind in ring]


def _cut(ring: Ring, own: "Point", its: "Point", other: str) -> Ring:
    """What of a ring is nearer to one's own point than to another."""
    (px, py), (qx, qy) = own, its
    mx, my, dx, dy = (px + qx) / 2, (py + qy) / 2, qx - px, qy - py
    side = [(x - mx) * dx + (y - my) * dy for (x, y), _ in ring]
    found: Ring = []
    for n, (corner, behind) in enumerate(ring):
        (nx, ny), here, there = ring[(n + 1) % len(ring)][0], side[n], side[(n + 1) % len(ring)]
        if here <= 0:
            found.append((corner, behind))
        if (here <= 0) != (there <= 0):
            share = here / (here - there)
            point = (corner[0] + (nx - corner[0]) * share, corner[1] + (ny - corner[1]) * share)
            found.append((point, other if here <= 0 else behind))
    return found


def _borders(id: str, ring: Ring, areas: "Json") -> "list[Json]":
    """The edges of a cell to those of a later name."""
    rows = []
    for n, (corner, behind) in enumerate(ring):
        if behind > id:
            is_near = behind in areas[id]["near"] or id in areas[behind]["near"]
            line = [list(corner), list(ring[(n + 1) % len(ring)][0])]
            rows.append({"a": id, "b": behind, "kind": "adjacent" if is_near else "gap", "lines": [line]})
    return rows
