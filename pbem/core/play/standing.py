"""Standing lines: answers given once for every question of a kind, as long as they are in force.

    {"power": "france", "when": "combat-reply", "where": "paris", "if": [...], "value": {...},
     "else": [{"ask": true}], "from": [...], "until": [...], "secret": true, "line": 12, "text": "when …"}

The most specific line that applies answers: one with a place before one without, then the one with more
conditions, then the one lodged last, then the one that stands first in its file.  Conditions are looked at
when the question comes: ``from`` must hold, ``until`` must not.  ``{"ask": true}`` answers nothing: the seat
wants to be asked.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..data.boards import Board
from ..orders.orderfile import Item
from ..rules.requests import Ask

if TYPE_CHECKING:
    from ..language.conditions import Conditions  # its module is needed by titles alone


def applying(
    board: Board, ask: Ask, lines: Sequence[tuple[Item, int]], conditions: "Conditions"
) -> list[tuple[Item, Item]]:
    """The lines that answer a question, most specific first, as ``(line, branch)``.

    lines       ``[(standing line, number of the entry that lodged it)]``, in the order in which they were lodged
    conditions  the Conditions of the title (`holds`)
    """
    found = []
    for place, (line, entry) in enumerate(lines):
        if line["power"] != ask.power or line["when"] != ask.kind or not is_about(line, ask):
            continue
        if not in_force(board, ask, line, conditions):
            continue
        branch = branch_of(board, ask, line, conditions)
        if branch is not None:
            specific = ("where" in line, len(branch.get("if", ())), entry)
            found.append(([-int(part) for part in specific], place, line, branch))
    found.sort(key=lambda row: row[:2])
    return [(line, branch) for _, _, line, branch in found]


def in_force(board: Board, ask: Ask, line: Item, conditions: "Conditions") -> bool:
    """True between a line's ``from`` and its ``until``."""
    if not all(conditions.holds(board, ask, condition) for condition in line.get("from", ())):
        return False
    return not is_expired(board, ask, line, conditions)


def is_expired(board: Board, ask: Ask, line: Item, conditions: "Conditions") -> bool:
    """True when all that ``until`` names has come about."""
    until = line.get("until") or []
    return bool(until) and all(conditions.holds(board, ask, condition) for condition in until)


def is_about(line: Item, ask: Ask) -> bool:
    """True if the line names no place, or one that the question is about."""
    return "where" not in line or any(_names(value, line["where"]) for value in ask.about.values())


def _names(value: Any, id: str) -> bool:
    if isinstance(value, (list, dict)):
        return id in value
    return bool(value == id)


def branch_of(board: Board, ask: Ask, line: Item, conditions: "Conditions") -> Item | None:
    """The first branch of a line, itself or an ``else``, whose conditions hold; or None."""
    branch: Item
    for branch in [line, *line.get("else", ())]:
        if all(conditions.holds(board, ask, condition) for condition in branch.get("if", ())):
            return branch
    return None
