"""Names in print: of areas, counters, sides, events and Ops."""

from pbem.core.data.text import gathered

from .board import Board
from .names import area_name, type_name, unit_name

SIDE_NAMES = {"prc": "China", "allied": "the Allies", "neutral": "neutral", "contested": "contested", "out": "out"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
STATES = ("out-of-play", "eliminated")  # boxes that say what has become of a unit, not where it is


class Say:
    """Ids in print, for sentences and tables.

    ways   how fields of a sentence may be printed (core/data/sentences.py)
    """

    ways = {
        **{way: way for way in ("area", "areas", "country", "event", "place", "power", "side", "unit", "units")},
        "label": "power",
        "who": "power",
        "printed": "printed",
    }
    numbers = NUMBERS  # how units are counted

    def __init__(self, board: Board) -> None:
        self.board = board
        self.parts = board.parts

    def area(self, id: str) -> str:
        """``Taiwan``, ``the Taiwan Strait``, ``the US off-map base``."""
        parts = self.parts
        if id in parts.boxes:
            name = parts.boxes[id]["name"]
            return name.lower() if id in STATES else f"the {name}"
        if id.startswith("aboard:"):
            return f"aboard {self.unit(id.partition(':')[2])}"
        area = parts.areas.get(id)
        if area is None:
            return id.replace("-", " ")
        plain = area.is_land and not area.off_map and not area.name.endswith("Islands")
        return area.name if plain else f"the {area.name}"

    place = area

    def printed(self, id: str) -> str:
        """An area or a box in a question: ``Taiwan``, ``Taiwan Strait``."""
        return area_name(self.parts, id)

    def unit(self, id: str) -> str:
        return unit_name(self.parts, id)

    def units(self, ids: list[str]) -> str:
        """``two PRC armor and US CVN 1``: counters of a kind are counted, single ones named."""
        return gathered([self.piece("units", id) for id in ids], NUMBERS)

    def areas(self, ids: list[str] | str) -> str:
        return gathered([self.piece("areas", id) for id in ([ids] if isinstance(ids, str) else ids)])

    def piece(self, how: str, id: str) -> tuple[str, str | None, None]:
        """What one thing is in a list of them (text.gathered), or by itself."""
        if how == "units":
            unit = self.parts.units[id]
            return (self.unit(id), "{count} " + self._kind(unit.country, unit.type), None)
        return (self.area(id) if how == "areas" else getattr(self, how)(id), None, None)

    def kind(self, word: str, count: int) -> str:
        """``two PRC SSK``: so many counters of a type of a country, ``prc-ssk``."""
        owner, _, type = word.partition("-")
        return f"{NUMBERS[count] if count < len(NUMBERS) else count} {self._kind(owner, type)}"

    def _kind(self, owner: str, type: str) -> str:
        country = self.parts.countries[owner]
        return f"{country.get('abbreviation', country['name'])} {type_name(self.parts, type)}"

    def category(self, id: str) -> str:
        """``land``, ``air`` or ``naval``; a land unit at sea or aboard is still one of land."""
        return self.parts.units[id].category

    def country(self, id: str) -> str:
        name = self.parts.countries[id]["name"]
        return f"the {name}" if name.startswith("United") or name.endswith("s") else name

    def power(self, id: str) -> str:
        return SIDE_NAMES.get(id, id)

    side = power

    def event(self, id: str) -> str:
        return self.parts.tables["events"][id]["name"]

    def op(self, number: int) -> str:
        """``Op 12 (…)`` with our short name of it."""
        record = self.parts.tables["ops"].get(str(number))
        return f"Op {number}, {record['name']}" if record else "no Op"
