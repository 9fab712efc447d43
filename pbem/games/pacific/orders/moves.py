"""The decisions of movement: combat moves (phase 3) and non-combat moves (phase 6), a line for each move."""

from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.problems import ODD, Problem
from pbem.core.data.shapes import record
from pbem.core.data.tables import beside
from pbem.core.language.decision import SettledLines
from pbem.core.language.form import Form, rest
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng
from pbem.core.language.types import Reading
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.parts import SIDES
from ..board.pieces import split
from ..rules import absent
from ..rules.movement import Plan
from . import domains
from .decision import Decision
from .move_fields import STARTERS, Aboard, Battles, Cargo, Goal, Movers, Over, Ship, Start, places, via
from .settling import Settler, left_behind
from .unit_text import unit_text
from .words import PROGRAM, Place, program_fields, program_of

LEG = "UNITS [from/in/at] FROM"


def line(go: str, start: str, rest: str = "", name: str = "", weight: int = 1, **fields: Any) -> Form:
    """The form of a line that moves something."""
    node = f"{start} {LEG} {rest}".strip()
    fields = {called.rstrip("_"): field for called, field in fields.items()}
    return Form(node, name=name or go, gives={"go": go}, weight=weight, fields=fields)


def moving(start: str, weight: int = 12) -> Form:
    """A move along a way; what lies between its ends is found."""
    return line(
        "move",
        start,
        "[-> OVER] -> TO [via VIA] [with ABOARD]",
        weight=weight,
        units=Movers(of=domains.able),
        from_=Start(of=domains.starts),
        to=Goal(of=domains.goals),
        over=Over(),
        via=via(),
        aboard=Aboard(),
    )


def shipping(start: str) -> Form:
    return line(
        "ship",
        start,
        "-> SEA [[-> OVER] -> TO] [via VIA] [by/on BY] [from HARBOUR]",
        weight=4,
        by=Ship(chance=0),
        harbour=Place(chance=0),
        units=Cargo(of=domains.boarders, price=domains.boarding_sizes, purse=domains.boarding_room),
        from_=Place(of=domains.boarding),
        sea=Place(of=domains.quays, needs=("units",)),
        over=Over(chance=0),
        to=Goal(of=domains.shipping_goals, needs=("sea",), chance=80),
        via=via(),
    )


def loading(start: str) -> Form:
    return line(
        "load",
        start,
        "-> TO [by/on BY]",
        weight=2,
        units=Cargo(of=domains.boarders, price=domains.boarding_sizes, purse=domains.boarding_room),
        from_=Place(of=domains.boarding),
        to=Place(of=domains.quays, needs=("units",)),
        by=Ship(of=domains.ships_there),
    )


def unloading(start: str) -> Form:
    return line(
        "unload",
        start,
        "-> TO [by/on BY]",
        weight=3,
        units=Cargo(of=domains.landing_units),
        from_=Place(of=domains.unloading),
        to=Place(of=domains.shores, needs=("units",)),
        by=Ship(of=domains.laden_ships),
    )


SHAPES: dict[str, Json] = beside(__file__, "move_shapes")
"""{what a line does: the JSON Schemas of its item's fields}."""


def _shape(go: str) -> Json:
    said: Json = {"go": {"const": go}, **SHAPES[go]}
    return record(said, sorted(said))


class Moves(Decision):
    """What combat and non-combat moves have in common: lines are tried at once, each behind those before it.

    phase   "combat" or "noncombat"
    goes    the kinds of items that its answers hold
    lines   about how many lines random play tries
    """

    is_multiline = True
    phase, most_lines = "", 20
    goes: tuple[str, ...] = ()
    empty: str
    tries = 25

    def start(self, board: Board, ask: Ask) -> Settler:
        return Settler(board, self.phase)

    def follow(self, board: Board, ask: Ask, state: Settler, new: list[Json]) -> Settler:
        state.follow(new)
        return state

    def unmendable(self, board: Board, ask: Ask, state: Settler, items: list[Json]) -> list[Problem]:
        return state.faults()

    def undone(self, board: Board, ask: Ask, state: Settler, items: list[Json]) -> Settler:
        return state.undone(items)

    def lines_settled(self, board: Board, ask: Ask, lines: list[Any]) -> SettledLines:
        """CAR-1: fighters that were not launched before their carrier moves are its cargo.  Which those are is known
        when all lines are read, for later ones may launch them; so they are read a second time where somebody would be
        left without a deck."""
        state = self.start(board, ask)
        found = self.line_by_line(board, ask, lines, state)
        riders = left_behind(state.plan)
        return self.line_by_line(board, ask, lines, Settler(board, self.phase, riders)) if riders else found

    def item_faults(self, board: Board, ask: Ask, items: list[Json]) -> list[Problem]:
        """Not what is said of battles to come: a move that was refused may be that battle's."""
        return Plan(board, self.phase).run(items).problems

    def never(self, board: Board, power: str, reading: Reading) -> list[Problem]:
        """MOV-4 A move of units of the other side."""
        forces = (one.get("force", power) for one in reading["fields"].get("units", ()) if isinstance(one, dict))
        foes = (force for force in forces if SIDES.get(force) != SIDES[power])
        return [Problem("pac-not-yours", rule="MOV-4", force=force) for force in foes]

    def assemble(self, scope: OrderContext) -> list[Json] | Json:
        """A line of movement gives the items that it needs: one for land units, ships and aircraft each."""
        go, values = scope.form.gives.get("go"), scope.values
        if go is None:
            return scope.form.value
        if go == "battles":
            return {"go": go, "areas": values["areas"]}
        if go == "program":
            return {"go": go, "area": values["area"], "program": program_of(values)}
        return scope.state.line(scope)

    def dismantle(self, item: Any) -> tuple[Form, Json]:
        return (self.form(item["go"]), places(item)) if item else (self.form(self.empty), {})

    def schema(self) -> Json:
        return {"type": "array", "items": {"anyOf": [_shape(go) for go in self.goes]}}

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        return len(scope.items) < 3 + draw.below(self.most_lines)

    def problems(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        plan = Plan.tried(board, self.phase, answer)
        return [*plan.problems, *fallen(plan)]

    def default(self, board: Board, ask: Ask) -> list[Json]:
        return []


class CombatMoves(Moves):
    """Phase 3."""

    name = "combat-moves"
    opens_with = STARTERS
    forms = (
        moving("(move | )"),
        line(
            "raid",
            "raid",
            "[-> OVER] -> TO [via VIA]",
            units=Cargo(of=domains.raiders),
            from_=Place(of=domains.raid_starts),
            to=Goal(of=domains.raid_goals),
            over=Over(chance=0),
            via=via(),
        ),
        shipping("ship"),
        loading("load"),
        unloading("unload"),
        line(
            "bombard",
            "bombard",
            "-> TO",
            units=Cargo(of=domains.bombarders),
            from_=Place(of=domains.landing_zones),
            to=Place(of=domains.landing_shores),
        ),
        Form(
            f"program [in] AREA [; stance STANCE] {PROGRAM}",
            gives={"go": "program"},
            fields=program_fields(domains.unprogrammed, domains.escapes),
        ),
        Form(
            "battles AREAS", gives={"go": "battles"}, areas=Battles("area", of=domains.battles, checked_by_rules=True)
        ),
        Form("no combat moves", value=[], weight=0),
    )
    phase, empty = "combat", "no combat moves"
    goes = ("move", "raid", "load", "unload", "bombard", "program", "battles")


class NoncombatMoves(Moves):
    """Phase 6.  ``ncm`` tells these moves from combat moves where both stand in one file."""

    name = "noncombat-moves"
    opens_with = STARTERS
    forms = (
        moving("(ncm [move/land] | move/land | )", 16),
        shipping("(ncm | ) ship"),
        loading("(ncm | ) load"),
        unloading("(ncm | ) unload"),
        line(
            "patrol",
            "patrol/cap",
            "-> TO",
            weight=2,
            units=Cargo(of=domains.fresh_fighters),
            from_=Place(of=domains.patrol_starts),
            to=Place(of=domains.patrol_goals),
        ),
        rest("land"),
        Form("no noncombat moves", value=[], weight=0),
    )
    phase, empty, tries = "noncombat", "no noncombat moves", 40
    goes = ("move", "load", "unload", "patrol")

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        """Until all aircraft are down that could come down in several places."""
        return super().goes_on(scope, draw) or bool(domains.flyers(scope))

    def completed(self, board: Board, ask: Ask, answer: list[Json]) -> list[Json]:
        """With landings, as if nobody had been heard of, of all aircraft that the moves leave in the air."""
        return [*answer, *absent.landings(Plan(board, self.phase).run(answer).board)]

    def default(self, board: Board, ask: Ask) -> list[Json]:
        """Every aircraft lands, nothing else moves."""
        return absent.landings(board)

    def typed(self, board: Board, ask: Ask, answer: list[Json]) -> list[str]:
        """Units without what tells them from like ones, where none of those stand beside them or come there."""
        goals = {item["path"][-1] for item in answer if item["go"] == "move"}
        return self.text([item if item["go"] != "move" else _as_seen(board, item, goals) for item in answer], ask)

    def choices(self, board: Board, ask: Ask) -> list[str]:
        """Every aircraft in the air, with the moves that it has left."""
        return [
            f"{unit_text(f'{force}/{one.type}', count, ask.power)} over {area}: {one.moves} moves left"
            for area in sorted(board.units)
            for force, one, count in board.stacks(area, board.forces())
            if one.flying
        ]


def _as_seen(board: Board, item: Json, goals: set[str]) -> Json:
    """A move with the aircraft that stand beside no like ones by their type alone."""
    area = item["path"][0]
    there = [] if area in goals else [f"{force}/{one.type}" for force, one, _ in board.stacks(area, board.forces())]
    bare = {token: token if "(" in token else token.partition("@")[0] for token in item["units"]}
    return {**item, "units": {bare[one] if there.count(bare[one]) == 1 else one: n for one, n in item["units"].items()}}


def fallen(plan: Plan) -> list[Problem]:
    """A warning for each kind of aircraft that the moves leave to its fate."""
    lost = summed(
        ((fact["area"], split(token)[1].type), count)
        for fact in plan.facts
        if fact["type"] == "units-removed" and fact["rule"] == "MOV-9"
        for token, count in fact["units"].items()
    )
    return [
        Problem("pac-will-be-lost", level=ODD, rule="MOV-9", count=count, type=type, area=area)
        for (area, type), count in lost.items()
    ]
