"""Fields that the sentences name and no fact or answer holds: what must be computed of those, by name (COMPUTED)."""

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Fields, each_of
from pbem.core.data.text import listed

from ..board.printed import Say
from ..rules import setup


def medium(fields: Fields, say: Say) -> str:
    """What units have in common; those with ships are naval."""
    found = {say.category(unit) for unit in fields["units"]}
    return "naval" if "naval" in found else found.pop() if len(found) == 1 else ""


def the_targets(fields: Fields, say: Say) -> list[Json]:
    """At whom an answer fires, each with the units that do."""
    at: dict[str, list[str]] = {}
    for shooter, target in fields["answer"].get("fire") or ():
        at.setdefault(target, []).append(shooter)
    return [{"target": target, "units": shooters} for target, shooters in at.items()]


def the_pieces(fields: Fields, say: Say) -> str:
    """Counters that are named, and how many of a type are drawn blind."""
    drawn = [f"{say.kind(word, count)} drawn blind" for word, count in fields.get("draw", {}).items()]
    return listed(([say.units(fields["units"])] if fields["units"] else []) + drawn)


def all_pieces(fields: Fields, say: Say) -> list[str]:
    return [*fields["units"], *(word for word, count in fields.get("draw", {}).items() for _each in range(count))]


# -- what a report begins with -----------------------------------------------------------------------------------------

EFFECTS = ("unit-eliminated", "control-changed", "country-left", "double-action", "vp-changed")
FEW = 5  # units that are named one by one
POINT = 10  # what a victory point weighs, in the table of leads
_WORTH = ("naval", "air", "land")


def battlefield(fields: Fields, say: Say) -> str:
    """Where units fell or fought, cargo with its ship; nowhere of an event, which may strike in several places."""
    if fields["cause"] and fields["cause"]["type"] == "event-happened":
        return ""
    fell = {fact["unit"]: fact["area"] for fact in fields["stretch"] if "unit" in fact and "area" in fact}
    return fields.get("area") or fell.get(fields.get("ship"), "")


def is_over(fields: Fields, say: Say) -> bool:
    """Whether a combat is over: the last fact is not that it has begun."""
    last = fields["stretch"][-1]
    return last["type"] != "combat-begun" or any(fact["type"] != "combat-begun" for fact in fields["facts"])


def tells_by_itself(fields: Fields, say: Say) -> bool:
    """Whether nothing that an event brought about names it."""
    behind = fields["stretch"][fields["nth"] + 1 :]
    brought = takewhile(lambda fact: fact["type"] not in ("op-declared", "turn-begun"), behind)
    return not any(fact["type"] in EFFECTS for fact in brought)


def is_to_come(fields: Fields, say: Say) -> bool:
    """Whether no Op has been declared in the second of two activities."""
    return not any(fact["type"] == "op-declared" for fact in fields["stretch"][fields["nth"] :])


def interceptor(fields: Fields, say: Say) -> str:
    """Who attacks in the Op of the other side."""
    attacker = fields.get("side") if fields["type"] == "combat-begun" else None
    return attacker if attacker and attacker != fields["cause"].get("side") else ""


def the_losers(fields: Fields, say: Say) -> Iterator[Json]:
    """What each side lost in facts that are told together, the reader's own first, ships before others."""
    lost: dict[str, list[str]] = {}
    for unit in _units("unit-eliminated", fields):
        lost.setdefault(say.board.side[unit], []).append(unit)
    for side in sorted(lost, key=lambda side: side not in fields["own"]):
        units = sorted(lost[side], key=lambda unit: _WORTH.index(say.category(unit)))
        yield {"side": side, "lost": units, "others": units[FEW:], "units": say.units(units[:FEW]).replace("PRC ", "")}


def damaged(fields: Fields, say: Say) -> list[str]:
    """What was damaged and is not lost."""
    lost = _units("unit-eliminated", fields)
    return [unit for unit in _units("unit-reduced", fields) if unit not in lost]


def _units(type: str, fields: Fields) -> list[str]:
    return [fact["unit"] for fact in fields["facts"] if fact["type"] == type]


COMPUTED: Mapping[str, Callable[[Fields, Any], Any]] = {
    "points gained": lambda fields, say: max(fields["by"], 0),
    "points lost": lambda fields, say: -fields["by"],
    "modified": lambda fields, say: fields["die"] != fields["total"],
    "medium": medium,
    "category": lambda fields, say: say.category(fields["unit"]),
    "first moves": lambda fields, say: fields["moves"][:1],
    "other moves": lambda fields, say: fields["moves"][1:],
    "units to place": lambda fields, say: setup.units_to_place(say.board, fields["power"]),
    "the targets": the_targets,
    "the pieces": the_pieces,
    "all pieces": all_pieces,
    "is a carrier": lambda fields, say: fields["unit"] in say.parts.carriers,
    "points that matter": lambda fields, say: POINT * abs(fields["by"]),
    "all areas": each_of("area"),
    "all countries": lambda fields, say: listed([say.country(fact["country"]) for fact in fields["facts"]]),
    "which cause": lambda fields, say: id(fields["cause"]),
    "battlefield": battlefield,
    "is over": is_over,
    "interceptor": interceptor,
    "is to come": is_to_come,
    "tells by itself": tells_by_itself,
    "the losers": the_losers,
    "damaged": damaged,
    "several": lambda fields, say: len(fields["facts"]) > 1,
    "is still open": lambda fields, say: say.board.double == fields["side"],
}
