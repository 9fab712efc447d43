"""The order of play: movement, retreats and, after the fall, builds; all powers at once."""

from typing import Any

from pbem.kit import Ask, Asking, Ending, Together, Turn, rule

from .board import Board
from .parts import AREAS, BESIDE, CENTRES, FLEET, HOME, POWERS, Unit, place_of, province, unit_id
from .resolver import Order, Resolution

T = Turn[Board]
RANK = list(POWERS).index


@rule("orders", "Orders")
def movement(t: T, when: str) -> Asking[None]:
    """orders Every power writes an order for each unit, in secret; a unit without one holds."""
    board = t.board
    about = {"year": board.year, "season": board.season}
    answers = yield Together([Ask("orders", power, about=about) for power in POWERS if board.of(power)])
    orders = {place_of(item["unit"]): item for answer in answers for item in answer}
    orders |= {id: {**item, "whom": place_of(item["whom"])} for id, item in orders.items() if "whom" in item}
    resolve(t, orders)
    if board.dislodged:
        yield from retreats(t)
    end_season(t)


@rule("conflict", "What becomes of the orders")
def resolve(t: T, orders: dict[str, Order]) -> None:
    """conflict All orders are carried out at once (resolver.py); who is driven out must retreat."""
    board = t.board
    found = Resolution(board.units, orders, board.option("paradox"), board.option("neighbour-by-sea"))
    for id, unit in sorted(board.units.items(), key=lambda row: (RANK(row[1]["power"]), row[0])):
        order = orders.get(id, {"do": "hold"})
        whom: dict[str, Any] = {"whom": unit_id(board.units[order["whom"]])} if "whom" in order else {}
        said = whom | {name: order[name] for name in ("do", "to", "via") if name in order}
        t.emit("order-resolved", power=unit["power"], unit=unit_id(unit), **said, outcome=found.outcome(id))
    dislodged = {id: {**board.units[id], "to": places} for id, places in found.retreats().items()}
    t.emit("units-moved", moves=found.moves(), dislodged=dislodged)


@rule("retreats", "Retreats")
def retreats(t: T) -> Asking[None]:
    """retreats A dislodged unit goes to an empty neighbour where nobody fought, or is disbanded; two that go to one
    place both are."""
    board = t.board
    going = [unit for _, unit in sorted(board.dislodged.items()) if unit["to"]]
    options = {power: {unit_id(unit): unit["to"] for unit in going if unit["power"] == power} for power in POWERS}
    asks = [Ask("retreats", power, about={"options": ways}) for power, ways in options.items() if ways]
    answers = (yield Together(asks)) if asks else []
    to = {place_of(item["unit"]): item["to"] for answer in answers for item in answer if "to" in item}
    goals = [province(place) for place in to.values()]
    for id, unit in sorted(board.dislodged.items()):
        what: dict[str, Any] = {"power": unit["power"], "unit": unit_id(unit), "from": id}
        if id in to and goals.count(province(to[id])) == 1:
            t.emit("unit-retreated", **what, to=to[id])
        else:
            t.emit("unit-disbanded", **what)


@rule("centres", "Supply centres")
def end_season(t: T) -> None:
    """centres After the fall a centre is of whoever stands there, and stays so when he leaves."""
    board = t.board
    if board.season == "spring":
        t.emit("season-begun", year=board.year, season="fall", next="movement")
        return
    for id in CENTRES:
        unit = board.units.get(id)
        if unit and board.owner.get(id) != unit["power"]:
            t.emit("centre-taken", **{"area": id, "power": unit["power"], "from": board.owner.get(id)})
    if not is_won(t):
        t.emit("step-ended", next="adjustments")


@rule("victory", "Victory")
def is_won(t: T) -> bool:
    """victory Whoever has so many centres, and more than anybody else, has won; after the last year it is a draw."""
    board = t.board
    counts = {power: len(board.centres(power)) for power in POWERS}
    best = max(counts, key=lambda power: counts[power])
    if list(counts.values()).count(counts[best]) == 1 and counts[best] >= int(board.option("centres")):
        t.emit("game-ended", winner=best, what="centres", shared=[])
    elif board.year >= int(board.option("last-year")):
        t.emit("game-ended", winner=None, what="time", shared=board.alive())
    return board.next is None


@rule("builds", "Builds and removals")
def adjustments(t: T, when: str) -> Asking[None]:
    """builds After the fall a power has as many units as centres; new ones begin in empty home centres of its own."""
    board = t.board
    spare = {power: board.spare(power) for power in POWERS if board.spare(power)}
    asks = [Ask("builds" if n > 0 else "removals", power, about={"builds": n}) for power, n in spare.items()]
    answers = (yield Together(asks)) if asks else []
    for power, answer in zip(spare, answers):
        for item in answer:
            if item["do"] == "build":
                t.emit("unit-built", power=power, unit=f"{item['type']}-{province(item['at'])}", at=item["at"])
            else:
                _remove(t, power, item["unit"])
        for unit in disorder(board, power)[: max(0, -board.spare(power))]:
            _remove(t, power, unit)
    t.emit("season-begun", year=board.year + 1, season="spring", next="movement")


def _remove(t: T, power: str, unit: str) -> None:
    t.emit("unit-disbanded", **{"power": power, "unit": unit, "from": place_of(unit)})


@rule("disorder", "Civil disorder")
def disorder(board: Board, power: str) -> list[str]:
    """disorder Units far from home go first, fleets before armies, then by the alphabet."""
    units, homes = board.of(power).items(), HOME[power]
    ranks = [(-distance(unit, homes), unit["type"] == "a", AREAS[id]["name"], unit_id(unit)) for id, unit in units]
    return [rank[-1] for rank in sorted(ranks)]


def distance(unit: Unit, homes: list[str]) -> int:
    """Steps to the nearest home centre: fleets by water, armies over land and water alike."""
    edge, seen, steps = {unit["at"]}, set[str](), 0
    while edge and not {province(place) for place in edge} & set(homes):
        seen |= edge
        edge = {other for place in edge for other in (FLEET if unit["type"] == "f" else BESIDE)[place]} - seen
        steps += 1
    return steps


def agreed_end(t: T, power: str, left: list[str], why: str) -> None:
    """The game ends by agreement: the last power wins, or all that are left share a draw."""
    winner = left[0] if len(left) == 1 else None
    shared = [] if winner else [one for one in t.board.alive() if one in left or not left]
    t.emit("game-ended", rule="draw", winner=winner, what=why, shared=shared)


ENDING = Ending("draw", lambda board, power: power, lambda board: board.alive(), agreed_end, is_secret=True)
PROCEDURES = {"movement": movement, "adjustments": adjustments}


def next_procedure(board: Board) -> tuple[str, dict[str, Any]] | None:
    season = "winter" if board.next == "adjustments" else board.season
    return (board.next, {"when": f"{season} {board.year}"}) if board.next else None
