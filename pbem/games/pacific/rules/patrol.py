"""Combat air patrol comes down (phase 2), and fighters whose carrier has been sunk."""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import POWER_OF
from ..board.pieces import Piece
from . import guarantee
from .bases import deck_room, on_deck


@rule("CAP-5", "Landing CAP", also=("AIR-2", "CAP-6"))
def land(t: Turn) -> Asking[None]:
    """CAP-5. Fighters on patrol come down next to their zone, on an island in it or on a carrier there, or are lost.

    An air base makes no difference (AIR-2); a fighter that has landed may do everything this turn (CAP-6).
    """
    board = t.board
    patrols = on_patrol(board)
    landings = only_landings(board, patrols)
    if landings != []:
        options = None if landings is None else [landings]
        landings = yield Ask("land-patrol", board.power, options=options, about={"patrols": patrols})
    for landing in landings:
        put_down(t, **landing)
    for zone, count in on_patrol(board).items():
        t.emit("units-removed", area=zone, units={patrol_token(board): count}, why="nowhere to land")


def patrol_token(board: Board) -> str:
    return f"{board.forces()[0]}/fighter^"


def on_patrol(board: Board) -> dict[str, int]:
    """``{zone: fighters of the power in turn on patrol over it}``."""
    force, _, key = patrol_token(board).partition("/")
    counts = {zone: board.count(zone, force, key) for zone in board.parts.zones}
    return {zone: count for zone, count in counts.items() if count}


def fields_beside(board: Board, zone: str) -> dict[str, int]:
    """Where patrols over a zone may land, ``{area: fighters that have room}``: friendly land next to it, its decks."""
    count = on_patrol(board)[zone]
    fields = {area: count for area in board.parts.areas[zone].land if board.is_friendly(area, board.side)}
    decks = deck_room(board, zone, board.side) - on_deck(board, zone, board.side)
    if decks > 0:
        fields[zone] = min(decks, count)
    return dict(sorted(fields.items()))


def only_landings(board: Board, patrols: dict[str, int]) -> list[Json] | None:
    """The one way in which all patrols can land, or None when there are several; who has no field is left out."""
    landings = []
    for zone, count in patrols.items():
        fields = fields_beside(board, zone)
        if len(fields) > 1:
            return None
        landings += [{"zone": zone, "area": area, "count": min(room, count)} for area, room in fields.items()]
    return landings


def put_down(t: Turn, zone: str, area: str, count: int) -> None:
    token = patrol_token(t.board)
    if area == zone:
        t.emit("units-changed", area=zone, units=[[token, count, "fighter"]])
    else:
        t.emit("units-moved", path=[zone, area], units=[[token, count, "fighter"]])


@rule("SEA-10", "Carrier sunk", also=("AIR-1",))
def stranded(t: Turn, zone: str) -> Asking[None]:
    """SEA-10. After a battle fighters without a deck move one space to friendly land or a deck, or are lost.

    An air base in an adjacent zone is in reach, for landing there is free.

    Ruling R-SEA-10-not-launched.
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
            t.emit("units-moved", path=[zone, goal], units=[[token, 1, one.but(spent=True)]])


def _elsewhere(one: Piece) -> bool:
    return one.flying or one.on_cap


def havens(board: Board, zone: str, side: str) -> list[str]:
    """Where a fighter can go that has lost its deck in a zone."""
    return sorted(place for place in guarantee.fields(board, zone, 1, side, decks=True) if place != zone)
