"""The board: who is where, who holds what, money, markers, and what this turn has seen so far."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pbem.core.data.boards import WithOptions
from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.state_fields import State, copied
from pbem.core.data.tables import beside
from pbem.core.rules.engine import Table
from pbem.core.title.rulings import agreed

from .parts import FORCES, FORCES_OF, OTHER, SIDES, Parts, parts
from .pieces import Piece, piece, types_of
from .rulings import OPTIONS
from .vocabulary import WORDS


def starting_markers(board: "Board") -> dict[str, str]:
    """Who holds the convoy routes and centres at the start."""
    markers = {zone: route["holder"] for zone, route in board.parts.routes.items()}
    return {**markers, **{zone: centre["owner"] for zone, centre in board.parts.centres.items()}}


def starting_complexes(board: "Board") -> list[str]:
    return sorted(id for id in board.parts.territories if board.parts.areas[id].complex)


def at_start(name: str) -> Callable[..., Any]:
    """What the components give at the start."""
    return lambda board: copied(board.parts.turn["start"][name])


DECLARED = beside(__file__, "state")
TURN = State.declared(WORDS, DECLARED["turn"])
STATE = State.declared(
    WORDS,
    DECLARED["board"],
    **{name: {"start": at_start(name)} for name in ("money", "vp", "kamikazes")},
    control={"start": lambda board: {id: board.parts.areas[id].owner for id in board.parts.territories}},
    markers={"start": starting_markers},
    complexes={"start": starting_complexes},
    turn={"type": TURN},
)
"""Units are `whole`: `add` makes what stands in an area anew."""
COMPARED = [name for name in STATE.slots if name != "seen"]


class Board(WithOptions):
    """Everything that changes (STATE).  Reducers change it; rules read it."""

    __slots__ = STATE.slots
    parts: Parts
    pack: Json | None
    seen: dict[str, dict[Any, Any]]
    due: dict[tuple[str, ...], None]
    players: int
    round: int
    power: str
    phase: str
    money: dict[str, int]
    vp: int
    kamikazes: int
    recruits: int
    captures: list[Json]
    result: Json | None
    bombed: list[str]
    control: dict[str, str]
    markers: dict[str, str]
    complexes: list[str]
    bought: dict[str, dict[str, int]]
    units: dict[str, dict[str, dict[str, int]]]
    taken: list[str]
    fought: list[str]
    landings: list[Json]
    bombard: list[Json]
    raids: list[str]
    battles: list[str]
    origins: dict[str, list[str]]
    programs: dict[str, Json]
    divine: list[Json]
    flights: list[Json]
    plunder: int

    def __init__(
        self, options: Json | None = None, players: int = 3, edition: str = "2002", pack: Json | None = None
    ) -> None:
        self.options = options = agreed(OPTIONS, edition, options)
        self.players, self.edition = players, edition
        self.pack = pack
        self.parts = parts(options, pack)
        self.seen, self.due = {}, {}
        STATE.begin(self)

    # -- JSON ---------------------------------------------------------------------------------------------------

    def to_json(self) -> Json:
        """The board as canonical JSON values; nothing that the components say."""
        return STATE.shown(self)

    def replace(self, shown: Json) -> None:
        """Become the board that `to_json` showed (a correction)."""
        STATE.restore(self, shown)
        self.seen = {}

    def sketch(self) -> "Board":
        """A copy to try moves on; shares what moves never change."""
        other = Board.__new__(Board)
        for name in Board.__slots__:
            setattr(other, name, getattr(self, name))
        other.units, other.seen = dict(self.units), dict(self.seen)  # `add` never changes what both hold
        for name in ("control", "markers", "money", "due"):
            setattr(other, name, dict(getattr(self, name)))
        for name in TURN.kept:
            setattr(other, name, copied(getattr(self, name)))
        return other

    def is_like(self, other: "Board") -> bool:
        """Whether all is as it is on another board."""
        return all(getattr(self, name) == getattr(other, name) for name in COMPARED)

    # -- units --------------------------------------------------------------------------------------------------

    def stacks(self, area: str, forces: Iterable[str] = FORCES) -> tuple[tuple[str, Piece, int], ...]:
        """``(force, Piece, count)`` of all units in an area; those of `forces` in their order, keys sorted."""
        found = self.units.get(area)
        if found is None:
            return ()
        seen = self.seen.get(area) or self.looked_at(area)
        forces = tuple(forces)
        items: tuple[tuple[str, Piece, int], ...] | None = seen.get(forces)
        if items is None:
            there = [(force, found[force]) for force in forces if force in found]
            items = seen[forces] = tuple(
                [(force, piece(key), keys[key]) for force, keys in there for key in sorted(keys)]
            )
        return items

    def looked_at(self, area: str) -> dict[Any, Any]:
        """What was worked out of the units in an area, by all boards that share them: they are `whole`."""
        known, units = self.parts.looked, self.units[area]
        found = known.get(id(units))
        if found is None or found[0] is not units:
            if len(known) >= 5000:
                known.clear()
            found = known[id(units)] = units, {}
        self.seen[area] = found[1]
        return found[1]

    def types_in(self, area: str) -> dict[str, int]:
        """``{"us/infantry": n}`` of everything in an area where something is, cargo included."""
        seen = self.seen.get(area) or self.looked_at(area)
        if "types" not in seen:
            seen["types"] = summed(row for stack in self.stacks(area) for row in types_of(*stack))
        return seen["types"]

    def count(self, area: str, force: str, key: str) -> int:
        return self.units.get(area, {}).get(force, {}).get(key, 0)

    def manned(self) -> list[str]:
        """The areas where forces of the power stand whose turn it is, sorted."""
        forces = self.forces()
        return [area for area in sorted(self.units) if not self.units[area].keys().isdisjoint(forces)]

    def of_side(self, area: str, side: str) -> tuple[tuple[str, Piece, int], ...]:
        return self.stacks(area, FORCES_OF[side])

    def is_shared(self, area: str) -> bool:
        """Whether units of several forces are there: who meets an enemy is not alone."""
        return len(self.units.get(area, ())) > 1

    def changing(
        self, becomes: Callable[[str], str], forces: Iterable[str] = FORCES
    ) -> Iterator[tuple[str, str, str, str, int]]:
        """``(area, force, key, new key, count)`` of the units that a function of their key makes others."""
        for area, units in self.units.items():
            for force in forces:
                for key, count in sorted(units[force].items()) if force in units else ():
                    if (new := becomes(key)) != key:
                        yield area, force, key, new, count

    def total(self, area: str, type: str, forces: Iterable[str] = FORCES) -> int:
        return sum(n for _, one, n in self.stacks(area, forces) if one.type == type)

    def add(self, area: str, force: str, key: str, count: int) -> None:
        """For reducers: put units somewhere, or take them (a negative count)."""
        there = self.units.get(area, {})
        stacks = dict(there.get(force, {}))
        left = stacks.get(key, 0) + count
        if left < 0:
            raise ValueError(f"{area} holds no {-count} {force}/{key}")
        stacks[key] = left
        if not left:
            del stacks[key]
        there = {**there, force: stacks}
        if not stacks:
            del there[force]
        self.units[area] = there
        if not there:
            del self.units[area]
        self.seen.pop(area, None)

    # -- who holds what -------------------------------------------------------------------------------------------

    def side_of(self, territory: str) -> str:
        return SIDES[self.control[territory]]

    def is_friendly(self, territory: str, side: str) -> bool:
        return SIDES[self.control[territory]] == side

    def was_friendly(self, territory: str, side: str) -> bool:
        """Friendly since the turn began (nothing taken this turn counts)."""
        return SIDES[self.control[territory]] == side and territory not in self.taken

    def marker_side(self, zone: str) -> str:
        return "axis" if self.markers[zone] == "japan" else "allies"

    def warships(self, zone: str, side: str) -> list[tuple[str, Piece, int]]:
        """Ships of a side that are there for the enemy: surfaced, any type; ``(force, Piece, count)``."""
        return [
            item
            for item in self.of_side(zone, side)
            if self.parts.types[item[1].type].category == "sea" and not item[1].submerged
        ]

    def patrol(self, zone: str, side: str) -> list[tuple[str, Piece, int]]:
        """Aircraft of a side that defend in a sea zone: on patrol or on a deck."""
        return [item for item in self.of_side(zone, side) if item[1].type == "fighter" and item[1].moves is None]

    def blocks(self, zone: str, side: str) -> bool:
        """Whether units of `side` in a zone stop the surface ships of the other side."""
        if zone not in self.units:
            return False
        seen = self.seen.get(zone) or self.looked_at(zone)
        key = ("blocks", side)
        if key not in seen:
            seen[key] = bool(self.warships(zone, side) or self.patrol(zone, side))
        return seen[key]

    def defenders(self, territory: str, side: str) -> list[tuple[str, Piece, int]]:
        """Units of a side that fight for a territory: no guns, nobody who intercepts a raid."""
        return [
            item
            for item in self.of_side(territory, side)
            if self.parts.types[item[1].type].category in ("land", "air") and not item[1].on_raid
        ]

    def has_gun(self, territory: str, side: str) -> bool:
        return any(one.type == "aa-gun" for _, one, _ in self.of_side(territory, side))

    def forces(self, power: str | None = None) -> tuple[str, ...]:
        """The forces of a power (of the one whose turn it is)."""
        return self.parts.forces[power or self.power]

    @property
    def side(self) -> str:
        return SIDES[self.power]

    @property
    def enemy(self) -> str:
        return OTHER[SIDES[self.power]]

    def capital_held(self, nation: str) -> bool:
        """Whether a nation's capital is in the hands of its side."""
        return self.is_friendly(self.parts.capitals[nation], SIDES[nation])


Turn = Table[Board]
"""What a rule sees of the game."""


def board_from(data: Json, pack: Json | None = None) -> Board:
    """The board that `to_json` described, with the component pack of the charter."""
    board = Board(data["options"], data["players"], data["edition"], pack)
    STATE.restore(board, data)
    return board
