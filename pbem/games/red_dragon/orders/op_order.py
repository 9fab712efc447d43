"""8.2 The decision `op`: every Op as a form, what goes without saying in it, and what its rules refuse."""

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, refusals
from pbem.core.data.tables import beside
from pbem.core.language.field import Field
from pbem.core.language.fields import Flag, Name, Names, Repeated
from pbem.core.language.form import Form
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.language.types import Reading
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.checks import attack_problems, wants_attack
from ..rules.combat import completed, in_order
from ..rules.landings import attackers_in
from ..rules.ops import OPS, check_op, not_its_op, open_to
from . import op_domains as domains
from .decision import Decision
from .unit_fields import (
    Counter,
    Counters,
    Shots,
    Spot,
    goes_on,
    is_of_the_others,
    unit_said,
    units_said,
)

# -- fields --------------------------------------------------------------------------------------------------------


class Path(Names):
    """The areas that aircraft pass; the PRC must name them (8.18, 8.20)."""

    def __init__(self) -> None:
        super().__init__(
            "area", least=0, twice=True, checked_by_rules=True, chance=100, known=lambda board: board.parts.areas
        )

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        if scope.power != "prc":
            return NOTHING
        goal = scope["to"] if scope["to"] is not None else scope["at"]
        return domains.random_path(scope.board, scope.power, scope["from"], goal, draw) or NOTHING


def units(
    of: Callable[[OrderContext], list[str]], beside: Callable[..., list[str]] = domains.of_command, **options: Any
) -> Counters:
    """Units of the area that the Op starts from, of one command; types are looked up among all of one's own there."""

    def going(scope: OrderContext, taken: Sequence[str] = ()) -> list[str]:
        found = beside(scope, of(scope), taken) if taken else of(scope)
        return [id for id in found if id in taken or goes_on(scope, "units", [*taken, id])]

    return Counters(
        of=going,
        extend=going,
        search_in=lambda scope: domains.units_in(scope.board, scope.power, scope["from"]),
        checked_by_rules=True,
        **options,
    )


def may_attack(scope: OrderContext) -> list[bool]:
    """Whether there may be an attack where the units arrive."""
    return [] if attack_problems(scope.board, scope.power, scope["to"], [], [], None, scope.kind.rule) else [True]


def battle() -> dict[str, Field]:
    """The clauses of Ops that may be followed by an attack."""
    attack = Flag("attack", "fire default", of=may_attack, checked_by_rules=True)
    return {"attack": attack, "fire": Shots(domains.fight)}


def legs(scope: OrderContext, parts: list[Json]) -> list[Json]:
    return [{"from": part["from"], "to": part["to"], "units": part["units"]} for part in parts]


def cargo(scope: OrderContext, parts: list[Json]) -> dict[str, list[str]]:
    """``{ship: [units]}``; ships named twice take both loads."""
    load = {}
    for part in parts:
        load.setdefault(part["ship"], []).extend(part["cargo"])
    return load


def _holds(load: dict[str, list[str]]) -> list[Json]:
    return [{"cargo": aboard, "ship": ship} for ship, aboard in sorted(load.items())]


LEGS = Repeated(
    "FROM -> TO with UNITS",
    {
        "from": Spot("land", of=domains.ashore),
        "to": Spot("land", of=domains.land_goals),
        "units": units(domains.chinese, most=4),
    },
    join=legs,
    most=2,
    separators=(";", ","),
)
LOAD = Repeated(
    "CARGO on SHIP",
    {
        "cargo": Counters(
            of=domains.heavy,
            most=domains.room_aboard,
            checked_by_rules=True,
            needs=("ship",),
            search_in=lambda scope: domains.units_in(scope.board, scope.power, scope["from"]),
        ),
        "ship": Counter(of=domains.amphibious, checked_by_rules=True),
    },
    join=cargo,
    split=_holds,
    begun="load",
    chance=75,
    shape={"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
)


BARE = (1, 2, 4, 8, 11)  # Ops of which the number says all
ATTACKS = (5, 15, 17, 18, 19, 20)


def is_worth_offering(board: Board, side: str, number: int) -> bool:
    """Whether an Op is one of the side's, and not shut by what the board shows at a glance."""
    if not open_to(board, side, number) or (number in ATTACKS and side in board.ceasefire):
        return False
    return number not in BARE or not refusals(OPS[number][0](board, side, {"op": number}))


FIELDS: dict[int, dict[str, Field]] = {
    3: {"moves": LEGS},
    4: {"fire": Shots(domains.fight)},
    5: {
        "units": Counters(of=domains.strikers, checked_by_rules=True, search_in=domains.striking_aircraft),
        "fire": Shots(domains.fight),
    },
    6: {"unit": Counter(of=domains.damaged_carriers, checked_by_rules=True, search_in=domains.reduced)},
    7: {
        "from": Spot("land", of=domains.ashore),
        "to": Spot("land", of=domains.base_goals, needs=("units",)),
        "units": units(domains.airlifted, most=3),
    },
    9: {"country": Name("country", of=domains.neutral_countries, checked_by_rules=True)},
    12: {
        "from": Spot("land", of=domains.ports),
        "to": Spot("sea", of=domains.seas_beside),
        "units": units(domains.sailing, domains.sailing_beside, price=domains.price_at_sea, purse=domains.room_at_sea),
        "load": LOAD,
        **battle(),
    },
    13: {
        "from": Spot("sea", of=domains.at_sea),
        "to": Spot("land", of=domains.shores, needs=("units",)),
        "units": units(domains.afloat),
        **battle(),
    },
    14: {
        "from": Spot("sea", of=domains.at_sea),
        "to": Spot("sea", of=domains.next_seas, needs=("units",)),
        "units": units(domains.afloat),
        "via": Spot("area", of=domains.islands),
        **battle(),
    },
    15: {
        "from": Spot("sea", of=domains.at_sea),
        "at": Spot("area", of=domains.naval_targets),
        "units": units(domains.attacking_ships, all_required=domains.in_own_sea, chance=100),
        "fire": Shots(domains.fight),
    },
    16: {
        "from": Spot("land", of=domains.ashore),
        "to": Spot("land", of=domains.base_goals, needs=("units",)),
        "units": units(domains.planes, most=4),
        "via": Path(),
    },
    17: {
        "from": Spot("land", of=domains.ashore),
        "at": Spot("area", of=domains.hostile_seas),
        "units": units(domains.attacking_planes, domains.of_one_range),
        "fire": Shots(domains.fight),
    },
    18: {
        "from": Spot("land", of=domains.ashore),
        "at": Spot("area", of=domains.strike_goals),
        "units": units(domains.bombers),
        "via": Path(),
        "fire": Shots(domains.fight),
    },
    19: {
        "from": Spot("sea", of=domains.at_sea),
        "to": Spot("land", of=domains.beaches),
        "units": units(domains.landing, most=domains.assault_room),
        **battle(),
    },
    20: {
        "at": Spot("land", of=domains.contested),
        "units": Counters(
            of=domains.whole_command,
            extend=domains.whole_command,
            checked_by_rules=True,
            chance=0,
            search_in=lambda scope: domains.units_in(scope.board, scope.power, scope["at"]),
        ),
        "fire": Shots(domains.fight_there),
    },
}
"""{number: the fields of an Op that has any}."""

ROWS = beside(__file__, "op_forms")
"""{number: how the Op is written, how often random play declares it, and what `fill` may say of it}."""


def op(number: int, row: Json) -> Form:
    """The form of an Op."""
    return Form(
        f"op/operation {number} {row.get('form', '')}".strip(),
        gives={"op": number},
        fields=FIELDS.get(number),
        name=f"op {number}",
        when=lambda board, ask: is_worth_offering(board, ask.power, number),
        weight=lambda board, ask: row["weight"].get(ask.power, 0),
        filled=row.get("filled", ()),
    )


PASS = Form("pass", gives={"op": 0}, when=lambda board, ask: not board.must or ask.power != "prc")
FORMS = (PASS, *(op(int(number), row) for number, row in ROWS.items()))


# -- the decision --------------------------------------------------------------------------------------------------


class Op(Decision):
    """Which Op a side declares, with all its particulars (8.2)."""

    name = "op"
    forms = FORMS

    def problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        return check_op(board, ask.power, answer)

    def default(self, board: Board, ask: Ask) -> dict[str, int]:
        """Passing; the Op that must be declared, if there is one (6.22)."""
        return {"op": ask.about.get("must") or 0}

    def never(self, board: Board, power: str, reading: Reading) -> list[Problem]:
        """8.2 An Op of the other side, or with units that never join one's own."""
        form = self.form_if_any(reading["form"])
        number = form.gives["op"] if form else 0
        fields = reading["fields"]
        named = [one for part in (fields, *fields.get("moves", ())) for one in units_said(part)]
        rule = board.parts.tables["ops"][str(number)]["rule"] if number else self.rule
        foreign = [one for one in named if is_of_the_others(board, power, one)]
        wrong = [Problem("rd-not-yours", rule=rule, unit=unit_said(one)) for one in foreign]
        return not_its_op(board, power, number) or wrong

    def fill(self, scope: OrderContext) -> None:
        """A whole force where all take part, heavy units aboard, the island passed, the fire of those not named."""
        values, board, side = scope.values, scope.board, scope.power
        number = scope.form.gives["op"]
        if number == 15 and "units" not in values and values["at"] == values["from"]:
            _take(values, domains.whole_sea(board, side, values["at"]))
        if number == 20 and "units" not in values:
            _take(values, attackers_in(board, side, values))
        if number in (15, 20) and "units" not in values:
            scope.refuse("rd-no-units", rule="8.2", op=number, form=scope.form.shown())
        if number == 12:
            _spread(board, values)
        if number == 14 and "via" not in values:
            values.update({"via": island} if (island := next(iter(domains.islands(scope)), None)) else {})
        if "fire" in scope.form.fields:
            _complete_fire(scope, values)


def _take(values: Json, units: list[str]) -> None:
    if units:
        values["units"] = units


def _spread(board: Board, values: Json) -> None:
    """9.9 Heavy units that no ship is named for go aboard those ships that have room; they sail with them."""
    counters, load = board.parts.units, {ship: list(ids) for ship, ids in values.get("load", {}).items()}
    aboard = [id for ids in load.values() for id in ids]
    waiting = [id for id in values["units"] if counters[id].is_heavy and id not in aboard]
    for ship in values["units"]:
        room = max(counters[ship].capacity - len(load.get(ship, ())), 0)
        if waiting[:room]:
            load.setdefault(ship, []).extend(waiting[:room])
        waiting = waiting[room:]
    aboard = [id for ids in load.values() for id in ids]
    values["units"] = [id for id in values["units"] if id not in aboard]
    if load:
        values["load"] = load


def _complete_fire(scope: OrderContext, values: Json) -> None:
    """10.2 Those who are not named fire by the published default, where there is to be an attack."""
    number, attacks = scope.form.gives["op"], wants_attack(values)
    if number in (12, 13, 14) and not attacks:
        return
    if number == 19 and not attacks and scope.board.has_land(scope.power, values["to"]):
        return
    shots = values.get("fire", [])
    attackers, _, targets, ashore = domains.fight(scope) or ([], [], [], ())
    named = {shooter for shooter, _ in shots}
    rest = [id for id in attackers if id not in named]
    if rest:
        extra = completed(scope.board, [*attackers, *named], targets, shots, ashore)
        shots = shots + [shot for shot in extra if shot[0] in rest]
    values.pop("attack" if shots else "fire", None)
    if shots:
        values["fire"] = in_order(scope.board, shots)
    elif attacks and "attack" in scope.form.fields:
        values["attack"] = True
