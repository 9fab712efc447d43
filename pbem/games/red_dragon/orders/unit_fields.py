"""The fields in which orders of this title name units, areas and shots."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.tables import Sentences
from pbem.core.language.fields import Area, Repeated
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.language.units import Described, One, Units

from ..board.board import Board
from ..board.parts import OTHER
from ..rules.combat import completed, fire_problems, open_targets, protected, screen_of

_say = Sentences(__name__)

TO_THE_NEXT = (12, 13, 14, 19)  # Ops from an area to one beside it
DOES = {"from": "starts from", "to": "goes to", "at": "is aimed at"}
AREA_KINDS = {"area": "area", "sea": "sea area", "land": "land area"}


class Counters(Units):
    """Counters: ``us-cvn-1``, ``US CVN 1``, ``3 armor``, ``prc amph``, ``sag 3``."""

    names = {"unit": ("unit",), "type": ("unit-type",), "owner": ("country",)}
    numbered = True
    codes = {
        "none": "rd-none-here",
        "few": "rd-too-few",
        "which": "rd-which",
        "twice": "rd-twice",
        "outside": "rd-not-among",
        "unknown": "rd-unknown-unit",
    }

    def fits(self, scope: OrderContext, unit: str, item: Described) -> bool:
        return _is_described(scope.board, unit, item)

    def face(self, scope: OrderContext, unit: str) -> tuple[Any, ...]:
        """What tells two counters apart: the country, the side that is up, and what is aboard."""
        return _face(scope.board, unit)

    def known(self, scope: OrderContext, unit: str) -> bool:
        return unit in scope.board.parts.units

    def everything(self, scope: OrderContext) -> list[str]:
        return [unit for unit, side in scope.board.side.items() if side == scope.power]

    def bar(self, scope: OrderContext, unit: str) -> str:
        area = scope.board.area_of(unit)
        return f"is in {scope.board.parts.areas[area].name}" if area else ""

    def described(self, scope: OrderContext, unit: str) -> str:
        factors = [f"{name} {value}" for name, value in scope.board.factors(unit).items()]
        return f"{unit} ({', '.join(factors)})"


def units_said(part: Json) -> list[Any]:
    """The units that a part of a line names, as it names them."""
    said = part.get("units", part.get("unit", []))
    return said if isinstance(said, list) else [said]


def unit_said(one: Any) -> str:
    """A unit, or units of a type, as people name them."""
    return one if isinstance(one, str) else " ".join(one[name] for name in ("owner", "type", "number") if name in one)


def is_of_the_others(board: Board, side: str, one: Any) -> bool:
    """Whether all that a name can mean begins the game on the other side: such units never join this one."""
    parts = board.parts
    ids = [one] if isinstance(one, str) else [id for id in parts.units if _is_described(board, id, one)]
    sides = {parts.starting_sides.get(id, side) for id in ids}
    return sides == {OTHER[side]}


def _face(board: Board, unit: str) -> tuple[Any, ...]:
    factors = tuple(board.factors(unit).items())
    return board.parts.units[unit].country, factors, unit in board.reduced, bool(board.cargo(unit))


def _is_described(board: Board, unit: str, item: Described) -> bool:
    counter = board.parts.units[unit]
    return (
        counter.type == item["type"]
        and counter.country == item.get("owner", counter.country)
        and ("number" not in item or unit.rpartition("-")[2] == item["number"])
    )


def together(board: Board, units: Sequence[str]) -> list[str]:
    """Units as people name them, equal ones in one: where an area holds unlike ones of a type they keep their names."""
    parts, said = board.parts.units, []
    groups = grouped(((parts[unit].country, parts[unit].type, board.area_of(unit) or ""), unit) for unit in units)
    for (country, type, area), ids in groups.items():
        there = [id for id in board.at.get(area, ()) if (parts[id].country, parts[id].type) == (country, type)]
        is_alike = len({_face(board, id) for id in there}) == 1
        said += [f"{len(ids)} {country} {type}"] if is_alike and len(ids) > 1 else ids
    return said


class Counter(One, Counters):
    """One counter."""


class Spot(Area):
    """An area of a kind: ``sea``, ``land`` or any ``area``.  Which of them are legal, the Op's rule says."""

    def __init__(self, kind: str, of: Callable[..., Any] | None = None, **options: Any) -> None:
        super().__init__(of=of, checked_by_rules=True, known=lambda board: board.parts.areas, **options)
        self.kind = kind
        self.wanted = f"the name of a {AREA_KINDS[kind]}" if kind != "area" else self.wanted

    def legal(self, scope: OrderContext) -> list[str]:
        """The areas of the domain from which the Op can go on."""
        return [area for area in super().legal(scope) or () if goes_on(scope, self.name, area)]

    def problems(self, scope: OrderContext, value: str) -> Iterator[Problem]:
        areas = scope.board.parts.areas
        if value in areas and self.kind != "area" and areas[value].is_land != (self.kind == "land"):
            yield Problem(
                "rd-wrong-area",
                rule=scope.kind.rule,
                hint=self._beside(scope),
                area=areas[value].name,
                op=scope.form.gives["op"],
                does=DOES[self.name],
                wanted=AREA_KINDS[self.kind],
            )
            return
        yield from super().problems(scope, value)

    def _beside(self, scope: OrderContext) -> str:
        """The areas of the kind next to where the Op starts, as a hint."""
        areas, start = scope.board.parts.areas, scope["from"]
        if self.name != "to" or start not in areas or scope.form.gives["op"] not in TO_THE_NEXT:
            return ""
        near = areas[start].neighbours if self.kind == "land" else areas[start].seas
        names = [areas[id].name for id in near if areas[id].is_land == (self.kind == "land")]
        return _say("next-to", area=areas[start].name, names=names) if names else ""

    def shown(self, name: str) -> str:
        return "SEA" if self.kind == "sea" else "AREA"


def goes_on(scope: OrderContext, name: str, value: Any) -> bool:
    """Whether the next field that an Op, or a part of it, needs offers something where one holds a value."""
    form = scope.form if name in scope.form.fields else scope.form.fields["moves"].form
    behind = form.order[form.order.index(name) + 1 :]
    needed = next((form.fields[other] for other in behind if other in form.needed), None)
    return needed is None or bool(needed.legal(scope.within(values={name: value})))


class Shots(Repeated):
    """Who fires at whom: ``UNITS at UNIT; UNITS at UNIT``, in the answer ``[[shooter, target], …]``.

    spared  scope → units that may be meant as targets and are none, so that the rule refuses them
    fight   scope → ``(those who fire by default, those who may, targets, those landing)``, or None without a fight
    """

    def __init__(self, fight: Callable[..., Any], spared: Callable[..., Any] | None = None, **options: Any) -> None:
        shooters = Counters(of=lambda scope: (fight(scope) or ((), (), ()))[1], checked_by_rules=True)
        target = Counter(of=lambda scope: (fight(scope) or ((), (), ()))[2], search_in=spared, checked_by_rules=True)
        shape = {"type": "array", "items": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}}
        super().__init__(
            "SHOOTERS at TARGET",
            {"shooters": shooters, "target": target},
            join=_pairs,
            split=_by_target,
            begun="fire",
            shape=shape,
            **options,
        )
        self.fight = fight

    def problems(self, scope: OrderContext, value: list[list[str]]) -> Iterator[Problem]:
        units = scope.board.parts.units
        for id in dict.fromkeys(id for shot in value for id in shot if id not in units):
            yield Problem("rd-unknown-unit", rule="2.3", unit=id)

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        _, able, targets, ashore = self.fight(scope) or ((), (), (), ())
        return random_fire(scope.board, able, targets, draw, ashore) if able and targets else NOTHING


def _pairs(scope: OrderContext, parts: list[Json]) -> list[list[str]]:
    return [[shooter, part["target"]] for part in parts for shooter in part["shooters"]]


def _by_target(shots: list[list[str]]) -> list[Json]:
    """Shooters with one target stand together."""
    found = grouped((target, shooter) for shooter, target in shots)
    return [{"shooters": shooters, "target": target} for target, shooters in found.items()]


def random_fire(
    board: Board, shooters: list[str], targets: list[str], draw: Rng, ashore: Sequence[str] = ()
) -> list[list[str]]:
    """A random legal allocation: sometimes the default, sometimes on protected targets behind a covered screen."""
    if not draw.below(3):
        return completed(board, shooters, targets, [], ashore)
    open_ = {id: found for id in shooters if (found := open_targets(board, id, targets, ashore))}
    guarded = [id for id in targets if protected(board, id)]
    shots, left = [], list(open_)
    if guarded and draw.below(2):
        for ship in screen_of(board, targets, shooters, ashore):
            able = [id for id in left if ship in open_[id]]
            if able:
                shooter = draw.choice(able)
                left.remove(shooter)
                shots.append([shooter, ship])
        wanted = {id: [one for one in open_[id] if one in guarded] for id in left}
    else:
        wanted = {id: [one for one in open_[id] if one not in guarded] or open_[id] for id in left}
    shots += [[id, draw.choice(found)] for id, found in wanted.items() if found]
    shots = completed(board, shooters, targets, shots, ashore)
    if fire_problems(board, shooters, targets, shots, ashore):
        return completed(board, shooters, targets, [], ashore)
    return shots
