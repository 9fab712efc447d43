"""Areas, units, points and the place in the sequence."""

from pbem.core.data.boards import WithOptions
from pbem.core.data.fields import Vocabulary
from pbem.core.data.state_fields import State, StateField
from pbem.core.rules.facts import Facts
from pbem.core.title.table import Field, Table, always, number, word

AREAS = {"hill": "Hill", "dale": "Dale", "cote-fleurie": "Côte Fleurie", "dalmatia": "Dalmatia"}
TYPES = {"foot": "Foot", "horse": "Horse", "cannon": "Cannon"}
POWERS = {"north": "North", "south": "South", "isles": "The Isles"}
FIVE = {**POWERS, "fens": "The Fens", "moor": "The Moor"}  # the powers of the larger form of the game


WORDS = Vocabulary(
    {
        "area": ("id", "an area"),
        "attacker": ("id", "the power that attacks"),
        "bids": ("{number}", "by power, what was bid"),
        "by": ("number", "how many points"),
        "came": ("bool", "the guard was the unit that was sent"),
        "dice": ("[number]", "what was rolled"),
        "next": ("id", "the step that follows"),
        "power": ("id", "a power"),
        "turn": ("number", "the number of the turn"),
        "type": ("id", "a type of unit"),
        "unit": ("id", "a unit"),
        "value": ("bool", "what a petition says"),
        "winner": ("id", "a power"),
        "worn": ("bool", "the unit is worn"),
    }
)


def raised(powers):
    """All units of some powers, in their pools."""
    return {
        f"{power}-{type}-{n}": {"power": power, "type": type, "area": "pool", "worn": False}
        for power in powers
        for type in TYPES
        for n in (1, 2)
    }


STATE = State(
    WORDS,
    StateField(
        "units", "{(power type area worn)}", "Where each unit is, or pool.", start=lambda board: raised(board.of_game)
    ),
    StateField("vp", "{number}", "The points of each power.", start=lambda board: dict.fromkeys(board.of_game, 0)),
    StateField("turn", "number", "The turn that is played."),
    StateField("next", "id~", "The step that is next; null when the game is over.", start="set-up"),
    StateField("winner", "id~", "The power that has won."),
    agreed={"options": "{number}", "edition": "id"},
    beside={"of_game": "the powers of this form of the game"},
)


class Board(WithOptions):
    """What STATE keeps."""

    __slots__ = STATE.slots

    def __init__(self, powers=POWERS, options=None, edition="first"):
        self.of_game = powers
        self.options = {"turns": 3} if options is None else options
        self.edition = edition
        STATE.begin(self)

    def to_json(self):
        return STATE.shown(self)

    @classmethod
    def from_json(cls, value):
        board = cls(value["vp"], value["options"], value["edition"])
        STATE.restore(board, value)
        return board

    def replace(self, shown):
        """Become the board that `to_json` shows (a correction)."""
        STATE.restore(self, shown)

    @property
    def powers(self):
        """The powers in the order of the rules, however the board was read."""
        return [power for power in FIVE if power in self.vp]

    def of(self, power, area=None):
        """The ids of a power's units in an area, or in any."""
        return [
            id
            for id, unit in sorted(self.units.items())
            if unit["power"] == power and (unit["area"] == area if area else unit["area"] != "pool")
        ]

    def control(self, area):
        holders = sorted({unit["power"] for unit in self.units.values() if unit["area"] == area})
        return holders[0] if len(holders) == 1 else "nobody"


FACTS = Facts(WORDS)
fact, narrative = FACTS.fact, FACTS.narrative


@fact("unit-placed", "unit area worn?")
def unit_placed(board, made):
    board.units[made["unit"]].update(area=made["area"], worn=made.get("worn", False))


@fact("turn-begun", "turn")
def turn_begun(board, made):
    board.turn = made["turn"]
    board.next = "turn"


@fact("vp-changed", "power by")
def vp_changed(board, made):
    board.vp[made["power"]] += made["by"]


@fact("unit-lost", "unit")
def unit_lost(board, made):
    board.units[made["unit"]]["area"] = "pool"


@fact("step-ended", "next")
def step_ended(board, made):
    board.next = made["next"]


@fact("game-ended", "winner")
def game_ended(board, made):
    board.winner = made["winner"]
    board.next = None


narrative(
    {
        "bids-opened": "bids winner",
        "attack-rolled": "power dice",
        "intervened": "power unit came",
        "guard-drawn": "unit",
    }
)


# -- the table: what a board holds, for `show`, positions, corrections, conditions and cases ------------------------


def put_vp(board, power, value):
    fits = type(value) is int
    if fits:
        board.vp[power] = value
    return fits


STEPS = ("set-up", "turn-start", "turn", None)
TABLE = Table(
    STATE,
    Field("step", holds="next", put=word("next", lambda board: STEPS), part="at", when=always),
    Field("turn", holds="turn", put=number("turn"), part="at", when=always),
    Field("vp", lambda board, power: board.vp[power], put_vp, of=lambda board: board.vp, holds="vp", when=always),
    Field("winner", holds="winner", put=word("winner", lambda board: board.vp)),
    Field("place", lambda board, unit: board.units[unit]["area"], holds="units", part="units"),
    Field("units", lambda board, area: [id for id, unit in sorted(board.units.items()) if unit["area"] == area]),
    Field("control", lambda board, area: board.control(area)),
    said={
        "vp": "The points of a power.",
        "place": "Where a unit is, or pool.",
        "units": "The units in an area.",
        "control": "The power that is alone in an area, or nobody.",
    },
)
