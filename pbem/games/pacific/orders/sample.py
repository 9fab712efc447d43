"""Random legal movement for self-play: candidates tried one after the other on a sketch, kept if nothing is wrong."""

from ..board.pieces import split
from ..rules import flight, guarantee, movement
from ..rules.intentions import battles_to_come
from ..rules.movement import Plan
from .moves import default_landings


def moves(board, draw, phase):
    """A random legal set of moves of the power in turn, of every kind that the position offers."""
    plan, items = Plan(board, phase), []
    for _ in range(6 + draw.below(26)):
        made = candidate(plan, draw, phase)
        kept = keep(plan, made)
        if kept is not None:
            plan = kept
            items += made
    if phase == "noncombat":
        items += land_all(plan, draw)
    return whole(board, items, phase)


def keep(plan, items):
    """The plan with the items carried out, or None if one of them is refused."""
    if not items:
        return None
    before = len(plan.problems)
    tried = Plan(plan.board, plan.phase)
    tried.facts, tried.problems = list(plan.facts), list(plan.problems)
    for item in items:
        tried.run([item() if callable(item) else item])
        if len(tried.problems) > before:
            return None
    return tried


def whole(board, items, phase):
    """The items, without the last ones as long as the whole set is not legal; landings are kept to the end."""
    finish = movement.finish_combat if phase == "combat" else movement.finish_noncombat
    while True:
        plan = Plan(board, phase).run(items)
        finish(plan)
        if not plan.problems:
            return items
        others = [place for place, item in enumerate(items) if phase == "combat" or not lands(item)]
        if not others:
            return default_landings(board) if phase == "noncombat" else []
        items = items[: others[-1]] + items[others[-1] + 1 :]


def lands(item):
    """Whether an item lands aircraft that are in the air."""
    return item["go"] == "move" and all(split(token)[1].flying for token in item["units"])


def candidate(plan, draw, phase):
    """One random thing to try: a list of items."""
    kinds = ["land", "land", "sea", "air", "cargo", "cargo"]
    kinds += (
        ["raid", "program", "bombard", "storm", "storm", "storm", "convoy", "battles"]
        if phase == "combat"
        else ["patrol", "unload"]
    )
    return MAKERS[draw.choice(kinds)](plan, draw, phase)


def pieces_of(plan, category):
    """``(area, token, Piece, count)`` of movable own pieces of a category."""
    types, forces = plan.board.parts.types, plan.board.forces()
    found = []
    for area in sorted(plan.board.units):
        for force, one, count in plan.board.stacks(area, forces):
            if types[one.type].category in category and not one.spent and not one.submerged and not one.on_cap:
                found.append((area, f"{force}/{one.key}", one, count))
    return found


def land(plan, draw, phase):
    found = pieces_of(plan, ("land", "special") if phase == "noncombat" else ("land",))
    if not found:
        return []
    area, token, one, count = draw.choice(found)
    near = plan.board.parts.areas[area].land
    if phase == "combat" and draw.below(5):
        near = [other for other in near if not plan.board.is_friendly(other, plan.side)] or near
    if not near:
        return []
    path = [area, draw.choice(near)]
    if one.type == "armor" and draw.below(2) and plan.board.parts.areas[path[-1]].land:
        path.append(draw.choice(plan.board.parts.areas[path[-1]].land))
    number = count if draw.below(3) else 1 + draw.below(count)
    return [{"go": "move", "units": {token: number}, "path": path}]


def sea(plan, draw, phase):
    found = pieces_of(plan, ("sea",))
    if not found:
        return []
    area, token, one, count = draw.choice(found)
    path = [area]
    for _ in range(1 + draw.below(2 if phase == "combat" else 3)):
        near = plan.board.parts.areas[path[-1]].sea
        foes = [zone for zone in near if plan.board.blocks(zone, plan.enemy)]
        path.append(draw.choice(foes if foes and phase == "combat" and draw.below(3) else near))
    number = 1 + draw.below(count)
    items = []
    if one.type == "carrier" and not one.cargo:
        fighters = [f for f in ("japan", "uk", "us") if plan.board.count(area, f, "fighter")]
        if fighters and draw.below(2):
            rider = f"{draw.choice(fighters)}/fighter"
            items.append({"go": "load", "cargo": {rider: 1}, "area": area, "ship": token, "count": 1, "zone": area})
            token, number = f"{token.partition('/')[0]}/{one.but(cargo=[rider])}", 1
    return [*items, {"go": "move", "units": {token: number}, "path": path}]


def air(plan, draw, phase):
    found = pieces_of(plan, ("air",))
    if not found:
        return []
    area, token, one, count = draw.choice(found)
    moves_left = plan.board.parts.types[one.type].move if one.moves is None else one.moves
    inside = flight.reach(plan.board, area, moves_left, plan.side)
    if phase == "combat":
        goals = [a for a in inside if flight.enemy_at(plan.board, a, plan.side, plan.enemy)]
    else:
        goals = [a for a in inside if a in plan.board.control and plan.board.was_friendly(a, plan.side)]
    if not goals:
        return []
    goal = draw.choice(sorted(goals))
    path = (
        [area] if goal == area else flight.route(plan.board, area, goal, plan.side, flight.guns(plan.board, plan.enemy))
    )
    return [{"go": "move", "units": {token: 1 + draw.below(count)}, "path": path}] if path else []


def storm(plan, draw, phase):
    """All land units next to one enemy territory go there, a capital if they can, with the aircraft in reach."""
    board, targets = plan.board, {}
    for area, token, _, count in pieces_of(plan, ("land",)):
        for other in board.parts.areas[area].land:
            if not board.is_friendly(other, plan.side):
                targets.setdefault(other, []).append((area, token, count))
    if not targets:
        return []
    capitals = [area for area in sorted(targets) if board.parts.areas[area].capital_of]
    goal = draw.choice(capitals or sorted(targets))
    items = [{"go": "move", "units": {token: count}, "path": [area, goal]} for area, token, count in targets[goal]]
    wings = pieces_of(plan, ("air",))
    return items + [item for row in draw.some(wings, 2) for item in support(plan, row, goal, "move")]


def support(plan, row, goal, go):
    """Aircraft that join an attack, if they get there and half of their moves are left."""
    area, token, one, count = row
    path = flight.route(plan.board, area, goal, plan.side) if one.key == one.type else None
    if not path or 2 * flight.cost(plan.board, path, plan.side) > plan.board.parts.types[one.type].move:
        return []
    return [{"go": go, "units": {token: count}, "path": path}]


def convoy(plan, draw, phase):
    """A warship goes for an enemy convoy marker."""
    board = plan.board
    found = []
    for area, token, one, _ in pieces_of(plan, ("sea",)):
        for zone in board.parts.areas[area].sea:
            if zone in board.markers and board.marker_side(zone) != plan.side and one.type != "transport":
                found.append((area, token, zone))
        if one.type == "submarine" and area in board.markers and board.marker_side(area) != plan.side:
            found.append((area, token, area))
    if not found:
        return []
    area, token, zone = draw.choice(found)
    path = [area, zone]
    if zone == area:
        path.append(draw.choice(board.parts.areas[area].sea))
    return [{"go": "move", "units": {token: 1}, "path": path}]


def battles(plan, draw, phase):
    """Name the order of some battles."""
    areas = battles_to_come(plan.board)
    return [{"go": "battles", "areas": draw.some(areas, 3)}] if areas else []


def raid(plan, draw, phase):
    """Bombers go for a complex, with the escorts that get there."""
    wings = pieces_of(plan, ("air",))
    bombers = [row for row in wings if row[2].type == "bomber"]
    goals = [a for a in plan.board.complexes if not plan.board.is_friendly(a, plan.side)]
    if not bombers or not goals:
        return []
    area, token, _, _ = draw.choice(bombers)
    goal = draw.choice(goals)
    items = [{"go": "raid", "units": {token: 1}, "path": flight.route(plan.board, area, goal, plan.side)}]
    fighters = [row for row in wings if row[2].type == "fighter"]
    return items + [item for row in draw.some(fighters, 2) for item in support(plan, row, goal, "raid")]


def patrol(plan, draw, phase):
    fighters = [
        row for row in pieces_of(plan, ("air",)) if row[2].key == "fighter" and plan.board.parts.areas[row[0]].sea
    ]
    if not fighters:
        return []
    area, token, _, count = draw.choice(fighters)
    zones = plan.board.parts.areas[area].sea
    if area not in plan.board.control:
        return []
    return [{"go": "patrol", "units": {token: 1 + draw.below(count)}, "path": [area, draw.choice(zones)]}]


def cargo(plan, draw, phase):
    """Load a land unit, sail up to two zones, land it if there is somewhere to."""
    board = plan.board
    ships = empty_ships(plan, draw.below(4) == 0)
    if not ships:
        return []
    zone, token, one, _ = draw.choice(ships)
    riders = riders_for(plan, zone)
    if not riders:
        return []
    area, rider = draw.choice(riders)
    load = {"go": "load", "cargo": {rider: 1}, "area": area, "ship": token, "count": 1, "zone": zone}
    force = token.partition("/")[0]
    if force not in board.forces():
        return [load]
    full = board.parts.types[one.type].move
    key = one.but(moves=full if one.moves is None else one.moves, cargo=[rider])
    items, here, left = [load], zone, full
    for _ in range(draw.below(3)):
        here_next = draw.choice(board.parts.areas[here].sea)
        left -= 1
        moved = split(f"{force}/{key}")[1]
        items.append({"go": "move", "units": {f"{force}/{key}": 1}, "path": [here, here_next]})
        key, here = moved.but(moves=0 if board.blocks(here_next, plan.enemy) else left), here_next
        if board.blocks(here, plan.enemy):
            break
    return [*items, *shore(plan, draw, phase, here, f"{force}/{key}", rider)]


def empty_ships(plan, with_allies):
    """Rows of own ships that carry nothing yet, and of allies' transports."""
    board = plan.board
    ships = [
        row for row in pieces_of(plan, ("sea",))
        if board.parts.types[row[2].type].carries and not row[2].unloaded and not row[2].cargo
    ]  # fmt: skip
    allied = [f for f in ("uk", "us") if with_allies and f not in board.forces() and plan.side == "allies"]
    for zone in board.parts.zones:
        stacks = board.stacks(zone, allied)
        ships += [(zone, f"{f}/{one.key}", one, n) for f, one, n in stacks if one.type == "transport"]
    return ships


def riders_for(plan, zone):
    """``(area, token)`` of own fresh land units beside a zone."""
    board = plan.board
    return [
        (area, f"{force}/{unit.key}")
        for area in board.parts.areas[zone].land
        if board.is_friendly(area, plan.side)
        for force, unit, _ in board.stacks(area, board.forces())
        if unit.key in ("infantry", "marine", "artillery", "armor", "aa-gun") and force != "china"
    ]


def shore(plan, draw, phase, zone, ship, rider):
    board = plan.board
    wanted = [a for a in board.parts.areas[zone].land if board.is_friendly(a, plan.side) == (phase == "noncombat")]
    if not wanted:
        return []
    return [{"go": "unload", "cargo": {rider: 1}, "ship": ship, "count": 1, "zone": zone, "area": draw.choice(wanted)}]


def unload(plan, draw, phase):
    """Put something ashore that is aboard."""
    board = plan.board
    loaded = [
        (zone, f"{force}/{one.key}", one)
        for zone in board.parts.zones
        for force, one, _ in board.of_side(zone, plan.side)
        if one.cargo and not one.unloaded and one.type != "carrier"
    ]
    if not loaded:
        return []
    zone, ship, one = draw.choice(loaded)
    return shore(plan, draw, phase, zone, ship, one.cargo[0])


def program(plan, draw, phase):
    from ..rules.programs import STANCES

    areas = battles_to_come(plan.board)
    if not areas:
        return []
    made = {"stance": draw.choice(list(STANCES))}
    if draw.below(2):
        made["retreat"] = {"after": 1 + draw.below(3)}
    if draw.below(2):
        made["submerge"] = draw.below(2)
    return [{"go": "program", "area": draw.choice(areas), "program": made}]


def bombard(plan, draw, phase):
    from ..rules.transport import bombarders

    spots = [(one["zone"], one["area"]) for one in plan.board.landings if bombarders(plan.board, one["zone"])]
    if not spots:
        return []
    zone, area = draw.choice(spots)
    ship = draw.choice(sorted(bombarders(plan.board, zone)))
    return [{"go": "bombard", "units": {ship: 1}, "zone": zone, "area": area}]


def land_all(plan, draw):
    """Land every aircraft that is still in the air, at a random place that it can reach."""
    items = []
    for area in sorted(plan.board.units):
        for force, one, count in plan.board.stacks(area, plan.board.forces()):
            for _ in range(count if one.flying else 0):
                options = guarantee.places(plan.board, area, one, plan.side)
                if not options:
                    continue
                goal = draw.choice(options)
                path = [area] if goal == area else flight.route(plan.board, area, goal, plan.side)
                item = {"go": "move", "units": {f"{force}/{one.key}": 1}, "path": path}
                kept = keep(plan, [item])
                if kept is not None:
                    plan.board, plan.facts = kept.board, kept.facts
                    items.append(item)
    return items


MAKERS = {
    "land": land, "sea": sea, "air": air, "cargo": cargo, "raid": raid, "patrol": patrol, "program": program,
    "bombard": bombard, "unload": unload, "storm": storm, "convoy": convoy, "battles": battles,
}  # fmt: skip
