"""What lines of movement may name now, as the menu offers it: where units stand that may move, and where each may go.

The rules of movement (movement.py, flight.py, transport.py) judge; here is only what is worth offering.  A function of
a scope looks at the sketch that the lines before have left.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pbem.core.data.collecting import FAR, spread, summed
from pbem.core.language.order_context import OrderContext

from ..board.board import Board
from ..board.pieces import Piece, split
from ..rules import flight, guarantee, transport
from ..rules.bases import deck_room, moves_to, on_deck, runs
from ..rules.intentions import battles_to_come, ways_back
from .ways import is_open


class View:
    """A sketch, and what is known of it; for the first line of a menu the board itself.

    known     what was found out about the sketch as it is now
    standing  {area: (what stands there, who of it may move)}; the first is another object when units come or go
    """

    __slots__ = ("board", "phase", "side", "enemy", "known", "standing", "areas", "types")

    def __init__(
        self,
        board: Board,
        phase: str,
        known: dict[tuple[Any, ...], Any] | None = None,
        standing: dict[str, tuple[dict[str, dict[str, int]], dict[str, int]]] | None = None,
    ) -> None:
        self.board, self.phase = board, phase
        self.known, self.standing = {} if known is None else known, {} if standing is None else standing
        self.side, self.enemy = board.side, board.enemy
        self.areas, self.types = board.parts.areas, board.parts.types


def once(make: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a view, or of the scope of one, that looks at the sketch once for each state of it."""

    def found(where: View | OrderContext, *names: str) -> Any:
        seen = where if isinstance(where, View) else view(where)
        key = (make, *names)
        if key not in seen.known:
            seen.known[key] = make(seen, *names)
        return seen.known[key]

    return found


def view(scope: OrderContext) -> View:
    state = scope.state
    if state is None:
        return View(scope.board, scope.kind.phase)
    return View(state.board, scope.kind.phase, state.known, state.standing)


# -- who may move --------------------------------------------------------------------------------------------


def movable(seen: View, area: str) -> dict[str, int]:
    """``{token: count}`` of own units in an area that have not moved, or may move on; aircraft without moves that are
    left may still come down where they are."""
    there = seen.board.units.get(area)
    if there is None:
        return {}
    known = seen.standing.get(area)
    if known and known[0] is there:
        return known[1]
    found = {}
    for force, one, count in seen.board.stacks(area, seen.board.forces()):
        if one.spent or one.submerged or one.on_cap or (one.moves == 0 and not one.flying):
            continue
        if seen.phase == "combat" and (one.flying or one.type == "aa-gun"):
            continue
        found[f"{force}/{one.key}"] = count
    seen.standing[area] = there, found
    return found


@once
def starts(seen: View) -> list[str]:
    return [area for area in seen.board.manned() if movable(seen, area)]


def able(scope: OrderContext) -> dict[str, int]:
    """``{token: count}`` of units that have somewhere to go from where the line starts."""
    seen, start = view(scope), scope["from"]
    return {token: count for token, count in movable(seen, start).items() if is_able(seen, start, token)}


def is_able(seen: View, start: str, token: str) -> bool:
    """Whether a unit has somewhere to go; a carrier stays where fighters count on it."""
    is_needed = split(token)[1].type == "carrier" and seen.phase == "combat" and _counting_on_decks(seen)
    return not is_needed and bool(goals_of(seen, start, token))


def goals(scope: OrderContext) -> list[str]:
    """Where all units of a line may go."""
    seen, start, units = view(scope), scope["from"], scope["units"] or {}
    found = [goals_of(seen, start, token) for token in units]
    common = [area for area in found[0] if all(area in others for others in found)] if found else []
    return [area for area in common if not _is_crowded(seen, area, units)]


def _is_crowded(seen: View, goal: str, units: dict[str, int]) -> bool:
    """Whether decks have no room for aircraft that come down on them."""
    lands = seen.phase == "noncombat" and any(_category(seen, token) == "air" for token in units)
    if not lands or not seen.areas[goal].is_sea:
        return False
    return deck_room(seen.board, goal, seen.side) - on_deck(seen.board, goal, seen.side) < sum(units.values())


@once
def goals_of(seen: View, start: str, token: str) -> list[str]:
    """Where one unit may go from an area, in this phase."""
    return _GOALS[_category(seen, token)](seen, start, split(token)[1])


def _category(seen: View, token: str) -> str:
    return seen.types[split(token)[1].type].category


def _march_goals(seen: View, start: str, one: Piece) -> list[str]:
    found = _around(seen, start, seen.types[one.type].move, "land")
    board, side = seen.board, seen.side
    return [area for area in found if board.is_friendly(area, side) == (seen.phase == "noncombat")]


def _sail_goals(seen: View, start: str, one: Piece) -> list[str]:
    board, left = seen.board, seen.types[one.type].move if one.moves is None else one.moves
    subs = one.type == "submarine"
    found = _around(seen, start, left, "sea", subs)
    if seen.phase == "noncombat":
        if runs(board, one, start, seen.side):
            found += [
                zone
                for zone in _around(seen, start, left + 1, "sea", subs)
                if zone not in found and moves_to(board, one, start, zone, seen.side) > left
            ]
        return [zone for zone in found if not board.blocks(zone, seen.enemy)]
    if one.type == "transport" and (one.has_left or (one.moves is None and board.blocks(start, seen.enemy))):
        found = [zone for zone in found if not board.blocks(zone, seen.enemy)]
    waits = subs and start in board.markers and board.marker_side(start) != seen.side
    return [*found, start] if waits and not board.blocks(start, seen.enemy) else found


def _around(seen: View, start: str, steps: int, element: str, subs: bool = False) -> list[str]:
    """Where a unit gets by land or sea without passing an enemy, in the order of the distance."""

    def beside(area: str) -> list[str]:
        near = seen.areas[area].sea if element == "sea" else seen.areas[area].land
        return [other for other in near if seen.areas[other].passable] if on(area) else []

    def on(area: str) -> bool:
        return area == start or is_open(seen, area, element, subs)

    return [area for area in spread([start], beside, steps) if area != start]


# -- aircraft ------------------------------------------------------------------------------------------------


def _fly_goals(seen: View, start: str, one: Piece) -> list[str]:
    board, side = seen.board, seen.side
    moves = seen.types[one.type].move if one.moves is None else one.moves
    found = flight.reach(board, start, moves, side)
    if seen.phase == "noncombat":
        return [area for area in found if (area != start or one.flying) and _may_land(seen, area, one)]
    homes, decks = (
        _homes(seen),
        _decks(seen, start if seen.areas[start].is_sea else "") if one.type == "fighter" else {},
    )
    return [
        area
        for area, spent in found.items()
        if seen.areas[area].passable
        and flight.enemy_at(board, area, side, seen.enemy)
        and min(homes.get(area, FAR), decks.get(area, FAR)) <= moves - spent
    ]


def _may_land(seen: View, area: str, one: Piece) -> bool:
    board = seen.board
    if area in board.control:
        return board.was_friendly(area, seen.side)
    return one.type == "fighter" and deck_room(board, area, seen.side) > on_deck(board, area, seen.side)


@once
def _homes(seen: View) -> dict[str, int]:
    """``{area: moves}`` that an aircraft there needs to land on land."""
    fields = (
        place
        for area in seen.board.control
        if seen.board.was_friendly(area, seen.side)
        for place in [area, *(seen.areas[area].near if seen.areas[area].air_base else ())]
    )
    return spread(fields, lambda area: seen.areas[area].near)


@once
def _decks(seen: View, start: str) -> dict[str, int]:
    """``{area: moves}`` that a fighter there needs to land on a deck on which nobody else counts; its own is free."""
    free = (zone for zone, room in _free_decks(seen).items() if room + (zone == start) > _counting_on_decks(seen))
    return spread(free, lambda area: seen.areas[area].near)


@once
def _free_decks(seen: View) -> dict[str, int]:
    board, side = seen.board, seen.side
    return {
        zone: deck_room(board, zone, side) - on_deck(board, zone, side)
        for zone in board.parts.zones
        if any(one.type == "carrier" for _, one, _ in board.of_side(zone, side))
    }


@once
def _counting_on_decks(seen: View) -> int:
    """How many fighters in the air can land on a deck only."""
    return sum(
        count
        for area in seen.board.manned()
        for _, one, count in seen.board.stacks(area, seen.board.forces())
        if one.flying and _homes(seen).get(area, FAR) > one.left
    )


_GOALS = {"land": _march_goals, "special": _march_goals, "sea": _sail_goals, "air": _fly_goals}


@once
def flyers(seen: View) -> list[str]:
    """Where aircraft are in the air that may come down in several places."""
    return [
        area
        for area in seen.board.manned()
        if any(
            one.flying and len(guarantee.places(seen.board, area, one, seen.side)) > 1
            for _, one, _ in seen.board.stacks(area, seen.board.forces())
        )
    ]


def raid_starts(scope: OrderContext) -> list[str]:
    seen = view(scope)
    return [area for area in starts(scope) if any(split(token)[1].type == "bomber" for token in movable(seen, area))]


def raiders(scope: OrderContext) -> dict[str, int]:
    seen, start = view(scope), scope["from"]
    return {
        token: count
        for token, count in movable(seen, start).items()
        if split(token)[1].type in ("bomber", "fighter") and _raid_goals(seen, start, token)
    }


def raid_goals(scope: OrderContext) -> list[str]:
    seen = view(scope)
    found = [_raid_goals(seen, scope["from"], token) for token in scope["units"] or {}]
    return [area for area in found[0] if all(area in others for others in found)] if found else []


def _raid_goals(seen: View, start: str, token: str) -> list[str]:
    board = seen.board
    return [area for area in goals_of(seen, start, token) if area in board.complexes and board.control[area] != "china"]


def fresh_fighters(scope: OrderContext) -> dict[str, int]:
    return {
        token: count for token, count in movable(view(scope), scope["from"]).items() if split(token)[1].key == "fighter"
    }


def patrol_starts(scope: OrderContext) -> list[str]:
    board = scope.board
    return [area for area in starts(scope) if area in board.control and board.parts.areas[area].sea]


def patrol_goals(scope: OrderContext) -> list[str]:
    seen = view(scope)
    return [zone for zone in seen.areas[scope["from"]].sea if not seen.board.blocks(zone, seen.enemy)]


# -- ships and what is aboard --------------------------------------------------------------------------------


def berths(seen: View, zone: str, area: str) -> list[tuple[str, int, int]]:
    """``[(token, ships, room in each)]`` of ships that can still take something aboard from an area, an ally's among
    them; from the zone itself these are carriers, which take fighters along."""
    if area == zone:
        decks = seen.types["carrier"].decks
        return [
            (f"{force}/{one.key}", count, decks - len(one.cargo))
            for force, one, count in seen.board.stacks(zone, seen.board.forces())
            if one.type == "carrier" and len(one.cargo) < decks
        ]
    found = []
    for force, one, count in seen.board.of_side(zone, seen.side):
        carries = seen.types[one.type].carries
        if not carries or one.unloaded or (one.spent and seen.phase == "combat") or carries.get("only", force) != force:
            continue
        room = carries["capacity"] - sum(carries["size"].get(split(item)[1].type, 9) for item in one.cargo)
        if room > 0:
            found.append((f"{force}/{one.key}", count, room))
    return found


def size(seen: View, ship: str, unit: str) -> int:
    """How much room a unit takes up aboard a ship; more than there is if the ship does not carry it."""
    if split(ship)[1].type == "carrier":
        return 1
    return seen.types[split(ship)[1].type].carries["size"].get(split(unit)[1].type, 9)


def passengers(seen: View, area: str) -> dict[str, int]:
    """``{token: count}`` of own fresh land units that may board a ship, and of fighters on the decks of a zone."""
    board = seen.board
    if seen.areas[area].is_sea:
        return {
            f"{force}/{one.key}": count for force, one, count in board.of_side(area, seen.side) if one.key == "fighter"
        }
    if area not in board.control or not board.is_friendly(area, seen.side):
        return {}
    return {
        token: count
        for token, count in movable(seen, area).items()
        if _category(seen, token) in ("land", "special") and token != "china/infantry"
    }


def boarding(scope: OrderContext) -> list[str]:
    """Where somebody may board a ship."""
    return _boarding(scope, scope.form.gives["go"])


@once
def _boarding(seen: View, go: str) -> list[str]:
    return [area for area in starts(seen) if passengers(seen, area) and any(_quays(seen, area, go))]


def _quays(seen: View, area: str, go: str) -> Iterator[str]:
    """The zones beside an area where ships may take something aboard: with `ship` transports of one's own."""
    if seen.areas[area].is_sea:
        yield from [area] if go == "load" and berths(seen, area, area) else []
        return
    for zone in seen.areas[area].sea:
        if not seen.board.blocks(zone, seen.enemy) and any(_suits(seen, row, go) for row in berths(seen, zone, area)):
            yield zone


def _suits(seen: View, row: tuple[str, int, int], go: str) -> bool:
    """Whether a ship serves a line: `ship` takes empty transports of one's own that have all their moves."""
    force, one = split(row[0])
    return go == "load" or (one.key == "transport" and force in seen.board.forces())


def boarders(scope: OrderContext) -> dict[str, int]:
    """``{token: count}`` of those who may board, as many as ships that are alike take of them."""
    seen, area, go, found = view(scope), scope["from"], scope.form.gives["go"], {}
    rows = [row for zone in _quays(seen, area, go) for row in berths(seen, zone, area) if _suits(seen, row, go)]
    for token, count in passengers(seen, area).items():
        able = [room // size(seen, ship, token) * ships for ship, ships, room in rows]
        found[token] = min(count, max(able, default=0))
    return found


def boarding_sizes(scope: OrderContext) -> dict[str, int]:
    """How much room each unit takes up in a transport, by token."""
    seen, sizes = view(scope), scope.board.parts.types["transport"].carries["size"]
    return {f"{force}/{type}": sizes[type] for force in seen.board.forces() for type in sizes if sizes[type] != 1}


def boarding_room(scope: OrderContext) -> int:
    """The room of ships that are alike; of all transports of a zone together for `ship`."""
    seen, go = view(scope), scope.form.gives["go"]
    rooms = [
        [
            room * ships
            for ship, ships, room in berths(seen, zone, scope["from"])
            if _suits(seen, (ship, ships, room), go)
        ]
        for zone in _quays(seen, scope["from"], go)
    ]
    return max((sum(row) if go == "ship" else max(row) for row in rooms), default=0)


def quays(scope: OrderContext) -> list[str]:
    """The zones where ships have room for the units of a line."""
    seen, go, units = view(scope), scope.form.gives["go"], scope["units"] or {}
    return [zone for zone in _quays(seen, scope["from"], go) if _have_room(seen, zone, scope["from"], units, go)]


def _have_room(seen: View, zone: str, area: str, units: dict[str, int], go: str) -> bool:
    rows = [row for row in berths(seen, zone, area) if _suits(seen, row, go)]
    if go != "ship":
        return any(_need(seen, ship, units) <= room * ships for ship, ships, room in rows)
    return bool(rows) and _need(seen, rows[0][0], units) <= sum(room * ships for _, ships, room in rows)


def _need(seen: View, ship: str, units: dict[str, int]) -> int:
    return sum(size(seen, ship, token) * count for token, count in units.items())


def ships_there(scope: OrderContext) -> list[str]:
    """``2 us/transport``: the ships in a zone that have room for the units of a line, each for its share."""
    seen, units = view(scope), scope["units"] or {}
    return [
        f"{number} {ship}"
        for ship, count, room in berths(seen, scope["to"], scope["from"])
        for number in range(1, count + 1)
        if _need(seen, ship, units) <= room * number
    ]


def shipping_goals(scope: OrderContext) -> list[str]:
    """Where `ship` may lead from the zone in which its ships load: zones, and the shores beside them."""
    seen, start = view(scope), scope["sea"]
    zones = _sail_goals(seen, start, split("us/transport@2")[1])
    if seen.phase == "combat":
        zones = [zone for zone in zones if not seen.board.blocks(zone, seen.enemy)]
    ashore = seen.phase == "noncombat"
    shores = [
        area
        for zone in [start, *zones]
        for area in seen.areas[zone].land
        if seen.areas[area].passable
        and area in seen.board.control
        and area != scope["from"]
        and seen.board.is_friendly(area, seen.side) == ashore
    ]
    return [*zones, *dict.fromkeys(shores)]


# -- ashore --------------------------------------------------------------------------------------------------


def loaded(seen: View, zone: str) -> list[tuple[str, int, dict[str, int]]]:
    """``[(ship token, ships, {token: count} that may go ashore)]``."""
    found = []
    for force, one, count in seen.board.of_side(zone, seen.side):
        if not one.cargo or one.unloaded or one.type == "carrier" or (one.spent and seen.phase == "combat"):
            continue
        cargo = [item for item in one.cargo if item.partition("/")[0] in seen.board.forces() and not item.endswith("+")]
        if seen.phase == "combat":
            cargo = [item for item in cargo if split(item)[1].type != "aa-gun"] if not one.has_left else []
        if cargo:
            found.append((f"{force}/{one.key}", count, {item: cargo.count(item) for item in cargo}))
    return found


def unloading(scope: OrderContext) -> list[str]:
    seen = view(scope)
    return [
        zone
        for zone in seen.board.parts.zones
        if zone in seen.board.units and loaded(seen, zone) and _shores(seen, zone)
    ]


def landing_units(scope: OrderContext) -> dict[str, int]:
    """``{token: count}`` of what can go ashore, as many as ships that are alike have of them."""
    found = {}
    for _, ships, cargo in loaded(view(scope), scope["from"]):
        for token, count in cargo.items():
            found[token] = max(found.get(token, 0), count * ships)
    return found


def shores(scope: OrderContext) -> list[str]:
    return _shores(view(scope), scope["from"])


def _shores(seen: View, zone: str) -> list[str]:
    """Where a zone's ships may unload: hostile land in combat movement, of several shores the one that was named first
    if ships stand by to bombard."""
    board, ashore = seen.board, seen.phase == "noncombat"
    if ashore and board.blocks(zone, seen.enemy):
        return []
    found = [
        area
        for area in seen.areas[zone].land
        if seen.areas[area].passable and area in board.control and board.is_friendly(area, seen.side) == ashore
    ]
    named = [one["area"] for one in board.landings if one["zone"] == zone]
    return [area for area in found if area in named] if named and transport.bombarders(board, zone) else found


def laden_ships(scope: OrderContext) -> list[str]:
    """``1 us/transport(us/infantry)``: the ships that carry the units of a line, each its share."""
    units = scope["units"] or {}
    return [
        f"{number} {ship}"
        for ship, count, cargo in loaded(view(scope), scope["from"])
        for number in range(1, count + 1)
        if all(wanted <= cargo.get(token, 0) * number for token, wanted in units.items())
    ]


# -- about battles: only lines before make them known ------------------------------------------------------------


def landing_zones(scope: OrderContext) -> list[str] | None:
    if not scope.items:
        return None
    board = view(scope).board
    return sorted({one["zone"] for one in board.landings if _left_to_bombard(board, one["zone"])})


def _left_to_bombard(board: Board, zone: str) -> dict[str, int]:
    named = summed(row for one in board.bombard if one["zone"] == zone for row in one["units"].items())
    able = transport.bombarders(board, zone)
    return {ship: count - named.get(ship, 0) for ship, count in able.items() if count > named.get(ship, 0)}


def bombarders(scope: OrderContext) -> dict[str, int] | None:
    return _left_to_bombard(view(scope).board, scope["from"]) if scope.items else None


def landing_shores(scope: OrderContext) -> list[str] | None:
    board = view(scope).board
    return sorted({one["area"] for one in board.landings if one["zone"] == scope["from"]}) if scope.items else None


def battles(scope: OrderContext) -> list[str] | None:
    """Where there will be battles, as far as it is known."""
    return _battles(scope) if scope.items else None


@once
def _battles(seen: View) -> list[str]:
    return battles_to_come(seen.board)


def unprogrammed(scope: OrderContext) -> list[str] | None:
    """Battles that no line before has given a program."""
    given, coming = [item["area"] for item in scope.items if item["go"] == "program"], battles(scope)
    return None if coming is None else [area for area in coming if area not in given]


def escapes(scope: OrderContext) -> list[str] | None:
    return ways_back(view(scope).board, scope["area"]) if scope.items else None
