"""The board: who is where, who holds what, money, markers, and what this turn has seen so far."""

from .parts import FORCES, FORCES_OF, OTHER, SIDES, parts
from .pieces import piece

TURN = {
    "taken": list,  # territories that changed hands this turn
    "fought": list,  # sea zones and territories where a battle began
    "landings": list,  # declared assaults: {"zone", "area", "force", "ship": key, "count", "cargo": {token: n a ship}}
    "bombard": list,  # declared bombardments: {"zone", "area", "units": {token: n}}
    "raids": list,  # territories where a raid is due
    "battles": list,  # battles in the order in which the attacker named them
    "origins": dict,  # {area: [areas from which attackers came]}
    "programs": dict,  # {area: battle program of the attacker}
    "divine": list,  # declared kamikazes: {"zone", "target", "count"}
    "flights": list,  # flights over guns still to be fired at: {"area", "to", "units", "group"}
    "plunder": int,  # IPCs that Japan took from capitals this turn
}
STATE = ("round", "power", "phase", "money", "vp", "kamikazes", "recruits", "captures", "result", "bombed")
TABLES = ("control", "markers", "complexes", "bought")
SIMPLE = frozenset((str, int, bool, type(None)))


class Board:
    """Everything that changes.  Reducers change it; rules read it.

    units       {area: {force: {key: count}}} without empty entries
    seen        {area: what `stacks` made of its units}, until they change
    control     {territory: nation}
    markers     {zone: nation}: who holds the convoy route or centre
    complexes   territories with an industrial complex, sorted
    money       {nation: IPCs}
    bought      {nation: {type: count}}: units waiting to be placed
    captures    [{"capital", "by", "round"}]: enemy capitals held since that turn
    result      {"winner", "why", "rule"} or None
    due         no state: the work that changes of this step have made due (core/rules/due.py)
    """

    __slots__ = ("parts", "options", "edition", "pack", "units", "seen", "version", "due", *STATE, *TABLES, *TURN)

    def __init__(self, options, edition="2002", pack=None):
        self.options = options
        self.edition = edition
        self.pack = pack
        self.parts = parts(options, pack)
        self.units, self.seen = {}, {}
        self.version, self.due = 0, {}
        self.round, self.power, self.phase = 1, "japan", "opening"
        start = self.parts.turn["start"]
        self.money = dict(start["money"])
        self.vp, self.kamikazes = start["vp"], start["kamikazes"]
        self.recruits, self.captures, self.result, self.bombed = 0, [], None, []
        areas = self.parts.areas
        self.control = {id: areas[id].owner for id in self.parts.territories}
        self.markers = {zone: route["holder"] for zone, route in self.parts.routes.items()}
        self.markers.update({zone: centre["owner"] for zone, centre in self.parts.centres.items()})
        self.complexes = sorted(id for id in self.parts.territories if areas[id].complex)
        self.bought = {}
        for name, kind in TURN.items():
            setattr(self, name, kind())

    # -- JSON ---------------------------------------------------------------------------------------------------

    def to_json(self):
        """The board as canonical JSON values; nothing that the components say."""
        shown = {name: _copy(getattr(self, name)) for name in ("options", "edition", *STATE, *TABLES)}
        shown["units"] = {area: {f: dict(keys) for f, keys in there.items()} for area, there in self.units.items()}
        turn = {name: getattr(self, name) for name in TURN}
        shown["turn"] = {name: _copy(value) for name, value in turn.items() if value}
        return shown

    def replace(self, shown):
        """Become the board that `to_json` showed (a correction)."""
        other = board_from(shown, self.pack)
        for name in ("units", *STATE, *TABLES, *TURN):
            setattr(self, name, getattr(other, name))
        self.seen = {}
        self.version += 1

    def sketch(self):
        """A copy to try moves on; shares what moves never change."""
        other = Board.__new__(Board)
        for name in Board.__slots__:
            setattr(other, name, getattr(self, name))
        other.units, other.seen = dict(self.units), dict(self.seen)  # `add` never changes what both hold
        for name in ("control", "markers", "money", "due"):
            setattr(other, name, dict(getattr(self, name)))
        for name in TURN:
            setattr(other, name, _copy(getattr(self, name)))
        return other

    # -- units --------------------------------------------------------------------------------------------------

    def stacks(self, area, forces=FORCES):
        """``(force, Piece, count)`` of all units in an area, forces and keys in a fixed order."""
        seen = self.seen.get(area)
        if seen is None:
            if area not in self.units:
                return ()
            seen = self.seen[area] = {}
        forces = tuple(forces)
        items = seen.get(forces)
        if items is None:
            found = self.units[area]
            items = seen[forces] = tuple(
                (force, piece(key), found[force][key])
                for force in forces
                if force in found
                for key in sorted(found[force])
            )
        return items

    def count(self, area, force, key):
        return self.units.get(area, {}).get(force, {}).get(key, 0)

    def of_side(self, area, side):
        return self.stacks(area, FORCES_OF[side])

    def is_shared(self, area):
        """Whether units of several forces are there: who meets an enemy is not alone."""
        return len(self.units.get(area, ())) > 1

    def total(self, area, type, forces=FORCES):
        return sum(n for _, one, n in self.stacks(area, forces) if one.type == type)

    def add(self, area, force, key, count):
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

    def side_of(self, territory):
        return SIDES[self.control[territory]]

    def is_friendly(self, territory, side):
        return SIDES[self.control[territory]] == side

    def was_friendly(self, territory, side):
        """Friendly since the turn began (nothing taken this turn counts)."""
        return SIDES[self.control[territory]] == side and territory not in self.taken

    def marker_side(self, zone):
        return "axis" if self.markers[zone] == "japan" else "allies"

    def warships(self, zone, side):
        """Ships of a side that are there for the enemy: surfaced, any type; ``(force, Piece, count)``."""
        return [
            item
            for item in self.of_side(zone, side)
            if self.parts.types[item[1].type].category == "sea" and not item[1].submerged
        ]

    def patrol(self, zone, side):
        """Aircraft of a side that defend in a sea zone: on patrol or on a deck."""
        return [item for item in self.of_side(zone, side) if item[1].type == "fighter" and item[1].moves is None]

    def blocks(self, zone, side):
        """Whether units of `side` in a zone stop the surface ships of the other side."""
        if zone not in self.units:
            return False
        seen = self.seen.setdefault(zone, {})
        key = ("blocks", side)
        if key not in seen:
            seen[key] = bool(self.warships(zone, side) or self.patrol(zone, side))
        return seen[key]

    def defenders(self, territory, side):
        """Units of a side that fight for a territory: no guns, nobody who intercepts a raid."""
        return [
            item
            for item in self.of_side(territory, side)
            if self.parts.types[item[1].type].category in ("land", "air") and not item[1].on_raid
        ]

    def has_gun(self, territory, side):
        return any(one.type == "aa-gun" for _, one, _ in self.of_side(territory, side))

    def forces(self, power=None):
        """The forces of a power (of the one whose turn it is)."""
        return self.parts.forces[power or self.power]

    @property
    def side(self):
        return SIDES[self.power]

    @property
    def enemy(self):
        return OTHER[SIDES[self.power]]

    def capital_held(self, nation):
        """Whether a nation's capital is in the hands of its side."""
        return self.is_friendly(self.parts.capitals[nation], SIDES[nation])


def board_from(data, pack=None):
    """The board that `to_json` described, with the component pack of the charter."""
    board = Board(data["options"], data["edition"], pack)
    board.units, board.seen = _copy(data["units"]), {}
    for name in (*STATE, *TABLES):
        setattr(board, name, _copy(data[name]))
    for name, value in data.get("turn", {}).items():
        setattr(board, name, _copy(value))
    return board


def _copy(value):
    """A JSON value of its own; what is in it and cannot change is not copied one by one, for boards are large."""
    if isinstance(value, dict):
        return {key: item if item.__class__ in SIMPLE else _copy(item) for key, item in value.items()}
    if isinstance(value, list):
        return [item if item.__class__ in SIMPLE else _copy(item) for item in value]
    return value
