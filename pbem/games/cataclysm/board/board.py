"""The state of a game, and how rules read it: control, ownership, who is friendly, who is at war, the order of play.

Every counter has exactly one *place*: an area id; ``available`` (a unit in the force pool, not built; a marker in
the available markers box); ``box`` (production holding box); ``cup``; ``reserve``; ``track:TURN``; ``aid:AREA:left``,
``aid:AREA:right`` (in China gmd, chicom) or ``influence:AREA`` (offensives spent as aid); ``display`` (political
display); ``play`` (a global marker in force); ``away`` (off-map units that only count against the force
pool); ``storage`` (not in the force pool); ``removed`` (out of the game).

Rules read; only the reducers in facts_*.py write, through `emit`.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.core.data.boards import WithOptions, present
from pbem.core.data.collecting import grouped, summed
from pbem.core.data.json_types import Json
from pbem.core.data.state_fields import State
from pbem.core.data.tables import beside
from pbem.core.rules.engine import Table
from pbem.core.rules.numbers import numbers
from pbem.core.rules.rulebook import rule
from pbem.core.title.rulings import agreed

from .parts import CLASS_OF, COMMITMENTS, FACTIONS, PACKAGE, UPGRADED, Area, Counter, Parts, parts_of
from .rulings import OPTIONS
from .vocabulary import WORDS

STATE = State.declared(WORDS, beside(__file__, "state"))


class Board(WithOptions):
    """The table as it stands (STATE).  JSON values only, so that facts rebuild it exactly.

    shaken: effectiveness reduced this turn (5.3); surrendered: null, or the list of ideologies that hold the Surrender
    marker; failed {action: cubes} (5.4); a truce is a pair of the war that has made an armistice.
    """

    __slots__ = STATE.slots
    parts: Parts
    pack: Json | None
    version: int
    cache: dict[str | tuple[Any, ...], Any]
    cache_of: int
    seated: tuple[dict[str, str], dict[str, Any]]
    due: dict[tuple[str, ...], None]
    steady: bool
    scenario: str
    turn: str | None
    phase: str | None
    stage: str | None
    drawn: int
    crises: int
    sudden_death: bool
    last: str | None
    drawer: str | None
    war_status: str
    global_end: str | None
    offensive_if_any: Json | None
    operation_if_any: Json | None
    collapsing: str | None
    over: Json | None
    place: dict[str, str]
    upgraded: dict[str, bool]
    coast: dict[str, str]
    cubes: dict[str, dict[str, int]]
    bases: dict[str, str]
    civil_wars: list[str]
    influence: list[str]
    limited: list[str]
    damage: dict[str, int]
    powers: dict[str, Json]
    wars: list[Json]
    alliances: dict[str, list[str]]
    no_surprise: list[str]
    support: dict[str, dict[str, str]]
    queue: list[Json]
    special: Json
    ready: list[str]

    def __init__(
        self,
        scenario: str = "c2",
        edition: str = "2022",
        options: dict[str, str] | None = None,
        pack: Json | None = None,
    ) -> None:
        self.scenario, self.edition, self.pack = scenario, edition, pack
        self.options = agreed(OPTIONS, edition, options)
        self.parts = parts_of(scenario, pack)
        self.version, self.cache, self.cache_of, self.steady, self.due = 0, {}, 0, True, {}
        self.seated = {}, {}
        STATE.begin(self)

    # -- JSON ----------------------------------------------------------------------------------------------

    def to_json(self) -> Json:
        """The state without what is printed; `board_from` reads it back."""
        return STATE.shown(self)

    @classmethod
    def from_json(cls, data: Json, pack: Json | None = None) -> "Board":
        """The board that `to_json` showed, with the component pack of the charter."""
        board = cls(data["scenario"], data["edition"], data["options"], pack)
        STATE.restore(board, data)
        board.steady = not (board.operation_if_any or board.offensive_if_any or board.collapsing)
        return board

    def replace(self, shown: Json) -> None:
        """Become the board that `to_json` showed (a correction); what was remembered of it is forgotten."""
        STATE.restore(self, shown)
        self.version += 1

    def known(self, key: str | tuple[Any, ...], compute: Callable[..., Any]) -> Any:
        """`compute()`, remembered until the board changes (key: a tuple)."""
        if self.cache_of != self.version:
            self.cache, self.cache_of = {}, self.version
        try:
            return self.cache[key]
        except KeyError:
            value = self.cache[key] = compute()
            return value

    @property
    def operation(self) -> Json:
        """The operation in progress, for rules that run inside one."""
        return present(self.operation_if_any, "operation in progress")

    @property
    def offensive(self) -> Json:
        """The military actions in progress, for rules that run inside them."""
        return present(self.offensive_if_any, "military action in progress")

    @property
    def is_2022(self) -> bool:
        return self.edition == "2022"

    @property
    def numbers(self) -> Mapping[str, str]:
        """``{number of a rule: what the edition calls it}``, where that differs; rules bear the numbers of 2018."""
        return numbers(PACKAGE, self.edition)

    # -- areas ---------------------------------------------------------------------------------------------

    def area(self, id: str) -> Area:
        return self.parts.areas[id]

    def has_area(self, id: str) -> bool:
        return id in self.parts.areas

    @rule("2.2", "Adjacent areas")
    def near(self, area: str, mode: str = "any") -> tuple[str, ...]:
        """2.2 The areas that share a border with an area or are joined to it: any, land, naval or air."""
        return self.parts.near[mode][area]

    @rule("2.2", "Kinds of areas")
    def kind_of(self, area: str) -> str:
        """2.2 What is printed: land, sea or mixed."""
        return self.area(area).kind

    @rule("2.2.8", "Remote areas")
    def is_remote(self, area: str) -> bool:
        """2.2.8 Areas that nobody but their controller enters."""
        return self.area(area).remote

    @rule("2.2.4", "Who controls an area")
    def controller(self, area: str) -> str | None:
        """2.2.4 The power that controls a land or mixed area, or None."""
        cubes = self.cubes.get(area)
        if cubes:
            owners = [power for power in cubes if power != "neutral" and self.is_active(power)]
            return owners[0] if owners else None
        printed = self.parts.areas[area]
        if printed.status in ("home", "colony") and self.is_active(printed.owner):
            return printed.owner
        return None

    def controlled(self, power: str) -> list[str]:
        """Areas that the power controls, in the order of the map file."""
        found: dict[str | None, list[str]] = self.known(
            "controlled", lambda: grouped((self.controller(id), id) for id in self.parts.areas)
        )
        return found.get(power, [])

    @rule("2.2.5", "Countries", also=("2.2.3",))
    def is_country(self, area: str) -> bool:
        """2.2.5, 2.2.3: no home or colony area of its controller; a colony in other hands is a country, and so are the
        home areas of a surrendered power: in 2018 those that got a neutral cube (5.5.4), since 2022 all (5.7; ruling
        R-2.2.5-fallen).

        Ruling R-2.4.5-countries.
        """
        printed = self.parts.areas[area]
        if printed.is_sea:
            return False
        if printed.status in ("country", "china"):
            return True
        if self.neutral_cubes(area):
            return True
        if printed.status == "colony":
            return self.controller(area) != printed.owner
        if self.is_active(printed.owner):
            return False
        return self.is_2022 or area in self.special.get("countries", ())

    def neutral_cubes(self, area: str) -> int:
        return self.cubes.get(area, {}).get("neutral", 0)

    def is_home(self, area: str, power: str | None = None) -> bool:
        printed = self.parts.areas[area]
        return printed.status == "home" and (power is None or printed.owner == power)

    def is_garrisoned(self, area: str) -> bool:
        """2.2.5: holds a land unit of a power (a minor army does not count)."""
        return any(self.power_of(unit) and self.type_of(unit) in ("army", "fortress") for unit in self.units_in(area))

    def has_resource(self, area: str) -> bool:
        return bool(self.parts.areas[area].resources) or area in self.limited or area in self.special_resources()

    def special_resources(self) -> list[str]:
        """Areas with a Volga or Urals special resource (12.3.1)."""
        return [area for area in ("volga", "urals") if self.place.get(f"su-{area}-special") == area]

    @rule("2.3.2", "Owner of a base")
    def base_owner(self, area: str) -> str | None:
        """2.3.2 The owner of the base in the area: a power, "unowned", or None where there is no base."""
        return self.bases.get(area)

    def base_type(self, area: str) -> str | None:
        """naval or air, or None where no base is left."""
        return self.parts.areas[area].base["type"] if area in self.bases else None

    # -- counters ------------------------------------------------------------------------------------------

    def counter(self, id: str) -> Counter:
        return self.parts.counters[id]

    def power_of(self, id: str) -> str | None:
        return self.parts.counters[id].power

    def type_of(self, id: str) -> str:
        """army fortress fleet submarine air logistics minor, whichever side is up."""
        return self.parts.counters[id].type

    def side_of(self, id: str) -> str:
        """The name of the side that is up: tank, carrier, strategic, or the type."""
        type = self.parts.counters[id].type
        return UPGRADED[type] if id in self.upgraded else type

    def class_of(self, id: str) -> str:
        """land, naval, air or logistics."""
        return CLASS_OF[self.parts.counters[id].type]

    def owner_of(self, id: str) -> str:
        """The power of a counter that is no minor army and no global marker."""
        return present(self.power_of(id), f"power of {id}")

    def owners_of(self, ids: Iterable[str]) -> set[str]:
        """The powers that units are of; minor armies are left out."""
        return {power for id in ids if (power := self.power_of(id))}

    def at(self, id: str) -> str:
        """Where a counter is; one that the scenario does not have is out of the game."""
        return self.place.get(id, "removed")

    def counters_at(self, place: str, power: str | None = None) -> list[str]:
        """Ids of the counters in a place, sorted; of one power if given."""
        found = self.places().get(place)
        if not found:
            return []
        if power is None:
            return [*found]
        return [id for id in found if self.parts.counters[id].power == power]

    def places(self) -> dict[str, list[str]]:
        """{place: the counters there, sorted}"""
        return self.known("places", self._places)

    def _places(self) -> dict[str, list[str]]:
        """The table that was worked out before, with new lists for the places where something has come or gone: most
        facts move nothing, and few more than one."""
        before, table = self.seated
        if before != self.place:
            now, counters = dict(self.place), self.parts.counters
            moved = {id for id, _ in before.items() ^ now.items() if id in counters}
            places = {place for id in moved for place in (before.get(id), now.get(id)) if place is not None}
            table = {**table, **{place: [*table.get(place, ())] for place in places}}
            for id in moved:
                if before.get(id) is not None:
                    table[before[id]].remove(id)
                if now.get(id) is not None:
                    insort(table[now[id]], id)
            self.seated = now, table
        return table

    def units_in(self, area: str, power: str | None = None, kind: str | None = None) -> list[str]:
        """Units in an area, sorted; of one power; of a class (land, naval, air, logistics) or a type (army …)."""
        found, counters = self.counters_at(area, power), self.parts.counters
        if not found:
            return found
        units = [id for id in found if counters[id].is_unit]
        if kind is None:
            return units
        return [id for id in units if kind in (counters[id].type, CLASS_OF[counters[id].type])]

    def units_of(self, power: str, kind: str | None = None) -> list[str]:
        """All units of a power on the map, sorted by id."""
        found = self.known(("units",), self._units).get(power, ())
        return [id for id in found if kind is None or kind in (self.type_of(id), self.class_of(id))]

    def _units(self) -> dict[str | None, list[str]]:
        """{power: its units on the map, sorted}"""
        places, counters = self.places(), self.parts.counters
        units = sorted(id for area in self.parts.areas for id in places.get(area, ()) if counters[id].is_unit)
        return grouped((counters[id].power, id) for id in units)

    def minor_army(self, area: str) -> str | None:
        """The minor army of a country if it stands there, a Chinese one too (11.4.1), else None."""
        id = f"{area}-minor"
        return id if self.place.get(id) == area else self.chinese_army(area)

    def chinese_army(self, area: str) -> str | None:
        """11.4.1 The army of a Chinese faction in an area, or None."""
        return self.known("chinese", self._chinese).get(area)

    def _chinese(self) -> dict[str, str]:
        return {self.place[id]: id for id in self.parts.chinese if self.place[id] in self.parts.areas}

    def reserve(self, power: str) -> str | None:
        """The counter in the power's reserve, or None (3.4)."""
        found = self.counters_at("reserve", power)
        return found[0] if found else None

    def reserved(self, power: str) -> str:
        """The counter in the reserve of a power that has one there."""
        return present(self.reserve(power), f"counter in the reserve of {power}")

    def available(self, power: str, type: str | None = None) -> list[str]:
        """Counters on the status card that may be used now, sorted: units of the force pool, markers."""
        found = self.counters_at("available", power)
        return [id for id in found if type is None or self.parts.counters[id].type == type]

    @rule("4.1.2", "The force pool")
    def force_pool(self, power: str) -> list[str]:
        """4.1.2 Units and upgrade markers of the power that are not out of play, sorted (ruling
        R-4.1.2-what-counts)."""
        return [
            id
            for id, counter in self.parts.counters.items()
            if counter.power == power
            and (counter.is_unit or counter.type == "upgrade")
            and self.place[id] not in ("storage", "removed")
        ]

    def aid(self, area: str, side: str | None = None) -> dict[str, int]:
        """{power: number of aid markers} in an area, of one faction (left, right; in China gmd, chicom) or all."""
        sides = ("left", "right", *FACTIONS) if side is None else (side,)
        return self._owned([id for faction in sides for id in self.counters_at(f"aid:{area}:{faction}")])

    def influence_in(self, area: str) -> dict[str, int]:
        """{power: markers} under the Influence marker of an area."""
        return self._owned(self.counters_at(f"influence:{area}"))

    def _owned(self, ids: list[str]) -> dict[str, int]:
        """{power: how many of some counters are its own}"""
        return summed((self.parts.counters[id].power, 1) for id in ids)

    def patronized(self, power: str) -> list[str]:
        """Areas where the power has aid, or markers under Influence, sorted."""
        return self.known(("patrons",), self._patrons).get(power, [])

    def _patrons(self) -> dict[str, list[str]]:
        """{power: areas}"""
        held = ((place.split(":"), ids) for place, ids in self.places().items())
        found = grouped(
            (self.parts.counters[id].power, place[1])
            for place, ids in held
            if place[0] in ("aid", "influence")
            for id in ids
        )
        return {power: sorted(set(areas)) for power, areas in found.items()}

    # -- powers --------------------------------------------------------------------------------------------

    def ideology(self, power: str) -> str:
        return self.parts.ideology[power]

    def is_active(self, power: str | None) -> bool:
        """In play and not surrendered (1.1)."""
        return power in self.powers and self.powers[power]["surrendered"] is None

    def active(self) -> list[str]:
        return [power for power in self.parts.powers if self.is_active(power)]

    def commitment(self, power: str) -> str:
        return self.powers[power]["commitment"]

    def column(self, power: str) -> Json:
        """The commitment column that all cards share: conversion, actions, home front modifier … (4.1)."""
        return self.parts.common[self.commitment(power)]

    def at_least(self, power: str, commitment: str | None) -> bool:
        """Whether the commitment marker stands in or right of a column (exhaustion is not mobilized)."""
        return COMMITMENTS.index(self.commitment(power)) >= COMMITMENTS.index(commitment)

    def may_make_war(self, power: str) -> bool:
        """6.2: mobilization or total war."""
        return self.commitment(power) in ("mobilization", "total-war")

    def card(self, power: str) -> Json:
        return self.parts.cards[power]

    @rule("5.3", "Effectiveness", also=("2.6",))
    def effectiveness(self, power: str) -> int:
        """5.3 Where the effectiveness marker stands (dice of a check)."""
        printed = self.card(power)["commitment"][self.commitment(power)]["effectiveness"]
        return max(1, printed - 1) if self.powers[power]["shaken"] else printed

    def is_flipped_at_one(self, power: str) -> bool:
        """5.3 Whether the effectiveness is reduced where there is no less than 1: its checks bear a penalty."""
        printed = self.card(power)["commitment"][self.commitment(power)]["effectiveness"]
        return self.powers[power]["shaken"] and printed == 1

    @rule("3.1", "Order of play")
    def in_order(self, powers: Iterable[str] | dict[str, int | None], increasing: bool = False) -> list[str]:
        """3.1 Powers in decreasing (or increasing) effectiveness order; ties by ideology, then the lot of the turn, or
        the order of the book (ruling R-3.1-ties)."""
        ties = self.parts.ties["increasing" if increasing else "decreasing"]
        book = [*self.drawn_order(), *self.parts.powers]

        def key(power):
            eff = self.effectiveness(power)
            return (eff if increasing else -eff, ties.index(self.ideology(power)), book.index(power))

        return sorted(powers, key=key)

    def drawn_order(self) -> list[Any]:
        """The powers whose order was drawn by lot this turn, in that order (3.1)."""
        lots = self.special.get("lots") or {}
        return lots["order"] if lots.get("turn") == self.turn else []

    def is_opposing(self, power: str, other: str | None) -> bool:
        return power is not None and other is not None and self.ideology(power) != self.ideology(other)

    def same_ideology(self, power: str) -> list[str]:
        return [other for other in self.active() if other != power and self.ideology(other) == self.ideology(power)]

    def opposing(self, power: str) -> list[str]:
        return [other for other in self.active() if self.ideology(other) != self.ideology(power)]

    def allies(self, power: str) -> list[str]:
        """6.1.2 The other powers of its alliance."""
        members = self.alliances.get(self.ideology(power), [])
        return [other for other in members if other != power] if power in members else []

    def enemies(self, power: str) -> list[str]:
        """5.6 Powers on the other side of its wars, in the order of the book."""
        return self.known(("enemies", power), lambda: self._enemies(power))

    def _enemies(self, power: str) -> list[str]:
        found = []
        for war in self.wars:
            if power in war["sides"].get(self.ideology(power), ()):
                for ideology, powers in war["sides"].items():
                    if ideology != self.ideology(power):
                        found += [other for other in powers if sorted((power, other)) not in war["truces"]]
        return [other for other in self.parts.powers if other in found]

    def is_enemy(self, power: str, other: str | None) -> bool:
        return other in self.enemies(power) if power and other else False

    def is_belligerent(self, power: str) -> bool:
        return any(power in powers for war in self.wars for powers in war["sides"].values())

    def is_friendly(self, power: str, other: str | None) -> bool:
        """1.1 Oneself, and allies while belligerent (7.1, ruling R-7.1-stacking)."""
        if power is None or other is None:
            return False
        return power == other or (
            other in self.allies(power) and self.is_belligerent(power) and self.is_belligerent(other)
        )

    def friends(self, power: str) -> list[str]:
        """The power and the allies whose counters and areas are friendly to it now."""
        return [other for other in self.active() if self.is_friendly(power, other)]

    def is_friendly_area(self, power: str, area: str) -> bool:
        """1.1 Controlled by the power or a belligerent ally, and not under Chinese arms."""
        return self.is_friendly(power, self.controller(area)) and not self.is_under_chinese_arms(area)

    @rule("11.4.2", "Controlling Chinese countries")
    def is_under_chinese_arms(self, area: str) -> bool:
        """11.4.2 Who controls an area with a Chinese army has its points and interests there, but neither way
        nor line."""
        return self.chinese_army(area) is not None

    def is_enemy_area(self, power: str, area: str) -> bool:
        return self.is_enemy(power, self.controller(area))

    # -- points --------------------------------------------------------------------------------------------

    @rule("1.7.1", "Points")
    def points(self, power: str) -> int:
        """1.7.1 Its cubes on the map, less the foreign and neutral cubes in its home and colony areas."""
        return self.known(("points", power), lambda: self._points(power))

    def _points(self, power: str) -> int:
        total = 0
        for area, cubes in self.cubes.items():
            printed = self.parts.areas[area]
            total += cubes.get(power, 0)
            if printed.owner == power:
                total -= sum(number for other, number in cubes.items() if other != power)
        return total

    def ideology_points(self, ideology: str) -> int:
        return sum(self.points(power) for power in self.parts.powers if self.ideology(power) == ideology)

    # -- markers -------------------------------------------------------------------------------------------

    def in_play(self, marker: str) -> bool:
        """Whether a global marker (stresa-front, status-quo, jp-washington-naval-treaty …) is in force."""
        return self.at(marker) not in ("removed", "available", "storage", "display")

    def has_ability(self, power: str, ability: str) -> bool:
        return power in self.powers and ability in self.powers[power]["abilities"]


Turn = Table[Board]
"""What a rule sees of the game."""
