"""Combat air patrol comes down (phase 2), and fighters whose carrier has been sunk."""

from pbem.core.requests import Ask
from pbem.core.rulebook import rule

from .movement import deck_room, on_deck
from .parts import POWER_OF, SIDES


@rule("CAP-5", "Landing CAP", also=("AIR-2", "CAP-6"))
def land(t):
    """CAP-5. Fighters on patrol come down next to their zone, on an island in it or on a carrier there, or are lost.

    An air base makes no difference (AIR-2); a fighter that has landed may do everything this turn (CAP-6).
    """
    board = t.board
    for zone in board.parts.zones:
        for force in board.forces():
            while board.count(zone, force, "fighter^"):
                options = fields_beside(board, zone, SIDES[force])
                if not options:
                    count = board.count(zone, force, "fighter^")
                    t.emit("units-removed", area=zone, units={f"{force}/fighter^": count}, why="nowhere to land")
                    break
                about = {"zone": zone, "force": force}
                goal = yield Ask("land-patrol", POWER_OF[force], options=options, about=about)
                put_down(t, zone, f"{force}/fighter^", goal)


def fields_beside(board, zone, side):
    """Friendly land next to a zone, and the zone itself if a deck is free."""
    places = [area for area in board.parts.areas[zone].land if board.is_friendly(area, side)]
    if deck_room(board, zone, side) > on_deck(board, zone, side):
        places.append(zone)
    return sorted(places)


def put_down(t, zone, token, goal):
    if goal == zone:
        t.emit("units-changed", area=zone, units=[[token, 1, "fighter"]])
    else:
        t.emit("units-moved", path=[zone, goal], units=[[token, 1, "fighter"]])


@rule("SEA-10", "Carrier sunk", also=("AIR-1",))
def stranded(t, zone):
    """SEA-10. After a battle fighters without a deck move one space to friendly land or a deck, or are lost.

    An air base in an adjacent zone is in reach, for landing there is free.
    """
    board = t.board
    for side in ("axis", "allies"):
        while on_deck(board, zone, side) > deck_room(board, zone, side):
            force, one = next(
                (f, one) for f, one, _ in board.of_side(zone, side) if one.type == "fighter" and not _elsewhere(one)
            )
            token = f"{force}/{one.key}"
            options = havens(board, zone, side)
            if not options:
                t.emit("units-removed", area=zone, units={token: 1}, why="nowhere to land")
                continue
            about = {"zone": zone, "force": force}
            goal = yield Ask("stranded", POWER_OF[force], options=options, about=about)
            t.emit("units-moved", path=[zone, goal], units=[[token, 1, one.but(add="+")]])


def _elsewhere(one):
    return one.flying or one.on_cap


def havens(board, zone, side):
    """Where a fighter can go that has lost its deck in a zone."""
    from .flight import reach

    found = []
    for area in reach(board, zone, 1, side):
        if area == zone:
            continue
        if area in board.control:
            if board.was_friendly(area, side):
                found.append(area)
        elif deck_room(board, area, side) > on_deck(board, area, side):
            found.append(area)
    return sorted(found)
