"""The components as rules read them: areas and their borders, counters, tables.  Nothing here changes in play.

Everything comes from the data folder (with the charter's component pack, if there is one); the code knows no area,
counter or country by name.
"""

from pbem.core.data import components
from pbem.core.data.collecting import spread
from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

PACKAGE = "pbem.games.red_dragon"
SIDES = ("prc", "allied")
OTHER = {"prc": "allied", "allied": "prc"}
BY_SEA = ("sea", "corner")


class Area:
    """A land area or a sea.

    neighbours   every adjacent area, sorted
    seas         adjacent seas: of a sea those that ships may sail to directly, corners included (9.2)
    straits      {sea: strait id} for the seas that are reached through a strait
    limits       {"land": n, "air": n, "naval": n} a side, or None (7.1)
    coasts       {coast: sea} where ships lie on one coast
    nation       the country it belongs to, or ""
    """

    def __init__(self, id: str, record: Json, mainland: list[str]) -> None:
        self.id = id
        self.name = record["name"]
        self.is_land = record["kind"] == "land"
        self.nation: str = record.get("nation", "")
        self.start = record.get("start_control", "neutral")
        self.base = record.get("base", False)
        self.landing = record.get("landing", False)
        self.vp = record.get("vp", 0)
        self.limits = record.get("stacking")
        self.off_map = record.get("off_map", False)
        self.prc_forbidden = record.get("prc_forbidden", False)
        self.coasts = record.get("coasts", {})
        self.mainland = id in mainland
        self.neighbours, self.seas, self.straits = [], [], {}


class Unit:
    """A counter.  `factors` and `reduced` map land, air, asw, surface to numbers; `kind` is what it is as a target."""

    def __init__(self, id: str, order: int, record: Json) -> None:
        self.id = id
        self.order = order
        self.name = record["name"]
        self.country = record["country"]
        self.category: str = record["category"]
        self.type = record["type"]
        self.is_light = record.get("weight") == "light"
        self.is_heavy = record.get("weight") == "heavy"
        self.is_fixed = record.get("fixed", False)
        self.goes_to_sea = record.get("at_sea_side", False)
        self.is_stealth = record.get("stealth", False)
        self.is_long_range = record.get("long_range", False)
        self.kind: str = {"surface": "surface", "submarine": "asw"}.get(record.get("vessel_class", "")) or self.category
        self.is_protected = record.get("protected_target", False)
        self.capacity = record.get("carries_heavy_land", 0)
        self.steps = record["steps"]
        self.factors: dict[str, int] = record["factors"]
        self.reduced: dict[str, int] = record.get("reduced") or self.factors
        self.setup = record["setup"]


class Parts:
    """All components of one game."""

    def __init__(self, pack: Json | None = None) -> None:
        map_, units, tables = (components.load(PACKAGE, name, pack) for name in ("map", "units", "tables"))
        mainland = map_["mainland"]["areas"]
        self.areas = {id: Area(id, record, mainland) for id, record in map_["areas"].items()}
        for link, record in map_["links"].items():
            one, other = link.split("/")
            self._join(one, other, record)
        for area in self.areas.values():
            area.neighbours.sort()
            area.seas.sort()
        self.passages = map_["passages"]
        self.straits = map_["straits"]
        self.mainland_access = map_["mainland"]["allied_access"]
        self.boxes = map_["boxes"]
        self.groups = map_["groups"]
        self.units = {id: Unit(id, order, unit) for order, (id, unit) in enumerate(units["units"].items())}
        self.countries = units["countries"]
        self.types = units["types"]
        self.setup_places = units["setup_places"]
        self.starting_sides = {id: record["side"] for id, record in units["units"].items()}
        self.tables = tables
        self.special = tables["special"]
        self.off_map = next(id for id, area in self.areas.items() if area.off_map)
        self.carriers = [id for id, unit in self.units.items() if self.is_carrier(unit)]
        self.operates = {name: self._operating(record) for name, record in self.special["operates"].items()}
        self._steps = {}

    def _join(self, one: str, other: str, record: Json) -> None:
        for here, there in ((one, other), (other, one)):
            area = self.areas[here]
            area.neighbours.append(there)
            by_sea = record["type"] in BY_SEA
            if by_sea or (area.is_land and not self.areas[there].is_land):
                area.seas.append(there)
            if "strait" in record:
                area.straits[there] = record["strait"]

    def _operating(self, record: Json) -> tuple[list[str], list[str] | None]:
        """Where units of a country with limits operate: (land areas, seas or None for any)."""
        seas = record.get("seas")
        if "seas_next_to" in record:
            seas = sorted({sea for area in record["seas_next_to"] for sea in self.areas[area].seas})
        return record["land"], seas

    def is_carrier(self, unit: Unit) -> bool:
        carrier = self.special["carrier"]
        return unit.type == carrier["type"] and unit.country == carrier["country"]

    def lands_of(self, country: str) -> list[str]:
        """The land areas of a country, in map order."""
        return [id for id, area in self.areas.items() if area.nation == country]

    def command_of(self, country: str) -> str:
        """Units act together only within a command: the PRC, North Korea, Russia, the Allies (7.8, 7.9)."""
        return country if country in self.special["acts_alone"] else self.countries[country]["leans"]

    @rule("9.7", "Distance")
    def steps_from(self, start: str) -> dict[str, int]:
        """9.7 ``{area: fewest steps}`` from `start` over every border, passages through islands excluded.

        Ruling: R-9.7-distance.
        """
        if start not in self._steps:
            self._steps[start] = spread([start], lambda area: self.areas[area].neighbours)
        return self._steps[start]


def installed() -> Parts:
    """The components as installed, without a pack; loaded once."""
    if not _INSTALLED:
        _INSTALLED.append(Parts())
    return _INSTALLED[0]


def with_pack(pack: Json) -> Parts:
    """The components with the changes of a component pack; the last ones made are kept."""
    if pack["digest"] not in _CHANGED:
        _CHANGED.clear()
        _CHANGED[pack["digest"]] = Parts(pack)
    return _CHANGED[pack["digest"]]


_INSTALLED, _CHANGED = [], {}
