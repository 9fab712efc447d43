"""The kinds of decision for a flag (3.7.1, 6) and for an event that stands for one (3.7.4): a political action, in full
or in its usual form."""

from collections.abc import Callable, Iterable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.text import counted
from pbem.core.language.fields import Area, Flag, Name, Names, Order
from pbem.core.language.form import Form
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.language.types import FormRow
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.attempts import ACTS, action_problems, declaration_problems, possible_actions
from ..rules.commitment import limited_industrial, random_counters, reserved_problems, to_be_added, usual_counters
from ..rules.declaration import after_declaration
from ..rules.military import action_about
from .decision import Decision
from .military import ACTION
from .operations import open_operations
from .playing import FLAG, REJECT, RESERVE, Keeping
from .unit_fields import Counted

KEEN = {"increase-commitment": 3, "declare-war": 3, "alliance": 3}  # in random play, so that wars come


def open_plans(board: Board, ask: Ask, acts: Iterable[str] = ACTS) -> list[Json]:
    """The political actions, of all kinds or some, that may be attempted now, as plans; of an event those that it
    allows (3.7.4)."""
    wanted = ask.about.get("action", "any")
    return [plan for act in acts if wanted in ("any", act) for plan in _plans_of(board, ask.power, act)]


def _plans_of(board: Board, power: str, act: str) -> list[Json]:
    return board.known(("political", power, act), lambda: possible_actions(board, power, [act]))


def said(name: str) -> Callable[..., Any]:
    """The domain of a field: what the open plans of its action have in it."""

    def legal(scope):
        plans = [plan[name] for plan in open_plans(scope.board, scope.ask, [scope.form.gives["act"]])]
        several = plans and isinstance(plans[0], list)
        return list(dict.fromkeys(one for plan in plans for one in plan)) if several else plans

    return legal


def some_plan(act: str) -> Callable[..., Any]:
    """The start of a walk: one of the open plans of an action."""

    def starts(scope, draw):
        plans = open_plans(scope.board, scope.ask, [act])
        return {name: value for name, value in draw.choice(plans).items() if name != "act"} if plans else None

    return starts


def political(act: str, template: str, **fields: Any) -> Form:
    """The form of a political action."""
    return Form(
        template,
        gives={"act": act},
        fields=fields,
        starts=some_plan(act),
        weight=KEEN.get(act, 1),
        when=lambda board, ask: bool(open_plans(board, ask, [act])),
    )


# -- orders inside the order -------------------------------------------------------------------------------------


def at_war(scope: OrderContext) -> tuple[Board, Ask]:
    """The board as the declaration leaves it, and the question of its operation (6.2)."""
    board, targets = scope.board, scope["targets"]
    about = action_about(1, "declaration", targets)
    return after_declaration(board, scope.power, targets), Ask("military-action", scope.power, about=about, rule="6.2")


def at_peace(scope: OrderContext) -> tuple[Board, Ask]:
    """The board as it is, and the question of the action of maneuvers (6.5)."""
    return scope.board, Ask("military-action", scope.power, about=action_about(1, "maneuvers"), rule="8.1")


def some_operation(scope: OrderContext, draw: Rng) -> Any:
    board, ask = at_war(scope)
    if next(open_operations(board, ask), None) is None:
        return NOTHING
    return ACTION.sample(board, ask, draw)


def some_action(scope: OrderContext, draw: Rng) -> Any:
    action = ACTION.sample(*at_peace(scope), draw)
    return NOTHING if action["act"] == "forfeit" else action


class War(Order):
    """The operation of a declaration of war, on the board that it leaves; only where war can be declared."""

    def resolve(self, scope: OrderContext, raw: Json) -> Json:
        barred = declaration_problems(scope.board, scope.power, scope["targets"])
        scope.problems += barred
        return raw if barred else super().resolve(scope, raw)


WAR = War(ACTION, at_war, some=some_operation, needs=("targets",), chance=90, checked_by_rules=True)
ACT = Order(ACTION, at_peace, some=some_action, chance=90, checked_by_rules=True)


# -- the forms ---------------------------------------------------------------------------------------------------


def some_added(scope: OrderContext, draw: Rng) -> Any:
    return random_counters(*to_be_added(scope.board, scope.power), draw) or NOTHING


def to_be_reserved(scope: OrderContext) -> list[bool]:
    """Whether one of the offensives that come may be reserved (6.4.2)."""
    return [] if reserved_problems(scope.board, scope.power, scope["count"] or ()) else [True]


def alliance(words: str) -> Form:
    return political(
        "alliance", f"{words} (with | ) PARTNERS", partners=Names("power", of=said("partners"), checked_by_rules=True)
    )


INCREASE = political(
    "increase-commitment",
    "increase commitment [; count COUNT] [; add ADD] [; RESERVE]",
    count=Names(
        "area",
        of=lambda scope: limited_industrial(scope.board, scope.power),
        checked_by_rules=True,
        tested=True,
        chance=20,
    ),
    add=Counted("build", of=lambda scope: list(to_be_added(scope.board, scope.power)[1]), some=some_added, chance=90),
    reserve=Flag("reserve", of=to_be_reserved, needs=("count",), checked_by_rules=True, chance=20),
)
SPECIAL = political("special", "special [action] NAME", name=Name("special", of=said("name"), checked_by_rules=True))
ACTIONS = (
    political("diplomacy", "diplomacy [in] AREA", area=Area(of=said("area"), checked_by_rules=True)),
    alliance("alliance"),
    alliance("join alliance"),
    political(
        "declare-war",
        "declare war (on | ) TARGETS [(; | :) OPERATION]",
        targets=Names("power", of=said("targets"), checked_by_rules=True),
        operation=WAR,
    ),
    INCREASE,
    political("maneuvers", "maneuvers/maneuver/manoeuvres [ACTION]", action=ACT),
    political("pressure", "pressure [on/at] POWER", power=Name("power", of=said("power"), checked_by_rules=True)),
    political("propaganda", "propaganda"),
    SPECIAL,
)


class PlayFlag(Keeping):
    """3.7.1, 6 A political action, or the flag is reserved or rejected."""

    name = FLAG
    forms = (*ACTIONS, RESERVE, REJECT)

    def play_problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        return action_problems(board, ask.power, answer)

    def examples(self, board: Board, ask: Ask) -> list[Json]:
        """One plan of each action, before what keeps the flag."""
        shown = {plan["act"]: plan for plan in open_plans(board, ask)}
        if "increase-commitment" in shown:
            shown["increase-commitment"] = {
                "act": "increase-commitment",
                "add": usual_counters(*to_be_added(board, ask.power)),
            }
        found = [self.default(board, ask)] if self.is_drawn(ask) else []
        return [*found, *shown.values()][:5]

    def open_rows(self, board: Board, ask: Ask) -> list[FormRow]:
        """The actions that may be attempted now; special ones by their names."""
        shown = []
        for form in self.forms:
            if form.is_open(board, ask):
                row = self.row(form)
                shown.append(_with_count(board, ask.power, row) if form is INCREASE else _named(board, ask, row))
        return shown


def _with_count(board: Board, power: str, row: FormRow) -> FormRow:
    """The commitment increase with the number of counters that it adds to the force pool (4.1.2)."""
    shown, meaning, example = row
    count = counted(to_be_added(board, power)[0], "counter")
    return shown, f"{meaning}; {count} to be added to the force pool (4.1)", example


def _named(board: Board, ask: Ask, row: FormRow) -> FormRow:
    names = " | ".join(plan["name"] for plan in open_plans(board, ask, ["special"]))
    return row[0].replace("SPECIAL", names), *row[1:]


class FreeAction(Decision):
    """3.7.4, 6.0 A political action without a flag, written as for a flag, or none."""

    name = "free-action"
    forms = (
        Form("no action", gives={"act": "pass"}, weight=2),
        *ACTIONS,
    )

    def problems(self, board: Board, ask: Ask, answer: dict[str, str]) -> list[Problem]:
        if answer["act"] == "pass":
            return []
        problems = action_problems(board, ask.power, answer)
        wanted = ask.about.get("action", "any")
        if not problems and wanted not in ("any", answer["act"]):
            problems = [Problem("ca-event-action", rule="3.7.4", event=ask.about["event"], wanted=wanted)]
        return problems

    def default(self, board: Board, ask: Ask) -> dict[str, str]:
        """None: an attempt that fails may cost something, and nobody has asked for it."""
        return {"act": "pass"}

    def examples(self, board: Board, ask: Ask) -> list[Json]:
        found = {plan["act"]: plan for plan in open_plans(board, ask)}
        return [self.default(board, ask), *found.values()][:5]
