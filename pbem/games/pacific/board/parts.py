"""The components as rules ask for them: areas, who is next to whom, unit types, powers, tables.

One `Parts` is made per set of component data (the installed files, or those with a pack's changes) and shared by all
boards that use it.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

from pbem.core.data import components
from pbem.core.data.json_types import Json

PACKAGE = "pbem.games.pacific"
FORCES = ("japan", "china", "uk", "us")
SIDES = {"japan": "axis", "china": "allies", "uk": "allies", "us": "allies", "india": "allies", "australia": "allies"}
SIDES["usa"] = "allies"
POWER_OF = {"japan": "japan", "uk": "uk", "us": "us", "china": "us", "india": "uk", "australia": "uk", "usa": "us"}
FORCE_OF = {"japan": "japan", "india": "uk", "australia": "uk", "usa": "us", "china": "china"}
FORCES_OF = {"axis": ("japan",), "allies": ("china", "uk", "us")}
OTHER = {"axis": "allies", "allies": "axis"}


class Area:
    """A territory, an island or a sea zone, with its neighbours (ids, sorted)."""

    def __init__(self, id: str, record: Json) -> None:
        self.id = id
        self.name = record["name"]
        self.is_sea = record["kind"] == "sea"
        self.ipc = record.get("ipc", 0)
        self.owner = record.get("owner", "")
        self.colour = record.get("colour", "")
        self.air_base = record.get("air_base", False)
        self.naval_zones = record.get("naval_base", [])
        self.chinese = record.get("chinese", False)
        self.capital_of = record.get("capital_of", "")
        self.complex = record.get("complex", False)
        self.capture = record.get("capture")
        self.passable = record.get("passable", True)
        self.centre = record.get("centre")
        self.route = record.get("route")
        self.kamikaze = record.get("kamikaze", False)
        self.land, self.sea = [], []

    @property
    def near(self) -> list[str]:
        return self.land + self.sea


class Type:
    """A unit type: its numbers as printed."""

    def __init__(self, id: str, record: Json) -> None:
        self.id = id
        self.name: str = record["name"]
        self.category: str = record["category"]
        self.move: int = record["move"]
        self.attack: int = record["attack"]
        self.defence: int = record["defence"]
        self.cost: int = record["cost"]
        self.buyers: list[str] = record["buyers"]
        self.carries: Json = record.get("carries", {})
        self.bombards = record.get("bombards", 0)
        self.decks = record.get("decks", 0)


class HasParts(Protocol):
    """A board, or what stands for one where only the components are looked at."""

    parts: "Parts"


class Parts:
    """All components of the title, indexed.

    routes     {zone: {"of", "ipc", "holder"}}: the convoy routes in use
    centres    {zone: {"owner", "ipc"}}: the convoy centres
    plans      [(board, (phase, moves), Plan)] of the moves that were tried last and are legal (rules/movement.py)
    looked     {id of the units of an area: (they, what boards have worked out of them)}
    """

    def __init__(
        self, area_map: Json, units: Json, turn: Json, extra_routes: Sequence[str] = (), without: Sequence[str] = ()
    ) -> None:
        self.areas = {id: Area(id, record) for id, record in area_map["areas"].items()}
        self.types = {id: Type(id, record) for id, record in units["types"].items()}
        self.turn, self.looked = turn, dict[int, tuple[Json, Json]]()
        self.plans = deque[tuple[Any, tuple[str, list[Json]], Any]](maxlen=16)
        self.powers = turn["order"]
        self.forces = {power: tuple(held["forces"]) for power, held in turn["powers"].items()}
        self.nations = list(turn["nations"])
        for pair in area_map["links"]:
            if pair not in without:
                self._link(*pair.split("/"))
        for area in self.areas.values():
            area.land.sort()
            area.sea.sort(key=zone_number)
        self.routes = {id: area.route for id, area in self.areas.items() if area.route}
        self.routes.update({zone: area_map["extra_routes"][zone] for zone in extra_routes})
        self.route_of = {route["of"]: zone for zone, route in self.routes.items()}
        self.centres = {id: area.centre for id, area in self.areas.items() if area.centre}
        self.zones = [id for id, area in self.areas.items() if area.is_sea]
        self.territories = [id for id, area in self.areas.items() if not area.is_sea and area.passable]
        self.capitals = {area.capital_of: id for id, area in self.areas.items() if area.capital_of}

    def _link(self, a: str, b: str) -> None:
        one, two = self.areas[a], self.areas[b]
        if one.passable and two.passable:
            (one.sea if two.is_sea else one.land).append(b)
            (two.sea if one.is_sea else two.land).append(a)

    def base_zones(self, territory: str) -> list[str]:
        """The sea zones that the naval base of a territory serves."""
        return self.areas[territory].naval_zones


def zone_number(zone: str) -> int:
    return int(zone[2:]) if zone[2:].isdigit() else 0


_LOADED = {}


def parts(options: Json, pack: Json | None = None) -> Parts:
    """The Parts that a set of options asks for, with the changes of a component pack; loaded once."""
    extra = {"none": (), "all": ("sz24", "sz33", "sz35")}.get(options["extra-convoy-routes"])
    extra = (options["extra-convoy-routes"],) if extra is None else extra
    without = []
    if options["queensland-sz32"] == "no":
        without.append("queensland/sz32")
    if options["sz14-sz30"] == "no":
        without.append("sz14/sz30")
    wanted = (extra, tuple(without), options["malaya-base-zones"], pack["digest"] if pack else None)
    if wanted not in _LOADED:
        read = {name: components.load(PACKAGE, name, pack) for name in ("map", "units", "turn")}
        made = _LOADED[wanted] = Parts(read["map"], read["units"], read["turn"], extra, without)
        if options["malaya-base-zones"] == "both":
            made.areas["malaya"].naval_zones = list(made.areas["malaya"].sea)
    return _LOADED[wanted]
