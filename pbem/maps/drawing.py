"""A map as a picture: layout and board in, SVG out."""

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.data.checked import joined, read_file
from ..core.data.components import folder_of
from ..core.data.tables import read_table
from ..core.data.text import piece_told, the
from ..core.title.game import is_outside, package_of
from .counters import HEIGHT, Counter, Piece, arrange, block, symbols_of
from .geometry import Box, Point, Polygons, Region, free_places, label_box, number, overlap
from .ground import ground, shapes_of

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.data.problems import Problem


T = TypeVar("T")
HEAD, MARGIN, ROW = 54, 12, 26
NARROWEST = 560  # of a focus map, so that heading and legend have room


def plans(title: str) -> "dict[str, Json]":
    """The layouts of a title: ``{map name: plan}``, each plan with its name, and with what never moves drawn."""
    return read(title).drawn


def layouts_path(title: str) -> str:
    """Where the layouts of a title lie."""
    return os.path.join(folder_of(package_of(title)) or "", "layouts.json")


def drawn(plan: "Json") -> "Json":
    """A plan with what never moves drawn: as it lies in the layouts, or, of a title that did not draw it, anew."""
    return plan if "ground" in plan else {**plan, "ground": ground(plan)}


def layouts(title: str) -> "Json":
    """What a title brings for its maps: ``{"maps": {name: plan}, "symbols": {type of unit: symbol}}``."""
    return read(title).layouts


class Layouts:
    """The layouts of a file as they are read, and what pictures of each map have worked out (`Picture.known`)."""

    def __init__(self, layouts: "Json") -> None:
        self.layouts = layouts
        self.drawn = {name: drawn({**plan, "name": name}) for name, plan in layouts["maps"].items()}
        self.known: dict[str, dict[Any, Any]] = {name: {} for name in self.drawn}


def read(title: str) -> Layouts:
    """The layouts of a title, of one that has none too."""
    path, is_theirs = layouts_path(title), is_outside(package_of(title))
    if not os.path.exists(path):
        return Layouts({"maps": {}, "symbols": {}})
    return _read(path, os.stat(path).st_mtime_ns, is_theirs)


@lru_cache(8)
def _read(path: str, changed: int, is_theirs: bool) -> Layouts:
    return Layouts(read_file(path, "layout", _joins) if is_theirs else read_table(path))


def _joins(layouts: "Json") -> "list[Problem]":
    """What no schema sees of layouts: symbols that are there, and borders between areas of their map."""
    named, known = symbols_of(layouts)
    for name, plan in layouts["maps"].items():
        ends = [(n, end) for n, row in enumerate(plan["borders"]) for end in (row["a"], row["b"])]
        named += [(f"area of the map {name}", f"maps/{name}/borders/{n}", end) for n, end in ends]
        known[f"area of the map {name}"] = plan["areas"]
    return joined(named, known, {}, ())


def plans_in_play(plans: "dict[str, Json]", view: "Json") -> "dict[str, Json]":
    """The layouts of those maps on which the game is played: a scenario may need but one of two."""
    return {name: plan for name, plan in plans.items() if not view["areas"].keys().isdisjoint(plan["areas"])}


def pictures(title: str, view: "Json", name: str | None = None, focus: str | None = None) -> "list[Picture]":
    """The Pictures of a title, or of one of its maps."""
    found = read(title)
    shown = {name: found.drawn[name]} if name else plans_in_play(found.drawn, view)
    symbols = found.layouts["symbols"]
    return [Picture(plan, view, symbols, focus, found.known[name]) for name, plan in shown.items()]


class Picture:
    """Everything that is drawn of a map, with its places (svg.py writes it)."""

    y: float = 0  # where it begins in a drawing of several

    def __init__(
        self,
        plan: "Json",
        view: "Json",
        symbols: dict[str, str],
        focus: str | None = None,
        known: dict[Any, Any] | None = None,
    ) -> None:
        """known   what pictures of one map share, {} at first: the insides of areas, and how pieces were arranged"""
        self.known = {} if known is None else known
        self.plan, self.view, self.symbols, self.name = plan, view, symbols, plan["name"]
        self.shapes, self.heading, self.moment = shapes_of(plan), view["heading"], view["moment"]
        self.sides = list(view["sides"])
        self.cells: list[Json] = []
        self.discs: list[Json] = []
        for id, area in plan["areas"].items():
            (self.discs if area["shape"] == "disc" else self.cells).append(self._area(id, area))
        self.taken = [label_box(area["label"]) for area in plan["areas"].values()]
        self.taken += [_around(area["base"]) for area in plan["areas"].values() if "base" in area]
        width, height = plan["width"], plan["height"]
        self.canvas = self._region(None, [{"outer": [[0, 0], [width, 0], [width, height], [0, height]]}])
        self.bases = [base for base in map(self._base, plan["areas"]) if base]
        self.marks = self._marks()
        self.plates: list[Json] = []
        self.counters = self._counters()
        self.arrows = [arrow for arrow in map(self._arrow, view.get("moves", ())) if arrow]
        self.battles = [self._star(id) for id in view.get("battles", ()) if id in plan["areas"]]
        self._frame(focus)

    def _region(self, id: str | None, polygons: Polygons) -> Region:
        """The inside of an area, or, with None, of the canvas."""
        if id not in self.known:
            self.known[id] = Region(polygons)
        found: Region = self.known[id]
        return found

    # -- areas -----------------------------------------------------------------------------------------

    def _area(self, id: str, area: "Json") -> "Json":
        shown = self.view["areas"].get(id, {})
        rivals = self._rivals(shown) if area["kind"] != "sea" else []
        owners = rivals or [shown.get("owner")]
        return {
            "id": id,
            "shape": self.shapes[id],
            "kind": area["kind"],
            "off_map": area.get("off_map", False),
            "is_out": not shown,
            "is_contested": bool(rivals),
            "owners": [self.sides.index(owner) for owner in owners if owner in self.view["sides"]],
            "held": self._held(area, shown, rivals),
            "tip": self._tip(area, shown, rivals),
        }

    def _rivals(self, shown: "Json") -> list[str]:
        """The sides that have land units in an area where an enemy has some too."""
        there = list(dict.fromkeys(piece["side"] for piece in shown.get("pieces", ()) if piece["class"] == "land"))
        sides = self.view["sides"]
        return [side for side in there if any(other in sides[side]["enemies"] for other in there)]

    def _tip(self, area: "Json", shown: "Json", rivals: list[str]) -> str:
        """What a pointer, or a screen reader, is told of an area."""
        pieces = [piece_told(piece) for piece in shown.get("pieces", ())]
        marks = [mark["name"] for mark in shown.get("marks", ())]
        return "; ".join([self._held(area, shown, rivals), *pieces, *marks])

    def _held(self, area: "Json", shown: "Json", rivals: list[str]) -> str:
        """An area and who holds it, in words."""
        parts = [area["name"]] if shown else [area["name"], "not in this scenario"]
        if shown.get("owner") in self.view["sides"]:
            parts.append(f"held by {the(self.view['sides'][shown['owner']]['name'])}")
        return "; ".join(parts + ["contested"] * bool(rivals))

    def _base(self, id: str) -> "Json | None":
        """The circle of a base, where the plan has one and the board has not lost it."""
        place = self.plan["areas"][id].get("base")
        base = self.view["areas"].get(id, {}).get("base", {"owner": None, "code": "", "name": ""})
        if place is None or base is None:
            return None
        style = self.sides.index(base["owner"]) if base["owner"] in self.view["sides"] else None
        return {**place, "area": id, "style": style, "code": base["code"], "tip": base["name"]}

    # -- pieces ----------------------------------------------------------------------------------------

    def _marks(self) -> "list[Json]":
        """Marks (resources, bases, cubes, points) under the label of their area, in a row."""
        marks = []
        for id, area in self.plan["areas"].items():
            row = self.view["areas"].get(id, {}).get("marks", ())
            left, top, right, bottom = label_box(area["label"])
            x = (left + right) / 2 - len(row) * 6 + 6
            for place, mark in enumerate(row):
                marks.append({**mark, "area": id, "x": x + 12 * place, "y": bottom + 6})
            if row:
                self.taken.append((x - 6, bottom, x + 12 * len(row) - 6, bottom + 12))
        return marks

    def _counters(self) -> "list[Json]":
        """Counters of all areas; islands first, for theirs stand in the sea around them."""
        counters: list[Json] = []
        self.near: dict[str, list[Box]] = {}
        areas = self.plan["areas"].items()
        self.bounds = {id: self._region(id, area["polygons"]).bounds for id, area in areas if area["shape"] != "disc"}
        self._note(self.taken)
        for id, area in sorted(areas, key=lambda row: (row[1]["shape"] != "disc", row[0])):
            pieces = self.view["areas"].get(id, {}).get("pieces", ())
            counters += [self._counter(counter, area, id) for counter in self._arranged(id, area, list(pieces))]
        return counters

    def _arranged(self, id: str, area: "Json", pieces: list[Piece]) -> list[Counter]:
        """The counters of an area: inside it, or on a plate of its own beside it."""
        if not pieces:
            return []
        region, place, what = self._region(id, area["polygons"]), (area["x"], area["y"]), repr(pieces)
        if area["shape"] == "disc":
            return self._once((id, what, tuple(self.taken)), self._beside, id, area, pieces)
        inside = self._once((id, what, tuple(self.near.get(id, ()))), arrange, pieces, region, place, self.taken)
        if inside is not None:
            return inside
        return self._once((id, what, tuple(self.taken)), self._on_a_plate, id, pieces, self.canvas, place)

    def _once(self, key: tuple[Any, ...], arranging: Callable[..., T], *arguments: Any) -> T:
        """What `arranging` gave for this key before, and what it put on the map; else it is asked."""
        key = (arranging.__name__, *key)
        if key not in self.known:
            before, plates = len(self.taken), len(self.plates)
            found = arranging(*arguments)
            self.known[key] = found, self.taken[before:], self.plates[plates:]
            self._note(self.taken[before:])
            return found
        found, boxes, plates = self.known[key]
        self.taken += boxes
        self.plates += plates
        self._note(boxes)
        return found

    def _note(self, boxes: Iterable[Box]) -> None:
        """Keep boxes that are taken with the areas that they touch."""
        for box in boxes:
            touched = self.known.get(("touched", box))
            if touched is None:
                found = [id for id, bounds in self.bounds.items() if overlap(box, bounds)]
                touched = self.known["touched", box] = found
            for id in touched:
                self.near.setdefault(id, []).append(box)

    def _beside(self, id: str, area: "Json", pieces: list[Piece]) -> list[Counter]:
        """The counters of an island, on a plate in the sea around it."""
        blocked = [_around(other) for other in self.plan["areas"].values() if other["shape"] == "disc"]
        self.taken.extend(box for box in blocked if box not in self.taken)
        below = (area["x"], area["y"] + area["r"] + HEIGHT / 2 + 2)
        around = self._region(area["in"], self.plan["areas"][area["in"]]["polygons"])
        return self._on_a_plate(id, pieces, around, below, (area["x"], area["y"]))

    def _on_a_plate(
        self, id: str, pieces: list[Piece], region: Region, start: Point, place: Point | None = None
    ) -> list[Counter]:
        """A block of counters outside their area, which is led to."""
        box, counters = block(pieces, region, start, self.taken, self.canvas)
        if box:
            self.plates.append({"area": id, "box": box, "from": place or start})
        return counters

    def _counter(self, counter: Counter, area: "Json", id: str) -> "Json":
        piece = counter.piece
        leader = None
        if counter.is_led:
            left, top, right, bottom = counter.box
            leader = (area["x"], area["y"], (left + right) / 2, (top + bottom) / 2)
        return {
            "area": id,
            "x": counter.x,
            "y": counter.y,
            "scale": counter.scale,
            "style": self.sides.index(piece["side"]),
            "glyph": piece.get("glyph") or self.symbols.get(piece["type"], f"class-{piece['class']}"),
            "count": piece["count"],
            "worn": piece.get("worn", 0),
            "tip": piece_told(piece),
            "code": piece["code"] if piece.get("grouped") else piece.get("label", piece["code"]),
            "leader": leader,
            "box": counter.box,
        }

    # -- moves -----------------------------------------------------------------------------------------

    def _middle(self, id: str) -> Point:
        area = self.plan["areas"][id]
        return (area["x"], area["y"])

    def _star(self, id: str) -> Point:
        """Where the star of a fight stands: clear of counters and names if there is room in the area."""
        area = self.plan["areas"][id]
        where = area["in"] if area["shape"] == "disc" else id
        region, middle = self._region(where, self.plan["areas"][where]["polygons"]), self._middle(id)
        found = free_places(region, middle, (28, 28), 1, self.taken, step=7) or free_places(
            self.canvas, middle, (28, 28), 1, self.taken, step=7
        )
        self.taken += found
        return ((found[0][0] + found[0][2]) / 2, (found[0][1] + found[0][3]) / 2) if found else self._middle(id)

    def _arrow(self, move: "Json") -> "Json | None":
        """A bent arrow between two areas; none for a move within one, or to another map."""
        start, end = move["from"], move["to"]
        if start == end or not {start, end} <= self.plan["areas"].keys():
            return None
        (x1, y1), (x2, y2) = self._middle(start), self._middle(end)
        bend_x, bend_y = (x1 + x2) / 2 - (y2 - y1) / 6, (y1 + y2) / 2 + (x2 - x1) / 6
        x2, y2 = _short_of((bend_x, bend_y), (x2, y2), 12)
        return {
            "style": self.sides.index(move["side"]),
            "tip": move["name"],
            "path": f"M{number(x1)} {number(y1)}Q{number(bend_x)} {number(bend_y)} {number(x2)} {number(y2)}",
        }

    # -- frame -----------------------------------------------------------------------------------------

    def _frame(self, focus: str | None) -> None:
        """What of the canvas is shown, and the legend under it."""
        left: float = 0
        top: float = 0
        right, bottom = self.plan["width"], self.plan["height"]
        if focus:
            near = self.around(focus)
            boxes = [Region(self.plan["areas"][id]["polygons"]).bounds for id in near]
            boxes += [counter["box"] for counter in self.counters if counter["area"] in near]
            left, top = max(0, min(box[0] for box in boxes) - 8), max(0, min(box[1] for box in boxes) - 8)
            right = min(right, max(box[2] for box in boxes) + 8)
            bottom = min(bottom, max(box[3] for box in boxes) + 8)
            left, right = _at_least(NARROWEST, left, right, self.plan["width"])
            left, top, right, bottom = self._with_whole_counters((left, top, right, bottom))
        self.left, self.top, self.right, self.bottom = left, top, right, bottom
        shown = [counter for counter in self.counters if overlap(counter["box"], (left, top, right, bottom))]
        glyphs = dict.fromkeys(counter["glyph"] for counter in shown)
        self.legend = self._legend(glyphs)
        longest = max(len(row["text"]) for row in self.legend)
        self.columns = max(1, min(6, int((right - left) // (56 + longest * 6.4))))
        self.rows = -(-len(self.legend) // self.columns)
        self.width = right - left
        self.height = bottom - top + HEAD + self.rows * ROW + 2 * MARGIN
        self.head, self.margin, self.row = HEAD, MARGIN, ROW
        self.column = (self.width - 2 * MARGIN) / self.columns

    def _with_whole_counters(self, frame: Box) -> Box:
        """A frame made wider until it cuts through no counter and no plate."""
        boxes = [counter["box"] for counter in self.counters] + [plate["box"] for plate in self.plates]
        for _ in boxes:
            cut = [box for box in boxes if overlap(box, frame) and not _holds(frame, box)]
            if not cut:
                break
            left, top, right, bottom = zip(frame, *cut)
            frame = (min(left), min(top), max(right), max(bottom))
        return frame

    def around(self, focus: str) -> list[str]:
        """An area and those that border it, as far as they are on this map."""
        ids = {focus}
        for row in self.plan["borders"]:
            if focus in (row["a"], row["b"]) and row["kind"] != "gap":
                ids |= {row["a"], row["b"]}
        return sorted(id for id in ids if id in self.plan["areas"])

    def _legend(self, glyphs: Iterable[str]) -> "list[Json]":
        """Rows of the legend: sides, glyphs in use, marks, moves."""
        there = self._sides_there()
        rows = [
            {"what": "side", "style": place, "text": side["name"]}
            for place, (id, side) in enumerate(self.view["sides"].items())
            if id in there
        ]
        names = self._glyph_names()
        rows += [
            {"what": "glyph", "glyph": glyph, "text": names.get(glyph, GROUPS.get(glyph, glyph))}
            for glyph in sorted(glyphs, key=lambda glyph: (glyph.startswith("class-"), glyph))
        ]
        marks = {mark["meaning"]: mark["text"] for mark in self.marks}
        rows += [{"what": "mark", "mark": text, "text": meaning} for meaning, text in sorted(marks.items())]
        if any(area["is_out"] for area in self.cells + self.discs):
            rows.append({"what": "out", "text": "not in this scenario"})
        if any(area["is_contested"] for area in self.cells + self.discs):
            rows.append({"what": "contested", "text": "contested"})
        if any(counter["worn"] for counter in self.counters):
            rows.append({"what": "worn", "text": "one or more damaged"})
        if self.arrows:
            rows.append({"what": "arrow", "text": "moves told in this report"})
        if self.battles:
            rows.append({"what": "battle", "text": "fighting told in this report"})
        return rows

    def _sides_there(self) -> set[str]:
        """The sides that hold or have something on this map."""
        shown = [self.view["areas"].get(id, {}) for id in self.plan["areas"]]
        owners = {area["owner"] for area in shown if area.get("owner")}
        owners |= {area["base"]["owner"] for area in shown if area.get("base") and area["base"]["owner"]}
        return owners | {piece["side"] for area in shown for piece in area.get("pieces", ())}

    def _glyph_names(self) -> dict[str | None, str]:
        """``{glyph: "J-10, F-16 and F-15"}``: the types of units that it stands for."""
        names: dict[str | None, list[str]] = {}
        for type, name in self.view["types"].items():
            names.setdefault(self.symbols.get(type), []).append(name)
        return {
            glyph: f"{', '.join(types[:3])} …" if len(types) > 3 else ", ".join(types) for glyph, types in names.items()
        }


GROUPS = {
    "class-land": "several land units",
    "class-air": "several air units",
    "class-naval": "several ships",
    "class-all": "several units",
}


def _at_least(width: float, left: float, right: float, whole: float) -> tuple[float, float]:
    """A stretch of the canvas made wider on both sides, as far as there is canvas."""
    missing = max(0, width - (right - left)) / 2
    left = max(0, min(left - missing, whole - width))
    return left, min(whole, max(right, left + width))


def _holds(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _around(circle: "Json") -> Box:
    return (circle["x"] - circle["r"], circle["y"] - circle["r"], circle["x"] + circle["r"], circle["y"] + circle["r"])


def _short_of(start: Point, end: Point, by: float) -> Point:
    """A point on the line to `end`, `by` units before it."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = max((across**2 + down**2) ** 0.5, 1)
    share = max(0, 1 - by / length)
    return (start[0] + across * share, start[1] + down * share)
