"""Fields that the sentences name and no fact or answer holds: what must be computed of those, by name (COMPUTED)."""

from collections.abc import Callable, Mapping
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

FEW = 5  # units that are named one by one
POINT = 10  # what a victory point weighs, in the table of leads
_WORTH = ("naval", "air", "land")


def all_units(fields: Fields, say: Say) -> list[str]:
    """The units of facts that are told together, ships first."""
    return sorted((fact["unit"] for fact in fields["facts"]), key=lambda unit: _WORTH.index(say.category(unit)))


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
    "owner": lambda fields, say: say.board.side[fields["unit"]],
    "points that matter": lambda fields, say: POINT * abs(fields["by"]),
    "all areas": each_of("area"),
    "all countries": lambda fields, say: listed([say.country(fact["country"]) for fact in fields["facts"]]),
    "all units": all_units,
    "more than a few": lambda fields, say: len(fields["facts"]) > FEW,
    "best units": lambda fields, say: all_units(fields, say)[:FEW],
}
