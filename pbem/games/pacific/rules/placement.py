"""New units appear at the complexes that have built them (phase 7)."""

from collections.abc import Sequence

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import FORCE_OF
from .matching import unseated

COMPLEX = "industrial-complex"


@rule("PLC-1", "Where", also=("PLC-2", "PLC-3", "PLC-4", "CHN-3"))
def place_new_units(t: Turn) -> Asking[None]:
    """PLC-1. New units appear at complexes held since the turn began; CHN-3: Chinese infantry in Szechwan.

    When there is only one way to place them, the question has that one answer.
    """
    board = t.board
    if board.recruits:
        china = {"china/infantry": board.recruits}
        t.emit("units-placed", rule="CHN-3", area="szechwan", units=china, recruits=board.recruits)
    nations = waiting(board)
    answer = only_placement(board, nations)
    if answer != []:
        about = {"units": {nation: dict(board.bought[nation]) for nation in nations}}
        options = None if answer is None else [answer]
        answer = yield Ask("placement", board.power, options=options, about=about, rule="PLC-1")
    for item in answer:
        put(t, **item)
    for nation in waiting(board):
        t.emit("purchase-forfeited", nation=nation, units=dict(board.bought[nation]))


def waiting(board: Board) -> list[str]:
    """The nations of the power in turn that have bought something, in order."""
    return [nation for nation in board.parts.turn["powers"][board.power]["nations"] if nation in board.bought]


@rule("ECO-2", "India and Australia keep separate purses", also=("MUL-4",))
def put(t: Turn, nation: str, area: str, units: dict[str, int]) -> None:
    """ECO-2. What one nation has bought appears in one area.

    MUL-4: what India and Australia place are British units, all alike.
    """
    for type, count in sorted(units.items()):
        if type == COMPLEX:
            t.emit("complex-built", rule="PLC-4", area=area, nation=nation)
        else:
            token = f"{FORCE_OF[nation]}/{type}"
            t.emit("units-placed", rule="PLC-1", area=area, units={token: count}, nation=nation)


# -- where ---------------------------------------------------------------------------------------------------


def places_for(board: Board, nation: str, type: str) -> list[str]:
    """Where a nation may place a unit of a type: territories or sea zones, sorted."""
    if type == COMPLEX:
        return building_sites(board, nation)
    sites = complexes_of(board, nation)
    if board.parts.types[type].category != "sea":
        return sites
    return sorted({zone for site in sites for zone in board.parts.areas[site].sea})


def complexes_of(board: Board, nation: str) -> list[str]:
    """Complexes that a nation has held since the turn began (PLC-1); the USA builds nothing in China (CHN-3)."""
    return [id for id in board.complexes if board.control[id] == nation and id not in board.taken]


@rule("PLC-4", "New complex")
def building_sites(board: Board, nation: str) -> list[str]:
    """PLC-4. Blue or brown land worth something, held by the USA since the turn began, without a complex."""
    if nation != "usa":
        return []
    areas = board.parts.areas
    least = 0 if board.option("complex-on-worthless-land") == "yes" else 1
    return sorted(
        id
        for id, holder in board.control.items()
        if holder == "usa"
        and id not in board.taken
        and id not in board.complexes
        and areas[id].colour in ("blue", "brown")
        and areas[id].ipc >= least
    )


# -- how many ------------------------------------------------------------------------------------------------


@rule("PLC-2", "How many")
def capacity(board: Board, site: str) -> int | None:
    """PLC-2. None (no limit) for a complex that its holder has had from the start, else the territory's value."""
    area = board.parts.areas[site]
    if area.complex and area.owner == board.control[site]:
        return None
    return max(area.ipc, 1) if board.option("complex-on-worthless-land") == "yes" else area.ipc


def sites_of(board: Board, nation: str, area: str) -> tuple[str, ...]:
    """The complexes that can have built what is placed in an area."""
    sites = complexes_of(board, nation)
    return tuple(site for site in sites if site == area or area in board.parts.areas[site].sea)


def beyond_capacity(board: Board, nation: str, used: dict[str, int]) -> dict[str, int]:
    """PLC-2. ``{area: units too many}`` when so many units are placed, each built by one of its complexes."""
    room = {site: capacity(board, site) for site in complexes_of(board, nation)}
    wishes = []
    for area in sorted(used):
        sites = sites_of(board, nation, area)
        if all(room[site] is not None for site in sites):
            wishes += [(area, sites)] * used[area]
    limited = {site: most for site, most in room.items() if most is not None}
    return summed((wishes[index][0], 1) for index in unseated([sites for _, sites in wishes], limited))


def room_for(board: Board, nation: str, type: str, used: dict[str, int], built: Sequence[str] = ()) -> list[str]:
    """The areas where one more unit of a type can be placed beside those in `used` and the complexes in `built`."""
    places = places_for(board, nation, type)
    if type == COMPLEX:
        return [area for area in places if area not in built]
    return [area for area in places if not beyond_capacity(board, nation, {**used, area: used.get(area, 0) + 1})]


def only_placement(board: Board, nations: list[str]) -> list[Json] | None:
    """The one way to place everything, or None when there are several; what has no place is left out."""
    items = []
    for nation in nations:
        areas = {}
        limited = any(capacity(board, site) is not None for site in complexes_of(board, nation))
        for type, count in sorted(board.bought[nation].items()):
            places = places_for(board, nation, type)
            if len(places) > 1 or (places and limited):
                return None
            if places:
                areas.setdefault(places[0], {})[type] = count
        items += [{"nation": nation, "area": area, "units": units} for area, units in sorted(areas.items())]
    return items


def usual(board: Board, nations: list[str]) -> list[Json]:
    """The placement of a player who is away: everything that can be placed, each unit in its best place."""
    items = []
    for nation in nations:
        placed, used, built = {}, {}, []
        for type in [type for type, count in sorted(board.bought[nation].items()) for _ in range(count)]:
            places = room_for(board, nation, type, used, built)
            if not places:
                continue
            area = min(places, key=lambda area: _drawbacks(board, nation, area))
            if type == COMPLEX:
                built.append(area)
            else:
                used[area] = used.get(area, 0) + 1
            units = placed.setdefault(area, {})
            units[type] = units.get(type, 0) + 1
        items += [{"nation": nation, "area": area, "units": units} for area, units in placed.items()]
    return items


def _drawbacks(board: Board, nation: str, area: str) -> tuple[bool, bool, int]:
    """What speaks against a place for a player who is away, the worst first: enemies in the zone (PLC-3), a complex
    that was not there from the start and may be lost as it was won, for a new complex poor land."""
    sites = sites_of(board, nation, area)
    won = all(capacity(board, site) is not None for site in sites)
    return board.blocks(area, board.enemy), won, 0 if sites else -board.parts.areas[area].ipc
