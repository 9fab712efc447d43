"""The decision where fighters on patrol come down (phase 2)."""

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, refusals
from pbem.core.language.fields import Number
from pbem.core.language.form import Form, rest
from pbem.core.language.order_context import OrderContext
from pbem.core.language.reader import Reader
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules import absent, patrol
from .decision import Decision
from .words import Place, Wishes


class Fighters(Number):
    """``2 fighter``; ``fighter`` is one of them."""

    wanted = "a number of fighters"

    def scan(self, reader: Reader, at: int) -> list[tuple[int, int]]:
        found = [
            (wish["n"], end)
            for wish, end in Wishes().item(reader, at)
            if wish["type"] == "fighter" and set(wish) == {"n", "type"}
        ]
        if not found:
            reader.expect(at, self)
        return found

    def write(self, value: int) -> str:
        return f"{value} fighter"

    def shown(self, name: str) -> str:
        return "N fighter"


def _up(scope: OrderContext, zone: str) -> int:
    """How many fighters over a zone no line before has landed."""
    return scope.about["patrols"].get(zone, 0) - sum(item["count"] for item in scope.items if item["zone"] == zone)


def _fields(scope: OrderContext, zone: str) -> dict[str, int]:
    """Where fighters over a zone may still land, ``{area: how many}``."""
    fields = patrol.fields_beside(scope.board, zone) if zone in scope.about["patrols"] else {}
    for item in scope.items:
        if item["zone"] == zone and item["area"] in fields:
            fields[item["area"]] -= item["count"]
    return {area: room for area, room in fields.items() if room > 0}


def _zones(scope: OrderContext) -> list[str]:
    return [zone for zone in sorted(scope.about["patrols"]) if _up(scope, zone) and _fields(scope, zone)]


def _numbers(scope: OrderContext) -> Iterable[Any]:
    return range(1, min(_up(scope, scope["zone"]), _fields(scope, scope["zone"]).get(scope["area"], 0)) + 1)


class LandPatrol(Decision):
    """``come down 2 fighter sz43 -> java``: [{"zone", "area", "count"}]; without a number all that are left."""

    name = "land-patrol"
    forms = (
        Form(
            "(come down | land cap/patrol) [COUNT] [from/in] ZONE -> AREA",
            name="come down",
            count=Fighters(of=_numbers, checked_by_rules=True, needs=("zone", "area"), chance=100),
            zone=Place(of=_zones),
            area=Place(of=lambda scope: list(_fields(scope, scope["zone"])), needs=("zone",)),
        ),
        rest("come down"),
    )

    def fill(self, scope: OrderContext) -> None:
        scope.values.setdefault("count", _up(scope, scope.values["zone"]))

    def settle(self, board: Board, ask: Ask, answer: list[Json]) -> tuple[list[Json], list[Any]]:
        """Zones of which no line tells, with one field, need no line."""
        answer, problems = super().settle(board, ask, answer)
        if refusals(problems) or not isinstance(answer, list):
            return answer, problems
        named, more = {item["zone"] for item in answer}, []
        for zone, count in sorted(ask.about["patrols"].items()):
            fields = patrol.fields_beside(board, zone)
            if zone not in named and len(fields) == 1:
                more += [{"zone": zone, "area": area, "count": min(count, room)} for area, room in fields.items()]
        return [*answer, *more], problems

    def unmendable(self, board: Board, ask: Ask, state: Any, items: list[Json]) -> list[Problem]:
        return self.faults(board, ask, items)

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        """Until all have landed that can."""
        return any(_still_up(scope.board, scope.ask, scope.items, zone) for zone in scope.about["patrols"])

    def problems(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        return self.faults(board, ask, answer) or self.left(board, ask, answer)

    def faults(self, board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        """What is wrong with the lines, whatever may follow them."""
        patrols = ask.about["patrols"]
        found = [
            Problem("pac-patrol-none", rule="CAP-5", zone=zone, patrols=patrols)
            for zone in sorted({item["zone"] for item in answer} - set(patrols))
        ]
        for zone, count in patrols.items():
            found += self.zone_faults(zone, count, patrol.fields_beside(board, zone), _sent(answer, zone))
        return found

    @staticmethod
    def zone_faults(zone: str, count: int, fields: dict[str, int], sent: dict[str, int]) -> list[Problem]:
        """CAP-5. What is wrong with the landings from one zone."""
        found, legal = [], [f"{area} ({room})" for area, room in fields.items()]
        for area, number in sent.items():
            if area not in fields:
                found.append(Problem("pac-patrol-field", rule="CAP-5", zone=zone, area=area, legal=legal))
            elif not 0 < number <= fields[area]:
                found.append(
                    Problem(
                        "pac-patrol-room",
                        rule="CAR-1" if area == zone else "CAP-5",
                        zone=zone,
                        area=area,
                        room=fields[area],
                        count=number,
                    )
                )
        if sum(sent.values()) > count:
            found.append(
                Problem("pac-patrol-room", rule="CAP-5", zone=zone, area="all", room=count, count=sum(sent.values()))
            )
        return found

    @staticmethod
    def left(board: Board, ask: Ask, answer: list[Json]) -> list[Problem]:
        """CAP-5. Fighters that could land and of which no line tells."""
        found = []
        for zone in ask.about["patrols"]:
            left, fields = _still_up(board, ask, answer, zone), patrol.fields_beside(board, zone)
            if left > 0:
                legal = [f"{area} ({room})" for area, room in fields.items()]
                found.append(Problem("pac-patrol-left", rule="CAP-5", zone=zone, count=left, legal=legal))
        return found

    def completed(self, board: Board, ask: Ask, answer: list[Json]) -> list[Json]:
        """With all others that can land: zone by zone at the first field with room, those with land units first."""
        landings = [*answer]
        for zone, count in sorted(ask.about["patrols"].items()):
            fields, sent = patrol.fields_beside(board, zone), _sent(answer, zone)
            count -= sum(sent.values())
            for area in absent.sheltered(board, fields, board.side):
                if number := min(count, fields[area] - sent.get(area, 0)):
                    landings.append({"zone": zone, "area": area, "count": number})
                    count -= number
        return landings

    def default(self, board: Board, ask: Ask) -> list[Json]:
        return self.completed(board, ask, [])


def _sent(items: Sequence[Json], zone: str) -> dict[str, int]:
    """``{area: fighters}`` that lines send down from a zone."""
    return summed((item["area"], item["count"]) for item in items if item["zone"] == zone)


def _still_up(board: Board, ask: Ask, items: Sequence[Json], zone: str) -> int:
    """How many fighters over a zone could land and are not sent anywhere."""
    fields = patrol.fields_beside(board, zone)
    return min(ask.about["patrols"][zone], sum(fields.values())) - sum(_sent(items, zone).values())
