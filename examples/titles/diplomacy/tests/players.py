"""What a sensible player orders: each unit goes where most is to be won, or helps one that others will meet there.

python examples/titles/diplomacy/tests/players.py --draws 1901    as `pbem selfplay` with such players
"""

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any
from zlib import crc32

from classic_diplomacy.board import Board
from classic_diplomacy.parts import AREAS, BESIDE, CENTRES, POWERS, Unit, near, near_provinces, province, unit_id
from classic_diplomacy.resolver import Order

from pbem.cli import main
from pbem.core.title.game import load
from pbem.kit import Ask, Game

SPREAD = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02)  # how much a centre is worth so many steps away


def valued(game: Game, board: Board, ask: Ask, wished: Any) -> Iterator[tuple[float, Any]]:
    """Two answers that are worth the same, each by other whims."""
    for whim in range(2 if ask.kind in PLANS else 0):
        yield 1.0, PLANS[ask.kind](board, ask, *_seen(board, ask.power, whim))


def _seen(board: Board, power: str, whim: int) -> tuple[dict[str, float], dict[str, int]]:
    """What it is worth to a power to be in each province, and how many units one other power can bring there."""
    size, there = Counter(board.owner.values()), {id: Counter[str]() for id in AREAS}
    for at, unit in board.units.items():
        for id in (at, *near_provinces(unit)):
            there[id][unit["power"]] += 1
    foes = {id: max(there[id][one] for one in POWERS if one != power) for id in AREAS}
    mood = f"{whim}{board.year}{board.season}"
    worth = {id: there[id][power] - foes[id] + crc32(f"{mood}{id}".encode()) % 100 / 20 for id in AREAS}
    prizes = dict.fromkeys(AREAS, 0.0)
    for id in CENTRES:  # the weak are taken first, and the own ones are held
        owner = board.owner.get(id)
        prizes[id] = foes[id] if owner == power else 10 * (1 + size[power]) / (1 + size[owner]) if owner else 12
    for weight in SPREAD:
        worth = {id: worth[id] + weight * prizes[id] for id in AREAS}
        prizes = {id: (prizes[id] + sum(prizes[one] for one in BESIDE[id])) / 5 for id in AREAS}
    return worth, foes


def orders(board: Board, ask: Ask, worth: dict[str, float], foes: dict[str, int]) -> list[Order]:
    """Who stands where most is to be had goes first; who is near where help is lacking helps."""
    units, found, goes, lacking = board.of(ask.power), list[Order](), dict[str, str](), dict[str, int]()
    for at in sorted(units, key=worth.__getitem__, reverse=True):
        for place in sorted([*near(units[at]), units[at]["at"]], key=lambda one: -worth[province(one)]):
            id, order = province(place), {"unit": unit_id(units[at])}
            if id not in goes:
                goes[id], lacking[id] = at, foes[id]
                found.append({**order, "do": "hold"} if id == at else {**order, "do": "move", "to": place})
                break
            if lacking[id]:
                lacking[id] -= 1
                to = {"to": id} if goes[id] != id else {}
                found.append({**order, "do": "support", "whom": unit_id(units[goes[id]]), **to})
                break
    return found


def retreats(board: Board, ask: Ask, worth: dict[str, float], foes: dict[str, int]) -> list[Order]:
    ways = ask.about["options"].items()
    return [{"do": "move", "unit": unit, "to": max(to, key=lambda one: worth[province(one)])} for unit, to in ways]


def builds(board: Board, ask: Ask, worth: dict[str, float], foes: dict[str, int]) -> list[Order]:
    found = []
    for id in sorted(board.sites(ask.power), key=lambda id: -worth[id])[: ask.about["builds"]]:
        units: list[Unit] = [{"type": "f", "at": at} for at in AREAS[id]["coasts"]] + [{"type": "a", "at": id}]
        rows = [(sum([worth[one] for one in near_provinces(unit)]), unit) for unit in units]
        found.append({"do": "build", **max(rows, key=lambda row: row[0])[1]})
    return found


def removals(board: Board, ask: Ask, worth: dict[str, float], foes: dict[str, int]) -> list[Order]:
    units = sorted(board.of(ask.power).values(), key=lambda unit: worth[province(unit["at"])])
    return [{"do": "remove", "unit": unit_id(unit)} for unit in units[: -ask.about["builds"]]]


PLANS = {"orders": orders, "retreats": retreats, "builds": builds, "removals": removals}


if __name__ == "__main__":
    load("diplomacy").sensible = valued
    sys.exit(main(["selfplay", "diplomacy/classic", "--players", "sensible", *sys.argv[1:]]))
