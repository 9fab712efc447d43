"""What can be asked of a board, as functions; the table (table.py) names them and says what each is."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json

from ..board.board import Board
from ..board.parts import CODES
from ..rules.deployment import destinations
from ..rules.interests import interests as interests_of
from ..rules.land_combat import is_adverse
from ..rules.movement import is_adjacent_for
from ..rules.playing import sites_for
from ..rules.production import boxed, collectable, name_of
from ..rules.provocation import flags_on_card


def control(board: Board, area: str) -> list[str]:
    power = board.controller(area)
    return [power] if power else ["neutral"] * bool(board.neutral_cubes(area))


def state_of(key: str) -> Callable[[Board, str], Any]:
    """What the state of a power has under a word."""
    return lambda board, power: board.powers[power][key]


commitment, raised, shaken = state_of("commitment"), state_of("raised"), state_of("shaken")
surrendered, abilities = state_of("surrendered"), state_of("abilities")
posture, posture_moved = state_of("posture"), state_of("moved_posture")
written_stability = state_of("stability")


def stability(board: Board, power: str) -> str:
    return written_stability(board, power) if board.is_active(power) else "surrendered"


def cubes(board: Board, area: str) -> list[str]:
    return sorted(power for power, count in board.cubes.get(area, {}).items() for _ in range(count))


def influence(board: Board, area: str) -> list[str]:
    return sorted(power for power, count in board.influence_in(area).items() for _ in range(count))


def written_influence(board: Board, area: str) -> bool:
    """The marker alone: who has some there follows from the counters."""
    return True


def permit(board: Board, power: str, ally: str) -> str | None:
    return board.support.get(power, {}).get(ally)


def is_permit_said(board: Board, fresh: Board, power: str, ally: str) -> bool:
    return ally in board.support.get(power, ())


def minor(board: Board, area: str) -> bool:
    return board.minor_army(area) is not None


def counters(board: Board, where: str) -> list[str]:
    return board.counters_at(where.replace("/", ":"))


def is_place_used(board: Board, fresh: Board, where: str) -> bool:
    return where.replace("/", ":") in board.places()


def resource_sides(board: Board) -> list[str]:
    return sorted(id for id in board.upgraded if board.type_of(id) == "offensive")


def flags(board: Board, power: str) -> int:
    return len(flags_on_card(board, power))


def china(board: Board) -> str | None:
    return board.special.get("china")


def neighbours(board: Board, area: str) -> list[str]:
    return list(board.near(area))


def near(board: Board, area: str, mode: str) -> list[str]:
    return list(board.near(area, mode))


def terrain(board: Board, area: str) -> list[str]:
    printed = board.area(area)
    others = [name for name in ("restricted", "delay") if getattr(printed, name)]
    return ["adverse"] * is_adverse(board, area) + others + ["remote"] * board.is_remote(area)


def units(board: Board, area: str) -> list[str]:
    return sorted(unit_name(board, id) for id in board.units_in(area))


def unit_name(board: Board, id: str) -> str:
    power = board.power_of(id)
    return f"{CODES[power]} {board.side_of(id)}" if power else "minor"


def all_flags(board: Board, power: str) -> dict[str, int]:
    flags = (id for id, counter in board.parts.counters.items() if counter.power == power and counter.type == "flag")
    return dict(sorted(summed((board.place[id], 1) for id in flags).items()))


def reserve(board: Board, power: str) -> str | None:
    id = board.reserve(power)
    return name_of(board, id) if id else None


def in_box(board: Board, power: str) -> list[str]:
    return [name for name, ids in sorted(boxed(board, power).items()) for _ in ids]


def in_cup(board: Board, power: str) -> list[str]:
    return sorted(name_of(board, id) for id in board.counters_at("cup", power))


def pool(board: Board, power: str) -> list[str]:
    return sorted(
        name_of(board, id)
        for id in board.available(power)
        if board.counter(id).is_unit or board.type_of(id) == "upgrade"
    )


def force_pool(board: Board, power: str) -> int:
    return len(board.force_pool(power))


def failed(board: Board, power: str) -> list[str]:
    return sorted(act for act, count in board.powers[power]["failed"].items() for _ in range(count))


def interest(board: Board, power: str, area: str) -> bool:
    return area in interests_of(board, power)


def resources(board: Board, power: str) -> list[str]:
    found = collectable(board, power)
    return sorted(f"{each['area'] or 'off-map'} {each['kind']}{' limited' * each['limited']}" for each in found)


def reach(board: Board, unit: str) -> list[str]:
    return sorted({spot.split("/")[0] for spot in destinations(board, unit)})


def may_support(board: Board, unit: str, area: str) -> bool:
    return bool(is_adjacent_for(board, unit, area))


def placement(board: Board, unit: str) -> list[str]:
    return list(sites_for(board, board.owner_of(unit), unit))


def wars(board: Board) -> list[str]:
    shown = []
    for war in board.wars:
        text = " against ".join(", ".join(powers) for powers in war["sides"].values())
        truces = "".join(f"; truce {', '.join(pair)}" for pair in war["truces"])
        shown.append(text + truces)
    return shown


def aid(board: Board, area: str, side: str) -> list[str]:
    return sorted(power for power, count in board.aid(area, side).items() for _ in range(count))


def marker(board: Board, name: str) -> str | None:
    return next((board.place[id] for id in board.place if id == name or id.endswith(f"-{name}")), None)


def winner(board: Board) -> Any:
    return board.over["winner"] if board.over else None


def transfers(board: Board) -> list[Any]:
    return [_transfer(gift) for gift in board.special.get("transfers") or ()]


def _transfer(gift: Json) -> str:
    lost = "" if gift["arrives"] else " lost"
    return f"{gift['to']} {gift['area'] or 'off-map'} {gift['kind']}{lost}"


def cubes_told(board: Board, area: str) -> list[str]:
    """The cubes in their order on the board."""
    return [power for power, count in board.cubes[area].items() for _ in range(count)]


def is_marker_on_map(board: Board, fresh: Board, name: str) -> bool:
    """Whether the name is a counter that stands in an area and is no unit."""
    return board.place.get(name) in board.parts.areas and not board.counter(name).is_unit
