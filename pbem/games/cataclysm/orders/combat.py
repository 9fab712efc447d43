"""The decisions of chapter 10: support, the combat reply, retreats, regroups, and the permission of allies."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted
from pbem.core.language.field import Field
from pbem.core.language.form import Form
from pbem.core.language.order_context import OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.combat import lost_units
from ..rules.occupation import fits_in
from ..rules.retreat import (
    all_go_back,
    default_regroup,
    default_retreat,
    regroup_problems,
    retreat_problems,
    with_the_rest,
)
from ..rules.sides import DEFENCE
from .decision import Decision
from .unit_fields import Forces, Losses, Ways

_say = Sentences(__name__)


def supporting(scope: OrderContext) -> list[str]:
    """The units that may join."""
    return scope.about["units"]


def with_room(scope: OrderContext, taken: list[str]) -> list[str]:
    """Those that still find room beside the units taken."""
    return [unit for unit in supporting(scope) if fits_in(scope.board, [*taken, unit], scope.about["area"])]


def defending(board: Board) -> list[str]:
    """The units that defend already in the operation that is going on."""
    return board.operation[DEFENCE] if board.operation_if_any else []


class Supporters(Forces):
    """Units that join the defence."""

    def bar(self, scope: OrderContext, unit: str) -> str:
        if unit in defending(scope.board):
            return "supports by itself, for it stands in the target area"
        return super().bar(scope, unit)


class Support(Decision):
    """10.2 Which further units defend: ``{"units": [ids]}`` out of ``about["units"]``, none if empty."""

    name = "support"
    forms = (
        Form("no support", gives={"units": []}),
        Form("commit UNITS", units=Supporters(of=supporting, extend=with_room, checked_by_rules=True)),
    )

    def problems(self, board: Board, ask: Ask, answer: dict[str, list[str]]) -> list[Problem]:
        units = answer["units"]
        strange = [unit for unit in units if unit not in ask.about["units"]]
        if strange:
            codes = ["ca-supports-already" if unit in defending(board) else "ca-cannot-support" for unit in strange]
            return [Problem(code, rule="10.2", unit=unit) for code, unit in zip(codes, strange)]
        if units and not fits_in(board, units, ask.about["area"]):
            name = board.area(ask.about["area"]).name
            return [Problem("ca-too-many-supporters", rule="7.1", area=name, hint=_room_for(board, ask))]
        return []

    def default(self, board: Board, ask: Ask) -> dict[str, list[str]]:
        """As many of its own units as there is room for, upgraded ones first; for a country of all that stand in
        the form: what is attacked is worth defending, and they go home after it."""
        chosen, country = [], ask.about["defender"] is None
        own = [unit for unit in ask.about["units"] if country or board.power_of(unit) == ask.power]
        for unit in sorted(own, key=lambda unit: (unit not in board.upgraded, unit)):
            if fits_in(board, [*chosen, unit], ask.about["area"]):
                chosen.append(unit)
        return {"units": sorted(chosen)}

    def fill(self, scope: OrderContext) -> None:
        if "units" in scope.values:
            scope.values["units"] = sorted(scope.values["units"])


def _room_for(board: Board, ask: Ask) -> str:
    """How many of the units that may support have room, by class."""
    shown, area = [], ask.about["area"]
    for kind, what in (("air", "air unit"), ("naval", "naval unit")):
        units = [unit for unit in ask.about["units"] if board.class_of(unit) == kind]
        fitting = [count for count in range(len(units) + 1) if not count or fits_in(board, units[:count], area)]
        if units:
            shown.append(counted(fitting[-1], what))
    return _say("room", units=shown)


def surviving(board: Board, about: Json, losses: list[str]) -> dict[str, list[str]]:
    """Where the units that survive these losses may go (10.10)."""
    gone = lost_units(board, losses)
    return {unit: spots for unit, spots in about.get("to", {}).items() if unit not in gone}


def leaves(about: Json, retreat: bool) -> bool:
    """Whether who takes losses leaves the area: by a retreat, or because the area is not kept."""
    return bool(retreat or about.get("leaves"))


def homes_after(retreat: bool) -> Callable[[OrderContext], dict[str, list[str]]]:
    """Where the units go that survive the losses named, of a line that declares a retreat or does not."""

    def options(scope):
        return surviving(scope.board, scope.about, scope["losses"] or []) if leaves(scope.about, retreat) else {}

    return options


def losses_open(scope: OrderContext) -> list[str]:
    """The units that some legal way of taking the losses names."""
    ways = (*scope.about["allocations"], *scope.about.get("retreating", ()))
    return list(dict.fromkeys(unit for way in ways for unit in way))


def some_losses(name: str) -> Callable[..., Any]:
    """The start of a walk: one of the ways that the question lists under a name."""

    def starts(scope, draw):
        ways = scope.about.get(name)
        return {"losses": list(draw.choice(ways)) if ways else []}

    return starts


def some_retreats(scope: OrderContext, options: dict[str, list[str]], draw: Rng) -> dict[str, str]:
    """The published retreats, each unit perhaps elsewhere."""
    default = default_retreat(scope.board, options)
    varied = {unit: draw.choice(options[unit]) for unit in default}
    return varied if not retreat_problems(scope.board, options, varied) else default


def reply(text: str, retreat: bool, ways: str, **options: Any) -> Form:
    """A form of the reply, which declares a retreat or does not; random play takes losses as `ways` of the question."""
    fields: dict[str, Field] = {
        "losses": Losses(of=losses_open, checked_by_rules=True, least=0),
        "to": Ways(homes_after(retreat), some_retreats, needs=("losses",)),
    }
    starts, filled = some_losses(ways), ("losses", "to")
    return Form(text, gives={"retreat": retreat}, fields=fields, filled=filled, starts=starts, **options)


class CombatReply(Decision):
    """10.7, 10.8 The loser's one form: ``{"retreat": bool, "losses": [ids], "to": {unit: spot}}``.

    `about`: ``allocations`` the legal ways without a retreat, ``retreating`` those with one, ``keeps`` whether who
    stands keeps what is fought for, ``to`` where units go.  Losses that were not named are the published ones.  Who
    names no destination goes back to where it came from in this operation, and is asked later where that is nowhere and
    there is a choice (10.10.2); who names some has the published ones for the rest, as in a `Retreat`.
    """

    name = "combat-reply"
    forms = (
        reply("stand [; losses LOSSES] [; TO]", False, "allocations"),
        reply("retreat [; losses LOSSES] [; TO]", True, "retreating", when=lambda board, ask: ask.about["may_retreat"]),
        reply("losses LOSSES [; TO]", False, "allocations", weight=0),
    )

    def problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        about, retreat, losses, to = ask.about, answer["retreat"], answer.get("losses", []), answer.get("to", {})
        if retreat and not about["may_retreat"]:
            return [Problem("ca-no-retreat", rule="10.10")]
        ways = about["retreating"] if retreat else about["allocations"]
        if sorted(losses) not in [sorted(way) for way in ways]:
            legal = [", ".join(way) or "none" for way in ways[:4]]
            count = len(ways[0]) if ways else 0
            return [Problem("ca-losses", rule="10.8", count=count, legal=legal)]
        if not leaves(about, retreat):
            return [Problem("ca-not-leaving", rule="10.10", unit=unit) for unit in to]
        left = surviving(board, about, losses)
        return retreat_problems(board, left, to, is_complete=False)  # who names no place is asked for it

    def default(self, board: Board, ask: Ask) -> Json:
        """Stand where that keeps the area or a retreat saves nothing, else retreat: what is held is worth more than a
        unit, and a unit that has to leave anyway is worth saving.  Losses destroy as few units as possible."""
        about = ask.about
        standing = about["allocations"][0] if about["allocations"] else []
        retreating = about["retreating"][0] if about.get("retreating") else []
        if not about["may_retreat"] or about["keeps"]:
            return self._answer(board, about, False, standing)
        gone = lost_units(board, retreating)
        saved = [unit for unit, spots in about["to"].items() if spots and unit not in gone]
        goes = bool(saved) or not about["to"]
        return self._answer(board, about, goes, retreating if goes else standing)

    def _answer(self, board: Board, about: Json, retreat: bool, losses: list[str]) -> Json:
        to = default_retreat(board, surviving(board, about, losses)) if leaves(about, retreat) else {}
        return {"retreat": retreat, "losses": list(losses), "to": to}

    def fill(self, scope: OrderContext) -> None:
        about, values, retreat = scope.about, scope.values, scope.form.gives["retreat"]
        if "losses" not in values:
            ways = about.get("retreating", []) if retreat else about["allocations"]
            values["losses"] = list(ways[0]) if ways else []
        named = values.get("to") or {}
        if leaves(about, retreat):
            options = surviving(scope.board, about, values["losses"])
            whole = with_the_rest(scope.board, options, named)
            is_meant = named or all_go_back(scope.board, whole)
            named = whole if is_meant and not retreat_problems(scope.board, options, whole) else named
        values["to"] = named


class Retreat(Decision):
    """10.10 Where units go that have to leave: ``{"to": {unit: spot}}``; units without a legal spot are left
    out."""

    name = "retreat"
    forms = (Form("retreat [; TO]", filled=("to",), to=Ways(lambda scope: scope.about["to"], some_retreats)),)

    def problems(self, board: Board, ask: Ask, answer: dict[str, dict[str, str]]) -> list[Problem]:
        return retreat_problems(board, ask.about["to"], answer.get("to", {}))

    def default(self, board: Board, ask: Ask) -> dict[str, dict[str, str]]:
        """Back to where they came from, else next door, where they keep the front (`in_favour`)."""
        return {"to": default_retreat(board, ask.about["to"])}

    def fill(self, scope: OrderContext) -> None:
        """Units that are not named go where the default has them, in their turn beside those that are."""
        scope.values["to"] = with_the_rest(scope.board, scope.about["to"], scope.values.get("to", {}))


def some_regroups(scope: OrderContext, options: dict[str, list[str]], draw: Rng) -> dict[str, str]:
    """What must move, and up to three others."""
    board, about = scope.board, scope.about
    moves = default_regroup(board, about)["moves"]
    for unit in draw.some(sorted(options), 3):
        if options[unit]:
            tried = {**moves, unit: draw.choice(options[unit])}
            if not regroup_problems(board, about, tried):
                moves = tried
    return moves


class Regroup(Decision):
    """10.11 ``{"moves": {unit: spot}}``: what is not named stays where it is."""

    name = "regroup"
    forms = (
        Form("no regroup", gives={"moves": {}}, when=lambda board, ask: not regroup_problems(board, ask.about, {})),
        Form("regroup MOVES", moves=Ways(lambda scope: scope.about["to"], some_regroups), weight=2),
    )

    def problems(self, board: Board, ask: Ask, answer: dict[str, dict[str, str]]) -> list[Problem]:
        return regroup_problems(board, ask.about, answer["moves"])

    def default(self, board: Board, ask: Ask) -> dict[str, dict[str, str]]:
        """What may stay stays, for nobody has said otherwise; what may not goes back or next door."""
        return default_regroup(board, ask.about)

    def fill(self, scope: OrderContext) -> None:
        if "moves" in scope.values:
            scope.values["moves"] = dict(sorted(scope.values["moves"].items()))
