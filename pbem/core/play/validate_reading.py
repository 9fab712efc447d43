"""The reading of an order as a part of a document: is it one that the rules can be asked about?

Order text gives only such readings, but a signed document may hold anything.  What is no reading is refused with its
document; where it was closed, it matches nothing once it is open.  So nothing that anybody signs stops a game.
"""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from ..data.json_types import Json
from ..data.problems import Problem, refusals
from ..orders.orderfile import BESIDE, Item, branches
from ..orders.orders import item_problems
from ..record.closed import FIRST, each_branch, is_closed, marks_of, without_closed

if TYPE_CHECKING:
    from ..title.game import Game


_HEADER = {"pbem": "orders/1", "game": "a", "seat": "a", "entry": 1, "head": "0" * 32}


def problems_of(readings: Json, game: "Game", powers: Collection[str], seat: str) -> list[Problem]:
    """What is wrong with readings, ``{"answers": […], "lines": […], "petitions": […]}``, of a seat with `powers`."""
    from ..data.schemas import problems as shape_problems

    whole = {name: [_as_open(item) for item in readings.get(name, ())] for name in ("answers", "lines", "petitions")}
    standing = [item for item in whole["lines"] if type(item) is dict and "when" in item]
    once = [item for item in whole["lines"] if item not in standing]
    items = {"answers": [*whole["answers"], *once], "petitions": whole["petitions"], "standing": standing}
    if any(_has_strange_pieces(item) for name in whole for item in readings.get(name, ())):
        return [Problem("reading-pieces")]
    found = shape_problems("orders", {**_HEADER, **items}, "")
    if found:
        return [Problem(one.code, level=one.level, rule=one.rule, hint=one.hint, **one.fields) for one in found]
    return [
        problem
        for row in items.values()
        for item in row
        for problem in (*_beside(item), *item_problems(item, game, powers, seat))
    ]


def _as_open(item: Any) -> Any:
    """A reading as far as it is open; where no branch is, with an empty answer."""
    if type(item) is not dict or not any(marks_of(item)):
        return item
    common = {name: value for name, value in item.items() if name not in (*FIRST, "first", "else")}
    return without_closed(item) or {**common, "value": None}


def _has_strange_pieces(item: Any) -> bool:
    """Whether something is closed that is no branch, or a first branch stands open and closed at once."""
    if type(item) is not dict or any(marks_of(_as_open(item))):
        return type(item) is dict
    firsts = [one for one in each_branch(item) if "first" in one]
    return any("mark" in one for one in each_branch(item)) or not all(
        type(one["first"]) is list and len(one["first"]) == 1 and is_closed(one["first"][0]) and not {*FIRST} & {*one}
        for one in firsts
    )


def _beside(item: Item) -> Iterator[Problem]:
    """Words beside the reading could say something else than it does, so there are none."""
    for name in BESIDE:
        if any(name in branch for branch in branches(item)):
            yield Problem("reading-beside", name=name)


def is_sound(reading: Any, game: "Game", powers: Collection[str], seat: str) -> bool:
    """True for the reading of a line or an answer: what may be closed."""
    return not refusals(problems_of({"lines": [reading]}, game, powers, seat))
