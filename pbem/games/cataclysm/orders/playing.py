"""Kinds of decision for a counter that is played (3.4 to 3.7): what all have in common, the offensive, and the
interrupt out of the reserve."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.language.field import Field
from pbem.core.language.fields import Name, Names, Order
from pbem.core.language.form import Form
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask
from pbem.core.title.game import load

from ..board.board import Board
from ..rules.offensives import offensive_bar
from ..rules.playing import KIND_OF, about_of
from ..rules.production import name_of
from ..rules.soviets import is_passive
from .decision import Decision
from .military import ACTION, problems_of

KEEPING = ("reserve", "reject", "delay")
FLAG, OFFENSIVE, UNIT, UPGRADE = "play-flag", "play-offensive", "play-unit", "play-upgrade"


class Called(Name):
    """The counter in question, by its name; it is said to be sure, and no part of the answer."""

    def __init__(self, counter: Callable[..., Any], *categories: str) -> None:
        super().__init__(*categories, not_in_answer=True, chance=0)
        self.counter = counter

    def resolve(self, scope: OrderContext, raw: str) -> str:
        counter = self.counter(scope)
        drawn = name_of(scope.board, counter)
        if raw not in (drawn, scope.board.type_of(counter)):
            scope.refuse("ca-other-counter", drawn=drawn, named=raw)
        return raw


def _keeps(act: str) -> Callable[..., Any]:
    """Whether the counter in question may be kept so."""

    def when(board, ask):
        return {"act": act} in kind_called(ask.kind).keepings(board, ask)

    return when


def keep(act: str) -> Form:
    """The form of keeping a counter instead of playing it."""
    drawn = Called(lambda scope: scope.about["counter"], "counter", "build")
    return Form(f"{act} [COUNTER]", gives={"act": act}, counter=drawn, when=_keeps(act))


RESERVE = keep("reserve")
DELAY = keep("delay")
REJECT = keep("reject")


class Keeping(Decision):
    """Common to the four kinds: a counter may be reserved or rejected instead of being played (3.4, 3.6)."""

    rule = "3.7"
    keeps: tuple[str, ...] = ("reserve", "reject")

    def is_drawn(self, ask: Ask) -> bool:
        return ask.about.get("source") == "drawn"

    def keep_problems(self, board: Board, ask: Ask, answer: dict[str, str]) -> list[Problem]:
        if not self.is_drawn(ask):
            return [Problem("ca-nothing-to-play", rule="3.5")]
        return []

    def problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        if answer["act"] in KEEPING:
            return self.keep_problems(board, ask, answer)
        return self.play_problems(board, ask, answer)

    def play_problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        raise TypeError(f"{type(self).__name__} does not say what may be played")

    def keepings(self, board: Board, ask: Ask) -> list[dict[str, str]]:
        """The legal answers that keep the counter."""
        return [{"act": act} for act in self.keeps if not self.keep_problems(board, ask, {"act": act})]

    def default(self, board: Board, ask: Ask) -> dict[str, str]:
        """Keep it in reserve, and of two counters the better one: what is kept can still be played, what is rejected is
        lost for the turn."""
        return better_kept(board, ask)


def better_kept(board: Board, ask: Ask) -> dict[str, str]:
    """Of the counter in reserve, if there is one, and the one that is drawn, the better one is kept."""
    held, drawn = board.reserve(ask.power), ask.about.get("counter")
    worse = held and drawn and worth(board, ask.power, drawn) <= worth(board, ask.power, held)
    return {"act": "reject" if worse else "reserve"}


def worth(board: Board, power: str, counter: str) -> int:
    """How much a power that is away would rather keep a counter in reserve: at war an offensive before a flag, at peace
    a flag before an offensive, Il Duce's flag before another; then upgrades, units, and a resource last."""
    type = board.type_of(counter)
    if counter in board.upgraded:
        return 0
    order = ["offensive", "flag"] if not board.is_belligerent(power) else ["flag", "offensive"]
    special = board.counter(counter).kind == "il-duce"
    return 2 * order.index(type) + 3 + special if type in order else (2 if type == "upgrade" else 1)


class PlayOffensive(Keeping):
    """8.1 The first military action of an offensive, or the counter is reserved or rejected."""

    name = OFFENSIVE
    forms = (*ACTION.forms, RESERVE, REJECT)
    may_fail_with = ACTION.may_fail_with

    def keep_problems(self, board: Board, ask: Ask, answer: dict[str, str]) -> list[Problem]:
        """12.3 In 2018 Collective Security lets an offensive be rejected only."""
        if answer["act"] == "reserve" and is_passive(board, ask.power) and not board.is_2022:
            return [Problem("ca-may-not-reserve", rule="12.3")]
        return super().keep_problems(board, ask, answer)

    def default(self, board: Board, ask: Ask) -> dict[str, str]:
        """As for every counter; where it may not be reserved it goes back (12.3)."""
        usual = super().default(board, ask)
        return usual if not self.keep_problems(board, ask, usual) else {"act": "reject"}

    def play_problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        barred = offensive_bar(board, ask.power, ask.about)
        return [Problem(barred[0], rule=barred[1])] if barred else problems_of(board, ask, answer)

    def fill(self, scope: OrderContext) -> None:
        ACTION.fill(scope)


# -- out of the reserve ----------------------------------------------------------------------------------------


def _reserved(scope: OrderContext) -> str:
    return scope.board.reserved(scope.power)


def _inside(scope: OrderContext) -> tuple[Board, Ask]:
    """The board and the question of the counter in reserve."""
    return scope.board, of_reserve(scope.board, scope.power)


def of_reserve(board: Board, power: str) -> Ask:
    """The question of the counter in reserve, as if it had been drawn (3.5)."""
    counter = board.reserved(power)
    kind = KIND_OF[board.type_of(counter)]
    about = {**about_of(board, counter, "reserve"), "reserve": None}
    return Ask(kind, power, about=about, rule=kind_called(kind).rule)


def kind_called(name: str) -> Any:
    return load("cataclysm").kinds[name]


def _can_interrupt(kind: str) -> Callable[..., Any]:
    """Whether the counter in reserve is of a kind, and can be played."""

    def when(board, ask):
        counter = board.reserved(ask.power)
        if KIND_OF[board.type_of(counter)] != kind:
            return False
        inner = Ask(kind, ask.power, about={"counter": counter, "source": "reserve", "reserve": None})
        return any(form.is_open(board, inner) for form in kind_called(kind).forms)

    return when


def _others(scope: OrderContext) -> list[str]:
    """Who may want to interrupt as well (3.5)."""
    return [power for power in scope.board.active() if power != scope.power]


class Claim(Order):
    """An order for one kind of counter, which must be the kind of the one in reserve."""

    def __init__(self, kind: str) -> None:
        super().__init__(lambda: kind_called(kind), _inside, but=KEEPING)

    def _other(self, scope: OrderContext) -> list[Problem]:
        """What is wrong if the counter in reserve is of another kind, as a list."""
        held = _reserved(scope)
        if KIND_OF[scope.board.type_of(held)] == self.kind.name:
            return []
        named = self.kind.name.removeprefix("play-")
        return [Problem("ca-other-counter", rule="3.5", drawn=name_of(scope.board, held), named=named)]

    def resolve(self, scope: OrderContext, raw: Json) -> Json:
        other = self._other(scope)
        scope.problems += other
        return raw if other else super().resolve(scope, raw)

    def problems(self, scope: OrderContext, value: Json) -> list[Problem]:
        return self._other(scope) or list(super().problems(scope, value))

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        claim = super().pick(scope, draw)
        return NOTHING if claim["act"] in KEEPING else claim


def interrupt(kind: str, word: str) -> Form:
    """The form of an interrupt (3.5) with one kind of counter; words say which it is, or the order itself.  Who goes
    `before` others interrupts only if one of them wants to: so the example of the book changes its mind."""
    fields: dict[str, Field] = {"claim": Claim(kind), "if": Names("power", of=_others, least=1, chance=0)}
    named = f"({word} : | )"
    if kind in (UNIT, UPGRADE):
        fields["counter"] = Called(_reserved, "build")
        named = f"({word} : | COUNTER : | )"
    return Form(f"interrupt [before IF] (with | ) {named} CLAIM", name=kind, fields=fields, when=_can_interrupt(kind))


class Interrupt(Decision):
    """3.5 An interrupt with the counter in reserve; the published default lets the draw go on."""

    name = "interrupt"
    forms = (
        interrupt(FLAG, "flag"),
        interrupt(OFFENSIVE, "offensive"),
        interrupt(UNIT, "unit"),
        interrupt(UPGRADE, "upgrade"),
        Form("no interrupt", value="no", weight=2),
    )

    def default(self, board: Board, ask: Ask) -> Any:
        """No: the reserve is kept for the moment that its owner chooses."""
        return "no"


def default_first(default: dict[str, str], others: list[Json]) -> list[Json]:
    """The published default before the other answers."""
    return [default, *[other for other in others if other != default]]
