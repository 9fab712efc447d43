"""7.1 Occupation limits: how many units of each kind an area holds, and whose.

A *stack* is the list of units of one ideology in one area.  `Stacks` is the map with moves tried out on top
of it, so that a form with several moves can be judged as a whole without touching the board.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.core.data.collecting import spread
from pbem.core.data.problems import Problem
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from ..board.parts import UPGRADED


class Stacks:
    """Where units stand: the board, with some units moved (``{unit: area}``; another place takes a unit
    away)."""

    __slots__ = ("board", "moved")

    def __init__(self, board: Board, moved: dict[str, str] | None = None) -> None:
        self.board = board
        self.moved = dict(moved or {})

    def area_of(self, unit: str) -> str:
        return self.moved.get(unit) or self.board.at(unit)

    def units_in(self, area: str) -> list[str]:
        """Ids of all units in an area, sorted."""
        here = [unit for unit in self.board.units_in(area) if self.moved.get(unit, area) == area]
        return sorted({*here, *(unit for unit, place in self.moved.items() if place == area)})

    def stack(self, area: str, ideology: str) -> list[str]:
        """The units of one ideology in an area; a minor army counts for the ideology that controls its
        country."""
        return [unit for unit in self.units_in(area) if _ideology(self.board, unit, area) == ideology]

    def move(self, unit: str, area: str) -> None:
        self.moved[unit] = area


@rule("7.1", "Occupation limits")
def occupation_problems(
    board: Board, stacks: Stacks, area: str, ideology: str, operation: bool = False
) -> list[Problem]:
    """7.1 What is wrong with the units of one ideology in an area, as Problems.

    With `operation` the area is the target of an operation in progress: opposing units and control do not
    matter, a minor army there belongs to the defence, and a sea area holds two naval and two air units.

    Ruling R-7.1-when-exceeded.
    """
    units = [unit for unit in stacks.stack(area, ideology) if board.power_of(unit) or not operation]
    owners = sorted(board.owners_of(units))
    if not owners:
        return []
    printed = board.area(area)
    guests = [] if operation else [power for power in owners if _is_guest(board, power, area)]
    hosts = [power for power in owners if power not in guests]
    problems = _strangers(board, hosts, area) + _strangers(board, guests, area)
    if not operation:
        problems += _opposed(board, stacks, area, ideology)
    if printed.is_sea:
        return problems + _over(board, area, units, sea_limits(board, area, owners[0], units, operation))
    problems += _guest_problems(board, area, units, guests)
    return problems + (_land_problems(board, area, units, owners, guests, operation) if hosts else [])


def fits_in(board: Board, units: list[str], area: str) -> bool:
    """7.1 Whether units of one side fit into the target of an operation, beside those of their ideology there.

    Ruling R-10.2-one-london.
    """
    ideology = board.ideology(board.owner_of(units[0]))
    return not occupation_problems(board, Stacks(board, dict.fromkeys(units, area)), area, ideology, operation=True)


@rule("7.1.1", "Land and mixed areas")
def _land_problems(
    board: Board, area: str, units: list[str], owners: list[str], guests: list[str], operation: bool
) -> list[Problem]:
    """7.1.1 Two land units (one fortress), two naval units on a coast, two air units, one logistics unit; any
    number of the controller's own in a remote area.  `guests`: those whom a special British base admits."""
    printed = board.area(area)
    if printed.remote:
        others = [power for power in owners if power != board.controller(area)]
        return [Problem("ca-remote", rule="2.2.8", area=printed.name)] if others else []
    if not operation:
        strangers = [power for power in owners if power not in guests and not board.is_friendly_area(power, area)]
        if strangers:
            return [Problem("ca-not-friendly", rule="7.1", power=strangers[0], area=printed.name)]
    number = "7.1.3" if is_restricted(board, owners[0], area, units) else "7.1.1"
    limits = land_limits(board, area, owners, units)
    return _over(board, area, units, limits, number) + _demilitarized(board, area, units)


@rule("7.1.1", "Land and mixed areas: special British bases", also=("2.3.3", "7.1.4"))
def _guest_problems(board: Board, area: str, units: list[str], guests: list[str]) -> list[Problem]:
    """7.1.1 A special British base holds what a naval base at sea would, two with a logistics unit (7.1.4)."""
    there = [unit for unit in units if board.power_of(unit) in guests]
    room = 2 if any(board.class_of(unit) == "logistics" for unit in there) else 1
    return _over(board, area, there, {"land": 0, "fortress": 0, "naval": room, "air": room, "logistics": 1})


def _is_guest(board: Board, power: str, area: str) -> bool:
    """2.3.3 Whether a special British base alone lets units of a power into a country."""
    return not board.is_friendly_area(power, area) and special_base_for(board, power, area)


@rule("7.1.3", "Restricted terrain occupation limits", also=("7.1.4", "2.2"))
def land_limits(board: Board, area: str, owners: list[str], units: list[str]) -> dict[str, int]:
    """7.1.3 Restricted terrain leaves room for one land, one naval and one air unit, unless a friendly
    logistics unit is there (7.1.4) or the Soviet Union ignores the terrain (12.3.1)."""
    coastal = board.parts.is_coastal(area)
    limits = {"land": 2, "fortress": 1, "naval": 2 if coastal else 0, "air": 2, "logistics": 1}
    if is_restricted(board, owners[0], area, units):
        limits.update(land=1, naval=min(1, limits["naval"]), air=1)
    return limits


@rule("7.1.2", "Sea areas", also=("7.1.4", "2.2", "2.3.2"))
def sea_limits(
    board: Board, area: str, power: str, units: Sequence[str] = (), operation: bool = False
) -> dict[str, int]:
    """7.1.2 What one ideology may keep in a sea area; limits of several reasons do not add up.

    A friendly base holds one naval (naval base only) and one air unit, two with a logistics unit, and that
    logistics unit.  A belligerent has room for one naval unit beside a friendly port, one strategic air force
    beside a friendly airfield and one submarine pack two areas from a port, but never with an opposing base
    (ruling R-7.1.2-bases).

    Ruling R-7.1.2-logistics: a logistics unit may stand at an air base as well.
    """
    if operation:
        return {"land": 0, "fortress": 0, "naval": 2, "air": 2, "logistics": 1}
    limits = {"land": 0, "fortress": 0, "naval": 0, "air": 0, "logistics": 0}
    base = board.base_owner(area)
    if base and base != "unowned" and board.is_friendly(power, base):
        room = 2 if any(board.class_of(unit) == "logistics" for unit in units) else 1
        limits.update(air=room, logistics=1)
        if board.base_type(area) == "naval":
            limits["naval"] = room
    if board.is_belligerent(power) and (base in (None, "unowned") or board.is_friendly(power, base)):
        distance = sea_distances(board, power).get(area, 99)
        if distance <= 1:
            limits["naval"] = max(1, limits["naval"])
        elif distance == 2 and not limits["naval"]:
            limits["submarine"] = 1
        if not limits["air"] and any(is_airfield(board, power, other) for other in board.near(area, "air")):
            limits["strategic"] = 1
    return limits


def _over(board: Board, area: str, units: list[str], limits: dict[str, int], number: str = "7.1.1") -> list[Problem]:
    """Problems for every class of which there are more units than the limits allow; `number` is the rule of an area
    with land."""
    counted = {"land": 0, "fortress": 0, "naval": 0, "air": 0, "logistics": 0}
    for unit in units:
        counted[board.class_of(unit)] += 1
        if board.type_of(unit) == "fortress":
            counted["fortress"] += 1
    problems = []
    for kind, count in counted.items():
        limit = limits[kind]
        if kind == "naval" and "submarine" in limits and _all(board, units, "naval", "submarine"):
            limit = limits["submarine"]
        if kind == "air" and "strategic" in limits and _all(board, units, "air", UPGRADED["air"]):
            limit = limits["strategic"]
        if count > limit:
            what = f"{kind} unit{'' if limit == 1 else 's'}"
            problems.append(
                Problem(
                    "ca-over-limit-restricted" if number == "7.1.3" else "ca-over-limit",
                    rule="7.1.2" if board.area(area).is_sea else number,
                    area=board.area(area).name,
                    limit=limit,
                    what=what,
                    count=count,
                )
            )
    return problems


def _all(board: Board, units: list[str], kind: str, side: str) -> bool:
    return all(board.side_of(unit) == side for unit in units if board.class_of(unit) == kind)


def _strangers(board: Board, owners: list[str], area: str) -> list[Any]:
    """7.1 Units of one ideology share an area only as friends (ruling R-7.1-stacking: allied and
    belligerent)."""
    for other in owners[1:]:
        if not board.is_friendly(owners[0], other):
            return [Problem("ca-not-together", rule="7.1", power=owners[0], other=other, area=board.area(area).name)]
    return []


def _opposed(board: Board, stacks: Stacks, area: str, ideology: str) -> list[Problem]:
    """7.1 No opposing unit and no opposing base in the same area (a special British base does not bar it,
    2.3.3)."""
    owners = board.owners_of(stacks.units_in(area))
    base = board.base_owner(area) if board.area(area).is_sea else None
    if base and base in board.parts.powers:
        owners.add(base)
    if any(board.ideology(owner) != ideology for owner in owners):
        return [Problem("ca-opposing-there", rule="7.1", area=board.area(area).name)]
    return []


@rule("12.1.1", "Rhineland demilitarized: occupation")
def _demilitarized(board: Board, area: str, units: list[str]) -> list[Any]:
    """12.1.1 Edition 2022: no German unit occupies the Ruhr while the marker is in play (ruling
    R-12.1.1-ruhr)."""
    if board.is_2022 and area == "ruhr" and is_demilitarized(board):
        if any(board.power_of(unit) == "germany" for unit in units):
            return [Problem("ca-demilitarized", rule="12.1.1", area=board.area(area).name)]
    return []


def is_demilitarized(board: Board) -> bool:
    """Whether the Rhineland Demilitarized marker is in force (12.1.1)."""
    return board.in_play("ge-rhineland-demilitarized")


@rule("2.3.3", "Special British bases")
def special_base_for(board: Board, power: str, area: str) -> bool:
    """2.3.3 A British naval base in a country serves the United Kingdom and its friends while it is there.

    In the 2018 edition it lies dormant while the United Kingdom controls the country (ruling
    R-2.3.3-dormant).
    """
    if board.area(area).is_sea or board.base_owner(area) is None:
        return False
    return board.is_friendly(power, board.base_owner(area))


def is_base_shore(board: Board, power: str, area: str, sea: str) -> bool:
    """Whether a special British base that serves a power lies on the coast of an area beside this sea (2.3.3)."""
    if not board.area(sea).is_sea or not special_base_for(board, power, area):
        return False
    coast = board.area(area).base.get("coast")
    return coast is None or board.parts.coast_of(area, sea) in (None, coast)


@rule("2.3.10", "Restricted terrain")
def is_restricted(board: Board, power: str, area: str, units: list[str] | None = None) -> bool:
    """2.3.10 Restricted terrain, unless a friendly logistics unit negates it; 12.3.1 General Winter and the
    Trans-Siberian Railroad free the Soviet Union of it in its home areas."""
    printed = board.area(area)
    if not printed.restricted:
        return False
    if power == "ussr" and printed.owner == "ussr":  # it has no colonies
        if printed.map == "europe" or board.at("su-trans-siberian-railroad") == "urals":
            return False
    here = board.units_in(area, kind="logistics") if units is None else units
    return not any(
        board.class_of(unit) == "logistics" and board.is_friendly(power, board.power_of(unit)) for unit in here
    )


@rule("2.2.2", "Ports", also=("2.3.2",))
def is_port(board: Board, power: str, area: str) -> bool:
    """2.2.2 A port friendly to the power: a friendly coastal area, or one with a friendly naval base."""
    if board.area(area).is_sea:
        return board.is_friendly(power, board.base_owner(area)) and board.base_type(area) == "naval"
    return (board.parts.is_coastal(area) and board.is_friendly_area(power, area)) or special_base_for(
        board, power, area
    )


@rule("2.2.2", "Airfields", also=("2.3.2",))
def is_airfield(board: Board, power: str, area: str) -> bool:
    """2.2.2 An airfield friendly to the power: a friendly land or mixed area, or one with a friendly base."""
    if board.area(area).is_sea:
        return board.is_friendly(power, board.base_owner(area))
    return board.is_friendly_area(power, area) or special_base_for(board, power, area)


def sea_distances(board: Board, power: str) -> dict[str, int]:
    """{sea or mixed area: steps from the nearest friendly port} (7.3.1); the area of a base is at 0 itself.

    Range is traced over sea and mixed areas, whoever is there (ruling R-7.3.1-count).
    """
    return board.known(("sea distance", power), lambda: _sea_distances(board, power))


def _sea_distances(board: Board, power: str) -> dict[str, int]:
    ports = [area for area in board.parts.areas if is_port(board, power, area)]

    def beside(area: str) -> Iterator[str]:
        coast = _base_coast(board, power, area) if area in ports else None
        return (other for other in board.parts.naval_near(area, coast) if board.area(other).kind in ("sea", "mixed"))

    distances = spread(ports, beside)
    return {area: steps for area, steps in distances.items() if board.area(area).kind in ("sea", "mixed")}


def _base_coast(board: Board, power: str, area: str) -> str | None:
    """The one coast of a port that is a special base only (Gibraltar: the south of Spain), else None."""
    base = board.area(area).base
    if base and base.get("coast") and not board.is_friendly_area(power, area):
        return base["coast"]
    return None


def _ideology(board: Board, unit: str, area: str) -> str | None:
    power = board.power_of(unit) or board.controller(area)
    return board.ideology(power) if power else None
