"""What must always hold, each with its rule number: checked after every fact in tests, and for positions."""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.problems import Problem
from pbem.core.rules.numbers import in_the_book

from ..board.board import Board
from ..board.parts import FACTIONS
from ..rules.cubes import cubes_left, cubes_on_map
from ..rules.movement import overstacked

PLACES = ("available", "box", "cup", "reserve", "hand", "display", "play", "away", "storage", "removed")


def invariants(board: Board) -> list[Problem]:
    """All problems of a board, those of the limits only between two steps; empty when it holds."""
    found = always(board)
    if not found and board.steady and not board.over:
        found += limits(board)
    return in_the_book(board, found)


def always(board: Board) -> list[Any]:
    """What holds after every single fact."""
    return [
        *_places(board),
        *_reserves(board),
        *_cubes(board),
        *_alliances(board),
        *_wars(board),
        *_surrendered(board),
    ]


def limits(board: Board) -> list[Any]:
    """7.1 Occupation limits and 4.1.2 the force pool, which may be exceeded in the middle of a step only."""

    found = [
        Problem("ca-inv-limits", rule="7.1", area=area, what="; ".join(str(problem) for problem in problems))
        for area, _, problems in overstacked(board)
    ]
    found += _aid(board)
    for power in board.active():
        most = board.card(power)["commitment"][board.commitment(power)]["forcePoolLimit"]
        count = len(board.force_pool(power))
        if count > most:
            found.append(Problem("ca-inv-pool", rule="4.1.2", power=power, count=count, most=most))
    at_war_together = not board.counters_at("hand")  # while one is played an ally may be asked to join (6.1.3)
    for power in board.active() if at_war_together else ():
        for ally in board.allies(power):
            if set(board.enemies(power)) != set(board.enemies(ally)):
                found.append(Problem("ca-inv-allied-enemies", rule="6.1.3", power=power, ally=ally))
    return found


def _places(board: Board) -> Iterator[Problem]:
    for id, counter in board.parts.counters.items():
        place = str(board.place.get(id))
        known = place in PLACES or place in board.parts.areas or place.startswith(("track:", "aid:", "influence:"))
        if not known:
            yield Problem("ca-inv-place", rule="2.4", counter=id, place=place)
        elif id in board.upgraded and counter.type not in ("army", "fleet", "air", "offensive"):
            yield Problem("ca-inv-upgraded", rule="2.4.2", counter=id)
        elif counter.kind in FACTIONS and place in board.parts.areas:
            if board.area(place).status != "china" or board.chinese_army(place) != id:
                yield Problem("ca-inv-chinese", rule="11.4.1", counter=id, area=place)
        elif counter.type == "minor" and place in board.parts.areas and id != f"{place}-minor":
            yield Problem("ca-inv-sides", rule="2.4.4", area=place)


def _reserves(board: Board) -> Iterator[Problem]:
    held = summed((board.power_of(id), 1) for id in board.counters_at("reserve"))
    for power, count in held.items():
        if count > 1:
            yield Problem("ca-inv-reserve", rule="3.4", power=power, count=count)


def _aid(board: Board) -> Iterator[Problem]:
    held = {}
    for id, place in board.place.items():
        kind, _, rest = str(place).partition(":")
        if kind in ("aid", "influence"):
            held.setdefault((board.power_of(id), rest.partition(":")[0]), set()).add(place)
    for (power, area), places in sorted(held.items()):
        if len(places) > 1:
            text = ", ".join(sorted(places))
            yield Problem("ca-inv-two-factions", rule="11.2.1", power=power, area=area, places=text)


def _cubes(board: Board) -> Iterator[Problem]:
    for area, cubes in board.cubes.items():
        if len(cubes) > 1:
            yield Problem("ca-inv-two-owners", rule="2.2.4", area=area, powers=", ".join(sorted(cubes)))
        owner = board.area(area).owner
        if owner in cubes and area != "rome":  # the Abyssinian Adventure puts one there (12.1.2)
            yield Problem("ca-inv-own-cube", rule="2.2.4", power=owner, area=area)
    for power in board.parts.powers:
        most = board.card(power)["cubes"]
        count = most - cubes_left(board, power)
        placed = cubes_on_map(board, power)
        if count > most and (placed > most or board.powers[power]["failed"]):  # ruling R-2.4-cubes
            yield Problem("ca-inv-cubes", rule="2.4.1", power=power, count=count, most=most)


def _alliances(board: Board) -> Iterator[Problem]:
    for ideology, powers in board.alliances.items():
        if len(powers) < 2 or any(board.ideology(power) != ideology for power in powers):
            yield Problem("ca-inv-alliance", rule="6.1", ideology=ideology, powers=", ".join(powers))


def _wars(board: Board) -> Iterator[Problem]:
    seen = {}
    for war in board.wars:
        if len(war["sides"]) != 2 or not all(war["sides"].values()):
            yield Problem("ca-inv-war", rule="5.6", war=str(war["sides"]))
            continue
        for ideology, powers in war["sides"].items():
            other = next(name for name in war["sides"] if name != ideology)
            for power in powers:
                if other in seen.setdefault(power, []):
                    yield Problem("ca-inv-wars-merged", rule="5.6", power=power)
                seen[power].append(other)
    if board.wars and board.war_status == "peace":
        # the marker follows the first war in the very next fact
        if not (board.collapsing or board.offensive_if_any or board.operation_if_any) and len(board.wars) > 1:
            yield Problem("ca-inv-war-status", rule="5.6.4")


def _surrendered(board: Board) -> Iterator[Problem]:
    for power, state in board.powers.items():
        if state["surrendered"] and any(board.power_of(id) == power for id in board.units_of(power)):
            yield Problem("ca-inv-surrendered", rule="5.5.4", power=power, what="units")
        if state["surrendered"] and any(power in cubes for cubes in board.cubes.values()):
            yield Problem("ca-inv-surrendered", rule="5.5.4", power=power, what="cubes")
