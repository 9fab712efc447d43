"""How the toy title is told: printed names, and a sentence for each fact."""

from pbem.core.data.text import counted, listed

from .board import AREAS, FIVE, TYPES


class Say:
    """Ids in print."""

    def __init__(self, board):
        self.board = board

    def area(self, id):
        return AREAS[id]

    def power(self, id):
        return FIVE[id]

    def unit(self, id):
        power, type, number = id.split("-")
        return f"{FIVE[power]} {TYPES[type]} {number}"


def say(board):
    return Say(board)


def heading(step, say):
    return step["procedure"].replace("-", " ").capitalize()


def moment(board, say):
    return "set-up" if board.turn == 0 else f"turn {board.turn}"


def tables(board, say):
    rows = [[say.power(power), str(board.vp[power])] for power in board.powers]
    return [{"title": "Points", "columns": ["Power", "Points"], "rows": rows}]


def changes(before, after, say):
    return [
        f"{say.power(power)} has {counted(points, 'point')}."
        for power, points in after.vp.items()
        if points != before.vp[power]
    ]


def attack_rolled(fact, say):
    return f"{say.power(fact['power'])} attacked and rolled {listed(map(str, fact['dice'])) or 'nothing'}."


def bids_opened(fact, say):
    bids = listed([f"{say.power(power)} {bid}" for power, bid in fact["bids"].items()])
    return f"The bids were {bids}: {say.power(fact['winner'])} acts."


def intervened(fact, say):
    what = "intervened" if fact["came"] else "came too late"
    return f"{say.power(fact['power'])} {what} with {say.unit(fact['unit'])}."


sentences = {
    "unit-placed": lambda fact, say: f"{say.unit(fact['unit'])} was placed on {say.area(fact['area'])}.",
    "turn-begun": lambda fact, say: f"Turn {fact['turn']} began.",
    "step-ended": lambda fact, say: None,
    "bids-opened": bids_opened,
    "guard-drawn": lambda fact, say: f"{say.unit(fact['unit'])} was drawn.",
    "intervened": intervened,
    "attack-rolled": attack_rolled,
    "vp-changed": lambda fact, say: f"{say.power(fact['power'])} won {counted(fact['by'], 'point')}.",
    "unit-lost": lambda fact, say: f"{say.unit(fact['unit'])} was lost.",
    "game-ended": lambda fact, say: f"{say.power(fact['winner'])} won the game.",
    "corrected": lambda fact, say: "The referee corrected the board.",
}


def placed(answer, ask, say):
    return [f"{listed(map(say.unit, item['units']))} to {say.area(item['area'])}." for item in answer] or [
        f"{say.power(ask.power)} places no unit."
    ]


def intervention(answer, ask, say):
    if answer == "no":
        return f"{say.power(ask.power)} does not intervene."
    only = f" if {listed(map(say.power, answer['if']))} comes too" if "if" in answer else ""
    return f"{say.unit(answer['claim']['unit'])} intervenes{only}."


answers = {
    "set-up": placed,
    "reinforce": placed,
    "bid": lambda answer, ask, say: f"{say.power(ask.power)} bids {answer}.",
    "act": lambda answer, ask, say: f"{say.power(ask.power)} {'attacks' if answer == 'attack' else 'waits'}.",
    "intervene": intervention,
}
petitions = {"concede": lambda value, ask, say: f"{say.power(ask.power)} concedes."}
defaults = {
    "set-up": "One unit goes to the hill: who has none there cannot attack.",
    "reinforce": "One unit goes to the hill, for there it stands at the set-up.",
    "bid": "The lowest bid: nobody wants to win what he does not use.",
    "act": "The power waits, for an attack may cost a unit.",
    "intervene": "Nobody intervenes: a unit that comes stays away from home.",
}
doubts, wasteful = {}, {}
