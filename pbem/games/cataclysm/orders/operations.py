"""The order of an operation (9): its fields with what is open in them, and random operations for walks."""

from collections.abc import Callable, Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import refusals
from pbem.core.language.fields import Flag, Name, Names, Number, Repeated, Word
from pbem.core.language.form import Form
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.language.units import Described
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.attack import Attack
from ..rules.movement import operation_range
from ..rules.offensives import offensive_bar
from ..rules.possible_operations import imaginable_operations, plays_of
from ..rules.reach import invasion_paths, support_bar, supporters
from ..rules.targets import FORMS, activation_bar, minor_army_stays, operation_problems, surprise_bar
from .unit_fields import Forces

# -- what is open -----------------------------------------------------------------------------------------------


def actions_left(board: Board, ask: Ask) -> int:
    """How many military actions can be spent: what the question says, or all of the offensive that is played (8.1)."""
    if ask.kind == "play-offensive":
        return board.column(ask.power)["militaryActionsPerOffensive"]
    return ask.about.get("left", 1)


def may_act(board: Board, ask: Ask) -> bool:
    """Whether any action can be done: not with an offensive that cannot be played (4.1, 12.3)."""
    return ask.kind != "play-offensive" or offensive_bar(board, ask.power, ask.about) is None


def is_open(board: Board, ask: Ask) -> bool:
    """Whether other actions than operations can be done: not right after a declaration of war (6.2)."""
    return may_act(board, ask) and not ask.about.get("targets")


def all_units(scope: OrderContext) -> list[str]:
    """The units of all powers on the map."""
    board = scope.board
    units = [unit for power in board.active() for unit in board.units_of(power)]
    return [unit for unit in units if board.at(unit) in board.parts.areas]


def friendly_units(scope: OrderContext) -> list[str]:
    """Units on the map of a power and its friends."""
    board, friends = scope.board, scope.board.friends(scope.power)
    return [unit for unit in all_units(scope) if board.power_of(unit) in friends]


def activated(board: Board, power: str, form: str) -> list[str]:
    """Units that can be activated for a form of operation, own ones and those of friends."""

    def compute():
        units = [unit for friend in board.friends(power) for unit in board.units_of(friend)]
        return [unit for unit in units if activation_bar(board, power, unit, form) is None]

    return board.known(("activated", power, form), compute)


def forms_open(scope: OrderContext) -> list[str]:
    return [form for form in FORMS if activated(scope.board, scope.power, form)]


def to_activate(scope: OrderContext) -> list[str]:
    return activated(scope.board, scope.power, scope["form"])


def goals(scope: OrderContext) -> list[str]:
    """Where the move of any of the units could end."""
    board, power, form, units = scope.board, scope.power, scope["form"], scope["units"] or ()
    found = [
        board.known(("goals", power, form, unit), lambda unit=unit: _goals(board, power, form, unit)) for unit in units
    ]
    return list(dict.fromkeys(area for areas in found for area in areas))


def _goals(board: Board, power: str, form: str, unit: str) -> list[str]:
    return list(dict.fromkeys(play["target"] for play in plays_of(board, power, form, unit)))


def seas_with_fleets(scope: OrderContext) -> list[str]:
    """Areas over which an invasion may go: those with a friendly fleet."""
    units = [unit for unit in friendly_units(scope) if scope.board.type_of(unit) == "fleet"]
    return list(dict.fromkeys(scope.board.at(unit) for unit in units))


def able_to_support(scope: OrderContext) -> list[str]:
    """Ships and aircraft of a power and its friends, and of allies that may join the war of a surprise attack (9.2)."""
    board, owners = scope.board, set(scope.board.friends(scope.power))
    if surprise_bar(board, scope.power, scope["form"]) is None:
        owners |= {*board.allies(scope.power)}
    units = [unit for unit in all_units(scope) if board.power_of(unit) in owners]
    return [unit for unit in units if board.type_of(unit) in ("air", "fleet")]


# -- fields -----------------------------------------------------------------------------------------------------


class Friendly(Forces):
    """Units of any power by its name; without one those of the power and its friends."""

    def fits(self, scope: OrderContext, unit: str, item: Described) -> bool:
        friendly = scope.board.is_friendly(scope.power, scope.board.power_of(unit))
        return (friendly or "owner" in item) and super().fits(scope, unit, item)

    def describes(self, scope: OrderContext, unit: str, item: Described) -> bool:
        return super().fits(scope, unit, item)

    def bar(self, scope: OrderContext, unit: str) -> str:
        is_friend = scope.board.is_friendly(scope.power, scope.board.power_of(unit))
        return "" if is_friend else super().bar(scope, unit)


class Activated(Friendly):
    """The units of an operation; of several that may be meant those that can be activated and reach the target."""

    def _taken(self, scope: OrderContext, item: Described, pool: list[str]) -> list[str]:
        if item["type"] == "minor":
            scope.problems.append(minor_army_stays(False))
            return []
        return super()._taken(scope, item, pool)

    def shown(self, name: str) -> str:
        return "UNITS"

    def pool(self, scope: OrderContext) -> list[str]:
        """Without those named before: in the first clause, and in the parts of this one."""
        before = [*(scope.outer["units"] or ())] if scope.outer else []
        before += [unit for part in scope["parts"] or () for unit in part["units"]]
        return [unit for unit in super().pool(scope) if unit not in before]

    def likely(self, scope: OrderContext, item: Described) -> Iterator[Callable[..., Any]]:
        board, form, target = scope.board, scope["form"], _raw(scope, "target")
        yield from super().likely(scope, item)
        yield lambda unit: activation_bar(board, scope.power, unit, form) is None
        yield lambda unit: not board.has_area(target) or _reaches(board, unit, form, target)


def _raw(scope: OrderContext, name: str) -> Any:
    """A raw field of the line, here or around."""
    if name in scope.raw:
        return scope.raw[name]
    return _raw(scope.outer, name) if scope.outer else None


def _reaches(board: Board, unit: str, form: str, target: str) -> bool:
    """Whether a unit reaches the target, paths apart."""
    if form == "land":
        return target in board.near(board.at(unit), "land")
    return form == "invasion" or operation_range(board, unit, target, form) is not None


class Supporting(Friendly):
    """Units that support the attack (10.2)."""

    def pool(self, scope: OrderContext) -> list[str]:
        return [unit for unit in super().pool(scope) if unit not in (scope["units"] or ())]

    def likely(self, scope: OrderContext, item: Described) -> Iterator[Callable[..., Any]]:
        yield from super().likely(scope, item)
        yield lambda unit: support_bar(scope.board, scope.power, unit, scope["form"], scope["target"]) is None

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        able = supporters(scope.board, scope.power, scope["form"], scope["target"])
        return draw.some([unit for unit in able if unit not in scope["units"]], 2) or NOTHING


UNITS = Activated(of=to_activate, search_in=all_units, at="from", checked_by_rules=True, rule="9.1")
FIELDS = {
    "form": Word(FORMS, of=forms_open, checked_by_rules=True),
    "from": Name("area", not_in_answer=True, chance=0),
    "target": Name("area", of=goals, needs=("units",), checked_by_rules=True),
    "units": UNITS,
    "path": Names(
        "area", of=seas_with_fleets, checked_by_rules=True, tested=True, chance=1, known=lambda board: board.parts.areas
    ),
    "more": Repeated(
        "FROM with UNITS",
        {"from": Name("area"), "units": UNITS},
        begun="from",
        not_in_answer=True,
        chance=0,
        needs=("units",),
    ),
    "support": Supporting(
        of=able_to_support,
        search_in=all_units,
        checked_by_rules=True,
        tested=True,
        chance=40,
        rule="10.2",
        needs=("units", "target"),
    ),
    "augment": Number(
        of=lambda scope: list(range(1, actions_left(scope.board, scope.ask))),
        checked_by_rules=True,
        tested=True,
        chance=30,
    ),
    "against": Name(
        "power", of=lambda scope: scope.board.opposing(scope.power), checked_by_rules=True, tested=True, chance=10
    ),
    "extended": Flag("extended", tested=True, chance=1),
    "surprise": Flag("surprise", tested=True, chance=1),
}


# -- walks ------------------------------------------------------------------------------------------------------


def open_operations(board: Board, ask: Ask) -> Iterator[Json]:
    """Legal operations of one unit; after a declaration of war those that attack one of its targets (6.2)."""
    return (play for play in imaginable_operations(board, ask.power) if _is_open_play(board, ask, play))


def _is_open_play(board: Board, ask: Ask, play: Json) -> bool:
    if operation_problems(board, ask.power, play, actions_left(board, ask)):
        return False
    targets = ask.about.get("targets", ())
    return not targets or Attack(board, ask.power, play).defender() in targets


def some_operation(scope: OrderContext, draw: Rng) -> Json | None:
    """The start of a walk: a legal operation, often in a contested area, sometimes by surprise or with a second unit;
    None if there is none.  They are judged in random order until one is legal."""
    board, ask = scope.board, scope.ask
    able = board.ideology(ask.power) == "fascist" and board.may_make_war(ask.power)
    plays = list(imaginable_operations(board, ask.power, able and not draw.below(4)))
    contested = [play for play in plays if play["target"] in board.civil_wars] if draw.below(2) else []
    others = [play for play in plays if play not in contested] if contested else plays
    play = _first_open(board, ask, contested, draw) or _first_open(board, ask, others, draw)
    if play is None:
        return None
    larger = _with_another(board, ask, play, draw) if draw.below(2) else play
    return {name: value for name, value in larger.items() if name != "act"}


def _first_open(board: Board, ask: Ask, plays: list[Json], draw: Rng) -> Json | None:
    """The first play of a random order that is legal."""
    left = list(plays)
    while left:
        play = left.pop(draw.below(len(left)))
        if _is_open_play(board, ask, play):
            return play
    return None


def _with_another(board: Board, ask: Ask, play: Json, draw: Rng) -> Json:
    units = [unit for unit in activated(board, ask.power, play["form"]) if unit not in play["units"]]
    if not units:
        return play
    larger = {**play, "units": [*play["units"], draw.choice(units)]}
    return play if refusals(operation_problems(board, ask.power, larger, actions_left(board, ask))) else larger


def complete(scope: OrderContext) -> None:
    """Units of further areas join the others; an invasion with one possible path takes it."""
    values, board = scope.values, scope.board
    values["units"] = [*values["units"], *(unit for part in values.pop("more", ()) for unit in part["units"])]
    origin = board.at(values["units"][0]) if values["units"][0] in board.place else ""
    if values["form"] == "invasion" and "path" not in values and board.has_area(origin):
        paths = invasion_paths(board, scope.power, origin, values["target"]) if board.has_area(values["target"]) else []
        values.update({"path": paths[0]} if len(paths) == 1 else {})


OPERATION = Form(
    "operation/op/attack FORM ([[from] FROM]) {-> TARGET} {with UNITS} [via PATH] [; from MORE] [; support SUPPORT]..."
    " [; augment AUGMENT] [; against AGAINST] [; EXTENDED] [; SURPRISE]",
    gives={"act": "operation"},
    fields=FIELDS,
    starts=some_operation,
    when=may_act,
    weight=4,
)
