"""Units as people write them, in every title: by id, by printed name, ``3 tanks``, ``prc sag 3``, ``air lombardy``.

A raw item is an id, or units as a line describes them (Described).  Which counters these are is found among those that
the field's question leaves; a choice that matters is refused with the candidates.

`Counts` are of things by number, in the answer ``{thing: count}``: what is bought, what is lost, pieces that are alike.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypedDict

from ..data.json_types import Json
from ..data.problems import Problem
from ..data.text import listed
from .errors import ParseError
from .field import Domain, Field
from .fields import Name
from .name_scanner import Count, count_at, in_plural, list_at, names_at
from .names import Names, hint
from .order_context import NOTHING, OrderContext
from .reader import Reader
from .rng import Rng
from .types import Found

EVERY = "units"  # the type of "all" and "everything"


class _OfType(TypedDict):
    type: str


class Described(_OfType, total=False):
    """Units as a line describes them: so many of a type, whose, with what number, where."""

    count: Count
    owner: str
    number: str
    area: str


class Units(Field):
    """Several units.  A title makes a subclass that knows its counters (`fits`, `face`, `known`).

    of            scope → the ids that may be named now
    search_in     scope → the ids among which types are looked up; those of `of` by default.  So a unit that is there
                  and may not be named is told from one that is not there.
    extend        (scope, taken) → the ids that may still be added to those taken; `of` by default
    least         how many must be named
    all_required  scope → whether all must be named that may be added to each other
    most          scope → how many may be named, for random choices
    price         scope → {unit: what it takes up of the purse, where that is not 1}
    purse         scope → how much all of them may take up together, which `extend` and the rules know too; `most` by
                  default
    places        an area may follow the type
    rule          the number that refusals of the field name; that of the question by default
    at            the name of the field that says where they are; units that are elsewhere (`where`) are refused, so
                  that the field is never said in vain
    """

    wanted = "units"
    categories: tuple[str, ...] = ("unit",)
    names: dict[str, tuple[str, ...]] = {"unit": ("unit",), "type": ("unit-type",), "owner": ("power",)}
    numbered = False  # a number may follow the type: SAG 3
    codes = {
        "none": "no-unit-here",
        "few": "too-few-units",
        "which": "which-unit",
        "twice": "unit-twice",
        "outside": "unit-outside",
        "unknown": "no-such-unit",
    }

    def __init__(
        self,
        of: Domain | None = None,
        search_in: Callable[[OrderContext], Iterable[str]] | None = None,
        extend: Callable[[OrderContext, list[str]], Iterable[str]] | None = None,
        least: int = 1,
        most: Callable[[OrderContext], int | None] | int | None = None,
        places: bool = False,
        all_required: Callable[[OrderContext], object] | None = None,
        at: str = "",
        rule: str = "",
        price: Callable[[OrderContext], Mapping[str, int]] | None = None,
        purse: Callable[[OrderContext], int | None] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(of, **options)
        self.all_required, self.at, self.rule = all_required, at, rule
        self.price, self.purse = price, purse or (most if callable(most) else None)
        self.search_in, self.extend, self.least, self.most, self.places = search_in, extend, least, most, places

    def prices(self, scope: OrderContext) -> Mapping[str, int]:
        return self.price(scope) if self.price else {}

    def most_in_all(self, scope: OrderContext) -> int | None:
        return self.purse(scope) if self.purse else None

    # what a title knows of its units

    def fits(self, scope: OrderContext, unit: str, item: Described) -> bool:
        """Whether a unit is what an item names."""
        raise NotImplementedError

    def face(self, scope: OrderContext, unit: str) -> Hashable:
        """What tells units of a type apart; units with the same face are as good as each other."""
        return unit

    def known(self, scope: OrderContext, unit: str) -> bool:
        """Whether there is such a unit."""
        return True

    def where(self, scope: OrderContext, unit: str) -> str:
        """The area where a unit is; asked for fields with `at`."""
        raise NotImplementedError

    # reading

    def scan(self, reader: Reader, at: int) -> Found:
        return list_at(reader, at, self.item)

    def item(self, reader: Reader, at: int) -> Found:
        """``[(raw item, end)]`` of one item of the list."""
        found: list[tuple[str | Described, int]] = [*names_at(reader, at, self.names["unit"])]
        if reader.word(at) in ("all", "everything"):
            found.append(({"type": EVERY, "count": "all"}, at + 1 + (reader.word(at + 1) == EVERY)))
        ends = {end for _, end in found}
        count, start = count_at(reader, at)
        owners: list[tuple[str | None, int]] = [(None, start)]
        owners += names_at(reader, start, self.names["owner"])
        for owner, after in owners:
            for type, end in names_at(reader, after, self.names["type"], plural=True):
                item: Described = {"type": type}
                if owner is not None:
                    item["owner"] = owner
                if count is not None:
                    item["count"] = count
                is_all = in_plural(reader, after, (type, end), self.names["type"])
                for whole, last in self.tail(reader, item, end):
                    if is_all and not {"count", "number"} & whole.keys():
                        whole = {**whole, "count": "all"}
                    found += [(whole, last)] if last not in ends else []
        if not found:
            ends_begun = any(at < after == len(reader.tokens) for _, after in owners)  # 2, or 2 German: of what?
            reader.expect(len(reader.tokens) if ends_begun else at, self)
        return _different(found)

    def tail(self, reader: Reader, item: Described, at: int) -> Iterator[tuple[Described, int]]:
        """``[(item, end)]`` of an item with what may follow its type: ``* 3``, its number, its area."""
        yield item, at
        times = reader.tokens[at + 1].number if reader.word(at) == "*" and at + 1 < len(reader.tokens) else None
        if times is not None and "count" not in item:
            yield {**item, "count": times}, at + 2
        if self.numbered and at < len(reader.tokens) and reader.tokens[at].text.isdigit():
            yield {**item, "number": reader.tokens[at].text}, at + 1
        if self.places:
            behind = at + (reader.word(at) in ("in", "at", "from", "of"))
            for area, end in names_at(reader, behind, ("area",)):
                yield {**item, "area": area}, end

    def misnamed(self, names: Names, text: str) -> ParseError | None:
        return Name(*self.names["type"], *self.names["unit"]).misnamed(names, text)

    def more(self, before: Any, raw: Any) -> Any:
        return [*before, *raw]

    # against the board

    def resolve(self, scope: OrderContext, raw: Any) -> Any:
        """The ids that raw items mean; each unit once."""
        named = [item for item in raw if isinstance(item, str)]
        pool = [unit for unit in self.pool(scope) if unit not in named]
        found: list[str] = []
        for item in raw:
            taken = [item] if isinstance(item, str) else self._taken(scope, item, pool)
            if taken and not isinstance(item, str):
                self._tell_the_others(scope, item, taken, pool)
            pool = [unit for unit in pool if unit not in taken]
            found += taken
        area = scope[self.at] if self.at else None
        for unit in found if area is not None else ():
            if self.known(scope, unit) and self.where(scope, unit) != area:
                why = "" if unit in self.ids(scope) else self.bar(scope, unit)
                if why:
                    scope.refuse("unit-barred", self.rule, unit=unit, why=why)
                else:
                    scope.refuse("unit-elsewhere", unit=unit, area=area)
        return found

    def ids(self, scope: OrderContext) -> list[str]:
        """The units of the domain; a title whose domain holds more than units says which they are."""
        return list(self.legal(scope) or ())

    def pool(self, scope: OrderContext) -> list[str]:
        """The units among which types are looked up, those that may be named first."""
        legal = self.ids(scope)
        return [*legal, *(unit for unit in self.search_in(scope) if unit not in legal)] if self.search_in else legal

    def _taken(self, scope: OrderContext, item: Described, pool: list[str]) -> list[str]:
        able = self.ids(scope) if item["type"] == EVERY else ()
        fitting = [unit for unit in pool if unit in able or not able and self.fits(scope, unit, item)]
        named = item.get("count", 1)
        count = len(fitting) if named == "all" else named
        if len(fitting) < count or not fitting:
            code = self.codes["few" if fitting else "none"]
            told = " ".join(filter(None, (self.barred(scope, item), self.others(scope, item))))
            scope.refuse(code, self.rule, told, what=self.called(item), count=count, there=len(fitting))
            return []
        if self._matters(scope, fitting, count):
            told = hint("those", [self.described(scope, unit) for unit in fitting])
            scope.refuse(self.codes["which"], self.rule, told, what=self.words(item))
            return []
        return fitting[:count]

    def _tell_the_others(self, scope: OrderContext, item: Described, taken: list[str], pool: list[str]) -> None:
        """Note which units were picked among those that an item may mean."""
        legal = self.legal(scope) if self.search_in else None
        others = [
            unit for unit in pool if unit not in taken and (not legal or unit in legal) and self.fits(scope, unit, item)
        ]
        if others:
            scope.note("picked", what=self.words(item), units=listed(taken), others=listed(others[:6], "or"))

    def _matters(self, scope: OrderContext, fitting: list[str], count: int) -> bool:
        """Whether it makes a difference which of the fitting units are meant, among those that may be named."""
        legal = self.legal(scope) if self.search_in else None
        open_ = [unit for unit in fitting if unit in legal] if legal else fitting
        open_ = open_ if len(open_) >= count else fitting
        return len(open_) > count and len({self.face(scope, unit) for unit in open_}) > 1

    def everything(self, scope: OrderContext) -> Iterable[str]:
        """All units of the board, those too that may not be named."""
        return ()

    def described(self, scope: OrderContext, unit: str) -> str:
        """A unit with what tells it from others of its type."""
        return unit

    def bar(self, scope: OrderContext, unit: str) -> str:
        """Why a unit may not be named, if the title can say: "is a unit of Italy"."""
        return ""

    def describes(self, scope: OrderContext, unit: str, item: Described) -> bool:
        """Whether an item would name a unit, whoever may be named."""
        return self.fits(scope, unit, item)

    def barred(self, scope: OrderContext, item: Described) -> str:
        """A hint on units that an item would name, and that may not be named; looked for after a refusal only."""
        legal = self.ids(scope)
        found = [unit for unit in self.everything(scope) if unit not in legal and self.describes(scope, unit, item)]
        told = [f"{unit} {why}" for unit in found[:3] if (why := self.bar(scope, unit))]
        return f"{'; '.join(told)}." if told else ""

    def others(self, scope: OrderContext, item: Described) -> str:
        """A hint where an item is not there; looked for after a refusal only."""
        legal, area = self.ids(scope), item.get("area")
        there = [unit for unit in legal if area is not None and self.where(scope, unit) == area]
        if there:
            return f"There: {listed(there[:12])}."
        if area is None:
            return f"Here: {listed(legal[:12])}." if legal else ""
        places = [f"{unit} in {self.where(scope, unit)}" for unit in legal[:6]]
        return f"Elsewhere: {listed(places)}." if legal else ""

    def problems(self, scope: OrderContext, value: Any) -> Iterable[Problem]:
        rule = self.rule or scope.ask.rule or scope.kind.rule
        for unit in dict.fromkeys(value):
            if not self.known(scope, unit):
                yield Problem(self.codes["unknown"], rule=scope.kind.rule, unit=unit)
            elif value.count(unit) > 1:
                yield Problem(self.codes["twice"], rule=rule, unit=unit)
        legal = None if self.checked_by_rules else self.legal(scope)
        if legal is not None:
            for unit in value:
                if unit not in legal:
                    yield Problem(self.codes["outside"], rule=rule, unit=unit, hint=hint("choose", legal[:12]))

    # choosing and writing

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        """Some of the units, grown one by one."""
        legal = self.legal(scope)
        most = self.most(scope) if callable(self.most) else self.most
        if not legal or (most is not None and most < max(self.least, 1)):
            return [] if not self.least else NOTHING
        is_whole = self.all_required is not None and self.all_required(scope)
        wish = len(legal) if is_whole else len(draw.some(legal, most))
        taken: list[str] = []
        while legal and len(taken) < max(wish, self.least):
            taken.append(draw.choice(legal))
            legal = [one for one in (self.extend(scope, taken) if self.extend else legal) if one not in taken]
        return taken if len(taken) >= self.least else NOTHING

    def write(self, value: Any) -> str:
        return ", ".join(one if isinstance(one, str) else self.words(one) for one in value)

    def words(self, item: Described) -> str:
        """A raw item as people write it."""
        count = item.get("count")
        parts = [count if count != 1 else None, item.get("owner"), item["type"], item.get("number"), item.get("area")]
        return " ".join(str(part) for part in parts if part is not None)

    def called(self, item: Described) -> str:
        """The same without the number of them, in a sentence: ``italy army in rome``."""
        one: Described = {**item, "count": 1}
        if "area" in item:
            one["area"] = f"in {item['area']}"
        return self.words(one)

    def shown(self, name: str) -> str:
        return "UNITS AREA" if self.places else "UNITS"

    def schema(self) -> Json:
        shape: Json = {"type": "array", "items": {"type": "string"}}
        return {**shape, "minItems": self.least} if self.least else shape


class One(Units):
    """One unit: stands before the class of several, ``class Counter(One, Counters)``."""

    wanted = "a unit"

    def scan(self, reader: Reader, at: int) -> Found:
        return self.item(reader, at)

    def more(self, before: Any, raw: Any) -> Any:
        return None

    def resolve(self, scope: OrderContext, raw: Any) -> Any:
        found = super().resolve(scope, [raw])
        if found[1:]:
            scope.refuse(self.codes["which"], self.rule, hint("one", found), what=self.words(raw))
        return next(iter(found), None)

    def problems(self, scope: OrderContext, value: Any) -> Iterable[Problem]:
        return super().problems(scope, [value])

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        return Field.pick(self, scope, draw)

    def write(self, value: Any) -> str:
        return super().write([value])

    def shown(self, name: str) -> str:
        return "UNIT AREA" if self.places else "UNIT"

    def schema(self) -> Json:
        return {"type": "string"}


def _different(found: Found) -> Found:
    kept: list[tuple[Any, int]] = []
    for row in found:
        if row not in kept:
            kept.append(row)
    return kept


class Counts(Units):
    """Things and how many of each.  A title makes a subclass that reads them (`item`, `words`) and resolves them.

    of      scope → {thing: the most of it}; None if only the rules know
    price   scope → {thing: what one of it takes up}; 1 of each by default
    purse   scope → how much all of them may take up together; None if nothing bounds it
    wanted_number  (scope, draw) → how many random play takes, at most
    """

    def __init__(
        self,
        of: Callable[[OrderContext], Mapping[str, int]] | None = None,
        price: Callable[[OrderContext], Mapping[str, int]] | None = None,
        purse: Callable[[OrderContext], int | None] | None = None,
        wanted_number: Callable[[OrderContext, Rng], int] | None = None,
        **options: Any,
    ) -> None:
        options.setdefault("checked_by_rules", True)
        super().__init__(of, price=price, purse=purse, **options)
        self.mosts = of
        self.wanted_number: Callable[[OrderContext, Rng], int] = wanted_number or (
            lambda scope, draw: 1 + draw.below(4)
        )

    def room(self, scope: OrderContext) -> Mapping[str, int] | None:
        """How many of each thing there may be; None if it is not known beforehand."""
        return self.mosts(scope) if self.mosts else None

    def legal(self, scope: OrderContext) -> Sequence[str] | None:
        room = self.room(scope)
        return None if room is None else [thing for thing, most in room.items() if most > 0]

    def problems(self, scope: OrderContext, value: Any) -> Iterable[Problem]:
        return ()

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        """Some of the things, one after the other, as far as there is room."""
        room, prices, left = self.room(scope) or {}, self.prices(scope), self.most_in_all(scope)
        counts: dict[str, int] = {}
        for _ in range(self.wanted_number(scope, draw)):
            able = [
                thing
                for thing, most in room.items()
                if counts.get(thing, 0) < most and (left is None or prices.get(thing, 1) <= left)
            ]
            if not able:
                break
            thing = draw.choice(able)
            counts[thing] = counts.get(thing, 0) + 1
            left = None if left is None else left - prices.get(thing, 1)
        return counts or NOTHING

    def schema(self) -> Json:
        return {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}
