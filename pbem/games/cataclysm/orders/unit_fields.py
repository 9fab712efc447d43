"""The fields in which orders of this title name units, spots and ways, and counters by their number."""

from collections.abc import Callable, Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.language.fields import Area, Names, Repeated, Word
from pbem.core.language.name_scanner import count_at, how_many, in_plural, list_at, names_at
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.reader import Reader
from pbem.core.language.rng import Rng
from pbem.core.language.units import Described, One, Units

from ..board.names import spell
from ..board.parts import NORMAL
from ..rules.coasts import with_only_coast
from ..rules.retreat import CUP
from ..rules.sides import in_combat

COASTS = ("adriatic", "tyrrhenian", "bothnia", "barents", "north", "south", "gulf")
MOST = 99  # of one counter in one line


class Forces(Units):
    """Units: ``ge-army-1``, ``2 army``, ``italy tank``, ``air london``.  Own ones are meant before those of friends,
    and ``army`` means an army before a tank army."""

    codes = {**Units.codes, "none": "ca-no-such-units", "few": "ca-too-few-units"}

    def __init__(self, of: Callable[..., Any] | None = None, **options: Any) -> None:
        super().__init__(of, places=True, **options)

    def fits(self, scope: OrderContext, unit: str, item: Described) -> bool:
        board = scope.board
        side, owner = board.side_of(unit), board.power_of(unit)
        return (
            item["type"] in (side, NORMAL.get(side))
            and item.get("owner") in (None, owner)
            and self.is_at(scope, unit, item.get("area"))
        )

    def is_at(self, scope: OrderContext, unit: str, area: str | None) -> bool:
        """Whether a unit is in the area that an item names, if it names one, and in that of the field `at`."""
        starts = scope[self.at] if self.at else None
        return area in (None, scope.board.at(unit)) and starts in (None, scope.board.at(unit))

    def where(self, scope: OrderContext, unit: str) -> str:
        return scope.board.at(unit)

    def face(self, scope: OrderContext, unit: str) -> tuple[str, str, str, None]:
        board = scope.board
        return board.side_of(unit), board.power_of(unit), board.at(unit), board.coast.get(unit)

    def known(self, scope: OrderContext, unit: str) -> bool:
        return unit in scope.board.parts.counters

    def everything(self, scope: OrderContext) -> list[str]:
        return [unit for power in scope.board.parts.powers for unit in scope.board.units_of(power)]

    def bar(self, scope: OrderContext, unit: str) -> str:
        owner = scope.board.power_of(unit)
        return "" if owner == scope.power else "is a unit of {power}".format(power=spell("power", owner))

    def _taken(self, scope: OrderContext, item: Described, pool: list[str]) -> list[str]:
        wanted = item.get("count", 1)
        for likely in self.likely(scope, item):
            narrowed = [unit for unit in pool if self.fits(scope, unit, item) and likely(unit)]
            if wanted != "all" and len(narrowed) >= wanted:
                pool = narrowed
        return super()._taken(scope, item, pool)

    def likely(self, scope: OrderContext, item: Described) -> Iterator[Callable[..., Any]]:
        """What speaks for a unit where several may be meant, one after the other."""
        yield lambda unit: scope.board.power_of(unit) == scope.power
        yield lambda unit: scope.board.side_of(unit) == item["type"]


class Force(One, Forces):
    """One unit."""


class Losses(Forces):
    """Units that take losses; one may take two, if it is named twice (10.8): ``tank, tank`` or ``2 tank`` of one."""

    def resolve(self, scope: OrderContext, raw: Any) -> Any:
        """The items of one description are one item, so that its units are told apart from one that is named twice."""
        summed: list[Any] = []
        for item in raw:
            alike = [one for one in summed if _without_count(one) == _without_count(item) and isinstance(item, dict)]
            if alike and "all" not in (alike[0].get("count"), item.get("count")):
                alike[0]["count"] = alike[0].get("count", 1) + item.get("count", 1)
            else:
                summed.append(dict(item) if isinstance(item, dict) else item)
        return super().resolve(scope, summed)

    def _taken(self, scope: OrderContext, item: Described, pool: list[str]) -> list[str]:
        """Where there are too few for a loss each, upgraded ones take a second one."""
        fitting = [unit for unit in pool if self.fits(scope, unit, item)]
        wanted = item.get("count", 1)
        if wanted != "all" and len(fitting) < wanted:
            pool = [*pool, *(unit for unit in fitting if unit in scope.board.upgraded)]
        return super()._taken(scope, item, pool)

    def bar(self, scope: OrderContext, unit: str) -> str:
        """Why a unit of the combat takes none of the losses (10.8)."""
        about = scope.about
        if unit in (one for one, _, _ in in_combat(scope.board, about["side"], about["combat"])):
            return "takes none: a unit that can flip goes first, and half of them are the primary power's"
        return super().bar(scope, unit)

    def problems(self, scope: OrderContext, value: list[str]) -> Iterator[Problem]:
        for unit in value:
            if not self.known(scope, unit):
                yield Problem(self.codes["unknown"], rule=scope.kind.rule, unit=unit)


def _without_count(item: Any) -> Any:
    return {name: value for name, value in item.items() if name != "count"} if isinstance(item, dict) else item


class Spot(Area):
    """Where a unit goes: an area, ``lombardy adriatic`` where it has two coasts, and the cup if `cup`."""

    def __init__(self, cup: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.cup = cup

    def scan(self, reader: Reader, at: int) -> list[tuple[str, int]]:
        found = list(super().scan(reader, at))
        found += [(f"{id}/{reader.word(end)}", end + 1) for id, end in found if reader.word(end) in COASTS]
        area, slash, coast = reader.tokens[at].text.partition("/") if at < len(reader.tokens) else ("", "", "")
        if slash and (id := reader.names.known(area, "area")) and coast.casefold() in COASTS:
            found.append((f"{id}/{coast.casefold()}", at + 1))
        return [*found, (CUP, at + 1)] if self.cup and reader.word(at) == CUP else found

    def write(self, value: str) -> str:
        return value.replace("/", " ")


class Coast(Word):
    """A coast of an area that has two (2.2.1)."""

    def __init__(self, **options: Any) -> None:
        super().__init__(COASTS, checked_by_rules=True, **options)

    def shown(self, name: str) -> str:
        return "COAST"


class Movers(Forces):
    """Units of a way: those are meant that can go where it leads.  `options`: scope → {unit: spots}."""

    def __init__(self, options: Callable[..., Any], **more: Any) -> None:
        super().__init__(**more)
        self.options = options

    def likely(self, scope: OrderContext, item: Described) -> Iterator[Callable[..., Any]]:
        to, known = scope.raw.get("to"), self.options(scope)
        yield lambda unit: any(to in (spot, spot.partition("/")[0]) for spot in known.get(unit, ()))
        yield from super().likely(scope, item)


def spots_of(options: Callable[..., Any]) -> Callable[..., Any]:
    """The domain of a way's end: where any of its units may go, by ``{unit: spots}``."""

    def legal(scope):
        known, units = options(scope), scope["units"] or ()
        return list(dict.fromkeys(spot for unit in units for spot in known.get(unit, ())))

    return legal


class Ways(Repeated):
    """``army -> silesia; air -> ruhr`` in the answer ``{unit: spot}``; which units and spots, `options` says.

    options   scope → {unit: spots}
    some      (scope, options, draw) → a random value, or NOTHING
    """

    def __init__(self, options: Callable[..., Any], some: Callable[..., Any], **more: Any) -> None:
        units = Movers(options, of=lambda scope: self._left(scope), checked_by_rules=True)
        to = Spot(cup=True, of=spots_of(options), checked_by_rules=True, needs=("units",))
        shape = {"type": "object", "additionalProperties": {"type": "string"}}
        fields = {"units": units, "to": to}
        super().__init__("UNITS -> TO", fields, join=self._joined, split=_parts, shape=shape, **more)
        self.options, self.some = options, some

    def _left(self, scope: OrderContext) -> list[str]:
        gone = [unit for part in scope["parts"] or () for unit in part["units"]]
        return [unit for unit in self.options(scope) if unit not in gone]

    def _joined(self, scope: OrderContext, parts: list[Json]) -> dict[str, str]:
        """A place with one coast that can be reached is that coast (2.2.1)."""
        known = self.options(scope)
        return {unit: with_only_coast(part["to"], known.get(unit, ())) for part in parts for unit in part["units"]}

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        return self.some(scope, self.options(scope), draw) or NOTHING


def _parts(ways: dict[str, str]) -> list[Json]:
    return [{"units": [unit], "to": to} for unit, to in ways.items()]


class Counted(Names):
    """Counters by name and number, in the answer each as often as it is meant: ``2 army, upgrade tank``."""

    def __init__(self, *categories: str, some: Callable[..., Any] | None = None, **options: Any) -> None:
        super().__init__(*categories, twice=True, checked_by_rules=True, **options)
        self.some = some

    def scan(self, reader: Reader, at: int) -> list[tuple[list[str], int]]:
        return [(sum(items, []), end) for items, end in list_at(reader, at, self._item)]

    def _item(self, reader: Reader, at: int) -> list[tuple[list[str], int]]:
        """``army``, ``2 army``, ``army*2``, and names that begin like a count (a-bomb)."""
        count, start = count_at(reader, at)
        named = [(name, end) for name, end in names_at(reader, at, self.categories, plural=True)]
        found = [(1, name, end) for name, end in named if not in_plural(reader, at, (name, end), self.categories)]
        if count is not None and count != "all" and count <= MOST:
            found += [(count, name, end) for name, end in names_at(reader, start, self.categories, plural=True)]
        found += [(times, name, end + 2) for name, end in named if (times := _times(reader, end))]
        if not found:
            reader.fault(at, how_many(named[0][0])) if named else reader.expect(start, self)
        return [([name] * count, end) for count, name, end in found]

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        return self.some(scope, draw) if self.some else super().pick(scope, draw)

    def shown(self, name: str) -> str:
        return "COUNTER, …"


def _times(reader: Reader, at: int) -> int | None:
    """The number behind a ``*`` at a place; None without."""
    number = reader.tokens[at + 1].number if reader.word(at) == "*" and at + 1 < len(reader.tokens) else None
    return number if number and number <= MOST else None
