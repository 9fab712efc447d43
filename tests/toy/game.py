"""The rules of the toy title.

1  Set-up: North, South and the Isles each place up to four units.
2  Each turn all bid together; the highest bidder (the first of equals) acts.
3  He waits, or attacks the Hill with a die for each of his units there.  Anyone else may intervene with a
unit (3.2):
   it is drawn from the power's units whether it arrives (3.3), and the attack then loses a die.  A six wins a
   point, a one costs a unit of his own.
4  After the last turn the most points win.   5  A power may concede at any time; the next one then wins.
"""

from pbem.core.data.problems import Problem, messages
from pbem.core.language.names import Names
from pbem.core.rules.requests import Ask, Offer, Roll, Together, dice, pick
from pbem.core.rules.rulebook import rule
from pbem.core.rules.turns import Turns
from pbem.core.title.game import Game

from . import telling
from .board import AREAS, FACTS, FIVE, POWERS, TABLE, TYPES, Board
from .decisions import CONDITIONS, KINDS, PETITIONS

messages({"toy-position": "{name} cannot be {value!r}."})


@rule("1.1", "Set-up")
def set_up(t):
    for power in t.board.powers:
        answer = yield Ask("set-up", power)
        for item in answer:
            for unit in item["units"]:
                t.emit("unit-placed", unit=unit, area=item["area"])
    t.emit("step-ended", next="turn-start")


def turn_start(t):
    """A step without any input."""
    t.emit("turn-begun", rule="2", turn=t.board.turn + 1)
    return
    yield


@rule("2.1", "Bids")
def bids(t):
    powers = t.board.powers
    answers = yield Together([Ask("bid", power, options=[0, 1, 2], about={"turn": t.board.turn}) for power in powers])
    winner = powers[answers.index(max(answers))]
    t.emit("bids-opened", bids=dict(zip(powers, answers)), winner=winner)
    return winner


@rule("2", "Turn")
def turn(t):
    power = yield from bids(t)
    options = ["wait", "attack"] if t.board.of(power, "hill") else ["wait"]
    act = yield Ask("act", power, options=options, rule="3.1")
    if act == "attack":
        yield from attack(t, power)
    last = t.board.turn == t.board.option("turns")
    if last:
        best = max(t.board.vp.values())
        t.emit("game-ended", rule="4", winner=next(power for power in t.board.powers if t.board.vp[power] == best))
    else:
        t.emit("step-ended", next="turn-start")


@rule("3.1", "Attack")
def attack(t, power):
    count = len(t.board.of(power, "hill"))
    others = [other for other in t.board.powers if other != power]
    taken = yield Offer("intervene", others, about={"area": "hill", "dice": count, "attacker": power}, rule="3.2")
    if taken:
        count -= yield from intervention(t, *taken)
    rolled = yield Roll(f"3.1/{power}", dice(count))
    t.emit("attack-rolled", power=power, dice=rolled)
    if 6 in rolled:
        t.emit("vp-changed", power=power, by=1)
    if 1 in rolled:
        t.emit("unit-lost", unit=t.board.of(power, "hill")[0])


@rule("3.3", "Intervention")
def intervention(t, power, play):
    drawn = yield Roll("3.3/guard", pick(t.board.of(power), 1))
    t.emit("guard-drawn", unit=drawn[0])
    came = drawn[0] == play["unit"]
    t.emit("intervened", power=power, unit=play["unit"], came=came)
    return int(came)


@rule("5", "Conceding")
def concede(t, power, value):
    """A petition: no input of its own."""
    others = [other for other in t.board.powers if other != power]
    t.emit("game-ended", winner=others[0])
    return
    yield


def next_procedure(board):
    return (board.next, {}) if board.next else None


class Position:
    """Positions of the toy title: units, points by `set`, and the step by `at`."""

    sides = ("power",)

    @staticmethod
    def apply(board, position):
        board.next, board.turn = "turn", 1
        wrong = [one for part in ("at", "set") for one in TABLE.read(board, part, position.get(part, {}))]
        if position["base"] == "empty" or "units" in position.get("clear", ()):
            for unit in board.units.values():
                unit.update(area="pool", worn=False)
        for placed in position.get("units", ()):
            ids = [placed["unit"]] if placed["unit"] else _free(board, placed)[: placed["count"]]
            for id in ids:
                board.units[id].update(area=placed["place"], worn=placed["state"] == "damaged")
        return [Problem("toy-position", name=name, value=value) for name, value in wrong]

    @staticmethod
    def write(board):
        units = [
            {
                "place": unit["area"],
                "side": unit["power"],
                "unit": id,
                "state": "damaged" if unit["worn"] else "",
            }
            for id, unit in board.units.items()
            if unit["area"] != "pool"
        ]
        return {**TABLE.written(board, Board(board.vp)), "units": units}


def _free(board, placed):
    wanted = (placed["side"], placed["type"], "pool")
    return [id for id, unit in sorted(board.units.items()) if (unit["power"], unit["type"], unit["area"]) == wanted]


def new_board(charter, powers=POWERS):
    return Board(powers, dict(charter["options"]), charter["edition"])


def game_of(id, powers, seats):
    """The title for these powers, with these arrangements of seats."""
    return Game(
        id=id,
        name="Hill and Dale",
        revision=1,
        package="tests.toy",
        powers=list(powers),
        seats=seats,
        editions=["first", "second"],
        scenarios={"standard": {"name": "Standard"}},
        options={"turns": {"values": [1, 2, 3, 9], "default": 3, "rules": ["4"], "text": "How many turns are played"}},
        rulings={},
        ending=None,
        kinds=KINDS,
        petitions=PETITIONS,
        procedures={"set-up": set_up, "turn-start": turn_start, "turn": turn, "petition-concede": concede},
        next_procedure=next_procedure,
        new_board=lambda charter: new_board(charter, powers),
        board_from=lambda value, charter=None: Board.from_json(value),
        facts=FACTS,
        invariants=lambda board: [],
        turns=Turns(lambda board, power: max(board.turn, 1)),
        telling=telling,
        table=TABLE,
        computes={"sixes": lambda dice: dice.count(6)},
        conditions=CONDITIONS,
        names=Names(
            {
                "area": {id: [name] for id, name in AREAS.items()},
                "unit-type": {id: [name] for id, name in TYPES.items()},
                "power": {id: [name] for id, name in powers.items()},
                "unit": {id: [id.replace("-", " ")] for id in Board(powers).units},
            }
        ),
        result=lambda board: {"winner": board.winner, "by": "points", "rule": "4"} if board.winner else None,
        position=Position,
    )


GAME = game_of(
    "toy",
    POWERS,
    {2: {"blue": ["north", "isles"], "red": ["south"]}, 3: {power: [power] for power in POWERS}},
)
GAME_OF_FIVE = game_of(
    "toy-five",
    FIVE,
    {
        5: {power: [power] for power in FIVE},
        4: {"north": ["north", "moor"], "south": ["south"], "isles": ["isles"], "fens": ["fens"]},
    },
)

CHARTER = {
    "pbem": "charter/2",
    "program": "pbem",
    "game": "toy-1",
    "title": "toy",
    "edition": "first",
    "scenario": "standard",
    "revision": 1,
    "options": {"turns": 3},
    "seats": ["blue", "red"],
    "powers": {"north": "blue", "isles": "blue", "south": "red"},
    "fairness": "sealed",
    "referee": "referee",
    "windows": "default",
    "names": {},
    "components": {},
    "hold": 0,
    "deadline": "",
    "muster": False,
    "openers": [],
}
