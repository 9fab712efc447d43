"""What lies on the table and never changes in a game: areas, adjacency, cards, counters (chapter 2).

Read once per scenario from the component files, as plain values.  Areas that a scenario puts out of play do not exist
here: no unit, path, interest or event can use them (scenario schema, areasOutOfPlay).
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from pbem.core.data.components import load
from pbem.core.data.json_types import Json
from pbem.core.data.tables import beside
from pbem.core.rules.rulebook import rule

PACKAGE = "pbem.games.cataclysm"

CODES = {"germany": "ge", "italy": "it", "japan": "jp", "ussr": "su", "france": "fr", "uk": "uk", "usa": "us"}
POWER_OF_CODE = {code: power for power, code in CODES.items()}

CLASS_OF = {
    "army": "land",
    "fortress": "land",
    "minor": "land",
    "fleet": "naval",
    "submarine": "naval",
    "air": "air",
    "logistics": "logistics",
}
UPGRADED = {"army": "tank", "fleet": "carrier", "air": "strategic"}
NORMAL = {upgraded: normal for normal, upgraded in UPGRADED.items()}

FACTIONS = ("gmd", "chicom")
COMMITMENTS = ("civilian", "rearmament", "mobilization", "total-war", "exhaustion")
STABILITIES = ("collapse", "unstable", "wavering", "steady")


class Area:
    """One area as printed.  `owner` is the power in whose colour it is printed, `status` home, colony, country or china
    (None for a sea area); `resources` the printed symbols, `limited` the kind of its limited resource marker."""

    def __init__(self, id: str, record: Json) -> None:
        self.id = id
        self.name = record["name"]
        self.map = record["map"]
        self.kind = record["kind"]
        self.is_sea, self.is_mixed = self.kind == "sea", self.kind == "mixed"
        owner = record.get("owner") or {}
        self.owner = owner.get("power")
        self.status = owner.get("type")
        self.capital = bool(record.get("capital"))
        self.resources = list(record.get("resources") or ())
        self.limited = record.get("limitedResource")
        self.resistance = record.get("resistance") or 0
        self.adverse = bool(record.get("adverse"))
        self.restricted = bool(record.get("restricted"))
        self.delay = bool(record.get("delayBox"))
        self.remote = bool(record.get("remote"))
        self.base = (record.get("bases") or [None])[0]
        self.coasts = list(record.get("coasts") or ())
        self.has_minor = bool(record.get("minorArmy"))
        self.wnt = record.get("wntSide")
        self.aliases = list(record.get("alias") or ())

    def __repr__(self) -> str:
        return f"<Area {self.id}>"


class Counter:
    """One counter.  `type`: army fortress fleet submarine air logistics minor; flag offensive upgrade base;
    home-front crisis civil-war-resolution; marker.  `power` is None for a neutral one."""

    __slots__ = ("id", "power", "type", "kind", "is_unit")

    def __init__(self, id: str, power: str | None, type: str, kind: str = "") -> None:
        self.id = id
        self.power = power
        self.type = type
        self.kind = kind
        self.is_unit = type in CLASS_OF

    def __repr__(self) -> str:
        return f"<Counter {self.id}>"


def _homes(areas: dict[str, Area]) -> dict[str, list[str]]:
    """{power: its home areas}, those out of play too."""
    found = {}
    for area in areas.values():
        if area.status == "home":
            found.setdefault(area.owner, []).append(area.id)
    return found


class Parts:
    """Everything printed, for one scenario.

    homes        {power: its home areas}, those out of play too
    chinese      ids of the armies of Chinese factions
    areas        {id: Area} in play, in the order of the map file
    cards        {power: status card}; `common` the commitment columns that all cards share
    counters     {id: Counter}, all that exist
    alike        {(power, type): the ids of these counters}
    read         function(name) -> the component file, plain
    scenario     the scenario record;  powers  ids in play, in the order of the book
    """

    def __init__(self, scenario: str, read: Callable[..., Any]) -> None:
        world = read("map")
        rules = read("powers")
        self.scenario = scenario_record(scenario, read)
        self.crisis = read("crisis")
        self.turns = read("turn-track")["turns"]
        self.all_areas = {id: Area(id, record) for id, record in world["areas"].items()}
        self.homes = _homes(self.all_areas)
        maps, out = self.scenario["maps"], self.scenario["areasOutOfPlay"]
        self.areas = {id: area for id, area in self.all_areas.items() if area.map in maps and id not in out}
        self._printed = world["edges"]
        self.around = {}
        self.cards = rules["powers"]
        self.common = rules["commitment"]
        self.costs = rules["buildCosts"]
        self.ties = rules["orderOfPlayTies"]
        self.neutral_cubes = rules["neutral"]["cubes"]
        self.fallen = {lost["power"]: lost for lost in self.scenario["surrendered"]}
        self.powers = [power for power in self.cards if power in self.scenario["powersInPlay"] or power in self.fallen]
        self.ideology = {
            power: ideology for ideology, powers in self.scenario["ideologies"].items() for power in powers
        }
        self.ideology.update((power, lost["ideology"]) for power, lost in self.fallen.items())
        self.off_map = self._powers_off_map()
        self.ideology.update(self.off_map)
        self.ideologies = [name for name in ("fascist", "communist", "democratic") if self.scenario["ideologies"][name]]
        self.counters, self.alike = {}, {}
        for power in self.powers:
            self._power_counters(power)
        self._neutral_counters(rules["neutral"]["markers"])
        self.chinese = tuple(id for id, counter in self.counters.items() if counter.kind in FACTIONS)
        self.home = {power: self._owned(power, "home") for power in self.powers}
        self.colonies = {power: self._owned(power, "colony") for power in self.powers}
        self.capital = {
            power: next((area for area in self.home[power] if self.areas[area].capital), None) for power in self.powers
        }

    def _powers_off_map(self) -> dict[str, str]:
        """{power: ideology} of powers that are at war from beyond the table: no counters, no answers, no peace."""
        return {
            power: ideology
            for war in self.scenario["wars"]
            for ideology, powers in war.items()
            if ideology != "offMapPowers"
            for power in powers
            if power in war.get("offMapPowers", ())
        }

    def special(self, op: str) -> list[dict[str, str]]:
        """The special rules of the scenario that a function carries out, by their op."""
        return [each for each in self.scenario["specialRules"] if each.get("op") == op]

    def stands_for(self, area: str) -> str:
        """The area that the scenario plays in the place of another one (area-alias), else the area itself."""
        return next((each["as"] for each in self.special("area-alias") if each["area"] == area), area)

    @cached_property
    def edges(self) -> dict[tuple[str, str], Json]:
        """{(a, b): {"type", "modes", "coast", "defenderBonus"}} of areas in play, both ways round."""
        pairs = [(*key.split("--"), edge) for key, edge in self._printed.items()]
        both = [(a, b, edge) for a, b, edge in pairs if a in self.areas and b in self.areas]
        return {way: edge for a, b, edge in both for way in ((a, b), (b, a))}

    @cached_property
    def near(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """{mode: {area: (neighbours…)}}; modes any (blue arrows left out), land, naval, air."""
        near = {mode: {area: [] for area in self.areas} for mode in ("any", "land", "naval", "air")}
        for (one, other), edge in self.edges.items():
            for mode in [*edge["modes"], *["any"] * (edge["type"] != "crossing-blue")]:
                near[mode][one].append(other)
        return {mode: {area: tuple(sorted(found)) for area, found in table.items()} for mode, table in near.items()}

    @cached_property
    def coastal(self) -> set[str]:
        """The areas on a coast."""
        return {id for id, area in self.areas.items() if self._is_coastal(area)}

    def _add(self, id: str, power: str | None, type: str, kind: str = "") -> None:
        self.counters[id] = Counter(id, power, type, kind)
        self.alike.setdefault((power, type), []).append(id)

    def _power_counters(self, power: str) -> None:
        card, code = self.cards[power], CODES[power]
        for type, count in card["units"].items():
            for number in range(1, count + 1):
                self._add(f"{code}-{type}-{number}", power, type)
        for kind, count in card["upgradeMarkers"].items():
            for number in range(1, count + 1):
                self._add(f"{code}-upgrade-{kind}-{number}", power, "upgrade", kind)
        special = card["specialMarkers"]
        plain_flags = card["flags"] - sum(1 for marker in special.values() if marker.get("countsAmongFlags"))
        for number in range(1, plain_flags + 1):
            self._add(f"{code}-flag-{number}", power, "flag")
        for number in range(1, card["offensives"] + 1):
            self._add(f"{code}-offensive-{number}", power, "offensive")
        for id, marker in special.items():
            if marker.get("countsAmongFlags"):
                self._add(f"{code}-{id}", power, "flag", id)
            elif id == "home-front":
                self._add(f"{code}-home-front", power, "home-front")
            elif not marker.get("backOf") and not marker.get("countsAmongBases"):
                self._add(f"{code}-{id}", power, "marker", id)

    def _neutral_counters(self, markers: dict[str, Json]) -> None:
        for number in range(1, markers["crisis"]["count"] + 1):
            self._add(f"crisis-{number}", None, "crisis")
        self._add("civil-war-resolution", None, "civil-war-resolution")
        for id in ("stresa-front", "status-quo"):
            self._add(id, None, "marker", id)
        for area in self.areas.values():
            if area.has_minor:
                self._add(f"{area.id}-minor", None, "minor")
        if any(area.status == "china" for area in self.areas.values()):
            for number in range(1, markers["chinese-army-gmd-chicom"]["count"] + 1):
                for faction in FACTIONS:
                    self._add(f"{faction}-army-{number}", None, "minor", faction)
        for name in self._scenario_counters():
            self._add(name, None, "scenario", name.rstrip("-0123456789"))

    def _scenario_counters(self) -> list[str]:
        """Ids of the counters that only this scenario has; several of a name are numbered."""
        found = []
        for waiting in self.scenario["turnTrack"].values():
            names = waiting.get("scenario", ())
            for name in dict.fromkeys(names):
                count = names.count(name)
                found += [f"{name}-{number}" for number in range(1, count + 1)] if count > 1 else [name]
        return found

    def _owned(self, power: str, status: str) -> list[str]:
        return [area.id for area in self.areas.values() if area.owner == power and area.status == status]

    def _is_coastal(self, area: Area) -> bool:
        if area.is_sea:
            return False
        return area.is_mixed or any(self.areas[other].is_sea for other in self.near["naval"][area.id])

    @rule("2.2.1", "Coastal areas")
    def is_coastal(self, area: str) -> bool:
        """2.2.1 A mixed area, or a land area adjacent to a sea area."""
        return area in self.coastal

    def is_near(self, area: str, other: str, mode: str, steps: int) -> bool:
        """Whether the map has a way of at most so many naval or air steps, whoever may take it."""
        return other in self._around(area, mode, steps)

    def _around(self, area: str, mode: str, steps: int) -> dict[str, bool]:
        """{area: True} within so many steps; kept, because the map never changes."""
        key = area, mode, steps
        if key not in self.around:
            reached = {area: True}
            for _ in range(steps):
                reached.update((other, True) for each in list(reached) for other in self.near[mode][each])
            self.around[key] = reached
        return self.around[key]

    def coast_of(self, area: str, sea: str) -> str | None:
        """2.2.1 The coast of a two-coast area (Finland, Lombardy, Spain) that touches `sea`, an area next to it; else
        None."""
        return (self.edges[area, sea].get("coast") or {}).get(area)

    def naval_near(self, area: str, coast: str | None = None) -> tuple[str, ...]:
        """2.2.1 Areas one naval step away; in a two-coast area only those of `coast`."""
        near = self.near["naval"][area]
        if not coast:
            return near
        return tuple(other for other in near if self.coast_of(area, other) in (None, coast))

    def is_strait(self, a: str, b: str) -> bool:
        """2.3.4: whether adjacent areas are joined by a black crossing arrow."""
        return self.edges[a, b]["type"] == "crossing-black"


def scenario_record(id: str, read: Callable[..., Any]) -> Json:
    """The scenario `id` (c1 … c7), or the bare table ``empty``: both maps, all powers at peace, nothing set up."""
    if id != "empty":
        return read(f"scenarios/{id}")
    empty = beside(__file__, "empty")
    cards = read("scenarios/c1")["powers"]
    powers = {power: {**empty["power"], **_all_at_hand(card)} for power, card in cards.items()}
    return {**read("scenarios/c1"), **empty["record"], "powers": powers}


def _all_at_hand(card: Json) -> Json:
    """What a power of an empty table keeps of its own: its abilities, and all its flags as available."""
    flags = {
        "reserve": 0,
        "cup": 0,
        "available": sum(card["flags"][place] for place in ("available", "reserve", "cup")),
    }
    return {"flags": flags, "abilities": card["abilities"]}


_KNOWN = {}


def parts_of(scenario: str, pack: Json | None = None) -> Parts:
    """The Parts of a scenario, with the changes of a component pack; read once per process."""
    wanted = (scenario, pack["digest"] if pack else None)
    if wanted not in _KNOWN:
        _KNOWN[wanted] = Parts(scenario, lambda name: load(PACKAGE, name, pack))
    return _KNOWN[wanted]
