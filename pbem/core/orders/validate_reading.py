"""The reading of an order as a part of a document: is it one that the rules can be asked about?

Order text gives only such readings, but a signed document may hold anything.  What is no reading is refused with its
document; where it was closed, it matches nothing once it is open.  So nothing that anybody signs stops a game.
"""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from ..data.json_types import Json
from ..data.problems import Problem, messages, refusals
from .orderfile import BESIDE, Item, branches
from .orders import item_problems

if TYPE_CHECKING:
    from ..rules.game import Game

messages({"reading-beside": "A part of a document holds what is ordered, and nothing beside it; this one has {name}."})

_HEADER = {"pbem": "orders/1", "game": "a", "seat": "a", "entry": 1, "head": "0" * 32}


def problems_of(readings: Json, game: "Game", powers: Collection[str], seat: str) -> list[Problem]:
    """What is wrong with readings, ``{"answers": […], "lines": […], "petitions": […]}``, of a seat with `powers`."""
    from ..data.schemas import problems as shape_problems

    lines = readings.get("lines", ())
    standing = [item for item in lines if type(item) is dict and "when" in item]
    once = [item for item in lines if item not in standing]
    items = {
        "answers": [*readings.get("answers", ()), *once],
        "petitions": list(readings.get("petitions", ())),
        "standing": standing,
    }
    found = shape_problems("orders", {**_HEADER, **items}, "")
    if found:
        return [Problem(one.code, level=one.level, rule=one.rule, hint=one.hint, **one.fields) for one in found]
    return [
        problem
        for row in items.values()
        for item in row
        for problem in (*_beside(item), *item_problems(item, game, powers, seat))
    ]


def _beside(item: Item) -> Iterator[Problem]:
    """Words beside the reading could say something else than it does, so there are none."""
    for name in BESIDE:
        if any(name in branch for branch in branches(item)):
            yield Problem("reading-beside", name=name)


def is_sound(reading: Any, game: "Game", powers: Collection[str], seat: str) -> bool:
    """True for the reading of a line or an answer: what may be closed."""
    return not refusals(problems_of({"lines": [reading]}, game, powers, seat))
