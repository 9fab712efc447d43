"""Aircraft in motion: paths and their cost, air bases, guns on the way, landing and its guarantee, raids' approach."""

from pbem.core.problems import messages
from pbem.core.requests import Roll, dice
from pbem.core.rulebook import rule

from .pieces import split

messages(
    {
        "pac-no-landing": "{units} at {area} could not land anywhere afterwards (moves left: {left}).",
        "pac-cannot-land": "{units} cannot land in {area}.",
        "pac-no-raid": "{area} holds no enemy complex to raid.",
        "pac-raiders": "only bombers raid, with fighters as escorts.",
        "pac-no-patrol": "{units} cannot take up patrol over {zone} from {area}.",
        "pac-where-to-land": "{units} over {area} may land in several places.",
    }
)


# -- distance ------------------------------------------------------------------------------------------------


@rule("AIR-1", "Air base", also=("MOV-1", "MOV-2"))
def cost(board, path, side):
    """AIR-1. Moves that an aircraft spends on a path: one a step, none for the first out of a friendly air base and
    the last into one.  None if the path leaves the board."""
    areas = board.parts.areas
    spent = 0
    for index, (one, other) in enumerate(zip(path, path[1:])):
        if other not in areas[one].near:
            return None
        leaves_base = index == 0 and has_base(board, one, side)
        enters_base = index == len(path) - 2 and has_base(board, other, side)
        spent += not (leaves_base or enters_base)
    return spent


def has_base(board, area, side):
    place = board.parts.areas[area]
    return place.air_base and board.is_friendly(area, side)


def reach(board, start, moves, side):
    """``{area: moves spent}`` of all that an aircraft can get to, landing bonus included; the start costs nothing."""
    areas = board.parts.areas
    best = {start: 0}
    todo = [start]
    for area in todo:  # breadth first: every step costs one, but for bases at either end
        step = 0 if area == start and has_base(board, area, side) else 1
        for other in areas[area].near:
            spent = best[area] + step
            if spent <= moves and spent < best.get(other, 99):
                best[other] = spent
                todo.append(other)
    found = dict(best)
    for area, spent in best.items():
        for other in areas[area].land:
            if has_base(board, other, side) and spent < found.get(other, 99):
                found[other] = spent
    return found


def route(board, start, goal, side, avoid=()):
    """The cheapest path from start to goal; among those the one over the fewest areas of `avoid`, then by id."""
    from heapq import heappop, heappush

    areas = board.parts.areas
    heap, done = [((0, 0, 0), [start])], set()
    while heap:
        (spent, guns, length), path = heappop(heap)
        area = path[-1]
        if area == goal and length:
            return path
        if area in done or (area == goal and length):
            continue
        done.add(area)
        for other in areas[area].near:
            free = (not length and has_base(board, area, side)) or (other == goal and has_base(board, other, side))
            gun = other != goal and other in avoid
            heappush(heap, ((spent + (not free), guns + gun, length + 1), [*path, other]))
    return None


def guns(board, enemy):
    """Territories where enemy guns stand."""
    return [area for area in board.units if area in board.control and board.has_gun(area, enemy)]


# -- flying --------------------------------------------------------------------------------------------------


@rule("MOV-7", "Landing", also=("AIR-1", "MOV-2", "SEA-12", "AMP-3", "NCM-4"))
def fly(plan, units, path, raid=False):
    """MOV-7. Aircraft fly over anything passable, pay for each step, and end in an enemy's area in combat movement.

    SEA-12: they may fly past ships.  AMP-3: where they end, sea zone or territory, decides which battle they join.
    In non-combat movement they end where they can land.
    """
    board = plan.board
    closed = [area for area in path if not board.parts.areas[area].passable]
    if closed:
        plan.refuse("pac-wrong-way", rule="MOV-2", units=", ".join(units), area=closed[0])
        return
    spent = cost(board, path, plan.side)
    if spent is None:
        plan.refuse("pac-not-adjacent", rule="MOV-1", one=path[0], other=path[-1])
        return
    for token in units:
        one = split(token)[1]
        have = board.parts.types[one.type].move if one.moves is None else one.moves
        if one.spent or one.on_cap or (one.flying and plan.phase == "combat"):
            plan.refuse("pac-moved", rule="NCM-1", units=token, area=path[0])
            return
        if spent > have:
            plan.refuse("pac-too-far", rule="MOV-1", units=token, area=path[0], most=have, cost=spent)
            return
    if plan.phase == "noncombat":
        touch_down(plan, units, path)
        return
    goal = path[-1]
    if not enemy_at(board, goal, plan.side, plan.enemy):
        plan.refuse("pac-not-hostile", rule="MOV-4", area=goal)
        return
    changes = []
    for token, count in units.items():
        one = split(token)[1]
        left = board.parts.types[one.type].move - spent
        changes.append([token, count, one.but(moves=left, add="#" if raid else "")])
    over_guns_of(plan, path, changes)
    plan.emit("units-moved", rule="SBR-1" if raid else "MOV-1", path=path, units=changes)


def enemy_at(board, area, side, enemy):
    """Whether there is anything for aircraft to fight: enemy land, or enemy units at sea."""
    if board.parts.areas[area].is_sea:
        return board.blocks(area, enemy)
    return not board.is_friendly(area, side)


@rule("LND-1", "Antiaircraft fire first")
def over_guns_of(plan, path, changes):
    """LND-1. A flight over enemy guns is noted; they fire when all have moved."""
    flight = {}
    for token, count, key in changes:
        flight[f"{token.partition('/')[0]}/{key}"] = count
    for area in path[1:-1]:
        if area in plan.board.control and plan.board.has_gun(area, plan.enemy):
            plan.emit("flight-over-guns", area=area, to=path[-1], units=flight)


@rule("MOV-8", "Friendly since start", also=("MOV-7", "CAR-1", "NCM-4", "LND-6"))
def touch_down(plan, units, path):
    """MOV-8. Aircraft land on land that was friendly when the turn began, fighters also on a deck in a zone."""
    board, goal = plan.board, path[-1]
    if board.parts.areas[goal].is_sea:
        count = sum(units.values())
        from .movement import deck_room, on_deck

        room = deck_room(board, goal, plan.side) - on_deck(board, goal, plan.side)
        if path[0] == goal:
            room += sum(n for token, n in units.items() if not split(token)[1].flying)
        if any(split(token)[1].type != "fighter" for token in units) or room < count:
            plan.refuse("pac-cannot-land", rule="CAR-1", units=", ".join(units), area=goal, hint=f"Deck room: {room}.")
            return
    elif not board.was_friendly(goal, plan.side):
        plan.refuse("pac-cannot-land", rule="MOV-8", units=", ".join(units), area=goal)
        return
    changes = [[token, n, split(token)[1].but(moves=None, add="+", drop="%#")] for token, n in units.items()]
    retreating = any(split(token)[1].has_left for token in units)
    if retreating and plan.option("antiaircraft-on-retreat"):
        over_guns_of(plan, path, changes)
    plan.emit("units-moved", path=path, units=changes)


@rule("SBR-1", "Declare", also=("SBR-6",))
def raid(plan, item):
    """SBR-1. Bombers, and fighters as escorts, fly to an enemy complex.  SBR-6: Japan does not raid China."""
    units, path = item["units"], item["path"]
    board, goal = plan.board, path[-1]
    if not plan.has(path[0], units):
        return
    types = [split(token)[1].type for token in units]
    if not set(types) <= {"bomber", "fighter"}:
        plan.refuse("pac-raiders", rule="SBR-1")
        return
    nation = board.control.get(goal)
    if plan.phase != "combat" or goal not in board.complexes or board.is_friendly(goal, plan.side) or nation == "china":
        plan.refuse("pac-no-raid", rule="SBR-6" if nation == "china" else "SBR-1", area=goal)
        return
    before = len(plan.problems)
    fly(plan, units, path, raid=True)
    if len(plan.problems) == before:
        plan.emit("raid-declared", area=goal)


@rule("CAP-1", "Putting up CAP", also=("AIR-2", "CAP-6"))
def patrol(plan, item):
    """CAP-1. A fighter that has not moved this turn goes from land to an adjacent zone without enemies.

    From an island it goes to the zone around it; air bases do nothing (AIR-2).
    """
    units, path = item["units"], item["path"]
    if not plan.has(path[0], units):
        return
    board, area, zone = plan.board, path[0], path[-1]
    fresh = all(split(token)[1].key == "fighter" for token in units)
    if not fresh:
        plan.refuse("pac-moved", rule="CAP-1", units=", ".join(units), area=area)
        return
    land = area in board.control and zone in board.parts.areas[area].sea
    if plan.phase != "noncombat" or len(path) != 2 or not land or board.blocks(zone, plan.enemy):
        plan.refuse("pac-no-patrol", rule="CAP-1", units=", ".join(units), area=area, zone=zone)
        return
    plan.emit("units-moved", path=path, units=[[token, n, "fighter^"] for token, n in units.items()])


# -- guns on the way -----------------------------------------------------------------------------------------


@rule("LND-1", "Antiaircraft fire first")
def over_guns(t):
    """LND-1. Guns fire once at each aircraft that flew over them, whatever their number; the owner picks who falls."""
    from . import losses

    flights = list(t.board.flights)
    for number, flight in enumerate(flights):
        units = {}
        for token, count in flight["units"].items():
            force, one = split(token)
            units[token] = min(count, t.board.count(flight["to"], force, one.key))
        shots = sum(units.values())
        if not shots:
            continue
        rolled = yield Roll(f"lnd-1/{flight['area']}/{number + 1}", dice(shots))
        hits = sum(die <= t.board.parts.turn["combat"]["antiaircraft"] for die in rolled)
        t.emit("dice-rolled", area=flight["area"], side=t.board.enemy, what="antiaircraft", dice=rolled, hits=hits,
               shots=[["aa-gun", shots, 1]])  # fmt: skip
        if hits:
            targets = {token: n for token, n in units.items() if n}
            yield from losses.remove(t, flight["to"], t.board.power, targets, hits, "raid", why="antiaircraft")
    if flights:
        t.emit("flights-done")


# -- the guarantee -------------------------------------------------------------------------------------------


def fields(board, start, moves, type, side):
    """Territories where an aircraft could land with `moves` left, cheapest first."""
    found = reach(board, start, moves, side)
    places = [area for area in found if area in board.control and board.was_friendly(area, side)]
    return sorted(places, key=lambda area: (found[area], area))


@rule("MOV-9", "Risky moves", also=("MOV-7", "MOV-10"))
def check_landings(plan):
    """MOV-9. Every aircraft in the air must have somewhere to land, judged over all moves together.

    A fighter may count on a carrier that survives its battle, or that can follow in non-combat movement into a zone
    that is or may become free of the enemy; never on a carrier that has to retreat.  Decks are shared out so that as
    many fighters as possible find one; those that then have none are named.
    """
    board = plan.board
    needy = []
    for area in sorted(board.units):
        for force, one, count in board.stacks(area, board.forces()):
            if one.flying and not fields(board, area, one.moves, one.type, plan.side):
                zones = _zones_in_reach(board, area, one, plan.side)
                needy.append((area, f"{force}/{one.key}", count, zones))
    if not needy:
        return
    short = _unmatched(board, needy, plan.side, plan.enemy)
    for area, token, count in short:
        left = split(token)[1].moves
        rule_id = "MOV-9" if _zones_in_reach(board, area, split(token)[1], plan.side) else "MOV-7"
        plan.refuse("pac-no-landing", rule=rule_id, units=f"{count} {split(token)[1].type}", area=area, left=left)


def _zones_in_reach(board, area, one, side):
    if one.type != "fighter":
        return ()
    found = reach(board, area, one.moves, side)
    return tuple(sorted(zone for zone in found if board.parts.areas[zone].is_sea))


def _unmatched(board, needy, side, enemy):
    """``[(area, token, count)]`` of fighters that no deck can take, with the carriers placed as well as possible."""
    fixed, movable = _carriers(board, side)
    spots = {}
    for index, (zone, room, _) in enumerate(movable):
        spots[index] = _carrier_zones(board, zone, side, enemy)
    wanted = [(item, zones) for item in needy for zones in (item[3],)]
    best = None
    choices = _placements(spots, wanted)
    for placed in choices:
        room = dict(fixed)
        for index, zone in placed.items():
            room[zone] = room.get(zone, 0) + movable[index][1]
        short = _share(wanted, room)
        if best is None or sum(n for *_, n in short) < sum(n for *_, n in best):
            best = short
        if not best:
            break
    return best


def _carriers(board, side):
    """Deck room that stands still, ``{zone: room}``, and own carriers that may still move, ``[(zone, room, token)]``.

    Fighters of allies and own ones that never left keep their places.
    """
    fixed, movable = {}, []
    for zone in board.parts.zones:
        taken = sum(
            n for _, one, n in board.of_side(zone, side) if one.type == "fighter" and not one.flying and not one.on_cap
        )
        for force, one, count in board.of_side(zone, side):
            if one.type != "carrier":
                continue
            for _ in range(count):
                room = board.parts.types["carrier"].decks - len(one.cargo)
                used = min(room, taken)
                taken -= used
                if force in board.forces() and not one.spent and one.moves is None:
                    movable.append((zone, room - used, f"{force}/{one.key}"))
                else:
                    fixed[zone] = fixed.get(zone, 0) + room - used
    return fixed, [one for one in movable if one[1]]


def _carrier_zones(board, start, side, enemy):
    """Zones that a carrier could reach in non-combat movement: free of the enemy, or attacked this turn."""
    from .movement import base_run, naval_base

    most = 3 if naval_base(board, start, side) else 2
    found, todo = {start: [start]}, [start]
    for zone in todo:
        if len(found[zone]) > most:
            continue
        for other in board.parts.areas[zone].sea:
            if other not in found and (not board.blocks(other, enemy) or attacked(board, other)):
                found[other] = [*found[zone], other]
                todo.append(other)
    return [zone for zone, path in found.items() if len(path) <= 3 or base_run(board, path, side)]


def attacked(board, zone):
    """Whether units of the power in turn will fight in a zone this turn, so that it may become free."""
    types = board.parts.types
    return any(
        one.flying or types[one.type].category == "sea" and not one.submerged and one.type != "transport"
        for _, one, _ in board.stacks(zone, board.forces())
    )


def _placements(spots, wanted):
    """Ways to place the movable carriers that matter: each in a zone that some fighter can reach."""
    useful = {zone for _, zones in wanted for zone in zones}
    indices = sorted(spots)
    lists = []
    for index in indices:
        zones = [zone for zone in spots[index] if zone in useful]
        lists.append(zones or [spots[index][0]])

    def place(position, placed):
        if position == len(indices):
            yield placed
            return
        for zone in lists[position]:
            yield from place(position + 1, {**placed, indices[position]: zone})

    total = 1
    for zones in lists:
        total *= len(zones)
    if total > 4096:  # many carriers: the zones that most fighters reach are enough
        popular = sorted(useful, key=lambda z: (-sum(n[2] for n, zones in wanted if z in zones), z))[:4]
        lists = [[zone for zone in zones if zone in popular] or zones[:1] for zones in lists]
    yield from place(0, {})


def _share(wanted, room):
    """Fighters that find no deck when all decks are filled as far as they can be (augmenting paths)."""
    units = [(item, zones) for item, zones in wanted for _ in range(item[2])]
    slots = {zone: [] for zone in room}
    left = []

    def seat(index, seen):
        for zone in units[index][1]:
            if zone not in slots or zone in seen or not room[zone]:
                continue
            seen.add(zone)
            if len(slots[zone]) < room[zone]:
                slots[zone].append(index)
                return True
            for place, other in enumerate(slots[zone]):
                if seat(other, seen):
                    slots[zone][place] = index
                    return True
        return False

    for index in range(len(units)):
        if not seat(index, set()):
            left.append(units[index][0])
    counted = {}
    for area, token, _, _ in left:
        counted[(area, token)] = counted.get((area, token), 0) + 1
    return [(area, token, count) for (area, token), count in sorted(counted.items())]


# -- landing what is left ------------------------------------------------------------------------------------


def places(board, area, one, side):
    """Where an aircraft in the air may come down now: territories, and zones with deck room for a fighter."""
    from .movement import deck_room, on_deck

    found = reach(board, area, one.moves, side)
    options = [place for place in found if place in board.control and board.was_friendly(place, side)]
    if one.type == "fighter":
        for zone in found:
            if board.parts.areas[zone].is_sea and deck_room(board, zone, side) > on_deck(board, zone, side):
                options.append(zone)
    return sorted(options, key=lambda place: (found[place], place))


@rule("MOV-7", "Landing", also=("MOV-9",))
def land_rest(plan):
    """MOV-7. Aircraft that no order landed: with one place they take it, with none they are lost (MOV-9), with
    several the player must say; under `free` (the published default) they take the nearest."""
    board = plan.board
    for area in sorted(board.units):
        for force, one, count in board.stacks(area, board.forces()):
            for _ in range(count if one.flying else 0):
                options = places(board, area, one, plan.side)
                token = f"{force}/{one.key}"
                if not options:
                    plan.emit("units-removed", rule="MOV-9", area=area, units={token: 1}, why="nowhere to land")
                elif len(options) == 1 or plan.free:
                    path = _way(board, area, options[0], plan)
                    touch_down(plan, {token: 1}, path)
                else:
                    hint = "Legal now: " + ", ".join(options[:8]) + "."
                    plan.refuse("pac-where-to-land", rule="MOV-7", hint=hint, units=one.type, area=area)
                    break


def _way(board, area, goal, plan):
    return [area] if area == goal else route(board, area, goal, plan.side, guns(board, plan.enemy))

