"""4.1 Commitment and 6.4 its increase: force pool, commitment offensives, total war."""

from collections.abc import Sequence

from pbem.core.data.boards import present
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import COMMITMENTS
from .america import begin_research
from .due import due
from .provocation import make_room, provoke_listed
from .resources import resources_in_reach
from .retreat import destroy_excess
from .soviets import is_passive, relocate_industry
from .special_rules import treaty_bars_fleets
from .supply import has_loc, production_sites
from .wars import war_status_after


@rule("6.4", "The next commitment")
def next_commitment(board: Board, power: str) -> str | None:
    """6.4 The column to the right, or None: exhaustion is never chosen (4.1.1)."""
    place = COMMITMENTS.index(board.commitment(power))
    return COMMITMENTS[place + 1] if place < COMMITMENTS.index("total-war") else None


@rule("6.4", "What bars a commitment increase", also=("12.2",))
def increase_barred(board: Board, power: str) -> tuple[str, str] | None:
    """6.4 Why the power cannot increase its commitment, as (problem code, rule), or None."""
    to = next_commitment(board, power)
    if to is None:
        return "ca-no-higher-commitment", "6.4"
    if board.powers[power]["raised"]:
        return "ca-commitment-raised", "6.4"
    if to == "total-war" and not board.is_belligerent(power) and board.war_status != "global":
        return "ca-total-war-at-peace", "6.4"
    if to == "mobilization" and board.ideology(power) == "democratic" and board.in_play("status-quo"):
        return "ca-status-quo-commitment", "12.2"
    return None


@rule("6.4.1", "Effects of increasing commitment", also=("4.1", "12.3.1"))
def increase_commitment(t: Turn, power: str, plan: Json) -> Asking[None]:
    """6.4.1 Column, force pool, commitment offensives, provocation, Global War.

    `plan` may hold "add" (names for the force pool), "count" (limited resources to count) and "reserve" (bool).
    """
    before, to = t.board.commitment(power), present(next_commitment(t.board, power), "higher commitment")
    t.emit("commitment-changed", power=power, **{"from": before}, to=to, raised=True)
    relocate_industry(t, power, to)
    begin_research(t, power, to)
    yield from adjust_force_pool(t, power, plan.get("add"))
    if brings_offensives(t.board, to):
        commitment_offensives(t, power, plan.get("count", []), plan.get("reserve", False))
    yield from provoke_listed(t, [power], "commitment")
    war_status_after(t, total_war=to == "total-war")
    yield from due(t, "markers")


@rule("6.4.2", "Which increase brings offensives")
def brings_offensives(board: Board, to: str | None) -> bool:
    """6.4.2 An increase to mobilization or total war.  Ruling R-6.4.2-both-steps: a strict reading of the Living Rules
    gives offensives at total war only."""
    only_total_war = board.is_2022 and board.option("commitment-offensives") == "total-war-only"
    return to == "total-war" or (to == "mobilization" and not only_total_war)


@rule("6.4.2", "Commitment offensives", also=("4.3",))
def commitment_offensives(t: Turn, power: str, count_limited: list[str], to_reserve: bool) -> None:
    """6.4.2 One for each industrial resource with a line of communications; limited ones only if they are used up."""
    industrial = industrial_resources(t.board, power)
    limited = [area for area in count_limited if area in limited_industrial(t.board, power)]
    for area in limited:
        t.emit("limited-resource-removed", area=area, why="commitment-offensive")
    markers = t.board.available(power, "offensive")[: industrial + len(limited)]
    if to_reserve:
        make_room(t, power)
        t.emit("offensives-gained", power=power, counters=markers[:1], to="reserve", why="commitment")
        markers = markers[1:]
    if markers:
        t.emit("offensives-gained", power=power, counters=markers, to="cup", why="commitment")


def industrial_resources(board: Board, power: str) -> int:
    """6.4.2 How many industrial resources have a line, limited ones apart: damaged ones too (ruling R-6.4.2-damage),
    but not those of the demilitarized Ruhr (12.1.1)."""
    found = resources_in_reach(board, power, damaged=board.option("damaged-offensives") != "not")
    return sum(each["kind"] == "industrial" and not each["limited"] for each in found)


def limited_industrial(board: Board, power: str) -> list[str]:
    """Areas with a limited industrial resource that the power controls and can reach."""
    sites = production_sites(board, power)
    return [
        area
        for area in board.limited
        if board.controller(area) == power
        and board.area(area).limited == "industrial"
        and (area in sites or has_loc(board, power, area))
    ]


@rule("6.4.2", "Limited resources that count")
def counted_problems(board: Board, power: str, areas: Sequence[str]) -> list[Problem]:
    """6.4.2 What is wrong with limited resources named to be counted for the offensives of the next commitment."""
    brings = brings_offensives(board, next_commitment(board, power))
    allowed = limited_industrial(board, power) if brings else []
    return [Problem("ca-not-countable", rule="6.4.2", power=power, area=area) for area in areas if area not in allowed]


@rule("6.4.2", "An offensive for the reserve", also=("12.3",))
def reserved_problems(board: Board, power: str, counted: Sequence[str]) -> list[Problem]:
    """6.4.2 What is wrong with reserving one of the offensives that the increase brings, where these limited resources
    are counted: there must be one, and in 2018 none is reserved under Collective Security (12.3)."""
    if is_passive(board, power) and not board.is_2022:
        return [Problem("ca-none-reserved-passive", rule="12.3")]
    brings = brings_offensives(board, next_commitment(board, power))
    if brings and board.available(power, "offensive") and (counted or industrial_resources(board, power)):
        return []
    return [Problem("ca-no-offensive-gained", rule="6.4.2", power=power)]


# -- force pool ------------------------------------------------------------------------------------------------


def counter_name(board: Board, counter: str) -> str:
    """How a unit or upgrade marker is called in build lists: army, fleet, upgrade-tank …"""
    made = board.counter(counter)
    if made.type == "upgrade":
        return f"upgrade-{made.kind}"
    return made.kind if made.type == "marker" else made.type


@rule("4.1.2", "Force pool", also=("4.1.1",))
def adjust_force_pool(t: Turn, power: str, chosen: list[str] | None = None) -> Asking[None]:
    """4.1.2 Add or remove units and upgrade markers until the limit of the new column is reached; the player
    chooses.  Exhaustion is no increase, so nothing is added for it (4.1.1)."""
    board = t.board
    limit = board.card(power)["commitment"][board.commitment(power)]["forcePoolLimit"]
    have = len(board.force_pool(power))
    if board.commitment(power) != "exhaustion":
        yield from _add(t, power, limit - have, chosen)
    elif have > limit:
        yield from _remove(t, power, have - limit)


def to_be_added(board: Board, power: str) -> tuple[int, dict[str, int]]:
    """4.1.2 ``(count, {name: number})``: how many counters the next commitment (6.4.1) adds, and out of which stock."""
    column = next_commitment(board, power)
    stock = {name: len(ids) for name, ids in stored(board, power, column).items()}
    room = board.card(power)["commitment"][column]["forcePoolLimit"] - len(board.force_pool(power))
    return min(room, sum(stock.values())), stock


def added_problems(board: Board, power: str, names: list[str]) -> list[Problem]:
    """4.1.2 What is wrong with counters named in advance for the force pool of the next commitment (6.4.1)."""
    count, stock = to_be_added(board, power)
    found = []
    if len(names) != count:
        found.append(Problem("ca-force-pool-count", rule="4.1.2", count=count, done="added", given=len(names)))
    for name in dict.fromkeys(names):
        if names.count(name) > stock.get(name, 0):
            found.append(_none_left(board, power, name, "added"))
    return found


def _none_left(board: Board, power: str, name: str, done: str) -> Problem:
    """Why no counter of that name is left; a treaty that keeps fleets out is named."""
    if name == "fleet" and done == "added" and treaty_bars_fleets(board, power):
        return Problem("ca-force-pool-treaty", rule="12.1.3", power=power)
    return Problem("ca-force-pool-none-left", rule="4.1.2", name=name, done=done)


def _add(t: Turn, power: str, count: int, chosen: list[str] | None) -> Asking[None]:
    board = t.board
    stock = stored(board, power)
    count = min(count, sum(len(found) for found in stock.values()))
    if not count:
        return
    ask = Ask("force-pool", power, about={"add": count})
    if not chosen or pool_problems(board, power, ask.about, chosen):
        chosen = None
    if chosen is None:
        chosen = (yield ask) if len(stock) > 1 else [name for name in stock for _ in range(count)]
    added = []
    for name in chosen:
        added.append(next(id for id in stock[name] if id not in added))
    t.emit("force-pool-changed", power=power, added=added, removed=[])


def _remove(t: Turn, power: str, count: int) -> Asking[None]:
    """4.1.2 The counters leave the pool; what a logistics unit made room for goes with it (7.1)."""
    answer = yield Ask("force-pool", power, about={"remove": count})
    t.emit("force-pool-changed", power=power, added=[], removed=answer)
    destroy_excess(t, why="force-pool")


def stored(board: Board, power: str, commitment: str | None = None) -> dict[str, list[str]]:
    """{name: ids} of the counters in storage that may enter the force pool; no upgrades for a civilian power (4.1)."""
    found, upgrades = {}, board.parts.common[commitment or board.commitment(power)]["upgradesInForcePool"]
    for id in board.counters_at("storage", power):
        counter = board.counter(id)
        if counter.type == "fleet" and treaty_bars_fleets(board, power):
            continue
        if counter.is_unit or (counter.type == "upgrade" and upgrades):
            found.setdefault(counter_name(board, id), []).append(id)
    return found


PREFERENCE = (
    "army",
    "air",
    "upgrade-tank",
    "fleet",
    "submarine",
    "upgrade-strategic",
    "fortress",
    "upgrade-carrier",
    "logistics",
)


def usual_counters(count: int, stock: dict[str, int]) -> list[str]:
    """So many names out of a stock: in turn what there is most use for."""
    left, chosen = dict(stock), []
    while len(chosen) < count:
        for name in PREFERENCE:
            if left.get(name) and len(chosen) < count:
                left[name] -= 1
                chosen.append(name)
    return chosen


def random_counters(count: int, stock: dict[str, int], draw: Rng) -> list[str]:
    """So many names out of a stock, for random play."""
    pool = [name for name, number in stock.items() for _ in range(number)]
    return [pool.pop(draw.below(len(pool))) for _ in range(count)]


# -- the question ----------------------------------------------------------------------------------------------


def asked_for(about: dict[str, int]) -> tuple[int, str]:
    """``(count, "added" or "removed")``: how many counters the question wants, and what becomes of them."""
    return (about["add"], "added") if "add" in about else (about["remove"], "removed")


def pool_open(board: Board, power: str, about: dict[str, int]) -> dict[str, int]:
    """``{name or id: number}``: the names that may enter the force pool, or the counters that may leave it."""
    if "add" in about:
        return {name: len(ids) for name, ids in stored(board, power).items()}
    return dict.fromkeys(by_use(board, power), 1)


def by_use(board: Board, power: str) -> list[str]:
    """The counters of the force pool: unbuilt ones first, then those not on the map."""
    order = ("away", "available", "box", "cup")

    def worth(id):
        place = board.at(id)
        return order.index(place) if place in order else len(order)

    return sorted(board.force_pool(power), key=lambda id: (worth(id), id))


@rule("4.1.2", "Force pool: what is named")
def pool_problems(board: Board, power: str, about: dict[str, int], named: list[str]) -> list[Problem]:
    """4.1.2 What is wrong with counters named to enter or leave the force pool."""
    count, done = asked_for(about)
    found, left = [], pool_open(board, power, about)
    if len(named) != count:
        found.append(Problem("ca-force-pool-count", rule="4.1.2", count=count, done=done, given=len(named)))
    over = [name for name in dict.fromkeys(named) if named.count(name) > left.get(name, 0)]
    return found + [_none_left(board, power, name, done) for name in over]
