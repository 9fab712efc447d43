"""Areas, units, points and the place in the sequence."""

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


def unit_placed(board, fact):
    board.units[fact["unit"]].update(area=fact["area"], worn=fact.get("worn", False))


def turn_begun(board, fact):
    board.turn = fact["turn"]
    board.next = "turn"


def vp_changed(board, fact):
    board.vp[fact["power"]] += fact["by"]


def unit_lost(board, fact):
    board.units[fact["unit"]]["area"] = "pool"


def step_ended(board, fact):
    board.next = fact["next"]


def game_ended(board, fact):
    board.winner = fact["winner"]
    board.next = None


def silent(board, fact):
    """Facts that only tell the story."""


REDUCERS = {
    "unit-placed": unit_placed,
    "turn-begun": turn_begun,
    "vp-changed": vp_changed,
    "unit-lost": unit_lost,
    "step-ended": step_ended,
    "game-ended": game_ended,
    "bids-opened": silent,
    "attack-rolled": silent,
    "intervened": silent,
    "guard-drawn": silent,
}
