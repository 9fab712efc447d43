"""The decision which counters enter or leave the force pool (4.1.2)."""

from pbem.core.data.problems import Problem
from pbem.core.language.form import Form
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.commitment import (
    asked_for,
    by_use,
    counter_name,
    pool_open,
    pool_problems,
    random_counters,
    usual_counters,
)
from .decision import Decision
from .unit_fields import Counted


def in_question(scope: OrderContext) -> list[str]:
    """What may be named: names of counters that enter, ids of those that leave."""
    return list(pool_open(scope.board, scope.power, scope.about))


def some_counters(scope: OrderContext, draw: Rng) -> list[str]:
    return random_counters(asked_for(scope.about)[0], pool_open(scope.board, scope.power, scope.about), draw)


class Pooled(Counted):
    """Counters that enter the force pool, by name and number; those that leave it by their ids, or so as well: then
    unbuilt ones go first, then those not on the map."""

    def __init__(self) -> None:
        super().__init__(
            "build",
            "unit",
            "upgrade",
            of=in_question,
            some=some_counters,
            exactly=lambda scope: asked_for(scope.about)[0],
        )

    def resolve(self, scope: OrderContext, raw: list[str]) -> list[str]:
        if "add" in scope.about:
            return raw
        pool = by_use(scope.board, scope.power)
        chosen = [name for name in raw if name in pool]
        for name in raw:
            if name not in pool:
                fitting = [id for id in pool if id not in chosen and counter_name(scope.board, id) == name]
                chosen.append(fitting[0] if fitting else name)
        return chosen


COUNTERS = Pooled()


class ForcePool(Decision):
    """4.1.2 Which counters enter the force pool (a list of names) or leave it (a list of counter ids)."""

    name = "force-pool"
    forms = (
        Form("force pool COUNTERS", answer_field="counters", counters=COUNTERS),
        Form("add COUNTERS", answer_field="counters", counters=COUNTERS, when=lambda board, ask: "add" in ask.about),
        Form(
            "remove COUNTERS", answer_field="counters", counters=COUNTERS, when=lambda board, ask: "remove" in ask.about
        ),
    )

    def fill(self, scope: OrderContext) -> None:
        """Who says that counters enter is not taken to mean that they leave."""
        _, done = asked_for(scope.about)
        if scope.form.name in ("add", "remove") and not done.startswith(scope.form.name.rstrip("e")):
            scope.refuse("ca-force-pool-other-way", done=done)

    def problems(self, board: Board, ask: Ask, answer: list[str]) -> list[Problem]:
        return pool_problems(board, ask.power, ask.about, answer)

    def default(self, board: Board, ask: Ask) -> list[str]:
        """Adding: in turn what there is most use for; removing: unbuilt counters first, then those not on the map."""
        count, done = asked_for(ask.about)
        if done == "added":
            return usual_counters(count, pool_open(board, ask.power, ask.about))
        return by_use(board, ask.power)[:count]
