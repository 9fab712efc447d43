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
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from typing import TypeVar

_KEY = re.compile(r"([a-z-]+)(?:@(\d))?([!~^#%=+]*)(?:\(([^()]*)\))?").fullmatch
FLAGS = "!~^#%=+"
Key = TypeVar("Key", bound=Hashable)
_SEEN, _SPLIT = {}, {}


class Piece:
    """What a key says."""

    __slots__ = (
        *("key", "type", "moves", "left", "flags", "cargo"),
        *("damaged", "submerged", "on_cap", "on_raid", "has_left", "unloaded", "spent", "flying", "on_run"),
    )

    def __init__(self, key: str, type: str, moves: int | None, flags: str, cargo: Sequence[str]) -> None:
        self.key = key
        self.type = type
        self.moves = moves
        self.left = moves or 0  # of aircraft in the air, and of ships in the middle of their move
        self.flags = flags
        self.cargo = cargo
        # looked at a hundred times a decision, and made once for each key
        self.damaged, self.submerged = "!" in flags, "~" in flags
        self.on_cap, self.on_raid = "^" in flags, "#" in flags
        self.has_left, self.unloaded, self.spent = "%" in flags, "=" in flags, "+" in flags
        self.flying = moves is not None and type in ("fighter", "bomber")
        self.on_run = self.on_raid and moves is not None

    def but(
        self, add: str = "", drop: str = "", moves: int | str | None = "same", cargo: Sequence[str] | None = None
    ) -> str:
        """The key of the same piece with flags added or dropped, other moves or other cargo."""
        flags = "".join(flag for flag in FLAGS if (flag in self.flags or flag in add) and flag not in drop)
        return key(self.type, self.moves if moves == "same" else moves, flags, self.cargo if cargo is None else cargo)


def key(type: str, moves: int | str | None = None, flags: str = "", cargo: Sequence[str] = ()) -> str:
    """The key of a piece; cargo is sorted, so that equal loads have equal keys."""
    at = "" if moves is None else f"@{moves}"
    load = f"({','.join(sorted(cargo))})" if cargo else ""
    return f"{type}{at}{flags}{load}"


def piece(text: str) -> Piece:
    """The Piece of a key; ValueError if it is none."""
    found = _SEEN.get(text)
    if found is None:
        match = _KEY(text)
        if not match:
            raise ValueError(f"{text!r} is no unit")
        moves = int(match[2]) if match[2] else None
        cargo = tuple(match[4].split(",")) if match[4] else ()
        found = _SEEN[text] = Piece(text, match[1], moves, match[3], cargo)
    return found


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


def summed(counts: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """Counts of the same thing added up, in the order in which each comes first."""
    found: dict[Key, int] = {}
    for key, count in counts:
        found[key] = found.get(key, 0) + count
    return found


@cache
def bare(token: str) -> str:
    """A token without what it did this turn: ``us/infantry+`` → ``us/infantry``; cargo and damage stay."""
    force, one = split(token)
    cargo = [item.rstrip("+") for item in one.cargo]
    return f"{force}/{one.but(drop='~^#%=+', moves=None, cargo=cargo)}"


@cache
def ready(key: str) -> str:
    """A key as the next turn finds the piece: damage is repaired, what it did is forgotten, the patrol stays up."""
    one = piece(key)
    if one.on_cap:
        return key
    return one.but(drop=FLAGS, moves=None, cargo=[item.rstrip("+") for item in one.cargo])


@cache
def moored(key: str) -> str:
    """A key when its ship, if it is one in the middle of its move, moves no more this turn."""
    one = piece(key)
    return key if one.moves is None or one.flying else one.but(add="+", drop="#", moves=None)
