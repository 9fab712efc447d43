"""The board: where units are, who holds what, and what has happened.  Reducers change it, rules read it.

Only what changes in play is in it and in its JSON; components are in `parts`, agreed options in `options`.
"""

from bisect import insort
from collections.abc import Sequence
from typing import Any

from pbem.core.data.boards import WithOptions
from pbem.core.data.json_types import Json
from pbem.core.data.state_fields import State
from pbem.core.data.tables import beside
from pbem.core.rules.engine import Table
from pbem.core.rules.rulebook import rule
from pbem.core.title.rulings import agreed

from .parts import OTHER, SIDES, Parts, installed, with_pack
from .rulings import OPTIONS
from .vocabulary import WORDS

ABOARD = "aboard:"
ELIMINATED, POOL, OUT_OF_PLAY, MIDDLE_EAST = "eliminated", "pool", "out-of-play", "middle-east"


def starting_countries(board: "Board") -> dict[str, str]:
    """Countries without units, and those whose units begin neutral, begin neutral; all others where they lean."""
    parts, starting = board.parts, {}
    for id, unit in parts.units.items():
        starting.setdefault(unit.country, parts.starting_sides[id])
    sides = {}
    for country, record in parts.countries.items():
        begins = starting.get(country, "neutral")
        sides[country] = "neutral" if begins == "neutral" else record["leans"]
    return sides


def starting_holders(board: "Board") -> dict[str, str]:
    """Who holds the land areas at the start."""
    return {id: area.start for id, area in board.parts.areas.items() if area.is_land}


def shown_places(board: "Board") -> dict[str, list[str]]:
    """What stands where; what is out of play goes without saying."""
    return {place: list(ids) for place, ids in sorted(board.at.items()) if ids and place != OUT_OF_PLAY}


def read_places(board: "Board", shown: dict[str, list[str]]) -> None:
    board.place = dict.fromkeys(board.parts.units, OUT_OF_PLAY)
    for place, ids in shown.items():
        for id in ids:
            board.place[id] = place


STATE = State.declared(
    WORDS,
    beside(__file__, "state"),
    vp={"start": lambda board: board.parts.tables["victory"]["start"]},
    at={"show": shown_places, "read": read_places},
    country={"start": starting_countries},
    holder={"start": starting_holders},
)


class Board(WithOptions):
    """One position: what STATE keeps, and what is derived from it."""

    __slots__ = STATE.slots
    parts: Parts
    version: int
    place: dict[str, str]
    at: dict[str, list[str]]
    side: dict[str, str]
    lands: dict[str, dict[str, int]]
    shots: dict[tuple[Any, ...], Any]
    settled: bool
    due: dict[tuple[str, ...], None]
    stage: str
    actions: int
    vp: int
    war: str
    russian: int
    russian_now: bool
    double: str | None
    must: int
    spent: bool
    result: Json | None
    reduced: list[str]
    limited: list[str]
    closed: list[str]
    bound: list[str]
    ceasefire: list[str]
    country: dict[str, str]
    holder: dict[str, str]
    scored: dict[str, int]
    coasts: dict[str, str]
    events: dict[str, int]
    ops: dict[str, int]

    def __init__(
        self,
        parts: Parts | None = None,
        options: dict[str, str] | None = None,
        edition: str = "2008",
        shown: Json | None = None,
    ) -> None:
        self.parts = parts = parts or installed()
        self.options = agreed(OPTIONS, edition, options)
        self.edition = edition
        self.version = 0
        self.shots = {}
        self.settled = True
        self.due = {}
        if shown is not None:
            self.replace(shown)
            return
        self.place = dict.fromkeys(parts.units, OUT_OF_PLAY)
        STATE.begin(self)
        self.rebuild()

    def rebuild(self) -> None:
        """Make what is derived from `place` and `country` anew."""
        units = self.parts.units
        self.side = {id: self.country[unit.country] for id, unit in units.items()}
        self.at = {}
        for id, place in self.place.items():
            self.at.setdefault(place, []).append(id)
        for ids in self.at.values():
            ids.sort()
        self.lands = {side: {} for side in SIDES}
        for place, ids in self.at.items():
            if place in self.parts.areas:
                for id in ids:
                    self._count(id, place, 1)

    # -- changing it (reducers only) ---------------------------------------------------------------------

    def put(self, unit: str, place: str) -> None:
        """Move a unit to an area, a box or aboard; it loses its coast."""
        before = self.place[unit]
        self.at[before].remove(unit)
        insort(self.at.setdefault(place, []), unit)
        self.place[unit] = place
        self.coasts.pop(unit, None)
        self._count(unit, before, -1)
        self._count(unit, place, 1)

    def side_with(self, country: str, side: str) -> None:
        """Let a country change its side, its units with it."""
        self.country[country] = side
        for id, unit in self.parts.units.items():
            if unit.country == country:
                self._count(id, self.place[id], -1)
                self.side[id] = side
                self._count(id, self.place[id], 1)

    def _count(self, unit: str, place: str, by: int) -> None:
        if self.parts.units[unit].category == "land" and self.side[unit] in OTHER:
            area = self.parts.areas.get(place)
            if area and area.is_land:
                count = self.lands[self.side[unit]]
                count[place] = count.get(place, 0) + by

    # -- reading it ----------------------------------------------------------------------------------------

    def units_at(self, place: str, side: str | None = None) -> list[str]:
        """The units at a place, of one side or of all, sorted by id."""
        here = self.at.get(place, ())
        if side is None:
            return list(here)
        sides = self.side
        return [unit for unit in here if sides[unit] == side]

    def has_land(self, side: str, area: str) -> bool:
        return self.lands[side].get(area, 0) > 0

    def is_contested(self, area: str) -> bool:
        """Land units of both sides are there (3.5)."""
        return self.lands["prc"].get(area, 0) > 0 and self.lands["allied"].get(area, 0) > 0

    @rule("3.5", "Control")
    def control(self, area: str) -> str:
        """3.5 ``neutral``, ``allied``, ``prc`` or ``contested``."""
        return "contested" if self.is_contested(area) else self.holder[area]

    def is_friendly(self, side: str, area: str) -> bool:
        """Controlled by the side and not contested."""
        return self.holder[area] == side and not self.is_contested(area)

    def cargo(self, ship: str) -> Sequence[str]:
        return self.at.get(ABOARD + ship, ())

    def area_of(self, unit: str) -> str | None:
        """The area where a unit is, aboard a ship too; None off the board."""
        place = self.place[unit]
        if place.startswith(ABOARD):
            place = self.place[place[len(ABOARD) :]]
        return place if place in self.parts.areas else None

    def is_on_map(self, unit: str) -> bool:
        """In an area other than the off-map base (4.2)."""
        area = self.area_of(unit)
        return area is not None and area != self.parts.off_map

    def happened(self, event: str) -> int:
        return self.events.get(event, 0)

    def factors(self, unit: str) -> dict[str, int]:
        """The four factors on the side that is up."""
        counter = self.parts.units[unit]
        return counter.reduced if unit in self.reduced else counter.factors

    def strength(self, unit: str) -> int:
        """The sum of its factors, and of those that it carries."""
        return sum(sum(self.factors(one).values()) for one in (unit, *self.cargo(unit)))

    def carriers_on_map(self) -> int:
        return sum(self.is_on_map(unit) for unit in self.parts.carriers)

    # -- JSON ----------------------------------------------------------------------------------------------

    def to_json(self) -> Json:
        """What changes in play, as JSON."""
        return STATE.shown(self)

    def replace(self, shown: Json) -> None:
        """Become the board that `to_json` showed."""
        STATE.restore(self, shown)
        self.rebuild()


Turn = Table[Board]
"""What a rule sees of the game."""


def board_from(shown: Json, charter: Json | None = None) -> Board:
    """The board that `to_json` showed; options and component pack come from the charter."""
    return blank(charter, shown)


def blank(charter: Json | None = None, shown: Json | None = None) -> Board:
    """A board with the options, the edition and the components of a charter: empty, or as `to_json` showed it."""
    charter = charter or {}
    parts = with_pack(charter["pack"]) if charter.get("pack") else installed()
    return Board(parts, charter.get("options"), charter.get("edition", "2008"), shown)
