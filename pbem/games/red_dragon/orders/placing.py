"""3.1, 6.4, 6.13 The decisions that put units into areas: a line for each area, together one answer."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pbem.core.data.collecting import grouped, summed
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.text import listed
from pbem.core.language.fields import Area
from pbem.core.language.form import Form, rest
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules import setup
from ..rules.areas import crowding
from .decision import Decision
from .unit_fields import Counters


def left(scope: OrderContext, taken: Sequence[str] = ()) -> list[str]:
    """The units that no line before has placed."""
    placed = [unit for item in scope.items for unit in item["units"]]
    return [unit for unit in scope.kind.units(scope.board, scope.ask) if unit not in placed]


def open_areas(scope: OrderContext) -> list[str]:
    """Where all the units of the line may go."""
    units = [unit if isinstance(unit, str) else _one_of(scope, unit) for unit in scope["units"] or ()]
    allowed = [scope.kind.areas(scope.board, scope.ask, unit) for unit in units or left(scope)[:1]]
    return [area for area in allowed[0] if all(area in others for others in allowed)] if allowed else []


def _one_of(scope: OrderContext, drawn: Json) -> str:
    """A counter of a type that is left to chance; all of them have the same places."""
    return setup.drawn_classes(scope.board, scope.power)[f"{drawn['owner']}-{drawn['type']}"][0]


def lines(template: str, units: Counters | None = None, **more: Any) -> tuple[Form, Form]:
    """The forms of such a decision."""
    units = units or Counters(
        of=left, search_in=lambda scope: scope.kind.units(scope.board, scope.ask), checked_by_rules=True
    )
    area = Area(of=open_areas, checked_by_rules=True, needs=("units",), known=lambda board: board.parts.areas)
    all = rest(template.split()[0])
    return Form(template, units=units, area=area, **more), all


class Placing(Decision):
    """Units to areas: ``[{"units": [...], "area": ...}, …]``; every unit once."""

    is_multiline = True

    def units(self, board: Board, ask: Ask) -> list[str]:
        """Those that must be placed."""
        return ask.about["units"]

    def areas(self, board: Board, ask: Ask, unit: str) -> list[str]:
        """Where a unit may go."""
        return ask.about["areas"]

    def rule_for(self, board: Board, ask: Ask, unit: str) -> str:
        return ask.rule or self.rule

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        return sum(len(item["units"]) for item in scope.items) < len(self.units(scope.board, scope.ask))

    def problems(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        return self.misplaced(board, ask, answer) or self.crowded(board, ask, answer)

    def misplaced(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        """Units that are placed wrongly, twice or not at all."""
        wanted, seen, found = self.units(board, ask), [], []
        for place, group in enumerate(answer):
            for unit in group["units"]:
                found += [one.at(f"/{place}") for one in self._fault(board, ask, unit, group["area"], wanted, seen)]
                seen.append(unit)
        return found + [
            Problem("rd-not-placed", rule=self.rule_for(board, ask, unit), unit=unit)
            for unit in wanted
            if unit not in seen
        ]

    def _fault(self, board: Board, ask: Ask, unit: str, area: str, wanted: list[str], seen: list[str]) -> list[Any]:
        """What is wrong with one unit of a line, as a list."""
        rule = self.rule_for(board, ask, unit)
        if unit not in wanted:
            return [Problem("rd-not-to-place", rule=rule, unit=unit)]
        if unit in seen:
            return [Problem("rd-placed-twice", rule=rule, unit=unit)]
        legal = self.areas(board, ask, unit)
        hint = f"Legal: {listed(legal[:12], 'or')}."
        return [] if area in legal else [Problem("rd-wrong-place", rule=rule, unit=unit, area=area, hint=hint)]

    def crowded(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        return [odd for group in answer for odd in crowding(board, ask.power, group["units"], group["area"])]

    def rest(self, board: Board, ask: Ask, answer: list[Json]) -> list[Json]:
        """Units that no line places go where the published default has them."""
        placed = self.placed(board, ask, answer)
        left = [{**one, "units": [id for id in one["units"] if id not in placed]} for one in self.default(board, ask)]
        return [*answer, *(one for one in left if one["units"])]

    def placed(self, board: Board, ask: Ask, answer: list[Json]) -> list[str]:
        """The units that lines place."""
        return [id for one in answer for id in one["units"]]

    def choices(self, board: Board, ask: Ask) -> list[str]:
        """Where each unit may go; units with the same places stand together."""
        groups = grouped((tuple(self.areas(board, ask, unit)), unit) for unit in self.units(board, ask))
        return [f"{', '.join(units)}: {listed(areas, 'or')}" for areas, units in groups.items()]


class PlaceUk(Placing):
    """Where the British units arrive (6.4)."""

    name = "place-uk"
    forms = lines("place UNITS in AREA")

    def default(self, board: Board, ask: Ask) -> list[Json]:
        return [{"units": list(ask.about["units"]), "area": ask.about["areas"][-1]}]


class RelocateUnits(Placing):
    """Where units go from a country that leaves the war (6.13, 6.18)."""

    name = "relocate-units"
    forms = lines("relocate UNITS (to/into/in | ->) AREA")

    def default(self, board: Board, ask: Ask) -> list[Json]:
        return [{"units": list(ask.about["units"]), "area": ask.about["areas"][0]}]


# -- set-up ----------------------------------------------------------------------------------------------------


class Pieces(Counters):
    """Counters of a set-up; a type whose counters differ stays a type, and chance says later which they are (2.11)."""

    def resolve(self, scope: OrderContext, raw: list[Any]) -> list[str | Json]:
        mine = setup.units_to_place(scope.board, scope.power) + setup.fixed_units(scope.board, scope.power)
        classes = [None if isinstance(item, str) else setup.drawn_class(scope.board, mine, item) for item in raw]
        named = [item for item, name in zip(raw, classes) if not name]
        drawn = [_drawn(scope.board, mine, name, item) for item, name in zip(raw, classes) if name]
        return super().resolve(scope, named) + drawn

    def legal(self, scope: OrderContext) -> list[str | Json]:
        """The counters, and every number of each type that may be left to chance."""
        drawn = setup.drawn_classes(scope.board, scope.power)
        return [
            *(super().legal(scope) or ()),
            *(
                {"owner": name.partition("-")[0], "type": name.partition("-")[2], "count": count}
                for name, ids in drawn.items()
                for count in range(1, len(ids) + 1)
            ),
        ]

    def ids(self, scope: OrderContext) -> list[str]:
        return [one for one in self.legal(scope) or () if isinstance(one, str)]

    def problems(self, scope: OrderContext, value: list[str | Json]) -> Iterable[Problem]:
        return super().problems(scope, [one for one in value if isinstance(one, str)])


def _drawn(board: Board, mine: list[str], name: str, item: Json) -> Json:
    """A type that is left to chance, with its owner and count; ``all`` are as many as there are."""
    owner, _, type = name.partition("-")
    count = item.get("count", 1)
    if count == "all":
        units = board.parts.units
        count = sum((units[id].country, units[id].type) == (owner, type) for id in mine)
    return {"owner": owner, "type": type, "count": count}


def with_fixed(scope: OrderContext) -> list[str]:
    return [*left(scope), *setup.fixed_units(scope.board, scope.power)]


PIECES = Pieces(of=left, search_in=with_fixed, least=0, checked_by_rules=True)


def some_pieces(scope: OrderContext, draw: Rng) -> Json | None:
    """The next unit without a place, in an area with room, with others that find room there; now and then all that are
    left of a type whose counters differ, for chance to say where each is (2.11)."""
    board, kind = scope.board, scope.kind
    rest = without_place(scope)
    areas = [area for area in kind.areas(board, scope.ask, rest[0]) if fitting(scope, rest[:1], area)]
    if not areas:
        return None
    area = draw.choice(areas)
    if not draw.below(3) and (drawn := left_of_its_type(scope, rest, area)):
        return {"units": [drawn], "area": area}
    mates = [unit for unit in rest[1:] if area in kind.areas(board, scope.ask, unit)]
    return {"units": fitting(scope, [rest[0], *(draw.some(mates) if draw.below(4) else ())], area), "area": area}


def left_of_its_type(scope: OrderContext, rest: list[str], area: str) -> Json | None:
    """All units without a place that differ from the first one in nothing but what their counters hide, as a type; None
    if there is no such type, or no room for them."""
    for name, ids in setup.drawn_classes(scope.board, scope.power).items():
        owner, _, type = name.partition("-")
        alike = [unit for unit in rest if unit in ids]
        if rest[0] in ids and len(fitting(scope, alike, area)) == len(alike):
            return {"owner": owner, "type": type, "count": len(alike)}
    return None


def without_place(scope: OrderContext) -> list[str]:
    """The units that no line has placed yet or left to chance."""
    drawn = {name for item in scope.items for name in item.get("draw", ())}
    classes = setup.drawn_classes(scope.board, scope.power) if drawn else {}
    chance = {unit for name in drawn for unit in classes[name]}
    return [unit for unit in left(scope) if unit not in chance]


def fitting(scope: OrderContext, units: list[str], area: str) -> list[str]:
    """As many of the units, in their order, as an area has room for behind the lines before (7.1)."""
    found = []
    if not scope.board.parts.areas[area].limits:
        return list(units)
    for unit in units:
        placed = [*scope.items, {"units": [*found, unit], "area": area}]
        if not scope.kind.crowded(scope.board, scope.ask, placed):
            found.append(unit)
    return found


def numbers_placed(board: Board, side: str, groups: list[Json]) -> Iterator[tuple[str, str, int]]:
    """``(area, unit, how many)``; any counter of its type stands for those that are left to chance."""
    drawn = setup.drawn_classes(board, side) if any("draw" in group for group in groups) else {}
    for group in groups:
        yield from ((group["area"], id, 1) for id in group["units"])
        left_open = group.get("draw", {}).items()
        yield from ((group["area"], drawn[name][0], count) for name, count in left_open if name in drawn)


class SetUp(Placing):
    """Everything that a side places before the game (3.1); ``draw`` counts the types that are left to chance."""

    name = "set-up"
    forms = lines("place UNITS in AREA", PIECES, starts=some_pieces)

    def units(self, board: Board, ask: Ask) -> list[str]:
        return setup.units_to_place(board, ask.power)

    def areas(self, board: Board, ask: Ask, unit: str) -> list[str]:
        return setup.places_of(board, unit)

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        return bool(without_place(scope))

    def rule_for(self, board: Board, ask: Ask, unit: str) -> str:
        """3.2 for the Allies, 3.3 for the neutrals, 3.4 for the PRC."""
        return {"neutral": "3.3", "prc": "3.4"}.get(board.parts.starting_sides.get(unit, ""), "3.2")

    def schema(self) -> Json:
        group = self.forms[0].schema()
        drawn = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}
        return {"type": "array", "items": {**group, "properties": {**group["properties"], "draw": drawn}}}

    def assemble(self, scope: OrderContext) -> Json:
        units = [one for one in scope.values["units"] if isinstance(one, str)]
        drawn = (one for one in scope.values["units"] if not isinstance(one, str))
        draw = summed((f"{one['owner']}-{one['type']}", one["count"]) for one in drawn)
        return {"units": units, "area": scope.values["area"], **({"draw": draw} if draw else {})}

    def dismantle(self, item: Json) -> tuple[Form, Json]:
        drawn = [
            {"owner": name.partition("-")[0], "type": name.partition("-")[2], "count": count}
            for name, count in sorted(item.get("draw", {}).items())
        ]
        return self.forms[0], {"units": [*item["units"], *drawn], "area": item["area"]}

    def placed(self, board: Board, ask: Ask, answer: list[Json]) -> list[str]:
        """Those of a type that is left to chance are placed with it."""
        drawn = {name for one in answer for name in one.get("draw", {})}
        undrawn = setup.undrawn(board, ask.power, answer)
        return [*super().placed(board, ask, answer), *(id for name in drawn for id in undrawn.get(name, ()))]

    def misplaced(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        """3.1 Fixed units may be named where they stand; drawn ones count for those of their type without a place."""
        fixed = setup.fixed_units(board, ask.power)
        found = [
            Problem(
                "rd-wrong-place",
                rule=self.rule_for(board, ask, id),
                unit=id,
                area=group["area"],
                hint=f"Legal: {self.areas(board, ask, id)[0]}.",
            )
            for group in answer
            for id in group["units"]
            if id in fixed and group["area"] not in self.areas(board, ask, id)
        ]
        undrawn = setup.undrawn(board, ask.power, answer)
        found += self._drawn_problems(board, ask, answer, undrawn)
        rest = [{**group, "units": [id for id in group["units"] if id not in fixed]} for group in answer]
        aside = [id for ids in undrawn.values() for id in ids]
        return found + [one for one in super().misplaced(board, ask, rest) if one.fields.get("unit") not in aside]

    def _drawn_problems(
        self, board: Board, ask: Ask, answer: list[Json], undrawn: dict[str, list[str]]
    ) -> list[Problem]:
        """2.11 As many are left to chance as have no place, and only where the type may be placed."""
        found, counts = [], {}
        for group in answer:
            for name, count in group.get("draw", {}).items():
                counts[name] = counts.get(name, 0) + count
                ids = undrawn.get(name)
                if ids and group["area"] not in self.areas(board, ask, ids[0]):
                    found.append(Problem("rd-wrong-place", rule="3.4", unit=name, area=group["area"]))
        for name, count in counts.items():
            ids = undrawn.get(name, [])
            rule = "2.11" if count > len(ids) else self.rule_for(board, ask, ids[0])  # 3.4: all must have a place
            if count != len(ids):
                found.append(Problem("rd-drawn-count", rule=rule, unit=name, count=count, wanted=len(ids)))
        return found

    def crowded(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        """7.1 At set-up the limits are kept, also by those of which chance says which they are."""
        counts, units = {}, board.parts.units
        for area, id, count in numbers_placed(board, ask.power, answer):
            key = (area, board.parts.starting_sides[id], units[id].category)
            counts[key] = counts.get(key, 0) + count
        return [
            Problem("rd-too-many-there", rule="7.1", area=area, limit=limits[category], category=category, count=count)
            for (area, _, category), count in sorted(counts.items())
            if (limits := board.parts.areas[area].limits) and count > limits[category]
        ]

    def default(self, board: Board, ask: Ask) -> list[Json]:
        """Every unit where the counters suggest (the ready set-up)."""
        units = board.parts.units
        rows = ((units[unit].setup["default"], self.areas(board, ask, unit), unit) for unit in self.units(board, ask))
        groups = grouped((place if place in areas else areas[0], unit) for place, areas, unit in rows)
        return [{"units": units, "area": area} for area, units in sorted(groups.items())]
