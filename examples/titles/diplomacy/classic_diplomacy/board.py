"""What changes in play: units, centres, the season; the facts that change it; the table by which people ask for it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.kit import Facts, Field, State, StateBoard, StateField, Table, always, number, read_vocabulary, word

from .parts import AREAS, CENTRES, HOME, MAP, NEAR, POWERS, START, Unit, province, unit_id

STEPS = ("movement", "adjustments", None)
SEASONS = ("spring", "fall")
HERE = str(Path(__file__).parent)
WORDS = read_vocabulary(HERE)


def first_units(board: Any) -> dict[str, Unit]:
    units = [(power, *text.lower().split()) for power, units in START.items() for text in units]
    return {province(at): {"power": power, "type": type, "at": at} for power, type, at in units}


def first_owners(board: Any) -> dict[str, str]:
    return {id: AREAS[id]["centre"] for id in CENTRES if AREAS[id]["centre"] != "neutral"}


STATE = State(
    WORDS,
    StateField("units", "{unit}", "By province, the unit that stands there.", start=first_units),
    StateField("owner", "{id}", "Who owns each supply centre.", start=first_owners),
    StateField("dislodged", "{beaten}", "Units that must retreat.", fixed="nobody is dislodged between two steps"),
    StateField("year", "number", "The year.", start=MAP["year"]),
    StateField("season", "id", "Spring or fall.", start="spring"),
    StateField("next", "id~", "The step that is next; null when the game is over.", start="movement"),
    StateField("result", "(winner by:text rule shared)~", "How the game ended.", fixed="the rules end a game"),
    agreed={"options": "{text}", "edition": "id"},
)


class Board(StateBoard):
    """What STATE keeps."""

    state = STATE
    __slots__ = STATE.slots
    units: dict[str, Unit]
    owner: dict[str, str]
    dislodged: dict[str, Unit]
    year: int
    season: str
    next: str | None
    result: dict[str, Any] | None

    def of(self, power: str) -> dict[str, Unit]:
        """{province: unit} of a power."""
        return {id: unit for id, unit in sorted(self.units.items()) if unit["power"] == power}

    def centres(self, power: str) -> list[str]:
        return [id for id in CENTRES if self.owner.get(id) == power]

    def alive(self) -> list[str]:
        return [power for power in POWERS if self.of(power) or self.centres(power)]

    def spare(self, power: str) -> int:
        """How many units a power may build now; below 0, how many it must remove."""
        count = len(self.centres(power)) - len(self.of(power))
        return min(count, len(self.sites(power))) if count > 0 else count

    def sites(self, power: str) -> list[str]:
        """The home centres where a power can build."""
        return [id for id in HOME[power] if self.owner.get(id) == power and id not in self.units]

    def sweep(self) -> None:
        self.units, self.owner = {}, {}

    def place(self, placed: dict[str, Any]) -> bool:
        at, type = placed["place"], placed["type"] or placed["unit"][0]
        self.units[province(at)] = {"power": placed["side"], "type": type, "at": at}
        return placed["side"] in POWERS and at in NEAR[type]

    def placements(self) -> Iterator[dict[str, Any]]:
        for _, unit in sorted(self.units.items()):
            yield {"place": unit["at"], "side": unit["power"], "type": unit["type"]}


FACTS = Facts(WORDS)
fact = FACTS.fact
Fact = dict[str, Any]


@fact("units-moved", "moves dislodged", tells=True)  # that nobody came through, too
def units_moved(board: Board, made: Fact) -> None:
    went = {id: board.units.pop(id) for id in made["moves"]}
    for id in made["dislodged"]:
        board.units.pop(id)
    for id, to in made["moves"].items():
        board.units[province(to)] = {**went[id], "at": to}
    board.dislodged = dict(made["dislodged"])


@fact("unit-retreated", "power unit from to")
def unit_retreated(board: Board, made: Fact) -> None:
    unit = board.dislodged.pop(made["from"])
    board.units[province(made["to"])] = {"power": unit["power"], "type": unit["type"], "at": made["to"]}


@fact("unit-disbanded", "power unit from")
def unit_disbanded(board: Board, made: Fact) -> None:
    (board.dislodged if made["from"] in board.dislodged else board.units).pop(made["from"])


@fact("unit-built", "power unit at")
def unit_built(board: Board, made: Fact) -> None:
    board.units[province(made["at"])] = {"power": made["power"], "type": made["unit"][0], "at": made["at"]}


@fact("centre-taken", "area power from:id~")
def centre_taken(board: Board, made: Fact) -> None:
    board.owner[made["area"]] = made["power"]


@fact("season-begun", "year season next")
def season_begun(board: Board, made: Fact) -> None:
    board.year, board.season, board.next = made["year"], made["season"], made["next"]


@fact("step-ended", "next")
def step_ended(board: Board, made: Fact) -> None:
    board.next = made["next"]


@fact("game-ended", "winner what shared")
def game_ended(board: Board, made: Fact) -> None:
    board.result = {name: made[name] for name in ("winner", "rule", "shared")} | {"by": made["what"]}
    board.next = None


FACTS.narrative({"order-resolved": "power unit do to? whom? via? outcome"})


def put_owner(board: Board, area: str, value: Any) -> bool:
    value = value[0] if isinstance(value, list) and len(value) == 1 else value
    if area not in CENTRES or value not in (*POWERS, "neutral"):
        return False
    board.owner.pop(area, None)
    if value != "neutral":
        board.owner[area] = value
    return True


def unit_at(board: Board, area: str) -> str | None:
    unit = board.units.get(area)
    return f"{unit['power']} {unit['type']} {unit['at']}" if unit else None


TABLE = Table(
    STATE,
    Field("step", holds="next", put=word("next", lambda board: STEPS), part="at", when=always),
    Field("year", holds="year", put=number("year"), part="at", when=always),
    Field("season", holds="season", put=word("season", lambda board: SEASONS), part="at", when=always),
    Field(
        "owner",
        lambda board, area: board.owner.get(area, "neutral"),
        put_owner,
        of=lambda board: CENTRES,
        holds="owner",
        part="control",
        written=lambda board, area: [board.owner.get(area, "neutral")],
    ),
    Field("unit", unit_at, holds="units", part="units"),
    Field("dislodged", holds="dislodged"),
    Field("result", holds="result"),
    Field("centres", lambda board, power: board.centres(power)),
    Field("units", lambda board, power: [unit_id(one) for one in board.of(power).values()]),
    said={
        "owner": "Who owns a supply centre, or neutral.",
        "unit": "The unit in a province, ``france a par``; or null.",
        "centres": "The supply centres of a power.",
        "units": "The units of a power.",
    },
)
