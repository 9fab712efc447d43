"""Wishes that put units aboard ships and ashore: in which ships, and by which steps (settling.py)."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences

from ..board.pieces import Piece, bare, split
from .unit_text import is_meant, unit_text

_say = Sentences(__name__)

TRANSPORT, DESTROYER, CARRIER = ({"n": 1, "type": type} for type in ("transport", "destroyer", "carrier"))
Ship = tuple[str, Piece]
"""(token, what it says)"""
Stowed = tuple[str, dict[str, int], int]
"""(token of a ship, its cargo as {token: n}, number of such ships)"""
MOST = 99  # units that "all" stands for
Wanted = tuple[str, str | None]
"""(type, force, or None for one's own): one unit that a line wants ashore"""


def ship(settler: Any, item: Json) -> None:
    """``ship UNITS AREA -> ZONE -> … -> AREA``: load, sail, and land, in as many ships as the units need; ``from ZONE``
    at the end of the line says where these come from."""
    areas = settler.board.parts.areas
    item = {**item, "path": _with_harbour(settler, item)}
    path = item["path"]
    if len(path) < 2 or areas[path[0]].is_sea or not areas[path[1]].is_sea:
        zones = [*areas[path[0]].sea] if not areas[path[0]].is_sea else []
        hint = _say("zones", zones=zones, start=path[0], goal=path[-1]) if zones else ""
        settler.refuse("pac-ship-from", rule="TRN-1", start=path[0], hint=hint)
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
    for token, cargo, count in loaded if ashore else ():
        landing = {"go": "unload", "cargo": cargo, "ship": token, "count": count, "zone": zones[-1], "area": ashore}
        settler.take(landing)


def _with_harbour(settler: Any, item: Json) -> list[str]:
    """The path of a load, with the zone where it goes aboard, if that is not named and there is but one with ships."""
    path, areas = item["path"], settler.board.parts.areas
    if len(path) < 2 or areas[path[0]].is_sea or path[1] in areas[path[0]].sea:
        return [*path]
    zones = areas[path[0]].sea
    zones = [zone for zone in zones if ships_meant(settler, zone, TRANSPORT)] if len(zones) > 1 else zones
    return [path[0], *zones, *path[1:]] if len(zones) == 1 else [*path]


def _landing_zones(settler: Any, shore: str) -> list[str]:
    """The zones beside a shore; in non-combat movement only those without the enemy, if there are any (NCM-3)."""
    zones = settler.board.parts.areas[shore].sea
    if settler.plan.phase == "combat":
        return zones
    return [zone for zone in zones if not settler.board.blocks(zone, settler.plan.enemy)] or zones


def sail(settler: Any, stowed: list[Stowed], zones: list[str]) -> list[Stowed]:
    """Move ships; the same rows with the tokens that they have become, or [] if they may not."""
    path = settler.way(zones, "sea", [TRANSPORT]) if stowed else None
    units = summed((token, count) for token, _, count in stowed)
    if not path or not settler.take({"go": "move", "units": units, "path": path}):
        return []
    fact = next(fact for fact in reversed(settler.plan.facts) if fact["type"] == "units-moved")
    became = {token: f"{token.partition('/')[0]}/{key}" for token, _, key in fact["units"]}
    return [(became[token], cargo, count) for token, cargo, count in stowed]


# -- which ships -----------------------------------------------------------------------------------------------


def ships_meant(settler: Any, zone: str, by: Json) -> list[Ship]:
    """The ships of a side in a zone that a line may mean, one by one; of ships that it names with number, state or
    cargo those first that are written exactly so."""
    rows = [
        (f"{force}/{one.key}", one)
        for force, one, count in settler.board.of_side(zone, settler.plan.side)
        for _ in range(count if is_meant(by, f"{force}/{one.key}", settler.own) else 0)
    ]
    if "exact" not in by:
        return rows
    own = [row for row in rows if row[0].partition("/")[0] == by.get("force", settler.own)]
    written = {"state": "", **by}
    return sorted(own, key=lambda row: (not is_meant(written, row[0], settler.own), not is_free(settler, row[1])))


def is_free(settler: Any, ship: Piece) -> bool:
    """Whether a ship can still load and unload."""
    return not ship.unloaded and not (ship.spent and settler.plan.phase == "combat")


def number_of(by: Json, ships: list[Ship]) -> int:
    """How many of some ships a line names."""
    return by["n"] if by["n"] != "all" else max(len(ships), 1)


def no_such_ship(settler: Any, zone: str, by: Json) -> None:
    said = by["type"] if by["n"] == 1 else f"{by['n']} {by['type']}"
    settler.refuse("pac-which-ship", rule="TRN-1", zone=zone, ship=said + by.get("state", ""))


def moves_of(settler: Any, one: Piece) -> int:
    """The moves that a ship has left."""
    move: int = settler.board.parts.types[one.type].move
    return move if one.moves is None else one.moves


def grouped(stowed: list[tuple[str, list[str]]]) -> list[Stowed]:
    """Ships with what each carries, those alike together."""
    groups = summed(((token, tuple(sorted(cargo))), 1) for token, cargo in stowed if cargo)
    return [(token, {unit: cargo.count(unit) for unit in cargo}, n) for (token, cargo), n in groups.items()]


# -- loading -------------------------------------------------------------------------------------------------


def load(settler: Any, item: Json, steps: int | None = None) -> list[Stowed]:
    """Put units aboard ships that can go on for so many steps and land them, or any; the loaded ships."""
    area, zone = item["path"][0], item["path"][1]
    units = passengers(settler, item, area, zone)
    if not units:
        return []
    harbour = item.get("harbour", zone)
    if harbour != zone:
        coming = settler.way([harbour, zone], "sea", [TRANSPORT], False) or ()
        steps = (steps or 0) + max(len(coming) - 1, 0)
    stowed = stowage(settler, harbour, item, units, steps)
    if harbour != zone:
        stowed = sail(settler, stowed, [harbour, zone])
    loaded = []
    for token, cargo, count in stowed:
        if settler.take({"go": "load", "cargo": cargo, "area": area, "ship": token, "count": count, "zone": zone}):
            becomes = settler.plan.facts[-1]["becomes"]
            loaded.append((f"{token.partition('/')[0]}/{becomes}", cargo, count))
    return loaded


def passengers(settler: Any, item: Json, area: str, zone: str) -> dict[str, int]:
    """``{token: n}`` of what a line puts aboard: units ashore that may board, or fighters on a deck of the zone."""

    def found(wish: Json) -> dict[str, int]:
        if zone != area:
            return settler.find(area, wish, fits=lambda token: settler.may_board(area, token))
        token = f"{wish.get('force', settler.own)}/{wish['type']}"
        idle = settler.board.count(zone, token.partition("/")[0], wish["type"])
        return {token: idle if wish["n"] == "all" else wish["n"]}

    return summed(row for wish in item["want"] for row in found(wish).items())


def usual_ships(item: Json) -> tuple[Json, ...]:
    """The ships of an order that names none: fighters over a sea zone go aboard a carrier, all else a transport, or a
    destroyer if there is no transport for it."""
    flown = item["path"][0] == item["path"][1] and all(wish["type"] == "fighter" for wish in item["want"])
    return (CARRIER,) if flown else (TRANSPORT, DESTROYER)


def stowage(settler: Any, zone: str, item: Json, units: dict[str, int], steps: int | None) -> list[Stowed]:
    """Who goes into which ships of a zone; [] with a problem without ships."""
    tried: list[Ship] = []
    for by in (item["by"],) if "by" in item else usual_ships(item):
        fleets = fleets_in(settler, zone, by)
        for fleet in fleets if steps is None else fleets[:1]:
            ships = [row for row in fleet if can_go_on(settler, row[1], steps)] or fleet
            packed = pack(carries_of(settler, by, ships, units), ships, units, "exact" in by and by["n"] != "all")
            if packed is not None:
                return packed
            tried += ships
    if tried:
        return [(tried[0][0], units, 1)]  # refused with its rule when it is tried
    if "exact" in item.get("by", ()):
        no_such_ship(settler, zone, item["by"])
        return []
    cargo = ", ".join(bare(token) for token in units)
    settler.refuse("pac-no-room", rule="TRN-1", zone=zone, cargo=cargo)
    return []


def carries_of(settler: Any, by: Json, ships: list[Ship], units: dict[str, int]) -> Json:
    """What ships of a type carry; fighters are shared out to several carriers only where the first has no room."""
    one = settler.board.parts.types[by["type"]]
    if by["type"] == "carrier" and ships and sum(units.values()) > one.decks - len(ships[0][1].cargo):
        return {"capacity": one.decks, "size": {"fighter": 1}}
    return one.carries


def pack(carries: Json, ships: list[Ship], units: dict[str, int], equally: bool = False) -> list[Stowed] | None:
    """Share units out to ships, to each the same if that can be and is wished; else big units first, fuller ships
    first; None if they have no room."""
    if equally and not any(count % len(ships) for count in units.values()):
        share = [token for token, count in units.items() for _ in range(count // len(ships))]
        return grouped([(token, share) for token, _ in ships])
    if not carries:
        return None

    def size(token):
        return carries["size"].get(split(token)[1].type, 9)

    room = [carries["capacity"] - sum(size(item) for item in one.cargo) for _, one in ships]
    loads: list[list[str]] = [[] for _ in ships]
    single = [token for token in units for _ in range(units[token])]
    for unit in sorted(single, key=lambda token: (-size(token), token)):
        fits = [index for index in range(len(ships)) if room[index] >= size(unit)]
        if not fits:
            return None
        index = min(fits, key=lambda i: (room[i] - size(unit), i))
        room[index] -= size(unit)
        loads[index].append(unit)
    return grouped([(token, cargo) for (token, _), cargo in zip(ships, loads)])


def fleets_in(settler: Any, zone: str, by: Json) -> list[list[Ship]]:
    """Ships that can still load, those first that can go farthest: one's own, then an ally's, if there are any."""
    ships = ships_meant(settler, zone, by)
    if "exact" in by:
        number = number_of(by, ships)
        return [ships[:number]] if len(ships) >= number else []
    ships = sorted((row for row in ships if is_free(settler, row[1])), key=lambda row: -moves_of(settler, row[1]))
    own = [row for row in ships if row[0].partition("/")[0] in settler.board.forces()]
    others = [row for row in ships if row not in own]
    return [fleet for fleet in (own, [*own, *others]) if fleet]


def can_go_on(settler: Any, ship: Piece, steps: int | None) -> bool:
    """Whether a ship has the moves for so many steps left, and may unload after them; ships that only load do not go
    on."""
    return steps is None or (not ship.spent and steps <= moves_of(settler, ship))


def embark(settler: Any, zone: str, wish: Json) -> dict[str, int]:
    """A carrier that takes fighters along as cargo: they are put aboard first.  The loaded carriers, or {}."""
    own = settler.own
    cargo = summed((f"{force or own}/{type}", number) for number, type, force in wish["cargo"])
    count = wish["n"] if wish["n"] != "all" else settler.board.count(zone, own, "carrier")
    item = {"go": "load", "cargo": cargo, "area": zone, "ship": f"{own}/carrier", "count": count, "zone": zone}
    if not settler.take(item):
        return {}
    return {f"{own}/{settler.plan.facts[-1]['becomes']}": count}


# -- unloading -----------------------------------------------------------------------------------------------


def unload(settler: Any, item: Json) -> None:
    """Land units from ships that carry them, of those that the line names, or of all the ships that keep most by it."""
    zone, area, by = item["path"][0], item["path"][-1], item.get("by")
    ships = ships_meant(settler, zone, by) if by else laden(settler, zone)
    if by and "exact" in by:
        number = number_of(by, ships)
        if len(ships) < number:
            no_such_ship(settler, zone, by)
            return
        landed, missing = shared_out(settler, item["want"], ships, number)
    else:
        landed, missing = emptied(settler, zone, item["want"], ships)
    for token, cargo, count in landed:
        landing = {"go": "unload", "cargo": cargo, "ship": token, "count": count, "zone": zone, "area": area}
        if not settler.take(landing):
            return
    if missing:
        settler.refuse("pac-not-aboard", rule="TRN-1", ship=zone, cargo=", ".join(missing))


def laden(settler: Any, zone: str) -> list[Ship]:
    """All ships of a side in a zone that carry something, one by one."""
    rows = settler.board.of_side(zone, settler.plan.side)
    return [(f"{force}/{one.key}", one) for force, one, count in rows for _ in range(count if one.cargo else 0)]


def wanted_of(want: list[Json]) -> list[Wanted]:
    """The single units that a line wants ashore."""
    return [
        (wish["type"] + wish.get("state", ""), wish.get("force"))
        for wish in want
        for _ in range(wish["n"] if wish["n"] != "all" else MOST)
    ]


def shared_out(settler: Any, want: list[Json], ships: list[Ship], number: int) -> tuple[list[Stowed], list[str]]:
    """What so many of some ships land, the same each if that can be; and what none of them has aboard."""
    wanted = wanted_of(want)
    alike = [unit for unit in dict.fromkeys(wanted) for _ in range(wanted.count(unit) // number)]
    equal = [(token, cargo) for token, one in ships if len(cargo := matching(settler, one, alike, True)) == len(alike)]
    if len(alike) * number == len(wanted) and len(equal) >= number:
        return grouped(equal[:number]), []
    return emptied(settler, "", want, ships[:number])


def emptied(settler: Any, zone: str, want: list[Json], ships: list[Ship]) -> tuple[list[Stowed], list[str]]:
    """What ships land, one after the other, each time the one that keeps most by it; and what none of them has aboard.

    Without an equal choice: ships between which nothing but what stays aboard them decides are asked for, if `zone` is
    told.  What came aboard too late, and ships that are done, are taken only if nothing else is there, so that they
    are refused with their rule.
    """
    left, wanted, landed = list(ships), wanted_of(want), []
    everything = any(wish["n"] == "all" for wish in want)
    while wanted:
        able = [row for row in left if is_free(settler, row[1])]
        rows = [(row, cargo) for row in able if (cargo := matching(settler, row[1], wanted, False))]
        if not rows and not everything:
            rows = [(row, cargo) for row in left if (cargo := matching(settler, row[1], wanted, True))]
        if not rows:
            break
        best = min(what_is_lost(settler, row, cargo) for row, cargo in rows)
        (ship, cargo), *others = [row for row in rows if what_is_lost(settler, *row) == best]
        if zone and (other := _unlike(ship, cargo, others, wanted)):
            candidates = " or ".join(unit_text(token, 1, "") for token in (ship[0], other))
            settler.refuse("pac-which", rule="TRN-1", count=1, type=ship[1].type, area=zone, candidates=candidates)
            return [], []
        left.remove(ship)
        landed.append((ship[0], cargo))
        for unit in cargo:
            wanted.remove(next(w for w in wanted if is_wanted(settler, w, unit)))
    return grouped(landed), [] if everything else [type for type, _ in wanted]


def what_is_lost(settler: Any, ship: Ship, cargo: list[str]) -> tuple[bool, int, int, int, bool]:
    """What is lost when a ship lands some of its cargo, the least first: a shot at the shore (JDD-1); ships that have
    unloaded, where fewer could have landed it; what stays aboard; moves; the use of a ship of one's own."""
    force, one = ship[0].partition("/")[0], ship[1]
    shot = settler.plan.phase == "combat" and settler.board.parts.types[one.type].bombards
    stays = len(one.cargo) - len(cargo)
    return bool(shot), -len(cargo), stays, moves_of(settler, one), force in settler.board.forces()


def _unlike(ship: Ship, cargo: list[str], others: list[tuple[Ship, list[str]]], wanted: list[Wanted]) -> str:
    """The token of a ship of another type, or that would keep something else aboard, if not all of them are needed."""
    if sum(len(landed) for _, landed in others) + len(cargo) <= len(wanted):
        return ""
    mine = ship[1].type, kept(ship[1], cargo)
    return next((token for (token, one), landed in others if (one.type, kept(one, landed)) != mine), "")


def kept(one: Piece, landed: list[str]) -> list[str]:
    """What stays aboard a ship when some of its cargo has landed."""
    aboard = [unit.rstrip("+") for unit in one.cargo]
    for unit in landed:
        aboard.remove(unit.rstrip("+"))
    return aboard


def matching(settler: Any, one: Piece, wanted: list[Wanted], late: bool) -> list[str]:
    """The cargo of a ship that is wanted; with `late` what came aboard this turn too."""
    left, cargo = list(wanted), []
    for unit in one.cargo:
        hit = next((w for w in left if is_wanted(settler, w, unit)), None)
        if hit and (late or not unit.endswith("+")):
            left.remove(hit)
            cargo.append(unit)
    return cargo


def is_wanted(settler: Any, wanted: Wanted, unit: str) -> bool:
    """Whether a unit aboard is one of a type and force, one's own if no force is named."""
    force, one = split(unit)
    mine = wanted[1] == force if wanted[1] else force in settler.board.forces()
    return mine and one.type == wanted[0].rstrip("+")


ACTS: dict[str, Callable[..., Any]] = {"ship": ship, "load": load, "unload": unload}
