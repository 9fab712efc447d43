"""Wishes that put units aboard ships and ashore: in which ships, and by which steps (settling.py)."""

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import messages

from ..board.pieces import Piece, bare, split
from .unit_text import is_meant

messages(
    {
        "pac-no-room": "The ships in {zone} have no room for {cargo}.",
        "pac-which-ship": "{zone} has no ship like {ship}.",
    }
)
TRANSPORT, CARRIER = {"n": 1, "type": "transport"}, {"n": 1, "type": "carrier"}


def ship(settler: Any, item: Json) -> None:
    """``ship UNITS AREA -> ZONE -> … -> AREA``: load, sail, and land, in as many ships as the units need."""
    path, areas = item["path"], settler.board.parts.areas
    if len(path) < 2 or areas[path[0]].is_sea or not areas[path[1]].is_sea:
        settler.refuse("pac-no-way", rule="TRN-1", start=path[0], goal=path[-1], units="ships")
        return
    ashore = path[-1] if not areas[path[-1]].is_sea else None
    zones = path[1:-1] if ashore else path[1:]
    if ashore and ashore not in areas[zones[-1]].land:  # to the nearest zone beside the shore
        ways = [settler.way([zones[-1], goal], "sea", [TRANSPORT], False) for goal in _landing_zones(settler, ashore)]
        zones += min(filter(None, ways), key=lambda one: (len(one), one), default=[""])[1:]
    sailed = settler.way(zones, "sea", [TRANSPORT], False) or zones
    steps = len(sailed) - 1 if ashore or len(zones) > 1 else None
    loaded = load(settler, {**item, "path": path[:2]}, steps)
    if len(zones) > 1:
        loaded = sail(settler, loaded, zones)
    for token, count, cargo in loaded if ashore else ():
        landing = {"go": "unload", "cargo": cargo, "ship": token, "count": count, "zone": zones[-1], "area": ashore}
        settler.take(landing)


def _landing_zones(settler: Any, shore: str) -> list[str]:
    """The zones beside a shore; in non-combat movement only those without the enemy, if there are any (NCM-3)."""
    zones = settler.board.parts.areas[shore].sea
    if settler.plan.phase == "combat":
        return zones
    return [zone for zone in zones if not settler.board.blocks(zone, settler.plan.enemy)] or zones


def sail(
    settler: Any, loaded: list[tuple[str, int, dict[str, int]]], zones: list[str]
) -> list[tuple[str, int, dict[str, int]]]:
    """Move the loaded ships; the same rows with the tokens that they have become, or [] if they may not."""
    path = settler.way(zones, "sea", [TRANSPORT]) if loaded else None
    units = {}
    for token, count, _ in loaded:
        units[token] = units.get(token, 0) + count
    if not path or not settler.take({"go": "move", "units": units, "path": path}):
        return []
    fact = next(fact for fact in reversed(settler.plan.facts) if fact["type"] == "units-moved")
    became = {token: f"{token.partition('/')[0]}/{key}" for token, _, key in fact["units"]}
    return [(became[token], count, cargo) for token, count, cargo in loaded]


# -- loading -------------------------------------------------------------------------------------------------


def load(settler: Any, item: Json, steps: int | None = None) -> list[tuple[str, int, dict[str, int]]]:
    """Put units aboard ships that can go on for so many steps and land them, or any; ``[(loaded ships, how many, cargo
    of each)]``."""
    area, zone = item["path"][0], item["path"][1]
    by, units = item.get("by") or usual_ship(item), {}
    for wish in item["want"] if zone == area else ():  # fighters on a deck
        token = f"{wish.get('force', settler.own)}/{wish['type']}"
        idle = settler.board.count(zone, token.partition("/")[0], wish["type"])
        units[token] = units.get(token, 0) + (idle if wish["n"] == "all" else wish["n"])
    for wish in item["want"] if zone != area else ():
        for token, count in settler.find(area, wish).items():
            units[token] = units.get(token, 0) + count
    if not units:
        return []
    loaded = []
    for token, cargo, count in stowage(settler, zone, by, units, steps):
        if settler.take({"go": "load", "cargo": cargo, "area": area, "ship": token, "count": count, "zone": zone}):
            becomes = settler.plan.facts[-1]["becomes"]
            loaded.append((f"{token.partition('/')[0]}/{becomes}", count, cargo))
    return loaded


def usual_ship(item: Json) -> Json:
    """The ships of an order that names none: fighters over a sea zone go aboard a carrier, all else a transport."""
    flown = item["path"][0] == item["path"][1] and all(wish["type"] == "fighter" for wish in item["want"])
    return CARRIER if flown else TRANSPORT


def stowage(
    settler: Any, zone: str, by: Json, units: dict[str, int], steps: int | None
) -> list[tuple[str, dict[str, int], int]]:
    """Who goes into which ships: ``[(ship token, {token: n a ship}, ships)]``; [] with a problem without ships."""
    if "exact" in by:
        return exactly(settler, zone, by, units)
    fleets, tried = fleets_in(settler, zone, by), []
    for fleet in fleets if steps is None else fleets[:1]:
        ships = [row for row in fleet if can_go_on(settler, row[1], steps)] or fleet
        packed = pack(carries_of(settler, by, ships, units), ships, units)
        if packed is not None:
            return packed
        tried += ships
    if tried:
        return [(tried[0][0], units, 1)]  # refused with its rule when it is tried
    cargo = ", ".join(bare(token) for token in units)
    settler.refuse("pac-no-room", rule="TRN-1", zone=zone, cargo=cargo)
    return []


def carries_of(settler: Any, by: Json, ships: list[tuple[str, Piece]], units: dict[str, int]) -> Json | None:
    """What ships of a type carry; fighters are shared out to several carriers only where the first has no room."""
    one = settler.board.parts.types[by["type"]]
    if by["type"] == "carrier" and ships and sum(units.values()) > one.decks - len(ships[0][1].cargo):
        return {"capacity": one.decks, "size": {"fighter": 1}}
    carries: Json | None = one.carries
    return carries


def exactly(settler: Any, zone: str, by: Json, units: dict[str, int]) -> list[tuple[str, dict[str, int], int]]:
    """The ships that a line names with number and state share its units equally."""
    token, ships = ship_token(settler, zone, by)
    if token is None:
        return []
    return [(token, {unit: max(count // ships, 1) for unit, count in units.items()}, ships)]


def ship_token(settler: Any, zone: str, by: Json) -> tuple[str, int]:
    """``(token, number)`` of the ships that a line names, an ally's if it says so; no token, with a problem, if there
    are none."""
    for force, one, count in settler.board.of_side(zone, settler.plan.side):
        token = f"{force}/{one.key}"
        exactly = is_meant({"state": "", **by}, token, settler.own)
        number = count if by["n"] == "all" else by["n"]
        if exactly and force == by.get("force", settler.own) and count >= number:
            return token, number
    settler.refuse("pac-which-ship", rule="TRN-1", zone=zone, ship=f"{by['n']} {by['type']}{by.get('state', '')}")
    return None, 0


def pack(
    carries: Json | None, ships: list[tuple[str, Piece]], units: dict[str, int]
) -> list[tuple[str, dict[str, int], int]] | None:
    """Share units out to ships, big units first, fuller ships first; None if they have no room."""
    if not carries:
        return None

    def size(token):
        return carries["size"].get(split(token)[1].type, 9)

    room = [carries["capacity"] - sum(size(item) for item in one.cargo) for _, one in ships]
    loads = [[] for _ in ships]
    single = [token for token in units for _ in range(units[token])]
    for unit in sorted(single, key=lambda token: (-size(token), token)):
        fits = [index for index in range(len(ships)) if room[index] >= size(unit)]
        if not fits:
            return None
        index = min(fits, key=lambda i: (room[i] - size(unit), i))
        room[index] -= size(unit)
        loads[index].append(unit)
    groups = {}
    for (token, _), cargo in zip(ships, loads):
        if cargo:
            groups[(token, tuple(sorted(cargo)))] = groups.get((token, tuple(sorted(cargo))), 0) + 1
    return [(token, {unit: cargo.count(unit) for unit in cargo}, n) for (token, cargo), n in groups.items()]


def fleets_in(settler: Any, zone: str, by: Json) -> list[list[tuple[str, Piece]]]:
    """Ships that can still load, one by one as (token, Piece): one's own, then an ally's with them, if any."""
    found = []
    for forces in (settler.board.forces(), ("uk", "us") if settler.plan.side == "allies" else ()):
        ships = []
        for force, one, count in settler.board.stacks(zone, forces):
            token = f"{force}/{one.key}"
            free = not one.unloaded and not (one.spent and settler.plan.phase == "combat")
            if free and is_meant(by, token, settler.own):
                ships += [(token, one)] * count
        found += [ships] if ships else []
    return found


def can_go_on(settler: Any, ship: Piece, steps: int | None) -> bool:
    """Whether a ship has the moves for so many steps left, and may unload after them; ships that only load do not go
    on."""
    moves = settler.board.parts.types[ship.type].move if ship.moves is None else ship.moves
    return steps is None or (not ship.spent and steps <= moves)


def embark(settler: Any, zone: str, wish: Json) -> dict[str, int]:
    """A carrier that takes fighters along as cargo: they are put aboard first.  The loaded carriers, or {}."""
    own, cargo = settler.own, {}
    for number, type, force in wish["cargo"]:
        token = f"{force or own}/{type}"
        cargo[token] = cargo.get(token, 0) + number
    count = wish["n"] if wish["n"] != "all" else settler.board.count(zone, own, "carrier")
    item = {"go": "load", "cargo": cargo, "area": zone, "ship": f"{own}/carrier", "count": count, "zone": zone}
    if not settler.take(item):
        return {}
    return {f"{own}/{settler.plan.facts[-1]['becomes']}": count}


# -- unloading -----------------------------------------------------------------------------------------------


def unload(settler: Any, item: Json) -> None:
    """Land units from ships that carry them: those ships first that carry the most of what is wanted."""
    zone, area = item["path"][0], item["path"][-1]
    if "exact" in item.get("by", ()):
        unload_exactly(settler, item, zone, area)
        return
    wanted = [
        (wish["type"] + wish.get("state", ""), wish.get("force"))
        for wish in item["want"]
        for _ in range(wish["n"] if wish["n"] != "all" else 99)
    ]
    everything = any(wish["n"] == "all" for wish in item["want"])
    while wanted:
        token, cargo = fullest(settler, zone, wanted, (False,) if everything else (False, True))
        if not cargo:
            break
        ships = alike(settler, zone, token, cargo, wanted)
        for unit in cargo * ships:
            wanted.remove(next(w for w in wanted if is_wanted(settler, w, unit)))
        counts = {unit: cargo.count(unit) for unit in cargo}
        landing = {"go": "unload", "cargo": counts, "ship": token, "count": ships, "zone": zone, "area": area}
        if not settler.take(landing):
            return
    if wanted and not everything:
        settler.refuse("pac-not-aboard", rule="TRN-1", ship=zone, cargo=", ".join(type for type, _ in wanted))


def alike(settler: Any, zone: str, token: str, cargo: list[str], wanted: list[tuple[str, str | None]]) -> int:
    """How many ships of a kind put the same cargo ashore, as long as all of it is wanted."""
    force, one = split(token)
    ships, left = 0, list(wanted)
    while ships < settler.board.count(zone, force, one.key):
        for unit in cargo:
            hit = next((w for w in left if is_wanted(settler, w, unit)), None)
            if hit is None:
                return ships
            left.remove(hit)
        ships += 1
    return ships


def unload_exactly(settler: Any, item: Json, zone: str, area: str) -> None:
    """Land units from ships that the line names with number and state."""
    by, cargo = item["by"], {}
    token, ships = ship_token(settler, zone, by)
    if token is None:
        return
    aboard = split(token)[1].cargo
    for wish in item["want"]:
        unit = f"{wish.get('force', settler.own)}/{wish['type']}{wish.get('state', '')}"
        cargo[unit] = aboard.count(unit) if wish["n"] == "all" else max(wish["n"] // ships, 1)
    settler.take({"go": "unload", "cargo": cargo, "ship": token, "count": ships, "zone": zone, "area": area})


def fullest(
    settler: Any, zone: str, wanted: list[tuple[str, str | None]], lateness: Sequence[bool]
) -> tuple[str | None, list[str]]:
    """The ship with the most of what is wanted, and that cargo; what came aboard too late only if nothing else is
    there, so that it is refused with its rule."""
    best: tuple[str | None, list[str]] = (None, [])
    for late in lateness:
        for force, one, _ in settler.board.stacks(zone, ("japan", "uk", "us")):
            cargo = matching(settler, one, wanted, late) if late or not one.unloaded else []
            if len(cargo) > len(best[1]):
                best = (f"{force}/{one.key}", cargo)
        if best[1]:
            break
    return best


def matching(settler: Any, one: Piece, wanted: list[tuple[str, str | None]], late: bool) -> list[str]:
    """The cargo of a ship that is wanted; with `late` what came aboard this turn too."""
    left, cargo = list(wanted), []
    for unit in one.cargo:
        hit = next((w for w in left if is_wanted(settler, w, unit)), None)
        if hit and (late or not unit.endswith("+")):
            left.remove(hit)
            cargo.append(unit)
    return cargo


def is_wanted(settler: Any, wanted: tuple[str, str | None], unit: str) -> bool:
    """Whether a unit aboard is one of a type and force, one's own if no force is named."""
    force, one = split(unit)
    mine = wanted[1] == force if wanted[1] else force in settler.board.forces()
    return mine and one.type == wanted[0].rstrip("+")


ACTS: dict[str, Callable[..., Any]] = {"ship": ship, "load": load, "unload": unload}
