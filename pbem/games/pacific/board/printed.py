"""Names in print: of areas, units, sides and phases."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.text import listed, the

from .board import Board
from .names import kind_name, nation_name, of_nation, type_name
from .pieces import PASSING, Piece, split

SIDE_NAMES = {"axis": "Japan", "allies": "the Allies"}
FORCE_NAMES = {"japan": "Japanese", "uk": "British", "us": "US", "china": "Chinese"}


class Say:
    """Ids in print, for sentences and tables.

    ways   how fields of a sentence may be printed (core/data/sentences.py)
    """

    ways = {
        **{way: way for way in ("area", "areas", "dice", "power", "side", "type", "types", "unit", "units")},
        "kind_of": "kind_of",
        "label": "power",
        "who": "who",
        "own_types": "own_types",
        "nation": "of_nation",
    }

    def __init__(self, board: Board) -> None:
        self.board = board
        self.parts = board.parts

    def area(self, id: str) -> str:
        """A place in a sentence: Malaya, the Philippines."""
        area = self.parts.areas.get(id)
        return the(area.name) if area else id

    def piece(self, how: str, id: str) -> tuple[str, None, None]:
        """What one thing is in a list of them (text.gathered), or by itself."""
        return (getattr(self, how.removesuffix("s"))(id), None, None)

    def areas(self, ids: Iterable[str]) -> str:
        return listed([self.area(id) for id in ids])

    def power(self, id: str) -> str:
        return self.parts.turn["powers"].get(id, {}).get("name") or SIDE_NAMES.get(id, id)

    def who(self, id: str) -> str:
        """A power, or China, that does something: Japan, the United States."""
        return the(self.power(id)) if id in self.parts.turn["powers"] else the(self.nation(id))

    def side(self, id: str) -> str:
        return SIDE_NAMES.get(id, id)

    def nation(self, id: str) -> str:
        return nation_name(self.parts, id)

    def of_nation(self, id: str) -> str:
        """Behind "of": ``India``, ``the USA``."""
        return of_nation(self.parts, id)

    def type(self, id: str, count: int = 1) -> str:
        """``infantry``, ``2 fighters``: a unit type without its force."""
        return type_name(self.parts, id, count)

    def unit(self, token: str, count: int = 1) -> str:
        """``2 US infantry``, ``a Japanese transport with 2 infantry``."""
        force, one = split(token)
        article = "an" if FORCE_NAMES[force][0] in "AEIO" else "a"
        if count > 1:
            number, _, name = self.type(one.type, count).partition(" ")
            text = f"{number} {FORCE_NAMES[force]} {name}"
        else:
            text = f"{article} {FORCE_NAMES[force]} {self.type(one.type)}"
        if one.damaged:
            text += " (damaged)"
        if one.cargo:
            text += f"{', each' if count > 1 else ''} with {self._aboard(force, one)}"
        return text

    def _aboard(self, force: str, ship: Piece) -> str:
        """``2 infantry and a US marine``: what is aboard a ship, with its force where that is another one."""
        aboard = Counter(item.rstrip("+") for item in ship.cargo)
        return listed([self._one_aboard(force, token, count) for token, count in aboard.items()])

    def _one_aboard(self, force: str, token: str, count: int) -> str:
        theirs, one = split(token)
        return self.types({one.type: count}) if theirs == force else self.unit(token, count)

    def units(self, units: dict[str, int]) -> str:
        """Tokens with counts in print, those that differ only in what they did this turn together."""
        pieces = ((*split(token), count) for token, count in units.items())
        merged = summed((f"{force}/{one.but(None, **PASSING)}", n) for force, one, n in pieces)
        return listed([self.unit(token, count) for token, count in merged.items()])

    def kind_of(self, token: str) -> str:
        """``US infantry``, ``Japanese fighters``: units of a force, however many."""
        force, one = split(token)
        return f"{FORCE_NAMES[force]} {kind_name(self.parts, one.type)}"

    def losses(self, units: dict[str, int]) -> str:
        """``2 infantry, armor``: types alone, for a cell of a table."""
        types = summed((split(token)[1].type, count) for token, count in units.items())
        return ", ".join(self.type(id, count) for id, count in types.items())

    def types(self, units: dict[str, int]) -> str:
        """``3 infantry and a transport``, of a purchase."""
        return listed([self.type(id, n) if n > 1 else f"{_article(self.type(id))}" for id, n in units.items()])

    def own_types(self, units: dict[str, int]) -> str:
        """``3 carriers and battleship``, behind "your"."""
        return listed([self.type(id, n) for id, n in units.items()])

    def cost(self, units: dict[str, int]) -> int:
        """What units of a purchase cost, in IPCs."""
        return sum(self.parts.types[id].cost * n for id, n in units.items())

    def medium(self, units: dict[str, int]) -> str:
        """What units have in common: air, sea or land; "" if they have nothing."""
        found = {self.parts.types[split(token)[1].type].category for token in units}
        return found.pop() if len(found) == 1 else ""

    def dice(self, rolled: list[int]) -> str:
        return " ".join(map(str, rolled))

    def shots(self, shots: list[list[Any]], rolled: list[int]) -> str:
        """``2 infantry at 2 (1 5), fighter at 3 (4)``: who needed what and rolled what."""
        groups, place = {}, 0
        for token, count, value in shots:
            name = split(token)[1].type if "/" in token else token
            groups.setdefault((name, value), []).extend(rolled[place : place + count])
            place += count
        return ", ".join(
            f"{self.type(name, len(got))} at {value} ({self.dice(got)})" for (name, value), got in groups.items()
        )


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'aeio' else 'a'} {name}"
