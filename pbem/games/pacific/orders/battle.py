"""Losses in battles: which units take the hits."""

from collections.abc import Iterator, Sequence

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.shapes import record
from pbem.core.data.tables import Sentences
from pbem.core.language.form import Form
from pbem.core.language.name_scanner import count_at
from pbem.core.language.order_context import OrderContext
from pbem.core.language.reader import Reader
from pbem.core.language.rng import Rng
from pbem.core.language.types import Reading
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.pieces import bare, split
from ..rules import casualties, cheapest, losses
from .decision import Decision
from .unit_text import is_meant, unit_text, units_text, wish_of
from .words import Tally, Types, loss_name

_say = Sentences(__name__)


def room_for_hits(about: Json) -> dict[str, int]:
    """The units that may be hit, ``{token: count}``: one's own, and an ally's near a Japanese submarine (MUL-5)."""
    return {**about["units"], **about.get("bystanders", {})}


def hits_on(room: dict[str, int]) -> dict[str, int]:
    """How many hits each unit can be given, one that such a hit damages too; in the order in which they fall."""
    found = {token: room.get(token, 0) for token in casualties.ranked(room, [])}
    for token, count in room.items():
        if casualties.can_be_hurt(token):
            found[casualties.hurt_token(token)] += count
    return found


class Hits(Tally):
    """``2 infantry, battleship!`` as ``{token: hits}``."""

    def room(self, scope: OrderContext) -> dict[str, int]:
        """How many of each may be hit, in the order in which they fall."""
        return hits_on(room_for_hits(scope.about))

    def item(self, reader: Reader, at: int) -> list[tuple[Json, int]]:
        numbered = count_at(reader, at)[0] is not None
        return [({**wish, "exact": True} if numbered else wish, end) for wish, end in super().item(reader, at)]

    def words(self, item: Json) -> str:
        return f"1 {super().words(item)}" if item.get("exact") and item["n"] == 1 else super().words(item)

    def resolve(self, scope: OrderContext, raw: list[Json]) -> dict[str, int]:
        selection, room = {}, room_for_hits(scope.about)
        for wish in raw:
            left = mark(wish, room, selection, scope.power)
            if left:
                there = 0 if wish["n"] == "all" else wish["n"] - left
                plain = summed((bare(token), count) for token, count in room.items())
                hint = _say("losses", units=units_text(plain, scope.power))
                scope.refuse("pac-loss-too-many", rule="LND-3", token=wish["type"], there=there, hint=hint)
        if is_vague(raw) and selection != _by_order(scope.board, scope.about, raw):
            scope.problems.append(which_losses(raw))
        return selection

    def pick(self, scope: OrderContext, draw: Rng) -> dict[str, int]:
        return casualties.by_order(scope.about["units"], scope.about["hits"], shuffled(scope.about["units"], draw))

    def write(self, value: list[Json] | dict[str, int]) -> str:
        if isinstance(value, list):
            return super().write(value)
        return ", ".join(unit_text(token, count, "") for token, count in sorted(value.items()))

    def brief(self, value: dict[str, int], ask: Ask) -> str:
        """A force only where it tells units apart; and what units did this turn only where others would fall else."""
        room = room_for_hits(ask.about)
        plain, selection = summed((bare(token), count) for token, count in sorted(value.items())), dict[str, int]()
        for token, count in plain.items():
            mark(
                {**wish_of(token, count), "empty": "empty " in unit_text(token, count, "")}, room, selection, ask.power
            )
        shown = plain if selection == value else value
        power = ask.power if {token.partition("/")[0] for token in room} == {ask.power} else ""
        one = "1 " if len(shown) > 1 and set(shown.values()) == {1} else ""  # else it may mean an order of loss
        return ", ".join(one + unit_text(token, count, power) for token, count in sorted(shown.items()))


def is_vague(wishes: Sequence[Json]) -> bool:
    """Whether several types are named without any number: one of each, or an order of loss."""
    return len(wishes) > 1 and all(set(wish) == {"n", "type"} and wish["n"] == 1 for wish in wishes)


def which_losses(wishes: Sequence[Json]) -> Problem:
    types = [wish["type"] for wish in wishes]
    each = ", ".join(f"1 {type}" for type in types)
    return Problem("pac-loss-which", rule="LND-3", each=each, order=", ".join(types))


def _by_order(board: Board, about: Json, wishes: Sequence[Json]) -> dict[str, int]:
    """What falls by an order of loss, behind which the published one goes on."""
    order = casualties.completed([loss_name(wish) for wish in wishes], _order(board, about))
    return casualties.by_order(about["units"], about["hits"], order)


class Fallen(Types):
    """The types of an order of loss."""

    def pick(self, scope: OrderContext, draw: Rng) -> list[Json]:
        types = sorted({split(token)[1].type for token in scope.about["units"]})
        return [{"n": 1, "type": type} for type in shuffled(types, draw)]

    def schema(self) -> Json:
        said = {"n": {"const": 1}, **dict.fromkeys(("type", "force", "state"), {"type": "string"})}
        return {"type": "array", "items": record(said, ("n", "type")), "minItems": 1}


def shuffled(things: list[str] | dict[str, int], draw: Rng) -> list[str]:
    order = sorted(things)
    return [order.pop(draw.below(len(order))) for _ in range(len(order))]


class Losses(Decision):
    """``lose 2 infantry, fighter``, or an order of loss; the answer is {token: hits}."""

    name = "losses"
    forms = (
        Form(
            "lose UNITS",
            answer_field="units",
            weight=3,
            units=Hits(exactly=lambda scope: sum(scope.about["hits"].values())),
        ),
        Form("lose order TYPES", types=Fallen()),
        Form("lose default", gives={"default": True}),
        Form("lose as/with ally", value=losses.AGREED, when=lambda board, ask: ask.about.get("joint")),
    )

    def assemble(self, scope: OrderContext) -> dict[str, int]:
        """An order of loss becomes the losses that it means here."""
        about, form = scope.about, scope.form.name
        if form == "lose default":
            return self.published(scope.board, scope.ask)
        if form != "lose order":
            return super().assemble(scope)
        return _by_order(scope.board, about, scope.values.get("types", ()))

    def never(self, board: Board, power: str, reading: Reading) -> list[Problem]:
        """A list without numbers that is for later: nobody knows how many hits there will be."""
        units = reading["fields"].get("units", ())
        return [which_losses(units)] if reading["form"] == "lose" and is_vague(units) else []

    def dismantle(self, answer: Json) -> tuple[Form, Json]:
        return (self.form("lose as ally"), {}) if answer == losses.AGREED else super().dismantle(answer)

    def problems(self, board: Board, ask: Ask, answer: dict[str, int]) -> Iterator[Problem]:
        about = ask.about
        if answer == losses.AGREED and about.get("joint"):
            return
        known = casualties.ranked(room_for_hits(about), [])
        strange = [("pac-loss-too-many", {"token": token, "there": 0}) for token in answer if token not in known]
        found = strange or casualties.faults(about["units"], about["hits"], answer, about.get("bystanders"))
        hint = _say("published", losses=self.text(self.published(board, ask), ask)[0])
        rules = {"pac-loss-air": "SEA-5", "pac-loss-sub": "SEA-5"}
        yield from (Problem(code, rule=rules.get(code, "LND-3"), hint=hint, **fields) for code, fields in found)

    def default(self, board: Board, ask: Ask) -> dict[str, int]:
        """Whoever says nothing wants no other loss than his ally (R-MUL-2-silence), else the published one."""
        return losses.AGREED if ask.about.get("joint") else self.published(board, ask)

    @staticmethod
    def published(board: Board, ask: Ask) -> dict[str, int]:
        return cheapest.least(board, ask.about["area"], ask.about["units"], ask.about["hits"], ask.about["order"])


def _order(board: Board, about: Json) -> list[str]:
    return board.parts.turn["loss_orders"][about["order"]]


def mark(wish: Json, room: dict[str, int], selection: dict[str, int], power: str) -> int:
    """Give the hits of one wish to units that it may mean; how many find none."""
    number = sum(room.values()) if wish["n"] == "all" else wish["n"]
    for token, there in hits_on(room).items():
        take = min(number, there - selection.get(token, 0)) if falls(wish, token, power) else 0
        if take > 0:
            selection[token] = selection.get(token, 0) + take
            number -= take
    return 0 if wish["n"] == "all" else number


def falls(wish: Json, token: str, power: str) -> bool:
    """Whether a wish may give up a unit: ``battleship!`` is any damaged one, ``battleship`` a whole one."""
    state = wish.get("state", "")
    if state not in ("", "!"):
        return is_meant(wish, token, power)
    plain = {name: value for name, value in wish.items() if name != "state"}
    return is_meant(plain, token, power) and split(token)[1].damaged == bool(state)
