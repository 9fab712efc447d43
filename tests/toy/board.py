"""Areas, units, points and the place in the sequence."""

from pbem.core.data.fields import Vocabulary
from pbem.core.rules.facts import Facts

AREAS = {"hill": "Hill", "dale": "Dale", "cote-fleurie": "Côte Fleurie", "dalmatia": "Dalmatia"}
TYPES = {"foot": "Foot", "horse": "Horse", "cannon": "Cannon"}
POWERS = {"north": "North", "south": "South", "isles": "The Isles"}
FIVE = {**POWERS, "fens": "The Fens", "moor": "The Moor"}  # the powers of the larger form of the game


class Board:
    """`units` {id: {"power", "type", "area" or "pool", "worn"}}, `vp` {power: points}, `turn`, `next`."""

    def __init__(self, powers=POWERS):
        self.units = {
            f"{power}-{type}-{n}": {"power": power, "type": type, "area": "pool", "worn": False}
            for power in powers
            for type in TYPES
            for n in (1, 2)
        }
        self.vp = dict.fromkeys(powers, 0)
        self.turn = 0
        self.next = "set-up"
        self.winner = None
        self.options = {"turns": 3}
        self.edition = "first"

    def to_json(self):
        return {
            "units": {id: dict(unit) for id, unit in self.units.items()},
            "vp": dict(self.vp),
            "turn": self.turn,
            "next": self.next,
            "winner": self.winner,
            "options": dict(self.options),
            "edition": self.edition,
        }

    @classmethod
    def from_json(cls, value):
        board = cls()
        for name, part in value.items():
            setattr(board, name, {key: dict(unit) for key, unit in part.items()} if name == "units" else part)
        board.vp, board.options = dict(board.vp), dict(board.options)
        return board

    def replace(self, shown):
        """Become the board that `to_json` shows (a correction)."""
        self.__dict__.update(self.from_json(shown).__dict__)

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


FACTS = Facts(
    Vocabulary(
        {
            "area": ("id", "an area"),
            "attacker": ("id", "the power that attacks"),
            "bids": ("{number}", "by power, what was bid"),
            "by": ("number", "how many points"),
            "came": ("yes", "the guard was the unit that was sent"),
            "dice": ("[number]", "what was rolled"),
            "next": ("id", "the step that follows"),
            "power": ("id", "a power"),
            "turn": ("number", "the number of the turn"),
            "unit": ("id", "a unit"),
            "winner": ("id", "a power"),
            "worn": ("yes", "the unit is worn"),
        }
    )
)
fact, told = FACTS.fact, FACTS.told


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


told(
    {
        "bids-opened": "bids winner",
        "attack-rolled": "power dice",
        "intervened": "power unit came",
        "guard-drawn": "unit",
    }
)
