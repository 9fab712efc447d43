"""What a position or a correction may put on a board: for each field the values that fit, and what they change.

``put(board, *arguments, value)`` says whether the value is one, and puts it there (core/title/table.py).  Arguments,
the power of ``uk.reserve`` say, are known already.
"""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from operator import attrgetter
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.shapes import misfit
from pbem.core.title.game import load
from pbem.core.title.table import always, among, fitting, under

from ..board.board import Board
from ..board.names import SPECIAL
from ..board.parts import COMMITMENTS, FACTIONS, STABILITIES, Area
from ..board.recording import turn_up
from ..board.vocabulary import WORDS
from ..rules.attempts import ACTS
from ..rules.china import free_army
from ..rules.production import name_of
from ..rules.setup import take_named
from ..rules.soviets import POSTURES
from ..rules.wars import joined
from .invariants import PLACES

STAGES = {
    **dict.fromkeys(("distribute", "flags", "transfers", "production", "disposition"), "administration"),
    "counter": "action",
    "draw": "action",
    "play": "action",
    "end-phase": "end",
}
SIDES = ("left", "right", *FACTIONS)
PERMISSIONS = ("never", "support", "all", "ask")
STATUSES = ("peace", "limited", "global")


def putting(fits: Callable[..., Any], change: Callable[..., Any]) -> Callable[..., Any]:
    """A `put` of what fits and of what it changes."""

    def put(board, *given):
        if not fits(board, *given):
            return False
        try:
            change(board, *given)
        except (KeyError, ValueError, IndexError, StopIteration):  # there is no such counter left
            return False
        board.version += 1
        return True

    return put


# -- what fits ---------------------------------------------------------------------------------------------------


def one_of(*known: bool | str | None) -> Callable[..., Any]:
    """One of some words, or of True, False and None."""
    return lambda board, *given: any(given[-1] is one or (isinstance(one, str) and given[-1] == one) for one in known)


def is_in(value: Any, container: Collection[str]) -> bool:
    return isinstance(value, str) and value in container


def all_in(value: Any, container: Collection[str]) -> bool:
    return isinstance(value, list) and all(is_in(one, container) for one in value)


def one_in(path: str) -> Callable[..., Any]:
    """One of what the board has there."""
    return lambda board, *given: is_in(given[-1], attrgetter(path)(board))


def some_in(path: str) -> Callable[..., Any]:
    """A list of what the board has there."""
    return lambda board, *given: all_in(given[-1], attrgetter(path)(board))


def or_none(fits: Callable[..., Any]) -> Callable[..., Any]:
    return lambda board, *given: given[-1] is None or fits(board, *given)


def count(most: int) -> Callable[..., Any]:
    return lambda board, *given: type(given[-1]) is int and 0 <= given[-1] <= most


def fits_scenario(board: Board, value: Any) -> bool:
    return value is None or is_in(value, ("empty", *load("cataclysm").scenarios))


def fits_failed(board: Board, power: str, value: list[str]) -> bool:
    """Political actions; special ones with their names, as ``special lend-lease``."""
    return all_in(value, (*ACTS, *(f"special {name}" for name in SPECIAL)))


def fits_names(board: Board, power: str, value: Any) -> bool:
    """Names of counters: several, one, or none; which there are, is found when they are taken."""
    return value is None or isinstance(value, str) or are_texts(board, power, value)


def are_texts(board: Board, *given: str | list[str]) -> bool:
    return isinstance(given[-1], list) and all(isinstance(one, str) for one in given[-1])


def fits_enemies(board: Board, power: str, value: list[str]) -> bool:
    return all_in(value, board.powers) and all(board.is_opposing(other, power) for other in value)


def fits_alliance(board: Board, ideology: str, value: list[str]) -> bool:
    return not value or (all_in(value, board.powers) and all(board.ideology(power) == ideology for power in value))


def fits_wars(board: Board, value: Any) -> bool:
    return are_texts(board, value) and all(_is_war(board, text) for text in value)


def _is_war(board: Board, text: str) -> bool:
    """``germany, italy against france, uk; truce italy, france``: two sides, each of one ideology."""
    both, *truces = text.split("; truce ")
    sides = [side.split(", ") for side in both.split(" against ")]
    fighting = [power for side in sides for power in side]
    if len(sides) != 2 or not set(fighting) <= set(board.parts.ideology) or len(set(fighting)) < len(fighting):
        return False
    of = [{board.ideology(power) for power in side} for side in sides]
    pairs = [pair.split(", ") for pair in truces]
    return (
        all(len(one) == 1 for one in of)
        and of[0] != of[1]
        and all(len(pair) == 2 and set(pair) <= set(fighting) for pair in pairs)
    )


def fits_control(board: Board, area: str, value: Any) -> bool:
    powers = _several(value)
    return all_in(powers, (*board.powers, "neutral")) and not (powers and board.area(area).is_sea)


def _several(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else value


def fits_base(board: Board, area: str, value: Any) -> bool:
    fits = one_of(None, False, "unowned", *board.powers)
    return board.area(area).base is not None and fits(board, value)


def fits_minor(board: Board, area: str, value: bool) -> bool:
    return f"{area}-minor" in board.parts.counters and isinstance(value, bool)


def fits_marker(board: Board, name: str, value: Any) -> bool:
    return isinstance(value, str) and (value in board.parts.areas or value.replace(":", "/") in places(board))


def fits_special(board: Board, name: str, value: Any) -> bool:
    """The memory of chapter 12, and of the civil war in China."""
    if name == "china":
        return one_of(None, "active", "inactive", "ended")(board, value)
    if name == "countries":
        return all_in(value, board.parts.areas)
    return not misfit(WORDS.type("memory"), {name: value})


def fits_transfers(board: Board, value: list[str]) -> bool:
    return are_texts(board, value) and all(_is_transfer(board, *text.split()) for text in value)


def _is_transfer(board: Board, to: str = "", area: str = "", kind: str = "", *lost: Any) -> bool:
    there = area == "off-map" or area in board.parts.areas
    return to in board.powers and there and kind in ("natural", "industrial") and list(lost) in ([], ["lost"])


# -- of what -----------------------------------------------------------------------------------------------------


def powers(board: Board) -> dict[str, Json]:
    return board.powers


def areas(board: Board) -> dict[str, Area]:
    return board.parts.areas


def disputed(board: Board) -> list[str]:
    """Areas, and China as a whole (11.4)."""
    return [*board.parts.areas, "china"]


def ideologies(board: Board) -> list[str]:
    return board.parts.ideologies


def factions(board: Board) -> list[tuple[str, str]]:
    return [(area, side) for area in disputed(board) for side in SIDES]


def pairs(board: Board) -> list[tuple[str, str]]:
    return [(power, ally) for power in board.powers for ally in board.powers if power != ally]


def places(board: Board) -> dict[str, None]:
    """Places of counters that are no area: the cup, ``track/1939-40``, ``aid/spain/left``, ``influence/hungary``."""
    return board.known(("places named",), lambda: dict.fromkeys(sorted({*PLACES, *_places(board)})))


def _places(board: Board) -> Iterator[str]:
    yield from (f"track/{turn}" for turn in board.parts.turns)
    yield from (f"influence/{area}" for area in disputed(board))
    yield from (f"aid/{area}/{side}" for area, side in factions(board))


def marker_names(board: Board) -> dict[str, None]:
    """Counters, with and without the power before their names."""
    return board.known(
        ("marker names",), lambda: dict.fromkeys([*board.place, *(id.partition("-")[2] for id in board.place)])
    )


def memories(board: Board) -> list[str]:
    """What chapters 11 and 12 remember."""
    return ["china", "countries", "lots", "atomic", *(f"raised:{power}" for power in board.powers)]


# -- what changes ------------------------------------------------------------------------------------------------


# What is put has been looked at by then.
attribute = partial(fitting, fits=always)
by_name = partial(under, fits=always)


def of_power(name: str) -> Callable[..., Any]:
    def change(board, power, value):
        board.powers[power][name] = value

    return change


def tabled(name: str) -> Callable[..., Any]:
    """A value of a table by area or ideology; nothing takes it away."""

    def change(board, one, value):
        if value:
            getattr(board, name)[one] = list(value) if isinstance(value, list) else value
        else:
            getattr(board, name).pop(one, None)

    return change


def nothing(board: Board, value: Any) -> None:
    """It stands already."""


def change_stage(board: Board, value: str) -> None:
    board.stage, board.phase = value, STAGES[value]


def put_drawn(board: Board, value: Any) -> bool:
    """So many counters; or ``germany/flag``: that counter has just been drawn, and its power is asked what becomes of
    it (3.7)."""
    if not isinstance(value, str):
        return put_drawn_number(board, value)
    power, slash, name = value.partition("/")
    return bool(slash and name) and power in board.powers and put_in_hand(board, power, name)


def take_in_hand(board: Board, power: str, name: str) -> None:
    take_for(board, power, name, "hand")
    board.stage, board.phase, board.last = "play", "action", board.ideology(power)


put_drawn_number = putting(count(999), attribute("drawn"))
put_in_hand = putting(lambda board, power, name: True, take_in_hand)


def change_control(board: Board, area: str, value: list[str]) -> None:
    board.cubes.pop(area, None)
    printed = board.area(area)
    for power in _several(value):
        if power == "neutral":
            board.cubes[area] = {"neutral": 1}
        elif power != printed.owner:
            board.cubes[area] = {power: 2 if printed.capital else 1}


def change_failed(board: Board, power: str, value: list[str]) -> None:
    board.powers[power]["failed"] = {act: value.count(act) for act in dict.fromkeys(value)}


def named_to(place: str) -> Callable[..., Any]:
    """Put counters called by names in a place; those that are there go back first."""

    def change(board, power, value):
        names = value if isinstance(value, list) else [value] if value else []
        for id in board.counters_at(place, power):
            if board.counter(id).type != "home-front":
                board.place[id] = "available"
                turn_up(board, id, False)
        board.version += 1
        for name in names:
            take_for(board, power, name, place)

    return change


def take_for(board: Board, power: str, name: str, place: str) -> None:
    if name in board.place:
        board.place[name] = place
        return
    for id in board.available(power):
        if name_of(board, id) == name or (name == "resource" and board.type_of(id) == "offensive"):
            board.place[id] = place
            turn_up(board, id, name == "resource")
            board.version += 1
            return
    take_named(board, power, name, place)
    board.version += 1


def change_pool(board: Board, power: str, value: list[str]) -> None:
    for id in board.available(power):
        if board.counter(id).is_unit or board.type_of(id) == "upgrade":
            board.place[id] = "storage"
    board.version += 1
    for name in value:
        take_named(board, power, name, "available")
        board.version += 1


def change_counters(board: Board, place: str, value: list[str]) -> None:
    for id in value:
        board.place[id] = place.replace("/", ":")


def change_enemies(board: Board, power: str, value: list[str]) -> None:
    for other in value:
        board.wars = joined(board, power, [other])
        board.version += 1
    if board.war_status == "peace" and value:
        board.war_status = "limited"


def change_wars(board: Board, value: list[str]) -> None:
    board.wars = []
    for text in value:
        both, *truces = text.split("; truce ")
        fighting = [side.split(", ") for side in both.split(" against ")]
        sides = {board.ideology(side[0]): side for side in fighting}
        board.wars.append({"sides": sides, "truces": [pair.split(", ") for pair in truces]})


def change_cubes(board: Board, area: str, value: list[str]) -> None:
    board.cubes.pop(area, None)
    if value:
        board.cubes[area] = {power: value.count(power) for power in sorted(set(value))}


def change_aid(board: Board, area: str, side: str, value: list[str]) -> None:
    for power in value:
        board.place[board.available(power, "offensive")[0]] = f"aid:{area}:{side}"
        board.version += 1


def change_influence(board: Board, area: str, value: Any) -> None:
    board.influence = sorted({*board.influence, area})
    for power in value if isinstance(value, list) else ():
        board.place[board.available(power, "offensive")[0]] = f"influence:{area}"
        board.version += 1


def change_minor(board: Board, area: str, value: bool) -> None:
    board.place[f"{area}-minor"] = area if value else "removed"


def change_chinese(board: Board, area: str, value: str) -> None:
    """An army of a faction, or none (11.4.1)."""
    before = board.chinese_army(area)
    if before:
        board.place[before] = "storage"
    if value:
        board.place[free_army(board, value)] = area
        board.special.setdefault("china", "active")


def change_marker(board: Board, name: str, value: str) -> None:
    board.place[next(id for id in board.place if id == name or id.endswith(f"-{name}"))] = value


def change_resource_sides(board: Board, value: list[str]) -> None:
    for id in value:
        turn_up(board, id, True)


def change_transfers(board: Board, value: list[str]) -> None:
    """``uk california natural``: resources on their way from the United States (4.4.1); ``lost``: they never arrive."""
    board.special["transfers"] = []
    for text in value:
        to, area, kind, *lost = text.split()
        gift = {"to": to, "area": None if area == "off-map" else area, "kind": kind, "arrives": not lost}
        board.special["transfers"].append(gift)


def change_permit(board: Board, power: str, ally: str, value: str) -> None:
    board.support.setdefault(power, {})[ally] = value


# -- what is put -------------------------------------------------------------------------------------------------

flag = one_of(True, False)

put_scenario = putting(fits_scenario, nothing)
put_turn = putting(one_in("parts.turns"), attribute("turn"))
put_stage = putting(one_of(*STAGES), change_stage)
put_phase = putting(lambda board, value: value == board.phase and is_in(value, STAGES.values()), nothing)
put_crises = putting(count(9), attribute("crises"))
put_sudden_death = putting(flag, attribute("sudden_death"))
put_drawer = putting(or_none(one_in("powers")), attribute("drawer"))
put_last = putting(or_none(one_in("parts.ideologies")), attribute("last"))

put_control = putting(fits_control, change_control)
put_cubes = putting(lambda board, area, value: not value or all_in(value, (*board.powers, "neutral")), change_cubes)
put_civil_war = putting(flag, among("civil_wars"))
put_limited = putting(flag, among("limited"))
put_influence = putting(lambda board, area, value: value is True or all_in(value, board.powers), change_influence)
put_base = putting(fits_base, tabled("bases"))
put_damage = putting(count(99), by_name("damage"))

put_war_status = putting(one_of(*STATUSES), attribute("war_status"))
put_no_surprise = putting(some_in("parts.ideologies"), attribute("no_surprise"))
put_global_end = putting(or_none(one_in("parts.turns")), attribute("global_end"))
put_commitment = putting(one_of(*COMMITMENTS), of_power("commitment"))
put_stability = putting(one_of(*STABILITIES), of_power("stability"))
put_raised = putting(flag, of_power("raised"))
put_shaken = putting(flag, of_power("shaken"))
put_surrendered = putting(or_none(some_in("parts.ideologies")), of_power("surrendered"))
put_abilities = putting(are_texts, of_power("abilities"))
put_posture = putting(one_of(None, *POSTURES), of_power("posture"))
put_posture_moved = putting(flag, of_power("moved_posture"))
put_failed = putting(fits_failed, change_failed)
put_alliance = putting(fits_alliance, tabled("alliances"))
put_wars = putting(fits_wars, change_wars)
put_enemies = putting(fits_enemies, change_enemies)
put_permit = putting(one_of(*PERMISSIONS), change_permit)
put_ready = putting(some_in("powers"), attribute("ready"))
put_special = putting(fits_special, by_name("special"))
put_transfers = putting(fits_transfers, change_transfers)

put_pool = putting(are_texts, change_pool)
put_aid = putting(some_in("powers"), change_aid)
put_minor = putting(fits_minor, change_minor)
put_chinese = putting(one_of(None, False, *FACTIONS), change_chinese)
put_counters = putting(some_in("parts.counters"), change_counters)
put_marker = putting(fits_marker, change_marker)
put_resource_sides = putting(some_in("parts.counters"), change_resource_sides)
put_reserve = putting(fits_names, named_to("reserve"))
put_cup = putting(fits_names, named_to("cup"))
put_box = putting(fits_names, named_to("box"))
