"""10.10 Retreat and 10.11 regroup: who must leave or may move after a combat, and where to.

Destinations are written as *spots*: an area id, or ``area/coast`` for a naval unit in an area with two
coasts.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.language.names import hint
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .coasts import unnamed_coast
from .due import does
from .movement import Spot, is_haven, land_retreats, overstacked, regroup_spots, sea_air_retreats
from .occupation import Stacks, occupation_problems
from .sides import one_hand, speaker, units_of_side

CUP = "cup"
MANY = 64


def spot(area: str, coast: str | None = None) -> str:
    """An area and a coast as one text."""
    return f"{area}/{coast}" if coast else area


def parted(text: str) -> Spot:
    """``(area, coast or None)`` of a spot."""
    area, _, coast = text.partition("/")
    return area, coast or None


# -- retreat -------------------------------------------------------------------------------------------------


@rule("10.10", "Retreat")
def retreat_spots(board: Board, unit: str, stacks: Stacks | None = None) -> list[str]:
    """10.10 The spots a unit may retreat to once the moves of `stacks` are made, those that its owner would like best
    first (`in_favour`); [] when it is lost."""
    stacks = stacks or Stacks(board)
    kind = board.class_of(unit)
    if kind == "land":
        found = [spot(area) for area in land_retreats(board, unit, stacks, _invasion_origin(board, unit))]
    elif kind == "logistics":
        found = []
    else:
        extended = bool(board.operation_if_any) and unit in board.operation["extended"]
        found = [spot(*each) for each in sea_air_retreats(board, unit, stacks, extended)]
    return in_favour(board, unit, found, board.at(unit))


def in_some_order(board: Board, unit: str, units: Sequence[str], spots: Callable[[Stacks], list[str]]) -> list[str]:
    """The spots of a unit now, and those that it has once others of its class have filled these one after the other: in
    2018 the nearest haven is then a farther one (10.10.2)."""
    stacks, found = Stacks(board), spots(Stacks(board))
    others = [other for other in units if other != unit and board.class_of(other) == board.class_of(unit)]
    for other in others if found and not board.is_2022 else ():
        now = spots(stacks)
        if not now:
            break
        stacks.move(other, parted(now[0])[0])
        found = list(dict.fromkeys([*found, *spots(stacks)]))
    return found


def retreat_options(board: Board, units: Sequence[str], cup: bool = False) -> dict[str, list[str]]:
    """{unit: the spots that it has in some order in which these units leave}, those of less effective powers after the
    others; with `cup` the action cup too."""
    found = {unit: in_some_order(board, unit, units, partial(retreat_spots, board, unit)) for unit in units}
    if len({board.power_of(unit) for unit in units}) > 1 or not board.is_2022:
        empty: dict[str, list[str]] = {unit: [] for unit in units}
        for unit, spots in found.items():
            found[unit] = [text for text in spots if not in_turn(board, empty, {unit: text}, True)[1]]
    return {unit: spots + ([CUP] if cup else []) for unit, spots in found.items()}


@rule("10.10", "Retreat: one unit after the other", also=("10.10.1", "10.10.2"))
def in_turn(
    board: Board, options: dict[str, list[str]], to: dict[str, str], as_published: bool = False
) -> tuple[dict[str, str | None], dict[str, list[str]]]:
    """10.10 An order in which units go where `to` has them, ``{unit: spot, or None for one that is lost}``, and what is
    left where there is none, ``{unit: the spots that it has at its turn}``.

    Powers leave in decreasing effectiveness order, the units of a power, or of equals in one hand (3.1), in the order
    that it likes; each finds its havens when those before it have moved.  A unit that `to` does not name is lost, for
    which no haven may exist at its turn; or it goes, where it has any, `as_published`: to the first one that no other
    unit wants, and rather to one that a unit has to find full before it may go farther.
    """
    stacks, order = Stacks(board), {}
    cup = [CUP] if any(CUP in spots for spots in options.values()) else []
    for equals in sorted({board.effectiveness(board.owner_of(unit)) for unit in options}, reverse=True):
        left = [unit for unit in options if board.effectiveness(board.owner_of(unit)) == equals]
        while left:
            now = {unit: retreat_spots(board, unit, stacks) or cup for unit in left}
            goes = next((unit for unit in left if _goes(to.get(unit), now[unit], cup)), None)
            if goes is None and as_published:
                free = [unit for unit in left if unit not in to]
                goes = min(free, key=partial(_first, board, now), default=None)
            if goes is None:
                return order, now
            kind = board.class_of(goes)
            wanted = {parted(text)[0] for unit, text in to.items() if board.class_of(unit) == kind}
            nearer = {text for unit, spots in now.items() if unit in to for text in spots}
            text = order[goes] = to.get(goes) or min(now[goes], key=partial(_rather, wanted, nearer), default=None)
            left.remove(goes)
            if text and text != CUP:
                stacks.move(goes, parted(text)[0])
    return order, {}


def _goes(text: str | None, now: list[str], cup: list[str]) -> bool:
    """Whether a unit may leave now as it is told: to a spot that it has, or nowhere for it has none."""
    return not now if text is None else text in now or text in cup


def _first(board: Board, now: dict[str, list[str]], unit: str) -> tuple[int, bool, str]:
    """Which unit of a power goes first where nothing is said: one with few places, an upgraded one."""
    return (len(now[unit]), unit not in board.upgraded, unit)


def _rather(wanted: set[str], nearer: set[str], text: str) -> tuple[bool, bool]:
    """Which spot a unit takes of which nothing is said: none where another of its class is told to go, one that is in
    the way of such a unit."""
    return (parted(text)[0] in wanted, text not in nearer)


def in_favour(board: Board, unit: str, spots: list[str], here: str) -> list[str]:
    """Spots in the order in which an absent owner would choose: where the unit came from in this operation, then next
    door before anything over the sea, its own areas and bases before those of friends, the nearest, home, by name."""
    power = board.power_of(unit)
    came_from = board.operation["origins"].get(unit) if board.operation_if_any else None
    near = [board.near(here, "land"), board.near(here, "air"), board.near(here, "naval")]

    def order(text):
        area = parted(text)[0]
        own = board.base_owner(area) == power if board.area(area).is_sea else board.controller(area) == power
        away = 0 if area in near[0] else (1 if area in near[1] or area in near[2] else 2)
        over_sea = bool(away) and not board.area(area).is_sea
        return area != came_from, over_sea, not own, away, not board.is_home(area, power), text

    return sorted(spots, key=order)


def _invasion_origin(board: Board, unit: str) -> str | None:
    """9.3.2 An invasion force that retreats goes back to its area of origin."""
    play = board.operation_if_any
    if play and play["form"] == "invasion" and unit in play["units"]:
        return play["origins"][unit]
    return None


def leaving(board: Board, side: str, kind: str) -> list[str]:
    """10.10 Units that leave when a side retreats: all after land combat, naval and air units after naval
    combat, air units after air combat; minor armies have nowhere to go and are destroyed with the others."""
    kinds = {"land": ("land", "naval", "air", "logistics"), "naval": ("naval", "air"), "air": ("air",)}[kind]
    return [unit for unit in units_of_side(board, side) if board.class_of(unit) in kinds]


def reply_spots(board: Board, side: str, kind: str, power: str) -> dict[str, list[str]]:
    """{unit: spots} of a power's own units that would leave with a retreat, and of others in its hand; whatever losses
    leave of them."""
    units = [unit for unit in leaving(board, side, kind) if board.power_of(unit)]
    units = [unit for unit in units if one_hand(board, power, [board.owner_of(unit)])]
    return {unit: in_some_order(board, unit, units, partial(retreat_spots, board, unit)) for unit in units}


def retreat_side(t: Turn, side: str, kind: str, planned: dict[str, str] | None = None) -> Asking[None]:
    """10.10 Everything of a side that has to leave the target area goes, powers in decreasing effectiveness
    order."""
    yield from retreat_units(t, leaving(t.board, side, kind), "retreat", planned)


def retreat_units(
    t: Turn, units: list[str], why: str, planned: dict[str, str] | None = None, cup: bool = False
) -> Asking[None]:
    """10.10 Units leave their area one after the other (`in_turn`); `planned` holds destinations chosen already, and
    where it names any of a hand the published ones are taken for the rest; with `cup` their owners may return them to
    the action cup instead (2.2.4).  Each power is asked once, when nothing is planned and there is something to choose;
    powers in one hand are asked together."""
    board = t.board
    for unit in units:
        if not board.power_of(unit):
            t.emit("unit-destroyed", rule="10.10.1", power=None, unit=unit, area=board.at(unit), why=why)
    waiting = board.in_order(board.owners_of(units))
    while waiting:
        hand = one_hand(board, waiting[0], waiting)
        waiting = [other for other in waiting if other not in hand]
        own = [unit for other in hand for unit in units if board.power_of(unit) == other]
        options = retreat_options(board, own, cup)
        to = {unit: text for unit, text in (planned or {}).items() if unit in options}
        order, unsaid = in_turn(board, options, to, bool(to))
        if unsaid:
            to = default_retreat(board, options)
            if needs_choice(board, options):
                about = {"area": board.at(own[0]), "why": why, "to": options}
                to = (yield Ask("retreat", speaker(board, hand), about=about, rule="10.10"))["to"]
            order = in_turn(board, options, to)[0]
        for unit, text in order.items():
            _leave(t, unit, text, why)


def _leave(t: Turn, unit: str, to: str | None, why: str) -> None:
    board = t.board
    fields = {"power": board.power_of(unit), "unit": unit, "side": board.side_of(unit), "why": why}
    here = board.at(unit)
    if to is None:
        number = "10.10.1" if board.class_of(unit) in ("land", "logistics") else "10.10.2"
        t.emit("unit-destroyed", rule=number, area=here, **fields)
    elif to == CUP:
        t.emit("unit-withdrawn", rule="2.2.4", area=here, to=CUP, **fields)
    else:
        area, coast = parted(to)
        t.emit("unit-moved", rule="10.10", to=area, coast=coast, **{"from": here}, **fields)


def needs_choice(board: Board, options: dict[str, list[str]]) -> bool:
    """Whether the owner has anything to choose: units leave legally in several ways, units alike being one."""
    seen: set[tuple[tuple[str, str, str], ...]] = set()
    choices = [[*spots, None] for spots in options.values()]
    for count, way in enumerate(product(*choices)):
        to = {unit: text for unit, text in zip(options, way) if text}
        if not in_turn(board, options, to)[1]:
            look = (
                ("" if text is None else text, board.owner_of(unit), board.side_of(unit))
                for unit, text in zip(options, way)
            )
            seen.add(tuple(sorted(look)))
        if len(seen) > 1 or count == MANY:
            return True
    return False


def retreat_problems(
    board: Board, options: dict[str, list[str]], to: dict[str, str], is_complete: bool = True
) -> list[Problem]:
    """10.10 What is wrong with destinations: outside the options, legal in no order in which the units can leave, or,
    of a complete plan, missing where a unit could still go."""
    problems = []
    for unit, text in to.items():
        if unit not in options:
            problems.append(Problem("ca-not-leaving", rule="10.10", unit=unit))
        elif text not in options[unit]:
            problems += _not_there(board, unit, text, options[unit])
    if problems:
        return problems
    order, left = in_turn(board, options, to, not is_complete)
    for unit, spots in left.items():
        if unit in to:
            stacks = Stacks(board, {gone: parted(to[gone])[0] for gone in order if to.get(gone, CUP) != CUP})
            problems += _in_the_way(board, stacks, unit, to[unit]) or _not_there(board, unit, to[unit], spots)
        elif spots:
            problems.append(Problem("ca-must-go", rule="10.10", unit=unit, area=board.at(unit), hint=_legal(spots)))
    return problems


def _not_there(board: Board, unit: str, text: str, spots: list[str], rule: str = "10.10") -> list[Problem]:
    """A destination that a unit does not have, with those that it has."""
    return unnamed_coast(board, unit, text, spots) or [
        Problem("ca-not-there", rule=rule, unit=unit, spot=text, hint=_legal(spots))
    ]


def _in_the_way(board: Board, stacks: Stacks, unit: str, text: str) -> list[Problem]:
    """What others that were sent there leave no room for in a place (7.1)."""
    area = parted(text)[0]
    tried = Stacks(board, {**stacks.moved, unit: area})
    return occupation_problems(board, tried, area, board.ideology(board.owner_of(unit)))


def _fits_with(board: Board, stacks: Stacks, unit: str, text: str) -> bool:
    return not _in_the_way(board, stacks, unit, text)


_legal = partial(hint, "legal")


def default_retreat(board: Board, options: dict[str, list[str]]) -> dict[str, str]:
    """The published default: each unit at its turn, first those with the fewest places, then upgraded ones, goes to its
    first legal spot (`in_favour`: back, else next door), for there it keeps the front; to the cup, which costs a
    placement, where it has no other."""
    return dict(sorted(with_the_rest(board, options, {}).items()))


def with_the_rest(board: Board, options: dict[str, list[str]], named: dict[str, str]) -> dict[str, str]:
    """The destinations named, and of units that are not named the published ones in their turn beside them."""
    order, _ = in_turn(board, options, named, True)
    return {**{unit: text for unit, text in order.items() if text}, **named}


def all_go_back(board: Board, to: dict[str, str]) -> bool:
    """Whether these are the ways back to where the units came from in this operation."""
    origins = (board.operation_if_any or {}).get("origins", {})
    return all(parted(text)[0] == origins.get(unit) for unit, text in to.items())


# -- units that may no longer stay ---------------------------------------------------------------------------


@does("units")
@rule("7.1", "Units that may no longer stay", also=("7.1.2", "2.2.4"))
def expel(t: Turn, why: str = "control", combat: bool = False) -> Asking[None]:
    """2.2.4, 7.1.2 Units that may not occupy their area any more retreat; in 2022, unless it comes from
    combat, their owner may return them to the action cup instead (ruling R-2.2.4-cup: unit by unit,
    upgraded ones unupgraded)."""
    board = t.board
    for _ in range(len(board.parts.areas)):
        found = [(area, ideology) for area, ideology, _ in overstacked(board)]
        if not found:
            return
        units = excess_units(board, *found[0])
        yield from retreat_units(t, units, why, cup=board.is_2022 and not combat)


@rule("7.1", "Excess units")
def destroy_excess(t: Turn, why: str) -> None:
    """7.1 What is over a limit is destroyed: after a placement and its deployment, or when a logistics unit has left
    the force pool (4.1.2)."""
    board = t.board
    for area, ideology, _ in overstacked(board):
        for unit in excess_units(board, area, ideology):
            t.emit("unit-destroyed", area=area, why=why, **_one(board, unit))


def excess_units(board: Board, area: str, ideology: str) -> list[str]:
    """Which units of an ideology leave an area that they may not all occupy.

    First those that could not even stay alone; then those of powers that are no friends of the controller,
    the owner of the base or the first in order; then the excess over a limit, regular sides before upgraded
    ones, last ids first (ruling R-7.1-excess).
    """
    stack = [unit for unit in Stacks(board).stack(area, ideology) if board.power_of(unit)]
    away = dict.fromkeys(stack, "away")
    alone = [unit for unit in stack if occupation_problems(board, Stacks(board, {**away, unit: area}), area, ideology)]
    if alone:
        return alone
    host = board.controller(area) if not board.area(area).is_sea else board.base_owner(area)
    powers = board.in_order(board.owners_of(stack))
    host = host if host in powers else powers[0]
    strangers = [unit for unit in stack if not board.is_friendly(host, board.power_of(unit))]
    if strangers:
        return strangers
    gone = []
    for unit in sorted(stack, key=lambda unit: (unit not in board.upgraded, unit), reverse=True):
        stacks = Stacks(board, dict.fromkeys(gone, "away"))
        before = occupation_problems(board, stacks, area, ideology)
        if not before:
            break
        after = occupation_problems(board, Stacks(board, {**stacks.moved, unit: "away"}), area, ideology)
        if len(after) < len(before) or _excess(after) < _excess(before):
            gone.append(unit)
    return gone or stack


def _excess(problems: list[Problem]) -> int:
    return sum(problem.fields.get("count", 0) for problem in problems)


# -- regroup -------------------------------------------------------------------------------------------------


@rule("10.11", "Regroup")
def regroup(t: Turn, powers: list[str], kinds: Sequence[str], target: str | None = None) -> Asking[None]:
    """10.11 After a combat the units of a side, whether they fought or not, move between the target and
    friendly areas in reach: land units after land combat, naval units after naval combat, air units after
    any.  One form a power, or for all powers in one hand, in decreasing effectiveness order; units that may not
    stay and have nowhere to go are destroyed.  `target` is that of the operation unless it is named (11.3).

    Ruling R-10.11-aircraft.
    """
    board = t.board
    target = target or board.operation["target"]
    waiting = board.in_order(powers)
    while waiting:
        hand = one_hand(board, waiting[0], waiting)
        waiting = [other for other in waiting if other not in hand]
        options = {}
        for other in hand:
            options |= regroup_options(board, other, kinds, target)
        if not options:
            continue
        about = {"area": target, "to": options, "later": list(waiting)}
        moves = only_regroup(board, about)
        if moves is None:
            owners = [other for other in hand if any(board.power_of(unit) == other for unit in options)]
            moves = (yield Ask("regroup", speaker(board, owners), about=about, rule="10.11"))["moves"]
        for unit, text in moves.items():
            area, coast = parted(text)
            t.emit("unit-moved", why="regroup", to=area, coast=coast, **{"from": board.at(unit)}, **_one(board, unit))
        for unit in stranded(board, hand, target, waiting):
            t.emit("unit-destroyed", area=target, why="stranded", **_one(board, unit))


def _one(board: Board, unit: str) -> Json:
    """Whose unit it is, and which side of it is up."""
    return {"power": board.power_of(unit), "unit": unit, "side": board.side_of(unit)}


def only_regroup(board: Board, about: Json) -> dict[str, str] | None:
    """The moves of a regroup that leaves nothing to choose, or None: looked for among few units only."""
    choices = [[None, *spots] for spots in about["to"].values()]
    legal = []
    for count, way in enumerate(product(*choices)):
        moves = {unit: text for unit, text in zip(about["to"], way) if text}
        if not regroup_problems(board, about, moves):
            legal.append(moves)
        if len(legal) > 1 or count == MANY:
            return None
    return legal[0] if legal else default_regroup(board, about)["moves"]


def regroup_options(board: Board, power: str, kinds: Sequence[str], target: str) -> dict[str, list[str]]:
    """{unit: spots} of a power's units that may regroup now (10.11), limits apart."""
    here = [unit for unit in board.units_of(power) if board.at(unit) == target and board.class_of(unit) in kinds]
    options = {}
    for unit in board.units_of(power):
        if board.class_of(unit) in kinds:
            others = here if _must_leave(board, unit, target) else ()
            spots = sorted(in_some_order(board, unit, others, partial(regroup_now, board, unit, target)))
            if spots or (board.at(unit) == target and board.type_of(unit) != "fortress"):
                options[unit] = spots
    return options


def regroup_now(board: Board, unit: str, target: str, stacks: Stacks) -> list[str]:
    """The spots of a unit that regroups once the moves of `stacks` are made (10.11), limits apart where it may stay."""
    play, origin = board.operation_if_any, None
    if play and play["form"] == "invasion":
        origin = play["origins"][play["units"][0]]
    is_far = play is not None and unit in play["extended"]
    return [spot(*each) for each in regroup_spots(board, unit, target, stacks, is_far, origin)]


def _must_leave(board: Board, unit: str, target: str) -> bool:
    """Whether a ship or an aircraft stands in the target, which is no haven for it."""
    return board.at(unit) == target and board.class_of(unit) in ("naval", "air") and not is_haven(board, unit, target)


def regroup_problems(board: Board, about: Json, moves: dict[str, str]) -> list[Problem]:
    """10.11 What is wrong with a regroup: destinations, limits in every area touched, units that could leave
    the target but would be stranded there."""
    problems = []
    options, target = about["to"], about["area"]
    for unit, text in moves.items():
        if unit not in options:
            problems.append(Problem("ca-not-leaving", rule="10.11", unit=unit))
        elif text not in options[unit]:
            problems += _not_there(board, unit, text, options[unit], "10.11")
    if problems or not options:
        return problems
    power = board.owner_of(next(iter(options)))
    stacks = _after(board, about["later"], target, moves)
    for unit, text in moves.items():
        if _must_leave(board, unit, target) and not _is_open(board, unit, target, text, moves):
            problems += _not_there(board, unit, text, regroup_now(board, unit, target, Stacks(board)), "10.11")
    for area in sorted({parted(text)[0] for text in moves.values()}):
        problems += occupation_problems(board, stacks, area, board.ideology(power))
    staying = [unit for unit in options if board.at(unit) == target and unit not in moves]
    if staying and occupation_problems(board, stacks, target, board.ideology(power)):
        for unit in staying:
            free = [text for text in options[unit] if _fits_with(board, stacks, unit, text)]
            if free:
                problems.append(
                    Problem("ca-must-go", rule="10.11", unit=unit, area=board.area(target).name, hint=_legal(free))
                )
    return problems


def _is_open(board: Board, unit: str, target: str, text: str, moves: dict[str, str]) -> bool:
    """7.3 Whether a unit that cannot stay finds the haven, before the others move or when they have."""
    others = Stacks(board, {other: parted(to)[0] for other, to in moves.items() if other != unit})
    return any(text in regroup_now(board, unit, target, stacks) for stacks in (Stacks(board), others))


def _after(board: Board, later: list[str], target: str, moves: dict[str, str]) -> Stacks:
    """The stacks once these moves are made; units of powers that regroup later do not count in the target
    yet."""
    stacks = Stacks(board, {unit: parted(text)[0] for unit, text in moves.items()})
    for power in later:
        for unit in board.units_in(target, power):
            stacks.move(unit, "away")
    return stacks


def default_regroup(board: Board, about: Json) -> dict[str, dict[str, str]]:
    """The published default: everything stays that may, for the owner has said nothing of leaving; what may not goes
    where it came from, else next door (`in_favour`)."""
    options, target = about["to"], about["area"]
    moves = {}
    there = [unit for unit in options if board.at(unit) == target]
    for unit in sorted(there, key=lambda unit: (unit in board.upgraded, unit)):
        stacks = _after(board, about["later"], target, moves)
        ideology = board.ideology(board.owner_of(unit))
        if not occupation_problems(board, stacks, target, ideology):
            break
        spots = in_favour(board, unit, regroup_now(board, unit, target, stacks), target)
        free = [text for text in spots if _fits_with(board, stacks, unit, text)]
        if free:
            moves[unit] = free[0]
    return {"moves": dict(sorted(moves.items()))}


def stranded(board: Board, hand: list[str], target: str, later: list[str]) -> list[Any]:
    """Units of the powers of one hand that may not stay in the target area after their regroup."""
    stacks = _after(board, later, target, {})
    ideology = board.ideology(hand[0])
    if not occupation_problems(board, stacks, target, ideology):
        return []
    return [unit for unit in excess_units(board, target, ideology) if board.power_of(unit) in hand]


def friends_of_side(board: Board, side: str, power: str | None) -> list[str]:
    """Powers whose units may regroup with a side: the primary power and its friends, or whoever fought for
    it."""
    return sorted(board.owners_of(units_of_side(board, side))) if power is None else board.friends(power)
