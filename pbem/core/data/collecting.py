"""Things brought together: by what they have in common, by their number, by how far they are."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
FAR = 99


def grouped(rows: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """``{key: its values}`` of ``(key, value)``, the keys in the order in which each comes first."""
    found: dict[K, list[V]] = {}
    for key, value in rows:
        found.setdefault(key, []).append(value)
    return found


def summed(counts: Iterable[tuple[K, int]]) -> dict[K, int]:
    """Counts of the same thing added up, in the order in which each comes first."""
    found: dict[K, int] = {}
    for key, count in counts:
        found[key] = found.get(key, 0) + count
    return found


def paths(start: K, beside: Callable[[K], Iterable[K]], most: int = FAR) -> dict[K, list[K]]:
    """``{place: a shortest path from the start}``, of so many steps at the most, in the order in which they are
    reached; `beside` says where a step leads, and of paths of equal length the first one counts."""
    found, todo = {start: [start]}, [start]
    for place in todo:
        for other in beside(place) if len(found[place]) <= most else ():
            if other not in found:
                found[other] = [*found[place], other]
                todo.append(other)
    return found


def spread(edge: Iterable[K], beside: Callable[[K], Iterable[K]], most: int = FAR) -> dict[K, int]:
    """``{place: steps}`` to the nearest of some places, so far at the most, in the order in which they are reached;
    `beside` says where a step leads."""
    found = dict.fromkeys(edge, 0)
    todo = list(found)
    for place in todo:
        for other in beside(place) if found[place] < most else ():
            if other not in found:
                found[other] = found[place] + 1
                todo.append(other)
    return found
