"""The turn of a seat's power: for which turn a line is, and what a title declares of the questions of a turn.

A line for once is for one turn of its power, by number, and acts in no other.  A power's turn k lasts from the end of
its turn k - 1 to the end of its own, the turns of others between included.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from ..data.boards import Board
from ..data.canon import encode, th

OWN = "own"


class Coming(Protocol):
    """Whether a kind of question cannot come any more in the turn of a power that runs."""

    def __call__(self, board: Any, power: str, kind: str, /) -> bool: ...


@lru_cache(8192)
def _mark(shown: bytes) -> str:
    """A short mark; most places look like others, and like themselves a turn ago."""
    return th("seen", shown).hex()[:8]


class Turns:
    """What a title declares of turns, in one table.

    number    (board, power) → number of the turn of a power that runs, or comes next; it rises when a turn is over
    name      number → the turn in words
    once      kinds of question that come once in a turn, in their order there: the answer to one closes its section.
              All others come often; their lines are left when their battle, action or turn is over
    own       kinds about one's own plans: a standing line for them says `default` or `ask`, and nothing else
    seldom    kinds whose answer seldom matters: a standing order that takes the published default is offered for them
    free      kinds in which no fight begins: their lines are done as far as they can be
    needs     (reading, later reading) → whether one of the two needs the other
    subjects  {kind: fields of a reading whose things, whatever their number, are what a line is about}; of a kind that
              is not here the question is the subject
    is_over   whether a kind cannot come any more in the turn that runs
    seen      (board, power) → {id of a place or unit, or of what is compared besides: [a word, more …]}: what a line
              for later that names it hangs on; of a place the word is OWN if one's own side has it
    together  {(power, kind): powers that are asked for all of their coming turn when that question is open}, where
              that is agreed in the charter
    type_of   id of a unit → its type, of a title in which lines name units by either
    stands_for  id → the thing that it names, of a title in which lines name a thing in several ways: A PAR, PAR
    """

    def __init__(
        self,
        number: Callable[[Any, str], int],
        name: Callable[[int], str] = "turn {}".format,
        once: Sequence[str] = (),
        own: Collection[str] = (),
        seldom: Sequence[str] = (),
        free: Collection[str] = (),
        needs: Callable[[Any, Any], bool] = lambda one, later: False,
        subjects: Mapping[str, Sequence[str]] | None = None,
        is_over: Coming = lambda board, power, kind: False,
        seen: Callable[[Any, str], Mapping[str, Sequence[Any]]] = lambda board, power: {},
        type_of: Callable[[str], str] = str,
        stands_for: Callable[[str], str] = str,
        together: Mapping[tuple[str, str], Sequence[str]] | None = None,
    ) -> None:
        self.number, self.name, self.once, self.own, self.free = number, name, once, own, free
        self.seldom = seldom
        self.subjects: Mapping[str, Sequence[str]] = subjects or {}
        self.needs, self.is_over, self.seen, self.type_of = needs, is_over, seen, type_of
        self.stands_for = stands_for
        self.together: Mapping[tuple[str, str], Sequence[str]] = together or {}

    def closes(self, kind: str, kinds: Collection[str]) -> bool:
        """Whether the answer to a question of `kind` leaves nothing for a line that may answer `kinds`."""
        later = self.once[self.once.index(kind) + 1 :] if kind in self.once else ()
        return kind in self.once and kind in kinds and not any(one in later or one not in self.once for one in kinds)

    def marks(self, board: Board, power: str) -> dict[str, str]:
        """The same as short marks, which a state can hold: the word, and a digest of what else there is."""
        seen = sorted(self.seen(board, power).items())
        return {name: " ".join([word, *([_mark(encode(more))] if more else [])]) for name, (word, *more) in seen}

    def groups(self, kind: str, readings: Sequence[Any]) -> list[list[int]]:
        """Which of the lines of an answer stand and fall together, by their places: where no fight begins those that
        need one another, elsewhere those to one goal."""
        found: list[list[int]] = []
        for at, reading in enumerate(readings):
            linked = [
                group
                for group in found
                if any(
                    self.needs(readings[one], reading) if kind in self.free else _same_goal(readings[one], reading)
                    for one in group
                )
            ]
            found = [group for group in found if group not in linked] + [
                [one for group in linked for one in group] + [at]
            ]
        return sorted(map(sorted, found))

    def overlap(self, kind: str, new: Any, standing: Any) -> bool:
        """Whether two readings of a kind are about the same; also if one names a unit, and one units of its type."""
        one, other = self.subjects_of(kind, new), self.subjects_of(kind, standing)
        if one is None or other is None or set(one) & set(other):
            return True
        ids, types = zip(*(self._named(kind, reading) for reading in (new, standing)))
        return bool(ids[0] & types[1] or types[0] & ids[1])

    def _named(self, kind: str, reading: Any) -> tuple[set[str], set[str]]:
        """Types of the units that a reading names by id, and those that it names by type."""
        said = reading.get("fields", reading) if isinstance(reading, dict) else {}
        things = [*_things(said.get(self.subjects[kind][0]))]
        types = {thing.get("type", "") for thing in things if isinstance(thing, dict)}
        return {self.type_of(thing) for thing in things if isinstance(thing, str)}, types

    def subjects_of(self, kind: str, reading: Any) -> list[bytes] | None:
        """What a reading of a kind is about, other things than all of it; None: the question itself."""
        fields = self.subjects.get(kind)
        said = reading.get("fields", reading) if isinstance(reading, dict) else None
        if fields is None or not said:
            return None
        if fields[0] not in said:
            return [encode([reading.get("form", ""), *(said[name] for name in ("area", "zone", "to") if name in said)])]
        place = [said.get(name) for name in fields[1:]]
        return [encode(self._thing(thing, place)) for thing in _things(said.get(fields[0]))]

    def _thing(self, thing: Any, place: Sequence[Any]) -> list[Any]:
        return [self.stands_for(thing)] if isinstance(thing, str) else [thing, *place]


def word_of(marks: Mapping[str, str], name: str) -> str:
    """The word of a mark; "" of what there is none of."""
    return marks.get(name, "").partition(" ")[0]


def names_in(value: Any) -> Iterable[str]:
    """All texts in a value, which may be names."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from names_in(one)


def _same_goal(one: Any, other: Any) -> bool:
    """Whether two lines say where they go, and go to the same place."""
    goals = [line["fields"].get("to") if isinstance(line, dict) and "fields" in line else None for line in (one, other)]
    return goals[0] is not None and goals[0] == goals[1]


def _things(value: Any) -> Iterable[Any]:
    """The things that a field names: units by ids, which have their place themselves, and types without number."""
    for one in value if isinstance(value, list) else [] if value is None else [value]:
        yield {name: said for name, said in one.items() if name not in ("n", "count")} if isinstance(one, dict) else one
