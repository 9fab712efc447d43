"""A map as a small picture, of a few kilobytes: who holds which area, where units stand, where there was a fight.

It is a whole SVG document, so that pages may show it as an image; its colours are those of the great map."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from pbem.core.data.tables import text_beside

from .drawing import Picture

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.maps.geometry import Ring


WIDTH = 320  # units of the picture across
FINE = 1.1  # how far a line may be from what it stands for, in such units
DOT = 5  # the side of the square that stands for a unit, or for up to ten
STYLE = text_beside(__file__, "small.css")


def small_map(pictures: list[Picture], heading: str) -> str:
    """Pictures of the maps of one board as one small SVG document, each beside the one before; `heading` says what it
    is."""
    parts, left, height = [], 0, 0
    for picture in pictures:
        scale = WIDTH / picture.plan["width"]
        parts.append(f'<g transform="translate({left} 0)">{_board(picture, scale)}</g>')
        left += WIDTH + 4
        height = max(height, round(picture.plan["height"] * scale))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left - 4} {height}" role="img" '
        f'aria-labelledby="heading"><title id="heading">{escape(heading)}</title><style>{STYLE}</style>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _board(p: Picture, scale: float) -> str:
    grounds: dict[str, list[str]] = {}
    units: dict[int, list[str]] = {}
    for area in p.cells + p.discs:
        plan = p.plan["areas"][area["id"]]
        grounds.setdefault(_look(area), []).append(_outline(plan, scale, p.known, area["id"]))
    for area in p.cells + p.discs:
        plan = p.plan["areas"][area["id"]]
        held: dict[int, int] = {}
        for piece in p.view["areas"].get(area["id"], {}).get("pieces", ()):
            style = p.sides.index(piece["side"])
            held[style] = held.get(style, 0) + piece["count"]
        dots = [style for style in sorted(held) for _ in range(-(-held[style] // 10))]
        for place, style in enumerate(dots):
            x = round(plan["x"] * scale + (DOT + 1) * (place - len(dots) / 2))
            units.setdefault(style, []).append(f"M{x} {round(plan['y'] * scale) - 2}h{DOT}v{DOT}h-{DOT}z")
    sea = f'<path class="sea" d="M0 0h{WIDTH}v{round(p.plan["height"] * scale)}H0z"/>'
    shown = [f'<path class="{look}" d="{"".join(paths)}"/>' for look, paths in sorted(grounds.items()) if look != "sea"]
    shown += [f'<path class="u u{style}" d="{"".join(paths)}"/>' for style, paths in sorted(units.items())]
    stars = "".join(f"M{round(x * scale) - 5} {round(y * scale)}l5-5 5 5-5 5z" for x, y in p.battles)
    return "".join([sea, *shown, f'<path class="star" d="{stars}"/>' if stars else ""])


def _look(area: "Json") -> str:
    if area["is_out"]:
        return "out"
    if area["owners"] and area["kind"] != "sea":
        return f"s{area['owners'][0]}"
    return "sea" if area["kind"] == "sea" else "land"


def _outline(plan: "Json", scale: float, known: dict[Any, Any], id: str) -> str:
    """The outline of an area, small; it is the same for every board of a title."""
    key = ("small", id)
    if key not in known:
        if plan["shape"] == "disc":
            x, y, r = (round(plan[name] * scale) for name in ("x", "y", "r"))
            known[key] = f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z"
        else:
            rings = (polygon["outer"] for polygon in plan["polygons"])
            known[key] = "".join(_ring([(x * scale, y * scale) for x, y in ring]) for ring in rings)
    found: str = known[key]
    return found


def _ring(points: "Ring") -> str:
    """A closed line of few points, as a path."""
    middle = len(points) // 2
    kept = _thinned(points[: middle + 1])[:-1] + _thinned([*points[middle:], points[0]])[:-1]
    if len(kept) < 3:
        return ""
    places = [(round(x), round(y)) for x, y in kept]
    steps = [f"{a - c} {b - d}" for (a, b), (c, d) in zip(places[1:], places) if (a, b) != (c, d)]
    return f"M{places[0][0]} {places[0][1]}l{' '.join(steps)}z".replace(" -", "-")


def _thinned(points: "Ring") -> list[Sequence[float]]:
    """The points of an open line without those that it hardly needs (Douglas and Peucker)."""
    if len(points) < 3:
        return list(points)
    (x1, y1), (x2, y2) = points[0], points[-1]
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1e-9
    away = [abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length for x, y in points[1:-1]]
    if length < 1e-6:
        away = [((x - x1) ** 2 + (y - y1) ** 2) ** 0.5 for x, y in points[1:-1]]
    far = max(away)
    if far <= FINE:
        return [points[0], points[-1]]
    place = away.index(far) + 1
    return _thinned(points[: place + 1])[:-1] + _thinned(points[place:])
