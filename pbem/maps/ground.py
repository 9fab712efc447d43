"""What of a map never moves, as SVG text: drawn once, by tools/draw_layouts.py, and kept in the layouts as `ground`.

    {"below": the sea, what is no area, the shapes that areas use, "lines": borders,
     "over": crossings, exits and names of what is no area, "names": those of the areas}

Between these layers a picture of a board draws who holds what, and what stands there (svg.py).
"""

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences

from .geometry import at, line_of, number, path_of

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json

_say = Sentences(__name__)


def ground(plan: "Json") -> dict[str, str]:
    """The layers of a layout."""
    return {
        "below": _below(plan),
        "lines": _lines(plan),
        "over": _over(plan),
        "names": "".join(_names(plan)),
    }


def _areas(plan: "Json") -> "dict[str, Json]":
    return dict(sorted(plan["areas"].items()))


def shapes_of(plan: "Json") -> dict[str, str]:
    """What the shapes of areas are called in a picture: shorter than the areas are."""
    return {id: f"{plan['name']}{number}" for number, id in enumerate(_areas(plan))}


def _below(plan: "Json") -> str:
    size = f'width="{number(plan["width"])}" height="{number(plan["height"])}"'
    gaps = [f'<path d="{path_of(gap["polygons"])}" class="shape gap-{gap["kind"]}"/>' for gap in plan["gaps"]]
    named = shapes_of(plan)
    shapes = [f'<path id="{named[id]}" d="{path_of(area["polygons"])}"/>' for id, area in _areas(plan).items()]
    return f'<rect {size} class="sea"/>{"".join(gaps)}<defs>{"".join(shapes)}</defs>'


def _lines(plan: "Json") -> str:
    """A path for each kind of border; where land meets sea it is a coast.  Between areas that are simply adjacent there
    is none: their own outlines are drawn there."""
    found: dict[str, list[str]] = {}
    for row in plan["borders"]:
        kinds = [plan["areas"].get(id, {}).get("kind") for id in (row["a"], row["b"])]
        is_coast = row["kind"] == "adjacent" and None not in kinds and kinds.count("sea") == 1
        if is_coast or row["kind"] != "adjacent" or None in kinds:
            found.setdefault("coast" if is_coast else row["kind"], []).extend(map(line_of, row["lines"]))
    return "".join(f'<path d="{"".join(lines)}" class="line {kind}"/>' for kind, lines in found.items())


def _over(plan: "Json") -> str:
    return "".join([*_crossings(plan), *_gap_names(plan)])


def _crossings(plan: "Json") -> Iterator[str]:
    for link in plan["connectors"]:
        (x1, y1), (x2, y2) = link["points"][:2]
        kind = "crossing-blue" if "blue" in link["type"] else "crossing-black"
        yield f'<path d="M{x1} {y1}L{x2} {y2}" class="line {kind}"/>'
    for exit_ in plan["exits"]:
        title = _say("exit", map=escape(exit_["to"]))
        yield f'<circle cx="{exit_["x"]}" cy="{exit_["y"]}" r="6" class="exit">{title}</circle>'


def _gap_names(plan: "Json") -> Iterator[str]:
    for gap in plan["gaps"]:
        label = gap.get("label")
        for place, line in enumerate(label["lines"]) if label else ():
            y = label["y"] + label["size"] * 1.12 * (place - len(label["lines"]) / 2 + 0.9)
            yield f'<text {at(label["x"], y)} font-size="{label["size"]}" class="gap-name">{escape(line)}</text>'


def _names(plan: "Json") -> Iterator[str]:
    """The names of the areas; those that look alike are in one group."""
    alike: dict[str, list[str]] = {}
    for area in _areas(plan).values():
        kind = "label water" if area["kind"] == "sea" else "label"
        alike.setdefault(f'font-size="{area["label"]["size"]}" class="{kind}"', []).extend(_label(area["label"]))
    yield from (f"<g {look}>{''.join(lines)}</g>" for look, lines in alike.items())


def _label(label: "Json") -> Iterator[str]:
    """A name, line by line, around the place that the layout has for it."""
    step = label["size"] * 1.12
    top = label["y"] - step * len(label["lines"]) / 2 + label["size"] * 0.92
    for place, line in enumerate(label["lines"]):
        yield f"<text {at(round(label['x']), round(top + step * place))}>{escape(line)}</text>"
