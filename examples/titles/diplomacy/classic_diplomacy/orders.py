"""The orders as players write them: movement, retreats, builds and removals."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pbem.kit import Ask, Decision, Flag, Form, ListOfNames, Name, OrderContext, Problem, Word, listed

from .board import Board
from .parts import AREAS, COASTS, MAP, NATIONS, POWERS, is_coastal, near, place_of, province, seas_between, unit_id
from .resolver import at_sea, reach

Item = dict[str, Any]
FORMS = json.loads(Path(__file__).with_name("forms.json").read_text("utf-8"))


def in_caps(id: str) -> str:
    """As judges write it: ``STP/SC``, ``A PAR``."""
    return id.replace("-", " " if id.startswith(("a-", "f-")) else "/").upper()


class UnitName(Name):
    """A unit by its type and where it stands, ``A PAR``, ``F STP/SC``, ``Army Paris``; or by the latter, ``PAR``."""

    def __init__(self, **options: Any) -> None:
        super().__init__("unit", "area", wanted="a unit", **options)

    def scan(self, reader: Any, at: int) -> Any:
        """Whose it is may stand before it, ``German F HOL``, ``Germany's``, and beside it: ``f-hol@germany``."""
        whose = NATIONS.get(reader.word(at)) or NATIONS.get(reader.word(at).removesuffix("s"))
        found = super().scan(reader, at + bool(whose))
        return [(f"{raw}@{whose}", end) for raw, end in found] if whose else found

    def write(self, value: str) -> str:
        return in_caps(value.partition("@")[0])

    def resolve(self, scope: OrderContext, raw: str) -> str:
        named, _, whose = raw.partition("@")
        at = place_of(named) or named
        there = scope.board.dislodged.get(at) or scope.board.units.get(at)
        if there is None and at == named:
            scope.refuse("dip-nobody-there", place=AREAS[at]["name"])
        if there and there["power"] != (whose or there["power"]):
            scope.refuse("dip-whose", place=AREAS[at]["name"], power=POWERS[there["power"]])
        return unit_id(there) if there and at == named else named


class Place(Name):
    """A province, or a coast: ``BUR``, ``SPA/NC``.  A fleet that reaches but one coast needs none."""

    def __init__(self, **options: Any) -> None:
        super().__init__("area", "place", **options)

    def write(self, value: str) -> str:
        return in_caps(value)

    def resolve(self, scope: OrderContext, raw: str) -> str:
        legal = self.legal(scope) or ()
        if raw in legal:
            return raw
        if COASTS.get(raw) in legal:  # an army, or a support, needs no coast
            return COASTS[raw]
        reached = [place for place in legal if province(place) == raw]
        if len(reached) > 1:
            hint = f"Write {listed(map(in_caps, reached), 'or')}."
            scope.refuse("dip-which-coast", hint=hint, place=AREAS[raw]["name"])
        return reached[0] if reached else raw


def mine(scope: OrderContext) -> list[str]:
    """The units that have no order yet."""
    ordered = {item["unit"] for item in scope.items}
    return [id for id in map(unit_id, scope.board.of(scope.power).values()) if id not in ordered]


def goals(scope: OrderContext, name: str = "unit") -> list[str]:
    """Where the unit that a field names may go, if one is there."""
    at = place_of(scope[name])
    return reach(scope.board.units, at) if at in scope.board.units else []


def by_choice(scope: OrderContext) -> list[bool]:
    """Whether an army may be meant to go by sea."""
    at, to = place_of(scope["unit"]), scope["to"]
    over = scope["unit"][0] == "a" and is_coastal(at) and to in AREAS and is_coastal(to)
    return [True] if over and seas_between(at, to, at_sea(scope.board.units)) else []


def beside(scope: OrderContext) -> list[str]:
    """Provinces in which a unit can support."""
    unit = scope.board.units.get(place_of(scope["unit"]))
    return list(dict.fromkeys(map(province, near(unit)))) if unit else []


def held(scope: OrderContext) -> list[str]:
    return [unit_id(scope.board.units[id]) for id in beside(scope) if id in scope.board.units]


def helped(scope: OrderContext) -> list[str]:
    """Units whose attack a unit can support."""
    spots, me, board = set(beside(scope)), place_of(scope["unit"]), scope.board
    units = board.units.items()
    return [unit_id(unit) for id, unit in units if id != me and spots & {*map(province, reach(board.units, id))}]


def attacks(scope: OrderContext) -> list[str]:
    """Where the supported unit may go: a coast need not be named."""
    places = [place for place in goals(scope, "whom") if province(place) in beside(scope)]
    return list(dict.fromkeys(one for place in places for one in (province(place), place)))


def fleets(scope: OrderContext) -> list[str]:
    return [id for id in mine(scope) if place_of(id) in at_sea(scope.board.units)]


def carried(scope: OrderContext) -> list[str]:
    units = scope.board.units.items()
    return [unit_id(one) for id, one in units if one["type"] == "a" and is_coastal(id) and landings(scope, id)]


def landings(scope: OrderContext, start: str) -> list[str]:
    """Where an army can be brought by fleets of which the one that is ordered is one."""
    sea, seas = place_of(scope["unit"]), at_sea(scope.board.units)
    return [id for id in AREAS if id != start and is_coastal(id) and sea in seas_between(start, id, seas)]


class Lines(Decision):
    """A question that is answered by a line a unit, each in one line only."""

    is_multiline = is_in_story = True

    def problems(self, board: Board, ask: Ask, answer: Sequence[Item]) -> Iterator[Problem]:
        said = [place_of(item["unit"]) if "unit" in item else province(item["at"]) for item in answer]
        for place, id in enumerate(said):
            if id in said[:place]:
                yield Problem("dip-ordered-twice", self.rule, place=AREAS[id]["name"]).at(f"/{place}")
        most = abs(ask.about.get("builds", len(said)))
        if len(said) > most:
            yield Problem(f"dip-too-many-{self.name}", self.rule, power=POWERS[ask.power], most=most, count=len(said))

    def unmendable(self, board: Board, ask: Ask, state: Any, items: Sequence[Item]) -> list[Problem]:
        return list(self.problems(board, ask, items))

    def default(self, board: Board, ask: Ask) -> list[Item]:
        return []

    def goes_on(self, scope: OrderContext, draw: Any) -> bool:
        most = abs(scope.about["builds"]) if "builds" in scope.about else len(self.choices(scope.board, scope.ask))
        return len(scope.items) < most

    def said(self, form: Form) -> tuple[str, str]:
        """The line is an example from the map, where words/orders.json has its name there."""
        meaning, example = super().said(form)
        return meaning, MAP["examples"].get(example, example)


def form(name: str, **fields: Any) -> Form:
    """A line that says what a unit does, as forms.json has it."""
    row: dict[str, Any] = FORMS[name]
    gives = {"do": row["do"]} if "do" in row else {}
    more = {"weight": row.get("weight", 1), "is_typed": row.get("typed", False)}
    return Form(row["text"], row.get("name", name), gives, **more, **fields)


UNIT = UnitName(of=mine)
WAY, OVER = (ListOfNames("area", arrows=True, least=least, of=list(AREAS)) for least in (2, 1))
VIA = Flag("via convoy", "via", "by convoy", "by sea", of=by_choice, needs=("unit", "to"), chance=5)
TO = Place(of=goals, needs=("unit",))
MOVES = (form("move", unit=UNIT, to=TO, via=VIA), form("way", unit=UNIT, to=TO, way=WAY, over=OVER))
WITH, WHERE = UnitName(of=helped, needs=("unit",)), Place(of=attacks, needs=("unit", "whom"))
HELP = form("support a move", unit=UNIT, whom=WITH, to=WHERE)
SUPPORTS = (HELP, form("support", unit=UNIT, whom=UnitName(of=held, needs=("unit",))))
CARRIED = UnitName(of=carried, needs=("unit",))
ASHORE = Place(of=lambda scope: landings(scope, place_of(scope["whom"])), needs=("unit", "whom"))
CONVOY = form(
    "convoy", when=lambda board, ask: at_sea(board.of(ask.power)), unit=UnitName(of=fleets), whom=CARRIED, to=ASHORE
)


class Orders(Lines):
    """A line for each unit; one without a line holds."""

    name, rule, about, waiting = "orders", "orders", "year season", "to write orders"
    forms = (form("hold", unit=UNIT), *MOVES, *SUPPORTS, CONVOY, Form("all [units] hold", "all hold", value=[]))

    def assemble(self, scope: OrderContext) -> Any:
        """A way over the sea is an order by convoy to its end."""
        if scope.form.name != "way":
            return super().assemble(scope)
        return {"do": "move", "unit": scope["unit"], "to": province(scope["to"] or scope["way"][-1]), "via": True}

    def choices(self, board: Board, ask: Ask) -> list[str]:
        units = board.of(ask.power).values()
        return [f"{in_caps(unit_id(unit))}: {listed(map(in_caps, near(unit)), 'or')}" for unit in units]


def beaten(scope: OrderContext) -> list[str]:
    ordered = {item["unit"] for item in scope.items}
    return [id for id in scope.about["options"] if id not in ordered]


BEATEN = UnitName(of=beaten)
GONE = (form("disband", unit=BEATEN), form("disbanded", unit=BEATEN))
REFUGE = Place(of=lambda scope: scope.about["options"].get(scope["unit"], []), needs=("unit",))


class Retreats(Lines):
    """A line for each dislodged unit; one without a line is disbanded."""

    name, rule, about, waiting = "retreats", "retreats", "options", "to retreat"
    forms = (form("retreat", unit=BEATEN, to=REFUGE), *GONE, Form("all disband", value=[]))

    def choices(self, board: Board, ask: Ask) -> list[str]:
        places = ask.about["options"].items()
        return [f"{in_caps(unit)}: {listed(map(in_caps, to), 'or')}" for unit, to in places]


def free_sites(scope: OrderContext) -> list[str]:
    used = {province(item["at"]) for item in scope.items}
    sites = [id for id in scope.board.sites(scope.power) if id not in used]
    return [place for id in sites for place in ([id] if scope["type"] == "a" else AREAS[id]["coasts"])]


TYPE = Word({"A": "a", "army": "a", "F": "f", "fleet": "f"})
SITE = Place(of=free_sites, needs=("type",))


class Builds(Lines):
    """As many units as there are centres."""

    name, rule, about, waiting = "builds", "builds", "builds", "to build"
    forms = (form("build", type=TYPE, at=SITE), form("waive", value=[]))

    def choices(self, board: Board, ask: Ask) -> list[str]:
        return [listed(map(in_caps, board.sites(ask.power)), "or")]


class Removals(Lines):
    """As many units as are too many; where fewer are named, the rest goes as in civil disorder."""

    name, rule, about, waiting = "removals", "builds", "builds", "to remove units"
    forms = (form("remove", unit=UNIT), form("removed", unit=UNIT), Form("remove any", value=[]))


KINDS: dict[str, Decision] = {kind.name: kind for kind in (Orders(), Retreats(), Builds(), Removals())}
