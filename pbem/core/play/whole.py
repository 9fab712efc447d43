"""A document whole: what a seat has said would stand, and what new orders make of it (docs/record.md, "Documents").

A document names what stays of what is in force, and brings what is new: what it does not say is over.  So it is made
from the seat's last own document, which whoever signs remembers beside the secret; at the level sealed, where the desk
writes documents down, and for those who only look, from the record.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from ..data.json_types import Json
from ..orders.orderfile import Item, Order
from ..record.closed import Openings
from ..record.documents import Name
from ..record.files import File
from ..record.state import has_come, name_of, names_standing
from .standing import revokes, stands_for

PLACES = ("petitions", "lines")


class Row(NamedTuple):
    """A petition or line that stands by what its seat has said.

    name     its name for good
    place    "petitions" or "lines"
    whole    what it says; None if that is closed, and not known here
    is_kept  True if it stands in the record; False for one that was sent and is not there yet
    """

    name: Name
    place: str
    whole: Any
    is_kept: bool

    def to_json(self) -> Json:
        return {"name": [*self.name], "place": self.place, "whole": self.whole}


def standing(file: File, seat: str, openings: Openings, own: Json | None = None) -> list[Row]:
    """What stands of a seat when its next document is made.

    own   the memory of its last own document (secret/3); None: there is none, or nobody may look into it
    """
    state, stands = file.state, names_standing(file.state, seat)
    known: dict[Name, tuple[str, Any]] = {}
    if own:
        when = "before" if own["head"] == file.head else "after"
        known = {(one["name"][0], one["name"][1]): (one["place"], one["whole"]) for one in own[when]}
    found = [Row(name, *row, name in stands) for name, row in known.items()]
    found = [row for row in found if row.is_kept or not has_come(state, seat, row.name)]
    for place in PLACES:
        rows = [row for row in state[place] if row["seat"] == seat]
        more = [row for row in rows if own is None or name_of(row) not in known and name_of(row)[0] > own["n"]]
        found += [Row(name_of(row), place, openings.whole(row["part"]), True) for row in more]
    return found


def left(rows: Iterable[Row], order: Order) -> list[Row]:
    """The rows that an order document leaves: without what it cancels, and what new standing lines stand for."""
    replaced = {stands_for(item) for item in order.get("standing", ())}
    return [row for row in rows if not _is_taken_back(row, order.get("revoked", ()), replaced)]


def _is_taken_back(row: Row, revoked: Iterable[Item], replaced: set[bytes]) -> bool:
    if row.place != "lines" or row.whole is None:
        return False
    return (
        any(revokes(item, row.whole) for item in revoked) or "when" in row.whole and stands_for(row.whole) in replaced
    )


class Whole:
    """The names and lists of a document.

    lists    {"petitions": parts, "lines": parts}, what was sent before and is not in the record first
    names    {"kept": [[n, p]], "first": [[k, n, p]]}
    after    rows of what stands by it, as the memory keeps them
    """

    __slots__ = ("lists", "names", "after")

    def __init__(self, rows: Sequence[Row], new: dict[str, list[Item]], n: int, answers: int) -> None:
        kept, sent = ([row for row in rows if row.is_kept == is_kept] for is_kept in (True, False))
        self.lists: dict[str, list[Any]] = {}
        first, added, number = [], list[Row](), answers
        for place in PLACES:
            names = [row.name for row in sent if row.place == place]
            self.lists[place] = [*(row.whole for row in sent if row.place == place), *new[place]]
            for whole, name in zip_longest(self.lists[place], names):
                number += 1
                first += [[number, *name]] if name else []
                added.append(Row(name or (n, number), place, whole, False))
        self.names = {"kept": sorted([*row.name] for row in kept), "first": first}
        self.after = [row.to_json() for row in [*kept, *added]]
