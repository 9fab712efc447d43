"""Which losses hurt least: the published order of loss, as whoever is away would want it carried out (LND-3).

An order of loss knows types.  Two units are worth more than their type says: a transport with its load, and the land
unit that takes a place when its defenders are gone.
"""

from ..board.board import Board
from ..board.pieces import split
from . import casualties


def least(board: Board, area: str, targets: dict[str, int], pools: dict[str, int], order: str) -> dict[str, int]:
    """What falls by the published order of loss `order` of whoever is silent, ``{token: hits}``."""
    published = board.parts.turn["loss_orders"][order]
    selection = casualties.by_order(targets, pools, _laden_later(targets, published))
    if order != "land-attack" or board.defenders(area, board.enemy):
        return selection
    return _one_stays(board, area, targets, selection)


def _laden_later(targets: dict[str, int], published: list[str]) -> list[str]:
    """Transports with something aboard fall behind submarines, which cost less than ship and load together."""
    laden = [token for token in targets if split(token)[1].type == "transport" and split(token)[1].cargo]
    if not laden or "submarine" not in published:
        return published
    behind = published.index("submarine") + 1
    laden.sort(key=lambda token: (len(split(token)[1].cargo), token))
    return [*published[:behind], *laden, *published[behind:]]


def _one_stays(board: Board, area: str, targets: dict[str, int], selection: dict[str, int]) -> dict[str, int]:
    """The same with the last land unit kept, and an aircraft lost for it, where the place is worth the difference."""
    types = board.parts.types
    left = {token: count - selection.get(token, 0) for token, count in targets.items()}
    air = [token for token, count in left.items() if count and casualties.kind_of(token) == "a"]
    ground = [token for token in selection if casualties.kind_of(token) != "a"]
    if not air or not ground or any(left[token] for token in targets if casualties.kind_of(token) != "a"):
        return selection

    def price(token: str) -> tuple[int, str]:
        return types[split(token)[1].type].cost, token

    plane, signer = min(air, key=price), max(ground, key=price)
    if price(plane)[0] - price(signer)[0] > worth(board, area):
        return selection
    kept = {**selection, plane: selection.get(plane, 0) + 1, signer: selection[signer] - 1}
    return {token: hits for token, hits in kept.items() if hits}


def worth(board: Board, area: str) -> int:
    """What a territory is worth to whoever takes it, in IPCs: its income of three turns, and a complex at its price."""
    complex_there = board.parts.types["industrial-complex"].cost if area in board.complexes else 0
    return 3 * board.parts.areas[area].ipc + complex_there
