"""The decision of chapters 8 and 9 that begins something: a military action."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.language.fields import Area, Name, Number, Word
from pbem.core.language.form import Form
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.parts import FACTIONS
from ..rules.actions import action_problems, open_to_reserve
from ..rules.production import buildable
from .decision import Decision
from .deployment import DEPLOY
from .operations import OPERATION, actions_left, complete, is_open, open_operations
from .unit_fields import Counted

SIDES = ("left", "right", *FACTIONS)


def problems_of(board: Board, ask: Ask, play: Json) -> list[Problem]:
    """What is wrong with a military action that answers a question."""
    about = ask.about
    return action_problems(board, ask.power, play, actions_left(board, ask), about.get("targets", ()))


def possible(*plays: Json) -> Callable[..., Any]:
    """Whether one of some plays is legal now, as the `when` of a form."""
    return lambda board, ask: is_open(board, ask) and not all(problems_of(board, ask, play) for play in plays)


def interventions(board: Board, ask: Ask) -> list[dict[str, str]]:
    """The legal interventions (8.5)."""

    def compute():
        plays = [{"act": "intervene", "area": area, "side": side} for area in board.parts.areas for side in SIDES]
        return [play for play in plays if not problems_of(board, ask, play)]

    return board.known(("interventions", ask.power, actions_left(board, ask)), compute) if is_open(board, ask) else []


def some_intervention(scope: OrderContext, draw: Rng) -> dict[str, str] | None:
    plays = interventions(scope.board, scope.ask)
    return {name: value for name, value in draw.choice(plays).items() if name != "act"} if plays else None


def to_build(scope: OrderContext) -> list[str]:
    """Counters that a single action can build (8.3)."""
    board, ask = scope.board, scope.ask
    names = sorted(buildable(board, ask.power))
    return [name for name in names if not problems_of(board, ask, {"act": "build", "names": [name]})]


def to_reserve(scope: OrderContext) -> list[str]:
    """8.3 Which of the counters that are built may be reserved."""
    return open_to_reserve(scope.board, scope["names"] or [])


def some_builds(scope: OrderContext, draw: Rng) -> Any:
    """One counter, or two where both can be paid."""
    names = to_build(scope)
    if not names:
        return NOTHING
    both = [draw.choice(names), draw.choice(names)]
    return both[:1] if problems_of(scope.board, scope.ask, {"act": "build", "names": both}) else both


FURTHER = (
    *(form for form in DEPLOY.forms if form.name == "deploy"),
    Form(
        "build NAMES [; reserve RESERVE]",
        gives={"act": "build"},
        names=Counted("build", of=to_build, some=some_builds),
        reserve=Name(
            "counter", "build", of=to_reserve, checked_by_rules=True, tested=True, chance=20, needs=("names",)
        ),
        when=lambda board, ask: board.is_belligerent(ask.power) and is_open(board, ask),
    ),
    Form(
        "intervene [in] AREA SIDE",
        gives={"act": "intervene"},
        fields={
            "area": Area(
                of=lambda scope: [play["area"] for play in interventions(scope.board, scope.ask)], checked_by_rules=True
            ),
            "side": Word(
                SIDES,
                of=lambda scope: [
                    play["side"] for play in interventions(scope.board, scope.ask) if play["area"] == scope["area"]
                ],
                checked_by_rules=True,
            ),
        },
        when=lambda board, ask: bool(interventions(board, ask)),
        starts=some_intervention,
    ),
    Form("rhineland", gives={"act": "rhineland"}, when=possible({"act": "rhineland"})),
    Form(
        "abyssinia [ACTIONS]",
        gives={"act": "abyssinia"},
        when=possible({"act": "abyssinia", "actions": 1}),
        actions=Number(
            of=lambda scope: list(range(1, 1 + actions_left(scope.board, scope.ask))), checked_by_rules=True
        ),
    ),
    Form("treaty ends", gives={"act": "end-treaty"}, when=possible({"act": "end-treaty"})),
    Form("pass/forfeit", gives={"act": "forfeit"}, weight=0, when=is_open),
    next(form for form in DEPLOY.forms if form.name == "no deployment"),
)


def _hardship(board: Board, power: str, play: Json) -> tuple[int, bool]:
    """What an operation of one unit meets: how many units that are not its friends, and whether it is not upgraded."""
    there = [unit for unit in board.units_in(play["target"]) if not board.is_friendly(power, board.power_of(unit))]
    return len(there), play["units"][0] not in board.upgraded


class MilitaryAction(Decision):
    """8.0 One military action: ``{"act": "operation" | "deploy" | "build" | "intervene" | "rhineland" |
    "abyssinia" | "end-treaty" | "forfeit", …}``.  `about`: ``left``, ``source``, after a declaration of war
    ``targets``."""

    name = "military-action"
    forms = (OPERATION, *FURTHER)

    def problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        return problems_of(board, ask, answer)

    def default(self, board: Board, ask: Ask) -> Json:
        """Nothing is done, for an attack that nobody ordered may lose a war; after a declaration of war, where
        something must be, the legal operation against which the fewest units stand, of an upgraded unit if there is
        one."""
        if ask.about.get("targets"):
            return min(open_operations(board, ask), key=lambda play: _hardship(board, ask.power, play))
        return {"act": "forfeit"}

    def fill(self, scope: OrderContext) -> None:
        if scope.form.name == OPERATION.name:
            complete(scope)
        elif scope.form.name == "abyssinia":
            scope.values.setdefault("actions", 1)


ACTION = MilitaryAction()
