"""Units, ways and programs as the lines of this title name them, and the wishes that they stand for.

A *wish* is ``{"n": number or "all", "type", "force"?, "state"?, "cargo"?, "empty"?}``; settling.py finds the pieces.
"""

from collections.abc import Callable, Iterable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.language.decision import Decision
from pbem.core.language.field import Field
from pbem.core.language.fields import Area, Flag, Number, Word
from pbem.core.language.form import Form
from pbem.core.language.name_scanner import count_at, how_many
from pbem.core.language.names import Names
from pbem.core.language.order_context import OrderContext
from pbem.core.language.reader import Reader
from pbem.core.language.units import Counts, Units

from ..board.board import Board
from ..rules.programs import STANCES
from .wishes import wish_at


class Wishes(Units):
    """``2 infantry``, ``china infantry``, ``all fighters``, ``transport(armor)``, ``battleship!``, ``fighter@2``."""

    names = {"unit": (), "type": ("unit-type",), "owner": ("force",)}

    def item(self, reader: Reader, at: int) -> list[tuple[Json, int]]:
        return wish_at(reader, at, self)

    def words(self, item: Json) -> str:
        parts = [
            item["n"] if item["n"] != 1 else "",
            "empty" if item.get("empty") else "",
            item.get("force", ""),
            item["type"],
        ]
        cargo = ", ".join(f"{n} {force or ''} {type}".replace("  ", " ") for n, type, force in item.get("cargo", ()))
        return " ".join(str(part) for part in parts if part) + item.get("state", "") + (f"({cargo})" if cargo else "")


class Wish(Wishes):
    """One such unit."""

    wanted = "a unit"

    def scan(self, reader: Reader, at: int) -> list[tuple[Json, int]]:
        """One whose number, marks or cargo are named is meant exactly."""
        numbered = count_at(reader, at)[0] is not None
        return [
            ({**wish, "exact": True} if numbered or "state" in wish or "cargo" in wish else wish, end)
            for wish, end in self.item(reader, at)
        ]

    def more(self, before: Board, raw: list[Json]) -> None:
        return None

    def write(self, value: Any) -> str:
        return self.words(value)

    def shown(self, name: str) -> str:
        return "UNIT"


class Types(Wishes):
    """A list of types without counts, as in an order of loss: ``infantry, battleship!, china infantry``."""

    def item(self, reader: Reader, at: int) -> list[tuple[Json, int]]:
        if count_at(reader, at)[0] is not None:
            reader.expect(at, self)
            return []
        plain = {"n", "type", "force", "state"}
        return [({**wish, "n": 1}, end) for wish, end in super().item(reader, at) if set(wish) <= plain]

    def resolve(self, scope: OrderContext, raw: list[Json]) -> list[Json]:
        """No units are looked for: what falls, the battle shows."""
        return raw

    def problems(self, scope: OrderContext, value: list[Json]) -> tuple[Any, ...]:
        return ()

    def write(self, value: list[Json]) -> str:
        return ", ".join(self.words(item) for item in value)

    def shown(self, name: str) -> str:
        return "TYPES"


def loss_name(wish: Json) -> str:
    """A type in an order of loss, ``battleship!`` for a damaged one, with its force in front if it is named."""
    force = f"{wish['force']}/" if wish.get("force") else ""
    return force + wish["type"] + ("!" if wish.get("state") else "")


class Tally(Wishes, Counts):
    """Units by number; what wishes stand for, the field that needs it says (`resolve`)."""

    @staticmethod
    def is_plain(scope: OrderContext, wish: Json, barred: Iterable[str]) -> bool:
        """Whether a wish is a number and a type alone, as of units that do not stand on the board yet."""
        odd = [word for word in barred if word in wish]
        if odd:
            scope.refuse("pac-plain-units", type=wish["type"], words=", ".join(odd))
        elif wish["n"] == "all":
            scope.problems.append(how_many(wish["type"]).problem)
        return not odd and wish["n"] != "all"


class NewUnits(Tally):
    """Units that do not stand on the board yet, ``{type: count}``: numbers and types are all that there is to say."""

    def resolve(self, scope: OrderContext, raw: list[Json]) -> dict[str, int]:
        units = {}
        for wish in raw:
            if self.is_plain(scope, wish, ("force", "state", "cargo", "empty")):
                units[wish["type"]] = units.get(wish["type"], 0) + wish["n"]
        return units

    def write(self, value: list[Json] | dict[str, int]) -> str:
        if isinstance(value, list):
            return super().write(value)
        return ", ".join(f"{count} {type}" if count != 1 else type for type, count in sorted(value.items()))


class Place(Area):
    """An area of the map; whether it is legal, the rules say."""

    def __init__(self, **options: Any) -> None:
        super().__init__(checked_by_rules=True, known=lambda board: board.parts.areas, **options)


def program_fields(
    battles: Callable[..., Any] | None = None, escapes: Callable[..., Any] | None = None
) -> dict[str, Field]:
    """The fields of a battle program, for the template PROGRAM, and the area that it is for."""
    return {
        "area": Place(of=battles),
        "stance": Word(STANCES),
        "losses": Types(chance=0),
        "out": Flag("retreat"),
        "retreat": Place(of=escapes, needs=("area", "out")),
        "after": Number(of=range(1, 7)),
        "below": Number(of=range(1, 7)),
        "submerge": Number(of=range(4), chance=20),
    }


PROGRAM = "[; losses LOSSES] [; OUT [RETREAT]] [; after AFTER] [; below BELOW] [; submerge SUBMERGE]"


def program_of(fields: Json) -> Json:
    """The battle program that such fields say."""
    program = {}
    if "stance" in fields:
        program["stance"] = fields["stance"]
    if "losses" in fields:
        program["losses"] = [loss_name(wish) for wish in fields["losses"]]
    retreat: Json = {word: fields[word] for word in ("after", "below") if word in fields}
    if "retreat" in fields:
        retreat = {"to": fields["retreat"], **retreat}
    if "out" in fields or retreat:
        program["retreat"] = retreat
    if "submerge" in fields:
        program["submerge"] = fields["submerge"]
    return program


def program_said_by(program: Json) -> Json:
    """The fields that say a battle program."""
    retreat = program.get("retreat")
    said: Json = {name: program[name] for name in ("stance", "submerge") if name in program}
    if "losses" in program:
        said["losses"] = [_loss_wish(name) for name in program["losses"]]
    if retreat is not None:
        to = {"retreat": retreat["to"]} if "to" in retreat else {}
        said.update(out=True, **to, **{word: retreat[word] for word in ("after", "below") if word in retreat})
    return said


def _loss_wish(name: str) -> Json:
    """What an order of loss names, as a wish: the reverse of `loss_name`."""
    force, _, type = name.rpartition("/")
    wish = {"n": 1, "type": type.rstrip("!")}
    return {**wish, **({"force": force} if force else {}), **({"state": "!"} if type.endswith("!") else {})}


class Program(Decision):
    """A battle program by itself, as positions hold it."""

    name = "program"
    forms = (Form(f"[stance STANCE] {PROGRAM}", name="program", fields=program_fields()),)


class Force(Decision):
    """Units by themselves, as questions about chances name them."""

    name = "units"
    forms = (Form("UNITS", units=Wishes()),)


def program_said(text: str, names: Names) -> Json:
    """The battle program of a text; raises ParseError."""
    return program_of(Program().read(text, names)["fields"])


def program_text(program: Json) -> str:
    """A battle program in words."""
    return Program.forms[0].text(program_said_by(program))


def units_said(text: str, names: Names) -> Any:
    """The wishes of a list of units; raises ParseError."""
    return Force().read(text, names)["fields"]["units"]
