"""Which units hits may fall on, and which fall under an order of loss: pure functions, shared by rules and odds.

Hits come in three pools (SEA-5): ``sub`` (of submarines: never on aircraft), ``air`` (of aircraft without a
destroyer: never on submarines) and ``any``.  Targets are tokens with counts; a selection says how many hits each
token takes.  A battleship takes its first hit as ``battleship`` (it is damaged) and the next as ``battleship!``.
"""

from collections.abc import Sequence

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.pieces import split

AIR = ("fighter", "bomber")


def kind_of(token: str) -> str:
    """ "a" for aircraft, "s" for submarines, "o" for everything else."""
    type = split(token)[1].type
    return "a" if type in AIR else "s" if type == "submarine" else "o"


def limits(targets: dict[str, int], pools: dict[str, int]) -> tuple[dict[str, int], int]:
    """How many hits can fall on aircraft, on submarines, on the rest; and how many fall in all."""
    strength = {"a": 0, "s": 0, "o": 0}
    for token, count in targets.items():
        strength[kind_of(token)] += count * toughness(token)
    cap = {
        "a": min(strength["a"], pools.get("air", 0) + pools.get("any", 0)),
        "s": min(strength["s"], pools.get("sub", 0) + pools.get("any", 0)),
        "o": strength["o"],
    }
    return cap, min(sum(pools.values()), sum(cap.values()))


@rule("PRG-1", "Aircraft that could be lost", also=("SEA-5",))
def endangered(targets: dict[str, int], pools: dict[str, int]) -> int:
    """PRG-1. How many aircraft must fall, whatever their owner chooses, if there are so many hits."""
    cap, total = limits(targets, pools)
    return total - min(total, cap["s"] + cap["o"])


def toughness(token: str) -> int:
    """Hits that a unit takes before it is gone: two for an undamaged battleship, else one (SEA-6)."""
    return 2 if can_be_hurt(token) else 1


@rule("SEA-5", "Hit routing")
def faults(
    targets: dict[str, int], pools: dict[str, int], selection: dict[str, int], bystanders: dict[str, int] | None = None
) -> list[tuple[str, Json]]:
    """SEA-5. Why a selection is not legal: a list of (code, fields), empty when it is."""
    cap, total = limits(targets, pools)
    found, taken = [], {"a": 0, "s": 0, "o": 0, "b": 0}
    room = dict(targets)
    for token in sorted(selection):
        if can_be_hurt(token) and token in room:
            hurt = hurt_token(token)
            room[hurt] = room.get(hurt, 0) + selection[token]
    for token, hits in selection.items():
        if bystanders and token in bystanders and token not in targets:
            taken["b"] += hits
            if hits > bystanders[token] * toughness(token):
                found.append(("pac-loss-too-many", {"token": token, "there": bystanders[token]}))
            continue
        if hits < 0 or hits > room.get(token, 0):
            found.append(("pac-loss-too-many", {"token": token, "there": room.get(token, 0)}))
            continue
        taken[kind_of(token)] += hits
    if taken["a"] > cap["a"]:
        found.append(("pac-loss-air", {"most": cap["a"], "count": taken["a"]}))
    if taken["s"] > cap["s"] or taken["s"] + taken["b"] > pools.get("sub", 0) + pools.get("any", 0):
        found.append(("pac-loss-sub", {"most": cap["s"], "count": taken["s"]}))
    if taken["b"] > pools.get("sub", 0):
        found.append(("pac-loss-sub", {"most": pools.get("sub", 0), "count": taken["b"]}))
    if sum(taken.values()) != total:
        found.append(("pac-loss-count", {"count": sum(taken.values()), "total": total}))
    return found


def can_be_hurt(token: str) -> bool:
    """Whether a unit is a battleship that takes a hit and stays."""
    one = split(token)[1]
    return one.type == "battleship" and not one.damaged


def hurt_token(token: str) -> str:
    """The token of a battleship that has taken its first hit."""
    force, one = split(token)
    return f"{force}/{one.but(damaged=True)}"


def by_order(targets: dict[str, int], pools: dict[str, int], order: list[str]) -> dict[str, int]:
    """The selection that an order of loss makes; `order` holds types and tokens, units not named come last.

    Among equals the units of China fall first, then Britain's, then the USA's; empty transports before loaded ones.
    """
    cap, left = limits(targets, pools)
    selection = {}
    for token in in_turn(targets, order) if left else ():
        kind = kind_of(token)
        if left and cap[kind]:
            selection[token] = selection.get(token, 0) + 1
            left, cap[kind] = left - 1, cap[kind] - 1
    return selection


def completed(order: Sequence[str], published: list[str]) -> list[str]:
    """An order of loss that names some types only goes on in the published order (LND-3)."""
    return [*order, *(name for name in published if name not in order)]


def in_turn(targets: dict[str, int], order: list[str]) -> list[str]:
    """The tokens that take single hits one after the other by an order of loss, until everything is gone."""
    room, falls = dict(targets), []
    for token in ranked(targets, order) * 2:  # twice: an order may name a damaged battleship before it is damaged
        hits = room.pop(token, 0)
        falls += [token] * hits
        if can_be_hurt(token):
            hurt = hurt_token(token)
            room[hurt] = room.get(hurt, 0) + hits
    return falls


def ranked(targets: dict[str, int], order: list[str]) -> list[str]:
    """The tokens that may take hits in turn, those of damaged battleships included, by an order of loss."""
    tokens = {*targets, *(hurt_token(token) for token in targets if can_be_hurt(token))}
    places = {name: index for index, name in enumerate(order)}
    forces = ("china", "uk", "us", "japan")

    def rank(token):
        force, one = split(token)
        name = "battleship!" if one.type == "battleship" and one.damaged else one.type
        named = places.get(token, places.get(f"{force}/{name}", places.get(name, len(order))))
        moves = -1 if one.moves is None else one.moves
        return (named, one.damaged, len(one.cargo), forces.index(force), moves, token)

    return sorted(tokens, key=rank)


def is_forced(targets: dict[str, int], pools: dict[str, int]) -> bool:
    """Whether there is only one selection: everything falls, or all that may fall is alike."""
    cap, total = limits(targets, pools)
    if total == sum(count * toughness(token) for token, count in targets.items()) or not total:
        return True
    return len(targets) == 1
