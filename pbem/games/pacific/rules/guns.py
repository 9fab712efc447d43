"""LND-1 Antiaircraft guns: one die at each aircraft, in a land battle, a raid (SBR-3), a landing or on the way."""

from pbem.core.data.collecting import summed
from pbem.core.rules.requests import Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Turn
from ..board.pieces import split
from . import losses


@rule("LND-1", "Antiaircraft fire", also=("SBR-3", "AMP-3"))
def fire(
    t: Turn, label: str, area: str, aircraft: dict[str, int], order: str, over: str | None = None
) -> Asking[dict[str, int]]:
    """LND-1. One die for each aircraft, hit on 1; what is hit is gone at once.  Returns what fell, ``{token: n}``.

    `area` is where they are when they fall, `over` where the guns stand if that is on their way; `order` the order of
    loss that their owner is offered.  Ruling: R-SBR-3-who-falls.
    """
    board = t.board
    least, line = board.parts.turn["combat"]["antiaircraft"], in_line(aircraft)
    rolled = yield Roll(label, dice(len(line)))
    hits = sum(die <= least for die in rolled)
    shots = [["aa-gun", len(line), least]]
    t.emit("dice-rolled", area=over or area, side=board.enemy, what="antiaircraft", shots=shots, dice=rolled, hits=hits)
    if not hits:
        return {}
    if t.board.option("antiaircraft-falls") != "own-die":
        return (yield from losses.remove(t, area, board.power, aircraft, hits, order, why="antiaircraft"))
    fallen = summed((token, 1) for token, die in zip(line, rolled) if die <= least)
    losses.gone(t, area, fallen, "antiaircraft")
    return fallen


def in_line(aircraft: dict[str, int]) -> list[str]:
    """The aircraft one by one in the order of their dice: fighters before bombers, those with fewer moves left first.

    The book throws a die for each and does not say in which order; aircraft whose tokens are equal are alike.
    """

    def rank(token):
        one = split(token)[1]
        return (one.type != "fighter", -1 if one.moves is None else one.moves, token)

    return [token for token in sorted(aircraft, key=rank) for _ in range(aircraft[token])]
