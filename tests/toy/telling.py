"""How the toy title is told: printed names, and the board in brief; its sentences stand in words/."""

from pbem.core.data.sentences import Words
from pbem.core.data.text import counted

from .board import AREAS, FIVE, TYPES

words = Words(str(__package__))


class Say:
    """Ids in print."""

    ways = {way: way for way in ("area", "power", "unit")}

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


def changes(before, after, say, facts):
    return [
        f"{say.power(power)} has {counted(points, 'point')}."
        for power, points in after.vp.items()
        if points != before.vp[power]
    ]
