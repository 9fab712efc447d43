"""Decisions in and around battles that take a word or two: fighting on, submarines, interceptors, kamikazes."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.tables import Sentences
from pbem.core.language.field import Field
from pbem.core.language.fields import Number, Word
from pbem.core.language.form import Form
from pbem.core.language.name_scanner import count_at
from pbem.core.language.order_context import OrderContext
from pbem.core.language.reader import Reader
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.parts import SIDES
from ..rules import absent, kamikaze, programs
from .battle import falls
from .decision import Decision
from .unit_text import unit_text
from .words import Place, Wish

_say = Sentences(__name__)

# -- fight on or leave -----------------------------------------------------------------------------------------


def _dives() -> Number:
    return Number(of=lambda scope: range(1, scope.about.get("subs", 0) + 1), checked_by_rules=True)


def _homes() -> Place:
    return Place(of=lambda scope: scope.about["retreat"], chance=100)


class Press(Decision):
    """Between two rounds: {"do": "fight" | "retreat" | "leave", "to"?, "submerge"?}."""

    name = "press"
    forms = (
        Form("fight [on] [; submerge SUBMERGE]", gives={"do": "fight"}, weight=3, submerge=_dives()),
        Form(
            "retreat [[->] TO] [; submerge SUBMERGE]",
            gives={"do": "retreat"},
            when=lambda board, ask: ask.about["may_retreat"],
            to=_homes(),
            submerge=_dives(),
        ),
        Form(
            "leave [; submerge SUBMERGE]",
            gives={"do": "leave"},
            when=lambda board, ask: ask.about["may_leave"],
            submerge=_dives(),
        ),
        Form(
            "stance STANCE [; retreat TO] [; after AFTER] [; below BELOW] [; submerge SUBMERGE]",
            name="stance",
            stance=Word(programs.STANCES),
            to=_homes(),
            submerge=_dives(),
            after=Number(of=range(1, 7)),
            below=Number(of=range(1, 7)),
        ),
    )

    def fill(self, scope: OrderContext) -> None:
        if not scope.values.get("submerge"):
            scope.values.pop("submerge", None)
        homes = scope.about["retreat"]
        if scope.form.name == "retreat" and len(homes) == 1:
            scope.values.setdefault("to", homes[0])

    def assemble(self, scope: OrderContext) -> Json:
        """A stance says what is done by what the battle is like now."""
        if scope.form.name != "stance":
            return super().assemble(scope)
        said = scope.values
        program = {"stance": said["stance"]}
        retreat = {word: said[word] for word in ("to", "after", "below") if word in said}
        answer = programs.press({**program, "retreat": retreat} if retreat else program, scope.about)
        dive = {"submerge": said["submerge"]} if "submerge" in said else {}
        return {**answer, **dive}

    def problems(self, board: Board, ask: Ask, answer: Json) -> Iterator[Problem]:
        state, do = ask.about, answer["do"]
        possible = ["fight"]
        possible += ["retreat"] * bool(state["may_retreat"]) + ["leave"] * bool(state["may_leave"])
        rule = "SEA-8" if state["kind"] == "sea" else "LND-5"
        hint = _say("legal" if state["retreat"] else "legal-here", ways=possible, areas=state["retreat"])
        if do not in possible:
            yield Problem("pac-not-now", rule=rule, word=do, hint=hint)
        elif do == "retreat" and (state["retreat"] or answer.get("to")) and answer.get("to") not in state["retreat"]:
            yield Problem("pac-no-retreat", rule=rule, area=answer.get("to", "nowhere"), hint=hint)
        elif answer.get("submerge", 0) > state.get("subs", 0):
            yield Problem("pac-not-now", rule="SEA-3", word=f"submerge {answer['submerge']}", hint=hint)

    def default(self, board: Board, ask: Ask) -> dict[str, str]:
        """What a program without a word would do; whoever is beaten goes while he may, unless a program says when."""
        state, area = ask.about, ask.about["area"]
        answer = programs.press(state.get("program", {}), state)
        if answer != {"do": "fight"} or "program" in state:
            return answer
        at_sea = state["kind"] == "sea"
        lost = absent.sea_is_lost(board, area, "attack") if at_sea else absent.land_is_lost(board, area, {}, False)
        return (programs.out({}, state) if lost else None) or answer


# -- among options ---------------------------------------------------------------------------------------------


class Stranded(Decision):
    name = "stranded"

    def default(self, board: Board, ask: Ask) -> str:
        return absent.sheltered(board, ask.options, SIDES[ask.about["force"]])[0]


class Submerge(Decision):
    name = "submerge"

    def default(self, board: Board, ask: Ask) -> int:
        return ask.options[-1] if absent.dives(board, ask.about["zone"], ask.about["side"]) else 0


class Landing(Decision):
    name = "landing"

    def default(self, board: Board, ask: Ask) -> str:
        return "call-off" if absent.is_cut_short(board, ask.about["area"]) else "land"


# -- kamikazes -------------------------------------------------------------------------------------------------


class Ship(Wish):
    """One ship, without a number: ``us battleship``, ``battleship!``; its value is the token of one that may be hit."""

    def scan(self, reader: Reader, at: int) -> list[tuple[Json, int]]:
        return [] if count_at(reader, at)[0] is not None else self.item(reader, at)

    def resolve(self, scope: OrderContext, raw: Json) -> str | None:
        fitting = [token for token in self.legal(scope) or () if falls(raw, token, "us")]
        if len(fitting) == 1:
            return fitting[0]
        scope.problems += misaimed(scope.board, scope["zone"], self.words(raw))
        return None

    def problems(self, scope: OrderContext, value: str) -> tuple[Any, ...]:
        return ()

    def pick(self, scope: OrderContext, draw: Rng) -> str:
        return Field.pick(self, scope, draw)

    def write(self, value: str | Json) -> str:
        return unit_text(value, 1, "japan") if isinstance(value, str) else self.words(value)

    def schema(self) -> dict[str, str]:
        return {"type": "string"}


def _ships(scope: OrderContext) -> list[str]:
    return sorted(kamikaze.targets(scope.board).get(scope["zone"], {}))


def _planes_left(scope: OrderContext) -> Iterable[Any]:
    return range(1, scope.board.kamikazes - sum(item["count"] for item in scope.items) + 1)


def misaimed(board: Board, zone: str, target: str) -> list[Problem]:
    """KAM-4. Why nothing strikes what a line or an answer names: it is no surface ship in a zone with the symbol."""
    ships = kamikaze.targets(board).get(zone, {})
    if target in ships:
        return []
    legal = [unit_text(ship, n, "") for ship, n in ships.items()]
    return [Problem("pac-kamikaze-target", rule="KAM-4", target=target, zone=zone, legal=legal)]


class Kamikaze(Decision):
    """Any number of lines: [{"zone", "target", "count"}]."""

    name = "kamikaze"
    forms = (
        Form(
            "kamikaze [COUNT] {at TARGET} {in ZONE}",
            weight=2,
            count=Number(of=_planes_left, checked_by_rules=True, chance=100),
            zone=Place(of=lambda scope: sorted(kamikaze.targets(scope.board))),
            target=Ship(of=_ships, checked_by_rules=True, needs=("zone",)),
        ),
        Form("no kamikaze", value=[]),
    )

    def fill(self, scope: OrderContext) -> None:
        scope.values.setdefault("count", 1)

    def combine(self, items: list[Json]) -> list[Json]:
        return [item for item in items if item.get("form") != "no kamikaze"]

    def unmendable(self, board: Board, ask: Ask, state: Any, items: list[Json]) -> list[Problem]:
        return list(self.problems(board, ask, items))

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        return bool(_planes_left(scope)) and super().goes_on(scope, draw)

    def problems(self, board: Board, ask: Ask, answer: list[Json]) -> Iterator[Problem]:
        wanted = sum(item["count"] for item in answer)
        if wanted > board.kamikazes or any(item["count"] < 1 for item in answer):
            yield Problem("pac-kamikaze-left", rule="KAM-1", left=board.kamikazes, wanted=wanted)
        for item in answer:
            yield from misaimed(board, item["zone"], item["target"])

    def default(self, board: Board, ask: Ask) -> list[Json]:
        return []
