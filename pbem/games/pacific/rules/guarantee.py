"""Somewhere to land: the guarantee judged over all combat moves together, and landing what is left (phases 3, 6)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from ..board.pieces import Piece, split
from .bases import deck_room, on_deck, ways
from .flight import guns, reach, route, touch_down
from .matching import unseated
from .trial import Trial

InNeed = tuple[str, str, int, tuple[str, ...]]
"""(area, token, count, zones): aircraft without a place to land, and the zones that they reach."""

# -- the guarantee -------------------------------------------------------------------------------------------


def fields(board: Board, start: str, moves: int, side: str, decks: bool = False) -> list[str]:
    """Territories where an aircraft could land with `moves` left, and zones where decks have room for a fighter,
    cheapest first."""
    found = reach(board, start, moves, side)

    def is_open(place: str) -> bool:
        if board.parts.areas[place].is_sea:
            return decks and deck_room(board, place, side) > on_deck(board, place, side)
        return place in board.control and board.was_friendly(place, side)

    return sorted(filter(is_open, found), key=lambda place: (found[place], place))


@rule("MOV-9", "Risky moves", also=("MOV-7", "MOV-10"))
def check_landings(plan: Trial) -> None:
    """MOV-9. Every aircraft in the air must have somewhere to land, judged over all moves together.

    A fighter may count on a carrier that survives its battle, or that can follow in non-combat movement into a zone
    that is or may become free of the enemy; never on a carrier that has to retreat.  Decks are shared out so that as
    many fighters as possible find one; those that then have none are named.  Idle fighters can fly on in phase 6 and
    leave their deck.

    Ruling R-MOV-10-judged.
    """
    board = plan.board
    needy = without_a_field(board, plan.side)
    if not needy:
        return
    short = _unmatched(board, needy, plan.side, plan.enemy)
    if short and _all_find_decks(board, needy, plan.side, plan.enemy):
        return
    for area, token, count in short:
        left = split(token)[1].moves
        rule_id = "MOV-9" if zones_in_reach(board, area, split(token)[1], plan.side) else "MOV-7"
        plan.refuse("pac-no-landing", rule=rule_id, units=f"{count} {split(token)[1].type}", area=area, left=left)


def without_a_field(board: Board, side: str) -> list[InNeed]:
    """``[(area, token, count, zones)]`` of aircraft in the air that reach no land to come down on, and the zones that
    they reach."""
    return [
        (area, f"{force}/{one.key}", count, zones_in_reach(board, area, one, side))
        for area in sorted(board.units)
        for force, one, count in board.stacks(area, board.forces())
        if one.flying and not fields(board, area, one.left, side)
    ]


def at_risk(board: Board, side: str, enemy: str) -> list[tuple[str, str, int]]:
    """``[(area, token, count)]`` of aircraft in the air that land on a carrier only if a battle goes well: it stands
    among enemies now, or they stand where it would have to go."""
    needy = without_a_field(board, side)
    if not needy:
        return []
    calm = board.sketch()
    for zone in board.parts.zones:
        for force, one, count in list(board.of_side(zone, side)) if board.blocks(zone, enemy) else ():
            if one.type == "carrier":
                calm.add(zone, force, one.key, -count)
    return _unmatched(calm, needy, side, enemy, lambda board, zone: False)


def _all_find_decks(board: Board, needy: list[InNeed], side: str, enemy: str) -> bool:
    """Whether all land if idle fighters leave their decks, for land or for other decks."""
    flown, moves, grounded = board.sketch(), board.parts.types["fighter"].move, []
    for zone in board.parts.zones:
        for force in board.forces():
            count = board.count(zone, force, "fighter")
            if not count:
                continue
            flown.add(zone, force, "fighter", -count)
            if not fields(board, zone, moves, side):
                flying = split(f"{force}/fighter@{moves}")[1]
                grounded.append((zone, f"{force}/fighter", count, zones_in_reach(board, zone, flying, side)))
    return not _unmatched(flown, [*needy, *grounded], side, enemy)


def zones_in_reach(board: Board, area: str, one: Piece, side: str) -> tuple[str, ...]:
    if one.type != "fighter":
        return ()
    found = reach(board, area, one.left, side)
    return tuple(sorted(zone for zone in found if board.parts.areas[zone].is_sea))


def _unmatched(
    board: Board,
    needy: list[InNeed],
    side: str,
    enemy: str,
    may_be_cleared: Callable[..., Any] | None = None,
) -> list[tuple[str, str, int]]:
    """``[(area, token, count)]`` of fighters that no deck can take, with the carriers placed as well as possible.

    may_be_cleared   (board, zone) → whether carriers may count on a zone where enemies stand; `attacked` by default
    """
    fixed, movable = carriers(board, side, enemy)
    spots = {}
    for index, (zone, _room, _token) in enumerate(movable):
        spots[index] = _carrier_zones(board, zone, side, enemy, may_be_cleared or attacked)
    best: list[tuple[str, str, int]] | None = None
    for placed in placements(spots, needy):
        room = summed([*fixed.items(), *((zone, movable[index][1]) for index, zone in placed.items())])
        short = share(needy, room)
        if best is None or sum(n for *_, n in short) < sum(n for *_, n in best):
            best = short
        if not best:
            break
    return best or []


def carriers(board: Board, side: str, enemy: str) -> tuple[dict[str, int], list[tuple[str, int, str]]]:
    """Deck room that stands still, ``{zone: room}``, and own carriers that may still move, ``[(zone, room, token)]``.

    Fighters of allies and own ones that never left keep their places.  A carrier among the enemy fights and stays:
    nobody counts on its retreat.
    """
    fixed, movable = {}, []
    per = board.parts.types["carrier"].decks
    for zone in board.parts.zones:
        taken = on_deck(board, zone, side)
        stacks = [row for row in board.of_side(zone, side) if row[1].type == "carrier"]
        for force, one in [(force, one) for force, one, count in stacks for _ in range(count)]:
            used = min(per - len(one.cargo), taken)
            taken -= used
            room = per - len(one.cargo) - used
            free = force in board.forces() and not one.spent and one.moves is None and not board.blocks(zone, enemy)
            if free and room:
                movable.append((zone, room, f"{force}/{one.key}"))
            elif room:
                fixed[zone] = fixed.get(zone, 0) + room
    return fixed, movable


def _carrier_zones(board: Board, start: str, side: str, enemy: str, may_be_cleared: Callable[..., Any]) -> list[str]:
    """Zones that a carrier could reach in non-combat movement: free of the enemy, or to be cleared this turn."""
    return list(ways(board, start, side, lambda zone: not board.blocks(zone, enemy) or may_be_cleared(board, zone)))


def attacked(board: Board, zone: str) -> bool:
    """Whether units of the power in turn will fight in a zone this turn, so that it may become free."""
    types = board.parts.types
    return any(
        one.flying or types[one.type].category == "sea" and not one.submerged and one.type != "transport"
        for _, one, _ in board.stacks(zone, board.forces())
    )


def placements(spots: Mapping[int, Any], needy: list[InNeed]) -> Iterator[dict[int, str]]:
    """Ways to place the movable carriers that matter: each in a zone that some fighter can reach."""
    useful = {zone for *_, zones in needy for zone in zones}
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
        popular = sorted(useful, key=lambda z: (-sum(count for *_, count, zones in needy if z in zones), z))[:4]
        lists = [[zone for zone in zones if zone in popular] or zones[:1] for zones in lists]
    yield from place(0, {})


def share(needy: list[InNeed], room: dict[str, int]) -> list[tuple[str, str, int]]:
    """``[(area, token, count)]`` of the fighters that find no deck when all decks are filled as far as they can be."""
    fighters = [(area, token, zones) for area, token, count, zones in needy for _ in range(count)]
    lost = unseated([zones for *_, zones in fighters], room)
    counted = summed((fighters[index][:2], 1) for index in lost)
    return [(area, token, count) for (area, token), count in sorted(counted.items())]


# -- landing what is left ------------------------------------------------------------------------------------


def places(board: Board, area: str, one: Piece, side: str) -> list[str]:
    """Where an aircraft in the air may come down now: territories, and zones with deck room for a fighter."""
    return fields(board, area, one.left, side, decks=one.type == "fighter")


@rule("MOV-7", "Landing", also=("MOV-9",))
def land_rest(plan: Trial) -> None:
    """MOV-7. Aircraft that no order landed: with one place they take it, with none they are lost (MOV-9), with
    several the player must say."""
    board = plan.board
    for area in sorted(board.units):
        for force, one, count in board.stacks(area, board.forces()):
            for _ in range(count if one.flying else 0):
                options = places(board, area, one, plan.side)
                token = f"{force}/{one.key}"
                if not options:
                    plan.emit("units-removed", rule="MOV-9", area=area, units={token: 1}, why="nowhere to land")
                elif len(options) == 1:
                    path = way(plan, area, options[0])
                    touch_down(plan, {token: 1}, path)
                else:
                    plan.refuse("pac-where-to-land", rule="MOV-7", units=one.type, area=area, legal=options[:8])
                    break


def come_down(plan: Trial, area: str, token: str) -> None:
    """Land an aircraft at the nearest place, if there is one."""
    options = places(plan.board, area, split(token)[1], plan.side)
    if options:
        touch_down(plan, {token: 1}, way(plan, area, options[0]))


def decks_free(board: Board, side: str) -> dict[str, int]:
    """``{zone: fighters that its decks still take}``."""
    room = {zone: deck_room(board, zone, side) - on_deck(board, zone, side) for zone in board.parts.zones}
    return {zone: count for zone, count in room.items() if count > 0}


def way(plan: Trial, area: str, goal: str) -> list[str]:
    """The path of an aircraft to a place within its reach, over as few guns as can be."""
    return [area] if area == goal else route(plan.board, area, goal, plan.side, guns(plan.board, plan.enemy)) or []
