"""Pieces that are alike, and how they are written.

Units are no individuals: an area holds, for each force, counts of *keys*.  A key is a unit type with what matters of
its state, so that two units with the same key are interchangeable:

    infantry            a unit that has not moved this turn
    infantry+           it has moved or fought
    battleship!         damaged
    submarine~          submerged
    fighter@3           in the air with three moves left (of ships: in the middle of their move)
    fighter^            on combat air patrol
    bomber@2#           on a bombing raid, or intercepting one (of ships: on a run from a naval base)
    fighter@1%          has left its battle (of transports also: has sailed out of a zone where the enemy is)
    transport=          has finished loading and unloading for this turn
    transport(us/infantry,us/marine)   with its cargo; an item with + has come aboard an ally's ship this turn

A *token* is a force and a key: ``us/transport(us/infantry)``.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

_KEY = re.compile(r"([a-z-]+)(?:@(\d))?([!~^#%=+]*)(?:\(([^()]*)\))?").fullmatch
STATES = dict(zip("damaged submerged on_cap on_raid has_left unloaded spent".split(), "!~^#%=+"))
"""What a unit may be, each with its mark, in the order in which a key has them."""
DONE: dict[str, Any] = dict.fromkeys(("on_raid", "has_left", "unloaded", "spent"), False)
PASSING = {**DONE, "submerged": False, "on_cap": False}
"""What `Piece.but` takes away: what a unit did in its turn; and all that it may be for a turn."""
_SPLIT: dict[str, "tuple[str, Piece]"] = {}


class Piece(NamedTuple):
    """What a key says.

    left     moves of aircraft in the air, and of ships in the middle of their move
    marks    those of all that it is
    """

    key: str
    type: str
    moves: int | None
    marks: str
    cargo: Sequence[str]
    left: int
    flying: bool
    on_run: bool
    damaged: bool
    submerged: bool
    on_cap: bool
    on_raid: bool
    has_left: bool
    unloaded: bool
    spent: bool

    def but(self, moves: int | str | None = "same", cargo: Sequence[str] | None = None, **states: bool) -> str:
        """The key of the same piece with other moves, other cargo, or other STATES."""
        marks = "".join(mark for state, mark in STATES.items() if states.get(state, mark in self.marks))
        return key(self.type, self.moves if moves == "same" else moves, marks, self.cargo if cargo is None else cargo)


def key(type: str, moves: int | str | None = None, marks: str = "", cargo: Sequence[str] = ()) -> str:
    """The key of a piece; cargo is sorted, so that equal loads have equal keys."""
    at = "" if moves is None else f"@{moves}"
    load = f"({','.join(sorted(cargo))})" if cargo else ""
    return f"{type}{at}{marks}{load}"


@cache
def piece(text: str) -> Piece:
    """The Piece of a key, looked at a hundred times a decision; ValueError if it is none."""
    match = _KEY(text)
    if not match:
        raise ValueError(f"{text!r} is no unit")
    type, moves, marks = match[1], int(match[2]) if match[2] else None, match[3]
    cargo = tuple(match[4].split(",")) if match[4] else ()
    flying, on_run = moves is not None and type in ("fighter", "bomber"), moves is not None and "#" in marks
    states = {state: mark in marks for state, mark in STATES.items()}
    return Piece(text, type, moves, marks, cargo, moves or 0, flying, on_run, **states)


def split(token: str) -> tuple[str, Piece]:
    """``"us/infantry+"`` → ``("us", Piece)``."""
    found = _SPLIT.get(token)
    if found is None:
        force, _, rest = token.partition("/")
        found = _SPLIT[token] = force, piece(rest)
    return found


def types_of(force: str, one: Piece, count: int) -> list[tuple[str, int]]:
    """``[("us/infantry", n)]`` of so many pieces, with what they carry."""
    carried = [split(item.rstrip("+")) for item in one.cargo]
    return [(f"{owner}/{unit.type}", count) for owner, unit in ((force, one), *carried)]


@cache
def bare(token: str) -> str:
    """A token without what it did this turn: ``us/infantry+`` → ``us/infantry``; cargo and damage stay."""
    force, one = split(token)
    cargo = [item.rstrip("+") for item in one.cargo]
    return f"{force}/{one.but(None, cargo, **PASSING)}"


@cache
def ready(key: str) -> str:
    """A key as the next turn finds the piece: damage is repaired, what it did is forgotten, the patrol stays up."""
    one = piece(key)
    if one.on_cap:
        return key
    return one.but(None, [item.rstrip("+") for item in one.cargo], **PASSING, damaged=False)


@cache
def moored(key: str) -> str:
    """A key when its ship, if it is one in the middle of its move, moves no more this turn."""
    one = piece(key)
    return key if one.moves is None or one.flying else one.but(None, spent=True, on_raid=False)
