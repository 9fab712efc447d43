"""What one seat sends, read: an `OrderFile` of items, whichever form it came in.

An *item* is a dict as the JSON form has it:

    answer    {"power", "kind", "value", "line", "text", "if"?, "else"?, "or"?, "also"?, "where"?, "round"?,
               "turn"? | "next"?, "then"?, "instead"?, "replaces"?, "no"?}
    standing  {"power", "when", "value" | "ask", "line", "text", "where"?, "if"?, "else"?,
               "from"?, "until"?, "secret"?, "public"?}
    petition  {"power", "verb", "value", "line", "text"}
    cancelled {"no" | "all" | "offer", "line", "text"}

An answer with ``where`` or ``round`` is for a question about that place or round only.  It is for one turn of its
power: the coming one, that after it (``next``), or the one that the record names (``turn``).  ``or`` is a list of
branches with "value" that stand in for it if it cannot be done; ``then`` says that it is for the next question of its
kind; ``instead`` that it begins its section anew, ``replaces`` which line it replaces.  ``no`` are the numbers by which
people name it, one for each of its lines.
``places``, beside ``line``, are the line and the column of each line of an item, as it was typed.
With a referee a line for later is closed unless it is ``public``; ``secret`` says that it must be.
``when`` names the kind of question that a standing line answers.  ``else`` is a list of branches with "value"
(and of answers "kind", "line", "text"), tried in order; all but the last have an "if".  ``also`` names
further kinds that the line may answer, because they share its verb.
"""

import re
from collections.abc import Iterable
from typing import Any

from ..data.problems import Problem

Item = dict[str, Any]
"""One line of an order file, read."""
Order = dict[str, Any]
"""An order document (schemas/orders.schema.json)."""


HEADER = ("game", "seat", "entry", "head", "link", "seal", "pinch")

REQUIRED = ("game", "seat", "entry", "head")

WORDS = {"ready": "ready", "yes": "yes", "wait": "wait", "go on": "goes_on"}
"""Lines that say something of the whole file, and under which name."""

ITEMS = ("answers", "standing", "cancelled", "petitions")

ANY = "*"  # in the place of a kind: every question of the turn for which the line is

BESIDE = ("line", "places", "text", "secret", "then", "instead", "replaces", "mark", "once")
"""What an item has in an order file, and not in the record: where and how it was typed, and what is plain from it."""

IS_HEAD = re.compile(r"[0-9a-f]{32,64}").fullmatch


def is_of_a_turn(item: Item) -> bool:
    """Whether a standing line is for one turn: `rest: …`, or a tripwire, for all questions or for those of a kind."""
    return "when" in item and (item["when"] == ANY or "turn" in item or "once" in item)


def is_tripwire(item: Item) -> bool:
    """Whether a line stops the game once, when what it names has come about."""
    return is_of_a_turn(item) and "ask" in item


class OrderFile:
    """One seat's orders for one moment.

    name       the file's name, for messages
    game, seat, entry, head, link, seal, pinch
               the header; None where a line is missing (`head` may be shortened to 32 digits or more)
    ready      True if the seat said so
    yes        True if the one reading that each doubt shows is meant
    wait       True if nothing of the seat is to be played yet; `ready` ends that
    goes_on    True if the sheet is to be played as it is, though something has come about that stopped it
    answers, standing, cancelled, petitions
               lists of items, in the order of the file
    """

    __slots__ = ("name", *WORDS.values(), *HEADER, *ITEMS)

    ready: bool
    yes: bool
    wait: bool
    goes_on: bool

    game: str | None
    seat: str | None
    entry: int | None
    head: str | None
    link: str | None
    seal: str | None
    pinch: str | None
    answers: list[Item]
    standing: list[Item]
    cancelled: list[Item]
    petitions: list[Item]

    def __init__(self, name: str = "orders") -> None:
        self.name = name
        for word in WORDS.values():
            setattr(self, word, False)
        for word in HEADER:
            setattr(self, word, None)
        for items in ITEMS:
            setattr(self, items, [])

    @property
    def is_empty(self) -> bool:
        """True if nothing is ordered, answered or declared."""
        return not (self.ready or self.wait or self.goes_on) and not any(getattr(self, items) for items in ITEMS)

    def fill(self, document: dict[str, Any]) -> None:
        """Take over what a document of the right shape says."""
        for word in HEADER:
            setattr(self, word, document.get(word))
        for word in WORDS.values():
            setattr(self, word, document.get(word, False))
        for items in ITEMS:
            setattr(self, items, document.get(items, []))

    def to_json(self) -> dict[str, Any]:
        """The canonical JSON form; reading it gives the same orders."""
        document: dict[str, Any] = {"pbem": "orders/1"}
        document.update((word, getattr(self, word)) for word in HEADER if getattr(self, word) is not None)
        document.update((word, True) for word in WORDS.values() if getattr(self, word))
        document.update((items, getattr(self, items)) for items in ITEMS)
        return document

    def to_text(self) -> str:
        """The canonical text form; reading it gives the same orders."""
        header = [f"{word} {getattr(self, word)}" for word in HEADER if getattr(self, word) is not None]
        header += [said for said, word in WORDS.items() if getattr(self, word)]
        placed = [placed for items in ITEMS for item in getattr(self, items) for placed in _texts(item)]
        placed.sort(key=lambda pair: pair[0])
        lines, before = [], None
        for _, text, item in placed:
            if before is not None and _would_merge(before, item):
                lines.append("then")
            lines.append(text)
            before = item
        return "\n".join([*header, *lines, "--", ""])


def unknown_seat(seat: str, seats: Iterable[str]) -> Problem:
    from ..data.text import listed
    from ..language.names import key, near_hint

    near = near_hint(seat, {key(one): one for one in seats})
    return Problem("unknown-seat-in-orders", seat=seat, hint=near or f"There are {listed(sorted(seats))}.")


def branches(item: Item) -> list[Item]:
    """An item and its `else` branches, in the order in which they are tried, without those that are closed."""
    return [one for one in (item, *item.get("else", ())) if "closed" not in one and type(one.get("first")) is not list]


def led_text(item: Item) -> str:
    """The words before a line that say for which turn or question it is, and what it begins anew."""
    if "replaces" in item:
        return f"{item['replaces']} "
    words = [word for word in ("instead", "next", "then") if item.get(word)]
    words = ["next, whatever happens" if word == "next" and item.get("anyway") else word for word in words]
    return "".join(f"{word}: " for word in words)


def kinds_of(branches: Iterable[Item]) -> list[str]:
    """The kinds of question that branches of a line for once may answer, each once."""
    return list(dict.fromkeys(name for branch in branches for name in (branch["kind"], *branch.get("also", ()))))


def _texts(item: Item) -> list[tuple[int, str, Item]]:
    """``(line, text, item)`` of an item and of its branches that have texts of their own."""
    found = [*branches(item), *item.get("or", ())]
    return [(branch["line"], branch["text"], branch) for branch in found if "text" in branch]


def _would_merge(before: Item, after: Item) -> bool:
    """True if two items of a kind with many lines would be read as one, written one after the other."""
    if not isinstance(before.get("value"), list) or "when" in before or "verb" in before:
        return False
    return "kind" in after and all(before.get(name) == after.get(name) for name in ("kind", "power", "if"))
