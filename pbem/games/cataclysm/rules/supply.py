"""4.3 Lines of communications, 2.3.9 production sites and 9.6 supply; kept until the board changes."""

from collections.abc import Sequence

from pbem.core.rules.rulebook import rule

from ..board.board import Board
from .movement import delays, enemy_patrol
from .occupation import is_base_shore, is_demilitarized, is_port, is_restricted, sea_distances

LOC_PORT_RANGE = 2


@rule("2.3.9", "Production sites")
def production_sites(board: Board, power: str) -> list[str]:
    """2.3.9 Home areas of the power, controlled by it, with a printed industrial resource, damaged or not,
    and those with a special Soviet resource (12.3.1); sites that the scenario adds.  A limited resource
    does not make one.

    Ruling R-12.1.1-ruhr: the Ruhr is none while the Rhineland Demilitarized marker is in play.
    """
    return board.known(("sites", power), lambda: _production_sites(board, power))


def _production_sites(board: Board, power: str) -> list[str]:
    found = []
    extra = (board.parts.scenario.get("productionSites") or {}).get(power, ())
    special = board.special_resources()
    for area in board.parts.areas:
        printed = board.area(area)
        if board.controller(area) != power or printed.owner != power:
            continue
        industrial = printed.status == "home" and ("industrial" in printed.resources or area in special)
        if not (industrial or area in extra):
            continue
        if area == "ruhr" and is_demilitarized(board):
            continue
        found.append(area)
    return found


@rule("4.3", "Line of communications")
def loc_reach(
    board: Board,
    power: str,
    sources: list[str] | None = None,
    toward: str | None = None,
    ports: Sequence[str] = (),
    through: Sequence[str] = (),
) -> dict[str, bool]:
    """4.3 ``{area: True}``: areas to which the power traces a line of communications from its production
    sites, or from `sources`.

    The line enters friendly land areas, sea areas without enemy naval units or strategic air forces, and
    mixed areas: in 2018 all that no enemy controls, in 2022 friendly ones.  For a belligerent a sea area
    (2018: and a mixed area that is not friendly) must be within two areas of a friendly port.  It ends in,
    but does not pass, restricted land (2.3.10) and Delay boxes (2.3.5).  `toward` is the target of an
    intervention (8.5), always allowed as its end; `ports` are further powers whose ports count as friendly
    (4.4.1); `through` areas that count as friendly land for it (11.4.4).

    Ruling R-4.3-mixed: the mixed-area rule goes by edition.
    Ruling R-4.3-special-base: the line ends at a special British base, from the sea, as at a base at sea.
    """
    sources = production_sites(board, power) if sources is None else list(sources)
    key = ("loc", power, tuple(sources), toward, tuple(ports), tuple(through))
    return board.known(key, lambda: _loc_reach(board, power, sources, toward, ports, through))


def has_loc(board: Board, power: str, area: str, toward: str | None = None, through: Sequence[str] = ()) -> bool:
    """4.3 Whether the power traces a line of communications to an area."""
    return area in loc_reach(board, power, toward=toward, through=through)


def _loc_reach(
    board: Board, power: str, sources: list[str], toward: str | None, ports: Sequence[str], through: Sequence[str]
) -> dict[str, bool]:
    reached = dict.fromkeys(sources, True)
    front = list(sources)
    near_port = _near_port(board, power, ports)
    while front:
        following = []
        for area in front:
            if area not in sources and (area == toward or _ends_line(board, power, area)):
                continue
            for other in board.near(area, "land") + board.near(area, "naval"):
                if other in reached:
                    continue
                if other == toward or other in through or _line_enters(board, power, other, near_port, ports):
                    reached[other] = True
                    following.append(other)
                elif is_base_shore(board, power, other, area):
                    reached[other] = True
        front = following
    return reached


def _near_port(board: Board, power: str, ports: Sequence[str]) -> set[str] | None:
    """Sea areas within two areas of a friendly port over the water, and mixed areas over any (ruling R-4.3-two-areas);
    None when the power is at peace and no limit binds."""
    if not board.is_belligerent(power):
        return None
    users = (power, *ports)
    found = {area for user in users for area, steps in sea_distances(board, user).items() if steps <= LOC_PORT_RANGE}
    front = [area for area in board.parts.areas if any(is_port(board, user, area) for user in users)]
    for _ in range(0 if board.is_2022 else LOC_PORT_RANGE):
        front = list(dict.fromkeys(other for area in front for other in board.near(area, "any")))
        found |= {area for area in front if board.area(area).is_mixed}
    return found


def _line_enters(board: Board, power: str, area: str, near_port: set[str] | None, ports: Sequence[str]) -> bool:
    place = board.area(area)
    if place.is_sea:
        return not enemy_patrol(board, power, area) and (near_port is None or area in near_port)
    if board.is_friendly_area(power, area) or board.controller(area) in ports:
        return True
    if place.is_mixed and not board.is_2022:
        return not board.is_enemy_area(power, area) and (near_port is None or area in near_port)
    return False


def _ends_line(board: Board, power: str, area: str) -> bool:
    """Restricted land areas and Delay boxes end a line; restricted mixed areas do not."""
    if delays(board, area):
        return True
    return board.area(area).kind == "land" and is_restricted(board, power, area)


@rule("9.6", "Supply")
def needs_supply(board: Board, unit: str) -> bool:
    """9.6 Minor armies and logistics units never need supply; in 2018 Japanese infantry armies and fortresses
    do not either (12.1.3 Rice and Water)."""
    if board.type_of(unit) in ("minor", "logistics"):
        return False
    if not board.is_2022 and board.power_of(unit) == "japan":
        return board.side_of(unit) not in ("army", "fortress")
    return True


def is_supplied(board: Board, unit: str) -> bool:
    """9.6 Whether the area of a unit is on a line of communications of its power."""
    return not needs_supply(board, unit) or has_loc(board, board.owner_of(unit), board.at(unit))
