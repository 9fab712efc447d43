"""The fields in which lines of movement name units, places, ways and ships; an item taken apart into them."""

from collections.abc import Callable
from typing import Any

from pbem.core.data import components
from pbem.core.data.json_types import Json
from pbem.core.language.fields import Names
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.parts import FORCES, PACKAGE
from ..board.pieces import split
from . import domains
from .unit_text import unit_text, units_text
from .words import Place, Tally, Wish, Wishes, program_said_by

UNIT_WORDS = tuple(
    word
    for type in components.load(PACKAGE, "units")["types"]
    if type != "industrial-complex"
    for word in (type, f"{type}s")
)
STARTERS = (*UNIT_WORDS, *FORCES, *(str(number) for number in range(1, 31)))  # a line of movement may begin with these
TRIES = 20  # areas that random play looks at, until one has units that may move


# -- places --------------------------------------------------------------------------------------------------


class Start(Place):
    """Where a move starts: random play sees to it that aircraft come down."""

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        seen = domains.view(scope)
        up = domains.flyers(scope) if seen.phase == "noncombat" and (draw.below(2) or len(scope.items) > 12) else []
        areas = up or sorted(seen.board.units)
        for _ in range(TRIES):
            if domains.movable(seen, area := draw.choice(areas)):
                return area
        return NOTHING


class Goal(Place):
    """Where a move ends; random play likes capitals."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"needs": ("units",), **options})

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        found = self.legal(scope) or ()
        capitals = [area for area in found if scope.board.parts.areas[area].capital_of]
        return draw.choice(capitals if capitals and draw.below(2) else found) if found else NOTHING


class Over(Names):
    """The areas between the ends of a way, where not all go without saying."""

    def __init__(self, chance: int = 10) -> None:
        super().__init__(
            "area",
            arrows=True,
            checked_by_rules=True,
            needs=("units", "to"),
            chance=chance,
            known=lambda board: board.parts.areas,
        )

    def shown(self, name: str) -> str:
        return "AREA …"

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        """One area beside both ends, for units that may pass two."""
        areas, start, goal = scope.board.parts.areas, scope["from"], scope["to"]
        seen = domains.view(scope)
        between = [
            area
            for area in areas[start].near
            if area in areas[goal].near
            and areas[area].passable
            and all(area in domains.goals_of(seen, start, token) for token in scope["units"])
        ]
        far = goal not in areas[start].near
        return [draw.choice(between)] if far and between else NOTHING


def via() -> Names:
    """What a line says behind it of its way; no item does."""
    return Names("area", not_in_answer=True, checked_by_rules=True, chance=0)


class Battles(Names):
    """Battles in their order; none a second time in random play."""

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        return NOTHING if any(item["go"] == "battles" for item in scope.items) else super().pick(scope, draw)


# -- units ---------------------------------------------------------------------------------------------------


class Movers(Tally):
    """Units that stand in an area, ``{token: count}``; which of them a line means, settling.py finds out."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"needs": ("from",), **options})

    def resolve(self, scope: OrderContext, raw: list[Json]) -> list[Json]:
        """What is read stays as it is, with what goes along in the one ship that can take it, or shared out equally to
        ships of one kind."""
        wishes = [dict(wish) for wish in raw]
        for along in scope.raw.get("aboard") or ():
            ships = [
                wish
                for wish in wishes
                if self._takes(scope, wish, along["type"]) and "cargo" not in raw[wishes.index(wish)]
            ]
            number = along["n"] if along["n"] != "all" else 1
            if len(ships) != 1 or ships[0]["n"] == "all" or number % ships[0]["n"]:
                said = f"2 carrier({along['type']})" if along["type"] == "fighter" else "2 transport(2 infantry)"
                scope.refuse("pac-aboard-what", rule="TRN-1", cargo=self.words(along), said=said)
                return wishes
            share = [number // ships[0]["n"], along["type"] + along.get("state", ""), along.get("force")]
            ships[0].setdefault("cargo", []).append(share)
        return wishes

    @staticmethod
    def _takes(scope: OrderContext, ship: Json, type: str) -> bool:
        """Whether ships that a line names may carry units of a type: CAR-1 fighters, TRN-1, JDD-1 land units."""
        types, force = scope.board.parts.types, ship.get("force", scope.board.forces()[0])
        carries = types[ship["type"]].carries
        if not carries or carries.get("only", force) != force:
            return type == "fighter" and bool(types[ship["type"]].decks)
        return type in carries["size"]

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        """Units of one kind, often all of them; aircraft in the air first."""
        seen, start = domains.view(scope), scope["from"]
        room = domains.movable(seen, start)
        tokens = [token for token in room if split(token)[1].flying] or list(room)
        while tokens:
            token = tokens.pop(draw.below(len(tokens)))
            if domains.is_able(seen, start, token):
                return {token: room[token] if draw.below(2) else 1 + draw.below(room[token])}
        return NOTHING

    def write(self, value: list[str | Json] | dict[str, int]) -> str:
        return super().write(value) if isinstance(value, list) else units_text(value, "")

    def brief(self, value: dict[str, int], ask: Ask) -> str:
        """Without the power's own force."""
        return units_text(value, ask.power)


class Aboard(Wishes):
    """What goes along in the one ship of a line (`Movers.resolve`)."""

    def __init__(self) -> None:
        super().__init__(not_in_answer=True, checked_by_rules=True, chance=0)

    def resolve(self, scope: OrderContext, raw: list[Json]) -> Any:
        return raw


class Cargo(Movers):
    """Units that board ships or leave them, and ships that bombard: no more than there is room for."""

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        return Tally.pick(self, scope, draw)


class Ship(Wish):
    """The ships of a line: ``2 us/transport(us/infantry)``, a number and a token; or what a line says of them."""

    def __init__(self, of: Callable[..., Any] | None = None, chance: int = 100) -> None:
        super().__init__(of, checked_by_rules=True, chance=chance, needs=("units", "to"))

    def resolve(self, scope: OrderContext, raw: Json) -> Json:
        return raw

    def problems(self, scope: OrderContext, value: str) -> tuple[Any, ...]:
        return ()

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        """Ships that share the units equally."""
        ships, counts = self.legal(scope) or (), scope["units"].values()
        even = [ship for ship in ships if not any(count % int(ship.split(" ")[0]) for count in counts)]
        return draw.choice(even) if even else NOTHING

    def write(self, value: str) -> str:
        if isinstance(value, dict):
            return self.words(value)
        count, _, token = value.partition(" ")
        return f"{count} {unit_text(token, 1, '')}"

    def shown(self, name: str) -> str:
        return "SHIPS"

    def schema(self) -> dict[str, str]:
        return {"type": "string"}


# -- an item in fields ---------------------------------------------------------------------------------------


def places(item: Json) -> Json:
    """The fields of the line that says an item."""
    go = item["go"]
    if go == "battles":
        return {"areas": item["areas"]}
    if go == "program":
        return {"area": item["area"], **program_said_by(item["program"])}
    if go == "bombard":
        return {"units": item["units"], "from": item["zone"], "to": item["area"]}
    if go in ("load", "unload"):
        ends = ("area", "zone") if go == "load" else ("zone", "area")
        units = {token: number * item["count"] for token, number in item["cargo"].items()}
        return {"units": units, "from": item[ends[0]], "to": item[ends[1]], "by": f"{item['count']} {item['ship']}"}
    path = item["path"]
    between = {"over": path[1:-1]} if path[1:-1] else {}
    return {"units": item["units"], "from": path[0], "to": path[-1], **between}
